package index

import "slices"

// page keeps the lowest game numbers that it is offered, in any order.
type page struct {
	after int64 // numbers up to this one belong to earlier pages
	limit int
	kept  []int64
	more  bool
	bound int64 // the largest number still needed, if full
}

func (p *page) offer(game int64) {
	if p.excludes(span{game, game}) {
		return
	}
	p.kept = append(p.kept, game)
	if len(p.kept) > 2*p.limit {
		p.cut()
	}
}

// excludes reports whether a span is outside the page.
func (p *page) excludes(s span) bool {
	return p.limit == 0 || s.high <= p.after || p.more && s.low > p.bound
}

func (p *page) cut() {
	slices.Sort(p.kept)
	if len(p.kept) > p.limit {
		p.kept = p.kept[:p.limit]
		p.more = true
		p.bound = p.kept[p.limit-1]
	}
}

// result returns the page and the start of the next (0 for the last page).
func (p *page) result() (games []int64, next int64) {
	p.cut()
	if p.more {
		next = p.bound
	}
	return p.kept, next
}
