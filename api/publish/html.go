package publish

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"io"
	"strings"
	"sync"
	"time"

	"assay/api/diagram"
	"assay/api/player"
	"assay/parser/scan"
)

//go:embed sheet.css
var styleSheet string

//go:embed page.js
var pageScript string

var script = sync.OnceValue(func() string { return player.Inline(pageScript) })

// ContentPolicy returns the Content-Security-Policy of the pages that [HTML]
// writes: they load nothing and run only their own style sheet and script.
func ContentPolicy() string { return contentPolicy() }

var contentPolicy = sync.OnceValue(func() string {
	return "default-src 'none'; style-src '" + cspHash(styleSheet) + "'; script-src '" + cspHash(script()) +
		"'; base-uri 'none'; form-action 'none'"
})

func cspHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// sheetPrefix is the prefix of the ids of a page's drawings.
const sheetPrefix = "k"

//go:embed page.html site.html
var templateFiles embed.FS

var parsed struct {
	once      sync.Once
	templates *template.Template
}

// templates returns the templates of pages and of lists of games. They are
// parsed at first use, and no variable refers to this function, so that a
// program without pages is linked without templates.
func templates() *template.Template {
	parsed.once.Do(func() {
		parsed.templates = template.Must(template.New("").Funcs(template.FuncMap{"lines": Linked}).
			ParseFS(templateFiles, "*.html"))
	})
	return parsed.templates
}

// HTML is a page of one or more games: one self-contained file, whose script
// steps through the games. It is readable without the script.
type HTML struct {
	sheet    *diagram.Sheet
	contents []contentsEntry
	first    []byte // section of the first game, until it is known whether others follow
	sections spool
	body     bytes.Buffer // moves of the game being added
	view     *player.View // of a game that shares its board with other pages
}

// maxUnfiltered is the largest number of games on a page without a filter
// field.
const maxUnfiltered = 20

// contentsEntry is an entry of a page's table of contents.
type contentsEntry struct {
	Number     int
	Title, End string
}

// NewHTML returns an empty page.
func NewHTML() *HTML { return &HTML{sheet: diagram.NewSheet(sheetPrefix)} }

// Add adds a game. If that fails, the page is unchanged. Errors concern an
// invalid scene, or the temporary file for pages larger than 8 MB.
func (h *HTML) Add(g *Game) error { return h.add(g, surroundings{}) }

// surroundings are the parts of a page around the moves of a game.
type surroundings struct {
	Before, After template.HTML
	Hashed        bool // the page can search its positions
	// Shared leaves boards and pieces to a file that pages share. Still is the
	// picture for readers without scripts.
	Shared bool
	Still  template.HTML
}

func (h *HTML) add(g *Game, around surroundings) error {
	h.body.Reset()
	p := sectionWriter{HTML: h, Game: g, number: len(h.contents) + 1, hashed: around.Hashed, shared: around.Shared}
	for i := range g.Pieces {
		if _, err := h.sheet.Piece(&g.Pieces[i]); err != nil {
			return err
		}
	}
	section := p.section()
	section.surroundings = around
	if around.Shared {
		section.Board = around.Still
	}
	var text bytes.Buffer
	if err := cmp.Or(p.err, templates().ExecuteTemplate(&text, "game", section)); err != nil {
		return err
	}
	if p.number == 1 {
		h.first = text.Bytes()
	} else if err := h.flush(text.Bytes()); err != nil {
		return err
	}
	h.contents = append(h.contents, contentsEntry{p.number, valid(g.Title), valid(g.End)})
	return nil
}

// flush writes the waiting section of the first game, then another section.
func (h *HTML) flush(section []byte) error {
	_, err := h.sections.Write(append(h.first, section...))
	if err == nil {
		h.first = nil
	}
	return err
}

// Size returns the size of the added games in bytes.
func (h *HTML) Size() int64 { return h.sections.size + int64(len(h.first)) }

// pageFrame is the part of a page around its games.
type pageFrame struct {
	Title                          string
	Preview                        *Preview // or nil
	Policy, Style, Script, Symbols template.HTML
	Pieces                         template.JS
	Single, Filter                 bool
	Contents                       []contentsEntry
}

