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
	for _, of := range groups.Keys {
		says, _ := groups.Get(of)
		out = append(out, RulingGroup{Of: of, Rulings: rulingsOf(&says)})
	}
	return out
})

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
	for _, number := range says.Keys {
		text, _ := says.Get(number)
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
	n, _ := strconv.Atoi(number[strings.LastIndexByte(number, '-')+1:]) // digits, as rulingForm says
	return n
}

// Cited are the numbers of the rulings that the definition gives to its parts,
// each once, as they come.
func (d *Definition) Cited() []string {
	var out []string
	add := func(rules ...string) {
		for _, rule := range rules {
			if rule != "" && !slices.Contains(out, rule) {
				out = append(out, rule)
			}
		}
	}
	for _, letter := range d.Pieces.Keys {
		p, _ := d.Pieces.Get(letter)
		add(d.Number(p.Rule), p.Limit)
		for _, m := range p.Moves {
			add(m.Rule)
		}
	}
	for _, p := range d.Promotion {
		add(d.Number(p.Rule), p.Into)
	}
	if h := d.Hand; h != nil {
		add(d.Number(h.Rule), h.CellRule)
	}
	if drops := d.Drops; drops != nil {
		add(d.Number(drops.Rule), drops.Promoted, drops.Promotes, drops.Occupied)
		for _, ban := range drops.Forbid {
			add(d.Number(ban.Rule))
		}
	}
	if p := d.Pocket; p != nil {
		add(d.Number(p.Rule), d.Number(p.Promotes), d.Number(p.Apart))
	}
	if c := d.Castling; c != nil {
		add(d.Number(c.Rule))
	}
	if a := d.Array; a != nil {
		add(d.Number(a.Rule))
	}
	for _, m := range d.Rules {
		add(d.Number(m.Rule))
	}
	return out
}

// longestRuling bounds what a definition says of one ruling, in bytes.
const longestRuling = 600

var rulingForm = regexp.MustCompile(`^[A-Z]{1,8}-[0-9]{1,4}$`)

// says checks the words that a definition has for its rulings.
func (c *checker) says() {
	for _, number := range c.d.Says.Keys {
		text, _ := c.d.Says.Get(number)
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
