package solve

import (
	"slices"
	"strings"

	"assay/analysis/rules"
)

// impossible is a number of plies that no search has.
const impossible = 200

// proof looks for games from one position to another one. It is shared by all
// workers.
type proof struct {
	target    *rules.Position
	placement string // of the target, with hands
	assigned  bool   // each piece of the target is one of the start, which moved there
	placing   bool   // a ply puts at most placed pieces of its side on the board
	placed    int
	fixed     [2]rules.Bitboard // squares of pieces that never moved
	goals     [2][]goal
	castles   [2][]rules.CastlingRight
}

// goal is a piece that has to come to a square.
type goal struct {
	piece rules.PieceType
	at    rules.Square
}

// newProof returns the search for games that end in the target.
func newProof(start, target *rules.Position) *proof {
	r := start.Rules()
	f := &proof{target: target, placement: placement(target), placed: 1, placing: !r.PlacesByEffect()}
	if r.Gates() {
		f.placed++
	}
	hands := r.Definition().Drops != nil || r.HasHand() || r.HasPocket()
	for side := range rules.Side(2) {
		hands = hands || start.HandSize(side)+target.HandSize(side) > 0
		f.castles[side] = start.CastlingRights(side)
	}
	f.assigned = !hands && !r.Gates() && !r.TwoSteps() && !r.HasEffects() && !r.HasWalls()
	for side := range rules.Side(2) {
		if f.assigned {
			f.fixed[side] = f.neverMoved(start, side)
		}
		for _, s := range squares(target.Own(side).AndNot(f.fixed[side])) {
			f.goals[side] = append(f.goals[side], goal{target.At(s).Type(), s})
		}
	}
	return f
}

// squares lists the squares of a set.
func squares(set rules.Bitboard) []rules.Square {
	var all []rules.Square
	for !set.Empty() {
		all = append(all, set.Pop())
	}
	return all
}

// placement returns the pieces of a position, as its text has them.
func placement(p *rules.Position) string {
	text, _, _ := strings.Cut(p.Text(), " ")
	return text
}

// neverMoved returns the squares of a side that have the same piece in the
// start and the target, and which no piece reaches to become that one.
func (f *proof) neverMoved(start *rules.Position, side rules.Side) (fixed rules.Bitboard) {
	r := start.Rules()
	var reached [64]rules.Bitboard // by type
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		pc := rules.NewPiece(t, side)
		for from := range rules.Square(r.Files() * r.Ranks()) {
			quiet, capture := r.ReachPast(pc, from, rules.Bitboard{})
			for _, to := range append(squares(quiet.Or(capture)), from) {
				if to != from {
					reached[t].Add(to)
				}
				if r.MayPromote(pc, from, to) {
					for _, into := range r.PromotesTo(pc) {
						reached[into].Add(to)
					}
				}
			}
		}
	}
	for _, s := range squares(start.Own(side).And(f.target.Own(side))) {
		if pc := start.At(s); pc == f.target.At(s) && !reached[pc.Type()].Has(s) {
			fixed.Add(s)
		}
	}
	return fixed
}

// reached reports whether a position is the target: the same pieces on the
// board and in hand.
func (f *proof) reached(p *rules.Position) bool {
	return p.Own(rules.First) == f.target.Own(rules.First) && p.Own(rules.Second) == f.target.Own(rules.Second) &&
		placement(p) == f.placement
}

// plies is how many plies each side has left.
type plies [2]int

// estimator computes lower bounds of the plies to the target. Each worker has
// one.
type estimator struct {
	*proof
	rules  *rules.Rules
	costs  [2]map[rules.Move][][]uint8 // of a piece on a square: by captures, to each goal
	bounds map[[3]uint64]uint8
	work   assignment
}

func newEstimator(f *proof, r *rules.Rules) *estimator {
	e := &estimator{proof: f, rules: r, bounds: map[[3]uint64]uint8{}}
	for side := range e.costs {
		e.costs[side] = map[rules.Move][][]uint8{}
	}
	return e
}

// possible reports whether the target may be reached with the given plies.
func (e *estimator) possible(p *rules.Position, left plies) bool {
	if !e.placing {
		return true
	}
	var captures [2]int
	for side := range rules.Side(2) {
		captures[side.Other()] = p.Own(side).Len() - e.target.Own(side).Len()
	}
	for side := range rules.Side(2) {
		if !e.assigned {
			missing := 0
			for _, g := range e.goals[side] {
				if p.At(g.at) != rules.NewPiece(g.piece, side) {
					missing++
				}
			}
			if missing > e.placed*left[side]+min(1, len(e.castles[side])) {
				return false
			}
		} else if n := captures[side]; n < 0 || n > left[side] || e.bound(p, side, n) > left[side] {
			return false
		}
	}
	return true
}

