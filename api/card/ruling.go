package card

import (
	"regexp"
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/variant"
	"assay/parser"
)

// Ruling is a ruling that an error in a record of the game may cite.
type Ruling struct {
	Number string `json:"number"` // as CSG-7, or the name of a notation
	Says   string `json:"says"`
	Of     string `json:"of"` // this game, every game, games of the world, notations
}

// thisGame is what a game's own rulings are of.
const thisGame = "this game"

// Ruling is the ruling of a number, nil for one that the game knows nothing of.
func (c *Card) Ruling(number string) *Ruling {
	i := slices.IndexFunc(c.RulingTexts, func(r Ruling) bool { return r.Number == number })
	if i < 0 {
		return nil
	}
	return &c.RulingTexts[i]
}

// addRulings lists every ruling that may be cited: the game's own, as its
// definition words them or else as its card does, and those it shares.
func (c *Card) addRulings() {
	d := c.rules.Definition()
	for _, r := range d.OwnRulings() {
		c.addRuling(thisGame, r)
	}
	c.addMovement()
	w := &ruleCard{card: c, definition: d}
	for _, number := range d.Cited() {
		if _, _, shared := variant.SharedRuling(number); !shared && c.Ruling(number) == nil {
			c.addRuling(thisGame, variant.Ruling{Number: number, Says: w.says(number)})
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

// movementRuling stands for the number PREFIX-0 of every game.
const movementRuling = "X-0"

// addMovement puts the ruling on the movement of pieces first, under the
// game's own number.
func (c *Card) addMovement() {
	number := c.rules.Definition().Number("")
	if c.Ruling(number) != nil {
		return
	}
	if r, _, found := variant.SharedRuling(movementRuling); found {
		c.RulingTexts = slices.Insert(c.RulingTexts, 0, Ruling{Number: number, Says: r.Says, Of: thisGame})
	}
}

// concerns reports whether a shared ruling can be cited of the game.
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

// citation is the number of a ruling in a sentence, or the key that has its
// place.
var citation = regexp.MustCompile(`\b(?:[A-Z]{1,8}-[0-9]{1,4}|FS-[a-z][A-Za-z0-9]{0,63})\b`)

// Citations are where a sentence of a rule card cites rulings: begin and end of
// each number, in bytes.
func Citations(sentence string) [][]int { return citation.FindAllStringIndex(sentence, -1) }

// says is what the card has on a ruling that its definition does not word.
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
		sentences = append(sentences, variant.Enumerate(pieces, "and")+": the moves are those of the diagrams.")
	}
	if len(sentences) > 0 {
		return strings.Join(sentences, " ")
	}
	return "The definition cites it and does not say what it says."
}
