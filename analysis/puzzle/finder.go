package puzzle

import (
	"cmp"
	"context"
	"math"
	"slices"

	"assay/analysis/engine"
	"assay/analysis/evaluation"
	"assay/analysis/mate"
	"assay/analysis/notation"
	"assay/analysis/rules"
)

// DefaultNodes is the default number of nodes of the first look at a position.
const DefaultNodes = 1000

// Factor is how many times the nodes of the first look are searched to refute
// the alternatives.
const Factor = 400

// MateFactor is how many times the nodes of the first look are searched for
// each alternative, at most, to prove that none mates as soon.
const MateFactor = 100

// screenFactor is how many times they are searched before Factor times. Most
// candidates fail there.
const screenFactor = 100

// Limits of solutions. Nodes are shares or multiples of those of the first
// look.
const (
	maxMatePlies   = 13
	maxTurns       = 6   // of the solver, in puzzles without a mate
	scanShare      = 8   // of the scan, which selects the positions to look at
	quickMate      = 4   // of the scan for mates by checks
	recheckFactor  = 8   // of the second look
	unseenFactor   = 2   // of the search for a mate that the first look does not see
	shortestFactor = 20  // of the search for a shortest mate
	secondFactor   = 3   // of the first search for a second mate
	soonerFactor   = 6   // of the first search for a shorter mate
	mistake        = 15. // loss of win% that makes a position a candidate
	promise        = 20. // win% by which the first look prefers a move
	loneValue      = 400 // centipawns of a piece that cannot win alone
	nearest        = 3   // alternatives that are refuted one by one
	quickShare     = 50  // of the first search for another mate
	alternatives   = 8   // for which the search for another mate has nodes, at most
	playOut        = 16  // plies of the engine after a defence
	playOutFactor  = 40  // of each of them
	playOutDoubt   = 10  // times the nodes of a refutation, if they lose
)

// Margins in win%. What is within them is in doubt, and no puzzle.
const (
	onlyBy  = 40. // the solution is better than all other moves
	winning = 85. // at least, of the only move that wins
	unwon   = 50. // at most, of the others
	holding = 45. // at least, of the only move that does not lose
	losing  = 6.  // at most, of the others
	drift   = 8.  // by which a longer search may favour the others
)

// Finder finds puzzles. It is not safe for concurrent use.
type Finder struct {
	looking *engine.Engine // of the scan and the first look
	engine  *engine.Engine
	fits    engine.Fits
	nodes   uint64
	curve   evaluation.Curve
	rules   *rules.Rules // of the fields below
	values  values
	// races is set if reaching a square wins. Whether a defence holds then
	// depends on races that an evaluation does not see.
	races bool
	// pass is 1 if passes end games by points, else 0. Then the defender may
	// have to end a lost game, a ply after the solver's last move.
	pass int
}

// Sizes of the transposition tables in megabytes. The smaller one fits in a
// processor's cache.
const (
	lookMemory = 1
	hashMemory = 8
)

// NewFinder returns a finder that looks at a position with that many nodes
// first, [DefaultNodes] if 0. fits are tuned evaluations; see
// [engine.Engine.Learn].
func NewFinder(nodes uint64, fits engine.Fits) *Finder {
	return &Finder{looking: engine.New(lookMemory), engine: engine.New(hashMemory), fits: fits,
		nodes: cmp.Or(nodes, DefaultNodes)}
}

