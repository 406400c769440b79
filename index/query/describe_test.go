package query

import (
	"fmt"
	"strings"

	"assay/analysis/rules"
	"assay/index/pattern"
)

// describe returns a short form of a bound condition, with piece letters and
// square names.
func describe(r *rules.Rules, n pattern.Node) string {
	d := describer{r}
	return d.node(n)
}

type describer struct{ rules *rules.Rules }

func (d describer) node(n pattern.Node) string {
	switch n := n.(type) {
	case pattern.And:
		return "(" + d.joined(n.Of, " & ") + ")"
	case pattern.Or:
		return "(" + d.joined(n.Of, " | ") + ")"
	case pattern.Not:
		return "!" + d.node(n.Of)
	case pattern.Then:
		return fmt.Sprintf("(%s ..%d %s)", d.node(n.First), n.Within, d.node(n.Next))
	case pattern.For:
		return fmt.Sprintf("%s x%d", d.node(n.Of), n.Plies)
	case pattern.Sum:
		var terms []string
		for _, t := range n.Terms {
			terms = append(terms, fmt.Sprintf("%d %s", t.Weight, d.count(t.Of)))
		}
		return fmt.Sprintf("%s %s %d", strings.Join(terms, " + "), comparisons[n.Op], n.Than)
	case pattern.Rated:
		return "rated(" + d.node(n.Sum) + ")"
	case pattern.Turn:
		return fmt.Sprintf("turn %d", n.Side)
	case pattern.Relation:
		return fmt.Sprintf("%s %d", d.rules.Relations()[n.Index].Name, n.Side)
	case pattern.Moved:
		return d.moved("moved", n)
	}
	return strings.TrimPrefix(fmt.Sprintf("%T%+v", n, n), "pattern.")
}

func (d describer) moved(text string, n pattern.Moved) string {
	if n.Pieces != nil {
		text += " " + d.pieces(*n.Pieces)
	}
	if n.From != nil {
		text += " from " + d.squares(*n.From)
	}
	if n.To != nil {
		text += " to " + d.squares(*n.To)
	}
	if n.Takes != nil {
		text += " takes " + d.pieces(*n.Takes)
	}
	if n.Gates != nil {
		text += " gates " + d.pieces(*n.Gates)
	}
	if n.Walls != nil {
		text += " walls " + d.squares(*n.Walls)
	}
	return text
}

func (d describer) joined(of []pattern.Node, between string) string {
	var all []string
	for _, n := range of {
		all = append(all, d.node(n))
	}
	return strings.Join(all, between)
}

func (d describer) count(c pattern.Count) string {
	switch c := c.(type) {
	case pattern.Standing:
		return d.pieces(c.Pieces) + "@" + d.squares(c.Squares)
	case pattern.Rating:
		return fmt.Sprintf("Rating[%d]", c.Side)
	case pattern.Held:
		return fmt.Sprintf("hand %d %s", c.Side, d.types(c.Types))
	case pattern.Pocketed:
		return fmt.Sprintf("pocket %d %s", c.Side, d.types(c.Types))
	case pattern.Attackers:
		return d.moved("attackers", pattern.Moved{Pieces: c.Pieces, From: c.From, To: c.To, Takes: c.Takes})
	case pattern.Attacked:
		return d.moved("attacked", pattern.Moved{Pieces: c.Pieces, From: c.From, To: c.To, Takes: c.Takes})
	case pattern.Pinned:
		return d.moved("pinned", pattern.Moved{Pieces: c.Pieces, From: c.Squares, Takes: c.By}) + " against " + d.pieces(c.Against)
	case pattern.Rays:
		text := fmt.Sprintf("rays %08b %d", c.Directions, c.Within)
		for _, stop := range c.Stops {
			text += " " + d.pieces(stop.Pieces)
			if stop.Squares != nil {
				text += "@" + d.squares(*stop.Squares)
			}
		}
		return text
	case pattern.Structured:
		return fmt.Sprintf("structure %d %s@%s", c.How, d.pieces(c.Pieces), d.squares(c.Squares))
	case pattern.Legal:
		return fmt.Sprintf("%s %v %v", d.moved("legal", c.Moved), c.Checks, c.Mates)
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", c), "pattern.")
}

func (d describer) pieces(set pattern.Pieces) string {
	if set.Len() == 2*d.rules.Types() {
		return "*"
	}
	text := ""
	for p := range rules.Piece(128) {
		if !set.Has(p) {
			continue
		}
		letter := "#"
		if p != rules.Walled {
			letter = d.rules.Letter(p.Type())
		}
		if p.Side() == rules.Second {
			letter = strings.ToLower(letter)
		}
		text += letter
	}
	return text
}

func (d describer) types(set rules.PieceTypeSet) string {
	text, n := "", 0
	for t := rules.PieceType(1); int(t) <= d.rules.Types(); t++ {
		if set.Has(t) {
			text += d.rules.Letter(t)
			n++
		}
	}
	if n == d.rules.Types() {
		return "*"
	}
	return text
}

func (d describer) squares(set rules.Bitboard) string {
	all := d.rules.Files() * d.rules.Ranks()
	if set.Len() == all {
		return "*"
	}
	var names []string
	for s := range rules.Square(all) {
		if set.Has(s) {
			names = append(names, d.rules.SquareName(s))
		}
	}
	if n := len(names); n > 6 {
		return fmt.Sprintf("%s..%s(%d)", names[0], names[n-1], n)
	}
	return strings.Join(names, ",")
}