// Write writes the page; call it once. A page with a single game has the game's
// title.
func (h *HTML) Write(w io.Writer, title string) error {
	return h.writeWith(w, pageFrame{
		Title: title, Policy: policyElement(ContentPolicy()),
		Style:  template.HTML("<style>" + styleSheet + "</style>"),
		Script: template.HTML("<script>" + script() + "</script>"),
	})
}

func (h *HTML) writeWith(w io.Writer, f pageFrame) error {
	if f.Single = len(h.contents) == 1; f.Single {
		f.Title = h.contents[0].Title
		// The heading of the only game is the heading of the page.
		h.first = bytes.Replace(bytes.Replace(h.first, []byte("<h2>"), []byte("<h1>"), 1), []byte("</h2>"),
			[]byte("</h1>"), 1)
	}
	f.Title, f.Filter, f.Contents = valid(f.Title), len(h.contents) > maxUnfiltered, h.contents
	if h.view == nil {
		f.Symbols, f.Pieces = template.HTML(h.sheet.Symbols()), scriptJSON(sheetArtist{h.sheet}.symbols())
	}
	if err := h.flush(nil); err != nil {
		return err
	}
	if err := templates().ExecuteTemplate(w, "top", f); err != nil {
		return err
	}
	if err := h.sections.copyTo(w); err != nil {
		return err
	}
	return templates().ExecuteTemplate(w, "bottom", f)
}

// sharedBoard returns the script with the drawings and the board of a game that
// shares them with other pages.
func (h *HTML) sharedBoard() []byte {
	return []byte("const sharedBoard = " + string(scriptJSON(struct {
		Symbols string          `json:"symbols"`
		Pieces  []player.Symbol `json:"pieces"`
		View    *player.View    `json:"view"`
	}{h.sheet.Symbols(), sheetArtist{h.sheet}.symbols(), h.view})) + ";\n")
}

// policyElement states a Content-Security-Policy.
func policyElement(policy string) template.HTML {
	return template.HTML(`<meta http-equiv="Content-Security-Policy" content="` + policy + `">`)
}

// valid returns a text without the characters that pages cannot contain.
func valid(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "\uFFFD")
}

func escape(text string) string { return html.EscapeString(valid(text)) }

// escapeLines escapes a comment and keeps its line breaks.
func escapeLines(text string) string { return string(Linked(text)) }

// webAddress matches the addresses in a text that become links.
var webAddress = scan.NewPattern(`https?://[^\s<>"'` + "`" + `(){}\[\]]+[^\s<>"'` + "`" + `(){}\[\].,;:!?]`)

// Linked escapes a text, keeps its line breaks, and makes links of the web
// addresses in it.
func Linked(text string) template.HTML {
	text = valid(text)
	var out strings.Builder
	at := 0
	for _, m := range webAddress.FindAllStringIndex(text, -1) {
		address := escape(text[m[0]:m[1]])
		out.WriteString(escape(text[at:m[0]]) + `<a class="out" href="` + address +
			`" rel="nofollow noopener noreferrer">` + address + "</a>")
		at = m[1]
	}
	out.WriteString(escape(text[at:]))
	return template.HTML(strings.ReplaceAll(out.String(), "\n", "<br>"))
}

// scriptJSON returns a value as JSON that is safe inside a script element.
func scriptJSON(v any) template.JS {
	text, err := json.Marshal(v) // escapes < and >
	if err != nil {
		panic(err) // numbers, strings and lists cannot fail
	}
	return template.JS(text)
}

// sectionWriter writes the section of one game.
type sectionWriter struct {
	*HTML
	*Game
	number int
	hashed bool
	shared bool
	err    error
}

func (p *sectionWriter) printf(format string, args ...any) { fmt.Fprintf(&p.body, format, args...) }

// section is the section of a game for its template.
type section struct {
	surroundings
	Number, Shown, Plies int
	Title, Now, End      string
	Headers              []Header
	First, Second        playerBar
	Board, Moves         template.HTML
	Buttons              []button
	Steps                []link // of pages without scripts
	Data                 template.JS
	Long                 bool
	Fault                *Fault
}

// playerBar is a player's name at the board.
type playerBar struct{ Name, Side, Class string }

// button is a button below the board; Sign is path data in a 24×24 box.
type button struct {
	Does, Words, Sign string
	Pressed           bool
}

