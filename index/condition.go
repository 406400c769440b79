package index

import (
	"strings"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/index/pattern"
)

// Condition is met by games that have one of the terms in a field. With
// [begins], a game meets it if one of its terms begins with the only given
// term.
type Condition struct {
	Field  string
	Terms  []string
	Prefix bool
	Sides  bool     // also search the field of variations
	Shown  []string // terms for display; nil means the terms themselves
	None   bool     // inverts: games known to have no term in the field
}

// Conditions returns the lookups of a query, the most selective first.
func (q *Query) Conditions() []Condition {
	var all []Condition
	verdicts := q.Verdicts
	if q.Key != nil {
		all = append(all, Condition{Field: KeyField, Terms: []string{keyTerm(*q.Key)}, Sides: q.Variations})
		if len(verdicts) == 0 {
			verdicts = analysis.Proved
		}
	}
	if m := q.Match; m != nil {
		all = append(all, required(m.Condition)...)
		if m.Rules != nil {
			for _, anchor := range pattern.Compile(m.Condition, m.Rules).Anchors() {
				all = append(all, Condition{Field: PlacedField, Terms: placementTerms(anchor),
					Shown: placementNames(anchor, m.Rules)})
			}
			all = append(all, OfRules(m.Rules))
		}
	}
	all = append(all, q.Also...)
	if q.Variant != "" {
		all = append(all, Condition{Field: VariantField, Terms: []string{q.Variant}})
	}
	if len(verdicts) > 0 {
		all = append(all, Condition{Field: VerdictField, Terms: verdicts})
	}
	return all
}

// required returns the lookups that every hit of a condition meets.
func required(n pattern.Node) []Condition {
	switch n := n.(type) {
	case pattern.And:
		var all []Condition
		for _, part := range n.Of {
			all = append(all, required(part)...)
		}
		return all
	case pattern.Then:
		return append(required(n.First), required(n.Next)...)
	case pattern.For:
		return required(n.Of)
	case pattern.Header:
		return HeaderConditions(n)
	case pattern.Reached:
		return []Condition{ReachedCondition(n)}
	case pattern.Marked:
		return []Condition{Analysed()}
	case pattern.Sum:
		if n.UsesAnalysis() {
			return []Condition{Analysed()}
		}
	case pattern.Verdict:
		if !n.Not {
			return []Condition{{Field: VerdictField, Terms: []string{n.Text}}}
		}
	}
	return nil
}

// certain returns additional conditions under which games are hits without a
// scan. known is false if there are none. words says that the posting lists
// contain all words of headers.
func (q *Query) certain(words bool) (conditions []Condition, known bool) {
	if q.Match == nil {
		return nil, true
	}
	beside := q.Match.Condition
	if words {
		beside = remaining(beside)
	}
	r := q.Match.Rules
	switch {
	case r == nil || words && pattern.Any(q.Match.Condition, isReached):
		and, ok := beside.(pattern.And)
		return nil, ok && len(and.Of) == 0
	case pattern.Compile(beside, r).IsAnchor():
		if !q.Variations {
			conditions = []Condition{{Field: SideField, None: true}} // the pieces stand there in the starting position
		}
		return conditions, true
	case pattern.AtStart(beside, r):
		return []Condition{{Field: KeyField, Terms: []string{keyTerm(KeyOf(r.Start()))}}}, true
	}
	return nil, false
}

// remaining returns the rest of a condition that [required] does not look up.
func remaining(n pattern.Node) pattern.Node {
	var rest []pattern.Node
	var take func(pattern.Node)
	take = func(n pattern.Node) {
		switch n := n.(type) {
		case pattern.And:
			for _, part := range n.Of {
				take(part)
			}
			return
		case pattern.Header, pattern.Reached:
			return
		case pattern.Verdict:
			if !n.Not {
				return
			}
		}
		rest = append(rest, n)
	}
	if take(n); len(rest) == 1 {
		return rest[0]
	}
	return pattern.And{Of: rest}
}

func isReached(n pattern.Node) bool { _, is := n.(pattern.Reached); return is }

// placementNames returns placements as letter and square, for display.
func placementNames(anchor pattern.Anchor, r *rules.Rules) []string {
	names := make([]string, len(anchor))
	for i, p := range anchor {
		letter := r.Letter(p.Piece.Type())
		if p.Piece.Side() == rules.Second {
			letter = strings.ToLower(letter)
		}
		names[i] = letter + " " + r.SquareName(p.Square)
	}
	return names
}

// Analysed returns the lookup of games that have an engine analysis.
func Analysed() Condition { return Condition{Field: AnalysisField, Terms: []string{analysisTerm}} }

// HasHeader returns the lookup of games that have a header of this name, or
// comments if the name is "comment", with at least one word in it.
func HasHeader(name string) Condition {
	return Condition{Field: WordField, Terms: []string{namedTerm(name, "")}, Prefix: true}
}

// OfRules returns the lookup of games played by these rules.
func OfRules(r *rules.Rules) Condition {
	return Condition{Field: RulesField, Terms: []string{RulesName(r)}}
}

// ReachedCondition returns the lookup of games whose main line has one of the
// positions.
func ReachedCondition(n pattern.Reached) Condition {
	c := Condition{Field: KeyField, Terms: make([]string, len(n.Keys))}
	for i, key := range n.Keys {
		c.Terms[i] = keyTerm(key ^ salt(n.Rules))
	}
	return c
}

// HeaderConditions returns one condition per word; all must be met.
func HeaderConditions(h pattern.Header) []Condition {
	all := make([]Condition, len(h.Words))
	for i, word := range h.Words {
		if h.Name != "" {
			word = namedTerm(h.Name, word)
		}
		all[i] = Condition{Field: WordField, Terms: []string{word}, Prefix: h.Prefix && i == len(h.Words)-1}
	}
	return all
}

// begins reports whether a term starts with a word. A header's name without a
// word does not count.
func begins(term, word string) bool {
	rest, ok := strings.CutPrefix(term, word)
	return ok && !strings.Contains(rest, ":")
}
