package pattern

// temporal is a condition that spans several positions of a line.
type temporal struct {
	op     temporalOp
	of     []*temporal
	test   int // index of the matcher's test, for op position
	within int
	length int
}

type temporalOp uint8

const (
	opPosition temporalOp = iota
	opAnd
	opOr
	opNot
	opThen
	opFor
)

// temporal compiles a condition; its single-position parts become tests of the
// matcher.
func (c *compiler) temporal(n Node) *temporal {
	if !spansPositions(n) {
		c.matcher.tests = append(c.matcher.tests, c.test(n))
		return &temporal{op: opPosition, test: len(c.matcher.tests) - 1}
	}
	switch n := n.(type) {
	case And:
		return &temporal{op: opAnd, of: c.parts(n.Of)}
	case Or:
		return &temporal{op: opOr, of: c.parts(n.Of)}
	case Not:
		return &temporal{op: opNot, of: c.parts([]Node{n.Of})}
	case Then:
		return &temporal{op: opThen, of: c.parts([]Node{n.First, n.Next}), within: n.Within}
	case For:
		return &temporal{op: opFor, of: c.parts([]Node{n.Of}), length: n.Plies}
	}
	panic("pattern: a node that passes and is none of these")
}

func (c *compiler) parts(nodes []Node) []*temporal {
	parts := make([]*temporal, len(nodes))
	for i, n := range nodes {
		parts[i] = c.temporal(n)
	}
	return parts
}

// plies returns the plies at which the condition holds, after the tests have
// been run on the line.
func (t *temporal) plies(m *Matcher, last int) PlySet {
	if t.op == opPosition {
		return m.plies[t.test]
	}
	out := make(PlySet, 0).resize(last)
	switch t.op {
	case opAnd:
		for i := range out {
			out[i] = ^uint64(0)
		}
		for _, part := range t.of {
			for i, word := range part.plies(m, last) {
				out[i] &= word
			}
		}
	case opOr:
		for _, part := range t.of {
			for i, word := range part.plies(m, last) {
				out[i] |= word
			}
		}
	case opNot:
		for i, word := range t.of[0].plies(m, last) {
			out[i] = ^word
		}
	case opThen:
		first, next := t.of[0].plies(m, last), t.of[1].plies(m, last)
		nearest := -1
		for ply := last; ply >= 0; ply-- {
			if nearest >= 0 && first.has(ply) && (t.within == 0 || nearest-ply <= t.within) {
				out.add(ply)
			}
			if next.has(ply) {
				nearest = ply
			}
		}
	case opFor:
		operand := t.of[0].plies(m, last)
		length := 0
		for ply := last; ply >= 0; ply-- {
			if !operand.has(ply) {
				length = 0
				continue
			}
			if length++; length >= t.length {
				out.add(ply)
			}
		}
	}
	if beyond := last + 1; beyond&63 != 0 {
		out[len(out)-1] &= 1<<(beyond&63) - 1
	}
	return out
}
