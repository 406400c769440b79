// Package mate finds forced wins by proof-number search (df-pn): mates, and
// captures of the last royal, in any variant with check. Every result is
// replayed against all defences by the rules.
package mate

import (
	"context"
	"time"

	"assay/analysis/rules"
)

// Limits bound a search. It ends at the first limit that is reached.
type Limits struct {
	Nodes    uint64        // moves tried, never more; 0 means no limit
	Time     time.Duration // 0 means no limit
	Plies    int           // longest mate; 0 means any
	Quiet    bool          // also try attacking moves without check
	Shortest bool          // continue until no shorter mate exists
}

// defaultNodes is the node limit of a search without other limits.
const defaultNodes = 1_000_000

// Result is the outcome of a search.
type Result struct {
	Plies int          // length of the mate; 0 if none was found
	Line  []rules.Move // the mate with the longest defence, Plies moves
	Nodes uint64       // moves tried, without the replay
	// Settled reports whether the search was complete. If it found no mate,
	// none exists within the limits. With Shortest, no shorter mate exists.
	Settled bool
}

// Search searches for a forced win of the attacker, whichever side is to move.
// Limits of plies count from the position. If the context ends, it returns the
// best result so far. In variants without check it returns at once, and the
// result is not settled.
func Search(ctx context.Context, p *rules.Position, attacker rules.Side, l Limits) Result {
	if _, over := p.Outcome(); over || !p.Rules().HasCheck() {
		return Result{Settled: over}
	}
	if l.Nodes == 0 && l.Time == 0 {
		l.Nodes = defaultNodes
	}
	s := newSearch(ctx, p, attacker, l)
	var found Result
	switch {
	case !l.Quiet && l.Plies == 0 && !l.Shortest:
		found = s.deepen(noLimit)
	case !l.Quiet && l.Shortest:
		if found = s.try(plyLimit(l.Plies)); found.Plies > 0 {
			found = s.shorten(found)
		}
	case !l.Quiet:
		found = s.try(l.Plies)
	case l.Shortest:
		found = s.shortest(plyLimit(l.Plies))
	default:
		found = s.anyMate(plyLimit(l.Plies))
	}
	found.Nodes = s.nodes
	return found
}

// lengths are the lengths searched first, so that long checking sequences do
// not hide a short mate.
var lengths = []int{3, 5, 7, 9, 11, 13, 17}

// deepen searches for mates of increasing length, with a share of the nodes for
// each.
func (s *search) deepen(plies int) Result {
	for _, rung := range lengths {
		if s.p.Side() != s.attacker {
			rung++
		}
		if rung >= plies {
			break
		}
		if found := s.share(8, func() Result { return s.try(rung) }); found.Plies > 0 || s.stopped {
			return found
		}
	}
	return s.try(plies)
}

func plyLimit(plies int) int {
	if plies == 0 {
		return noLimit
	}
	return plies
}

// shorten searches for ever shorter mates.
func (s *search) shorten(found Result) Result {
	for found.Plies > 1 {
		next := s.try(found.Plies - 1)
		if next.Plies == 0 {
			found.Settled = next.Settled
			break
		}
		found = next
	}
	return found
}

// anyMate searches for a mate with quiet moves, not necessarily the shortest.
// It first tries checks alone with part of the nodes, then quiet moves up to a
// length, because these are easily postponed, then any length. To shorten a
// result, it uses as many nodes as were needed to find it.
func (s *search) anyMate(plies int) Result {
	found := s.share(3, func() Result { return s.deepen(plies) })
	if found.Plies == 0 && !s.stopped {
		found = s.anyQuiet(plies)
	}
	if found.Plies > 0 && !s.stopped {
		s.makeQuiet()
		limit := s.limit
		if as := 2*s.nodes + 1000; limit == 0 || as < limit {
			s.limit = as
		}
		found = s.shorten(found)
		s.limit, s.stopped = limit, s.ctx.Err() != nil
	}
	return found
}

func (s *search) anyQuiet(plies int) Result {
	s.makeQuiet()
	for _, rung := range quietLengths {
		if rung.plies >= plies {
			break
		}
		if found := s.share(rung.part, func() Result { return s.try(rung.plies) }); found.Plies > 0 || s.stopped {
			return found
		}
	}
	return s.try(plies)
}

// quietLengths are the lengths that are searched first, with the share of the
// remaining limits for each. Most mates that can be found have at most these
// lengths.
var quietLengths = []struct{ plies, part int }{{6, 8}, {22, 3}}

// shortest searches for the shortest mate with quiet moves: short lengths in
// turn, then any length, then ever shorter ones.
func (s *search) shortest(plies int) Result {
	first := 1
	if s.p.Side() != s.attacker {
		first = 2
	}
	last := min(first+4, plies)
	short := s.share(4, func() (found Result) {
		for s.makeQuiet(); first <= last; first = max(min(first+2, last), first+1) {
			switch found = s.try(first); {
			case found.Plies > 0 && found.Plies < first:
				return s.shorten(found)
			case found.Plies > 0 || !found.Settled:
				return found
			}
		}
		return found
	})
	if short.Plies > 0 || s.stopped || short.Settled && last == plies {
		return short
	}
	s.quiet = false
	s.table.clear()
	found := s.anyMate(plies)
	if found.Plies > 0 {
		s.makeQuiet()
		return s.shorten(found)
	}
	return found
}

// makeQuiet allows quiet moves and discards the results of checks alone.
func (s *search) makeQuiet() {
	if !s.quiet {
		s.quiet = true
		s.table.clear()
	}
}

// share runs a search with a share of the remaining limits.
func (s *search) share(parts int, search func() Result) Result {
	nodes, until := s.limit, s.until
	if nodes > 0 {
		s.limit = min(s.nodes+(nodes-min(s.nodes, nodes))/uint64(parts)+1, nodes)
	}
	if !until.IsZero() {
		s.until = time.Now().Add(time.Until(until) / time.Duration(parts))
	}
	found := search()
	s.limit, s.until, s.stopped = nodes, until, s.ctx.Err() != nil
	return found
}

// try searches for a mate of at most the given number of plies and replays it.
// The replay fails if a position repeats an earlier one of the game; try then
// searches again without that position.
func (s *search) try(plies int) Result {
	const attempts = 4
	for range attempts {
		v := s.search(plies)
		if v.pn != 0 {
			return Result{Settled: v.dn == 0 && !s.stopped}
		}
		proof, ok, whole := s.replay(plies)
		if ok {
			return Result{Plies: len(proof), Line: proof, Settled: true}
		}
		if s.stopped || !whole {
			break
		}
		s.table.clear()
	}
	return Result{}
}
