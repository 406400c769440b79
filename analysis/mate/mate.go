// Package mate finds forced wins by proof-number search: mates, and captures of
// the last royal, in any game in which a side can be in check. What it gives
// has been replayed against every defence by the rules of the game.
package mate

import (
	"context"
	"time"

	"assay/analysis/rules"
)

// Limits are how far a search goes. It ends at the first limit that it comes
// to.
type Limits struct {
	Nodes    uint64        // moves that are tried; 0 for no limit
	Time     time.Duration // 0 for no limit
	Plies    int           // of the longest mate that is wanted; 0 for any
	Quiet    bool          // the attacker may also make moves that do not check
	Shortest bool          // a shorter mate is looked for until there is none
}

// DefaultNodes is how many moves a search tries at most that has no other
// limit.
const DefaultNodes = 1_000_000

// Result is what a search found.
type Result struct {
	Plies int          // of the mate, 0 where none was found
	Line  []rules.Move // it, with the longest defence; Plies moves
	Nodes uint64       // moves that were tried, without those of the replay
	// Settled reports whether all was searched that the limits allow: there is
	// no mate where none was found, and no shorter one where the shortest was
	// asked for.
	Settled bool
}

// Search looks for a forced win of a side, whoever is to move. Limits of plies
// count from the position on. When the context ends it gives what it has. In
// games without check nothing is searched, and nothing settled.
func Search(ctx context.Context, p *rules.Position, attacker rules.Side, l Limits) Result {
	if _, over := p.Outcome(); over || !p.Rules().HasCheck() {
		return Result{Settled: over}
	}
	if l.Nodes == 0 && l.Time == 0 {
		l.Nodes = DefaultNodes
	}
	s := newSearch(ctx, p, attacker, l)
	var found Result
	switch {
	case !l.Quiet && l.Plies == 0 && !l.Shortest:
		found = s.climb(noLimit)
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

// ladder are the lengths of mates that are looked for first, so that a short
// one is not overlooked for long rows of checks.
var ladder = []int{3, 5, 7, 9, 11, 13, 17}

// climb looks for mates of ever more plies, a part of the nodes for each
// length.
func (s *search) climb(plies int) Result {
	for _, rung := range ladder {
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

// shorten looks for ever shorter mates.
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

// anyMate looks for a mate with quiet moves, if not the shortest: by checks
// alone for part of the nodes first, then in no more than some plies, since a
// quiet move is easily put off, and then in any number. What is found is made
// shorter for as many nodes as it took.
func (s *search) anyMate(plies int) Result {
	found := s.share(3, func() Result { return s.climb(plies) })
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
	for _, rung := range quietLadder {
		if rung.plies >= plies {
			break
		}
		if found := s.share(rung.part, func() Result { return s.try(rung.plies) }); found.Plies > 0 || s.stopped {
			return found
		}
	}
	return s.try(plies)
}

// quietLadder are the plies of mates that are looked for first, with the part
// of what is left for each: most that are found at all are no longer.
var quietLadder = []struct{ plies, part int }{{6, 8}, {22, 3}}

// shortest looks for the shortest mate with quiet moves: for short ones one
// after the other, then for any, and for ever shorter ones than that.
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

// makeQuiet lets the attacker make any moves. What is known of its checks alone
// is forgotten.
func (s *search) makeQuiet() {
	if !s.quiet {
		s.quiet = true
		s.table.clear()
	}
}

// share runs a search with a part of what is left of the limits.
func (s *search) share(parts int, search func() Result) Result {
	nodes, until := s.limit, s.until
	if nodes > 0 {
		s.limit = s.nodes + (nodes-min(s.nodes, nodes))/uint64(parts) + 1
	}
	if !until.IsZero() {
		s.until = time.Now().Add(time.Until(until) / time.Duration(parts))
	}
	found := search()
	s.limit, s.until, s.stopped = nodes, until, s.ctx.Err() != nil
	return found
}

// try looks for a mate of at most so many plies, and replays what it finds. A
// proof that a replay contradicts, because a position of it has occurred in the
// game before, is looked for again without that position.
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
