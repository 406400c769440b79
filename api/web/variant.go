package web

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"regexp"
	"strings"

	"assay/api"
	"assay/api/diagram"
)

func (b *board) listVariants(w http.ResponseWriter, r *http.Request) error {
	type row struct {
		api.VariantSummary
		Picture template.HTML
	}
	var rows []row
	for _, v := range b.archive.Variants() {
		rows = append(rows, row{v, template.HTML(`<img class="thumb" loading="lazy" alt="" src="/api/v1/diagram.svg?variant=` + v.ID + `">`)})
	}
	return b.render(w, r, http.StatusOK, "variants", page{Title: "Games", Place: "variants", Data: rows})
}

// variantData is a rule card.
type variantData struct {
	*api.VariantCard
	Picture template.HTML
	Legend  string
	Pieces  []pieceCard
	Parts   []part
	Options string
}

// pieceCard is a kind of piece on a rule card.
type pieceCard struct {
	api.PieceText
	Glyph  template.HTML
	Ways   []wayCard
	Anchor string // the ruling, at the first piece that cites it
}

// wayCard is a move diagram with what limits the moves.
type wayCard struct {
	Picture     template.HTML
	Betza, Says string
}

// part is a section of a rule card.
type part struct {
	Title string
	Lines []line
}

// line is a sentence with the rulings that it cites, which are its anchors.
type line struct {
	Text    string
	Anchors []string
}

// ruling is the number of a ruling in a sentence.
var ruling = regexp.MustCompile(`[A-Z]{1,4}-[0-9]+`)

func (b *board) showVariant(w http.ResponseWriter, r *http.Request) error {
	options := r.URL.Query().Get("options")
	card, err := b.archive.Variant(r.PathValue("id"), options)
	if err != nil {
		return err
	}
	p, err := b.archive.Position(card.ID, options, "")
	if err != nil {
		return err
	}
	data, err := b.viewPosition(p, false)
	if err != nil {
		return err
	}
	d := variantData{VariantCard: card, Options: options, Picture: markup(data.Stage.picture(data.Filled, nil, card.Name+", the start"))}
	text := card.Explain()
	seen := map[string]bool{}
	d.Legend = text.Legend
	for _, piece := range text.Pieces {
		var glyph bytes.Buffer
		if err := diagram.WritePiece(&glyph, &piece.Drawn, 44); err != nil {
			return err
		}
		c := pieceCard{PieceText: piece, Glyph: markup(glyph.String())}
		if !seen[piece.Rule] {
			seen[piece.Rule] = true
			c.Anchor = piece.Rule
		}
		for _, way := range piece.Ways {
			c.Ways = append(c.Ways, wayCard{markup(moveDiagram(way.Rows, piece.Name)), way.Betza, way.Says})
		}
		d.Pieces = append(d.Pieces, c)
	}
	for _, section := range text.Sections {
		out := part{Title: section.Title}
		for _, sentence := range section.Lines {
			l := line{Text: sentence}
			for _, id := range ruling.FindAllString(sentence, -1) {
				if !seen[id] {
					seen[id] = true
					l.Anchors = append(l.Anchors, id)
				}
			}
			out.Lines = append(out.Lines, l)
		}
		d.Parts = append(d.Parts, out)
	}
	return b.render(w, r, http.StatusOK, "variant", page{Title: card.Name, Place: "variants", Data: d})
}

// signs are what move diagrams show for each character: shapes, which are told
// apart without colours.
var signs = map[rune]string{
	'o': `<circle class="go take" r="5"/>`,
	'm': `<circle class="go" r="5"/>`,
	'x': `<path class="take" d="M-5-5L5 5M5-5L-5 5"/>`,
	'O': `<circle class="go take" r="5"/><circle class="ride" r="8"/>`,
	'M': `<circle class="go" r="5"/><circle class="ride" r="8"/>`,
	'X': `<path class="take" d="M-5-5L5 5M5-5L-5 5"/><circle class="ride" r="8"/>`,
	'#': `<rect class="hurdle" x="-6" y="-6" width="12" height="12"/>`,
	'&': `<rect class="hurdle" x="-7" y="-7" width="14" height="14"/><circle class="go take" r="4"/>`,
	',': `<circle class="path" r="2.2"/>`,
	'@': `<path class="self" d="M0-8L7-4L8 8H-8L-7-4Z"/>`,
}

// moveDiagram draws the characters of a move diagram.
func moveDiagram(rows []string, name string) string {
	const cell = 22
	var b strings.Builder
	n := len(rows)
	fmt.Fprintf(&b, `<svg class="moves" viewBox="-1 -1 %d %d" width="%d" role="img" aria-label="moves of the %s"><path class="grid" d="`, n*cell+2, n*cell+2, n*cell+2, escape(name))
	for i := 0; i <= n; i++ {
		fmt.Fprintf(&b, "M0 %dH%dM%d 0V%d", i*cell, n*cell, i*cell, n*cell)
	}
	b.WriteString(`"/>`)
	for y, row := range rows {
		for x, char := range row {
			if sign := signs[char]; sign != "" {
				fmt.Fprintf(&b, `<g transform="translate(%d %d)">%s</g>`, x*cell+cell/2, y*cell+cell/2, sign)
			}
		}
	}
	b.WriteString("</svg>")
	return b.String()
}

func (b *board) checkVariant(w http.ResponseWriter, r *http.Request) error {
	return b.render(w, r, http.StatusOK, "check", page{Title: "Check a definition", Place: "variants", Script: "check.js", Data: example})
}

// example is what the page starts from: a whole small game.
const example = `id: small-chess
name: "Small chess"
version: "1"
rulings: SC
sources: ["Mine"]
summary: Chess on six by six squares without bishops.
board: {files: 6, ranks: 6, checkered: true}
sides:
  - name: White
  - name: Black
regions:
  end: [rank 6]
pieces:
  P: {name: Pawn, moves: mfWcfF, glyph: pawn, value: 100}
  N: {name: Knight, moves: N, glyph: knight, value: 300}
  R: {name: Rook, moves: R, glyph: rook, value: 500}
  Q: {name: Queen, moves: Q, glyph: queen, value: 900}
  K: {name: King, moves: K, royal: true, glyph: king}
start: rnqknr/pppppp/6/6/PPPPPP/RNQKNR w
promotion:
  - pieces: {P: [Q, R, N]}
    zone: end
    on: end
    always: true
`