// buttons are the buttons below the board.
var buttons = []button{
	{"first", "Go to start", "M5 5v14M19 5L9 12l10 7z", false}, {"back", "Previous move", "M16 5L6 12l10 7z", false},
	{"on", "Next move", "M8 5l10 7-10 7z", false}, {"last", "Go to end", "M19 5v14M5 5l10 7-10 7z", false},
	{"play", "Autoplay", "M4 5l8 7-8 7zM16 6v12M20 6v12", true},
	{"turn", "Flip board", "M8 4v15M4 15l4 4 4-4M16 20V5M12 9l4-4 4 4", true},
	{"full", "Full screen", "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5", true},
}

func (p *sectionWriter) section() *section {
	s := &section{
		Number: p.number, Plies: len(p.Moves), Title: valid(p.Title), End: valid(p.End), Long: p.hasLongMoves(),
		Buttons: buttons, Shown: min(p.Shown, len(p.Moves)),
	}
	for _, h := range p.Headers {
		s.Headers = append(s.Headers, Header{valid(h.Key), valid(h.Value)})
	}
	if f := p.Fault; f != nil {
		s.Fault = &Fault{valid(f.Text), valid(f.Rule), valid(f.Message), valid(f.Rest)}
	}
	if p.Start.Scene != nil {
		p.board(s)
	}
	p.comments(p.Comments)
	p.start()
	p.legend()
	p.moves()
	s.Moves = template.HTML(p.body.String())
	return s
}

// board adds the board. Without the script it shows the position at the ply to
// show, by default the start.
func (p *sectionWriter) board(s *section) {
	at, caption := &p.Start, startCaption
	if s.Shown > 0 && p.Moves[s.Shown-1].Scene != nil {
		ply := p.Moves[s.Shown-1]
		at, caption = &ply.Position, "After "+ply.Label()
		s.Now = valid(strings.Join(append([]string{ply.Label() + glyphText(ply.NAGs)}, inlineTexts(ply.Comments)...),
			" · "))
	}
	scene := *at.Scene
	scene.Title, scene.Description = caption, describe(&scene)
	if !p.shared {
		p.draw(&scene)
	}
	s.Board = template.HTML(p.body.String())
	p.body.Reset()
	for side, bar := range []*playerBar{&s.First, &s.Second} {
		bar.Name, bar.Side, bar.Class = valid(p.Players[side]), valid(scene.Reserves[side].Name),
			[]string{"below", "above"}[side]
	}
	s.Data = p.data()
	if p.Address != nil {
		for i, b := range buttons[:4] {
			ply := []int{0, max(0, s.Shown-1), min(len(p.Moves), s.Shown+1), len(p.Moves)}[i]
			s.Steps = append(s.Steps, link{p.Address(ply), b.Words})
		}
	}
}

func (p *sectionWriter) draw(s *diagram.Scene) {
	if err := p.sheet.Write(&p.body, s); err != nil && p.err == nil {
		p.err = err
	}
}

func (p *sectionWriter) comments(comments []Comment) {
	for _, c := range comments {
		if oneLine(c.Text) != "" {
			p.printf("<p class=\"k\">%s%s</p>\n", escapeLines(c.Text), c.Credit.html())
		}
	}
}

// html returns who wrote a comment and when, as the end of its paragraph.
func (c *Credit) html() string {
	if c == nil {
		return ""
	}
	text := " <cite>" + escape(c.Author)
	if c.Editor != "" {
		text += ", edited by " + escape(c.Editor)
	}
	text += ", <time datetime=\"" + c.Saved.UTC().Format(time.RFC3339) + "\">" + c.Saved.UTC().
		Format("2 January 2006") + "</time>"
	if c.Revision > 1 {
		text += fmt.Sprintf(", revision %d", c.Revision)
	}
	return text + "</cite>"
}

// startCaption is the caption of the starting position.
const startCaption = "Starting position"

// start writes a diagram of the starting position. Unless it is selected, it is
// only printed, in place of the board.
func (p *sectionWriter) start() {
	if p.Start.Pictured {
		p.diagram(0, startCaption, &p.Start)
	} else if p.Start.Scene != nil {
		p.figure(0, " class=\"printed\"", startCaption, p.Start.Scene)
	}
}

