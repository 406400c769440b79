package solve

// assignment solves assignment problems by the Hungarian algorithm, and reuses
// its memory.
type assignment struct {
	u, v, least []int
	match, way  []int
	used        []bool
}

// solve returns the lowest cost of giving each of n goals a row of its own, at
// most impossible. rows has the costs of each row by goal.
func (a *assignment) solve(rows [][]uint8, n int) int {
	m := len(rows)
	if m < n {
		return impossible
	}
	a.u, a.v, a.least = zeros(a.u, m+1), zeros(a.v, m+1), zeros(a.least, m+1)
	a.match, a.way = zeros(a.match, m+1), zeros(a.way, m+1)
	total := 0
	for i := 1; i <= n; i++ {
		a.used = append(a.used[:0], make([]bool, m+1)...)
		for j := range a.least {
			a.least[j] = 1 << 30
		}
		a.match[0] = i
		at := 0
		for a.match[at] != 0 {
			a.used[at] = true
			goal, delta, next := a.match[at], 1<<30, 0
			for j := 1; j <= m; j++ {
				if a.used[j] {
					continue
				}
				if c := int(rows[j-1][goal-1]) - a.u[goal] - a.v[j]; c < a.least[j] {
					a.least[j], a.way[j] = c, at
				}
				if a.least[j] < delta {
					delta, next = a.least[j], j
				}
			}
			for j := range a.used {
				if a.used[j] {
					a.u[a.match[j]] += delta
					a.v[j] -= delta
				} else {
					a.least[j] -= delta
				}
			}
			at = next
		}
		for at != 0 {
			a.match[at] = a.match[a.way[at]]
			at = a.way[at]
		}
		if total = -a.v[0]; total >= impossible {
			return impossible
		}
	}
	return total
}

// zeros returns n zeros, in the memory of a slice if it suffices.
func zeros(s []int, n int) []int {
	if cap(s) < n {
		return make([]int, n)
	}
	clear(s[:n])
	return s[:n]
}
