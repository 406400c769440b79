package pattern

import (
	"assay/analysis/rules"
	"assay/index/tape"
)

// maxTraits is the maximum number of material features in a list.
const maxTraits = 256

// Traits returns necessary conditions: every matching game has at least one
// feature of each list. The result may be empty.
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

// traitsOfEither returns the union of the shortest list of each condition, or
// nil if one of them has none.
func (c *compiler) traitsOfEither(of []Node) [][]tape.Trait {
	var joined []tape.Trait
	for _, n := range of {
		lists := c.traits(n)
		if len(lists) == 0 {
			return nil
		}
		shortest := lists[0]
		for _, list := range lists[1:] {
			if len(list) < len(shortest) {
				shortest = list
			}
		}
		joined = append(joined, shortest...)
	}
	if len(joined) == 0 || len(joined) > maxTraits {
		return nil
	}
	return [][]tape.Trait{joined}
}

// traitsOfSum returns the material features of a condition on the material. For
// a single count, these are the counts that meet it. For a sum of several
// counts that 0 does not meet, one of the counts must be positive.
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
			if trait := tape.Counted(w.at, count); holds(w.weight*count) &&
				(len(list) == 0 || list[len(list)-1] != trait) {
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
		return nil // every count satisfies it
	}
	return [][]tape.Trait{list}
}