// learn prepares for the rules of a variant.
func (f *Finder) learn(r *rules.Rules) error {
	if f.rules == r {
		return nil
	}
	f.looking.Forget()
	f.engine.Forget()
	fit, err := f.engine.Learn(r, f.fits)
	if err != nil {
		return err
	}
	f.looking.Use(r, fit)
	f.curve = evaluation.Usual
	if fit != nil && fit.Curve.Value > 0 {
		f.curve.Constant = fit.Curve.Value
	}
	f.rules, f.values, f.races = r, newValues(r), len(r.Aims().Goals) > 0
	f.pass = 0
	if _, ends := r.Start().Points(); ends {
		f.pass = 1
	}
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
	f.looking.Clear()
	p := end.Clone()
	scan, err := f.scan(ctx, p, len(moves))
	if err != nil {
		return nil, err
	}
	seen, firsts := map[uint64]bool{}, map[rules.Move]bool{}
	for ply := range scan {
		prefers, mates := scan[ply].mate, scan[ply].mate
		if !prefers && candidate(scan, ply) && !seen[p.Key()] {
			prefers, mates = f.promising(ctx, p)
		}
		if prefers && !seen[p.Key()] {
			z, err := f.find(ctx, p, firsts, recaptured(p), mates)
			if err != nil {
				return all, err
			}
			if z != nil && !firsts[z.Moves[0]] {
				firsts[z.Moves[0]] = true
				all = append(all, Found{z, ply})
				for q, i := z.Position.Clone(), 0; i < len(z.Moves); i++ {
					seen[q.Key()] = true
					q.Play(z.Moves[i])
				}
			}
		}
		if err := context.Cause(ctx); err != nil {
			return all, err
		}
		if ply < len(moves) {
			p.Play(moves[ply])
		}
	}
	return all, nil
}

// recaptured returns the square on which the last move of the game captured.
func recaptured(p *rules.Position) rules.Square {
	if p.Ply() > 0 {
		if last, _, captured := p.Played(p.Ply() - 1); captured != rules.NoPiece {
			return last.To()
		}
	}
	return rules.NoSquare
}

// scanned is what the scan says of a position.
type scanned struct {
	over bool
	win  float64 // win% of the side to move, at least that after the move of the game
	mate bool    // the side to move seems to force a win
}

