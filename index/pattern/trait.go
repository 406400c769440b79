package pattern

import (
	"assay/analysis/rules"
	"assay/index/tape"
)

// maxTraits is the greatest number of traits of which one is asked for.
const maxTraits = 256

// Traits finds traits without which a condition holds nowhere: the hits are
// among the games that have one of each list. It may find none.
func (m *Matcher) Traits() [][]tape.Trait { return m.compiler.traits(m.root) }

func (c *compiler) traits(n Node) [][]tape.Trait {
	switch n := n.(type) {
	case And:
		var all [][]tape.Trait
		for _, part := range n.Of {
			all = append(all, c.traits(part)...)
		}
		return all
	case Or:
		return c.traitsOfEither(n.Of)
	case Then:
		return append(c.traits(n.First), c.traits(n.Next)...)
	case For:
		return c.traits(n.Of)
	case Sum:
		return c.traitsOfSum(n)
	case Capture:
		return [][]tape.Trait{{tape.Capturing}}
	case Drop:
		return [][]tape.Trait{{tape.Dropping}}
	case Promotion:
		return [][]tape.Trait{{tape.Promoting}}
	case Check:
		return [][]tape.Trait{{tape.Checked}}
	}
	return nil
}

// traitsOfEither joins the shortest list of each of several conditions, if all
// have one.
func (c *compiler) traitsOfEither(of []Node) [][]tape.Trait {
	var joined []tape.Trait
	for _, n := range of {
		lists := c.traits(n)
		if len(lists) == 0 {
			return nil
		}
		least := lists[0]
		for _, list := range lists[1:] {
			if len(list) < len(least) {
				least = list
			}
		}
		joined = append(joined, least...)
	}
	if len(joined) == 0 || len(joined) > maxTraits {
		return nil
	}
	return [][]tape.Trait{joined}
}

// traitsOfSum is for what is asked of the material alone. A sum of one count
// names those that it holds for; one of several that does not hold for 0 needs
// one of them to be there.
func (c *compiler) traitsOfSum(n Sum) [][]tape.Trait {
	if !c.material(n) {
		return nil
	}
	weights, holds := c.weights(n), comparison(n.Op, n.Than)
	var list []tape.Trait
	switch {
	case len(weights) == 1:
		w := weights[0]
		for count := range rules.MaxSquares + 1 {
			if trait := tape.Counted(w.at, count); holds(w.weight*count) && (len(list) == 0 || list[len(list)-1] != trait) {
				list = append(list, trait)
			}
		}
	case !holds(0):
		for _, w := range weights {
			for count := range tape.MostCounted {
				list = append(list, tape.Counted(w.at, count+1))
			}
		}
	default:
		return nil
	}
	if len(list) > min(maxTraits, len(weights)*tape.MostCounted) {
		return nil // of all counts
	}
	return [][]tape.Trait{list}
}
