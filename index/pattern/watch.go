package pattern

// maxWatched is the greatest number of squares of a question that are watched.
const maxWatched = 4

// watch has the matcher watch the squares on which a condition asks whether
// pieces stand: while that is not so, it holds at no ply that leaves them as
// they are.
func (c *compiler) watch(n Node) {
	m := c.matcher
	switch n := n.(type) {
	case And:
		for _, part := range n.Of {
			c.watch(part)
		}
	case Sum:
		holds, ok := c.standing(n)
		if !ok {
			return
		}
		squares := n.Terms[0].Of.(Standing).Squares
		if squares.Len() > maxWatched {
			return
		}
		for _, q := range c.squares(squares) {
			m.watch[q] = true
		}
		if m.held == nil {
			m.held = holds
		} else {
			m.held = conjunction([]test{m.held, holds})
		}
	}
}
