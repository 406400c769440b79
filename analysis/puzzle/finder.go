package puzzle

import (
	"cmp"
	"context"
	"math"
	"slices"

	"assay/analysis/engine"
	"assay/analysis/evaluation"
	"assay/analysis/mate"
	"assay/analysis/rules"
)

// DefaultNodes is the default number of nodes of the first look at a position.
const DefaultNodes = 1000

// Factor is how many times the nodes of the first look are searched to refute
// the alternatives.
const Factor = 100

// Limits of solutions.
const (
	maxMatePlies  = 13
	maxTurns      = 6   // of the solver, in puzzles without a mate
	quickMate     = 4   // share of the first look for mates by checks
	recheckFactor = 8   // nodes with which a candidate is looked at again
	mistake       = 15. // loss of win% that makes a position a candidate
	onlyBy        = 30. // win% by which the solution is better than all other moves
)

// Finder finds puzzles. It is not safe for concurrent use.
type Finder struct {
	engine *engine.Engine
	fits   engine.Fits
	nodes  uint64
	curve  evaluation.Curve
	rules  *rules.Rules // of curve and values
	values values
}

// hashMemory is the size of the transposition table in megabytes.
const hashMemory = 16

// NewFinder returns a finder that looks at a position with that many nodes
// first, [DefaultNodes] if 0. fits are tuned evaluations; see
// [engine.Engine.Learn].
func NewFinder(nodes uint64, fits engine.Fits) *Finder {
	return &Finder{engine: engine.New(hashMemory), fits: fits, nodes: cmp.Or(nodes, DefaultNodes)}
}

// learn prepares for the rules of a variant.
func (f *Finder) learn(r *rules.Rules) error {
	f.engine.Clear()
	if f.rules == r {
		return nil
	}
	f.engine.Forget()
	fit, err := f.engine.Learn(r, f.fits)
	if err != nil {
		return err
	}
	f.curve = evaluation.Usual
	if fit != nil && fit.Curve.Value > 0 {
		f.curve.Constant = fit.Curve.Value
	}
	f.rules, f.values = r, newValues(r)
	return nil
}

// Found is a puzzle of a game.
type Found struct {
	*Puzzle
	Ply int // of the game, before the first move of the solution
}

// In returns the puzzles of a game. The position is the one after all moves; In
// does not change it. It passes over positions within a found solution, and
// later ones with the same first move. The same game always has the same
// puzzles. The error is from the context, or about a file of tuned evaluations.
// If the context ends, In also returns the puzzles found until then.
func (f *Finder) In(ctx context.Context, end *rules.Position, moves []rules.Move) (all []Found, err error) {
	if err := f.learn(end.Rules()); err != nil {
		return nil, err
	}
	p := end.Clone()
	looks, err := f.look(ctx, p, len(moves))
	if err != nil {
		return nil, err
	}
	seen, firsts := map[uint64]bool{}, map[rules.Move]bool{}
	for ply := range looks {
		if f.candidate(looks, ply) && !seen[p.Key()] {
			z, err := f.At(ctx, p)
			if err != nil {
				return all, err
			}
			if z != nil && !firsts[z.Moves[0]] && !z.recaptures(p) {
				firsts[z.Moves[0]] = true
				all = append(all, Found{z, ply})
				for q, i := z.Position.Clone(), 0; i < len(z.Moves); i++ {
					seen[q.Key()] = true
					q.Play(z.Moves[i])
				}
			}
		}
		if ply < len(moves) {
			p.Play(moves[ply])
		}
	}
	return all, nil
}

// recaptures reports whether the solution only takes back what the last move of
// the game captured.
func (z *Puzzle) recaptures(p *rules.Position) bool {
	if len(z.Moves) > 1 || z.Kind == Mate || p.Ply() == 0 {
		return false
	}
	last, _, captured := p.Played(p.Ply() - 1)
	return captured != rules.NoPiece && last.To() == z.Moves[0].To()
}

// firstLook is the first look at a position.
type firstLook struct {
	over bool
	win  float64 // win% of the side to move
	mate bool    // the side to move seems to force a win
}