// diagram writes a separate diagram of a selected position.
func (p *sectionWriter) diagram(id int, caption string, at *Position) {
	class := ""
	if at.Asked {
		class = " class=\"asked\""
	}
	if at.Pictured && at.Scene != nil {
		p.figure(id, class, caption, at.Scene)
	}
}

// figure writes a diagram. If pages share their drawings, the script draws it
// when it is needed; without scripts it is hidden.
func (p *sectionWriter) figure(id int, class, caption string, at *diagram.Scene) {
	if p.shared {
		p.printf("<figure%s data-at=\"%d\" data-script hidden><figcaption>%s</figcaption></figure>\n",
			class, id, escape(caption))
		return
	}
	scene := *at
	scene.Title, scene.Description = caption, describe(&scene)
	p.printf("<figure%s>", class)
	p.draw(&scene)
	p.printf("<figcaption>%s</figcaption></figure>\n", escape(caption))
}

// moves writes the main line in rows of a number and two plies. Everything else
// spans the row.
func (p *sectionWriter) moves() {
	second := false // the next ply is the second of a row
	var pictured []step
	for s := range p.steps() {
		switch {
		case s.kind == stepPly && s.depth == 0:
			p.comments(s.ply.Before)
			if s.numbered || !second {
				if second && !s.ply.Second { // every ply is numbered
					p.printf("<span class=\"gap\"></span>")
				}
				number := "…"
				if s.ply.Number > 0 {
					number = strings.TrimSpace(s.ply.numberText())
				}
				if s.ply.Second {
					p.printf("<b>%s</b><span class=\"gap\"></span>", strings.TrimSuffix(number, "…")+"…")
				} else {
					p.printf("<b>%s</b>", number)
				}
			}
			second = !s.ply.Second
			p.printf("<span>")
			p.link(s)
			if len(s.ply.Facts) > 0 {
				p.printf(" <small>%s</small>", escape(strings.Join(s.ply.Facts, ", ")))
			}
			p.printf("</span>\n")
			if len(s.ply.Comments) > 0 {
				second = false
			}
			p.comments(s.ply.Comments)
			p.diagram(s.id, "After "+s.ply.Label(), &s.ply.Position)
		case s.kind == stepPly:
			p.variationPly(s)
			if s.ply.Pictured {
				pictured = append(pictured, s)
			}
		case s.kind == stepOpen && s.depth == 1:
			second = false
			p.printf("<p class=\"v\">")
		case s.kind == stepOpen:
			p.printf(" (")
		case s.depth == 1:
			p.printf("</p>\n")
			for _, s := range pictured {
				p.diagram(s.id, "After "+s.ply.Label(), &s.ply.Position)
			}
			pictured = nil
		default:
			p.printf(")")
		}
	}
}

// variationPly writes a ply of a variation.
func (p *sectionWriter) variationPly(s step) {
	for _, comment := range s.ply.Before {
		p.word("<i>" + escapeLines(comment.inline()) + "</i>")
	}
	p.word("")
	if s.numbered {
		p.printf("%s", s.ply.numberText())
	}
	p.link(s)
	if len(s.ply.Facts) > 0 {
		p.printf(" <small>%s</small>", escape(strings.Join(s.ply.Facts, ", ")))
	}
	for _, comment := range s.ply.Comments {
		p.printf(" <i>%s</i>", escapeLines(comment.inline()))
	}
}

// word begins a word of a variation, with a space before it except after an
// opening bracket.
func (p *sectionWriter) word(text string) {
	if !bytes.HasSuffix(p.body.Bytes(), []byte("(")) {
		p.printf(" ")
	}
	p.printf("%s", text)
}

// link writes a ply as a link to itself. The script shows the ply's position
// instead.
func (p *sectionWriter) link(s step) {
	p.printf("<a id=\"g%d-%d\" href=\"#g%d-%d\" data-n=\"%s\">%s", p.number, s.id, p.number, s.id,
		strings.TrimSpace(s.ply.numberText()), escape(s.ply.Text))
	for _, g := range glyphsOf(s.ply.NAGs) {
		if g.sign[0] != '!' && g.sign[0] != '?' {
			p.printf(" ")
		}
		p.printf("<span role=\"img\" aria-label=\"%s\" title=\"%s\">%s</span>", g.words, g.words, g.sign)
	}
	p.printf("</a>")
}
