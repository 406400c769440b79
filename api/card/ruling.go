package card

import (
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/variant"
	"assay/parser"
	"assay/parser/scan"
)

// Ruling is a rule that an error in a record may cite.
type Ruling struct {
	Number string `json:"number"` // rule ID such as CSG-7, or the name of a notation
	Says   string `json:"says"`
	Of     string `json:"of"` // what it applies to: this variant, every variant, traditional variants, notations
}

// thisVariant is the scope of a variant's own rules.
const thisVariant = "this variant"

// Ruling returns a rule by ID; nil if the card does not have it.
func (c *Card) Ruling(number string) *Ruling {
	i := slices.IndexFunc(c.RulingTexts, func(r Ruling) bool { return r.Number == number })
	if i < 0 {
		return nil
	}
	return &c.RulingTexts[i]
}

// addRulings adds every rule that an error may cite: the variant's own, in the
// words of its definition or else of its card, and the shared ones.
func (c *Card) addRulings() {
	d := c.rules.Definition()
	for _, r := range d.OwnRulings() {
		c.addRuling(thisVariant, r)
	}
	c.addMovement()
	w := &ruleCard{card: c, definition: d}
	for _, number := range d.Cited() {
		if _, _, shared := variant.SharedRuling(number); !shared && c.Ruling(number) == nil {
			c.addRuling(thisVariant, variant.Ruling{Number: number, Says: w.says(number)})
		}
	}
	for _, group := range variant.SharedRulings() {
		for _, r := range group.Rulings {
			if r.Number != movementRuling && c.concerns(r.Number) {
				c.addRuling(group.Of, r)
			}
		}
	}
}

func (c *Card) addRuling(of string, r variant.Ruling) {
	c.RulingTexts = append(c.RulingTexts, Ruling{Number: r.Number, Says: r.Says, Of: of})
}

// movementRuling stands for the rule PREFIX-0 of every variant.
const movementRuling = "X-0"

// addMovement inserts the rule about the movement of pieces first, under the
// variant's own rule ID.
func (c *Card) addMovement() {
	number := c.rules.Definition().Number("")
	if c.Ruling(number) != nil {
		return
	}
	if r, _, found := variant.SharedRuling(movementRuling); found {
		c.RulingTexts = slices.Insert(c.RulingTexts, 0, Ruling{Number: number, Says: r.Says, Of: thisVariant})
	}
}

// concerns reports whether a shared rule applies to the variant.
func (c *Card) concerns(number string) bool {
	series, _, _ := strings.Cut(number, "-")
	format := parser.Format(strings.ToLower(series))
	switch {
	case series == "W":
		return c.Rulings == "W" || len(c.Claims) > 0
	case !slices.Contains(parser.Formats(), format) || parser.Traits(format).Whole:
		return notation.Concerns(series, c.rules)
	}
	_, holds := notation.ForFormat(format, c.rules)
	return holds
}

// citation matches a rule ID, or the Fairy-Stockfish key in its place.
var citation = scan.NewPattern(`\b(?:[A-Z]{1,8}-[0-9]{1,4}|FS-[a-z][A-Za-z0-9]{0,63})\b`)

// Citations returns the byte ranges of rule IDs in a sentence of a rule card.
func Citations(sentence string) [][]int { return citation.FindAllStringIndex(sentence, -1) }

// says returns the card's words about a rule that the definition does not
// describe.
func (w *ruleCard) says(number string) string {
	var sentences []string
	for _, section := range w.sections() {
		for _, line := range section.Lines {
			if says, cites := strings.CutSuffix(line, " ("+number+")."); cites {
				sentences = append(sentences, says+".")
			}
		}
	}
	var pieces []string
	for _, letter := range w.definition.Pieces.Keys {
		p, _ := w.definition.Pieces.Get(letter)
		cited := w.definition.Number(p.Rule) == number || p.Limit == number
		for i := range p.Moves {
			cited = cited || p.Moves[i].Rule == number
		}
		if cited {
			pieces = append(pieces, p.Name)
		}
	}
	if len(pieces) > 0 {
		sentences = append(sentences, variant.Enumerate(pieces, "and")+": see the move diagrams.")
	}
	if len(sentences) > 0 {
		return strings.Join(sentences, " ")
	}
	return "The definition cites this rule without describing it."
}
