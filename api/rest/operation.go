package rest

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"assay/analysis"
	"assay/api/diagram"
	"assay/api/games"
	"assay/api/present"
	"assay/api/publish"
	"assay/api/records"
	"assay/api/request"
	"assay/api/search"
	"assay/parser"
	"assay/store"
)

// operation is a route with its parameters.
type operation struct {
	right        request.Right
	method, path string
	own          func() []*Parameter
	handle       func(*gin.Context) error
}

// route returns the operation of a handler. The handler receives the parsed
// parameters. Callers need the given right.
func route[P any, T interface {
	*P
	Input
}](needs request.Right, method, path string, handle func(*gin.Context, T) error) operation {
	o := operation{
		right: needs, method: method, path: path, own: func() []*Parameter { return T(new(P)).Parameters() },
	}
	o.handle = func(c *gin.Context) error {
		for _, p := range c.Params {
			c.Request.SetPathValue(p.Key, p.Value)
		}
		into := T(new(P))
		parameters := into.Parameters()
		if o.selectsFields() {
			parameters = append(parameters, fieldsParameter(func(s request.Selection) { c.Set(selectedKey, s) }))
		}
		if err := Bind(c.Request, Few(parameters)); err != nil {
			return err
		}
		return handle(c, into)
	}
	return o
}

// selectsFields reports whether clients can select keys of the operation's
// response: it is one JSON object or JSON lines, and nothing else.
func (o *operation) selectsFields() bool {
	if o.method != http.MethodGet || o.right == request.Free {
		return false
	}
	types := selectableTypes()[routeKey(o.method, o.path)]
	return slices.Equal(types, []string{gin.MIMEJSON}) || slices.Equal(types, []string{gin.MIMEJSON, ndjson})
}

// selectableTypes are the described media types, read once.
var selectableTypes = sync.OnceValue(describedTypes)

// selectedKey is the key of the selected keys in the context of a request.
const selectedKey = "fields"

// fieldsParameter selects keys of a response.
func fieldsParameter(set func(request.Selection)) *Parameter {
	return Parsed(selectedKey, func(text string) (want string) {
		selected, ok := request.ReadSelection(text)
		if !ok {
			return fmt.Sprintf("comma-separated keys such as id,links.record, of up to %d characters",
				request.MaxSelection)
		}
		set(selected)
		return ""
	}, "keys of the response to return, such as id,links.record; of a list, keys of its items; by default all")
}

// selected returns the keys of the response that a request selects.
func selected(c *gin.Context) request.Selection {
	s, _ := c.Value(selectedKey).(request.Selection)
	return s
}

// selectKeys removes keys of an encoded value that a request does not select.
// Of the page of a list and of a line, it keeps what belongs to the list. The
// error names a key that the type of the value does not have.
func selectKeys(s request.Selection, v any, text []byte) ([]byte, error) {
	if len(s) == 0 {
		return text, nil
	}
	t := reflect.TypeOf(v)
	keep := func(key string) bool { return key == "cursor" }
	whole := s
	if _, is := v.(interface{ NextPage() request.Cursor }); is {
		if key, items := listKey(dereferenced(t)); key != "" {
			t, whole = items, request.Selection{key: s}
			keep = func(string) bool { return true }
		}
	}
	if err := unknownKey(s, t, ""); err != nil {
		return nil, err
	}
	return append(whole.Apply(text, keep), '\n'), nil
}

// listKey returns the key of the items in the type of a list's page, and their
// type: it is the first own field that is a list of objects.
func listKey(page reflect.Type) (key string, items reflect.Type) {
	for i := range page.NumField() {
		f := page.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); f.Type.Kind() == reflect.Slice && !f.Anonymous &&
			dereferenced(f.Type).Kind() == reflect.Struct {
			return name, f.Type
		}
	}
	return "", nil
}

// dereferenced returns the type of the values of pointers and lists.
func dereferenced(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}

// unknownKey returns an error for the first selected key that values of a type
// never have.
func unknownKey(s request.Selection, t reflect.Type, path string) error {
	if t = dereferenced(t); t.Kind() == reflect.Map || t.Kind() == reflect.Interface {
		return nil
	}
	known := keyTypes(t)
	for _, key := range slices.Sorted(maps.Keys(s)) {
		under := strings.TrimPrefix(path+"."+key, ".")
		value, is := known[key]
		if !is {
			want := "keys of the response"
			if len(known) > 0 {
				want += ": " + strings.Join(slices.Sorted(maps.Keys(known)), ", ")
			}
			return &request.InputError{Field: selectedKey, Value: under, Want: want}
		}
		if err := unknownKey(s[key], value, under); err != nil {
			return err
		}
	}
	return nil
}

// noParameters is for operations without parameters.
type noParameters struct{}

// Parameters returns nil.
func (*noParameters) Parameters() []*Parameter { return nil }

// PositionParameters name a position in a query or body. Without a position, it
// is the variant's starting position.
type PositionParameters struct {
	Variant  string `json:"variant"`
	Options  string `json:"options"`
	Position string `json:"position"`
}

// Parameters lists the parameters of a position.
func (p *PositionParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("variant", &p.Variant, "variant id, name or alias").Required(),
		Text("options", &p.Options, "options of the variant, as key=value words"),
		Text("position", &p.Position, "position (FEN); the starting position by default"),
	}
}

// FilterParameters filter a list of games.
type FilterParameters games.Filter

