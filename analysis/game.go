package analysis

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/parser"
)

// Game is a replayed record: the legal plies and the report.
type Game struct {
	Report Report
	Record *parser.Record // nil if the game comes from an archive or could not be read
	Rules  *rules.Rules   // nil for verdicts without replay
	Moves  []rules.Move
	// Refused is set if the settings have options that the variant lacks and
	// the record states no options itself.
	Refused  *variant.OptionError
	branches []branch
	start    *rules.Position // nil for the default
	done     <-chan struct{} // closed to cancel the replay
	room     *[]rules.Move   // memory of Moves; nil for none
}

// spareMoves are the Moves of released games.
var spareMoves sync.Pool

// makeMoves makes room for the moves of a record.
func (g *Game) makeMoves(plies int) {
	g.room, _ = spareMoves.Get().(*[]rules.Move)
	if g.room == nil {
		g.room = new([]rules.Move)
	}
	if cap(*g.room) < plies {
		*g.room = make([]rules.Move, 0, plies)
	}
	g.Moves = *g.room
}

// Release lets later games use the memory of g.Moves and g.Record, neither of
// which may be used afterwards. The report can be.
func (g *Game) Release() {
	if g.room != nil {
		spareMoves.Put(g.room)
	}
	if g.Record != nil {
		g.Record.Release()
	}
	g.Record, g.Moves, g.room, g.branches = nil, nil, nil, nil
}

// branch holds the variations that replace a ply of the main line.
type branch struct {
	ply   int // from 0
	lines []*Line
}

// Playable reports whether the game has rules and a starting position.
func (g *Game) Playable() bool { return g.Rules != nil && g.Report.Start != "" }

// ended reports whether the replay was cancelled.
func (g *Game) ended() bool {
	select {
	case <-g.done:
		return true
	default:
		return false
	}
}

// errStopped is the error of a cancelled replay.
var errStopped = errors.New("the replay was stopped")

func (g *Game) awaited() error {
	if g.ended() {
		return errStopped
	}
	return nil
}

// Start returns the position before the first ply.
func (g *Game) Start() *rules.Position { return g.StartIn(new(rules.Position)) }

// StartIn copies the position before the first ply into p, reusing its memory.
func (g *Game) StartIn(p *rules.Position) *rules.Position {
	if g.start == nil {
		return g.Rules.StartIn(p)
	}
	return g.start.CopyTo(p)
}

// NewGame restores a verified game from an archive. An error means that the
// archive is damaged.
func NewGame(r *rules.Rules, start string, moves []byte) (*Game, error) {
	var p *rules.Position
	if start != r.StartText() {
		var err error
		if p, err = r.ParsePosition(start); err != nil {
			return nil, err
		}
	}
	decoded, err := decodeMoves(moves)
	if err != nil {
		return nil, err
	}
	return &Game{Report: Report{Start: start}, Rules: r, Moves: decoded, start: p}, nil
}

// At returns the position after a ply.
func (g *Game) At(ply int) (*rules.Position, error) {
	if ply < 0 || ply > len(g.Moves) {
		return nil, fmt.Errorf("the game has plies 0 to %d, not %d", len(g.Moves), ply)
	}
	p := g.Start()
	for _, m := range g.Moves[:ply] {
		p.Play(m)
	}
	return p, nil
}

// EncodeMoves encodes verified plies for an archive.
func EncodeMoves(moves []rules.Move) []byte {
	out := make([]byte, 0, 3*len(moves))
	for _, m := range moves {
		out = binary.AppendUvarint(out, uint64(m))
	}
	return out
}

// decodeMoves is the inverse of EncodeMoves.
func decodeMoves(b []byte) ([]rules.Move, error) {
	moves := make([]rules.Move, 0, len(b)/2)
	for len(b) > 0 {
		m, n := binary.Uvarint(b)
		if n <= 0 {
			return nil, fmt.Errorf("packed moves are damaged after %s", parser.Count(len(moves), "ply"))
		}
		moves = append(moves, rules.Move(m))
		b = b[n:]
	}
	return moves, nil
}
