// Package publish writes games for readers: an HTML page with a board, Markdown
// with diagrams, plain text, an animation.
//
// It knows no rules. The caller fills a [Game] from a replayed record, with a
// scene for each position to be drawn. Writers publish one game or a
// collection.
package publish

import (
	"iter"
	"strconv"
	"strings"
	"time"

	"assay/api/diagram"
)

// Game is one game to be published.
type Game struct {
	Title   string    // one line, such as players and event
	Players [2]string // names by side, "" if unknown
	Headers []Header
	// Shown is the ply at which a page opens. Address returns the address of
	// the page at a ply, for readers without scripts; it may be nil.
	Shown   int
	Address func(ply int) string
	// Comments precede the first ply.
	Comments []Comment
	// Pieces are all pieces of the variant, in an order that is the same for
	// all its games, for pages that share their drawings; else nil.
	Pieces []diagram.Piece
	// Start is the starting position.
	Start Position
	Moves Line
	// Fault is the first error of the record; nil if there is none.
	Fault *Fault
	// End is the result and its reason, such as "1-0, checkmate"; "" if the
	// game did not end.
	End string
}

// Comment is a comment on a game or a ply.
type Comment struct {
	Text   string
	Credit *Credit // nil for a comment of the record
	Named  bool    // the author must be named, because there are several
}

// Credit says who wrote a comment, and when.
type Credit struct {
	Author, Editor string // Editor is "" if the author wrote the revision
	Saved          time.Time
	Revision       int64
}

// inline returns the text, after the author's name if that is needed.
func (c *Comment) inline() string {
	if c.Named && c.Credit != nil {
		return c.Credit.Author + ": " + c.Text
	}
	return c.Text
}

// inlineTexts returns the texts of comments after the names of their authors.
func inlineTexts(comments []Comment) []string {
	var out []string
	for i := range comments {
		out = append(out, comments[i].inline())
	}
	return out
}

// Header is a header line of a game.
type Header struct{ Key, Value string }

// Position has the parts of a position to show. Nil or empty fields were not
// requested or are unknown.
type Position struct {
	Scene *diagram.Scene
	Board string // as text, lines ending in "\n"
	Hash  uint32 // see PositionHash; 0 if there is no position
	// Pictured means that the position has a diagram of its own; Asked that the
	// annotator requested it. Pages with a board hide the others.
	Pictured, Asked bool
}

// hasTextBoard reports whether the position has a text diagram.
func (p *Position) hasTextBoard() bool { return p.Pictured && p.Board != "" }

// Line is a sequence of plies.
type Line []*Ply

// Ply is one ply with its annotations.
type Ply struct {
	Number   int  // move number, or 0
	Second   bool // played by the second player
	Text     string
	NAGs     []int
	Before   []Comment // before the move
	Comments []Comment
	// Facts are evaluations and times, as text.
	Facts []string
	// Position is the position after the ply.
	Position
	// Variations are the alternatives to this ply.
	Variations []Line
}

// Fault is the error at which a record ends.
type Fault struct {
	Text    string // the ply as written
	Rule    string // ID of the broken rule, or ""
	Message string
	Rest    string // the rest of the record from that ply, as written
}

// Label returns a ply's number and text, such as "12. Nf3" or "12… Nf6".
func (p *Ply) Label() string { return p.numberText() + p.Text }

// numberText returns a ply's number followed by a space.
func (p *Ply) numberText() string {
	switch {
	case p.Number == 0:
		return ""
	case p.Second:
		return strconv.Itoa(p.Number) + "… "
	}
	return strconv.Itoa(p.Number) + ". "
}

// stepKind is the kind of a step of a traversal.
type stepKind uint8

const (
	stepPly   stepKind = iota
	stepOpen           // a variation begins
	stepClose          // a variation ends
)

// step is one step of the traversal of a game: each ply is followed by its
// variations.
type step struct {
	kind   stepKind
	ply    *Ply
	depth  int // 0 for the main line
	id     int // of the ply, from 1 in traversal order
	before int // id of the previous ply, 0 for the start
	count  int // plies from the start
	// numbered means that the number must be printed: the ply is the first
	// player's, or something separates it from the previous ply.
	numbered bool
}

// steps traverses all lines without recursion, at any depth.
func (g *Game) steps() iter.Seq[step] {
	type open struct {
		line       Line
		next, side int
		last       int // id of the ply before next
		earlier    int // id of the ply before that
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
				stack = append(stack, open{line: top.line[top.next-1].Variations[top.side-1], last: top.earlier,
					count: top.count - 1, broken: true})
			case top.next < len(top.line):
				ply := top.line[top.next]
				id++
				top.count++
				s := step{stepPly, ply, depth, id, top.last, top.count, top.broken || !ply.Second ||
					len(ply.Before) > 0}
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

// illustrated reports whether any position but the last has a diagram of its
// own.
func (g *Game) illustrated() bool {
	if g.Start.Pictured {
		return true
	}
	for s := range g.steps() {
		if s.kind == stepPly && s.ply.Pictured && (s.depth > 0 || s.count < len(g.Moves)) {
			return true
		}
	}
	return false
}

// hasLongMoves reports whether any move contains a space. Then a space alone
// does not separate moves.
func (g *Game) hasLongMoves() bool {
	for s := range g.steps() {
		if s.kind == stepPly && strings.Contains(s.ply.Text, " ") {
			return true
		}
	}
	return false
}
