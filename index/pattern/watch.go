package pattern

// maxWatched is the maximum number of squares of a term that are watched.
const maxWatched = 4

// watch makes the matcher watch the squares of placement conditions. While such
// a condition is false, the matcher skips plies that do not change these
// squares.
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
		if m.watched == nil {
			m.watched = holds
		} else {
			m.watched = allOf([]test{m.watched, holds})
		}
	}
}