// scan searches each position of a game for a short time, the last first, so
// that the hash table helps with earlier ones. It leaves the position at the
// start of the game.
func (f *Finder) scan(ctx context.Context, p *rules.Position, plies int) ([]scanned, error) {
	all := make([]scanned, plies+1)
	for ply := plies; ; ply-- {
		g := &all[ply]
		var o rules.Outcome
		if o, g.over = p.Outcome(); g.over {
			g.win = 50
			if side := p.Side(); o.WonBy(side) || o.WonBy(side.Other()) {
				g.win = map[bool]float64{true: 100}[o.WonBy(side)]
			}
		} else {
			found := f.looking.Search(ctx, p, engine.Limits{Nodes: max(f.nodes/scanShare, 1)}, nil)
			if len(found.Lines) > 0 {
				g.win, g.mate = f.win(&found.Lines[0]), found.Lines[0].Mate > 0
			}
			if p.Rules().HasCheck() && !g.mate {
				g.mate = mate.Search(ctx, p, p.Side(),
					mate.Limits{Nodes: max(f.nodes/quickMate, 1), Plies: maxMatePlies}).Plies > 0
			}
			if ply < plies {
				g.win = max(g.win, 100-all[ply+1].win)
			}
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		if ply == 0 {
			return all, nil
		}
		p.Undo()
	}
}

// promising reports whether the first look prefers one move, and whether it
// sees a mate.
func (f *Finder) promising(ctx context.Context, p *rules.Position) (prefers, mates bool) {
	l := f.looking.Search(ctx, p, engine.Limits{Nodes: f.nodes, MultiPV: 2, Enough: func(l []engine.Line) bool {
		return len(l) > 1 && l[0].Nodes >= f.nodes/4 && l[0].Mate <= 0 && f.win(&l[0])-f.win(&l[1]) < promise/2
	}}, nil).Lines
	if len(l) < 2 {
		return false, false
	}
	mates = l[0].Mate > 0 && p.Rules().HasCheck()
	return mates || f.win(&l[0])-f.win(&l[1]) >= promise, mates
}

// win returns the win% of the side to move.
func (f *Finder) win(l *engine.Line) float64 {
	return f.curve.Win(evaluation.Score{CP: l.CP, Mate: l.Mate})
}

// candidate reports whether a puzzle may begin at a ply: the side to move seems
// to force a win, the ply before was a mistake, or the ply after is one.
func candidate(scan []scanned, ply int) bool {
	at := &scan[ply]
	if at.over {
		return false
	}
	if at.mate || ply > 0 && at.win-(100-scan[ply-1].win) >= mistake {
		return true
	}
	return ply+1 < len(scan) && at.win-(100-scan[ply+1].win) >= mistake
}

// At returns the puzzle of a position, or nil if there is none.
func (f *Finder) At(ctx context.Context, p *rules.Position) (*Puzzle, error) {
	if err := f.learn(p.Rules()); err != nil {
		return nil, err
	}
	return f.find(ctx, p, nil, rules.NoSquare, true)
}

// find returns the puzzle of a position, or nil if there is none, or if it
// begins with one of the moves in not. recapture is the square on which the
// last move captured. mates says that the first look sees a mate; without, a
// longer search for one comes last.
func (f *Finder) find(ctx context.Context, p *rules.Position, not map[rules.Move]bool, recapture rules.Square,
	mates bool) (*Puzzle, error) {
	at, err := Standing(p)
	if err != nil {
		return nil, nil // only a game with overruled plies reaches it
	}
	if _, over := at.Outcome(); over || at.Count() < 2 {
		return nil, nil
	}
	f.engine.Clear() // so that the puzzle depends on its position only
	nodes := f.nodes * unseenFactor
	if mates {
		nodes = f.nodes * recheckFactor
	}
	z, found := f.mate(ctx, at, not, nodes)
	if z == nil && !found {
		if z = f.advantage(ctx, at, not, recapture); z != nil && !mates {
			if shorter, found := f.mate(ctx, at, not, f.nodes*recheckFactor); found {
				z = shorter
			}
		}
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
// does, even if not by one move only, or by one of the moves in not. nodes are
// those to find a mate.
func (f *Finder) mate(ctx context.Context, p *rules.Position, not map[rules.Move]bool,
	nodes uint64) (z *Puzzle, found bool) {
	if !p.Rules().HasCheck() {
		return nil, false
	}
	side := p.Side()
	first := mate.Search(ctx, p, side, mate.Limits{Nodes: nodes, Quiet: !p.Rules().HasHand()})
	switch {
	case first.Plies == 0:
		return nil, false
	case first.Plies > maxMatePlies, first.Plies == 1 && capturesRoyal(p, first.Line[0]), not[first.Line[0]]:
		return nil, true // too long to prove, or nothing to find
	}
	if !f.mayBeOnly(ctx, p, first) {
		return nil, true
	}
	prover := mate.NewProver(ctx, p, side)
	shortest := prover.Shortest(p, first.Plies, f.nodes*shortestFactor)
	if shortest.Plies%2 == 0 || !shortest.Settled {
		return nil, true // none, in doubt, or ended by a move of the defender
	}
	z = &Puzzle{Kind: Mate, Position: p, Moves: shortest.Line, Proof: Proof{Method: Complete}}
	if z.byPoints() {
		z.Kind = Win
	}
	z.Proof.Nodes = first.Nodes + shortest.Nodes
	last := p.Clone()
	for _, m := range z.Moves[:len(z.Moves)-1] {
		last.Play(m)
	}
	for _, m := range others(last, z.Moves[len(z.Moves)-1]) {
		last.Play(m)
		if wins(last, side) {
			z.Also = append(z.Also, m)
		}
		last.Undo()
	}
	if len(z.Moves) == 1 && len(z.Also) > 0 || !f.onlyMate(prover, z) {
		return nil, true
	}
	z.Rating = z.rate(shortest.Nodes)
	return z, true
}

// mayBeOnly reports whether a short search leaves a puzzle possible. There is
// none if it finds another first move with a mate of the same length, or cannot
// prove that no mate is shorter. A shorter one may be the puzzle.
func (f *Finder) mayBeOnly(ctx context.Context, p *rules.Position, found mate.Result) bool {
	prover, rest := mate.NewProver(ctx, p, p.Side()), others(p, found.Line[0])
	also, _, _ := prover.Among(p, rest, found.Plies+f.pass, f.nodes*secondFactor)
	sooner, settled, _ := prover.Among(p, p.Moves(nil), found.Plies-2, f.nodes*soonerFactor)
	return sooner || settled && !also
}

// onlyMate proves that no move of the solver has an alternative, except those
// in Also. It begins with the last ones and searches for a short time first,
// because a second mate is often found at once.
func (f *Finder) onlyMate(prover *mate.Prover, z *Puzzle) bool {
	budget := f.nodes * MateFactor
	settled := make([]bool, len(z.Moves))
	for _, nodes := range []uint64{max(budget/quickShare, 1), budget} {
		at := z.Position.Clone()
		for _, m := range z.Moves {
			at.Play(m)
		}
		for i := len(z.Moves) - 1; i >= 0; i-- {
			at.Undo()
			last := i == len(z.Moves)-1
			if i%2 > 0 || last && f.pass == 0 || settled[i] {
				continue
			}
			rest, plies := others(at, z.Moves[i]), len(z.Moves)-i
			if last {
				rest = slices.DeleteFunc(rest, func(m rules.Move) bool { return slices.Contains(z.Also, m) })
				plies += f.pass
			}
			also, done, tried := prover.Among(at, rest, plies, nodes*uint64(min(len(rest)+1, alternatives)))
			z.Proof.Nodes += tried
			if also || !done && nodes == budget {
				return false
			}
			settled[i] = done
		}
	}
	return true
}

// capturesRoyal reports whether a move captures a royal.
func capturesRoyal(p *rules.Position, m rules.Move) bool {
	victim := p.Captured(m)
	return victim != rules.NoPiece && p.Rules().Royal(victim.Type())
}

// advantage returns the puzzle if one move of the side to move wins, or saves
// the game, and every other move does not. The first move is none in not. If it
// only captures on the square recapture, or an unprotected piece, the puzzle
// has further moves.
func (f *Finder) advantage(ctx context.Context, p *rules.Position, not map[rules.Move]bool,
	recapture rules.Square) *Puzzle {
	z := &Puzzle{Position: p, Proof: Proof{Method: ByEngine, Each: f.nodes * Factor, Factor: Factor}}
	at := p.Clone()
	end, effort := 0, uint64(0)
	for i := range maxTurns {
		var accepts func(turn) bool
		if i == 0 {
			accepts = func(t turn) bool {
				return !not[t.move] && (!tooEasy(at, t.move, recapture) || t.reply == 0 || f.goesOn(ctx, at, t))
			}
		}
		step := f.only(ctx, at, z, accepts)
		if step.move == 0 || context.Cause(ctx) != nil {
			break
		}
		z.Moves = append(z.Moves, step.move)
		if !step.forced {
			end, effort = len(z.Moves), effort+step.effort
		}
		at.Play(step.move)
		if step.reply == 0 {
			break
		}
		z.Moves = append(z.Moves, step.reply)
		at.Play(step.reply)
		if _, over := at.Outcome(); over {
			break
		}
	}
	if z.Moves = z.Moves[:end]; end == 0 || end == 1 && tooEasy(p, z.Moves[0], recapture) {
		return nil
	}
	if z.Kind == Defence && f.races || z.Kind != Win && !f.holds(ctx, z) {
		return nil
	}
	z.Rating = z.rate(effort)
	return z
}

// holds reports whether the position after the solution is held. The engine
// plays on for both sides, which reaches further than a search. If it loses,
// perhaps by its own mistake, a longer search decides.
func (f *Finder) holds(ctx context.Context, z *Puzzle) bool {
	end, solver := z.Position.Clone(), z.Position.Side()
	for _, m := range z.Moves {
		end.Play(m)
	}
	// evaluate returns the win% of the solver and the best move.
	evaluate := func(p *rules.Position, nodes uint64) (win float64, m rules.Move) {
		if o, over := p.Outcome(); over {
			if o.WonBy(solver.Other()) {
				return 0, 0
			}
			return 100, 0
		}
		found := f.engine.Search(ctx, p, engine.Limits{Nodes: nodes}, nil)
		z.Proof.Nodes += found.Nodes
		if len(found.Lines) == 0 {
			return 0, 0
		}
		if win, m = f.win(&found.Lines[0]), found.Lines[0].Moves[0]; p.Side() != solver {
			win = 100 - win
		}
		return win, m
	}
	p := end.Clone()
	for range playOut {
		win, m := evaluate(p, f.nodes*playOutFactor)
		if win < holding-drift {
			win, _ = evaluate(end, z.Proof.Each*playOutDoubt)
			return win >= holding
		}
		if m == 0 {
			break
		}
		p.Play(m)
	}
	return true
}

// tooEasy reports whether a puzzle of one move is too easy: it captures an
// unprotected piece, or on the square on which the last move captured.
func tooEasy(p *rules.Position, m rules.Move, recapture rules.Square) bool {
	return m.To() == recapture || takesUnprotected(p, m)
}

// goesOn reports whether the second look finds an only move after a turn.
func (f *Finder) goesOn(ctx context.Context, p *rules.Position, t turn) bool {
	p.Play(t.move)
	p.Play(t.reply)
	_, over := p.Outcome()
	again := false
	if !over {
		l := f.engine.Search(ctx, p, f.recheck(p), nil).Lines
		again = len(l) == 1 || len(l) > 1 && f.kind(&l[0], &l[1]) != ""
	}
	p.Undo()
	p.Undo()
	return again
}

// takesUnprotected reports whether a move captures an unprotected piece.
func takesUnprotected(p *rules.Position, m rules.Move) bool {
	victim := p.Captured(m)
	return victim != rules.NoPiece &&
		p.Attackers(m.To(), p.Moved(m).Type(), p.Side().Other(), p.Occupied()).Empty()
}

// turn is a move of the solver.
type turn struct {
	move, reply rules.Move // 0 for none
	effort      uint64     // nodes after which a search settled on the move
	forced      bool       // there is no other move at all
}

// recheck are the limits of the second look. Of the same drop from several
// bench cells, it searches one.
func (f *Finder) recheck(p *rules.Position) engine.Limits {
	l := engine.Limits{Nodes: f.nodes * recheckFactor, MultiPV: 2, Enough: func(l []engine.Line) bool {
		return len(l) > 1 && l[0].Nodes >= 2*f.nodes && f.hopeless(f.win(&l[0]), f.win(&l[1]))
	}}
	drops := map[string]bool{}
	l.Moves = slices.DeleteFunc(p.Moves(nil), func(m rules.Move) bool {
		if m.Kind() != rules.Drop {
			return false
		}
		text := notation.UCI{}.Format(p, m)
		known := drops[text]
		drops[text] = true
		return known
	})
	return l
}

// only returns the only good move of a position, if there is one. The first
// move decides about the kind of the puzzle, and accepts may refuse it before
// the longest searches; the others have the same kind.
func (f *Finder) only(ctx context.Context, p *rules.Position, z *Puzzle, accepts func(turn) bool) (found turn) {
	last, first := rules.Move(0), accepts != nil
	recheck := f.engine.Search(ctx, p, f.recheck(p), func(l engine.Line) {
		if l.MultiPV == 1 && l.Moves[0] != last {
			last, found.effort = l.Moves[0], l.Nodes
		}
	})
	z.Proof.Nodes += recheck.Nodes
	if len(recheck.Lines) == 0 {
		return turn{}
	}
	m := recheck.Lines[0].Moves[0]
	rest := others(p, m)
	found.move, found.forced = m, len(rest) == 0
	var next *engine.Line
	if len(recheck.Lines) > 1 {
		if next = &recheck.Lines[1]; f.kind(&recheck.Lines[0], next) == "" {
			return turn{}
		}
	}
	if first && !accepts(turn{move: m}) {
		return turn{}
	}
	screen := engine.Limits{Nodes: f.nodes * screenFactor, Moves: rest, MultiPV: nearest}
	var best, screened engine.Line
	var near []engine.Line
	for _, limits := range []engine.Limits{screen, {Nodes: z.Proof.Each, Moves: rest}} {
		var ok bool
		screened = best
		best, ok = f.answered(ctx, p, limits.Nodes, &found, next, z)
		if !ok || next != nil && f.kind(&best, next) == "" {
			return turn{}
		}
		if found.forced {
			return found
		}
		lines := f.refuted(ctx, p, limits, &best, z)
		if len(lines) == 0 {
			return turn{}
		}
		kind := f.kind(&best, &lines[0])
		if first {
			z.Kind = kind
		}
		if kind == "" || kind != z.Kind || near != nil && (f.win(&best) < f.win(&screened)-drift ||
			f.win(&lines[0]) > f.win(&near[0])+drift) {
			return turn{}
		}
		if near == nil {
			if near = lines; first && !accepts(found) {
				return turn{}
			}
		}
		first = false
	}
	for i := range near {
		if other, ok := f.answered(ctx, p, screen.Nodes, &turn{move: near[i].Moves[0]}, nil, z); ok &&
			f.kind(&best, &other) != z.Kind {
			return turn{}
		}
	}
	return found
}

// refuted searches the other moves, and returns their lines; none if one of
// them is as good.
func (f *Finder) refuted(ctx context.Context, p *rules.Position, limits engine.Limits, best *engine.Line,
	z *Puzzle) []engine.Line {
	searching, end := context.WithCancel(ctx)
	defer end()
	worse := f.engine.Search(searching, p, limits, func(l engine.Line) {
		if l.MultiPV <= 1 && l.Nodes > f.nodes*recheckFactor && f.kind(best, &l) == "" {
			end()
		}
	})
	z.Proof.Nodes += worse.Nodes
	if searching.Err() != nil {
		return nil
	}
	return worse.Lines
}

// answered evaluates the move of a turn by a long search for the best reply to
// it, which it notes. ok is false if the game does not go on as usual, or the
// move turns out hardly better than next, unless next is nil.
func (f *Finder) answered(ctx context.Context, p *rules.Position, nodes uint64, found *turn, next *engine.Line,
	z *Puzzle) (best engine.Line, ok bool) {
	side := p.Side()
	p.Play(found.move)
	defer p.Undo()
	if o, over := p.Outcome(); over {
		if o.WonBy(side) {
			best.Mate = 1
		}
		return best, !o.WonBy(side.Other())
	}
	searching, end := context.WithCancel(ctx)
	defer end()
	reply := f.engine.Search(searching, p, engine.Limits{Nodes: nodes}, func(l engine.Line) {
		if next != nil && l.Nodes > f.nodes*recheckFactor && f.hopeless(100-f.win(&l), f.win(next)) {
			end()
		}
	})
	z.Proof.Nodes += reply.Nodes
	if searching.Err() != nil || len(reply.Lines) == 0 || p.Side() == side {
		return best, false
	}
	l := &reply.Lines[0]
	found.reply, best.CP = l.Moves[0], -l.CP
	switch {
	case l.Mate > 0:
		best.Mate = -l.Mate - 1
	case l.Mate < 0:
		best.Mate = 1 - l.Mate
	case f.lone(p, l.Moves, side):
		best.CP = min(best.CP, 0)
	}
	return best, true
}

// lone reports whether a line leaves a side one piece that cannot mate alone,
// to judge by its value, and no other to promote or drop.
func (f *Finder) lone(p *rules.Position, line []rules.Move, side rules.Side) bool {
	if p.Rules().HasHand() || !p.Rules().HasCheck() {
		return false
	}
	q, pieces := p.Clone(), 0
	for _, m := range line {
		q.Play(m)
	}
	for t := rules.PieceType(1); int(t) < len(f.values); t++ {
		if n := q.Where(rules.NewPiece(t, side)).Len(); n > 0 && f.values[t] != royalValue {
			if pieces += n; f.values[t] > loneValue || len(p.Rules().PromotesTo(rules.NewPiece(t, side))) > 0 {
				return false
			}
		}
	}
	return pieces < 2
}

// kind returns the kind of a puzzle by the evaluations of the best move and of
// the next; "" if the best one is not good or not the only one.
func (f *Finder) kind(best, next *engine.Line) Kind {
	good, other := f.win(best), f.win(next)
	switch {
	case next.Mate > 0 || good-other < onlyBy:
		return ""
	case good >= winning && other <= unwon:
		return Win
	case good < holding || good >= winning || other > losing:
		return ""
	case best.CP == 0 && best.Mate == 0:
		return Draw
	}
	return Defence
}

// hopeless reports whether [Finder.kind] fails with a margin.
func (f *Finder) hopeless(good, other float64) bool {
	least := winning
	if other <= losing {
		least = holding
	}
	return good < least-drift || good-other < onlyBy-drift
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
