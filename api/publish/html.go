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
// they load nothing and run only their own style sheet and script.
var ContentPolicy = "default-src 'none'; style-src '" + cspHash(styleSheet) + "'; script-src '" + cspHash(script) +
	"'; base-uri 'none'; form-action 'none'"

func cspHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// sheetPrefix is the prefix of the ids of a page's drawings.
const sheetPrefix = "k"

// HTML is a page of one or more games: one self-contained file, whose script
// steps through the games. It is readable without the script.
type HTML struct {
	sheet    *diagram.Sheet
	contents []contentsEntry
	sections spool
	body     bytes.Buffer // of the game being added
}

// maxUnfiltered is the largest number of games on a page without a filter
// field.
const maxUnfiltered = 20

// contentsEntry is an entry of a page's table of contents.
type contentsEntry struct{ title, end string }

// NewHTML returns an empty page.
func NewHTML() *HTML { return &HTML{sheet: diagram.NewSheet(sheetPrefix)} }

// Add adds a game. If that fails, the page is unchanged. Errors concern an
// invalid scene, or the temporary file for pages larger than 8 MB.
func (h *HTML) Add(g *Game) error {
	h.body.Reset()
	p := sectionWriter{HTML: h, Game: g, number: len(h.contents) + 1}
	if p.section(); p.err != nil {
		return p.err
	}
	if _, err := h.sections.Write(h.body.Bytes()); err != nil {
		return err
	}
	h.contents = append(h.contents, contentsEntry{g.Title, g.End})
	return nil
}

// Size returns the size of the added games in bytes.
func (h *HTML) Size() int64 { return h.sections.size }

// pageAssets are the style sheet, script, policy and navigation of a page.
type pageAssets struct{ policy, style, nav, script string }

// Write writes the page; call it once. A page with a single game has the game's
// title.
func (h *HTML) Write(w io.Writer, title string) error {
	return h.writeWith(w, title, pageAssets{ContentPolicy, "<style>" + styleSheet + "</style>", "", "<script>" + script + "</script>"})
}

