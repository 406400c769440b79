package publish

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"assay/api/diagram"
	"assay/api/player"
)

//go:embed sheet.css
var styleSheet string

//go:embed page.js
var pageScript string

var script = player.Inline(pageScript)

// ContentPolicy is the Content-Security-Policy of the pages that [HTML] writes:
// nothing is loaded, and only their own style sheet and script are taken.
var ContentPolicy = "default-src 'none'; style-src '" + hashOf(styleSheet) + "'; script-src '" + hashOf(script) +
	"'; base-uri 'none'; form-action 'none'"

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// sheetPrefix begins the ids of the drawings of a page.
const sheetPrefix = "k"

// HTML is a page of one game or several. It is one file that asks for no other,
// and can be read without its script, which plays through the games.
type HTML struct {
	sheet    *diagram.Sheet
	contents []content
	sections spool
	body     bytes.Buffer // of the game that is being added
}

// manyGames is how many games a page has at most without a field to find them
// by.
const manyGames = 20

// content is a line of a page's contents.
type content struct{ title, end string }

// NewHTML begins a page.
func NewHTML() *HTML { return &HTML{sheet: diagram.NewSheet(sheetPrefix)} }

// Add adds a game; one that cannot be written leaves the page as it was. The
// error is that of a faulty scene, or of the file that holds what a page has
// beyond 8 MB until it is written.
func (h *HTML) Add(g *Game) error {
	h.body.Reset()
	p := page{HTML: h, Game: g, number: len(h.contents) + 1}
	if p.section(); p.err != nil {
		return p.err
	}
	if _, err := h.sections.Write(h.body.Bytes()); err != nil {
		return err
	}
	h.contents = append(h.contents, content{g.Title, g.End})
	return nil
}

// Size is how many bytes the games have so far.
func (h *HTML) Size() int64 { return h.sections.size }

// frame is what a page loads, and what leads away from it.
type frame struct{ policy, style, nav, script string }

// Write writes the page, once. Its title is that of the game where it has one
// only.
func (h *HTML) Write(w io.Writer, title string) error {
	return h.writeIn(w, title, frame{ContentPolicy, "<style>" + styleSheet + "</style>", "", "<script>" + script + "</script>"})
}

