// Package publish writes games for reading: a page with a board to step
// through, text with diagrams, plain text, an animation.
//
// It knows no rules. The caller fills a [Game] from a replayed record, with a
// picture of each position that is wanted, and one of the writers publishes one
// game or a collection of them.
package publish

import (
	"iter"
	"strconv"
	"strings"

	"assay/api/diagram"
)

// Game is one game to be published.
type Game struct {
	Title   string // one line: players and event, or what else is known
	Headers []Header
	// Comments are those before the first ply.
	Comments []string
	// Start is what the game starts from.
	Start Position
	Moves Line
	// Fault is where the record stops being a game; nil where it does not.
	Fault *Fault
	// End is how the game ended, such as "1-0, checkmate"; "" where it did not.
	End string
}

// Header is a line of a game's head.
type Header struct{ Key, Value string }

// Position is what is shown of a position. What is nil or empty was not asked
// for, or is not known.
type Position struct {
	Scene *diagram.Scene
	Board string // in letters, lines ending in "\n"
	// Pictured says that the position has a diagram of its own, Asked that
	// somebody asked for it: else readers with a board to play on need none.
	Pictured, Asked bool
}

// drawn reports whether the position has a diagram in letters.
func (p *Position) drawn() bool { return p.Pictured && p.Board != "" }

// Line is plies played one after the other.
type Line []*Ply

// Ply is one turn with its annotations.
type Ply struct {
	Number   int  // of the move, 0 where it has none
	Second   bool // the second player's turn
	Text     string
	NAGs     []int
	Before   []string // comments in front of it
	Comments []string
	// Facts are evaluation and times, in words.
	Facts []string
	// Position is that after the ply.
	Position
	// Variations are the lines that begin instead of this ply.
	Variations []Line
}

// Fault says why a record holds only so far.
type Fault struct {
	Text    string // the ply as written
	Rule    string // ruling that it breaks, "" where there is none
	Message string
	Rest    string // the record from that ply on, as written
}

// Label is a ply's number and text, such as "12. Nf3" or "12… Nf6".
func (p *Ply) Label() string { return p.numberText() + p.Text }

// numberText is the number of a ply with a blank behind it.
func (p *Ply) numberText() string {
	switch {
	case p.Number == 0:
		return ""
	case p.Second:
		return strconv.Itoa(p.Number) + "… "
	}
	return strconv.Itoa(p.Number) + ". "
}

// stepKind is what a step of a walk is.
type stepKind uint8

const (
	stepPly   stepKind = iota
	stepOpen           // a side line begins
	stepClose          // and ends
)

// step is one step on the way through all lines of a game: each ply, and behind
// it the side lines that begin instead of it.
type step struct {
	kind   stepKind
	ply    *Ply
	depth  int // 0 is the main line
	id     int // of the ply, from 1 in the order of the walk
	before int // id of the ply that it follows, 0 for the start
	count  int // plies from the start to it
	// numbered says that the number has to be told: the ply is the first
	// player's, or something stands between it and the one before.
	numbered bool
}

// steps walks through all lines, however deep they nest.
func (g *Game) steps() iter.Seq[step] {
	type open struct {
		line       Line
		next, side int
		last       int // id of the ply before next
		earlier    int // of the one before that
		count      int // plies before next
		broken     bool
	}
	return func(yield func(step) bool) {
		id := 0
		stack := []open{{line: g.Moves, broken: true}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			depth := len(stack) - 1
			switch {
			case top.next > 0 && top.side < len(top.line[top.next-1].Variations):
				top.side++
				top.broken = true
				if !yield(step{kind: stepOpen, depth: depth + 1}) {
					return
				}
				stack = append(stack, open{line: top.line[top.next-1].Variations[top.side-1], last: top.earlier, count: top.count - 1, broken: true})
			case top.next < len(top.line):
				ply := top.line[top.next]
				id++
				top.count++
				s := step{stepPly, ply, depth, id, top.last, top.count, top.broken || !ply.Second || len(ply.Before) > 0}
				top.earlier, top.last = top.last, id
				top.next, top.side = top.next+1, 0
				top.broken = len(ply.Comments) > 0 || ply.Pictured
				if !yield(s) {
					return
				}
			default:
				if stack = stack[:len(stack)-1]; depth > 0 && !yield(step{kind: stepClose, depth: depth}) {
					return
				}
			}
		}
	}
}

// long reports whether plies are of several words, which then need more than a
// blank between them.
func (g *Game) long() bool {
	for s := range g.steps() {
		if s.kind == stepPly && strings.Contains(s.ply.Text, " ") {
			return true
		}
	}
	return false
}
