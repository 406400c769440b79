package variant

import (
	_ "embed"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"assay/parser/scan"
)

// Ruling is a rule with an ID, or a notation's standard, in a sentence or two.
type Ruling struct {
	Number string // rule ID such as CSG-7, or the notation's name
	Says   string
}

// RulingGroup contains rules of one scope.
type RulingGroup struct {
	Of      string // every variant, traditional variants or notations
	Rulings []Ruling
}

//go:embed rulings.yaml
var sharedRulings []byte

// SharedRulings returns the rules that belong to no single variant: those of
// every variant, of traditional variants, and of notations. X-0 stands for the
// rule ID that [Definition.Number] completes. Do not modify the result.
var SharedRulings = sync.OnceValue(func() []RulingGroup {
	var document yaml.Node
	if err := yaml.Unmarshal(sharedRulings, &document); err != nil {
		panic(err) // ruled out by this package's tests
	}
	var groups Ordered[Ordered[string]]
	d := &decoder{file: "rulings.yaml"}
	d.decode(document.Content[0], reflect.ValueOf(&groups).Elem())
	if err := d.problems.Err(); err != nil {
		panic(err)
	}
	var out []RulingGroup
	for of, says := range groups.All() {
		out = append(out, RulingGroup{Of: of, Rulings: rulesOf(&says)})
	}
	return out
})

// traditionalPrefix starts the rule IDs of traditional variants.
const traditionalPrefix = "W"

// SharedRuling returns a shared rule by ID, and its scope.
func SharedRuling(number string) (r Ruling, of string, found bool) {
	for _, group := range SharedRulings() {
		if i := slices.IndexFunc(group.Rulings, func(r Ruling) bool { return r.Number == number }); i >= 0 {
			return group.Rulings[i], group.Of, true
		}
	}
	return Ruling{}, "", false
}

func rulesOf(says *Ordered[string]) []Ruling {
	out := make([]Ruling, 0, says.Len())
	for number, text := range says.All() {
		out = append(out, Ruling{number, text})
	}
	return out
}

// OwnRulings returns the rules that the definition itself describes, sorted by
// ID.
func (d *Definition) OwnRulings() []Ruling {
	out := rulesOf(&d.Says)
	slices.SortStableFunc(out, func(a, b Ruling) int { return ruleNumber(a.Number) - ruleNumber(b.Number) })
	return out
}

// ruleNumber returns the number in a rule ID.
func ruleNumber(number string) int {
	n, _ := strconv.Atoi(number[strings.LastIndexByte(number, '-')+1:]) // digits, or a key that keeps its place
	return n
}

// Cited returns the rule IDs in the definition, each once, in order of
// occurrence.
func (d *Definition) Cited() []string {
	var out []string
	d.citations(func(_ int, rule string) {
		if rule != "" && !slices.Contains(out, rule) {
			out = append(out, rule)
		}
	})
	return out
}

// citations calls each for every explicit or default rule ID in the definition.
// line is 0 for inherited parts.
func (d *Definition) citations(yield func(line int, rule string)) {
	for _, p := range d.Pieces.All() {
		yield(p.Line, d.Number(p.Rule))
		yield(p.Line, p.Limit)
		for _, m := range p.Moves {
			yield(m.Line, m.Rule)
		}
	}
	for _, p := range d.Promotion {
		yield(p.Line, d.Number(p.Rule))
		yield(p.Line, p.Into)
	}
	if h := d.Hand; h != nil {
		yield(h.Line, d.Number(h.Rule))
		yield(h.Line, h.CellRule)
	}
	if drops := d.Drops; drops != nil {
		for _, rule := range []string{d.Number(drops.Rule), drops.Promoted, drops.Promotes, drops.Occupied} {
			yield(drops.Line, rule)
		}
		for _, ban := range drops.Forbid {
			yield(ban.Line, d.Number(ban.Rule))
		}
	}
	if p := d.Pocket; p != nil {
		for _, rule := range []string{p.Rule, p.Promotes, p.Apart} {
			yield(p.Line, d.Number(rule))
		}
	}
	if c := d.Castling; c != nil {
		yield(c.Line, d.Number(c.Rule))
	}
	if g := d.Gating; g != nil {
		yield(g.Line, d.Number(g.Rule))
	}
	if a := d.Array; a != nil {
		yield(a.Line, d.Number(a.Rule))
	}
	for _, m := range d.Rules {
		yield(m.Line, d.Number(m.Rule))
	}
}

// cited checks that each rule ID belongs to the variant, to what it extends, or
// to the shared rules.
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
		case !ruleIDForm.MatchString(rule):
			c.report(line, "rule %q: expected a rule ID of a prefix in capitals, a hyphen and digits, such as %s-1",
				rule, c.d.Rulings)
		case !slices.Contains(c.d.prefixes, prefix):
			c.report(line, "rule %s: the rule IDs of this variant start with %s-", rule, c.d.Rulings)
		case prefix == traditionalPrefix:
			c.report(line, "rule %s: the shared rules have no such ID", rule)
		}
	})
}

// maxRuleText bounds the text of a rule in bytes.
const maxRuleText = 600

// ruleIDForm matches a prefix and a number, or FS and the key of
// Fairy-Stockfish that defines the rule (W-9).
var ruleIDForm = scan.NewPattern(`^([A-Z]{1,8}-[0-9]{1,4}|FS-[a-z][A-Za-z0-9]{0,63})$`)

// says checks the rule texts of a definition.
func (c *checker) says() {
	for number, text := range c.d.Says.All() {
		_, of, shared := SharedRuling(number)
		switch {
		case shared:
			c.report(0, "says %s: this rule of %s already has a text", number, of)
		case !ruleIDForm.MatchString(number):
			c.report(0, "says %s: expected a rule ID of a prefix in capitals, a hyphen and digits, such as %s-1",
				number, c.d.Rulings)
		case strings.TrimSpace(text) == "":
			c.report(0, "says %s: the text is missing", number)
		case len(text) > maxRuleText:
			c.report(0, "says %s: at most %d bytes, found %d", number, maxRuleText, len(text))
		}
	}
}