// Parameters lists the conditions.
func (p *FilterParameters) Parameters() []*Parameter {
	return append([]*Parameter{
		Text("variant", &p.Variant, "id, name or alias"),
		Text("player", &p.Player, "words in one player's name"),
		mineParameter(&p.Mine),
		colourParameter(&p.Colour),
		Text("result", &p.Result, "result from the first player's view").OneOf(games.Results...),
		Text("event", &p.Event, "words in the event's name"),
		Text("verdict", &p.Verdict, "verdict on the record").OneOf(analysis.Verdicts...),
		Text("fault", &p.Fault, "ID of the rule that is broken, or a reason such as syntax"),
		Text("q", &p.Query, "words in any header"),
	}, dayParameters(&p.From, &p.To)...)
}

func mineParameter(into *bool) *Parameter {
	return Truth("mine", into, "only games of the player to whom your account is linked")
}

func colourParameter(into *string) *Parameter {
	return Text("colour", into,
		"that player's side, or with mine yours: white, black, first, second, or as the variant names it; also "+
			"read as color").
		Formerly("color")
}

// OrderParameters sort a list of games.
type OrderParameters struct{ Order games.Order }

// Parameters returns the order.
func (p *OrderParameters) Parameters() []*Parameter {
	return sortParameter(&p.Order)
}

func sortParameter(o *games.Order) []*Parameter {
	return []*Parameter{Text("sort", (*string)(o),
		"sort key, descending with a leading minus; by default in order of archiving").OneOf(games.Orders()...)}
}

// pageParameters select a page of a list.
type pageParameters struct {
	cursor string
	limit  int
}

func (p *pageParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("cursor", &p.cursor, "next of the previous page"),
		Number("limit", &p.limit, "items per page").From(1).To(request.MaxLimit).Usually(search.DefaultLimit),
	}
}

// newestParameters select a page of a list that begins with the newest item.
type newestParameters struct{ pageParameters }

func (p *newestParameters) Parameters() []*Parameter {
	page := p.pageParameters.Parameters()
	page[0].Formerly("before")
	return page
}

// wholeParameters select a page of a list that is returned complete by default.
type wholeParameters struct {
	cursor string
	limit  int
}

func (p *wholeParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("cursor", &p.cursor, "next of the previous page"),
		Number("limit", &p.limit, "items per page; all by default").From(1).To(request.MaxLimit),
	}
}

// page returns the requested page of a list; id returns the ID of an item, by
// which the list is sorted. The error is [store.ErrCursor].
func page[T any](p *wholeParameters, all []T, id func(i int) int64) ([]T, request.Paged, error) {
	after, err := store.ReadCursor(p.cursor)
	if err != nil {
		return nil, request.Paged{}, err
	}
	begin := sort.Search(len(all), func(i int) bool { return id(i) > after })
	if p.limit == 0 || begin+p.limit >= len(all) {
		return all[begin:], request.Paged{}, nil
	}
	end := begin + p.limit
	return all[begin:end], request.Paged{Next: request.Cursor(store.Cursor(id(end - 1)))}, nil
}

// gameParameters identify a game.
type gameParameters struct{ game int64 }

func (p *gameParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.game, "number of the game").From(1).InPath()}
}

// annotationParameters identify an annotation of a game.
type annotationParameters struct {
	gameParameters
	id int64
}

func (p *annotationParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), Number("aid", &p.id, "number of the annotation").From(1).InPath())
}

// exportParameters are how games are exported.
type exportParameters struct {
	present.ExportOptions
	labels bool
}

// named returns the options, with the names of positions if labels are
// requested.
func (p *exportParameters) named(s *Server) *present.ExportOptions {
	if p.labels {
		p.Namer = s.archive.Namer
	}
	return &p.ExportOptions
}

func (p *exportParameters) Parameters() []*Parameter {
	return append([]*Parameter{
		Text("as", (*string)(&p.Format), "format").OneOf(request.Words(present.ExportFormats())...).Required(),
		Text("annotations", (*string)(&p.Annotations), "none: only moves and headers").
			OneOf(string(present.AnnotationsAll), string(present.AnnotationsNone)).Usually(present.AnnotationsAll),
		Truth("labels", &p.labels, "name the opening of records that do not, by labels of positions"),
		Text("encoding", &p.Encoding, "character encoding of a record, such as shift_jis for kif; by default UTF-8"),
		Parsed("plies", func(text string) (want string) {
			var err error
			if p.Plies, err = publish.ParsePlies(text); err != nil {
				return "all, annotated, none, or plies and ranges such as 0,10-30,90-"
			}
			return ""
		}, "plies with a diagram (html, markdown, text) or a frame (gif): all, annotated, none, or "+
			"plies and ranges such as 0,10-30,90-; by default annotated, in gif all"),
		Parsed("delay", func(text string) (want string) {
			var err error
			if p.Delay, err = time.ParseDuration(text); err != nil || p.Delay == 0 {
				return "a duration such as 800ms"
			}
			return ""
		}, "time per frame in gif, from 20ms to 1m; by default 800ms"),
		Number("size", &p.Size, "size of a square in pixels, in svg, png, gif and markdown; by default 40, and a "+
			"png of 1200 by 630 pixels for link previews").
			From(diagram.MinSquareSize).To(diagram.MaxSquareSize),
	}, lookParameters(&p.Look)...)
}

// recordParameters say how to read an uploaded record file.
type recordParameters struct {
	file string
	records.Reading
}

func (p *recordParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("variant", &p.Variant, "variant of records that name none"),
		Text("options", &p.Options, "options of records that name none, as key=value words"),
		formatParameter(&p.Format),
		Text("file", &p.file, "file name in the reports").Usually(defaultFile),
	}
}

func atomicParameter(into *bool) *Parameter {
	return Truth("atomic", into, "archive nothing if a record is illegal or unreadable")
}

func formatParameter(into *parser.Format) *Parameter {
	return Text("format", (*string)(into), "notation of the records; detected by default").
		OneOf(request.Words(parser.Formats())...)
}
