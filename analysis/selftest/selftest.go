// Package selftest tests a variant with random games. It compares generated
// moves with the legality check and with a slow reference implementation of the
// definition, and reads back the text of every position and move.
package selftest

import (
	"context"
	"fmt"
	"math/rand/v2"

	"assay/analysis/crash"
	"assay/analysis/rules"
)

// Fault is a contradiction found in a game.
type Fault struct {
	Line     int    // line of the definition that it is about, or 0
	Check    string // name of the check
	Position string // FEN
	Move     string // as in numbered lists; "" if it is about the position
	Message  string
}

func (f Fault) String() string {
	if f.Move == "" {
		return fmt.Sprintf("%s: %s; position %s", f.Check, f.Message, f.Position)
	}
	return fmt.Sprintf("%s: %s; %s in position %s", f.Check, f.Message, f.Move, f.Position)
}

// NoEnd is the check for sides that cannot move although no rule ends the game.
const NoEnd = "end"

const (
	// Games is the number of games that test a definition.
	Games = 120
	// plies is the length of the longest game; others are shorter by up to
	// cutShort.
	plies, cutShort = 100, 80
	// The slow checks run on one in so many positions.
	slowInterval, textInterval = 8, 16
	// MostWork bounds the work of a test: one unit per move checked and one per
	// position. It is the same on every machine.
	MostWork = 600_000
	// A variant with games that exhaust the work in fewer positions is too slow
	// to serve.
	minPositions = 50
)

// Result is the result of a test.
type Result struct {
	Faults []Fault // of the first game with any, the first of each check
	Games  int     // number played
	Work   int     // in the units of MostWork
}

// Play plays random games, at most until MostWork is used up. The result
// depends on the rules only. If ctx ends, it returns the error of ctx.
func Play(ctx context.Context, r *rules.Rules, games int) (*Result, error) {
	return play(ctx, r, r, games, MostWork)
}

// play plays by the rules r and compares them with the definition of defining.
func play(ctx context.Context, r, defining *rules.Rules, games, maxWork int) (*Result, error) {
	t := &tester{ctx: ctx, rules: r, defining: defining, maxWork: maxWork, random: rand.New(rand.NewPCG(20, 26)),
		reported: map[string]bool{}}
	t.notations = notationsOf(r)
	for t.game = 0; t.game < games && len(t.faults) == 0 && t.work < maxWork; t.game++ {
		t.play()
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
	}
	if t.positions < minPositions && t.work >= maxWork {
		t.report("size", 0, "%d positions took %d checks of moves; the test needs %d positions within that work",
			t.positions, t.work, minPositions)
	}
	return &Result{Faults: t.faults, Games: t.game, Work: t.work}, nil
}

// tester is the test of one variant.
type tester struct {
	ctx       context.Context
	rules     *rules.Rules
	defining  *rules.Rules // the reference implementation reads their definition
	random    *rand.Rand
	notations []textNotation
	faults    []Fault
	reported  map[string]bool // by check

	game, positions, work, maxWork int

	position  *rules.Position
	move      rules.Move // the move being checked, if moving
	moving    bool
	reference *board
	moves     []rules.Move
	listed    map[rules.Move]bool
}

// report records an error in the current position and move. Only the first
// error of each check is kept.
func (t *tester) report(check string, line int, format string, args ...any) {
	if t.reported[check] {
		return
	}
	t.reported[check] = true
	f := Fault{Line: line, Check: check, Message: fmt.Sprintf(format, args...)}
	if t.position != nil {
		f.Position = t.position.Text()
	}
	if t.moving {
		f.Move = t.text(t.move)
	}
	t.faults = append(t.faults, f)
}

// play plays one game. A panic counts as a fault.
func (t *tester) play() {
	p := t.rules.Start()
	t.position, t.reference = p, newBoard(p, t.defining)
	before, playing := p.Clone(), rules.Move(0)
	defer crash.Handle(func(e *crash.Error) {
		t.position, t.move, t.moving = before, playing, playing != 0
		t.report("crash", 0, "%v", e)
	})
	for range plies - t.game*37%cutShort {
		if t.work >= t.maxWork || t.ctx.Err() != nil {
			return
		}
		t.moves = p.Moves(t.moves[:0])
		playing = 0
		t.checkPosition(p)
		_, over := p.Outcome()
		if len(t.moves) == 0 && !over {
			t.report(NoEnd, 0, "%s has no legal move, and no rule ends the game", t.rules.SideName(p.Side()))
		}
		if len(t.moves) == 0 || over || len(t.faults) > 0 {
			return
		}
		p.CopyTo(before)
		playing = t.choose()
		t.reference.play(p, playing)
		p.Play(playing)
		t.checkPlay(before, playing)
	}
}