// maxBounds is the number of bounds that are remembered.
const maxBounds = 1 << 20

// bound returns the fewest plies that a side needs, with a number of captures.
func (e *estimator) bound(p *rules.Position, side rules.Side, captures int) int {
	if !e.stands(p, side) {
		return impossible
	}
	at := arrangement(p, side, captures)
	if known, ok := e.bounds[at]; ok {
		return int(known)
	}
	free := slices.DeleteFunc(pieces(p, side), func(pc goal) bool { return e.fixed[side].Has(pc.at) })
	n := e.cheapest(free, side, captures)
	for _, c := range e.castles[side] {
		if after, ok := castled(free, c); ok {
			n = min(n, 1+e.cheapest(after, side, captures))
		}
	}
	if len(e.bounds) >= maxBounds {
		clear(e.bounds)
	}
	e.bounds[at] = uint8(n)
	return n
}

// pieces lists a side's pieces.
func pieces(p *rules.Position, side rules.Side) (all []goal) {
	for _, s := range squares(p.Own(side)) {
		all = append(all, goal{p.At(s).Type(), s})
	}
	return all
}

// arrangement identifies the pieces of a side, together with a number.
func arrangement(p *rules.Position, side rules.Side, n int) (at [3]uint64) {
	for rest := p.Own(side); !rest.Empty(); {
		s := rest.Pop()
		one := (uint64(p.At(s))<<8 | uint64(s)) + 1
		at[0] += scramble(one)
		at[1] += scramble(one ^ 1<<40)
	}
	at[2] = uint64(side)<<8 | uint64(n)
	return at
}

// stands reports whether a side's fixed pieces are on their squares.
func (e *estimator) stands(p *rules.Position, side rules.Side) bool {
	for rest := e.fixed[side]; !rest.Empty(); {
		if s := rest.Pop(); p.At(s) != e.target.At(s) {
			return false
		}
	}
	return true
}

// scramble is the finaliser of SplitMix64, a bijection.
func scramble(n uint64) uint64 {
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// castled returns pieces after castling; false if royal and partner are not in
// place.
func castled(pieces []goal, c rules.CastlingRight) (after []goal, ok bool) {
	moved := 0
	for _, pc := range pieces {
		switch pc.at {
		case c.From:
			pc.at, moved = c.To, moved+1
		case c.PartnerFrom:
			pc.at, moved = c.PartnerTo, moved+1
		}
		after = append(after, pc)
	}
	return after, moved == 2
}

// cheapest returns the fewest moves in which each goal of a side gets a piece
// of its own.
func (e *estimator) cheapest(pieces []goal, side rules.Side, captures int) int {
	rows := make([][]uint8, len(pieces))
	for i, pc := range pieces {
		rows[i] = e.cost(pc, side, captures)
	}
	return e.work.solve(rows, len(e.goals[side]))
}

// cost returns the fewest moves of a piece to each goal of its side, with at
// most a number of captures.
func (e *estimator) cost(pc goal, side rules.Side, captures int) []uint8 {
	at := rules.NewMove(rules.Step, pc.at, pc.at, pc.piece)
	known := e.costs[side][at]
	for len(known) <= captures {
		known = append(known, e.routes(pc, side, len(known)))
	}
	e.costs[side][at] = known
	return known[captures]
}

// routes computes cost: a breadth-first search for the fewest captures by
// moves.
func (e *estimator) routes(pc goal, side rules.Side, captures int) []uint8 {
	all := e.goals[side]
	costs := make([]uint8, len(all))
	for i := range costs {
		costs[i] = impossible
	}
	fixed := e.fixed[rules.First].Or(e.fixed[rules.Second])
	fewest := map[goal]int{pc: 0} // captures
	for n, now := uint8(0), []goal{pc}; len(now) > 0; n++ {
		var next []goal
		for _, at := range now {
			for i, g := range all {
				if g == at {
					costs[i] = min(costs[i], n)
				}
			}
		}
		for _, at := range now {
			piece, used := rules.NewPiece(at.piece, side), fewest[at]
			quiet, capture := e.rules.ReachPast(piece, at.at, fixed)
			if used == captures {
				capture = rules.Bitboard{}
			}
			quiet.Add(at.at) // to promote in place
			for _, to := range squares(quiet.Or(capture)) {
				taken := used
				if !quiet.Has(to) {
					taken++
				}
				reach := func(t rules.PieceType) {
					there := goal{t, to}
					if before, ok := fewest[there]; !ok || taken < before {
						fewest[there] = taken
						next = append(next, there)
					}
				}
				if to != at.at {
					reach(at.piece)
				}
				if e.rules.MayPromote(piece, at.at, to) {
					for _, t := range e.rules.PromotesTo(piece) {
						reach(t)
					}
				}
			}
		}
		now = next
	}
	return costs
}
