package pattern

// timed is a condition that spans several positions of a line.
type timed struct {
	op      timedOp
	of      []*timed
	test    int // index of the matcher's test, for op position
	within  int
	running int
}

type timedOp uint8

const (
	position timedOp = iota
	all
	some
	none
	sequence
	streak
)

// timed compiles a condition; its single-position parts become tests of the
// matcher.
func (c *compiler) timed(n Node) *timed {
	if !passes(n) {
		c.matcher.tests = append(c.matcher.tests, c.test(n))
		return &timed{op: position, test: len(c.matcher.tests) - 1}
	}
	switch n := n.(type) {
	case And:
		return &timed{op: all, of: c.parts(n.Of)}
	case Or:
		return &timed{op: some, of: c.parts(n.Of)}
	case Not:
		return &timed{op: none, of: c.parts([]Node{n.Of})}
	case Then:
		return &timed{op: sequence, of: c.parts([]Node{n.First, n.Next}), within: n.Within}
	case For:
		return &timed{op: streak, of: c.parts([]Node{n.Of}), running: n.Plies}
	}
	panic("pattern: a node that passes and is none of these")
}

func (c *compiler) parts(nodes []Node) []*timed {
	parts := make([]*timed, len(nodes))
	for i, n := range nodes {
		parts[i] = c.timed(n)
	}
	return parts
}

// plies returns the plies at which the condition holds, after the tests have
// been run on the line.
func (t *timed) plies(m *Matcher, last int) PlySet {
	if t.op == position {
		return m.found[t.test]
	}
	out := make(PlySet, 0).resize(last)
	switch t.op {
	case all:
		for i := range out {
			out[i] = ^uint64(0)
		}
		for _, part := range t.of {
			for i, word := range part.plies(m, last) {
				out[i] &= word
			}
		}
	case some:
		for _, part := range t.of {
			for i, word := range part.plies(m, last) {
				out[i] |= word
			}
		}
	case none:
		for i, word := range t.of[0].plies(m, last) {
			out[i] = ^word
		}
	case sequence:
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
	case streak:
		of := t.of[0].plies(m, last)
		running := 0
		for ply := last; ply >= 0; ply-- {
			if !of.has(ply) {
				running = 0
				continue
			}
			if running++; running >= t.running {
				out.add(ply)
			}
		}
	}
	if beyond := last + 1; beyond&63 != 0 {
		out[len(out)-1] &= 1<<(beyond&63) - 1
	}
	return out
}