func (h *HTML) writeIn(w io.Writer, title string, f frame) error {
	var head bytes.Buffer
	if len(h.contents) == 1 {
		title = h.contents[0].title
	}
	fmt.Fprintf(&head, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
%s
</head>
<body>
%s<header class="page"><h1>%s</h1><button type="button" data-do="diagrams" data-script hidden aria-pressed="false">Diagrams</button><button type="button" data-do="theme" data-script hidden aria-label="Light or dark" title="Light or dark"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 0 0 0 18z"/><path fill="none" d="M12 3a9 9 0 0 1 0 18"/></svg></button></header>
`, f.policy, escape(title), f.style, f.nav, escape(title))
	if len(h.contents) != 1 {
		find := ""
		if len(h.contents) > manyGames {
			find = `<input type="search" class="find" data-script hidden aria-label="Find games by words" placeholder="Find games">`
		}
		fmt.Fprintf(&head, "<nav aria-label=\"Games\">%s<ol class=\"contents\">\n", find)
		for i, c := range h.contents {
			fmt.Fprintf(&head, "<li value=\"%d\"><a href=\"#g%d\">%s</a> <small>%s</small></li>\n", i+1, i+1, escape(c.title), escape(c.end))
		}
		head.WriteString("</ol></nav>\n")
	}
	head.WriteString("<main>\n")
	var foot bytes.Buffer
	foot.WriteString("</main>\n<footer data-script hidden>Arrow keys step through a game, up and down between side lines; space plays, f turns the board.</footer>\n")
	foot.WriteString(h.sheet.Symbols())
	fmt.Fprintf(&foot, "<script type=\"application/json\" id=\"pieces\">%s</script>\n%s\n</body>\n</html>\n", dataText(sheet{h.sheet}.symbols()), f.script)
	if _, err := head.WriteTo(w); err != nil {
		return err
	}
	if err := h.sections.copyTo(w); err != nil {
		return err
	}
	_, err := foot.WriteTo(w)
	return err
}

// Place is the id of a ply of the main line of a page's game, both counted from
// 1; at ply 0 that of the game.
func Place(game, ply int) string {
	if ply == 0 {
		return fmt.Sprintf("g%d", game)
	}
	return fmt.Sprintf("g%d-%d", game, ply)
}

func escape(text string) string {
	return html.EscapeString(strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "\uFFFD"))
}

// lines is a comment with its line ends.
func lines(text string) string { return strings.ReplaceAll(escape(text), "\n", "<br>") }

// dataText is a value as JSON that may stand in a script element.
func dataText(v any) string {
	text, err := json.Marshal(v) // which escapes < and >
	if err != nil {
		panic(err) // numbers, texts and lists can all be written
	}
	return string(text)
}

// page writes one game's section.
type page struct {
	*HTML
	*Game
	number int
	err    error
}

func (p *page) printf(format string, args ...any) { fmt.Fprintf(&p.body, format, args...) }

func (p *page) section() {
	p.printf("<section class=\"game\" id=\"g%d\" aria-label=\"%s\">\n", p.number, escape(p.Title))
	if p.number > 1 || p.Title != "" {
		p.printf("<h2>%s</h2>\n", escape(p.Title))
	}
	p.printf("<div class=\"body\">\n")
	if len(p.Headers) > 0 {
		p.printf("<dl class=\"head\">\n")
		for _, h := range p.Headers {
			p.printf("<dt>%s</dt><dd>%s</dd>\n", escape(h.Key), lines(h.Value))
		}
		p.printf("</dl>\n")
	}
	if p.Start.Scene != nil {
		p.board()
	}
	class := "moves"
	if p.long() {
		class += " long"
	}
	p.printf("<div class=\"%s\" role=\"group\" aria-label=\"Moves\">\n", class)
	p.comments(p.Comments)
	p.diagram("The start", &p.Start)
	p.moves()
	if f := p.Fault; f != nil {
		p.printf("<p class=\"fault\"><b>Not legal:</b> %s", escape(f.Text))
		if f.Rule != "" {
			p.printf(" (%s)", escape(f.Rule))
		}
		p.printf(": %s", escape(f.Message))
		if f.Rest != "" {
			p.printf("<br>The record: %s", escape(f.Rest))
		}
		p.printf("</p>\n")
	}
	if p.End != "" {
		p.printf("<p class=\"end\">%s</p>\n", escape(p.End))
	}
	p.printf("</div>\n</div>\n</section>\n")
}

// board writes the board that the script plays on: without it, the start.
func (p *page) board() {
	p.printf("<div class=\"board\">\n")
	scene := *p.Start.Scene
	scene.Title, scene.Description = "The start", describe(&scene)
	p.draw(&scene)
	p.printf(`<div class="play" data-script hidden role="toolbar" aria-label="Play through the game">`)
	for _, b := range []button{
		{"first", "To the start", "M5 5v14M19 5L9 12l10 7z"}, {"back", "One ply back", "M16 5L6 12l10 7z"},
		{"on", "One ply on", "M8 5l10 7-10 7z"}, {"last", "To the end", "M19 5v14M5 5l10 7-10 7z"},
	} {
		p.button(b, "")
	}
	p.printf(`<input type="range" min="0" max="%d" value="0" aria-label="Ply">`, len(p.Moves))
	for _, b := range []button{
		{"play", "Play", "M4 5l8 7-8 7zM16 6v12M20 6v12"}, {"turn", "Turn the board", "M8 4v15M4 15l4 4 4-4M16 20V5M12 9l4-4 4 4"},
	} {
		p.button(b, ` aria-pressed="false"`)
	}
	p.printf("</div>\n<p class=\"now\" role=\"status\" aria-live=\"polite\"></p>\n<script type=\"application/json\">%s</script>\n</div>\n", p.data())
}

// button is one of those under the board; its sign is a path in a box of 24.
type button struct{ does, words, sign string }

func (p *page) button(b button, more string) {
	p.printf(`<button type="button" data-do="%s" aria-label="%s" title="%s"%s><svg viewBox="0 0 24 24" aria-hidden="true"><path d="%s"/></svg></button>`,
		b.does, b.words, b.words, more, b.sign)
}

func (p *page) draw(s *diagram.Scene) {
	if err := p.sheet.Write(&p.body, s); err != nil && p.err == nil {
		p.err = err
	}
}

func (p *page) comments(texts []string) {
	for _, text := range texts {
		if oneLine(text) != "" {
			p.printf("<p class=\"k\">%s</p>\n", lines(text))
		}
	}
}

// diagram writes a picture of its own of a position.
func (p *page) diagram(caption string, at *Position) {
	if !at.Pictured || at.Scene == nil {
		return
	}
	scene := *at.Scene
	scene.Title, scene.Description = caption, describe(&scene)
	if at.Asked {
		p.printf("<figure class=\"asked\">")
	} else {
		p.printf("<figure>")
	}
	p.draw(&scene)
	p.printf("<figcaption>%s</figcaption></figure>\n", escape(caption))
}

// moves writes the main line in rows of a number and two plies, the rest across
// them.
func (p *page) moves() {
	second := false // a row's second ply comes next
	var pictured []step
	for s := range p.steps() {
		switch {
		case s.kind == stepPly && s.depth == 0:
			p.comments(s.ply.Before)
			if s.numbered || !second {
				if second && !s.ply.Second { // each ply has a number
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
			p.diagram("After "+s.ply.Label(), &s.ply.Position)
		case s.kind == stepPly:
			p.aside(s)
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
				p.diagram("After "+s.ply.Label(), &s.ply.Position)
			}
			pictured = nil
		default:
			p.printf(")")
		}
	}
}

// aside writes a ply of a side line.
func (p *page) aside(s step) {
	for _, comment := range s.ply.Before {
		p.word("<i>" + lines(comment) + "</i>")
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
		p.printf(" <i>%s</i>", lines(comment))
	}
}

// word begins a word of a side line, with a blank before it but behind a
// bracket.
func (p *page) word(text string) {
	if !bytes.HasSuffix(p.body.Bytes(), []byte("(")) {
		p.printf(" ")
	}
	p.printf("%s", text)
}

// link writes a ply as a link to itself, which the script makes one to its
// position.
func (p *page) link(s step) {
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