// look looks at the positions of a game, the last first, so that the hash table
// helps with earlier ones. It leaves the position at the start of the game.
func (f *Finder) look(ctx context.Context, p *rules.Position, plies int) ([]firstLook, error) {
	looks := make([]firstLook, plies+1)
	for ply := plies; ; ply-- {
		g := &looks[ply]
		if _, g.over = p.Outcome(); !g.over {
			found := f.engine.Search(ctx, p, engine.Limits{Nodes: f.nodes}, nil)
			if len(found.Lines) > 0 {
				g.win, g.mate = f.win(&found.Lines[0]), found.Lines[0].Mate > 0
			}
			if p.Rules().HasCheck() && !g.mate {
				g.mate = mate.Search(ctx, p, p.Side(),
					mate.Limits{Nodes: f.nodes / quickMate, Plies: maxMatePlies}).Plies > 0
			}
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		if ply == 0 {
			return looks, nil
		}
		p.Undo()
	}
}

// win returns the win% of the side to move.
func (f *Finder) win(l *engine.Line) float64 {
	return f.curve.Win(evaluation.Score{CP: l.CP, Mate: l.Mate})
}

// candidate reports whether a puzzle may begin at a ply: the side to move seems
// to force a win, the ply before was a mistake, or the ply after is one.
func (f *Finder) candidate(looks []firstLook, ply int) bool {
	at := &looks[ply]
	if at.over {
		return false
	}
	if at.mate || ply > 0 && at.win-(100-looks[ply-1].win) >= mistake {
		return true
	}
	return ply+1 < len(looks) && !looks[ply+1].over && at.win-(100-looks[ply+1].win) >= mistake
}

// At returns the puzzle of a position, or nil if there is none.
func (f *Finder) At(ctx context.Context, p *rules.Position) (*Puzzle, error) {
	if err := f.learn(p.Rules()); err != nil {
		return nil, err
	}
	at, err := standing(p)
	if err != nil {
		return nil, nil // only a game with overruled plies reaches it
	}
	if _, over := at.Outcome(); over || at.Count() < 2 {
		return nil, nil
	}
	z, found := f.mate(ctx, at)
	if z == nil && !found {
		z = f.advantage(ctx, at)
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if z != nil {
		z.Themes = z.themes(f.values)
	}
	return z, nil
}

// Verify returns the puzzle of a position if its solution begins with the given
// moves, or nil.
func (f *Finder) Verify(ctx context.Context, p *rules.Position, moves []rules.Move) (*Puzzle, error) {
	z, err := f.At(ctx, p)
	if z == nil || err != nil || len(moves) == 0 {
		return nil, err
	}
	q := z.Position.Clone()
	for i := range min(len(moves), len(z.Moves)) {
		if moves[i] != z.Moves[i] && slices.Contains(others(q, z.Moves[i]), moves[i]) {
			if i%2 == 0 && !(i == len(z.Moves)-1 && slices.Contains(z.Also, moves[i])) {
				return nil, nil
			}
			break // another defence, or another mate
		}
		q.Play(z.Moves[i])
	}
	return z, nil
}

// mate returns the puzzle if the side to move mates. found reports that it
// does, even if not by one move only.
func (f *Finder) mate(ctx context.Context, p *rules.Position) (z *Puzzle, found bool) {
	if !p.Rules().HasCheck() {
		return nil, false
	}
	side, budget := p.Side(), f.nodes*Factor
	first := mate.Search(ctx, p, side, mate.Limits{Nodes: f.nodes * recheckFactor, Quiet: !p.Rules().HasHand()})
	switch {
	case first.Plies == 0:
		return nil, false
	case first.Plies > maxMatePlies, first.Plies == 1 && capturesRoyal(p, first.Line[0]):
		return nil, true // too long to prove, or nothing to find
	}
	shortest := mate.Search(ctx, p, side,
		mate.Limits{Nodes: budget, Plies: first.Plies, Quiet: true, Shortest: true})
	if shortest.Plies == 0 || !shortest.Settled {
		return nil, true
	}
	z = &Puzzle{Kind: Mate, Position: p, Moves: shortest.Line, Proof: Proof{Method: Complete}}
	z.Proof.Nodes = first.Nodes + shortest.Nodes
	at := p.Clone()
	for i := 0; i < len(z.Moves); i += 2 {
		left := len(z.Moves) - i
		if left == 1 {
			for _, m := range others(at, z.Moves[i]) {
				at.Play(m)
				if wins(at, side) {
					z.Also = append(z.Also, m)
				}
				at.Undo()
			}
			if i == 0 && len(z.Also) > 0 {
				return nil, true
			}
			break
		}
		for _, m := range others(at, z.Moves[i]) {
			at.Play(m)
			other := mate.Search(ctx, at, side, mate.Limits{Nodes: budget, Plies: left - 1, Quiet: true})
			at.Undo()
			z.Proof.Nodes += other.Nodes
			if other.Plies > 0 || !other.Settled {
				return nil, true
			}
		}
		at.Play(z.Moves[i])
		at.Play(z.Moves[i+1])
	}
	z.Rating = z.rate(shortest.Nodes)
	return z, true
}

// capturesRoyal reports whether a move captures a royal.
func capturesRoyal(p *rules.Position, m rules.Move) bool {
	victim := p.Captured(m)
	return victim != rules.NoPiece && p.Rules().Royal(victim.Type())
}

// advantage returns the puzzle if one move of the side to move wins, or saves
// the game, and every other move does not.
func (f *Finder) advantage(ctx context.Context, p *rules.Position) *Puzzle {
	z := &Puzzle{Position: p, Proof: Proof{Method: ByEngine, Each: f.nodes * Factor, Factor: Factor}}
	at := p.Clone()
	end, effort := 0, uint64(0)
	for turn := 0; turn < maxTurns; turn++ {
		m, found, forced := f.only(ctx, at, z, turn == 0)
		if m == 0 || context.Cause(ctx) != nil {
			break
		}
		z.Moves = append(z.Moves, m)
		if !forced {
			end, effort = len(z.Moves), effort+found
		}
		at.Play(m)
		if _, over := at.Outcome(); over {
			break
		}
		reply := f.engine.Search(ctx, at, engine.Limits{Nodes: f.nodes * Factor}, nil)
		z.Proof.Nodes += reply.Nodes
		if len(reply.Lines) == 0 {
			break
		}
		z.Moves = append(z.Moves, reply.Lines[0].Moves[0])
		at.Play(reply.Lines[0].Moves[0])
		if _, over := at.Outcome(); over {
			break
		}
	}
	if z.Moves = z.Moves[:end]; end == 0 || end == 1 && takesUnprotected(p, z.Moves[0]) {
		return nil
	}
	z.Rating = z.rate(effort)
	return z
}

// takesUnprotected reports whether a move captures an unprotected piece. A
// puzzle of one such move is too easy.
func takesUnprotected(p *rules.Position, m rules.Move) bool {
	victim := p.Captured(m)
	return victim != rules.NoPiece &&
		p.Attackers(m.To(), p.Moved(m).Type(), p.Side().Other(), p.Occupied()).Empty()
}

// only returns the only good move of a position, 0 for none, and the nodes
// after which a search settled on it. The first move decides about the kind of
// the puzzle; the others have the same. forced reports that there is no other
// move at all.
func (f *Finder) only(ctx context.Context, p *rules.Position, z *Puzzle, first bool) (m rules.Move, effort uint64,
	forced bool) {
	last := rules.Move(0)
	recheck := f.engine.Search(ctx, p, engine.Limits{Nodes: f.nodes * recheckFactor, MultiPV: 2}, func(l engine.Line) {
		if l.MultiPV == 1 && l.Moves[0] != last {
			last, effort = l.Moves[0], l.Nodes
		}
	})
	z.Proof.Nodes += recheck.Nodes
	if len(recheck.Lines) == 0 {
		return 0, 0, false
	}
	m = recheck.Lines[0].Moves[0]
	rest := others(p, m)
	if len(rest) == 0 {
		return m, 0, true
	}
	if len(recheck.Lines) > 1 && !slices.Contains(rest, recheck.Lines[1].Moves[0]) {
		recheck.Lines = recheck.Lines[:1] // the same move from another bench cell
	}
	if len(recheck.Lines) > 1 && f.kind(&recheck.Lines[0], &recheck.Lines[1]) == "" {
		return 0, 0, false
	}
	best := f.engine.Search(ctx, p, engine.Limits{Nodes: z.Proof.Each, Moves: []rules.Move{m}}, nil)
	worse := f.engine.Search(ctx, p, engine.Limits{Nodes: z.Proof.Each, Moves: rest}, nil)
	z.Proof.Nodes += best.Nodes + worse.Nodes
	if len(best.Lines) == 0 || len(worse.Lines) == 0 {
		return 0, 0, false
	}
	kind := f.kind(&best.Lines[0], &worse.Lines[0])
	if first {
		z.Kind = kind
	}
	if kind == "" || kind != z.Kind {
		return 0, 0, false
	}
	return m, effort, false
}

// kind returns the kind of a puzzle by the evaluations of the best move and of
// the next; "" if the best one is not good or not the only one.
func (f *Finder) kind(best, next *engine.Line) Kind {
	good, other := f.win(best), f.win(next)
	switch {
	case next.Mate > 0 || good-other < onlyBy:
		return ""
	case good >= 75 && other <= 60:
		return Win
	case good < 40 || good >= 75 || other > 20:
		return ""
	case best.CP == 0 && best.Mate == 0:
		return Draw
	}
	return Defence
}

// rate returns a difficulty from the nodes after which a search settled on the
// solution, the length of the solution, and its quiet moves.
func (z *Puzzle) rate(effort uint64) int {
	rating := 500 + 110*math.Log2(1+float64(effort)/20) + 60*float64(z.SolverMoves()-1)
	p := z.Position.Clone()
	for i, m := range z.Moves {
		if i%2 == 0 && isQuiet(p, m) {
			rating += 40
		}
		p.Play(m)
	}
	return min(max(int(rating), 400), 3000)
}
