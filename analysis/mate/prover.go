package mate

import (
	"context"

	"assay/analysis/rules"
)

// Prover searches the positions of one line for mates of one attacker, with
// quiet moves. All searches share a table, so that each helps later ones.
type Prover struct{ s *search }

// NewProver returns a prover. p is the position in which the line begins; it
// has no history.
func NewProver(ctx context.Context, p *rules.Position, attacker rules.Side) *Prover {
	s := newSearch(ctx, p, attacker, Limits{})
	s.quiet = true
	return &Prover{s}
}

// Shortest searches for the shortest mate; see [Limits].
func (r *Prover) Shortest(p *rules.Position, plies int, nodes uint64) Result {
	before := r.begin(p, nodes)
	found := r.s.shortest(plyLimit(plies))
	found.Nodes = r.s.nodes - before
	return found
}

// Among searches a position with the attacker to move for a mate within that
// many plies that begins with one of the moves. settled reports whether the
// search was complete.
func (r *Prover) Among(p *rules.Position, moves []rules.Move, plies int, nodes uint64) (mates, settled bool,
	tried uint64) {
	s := r.s
	before := r.begin(p, nodes)
	s.among = moves
	v := s.search(plies)
	s.among = nil
	return v.pn == 0, v.pn == 0 || v.dn == 0 && !s.stopped, s.nodes - before
}

// begin prepares for a search of a position. It returns the number of moves
// tried before.
func (r *Prover) begin(p *rules.Position, nodes uint64) (before uint64) {
	s := r.s
	s.p, s.limit, s.stopped = p.Clone(), s.nodes+nodes, s.ctx.Err() != nil
	if len(s.refuted) > 0 {
		clear(s.refuted)
		s.table.clear()
	}
	s.makeQuiet()
	return s.nodes
}
