// Package trial plays a game at random and looks for contradictions: between
// the moves that are generated and those that are judged legal, between both
// and the definition read a second, slow way, between a position or a move and
// its text.
package trial

import (
	"context"
	"fmt"
	"math/rand/v2"

	"assay/analysis/rules"
)

// Fault is a contradiction that a game ran into.
type Fault struct {
	Line     int    // of the part of the definition that it is about, 0 for none
	Check    string // which check found it, in a word or two
	Position string // its text
	Move     string // as numbered lists write it, "" where it is about the position
	Message  string
}

func (f Fault) String() string {
	if f.Move == "" {
		return fmt.Sprintf("%s: %s; position %s", f.Check, f.Message, f.Position)
	}
	return fmt.Sprintf("%s: %s; %s in position %s", f.Check, f.Message, f.Move, f.Position)
}

// NoEnd is the check that finds a side without a move that no rule speaks of.
const NoEnd = "end"

const (
	// Games is how many games prove a definition.
	Games = 120
	// plies is how long a game is at most; others are cut short by up to so
	// many.
	plies, cutShort = 100, 80
	// Of how many positions one is looked at in the ways that take long.
	everySlow, everyText = 8, 16
	// MostWork is how many moves are looked at in the games of one trial, a
	// position counting as one more. The count is the same on every machine.
	MostWork = 600_000
	// A game of which fewer positions than this take all the work is too slow
	// to be served.
	fewest = 50
)

// Result is what the games of a trial found.
type Result struct {
	Faults []Fault // the first of each check in the first game that has one
	Games  int     // how many were played
	Work   int     // that they took, see MostWork
}

// Play plays games, as many as MostWork allows. What it finds depends on the
// rules alone. The error is that of ctx: then nothing is decided.
func Play(ctx context.Context, r *rules.Rules, games int) (*Result, error) {
	return play(ctx, r, r, games, MostWork)
}

// play plays by rules against the definition that others have.
func play(ctx context.Context, r, given *rules.Rules, games, most int) (*Result, error) {
	t := &trial{ctx: ctx, rules: r, given: given, most: most, random: rand.New(rand.NewPCG(20, 26)), found: map[string]bool{}}
	t.notations = notationsOf(r)
	for t.game = 0; t.game < games && len(t.faults) == 0 && t.work < most; t.game++ {
		t.play()
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
	}
	if t.seen < fewest && t.work >= most {
		t.report("size", 0, "%d positions have %d moves to look at, and %d positions are the least", t.seen, t.work, fewest)
	}
	return &Result{Faults: t.faults, Games: t.game, Work: t.work}, nil
}

// trial is the trial of one game.
type trial struct {
	ctx       context.Context
	rules     *rules.Rules
	given     *rules.Rules // those whose definition the slow way reads
	random    *rand.Rand
	notations []written
	faults    []Fault
	found     map[string]bool // by check

	game, seen, work, most int

	position *rules.Position
	move     rules.Move // the one looked at; none where none is
	moving   bool
	slow     *board
	moves    []rules.Move
	listed   map[rules.Move]bool
}

// report notes a fault of what is looked at, the first of its check.
func (t *trial) report(check string, line int, format string, args ...any) {
	if t.found[check] {
		return
	}
	t.found[check] = true
	f := Fault{Line: line, Check: check, Message: fmt.Sprintf(format, args...)}
	if t.position != nil {
		f.Position = t.position.Text()
	}
	if t.moving {
		f.Move = t.text(t.move)
	}
	t.faults = append(t.faults, f)
}

// play plays one game. A panic is a fault like another.
func (t *trial) play() {
	p := t.rules.Start()
	t.position, t.slow = p, newBoard(p, t.given)
	before, playing := p.Clone(), rules.Move(0)
	defer func() {
		if cause := recover(); cause != nil {
			t.position, t.move, t.moving = before, playing, playing != 0
			t.report("crash", 0, "a fault of the program, which is worth a report: %v", cause)
		}
	}()
	for range plies - t.game*37%cutShort {
		if t.work >= t.most || t.ctx.Err() != nil {
			return
		}
		t.moves = p.Moves(t.moves[:0])
		playing = 0
		t.look(p)
		_, over := p.Outcome()
		if len(t.moves) == 0 && !over {
			t.report(NoEnd, 0, "%s has no legal move, and no rule says how the game ends", t.rules.SideName(p.Side()))
		}
		if len(t.moves) == 0 || over || len(t.faults) > 0 {
			return
		}
		p.CopyTo(before)
		playing = t.choose()
		t.slow.play(p, playing)
		p.Play(playing)
		t.compare(before, playing)
	}
}