// choose picks a random move and prefers captures and promotions.
func (t *tester) choose() rules.Move {
	m := t.moves[t.random.IntN(len(t.moves))]
	for range 2 {
		if t.position.Captured(m) != rules.NoPiece || m.Into() != rules.NoPieceType || m.Kind() == rules.Castle {
			break
		}
		m = t.moves[t.random.IntN(len(t.moves))]
	}
	return m
}

// checkPosition runs the checks of a position.
func (t *tester) checkPosition(p *rules.Position) {
	t.positions++
	t.work += 1 + len(t.moves)
	t.listed = map[rules.Move]bool{}
	for _, m := range t.moves {
		t.setMove(m)
		if t.listed[m] {
			t.report("moves", t.reference.lineOf(p, m), "the move is generated twice")
		}
		t.listed[m] = true
		if v := p.Judge(m); v != nil {
			t.report("moves", t.reference.lineOf(p, m), "the move is generated but judged illegal: %v", v)
		}
	}
	t.moving = false
	if n := p.Count(); n != uint64(len(t.moves)) {
		t.report("moves", 0, "%d moves are generated but %d are counted", len(t.moves), n)
	}
	if p.HasMove() != (len(t.moves) > 0) {
		t.report("moves", 0, "%d moves are generated, but the test for any move returns %v", len(t.moves), p.HasMove())
	}
	t.checkFEN(p)
	if t.positions%slowInterval == t.game%slowInterval {
		t.compareReference(p)
		t.checkUndo(p)
	}
	if t.positions%textInterval == t.game%textInterval {
		t.checkTexts(p)
	}
	t.moving = false
}

// setMove sets the move being checked.
func (t *tester) setMove(m rules.Move) { t.move, t.moving = m, true }

// checkFEN writes a position and reads it back.
func (t *tester) checkFEN(p *rules.Position) {
	if _, over := p.Outcome(); over {
		return
	}
	text := p.Text()
	q, err := t.rules.ParsePosition(text)
	switch {
	case err != nil:
		t.report("FEN", 0, "it cannot be read back: %v", err)
	case q.Text() != text:
		t.report("FEN", 0, "it is read back as %s", q.Text())
	case q.Key() != p.Key():
		t.report("key", 0, "the incremental key is %x, computed from scratch it is %x", p.Key(), q.Key())
	case !q.Equal(p):
		t.report("FEN", 0, "it is read back as another position")
	default:
		if o, over := q.Outcome(); over {
			t.report("FEN", 0, "the position read back is over (%s), the original is not", o.Termination)
		}
		for _, m := range q.Moves(nil) {
			if !t.listed[m] && p.Judge(m) == nil {
				t.setMove(m)
				t.report("FEN", 0, "the position read back has a move that the original lacks")
			}
		}
		// A FEN lacks earlier positions.
		if n := q.Count(); n != uint64(len(t.moves)) && !t.reference.has("no-repetition") {
			t.report("FEN", 0, "the position read back has %d moves, the original %d", n, len(t.moves))
		}
	}
}

// checkUndo plays and undoes every move.
func (t *tester) checkUndo(p *rules.Position) {
	before := p.Clone()
	text := p.Text()
	for _, m := range t.moves {
		t.setMove(m)
		p.Play(m)
		p.Undo()
		if !p.Equal(before) || p.Text() != text {
			t.report("undo", t.reference.lineOf(before, m), "playing and undoing the move leaves %s", p.Text())
			before.CopyTo(p)
		}
	}
	t.moving = false
}

// checkPlay compares the position after a move with the reference board.
func (t *tester) checkPlay(before *rules.Position, m rules.Move) {
	if message := t.reference.differs(t.position); message != "" {
		after := t.position
		t.position = before
		t.setMove(m)
		t.report("play", t.reference.lineOf(before, m), "the move leads to %s, but %s", after.Text(), message)
		t.position, t.moving = after, false
	}
}
