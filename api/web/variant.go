package web

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"assay/api/card"
	"assay/api/define"
	"assay/api/diagram"
	"assay/api/locale"
	"assay/api/present"
	"assay/parser/scan"
)

// variantList is the data of the page that lists variants.
type variantList struct {
	Words    string
	Variants []variantRow
}

type variantRow struct {
	define.VariantSummary
	Picture template.HTML
}

func (h *handler) listVariants(w http.ResponseWriter, r *http.Request) error {
	list := variantList{Words: r.URL.Query().Get("q")}
	words := strings.Fields(strings.ToLower(list.Words))
	for _, v := range h.variants() {
		text := strings.ToLower(strings.Join(append(v.Aliases, v.ID, v.Name, v.Summary), "\n"))
		if slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }) {
			continue
		}
		list.Variants = append(list.Variants,
			variantRow{v, template.HTML(`<img class="thumb" loading="lazy" alt="" src="` + escape(diagramURL(r, v.ID)) +
				`">`)})
	}
	return h.render(w, r, http.StatusOK, "variants", page{Title: "Variants", Place: "variants", Data: list})
}

// variants returns the variants sorted by name, without regard to case.
func (h *handler) variants() []define.VariantSummary {
	list := h.archive.Variants()
	slices.SortStableFunc(list, func(a, h define.VariantSummary) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(h.Name))
	})
	return list
}

// variantData is the data of a variant's page.
type variantData struct {
	*card.Card
	Picture   template.HTML
	Legend    string
	BoardName string // the name for the board's requests
	Pieces    []pieceCard
	Sections  []ruleSection
	Choices   []optionChoice
	Settings  *settingsForm
	Rulings   []ruleGroup
}

// optionChoice is an option with its possible values.
type optionChoice struct {
	card.Option
	Values []optionValue
}

// optionValue is a value of an option. Its link keeps the other options.
type optionValue struct {
	Text    string
	Address string
	Chosen  bool
}

// pieceCard is a kind of piece on a variant's page.
type pieceCard struct {
	card.PieceText
	Glyph template.HTML
	Moves []moveCard
	Rule  []phrase
}

// moveCard is a move diagram with the restrictions of the moves.
type moveCard struct {
	Picture template.HTML
	Betza   string
	Limits  ruleLine
}

// ruleSection is a section of a variant's page.
type ruleSection struct {
	Title string
	Lines []ruleLine
}

// ruleLine is a sentence of a variant's page.
type ruleLine struct {
	Phrases []phrase
	English bool // not in the language of the page
}

// phrase is part of a sentence: text, or the ID of a rule on the page.
type phrase struct {
	Text   string
	Ruling bool
}

// ruleGroup is the rules of one kind of games or records.
type ruleGroup struct {
	Subject string
	Rulings []ruleCardEntry
}

// ruleCardEntry is a rule and the pieces whose moves it concerns.
type ruleCardEntry struct {
	card.Ruling
	Pieces []card.PieceText
}

func (h *handler) showVariant(w http.ResponseWriter, r *http.Request) error {
	name, options := r.PathValue("id"), r.URL.Query().Get("options")
	found, err := card.Find(h.archive.Arbiter, name, options)
	if err != nil {
		return err
	}
	p, err := h.archive.Position(name, options, "") // not by ID, which an unpublished variant lacks
	if err != nil {
		return err
	}
	look, err := chosenSettings(w, r, found.ID)
	if err != nil {
		return err
	}
	view, err := present.PlayDrawn(p, nil, present.DrawingSettings{Look: look})
	if err != nil {
		return err
	}
	c := locale.Of(languageOf(r))
	translateSides(view.Drawing.View, c)
	d := variantData{Card: found, BoardName: name,
		Picture: trustedSVG(picture(view.Drawing.View, view.Drawing.Filled, nil, c.Format(startLabel, found.Name))),
		Choices: optionChoices(found), Settings: newSettingsForm(p.Rules(), look)}
	d.Settings.Options = options
	text := found.Explain()
	d.Legend = text.Legend
	about := map[string][]card.PieceText{}
	for _, piece := range text.Pieces {
		var glyph bytes.Buffer
		piece.Drawn.Name = piece.Name
		if err := diagram.WritePiece(&glyph, &piece.Drawn, 44); err != nil {
			return err
		}
		about[piece.Rule] = append(about[piece.Rule], piece)
		drawn := pieceCard{PieceText: piece, Glyph: trustedSVG(glyph.String()), Rule: phrases(found, piece.Rule)}
		for _, way := range piece.Ways {
			drawn.Moves = append(drawn.Moves,
				moveCard{trustedSVG(moveDiagram(way.Rows, text.Hexagons, c.Format(movesLabel, piece.Name))), way.Betza,
					lineOf(found, c, way.Says)})
		}
		d.Pieces = append(d.Pieces, drawn)
	}
	for _, section := range text.Sections {
		out := ruleSection{Title: section.Title}
		for _, sentence := range section.Lines {
			out.Lines = append(out.Lines, lineOf(found, c, sentence))
		}
		d.Sections = append(d.Sections, out)
	}
	for _, ruling := range found.RulingTexts {
		if n := len(d.Rulings); n == 0 || d.Rulings[n-1].Subject != ruling.Of {
			d.Rulings = append(d.Rulings, ruleGroup{Subject: ruling.Of})
		}
		group := &d.Rulings[len(d.Rulings)-1]
		group.Rulings = append(group.Rulings, ruleCardEntry{ruling, about[ruling.Number]})
	}
	return h.render(w, r, http.StatusOK, "variant",
		page{Title: found.Name, Place: "variants", Script: "card.js", Data: d})
}