// choose takes a move, rather one that captures or promotes.
func (t *trial) choose() rules.Move {
	m := t.moves[t.random.IntN(len(t.moves))]
	for range 2 {
		if t.position.Captured(m) != rules.NoPiece || m.Into() != rules.NoPieceType || m.Kind() == rules.Castle {
			break
		}
		m = t.moves[t.random.IntN(len(t.moves))]
	}
	return m
}

// look holds what is known of a position against each other.
func (t *trial) look(p *rules.Position) {
	t.seen++
	t.work += 1 + len(t.moves)
	t.listed = map[rules.Move]bool{}
	for _, m := range t.moves {
		t.at(m)
		if t.listed[m] {
			t.report("moves", t.slow.lineOf(p, m), "the move is generated twice")
		}
		t.listed[m] = true
		if v := p.Judge(m); v != nil {
			t.report("moves", t.slow.lineOf(p, m), "the move is generated, and judged illegal: %v", v)
		}
	}
	t.moving = false
	if n := p.Count(); n != uint64(len(t.moves)) {
		t.report("moves", 0, "%d moves are generated, and %d counted", len(t.moves), n)
	}
	if p.HasMove() != (len(t.moves) > 0) {
		t.report("moves", 0, "%d moves are generated, and that there is one is %v", len(t.moves), p.HasMove())
	}
	t.reread(p)
	if t.seen%everySlow == t.game%everySlow {
		t.slowly(p)
		t.takeBack(p)
	}
	if t.seen%everyText == t.game%everyText {
		t.texts(p)
	}
	t.moving = false
}

// at makes a move the one looked at.
func (t *trial) at(m rules.Move) { t.move, t.moving = m, true }

// reread writes a position and reads it back.
func (t *trial) reread(p *rules.Position) {
	if _, over := p.Outcome(); over {
		return
	}
	text := p.Text()
	q, err := t.rules.ParsePosition(text)
	switch {
	case err != nil:
		t.report("position text", 0, "it is not read back: %v", err)
	case q.Text() != text:
		t.report("position text", 0, "it is read back as %s", q.Text())
	case q.Key() != p.Key():
		t.report("key", 0, "the key of the position played to is %x, from scratch it is %x", p.Key(), q.Key())
	case !q.Equal(p):
		t.report("position text", 0, "it is read back as another position")
	default:
		if o, over := q.Outcome(); over {
			t.report("position text", 0, "the position read back has ended, by %s, the one played to has not", o.Termination)
		}
		for _, m := range q.Moves(nil) {
			if !t.listed[m] && p.Judge(m) == nil {
				t.at(m)
				t.report("position text", 0, "the position read back has a move that the one played to has not")
			}
		}
		// A text does not have the earlier positions.
		if n := q.Count(); n != uint64(len(t.moves)) && !t.slow.has("no-repetition") {
			t.report("position text", 0, "the position read back has %d moves, the one played to %d", n, len(t.moves))
		}
	}
}

// takeBack plays every move and takes it back.
func (t *trial) takeBack(p *rules.Position) {
	before := p.Clone()
	text := p.Text()
	for _, m := range t.moves {
		t.at(m)
		p.Play(m)
		p.Undo()
		if !p.Equal(before) || p.Text() != text {
			t.report("taking back", t.slow.lineOf(before, m), "played and taken back, the move leaves %s", p.Text())
			before.CopyTo(p)
		}
	}
	t.moving = false
}

// compare holds the position after a move against the one that the slow way
// has.
func (t *trial) compare(before *rules.Position, m rules.Move) {
	if message := t.slow.differs(t.position); message != "" {
		after := t.position
		t.position = before
		t.at(m)
		t.report("playing", t.slow.lineOf(before, m), "the move gives %s, where %s", after.Text(), message)
		t.position, t.moving = after, false
	}
}
