package variant

import (
	_ "embed"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// Ruling is a decision that messages cite by its number, or the standard of a
// notation, in a sentence or two.
type Ruling struct {
	Number string // as CSG-7, or the notation's name
	Says   string
}

// RulingGroup is rulings that hold for the same games or records.
type RulingGroup struct {
	Of      string // what they are rulings of
	Rulings []Ruling
}

//go:embed rulings.yaml
var sharedRulings []byte

// SharedRulings are those that are no game's own: of every game, of games of
// the world, of notations. X-0 stands for the number that [Definition.Number]
// completes. They are not to be changed.
var SharedRulings = sync.OnceValue(func() []RulingGroup {
	var document yaml.Node
	if err := yaml.Unmarshal(sharedRulings, &document); err != nil {
		panic(err) // which the tests of this package rule out
	}
	var groups Ordered[Ordered[string]]
	d := &decoder{file: "rulings.yaml"}
	d.decode(document.Content[0], reflect.ValueOf(&groups).Elem())
	if err := d.problems.Err(); err != nil {
		panic(err)
	}
	var out []RulingGroup
	for of, says := range groups.All() {
		out = append(out, RulingGroup{Of: of, Rulings: rulingsOf(&says)})
	}
	return out
})

// worldPrefix begins the numbers of the rulings of games of the world.
const worldPrefix = "W"

// SharedRuling finds a ruling that is no game's own, and what it is of.
func SharedRuling(number string) (r Ruling, of string, found bool) {
	for _, group := range SharedRulings() {
		if i := slices.IndexFunc(group.Rulings, func(r Ruling) bool { return r.Number == number }); i >= 0 {
			return group.Rulings[i], group.Of, true
		}
	}
	return Ruling{}, "", false
}

func rulingsOf(says *Ordered[string]) []Ruling {
	out := make([]Ruling, 0, says.Len())
	for number, text := range says.All() {
		out = append(out, Ruling{number, text})
	}
	return out
}

// OwnRulings are the rulings that the definition itself puts into words, in the
// order of their numbers.
func (d *Definition) OwnRulings() []Ruling {
	out := rulingsOf(&d.Says)
	slices.SortStableFunc(out, func(a, b Ruling) int { return rulingOrder(a.Number) - rulingOrder(b.Number) })
	return out
}

// rulingOrder is the count of a ruling in its series.
func rulingOrder(number string) int {
	n, _ := strconv.Atoi(number[strings.LastIndexByte(number, '-')+1:]) // digits or a key, which stays where it is
	return n
}

// Cited are the numbers of the rulings that the definition gives to its parts,
// each once, as they come.
func (d *Definition) Cited() []string {
	var out []string
	d.citations(func(_ int, rule string) {
		if rule != "" && !slices.Contains(out, rule) {
			out = append(out, rule)
		}
	})
	return out
}

// citations gives every number that a part of the definition has or could have,
// with the line of the part, 0 where it is from what the definition extends.
func (d *Definition) citations(each func(line int, rule string)) {
	for _, p := range d.Pieces.All() {
		each(p.Line, d.Number(p.Rule))
		each(p.Line, p.Limit)
		for _, m := range p.Moves {
			each(m.Line, m.Rule)
		}
	}
	for _, p := range d.Promotion {
		each(p.Line, d.Number(p.Rule))
		each(p.Line, p.Into)
	}
	if h := d.Hand; h != nil {
		each(h.Line, d.Number(h.Rule))
		each(h.Line, h.CellRule)
	}
	if drops := d.Drops; drops != nil {
		for _, rule := range []string{d.Number(drops.Rule), drops.Promoted, drops.Promotes, drops.Occupied} {
			each(drops.Line, rule)
		}
		for _, ban := range drops.Forbid {
			each(ban.Line, d.Number(ban.Rule))
		}
	}
	if p := d.Pocket; p != nil {
		for _, rule := range []string{p.Rule, p.Promotes, p.Apart} {
			each(p.Line, d.Number(rule))
		}
	}
	if c := d.Castling; c != nil {
		each(c.Line, d.Number(c.Rule))
	}
	if g := d.Gating; g != nil {
		each(g.Line, d.Number(g.Rule))
	}
	if a := d.Array; a != nil {
		each(a.Line, d.Number(a.Rule))
	}
	for _, m := range d.Rules {
		each(m.Line, d.Number(m.Rule))
	}
}

// cited checks that the numbers are those of this game, of what it extends, or
// of all games.
func (c *checker) cited() {
	c.d.citations(func(line int, rule string) {
		if line == 0 || rule == "" || c.d.Rulings == "" {
			return
		}
		_, worded := c.d.Says.Get(rule)
		_, _, shared := SharedRuling(rule)
		prefix, _, _ := strings.Cut(rule, "-")
		switch {
		case worded || shared || slices.Contains(c.d.prefixes, strings.TrimSuffix(rule, "-0")):
		case !rulingForm.MatchString(rule):
			c.report(line, "rule %q: a ruling's number is a prefix in capitals, a hyphen and digits, such as %s-1", rule, c.d.Rulings)
		case !slices.Contains(c.d.prefixes, prefix):
			c.report(line, "rule %s: the rulings of this game begin with %s-", rule, c.d.Rulings)
		case prefix == worldPrefix:
			c.report(line, "rule %s: there is no such ruling of games of the world", rule)
		}
	})
}

// longestRuling bounds what a definition says of one ruling, in bytes.
const longestRuling = 600

// rulingForm is a prefix and a number, or, where Fairy-Stockfish says what
// holds, FS and the key that says it (W-9).
var rulingForm = regexp.MustCompile(`^([A-Z]{1,8}-[0-9]{1,4}|FS-[a-z][A-Za-z0-9]{0,63})$`)

// says checks the words that a definition has for its rulings.
func (c *checker) says() {
	for number, text := range c.d.Says.All() {
		_, of, shared := SharedRuling(number)
		switch {
		case shared:
			c.report(0, "says %s: that is a ruling of %s, which has its words", number, of)
		case !rulingForm.MatchString(number):
			c.report(0, "says %s: a ruling's number is a prefix in capitals, a hyphen and digits, such as %s-1", number, c.d.Rulings)
		case strings.TrimSpace(text) == "":
			c.report(0, "says %s: a sentence is missing", number)
		case len(text) > longestRuling:
			c.report(0, "says %s: at most %d bytes, found %d", number, longestRuling, len(text))
		}
	}
}
