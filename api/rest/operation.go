package rest

import (
	"time"

	"github.com/gin-gonic/gin"

	"assay/analysis"
	"assay/api"
	"assay/api/diagram"
	"assay/api/publish"
	"assay/parser"
)

// operation is a route, with what its calls take.
type operation struct {
	needs        api.Right
	method, path string
	takes        func() []*Parameter
	answer       func(*gin.Context) error
}

// on is the operation of a handler, which is given what calls take that have a
// right.
func on[P any, T interface {
	*P
	Input
}](needs api.Right, method, path string, handle func(*gin.Context, T) error) operation {
	return operation{
		needs: needs, method: method, path: path, takes: func() []*Parameter { return T(new(P)).Parameters() },
		answer: func(c *gin.Context) error {
			for _, p := range c.Params {
				c.Request.SetPathValue(p.Key, p.Value)
			}
			into := T(new(P))
			if err := Bind(c.Request, into); err != nil {
				return err
			}
			return handle(c, into)
		},
	}
}

// noParameters are what calls take that take no parameters.
type noParameters struct{}

// Parameters are none.
func (*noParameters) Parameters() []*Parameter { return nil }

// PositionParameters name a position, in queries and in bodies: the start of
// the game where there is no text.
type PositionParameters struct {
	Variant  string `json:"variant"`
	Options  string `json:"options"`
	Position string `json:"position"`
}

// Parameters are those of a position.
func (p *PositionParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("variant", &p.Variant, "the game: id, name or alias").Required(),
		Text("options", &p.Options, "of the game: key=value words"),
		Text("position", &p.Position, "position text; the start where it is left out"),
	}
}

// FilterParameters are the conditions of a list of games.
type FilterParameters api.Filter

// Parameters are the conditions.
func (p *FilterParameters) Parameters() []*Parameter {
	const day = "YYYY, YYYY-MM or YYYY-MM-DD"
	return []*Parameter{
		Text("variant", &p.Variant, "id, name or alias"),
		Text("player", &p.Player, "words of one player's name"),
		Text("result", &p.Result, "from First's view").OneOf(api.Results...),
		Text("event", &p.Event, "words"),
		Text("verdict", &p.Verdict, "of the record").OneOf(analysis.Verdicts...),
		Text("fault", &p.Fault, "number of the ruling that is broken, or the reason, such as syntax"),
		Text("from", &p.From, day),
		Text("to", &p.To, day),
		Text("q", &p.Query, "words of any header"),
	}
}

// OrderParameters are how a list of games is sorted.
type OrderParameters struct{ Order api.Order }

// Parameters is the order.
func (p *OrderParameters) Parameters() []*Parameter {
	return sortedBy(&p.Order)
}

func sortedBy(o *api.Order) []*Parameter {
	return []*Parameter{Text("sort", (*string)(o),
		"by what the games are sorted, the other way round behind a minus sign; the usual order is that in which they were archived").OneOf(api.Orders()...)}
}

// pageParameters are where a page of a list begins, and how long it is.
type pageParameters struct {
	cursor string
	limit  int
}

func (p *pageParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("cursor", &p.cursor, "next of the page before"),
		Number("limit", &p.limit, "how many on a page").From(1).To(api.MaxLimit).Usually(api.DefaultLimit),
	}
}

// gameParameters are those of a call on a game.
type gameParameters struct{ game int64 }

func (p *gameParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.game, "number of a game").From(1).InPath()}
}

// annotationParameters are those of a call on an annotation of a game.
type annotationParameters struct {
	gameParameters
	id int64
}

func (p *annotationParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), Number("aid", &p.id, "number of an annotation").From(1).InPath())
}

// exportParameters are how games are exported.
type exportParameters struct{ api.ExportOptions }

func (p *exportParameters) Parameters() []*Parameter {
	return append([]*Parameter{
		Text("as", (*string)(&p.Format), "format").OneOf(api.Words(api.ExportFormats())...).Required(),
		Text("annotations", (*string)(&p.Annotations), "none: moves and headers alone").
			OneOf(string(api.AnnotationsAll), string(api.AnnotationsNone)).Usually(api.AnnotationsAll),
		Parsed("plies", func(text string) (want string) {
			var err error
			if p.Plies, err = publish.ParsePlies(text); err != nil {
				return "all, annotated, none, or numbers and ranges such as 0,10-30,90-"
			}
			return ""
		}, "positions with a diagram, in html, markdown and text, and frames of gif: all, annotated, none, or "+
			"numbers and ranges such as 0,10-30,90-; the default is annotated, of gif all"),
		Parsed("delay", func(text string) (want string) {
			var err error
			if p.Delay, err = time.ParseDuration(text); err != nil || p.Delay == 0 {
				return "a time such as 800ms"
			}
			return ""
		}, "how long gif shows a position, from 20ms to 1m; the default is 800ms"),
		Number("size", &p.Size, "side of a square in pixels, in svg, gif and markdown").
			From(diagram.MinSquareSize).To(diagram.MaxSquareSize).Usually(diagram.Unit),
	}, lookParameters(&p.Look)...)
}

// recordParameters are a record file that is sent, and what its sender says of
// it.
type recordParameters struct {
	file string
	api.Reading
}

func (p *recordParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("variant", &p.Variant, "id for records that name no variant"),
		Text("options", &p.Options, "for records that state none"),
		notated(&p.Format),
		Text("file", &p.file, "name for the reports").Usually(upload),
	}
}

func notated(into *parser.Format) *Parameter {
	return Text("format", (*string)(into), "notation of the records; detected where it is left out").OneOf(api.Words(parser.Formats())...)
}