func (h *HTML) writeWith(w io.Writer, title string, f pageAssets) error {
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
%s<header class="page"><h1>%s</h1><button type="button" data-do="diagrams" data-script hidden aria-pressed="false">Diagrams</button><button type="button" data-do="theme" data-script hidden aria-label="Switch between light and dark" title="Switch between light and dark"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 0 0 0 18z"/><path fill="none" d="M12 3a9 9 0 0 1 0 18"/></svg></button></header>
`, f.policy, escape(title), f.style, f.nav, escape(title))
	if len(h.contents) != 1 {
		find := ""
		if len(h.contents) > maxUnfiltered {
			find = `<input type="search" class="find" data-script hidden aria-label="Find games" placeholder="Find games">`
		}
		fmt.Fprintf(&head, "<nav aria-label=\"Games\">%s<ol class=\"contents\">\n", find)
		for i, c := range h.contents {
			fmt.Fprintf(&head, "<li value=\"%d\"><a href=\"#g%d\">%s</a> <small>%s</small></li>\n", i+1, i+1, escape(c.title), escape(c.end))
		}
		head.WriteString("</ol></nav>\n")
	}
	head.WriteString("<main>\n")
	var foot bytes.Buffer
	foot.WriteString("</main>\n<footer data-script hidden>Left and right arrow keys step through a game; up and down switch variations. Space starts autoplay; f flips the board.</footer>\n")
	foot.WriteString(h.sheet.Symbols())
	fmt.Fprintf(&foot, "<script type=\"application/json\" id=\"pieces\">%s</script>\n%s\n</body>\n</html>\n", scriptJSON(sheetArtist{h.sheet}.symbols()), f.script)
	if _, err := head.WriteTo(w); err != nil {
		return err
	}
	if err := h.sections.copyTo(w); err != nil {
		return err
	}
	_, err := foot.WriteTo(w)
	return err
}

// Place returns the id of a ply of a page's game, both counted from 1; for ply
// 0 the id of the game.
func Place(game, ply int) string {
	if ply == 0 {
		return fmt.Sprintf("g%d", game)
	}
	return fmt.Sprintf("g%d-%d", game, ply)
}

func escape(text string) string {
	return html.EscapeString(strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "\uFFFD"))
}

// escapeLines escapes a comment and keeps its line breaks.
func escapeLines(text string) string { return strings.ReplaceAll(escape(text), "\n", "<br>") }

// scriptJSON returns a value as JSON that is safe inside a script element.
func scriptJSON(v any) string {
	text, err := json.Marshal(v) // escapes < and >
	if err != nil {
		panic(err) // numbers, strings and lists cannot fail
	}
	return string(text)
}

// sectionWriter writes the section of one game.
type sectionWriter struct {
	*HTML
	*Game
	number int
	err    error
}

func (p *sectionWriter) printf(format string, args ...any) { fmt.Fprintf(&p.body, format, args...) }

func (p *sectionWriter) section() {
	p.printf("<section class=\"game\" id=\"g%d\" aria-label=\"%s\">\n", p.number, escape(p.Title))
	if p.number > 1 || p.Title != "" {
		p.printf("<h2>%s</h2>\n", escape(p.Title))
	}
	p.printf("<div class=\"body\">\n")
	if len(p.Headers) > 0 {
		p.printf("<dl class=\"head\">\n")
		for _, h := range p.Headers {
			p.printf("<dt>%s</dt><dd>%s</dd>\n", escape(h.Key), escapeLines(h.Value))
		}
		p.printf("</dl>\n")
	}
	if p.Start.Scene != nil {
		p.board()
	}
	class := "moves"
	if p.hasLongMoves() {
		class += " long"
	}
	p.printf("<div class=\"%s\" role=\"group\" aria-label=\"Moves\">\n", class)
	p.comments(p.Comments)
	p.diagram("Starting position", &p.Start)
	p.moves()
	if f := p.Fault; f != nil {
		p.printf("<p class=\"fault\"><b>Error in the record:</b> %s", escape(f.Text))
		if f.Rule != "" {
			p.printf(" (%s)", escape(f.Rule))
		}
		p.printf(": %s", escape(f.Message))
		if f.Rest != "" {
			p.printf("<br>Rest of the record: %s", escape(f.Rest))
		}
		p.printf("</p>\n")
	}
	if p.End != "" {
		p.printf("<p class=\"end\">%s</p>\n", escape(p.End))
	}
	p.printf("</div>\n</div>\n</section>\n")
}

// board writes the board for the script; without the script, it shows the
// start.
func (p *sectionWriter) board() {
	p.printf("<div class=\"board\">\n")
	scene := *p.Start.Scene
	scene.Title, scene.Description = "Starting position", describe(&scene)
	p.draw(&scene)
	p.printf(`<div class="play" data-script hidden role="toolbar" aria-label="Navigation">`)
	for _, b := range []button{
		{"first", "Go to start", "M5 5v14M19 5L9 12l10 7z"}, {"back", "Previous move", "M16 5L6 12l10 7z"},
		{"on", "Next move", "M8 5l10 7-10 7z"}, {"last", "Go to end", "M19 5v14M5 5l10 7-10 7z"},
	} {
		p.button(b, "")
	}
	p.printf(`<input type="range" min="0" max="%d" value="0" aria-label="Ply">`, len(p.Moves))
	for _, b := range []button{
		{"play", "Autoplay", "M4 5l8 7-8 7zM16 6v12M20 6v12"}, {"turn", "Flip board", "M8 4v15M4 15l4 4 4-4M16 20V5M12 9l4-4 4 4"},
	} {
		p.button(b, ` aria-pressed="false"`)
	}
	p.printf("</div>\n<p class=\"now\" role=\"status\" aria-live=\"polite\"></p>\n<script type=\"application/json\">%s</script>\n</div>\n", p.data())
}

// button is a button below the board; sign is path data in a 24×24 box.
type button struct{ does, words, sign string }

func (p *sectionWriter) button(b button, more string) {
	p.printf(`<button type="button" data-do="%s" aria-label="%s" title="%s"%s><svg viewBox="0 0 24 24" aria-hidden="true"><path d="%s"/></svg></button>`,
		b.does, b.words, b.words, more, b.sign)
}

func (p *sectionWriter) draw(s *diagram.Scene) {
	if err := p.sheet.Write(&p.body, s); err != nil && p.err == nil {
		p.err = err
	}
}

func (p *sectionWriter) comments(texts []string) {
	for _, text := range texts {
		if oneLine(text) != "" {
			p.printf("<p class=\"k\">%s</p>\n", escapeLines(text))
		}
	}
}

// diagram writes a separate diagram of a position.
func (p *sectionWriter) diagram(caption string, at *Position) {
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
			p.diagram("After "+s.ply.Label(), &s.ply.Position)
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
				p.diagram("After "+s.ply.Label(), &s.ply.Position)
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
		p.word("<i>" + escapeLines(comment) + "</i>")
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
		p.printf(" <i>%s</i>", escapeLines(comment))
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
