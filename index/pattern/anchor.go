package pattern

import (
	"slices"

	"assay/index/tape"
)

// Anchor is a set of placements. Every matching game has at least one of them
// at some ply.
type Anchor []tape.Placement

// maxAnchor is the maximum number of placements in an anchor.
const maxAnchor = 64

// Anchors returns necessary conditions: every matching game has at least one
// placement of each anchor. The result may be empty.
func (m *Matcher) Anchors() []Anchor { return m.compiler.anchors(m.root) }

// IsAnchor reports whether the condition is equivalent to a single anchor: a
// position matches if and only if it has one of the anchor's placements.
func (m *Matcher) IsAnchor() bool {
	anchors, all := m.JointAnchors()
	return all && len(anchors) == 1
}

// JointAnchors returns the anchors that one position must satisfy at the same
// time. all reports whether the condition requires nothing else.
func (m *Matcher) JointAnchors() (anchors []Anchor, all bool) { return m.compiler.jointAnchors(m.root) }

func (c *compiler) jointAnchors(n Node) (anchors []Anchor, all bool) {
	if c.isAnchor(n) {
		if anchors = c.anchors(n); len(anchors) == 1 {
			return anchors, true
		}
	}
	and, ok := n.(And)
	if !ok {
		return nil, false
	}
	all = true
	for _, part := range and.Of {
		anchorsOfPart, allOfPart := c.jointAnchors(part)
		anchors, all = append(anchors, anchorsOfPart...), all && allOfPart
	}
	return anchors, all
}

func (c *compiler) isAnchor(n Node) bool {
	switch n := n.(type) {
	case And:
		return len(n.Of) == 1 && c.isAnchor(n.Of[0])
	case Or:
		return !slices.ContainsFunc(n.Of, func(part Node) bool { return !c.isAnchor(part) })
	case Sum:
		if len(c.anchorsOfSum(n)) == 0 {
			return false
		}
		minCount, bounded := n.minCount()
		return bounded && minCount == 1
	}
	return false
}

func (c *compiler) anchors(n Node) []Anchor {
	switch n := n.(type) {
	case And:
		var all []Anchor
		for _, part := range n.Of {
			all = append(all, c.anchors(part)...)
		}
		return all
	case Or:
		return c.anchorsOfEither(n.Of)
	case Then:
		return append(c.anchors(n.First), c.anchors(n.Next)...)
	case For:
		return c.anchors(n.Of)
	case Sum:
		return c.anchorsOfSum(n)
	}
	return nil
}

// anchorsOfEither returns the union of the smallest anchor of each condition,
// or nil if one of them has no anchor.
func (c *compiler) anchorsOfEither(of []Node) []Anchor {
	var joined Anchor
	for _, n := range of {
		anchors := c.anchors(n)
		if len(anchors) == 0 {
			return nil
		}
		smallest := anchors[0]
		for _, anchor := range anchors[1:] {
			if len(anchor) < len(smallest) {
				smallest = anchor
			}
		}
		joined = append(joined, smallest...)
	}
	if len(joined) == 0 || len(joined) > maxAnchor {
		return nil
	}
	return []Anchor{joined}
}

// anchorsOfSum returns the anchor of a sum that requires at least one piece on
// some squares.
func (c *compiler) anchorsOfSum(n Sum) []Anchor {
	if len(n.Terms) != 1 || n.Terms[0].Weight <= 0 || !n.excludesZero() {
		return nil
	}
	s, ok := n.Terms[0].Of.(Standing)
	if !ok || s.Pieces.Has(0) || s.Pieces.Len()*s.Squares.Len() > maxAnchor {
		return nil
	}
	var anchor Anchor
	for _, pc := range c.pieces(s.Pieces) {
		for _, q := range c.squares(s.Squares) {
			anchor = append(anchor, tape.Placement{Piece: pc, Square: q})
		}
	}
	return []Anchor{anchor}
}

// excludesZero reports whether a sum of one term is false for a count of 0.
func (n Sum) excludesZero() bool { return !comparison(n.Op, n.Than)(0) }