// cited matches the rule ID at the end of a sentence.
var cited = scan.NewPattern(`^(.*) \(([^()]+)\)(\.?)$`)

// sayCited translates a sentence that ends with its rule ID.
func sayCited(c *locale.Catalogue, sentence string) string {
	found := cited.FindStringSubmatch(sentence)
	if found == nil {
		return c.Say(sentence)
	}
	said := c.Say(found[1])
	if said == found[1] {
		return sentence
	}
	stop := ""
	if found[3] != "" {
		stop = c.Stop()
	}
	return said + " (" + found[2] + ")" + stop
}

// englishWords matches words of English sentences that no other language of the
// pages has.
var englishWords = scan.NewPattern(`\b(the|of|by|its|with|that|which|when|wins|and|from|they|must|is|over|only|never|` +
	`may|this|records|repeats|has|dropped|drop|any|pieces|last royal|but not)\b|\w's `)

// whole returns a text of a rule card in the language of a catalogue, or in
// English if a part of it has no translation.
func whole(c *locale.Catalogue, text string) string {
	said := c.Say(text)
	if englishWords.MatchString(said) {
		return text
	}
	return said
}

// lineOf returns a sentence of the rule card in the language of a catalogue, or
// in English if a part of it has no translation.
func lineOf(found *card.Card, c *locale.Catalogue, sentence string) ruleLine {
	said := sayCited(c, sentence)
	if c != nil && englishWords.MatchString(said) {
		return ruleLine{phrases(found, sentence), true}
	}
	return ruleLine{phrases(found, said), false}
}

// optionChoices returns the options of a variant with their links.
func optionChoices(c *card.Card) []optionChoice {
	var out []optionChoice
	for _, option := range c.Options {
		choice := optionChoice{Option: option}
		for _, value := range option.Values {
			var words []string
			for _, other := range c.Options {
				chosen := other.Chosen
				if other.Name == option.Name {
					chosen = value
				}
				if chosen != other.Default {
					words = append(words, other.Name+"="+chosen)
				}
			}
			address := "/variants/" + c.ID
			if len(words) > 0 {
				address += "?" + url.Values{"options": {strings.Join(words, " ")}}.Encode()
			}
			choice.Values = append(choice.Values, optionValue{value, address, value == option.Chosen})
		}
		out = append(out, choice)
	}
	return out
}

// phrases splits a sentence at its rule IDs.
func phrases(c *card.Card, sentence string) []phrase {
	var out []phrase
	at := 0
	for _, citation := range card.Citations(sentence) {
		number := sentence[citation[0]:citation[1]]
		if c.Ruling(number) == nil {
			continue
		}
		if citation[0] > at {
			out = append(out, phrase{Text: sentence[at:citation[0]]})
		}
		out = append(out, phrase{number, true})
		at = citation[1]
	}
	if at < len(sentence) {
		out = append(out, phrase{Text: sentence[at:]})
	}
	return out
}

// startLabel and movesLabel are the labels of pictures.
const (
	startLabel = "{1}, starting position"
	movesLabel = "Moves of the {1}"
)

// diagramSigns are the shapes for the characters of move diagrams. They are
// distinguishable without colours.
var diagramSigns = map[rune]string{
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

// moveDiagram draws a move diagram on squares or hexagons.
func moveDiagram(rows []string, hexagons bool, label string) string {
	const cell = 22
	comb, rings := diagram.Comb(cell), len(rows)/2
	w, h := float64(len(rows)*cell), float64(len(rows)*cell)
	middle := func(files, down int) (x, y float64) { return float64(files * cell), float64(down * cell) }
	outline := fmt.Sprintf("M%d %dh%[3]dv%[3]dh-%[3]dz", -cell/2, -cell/2, cell)
	if hexagons {
		rings /= 2
		w, h = comb.Span(rings)
		middle = func(files, down int) (x, y float64) { return comb.Middle(files, (files-down)/2) }
		outline = comb.Outline()
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="moves" viewBox="%.1f %.1f %.1f %.1f" width="%.0f" role="img" aria-label="%s">`, -w/2-1, -h/2-1, w+2, h+2, w+2, escape(label))
	for y, row := range rows {
		for x, char := range row {
			if char == ' ' {
				continue
			}
			atX, atY := middle(x-rings, y-len(rows)/2)
			fmt.Fprintf(&b, `<g transform="translate(%.4g %.4g)"><path class="grid" d="%s"/>%s</g>`, atX, atY, outline,
				diagramSigns[char])
		}
	}
	b.WriteString("</svg>")
	return b.String()
}

func (h *handler) editVariant(w http.ResponseWriter, r *http.Request) error {
	return h.render(w, r, http.StatusOK, "check",
		page{Title: "Create a variant", Place: "variants", Script: "check.js", Data: example})
}

// example is the initial text of the definition editor: a complete small
// variant.
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
rules:
  - {module: royal-safety}
  - {module: no-moves, attacked: loss, free: draw}
`
