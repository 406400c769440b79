package analysis

import (
	"encoding/binary"
	"errors"
	"fmt"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/parser"
)

// Game is a replayed record: its start, the plies that hold, and the report.
type Game struct {
	Report Report
	Record *parser.Record // that it was proved from; nil where it was proved before, or could not be read
	Rules  *rules.Rules   // nil for verdicts without replay
	Moves  []rules.Move
	// Refused says that the variant does not have the options of the settings;
	// nil if it has, or the record states its own.
	Refused  *variant.OptionError
	branches []branch
	start    *rules.Position // nil for the variant's own
	done     <-chan struct{} // closed when nobody waits for the replay any more
}

// branch is the side lines that begin instead of a ply of the main line.
type branch struct {
	ply   int // from 0
	lines []*Line
}

// Playable reports whether there are rules and a start to play by.
func (g *Game) Playable() bool { return g.Rules != nil && g.Report.Start != "" }

// ended reports whether nobody waits for the replay any more.
func (g *Game) ended() bool {
	select {
	case <-g.done:
		return true
	default:
		return false
	}
}

// errStopped says that nobody waits for the replay any more.
var errStopped = errors.New("the replay was stopped")

func (g *Game) awaited() error {
	if g.ended() {
		return errStopped
	}
	return nil
}

// Start is the position before the first ply.
func (g *Game) Start() *rules.Position { return g.startIn(new(rules.Position)) }

func (g *Game) startIn(p *rules.Position) *rules.Position {
	if g.start == nil {
		return g.Rules.StartIn(p)
	}
	return g.start.CopyTo(p)
}

// NewGame rebuilds a verified game from what an archive keeps of it. The
// error tells of a damaged archive.
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

// At is the position after so many plies.
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

// EncodeMoves packs verified plies for an archive.
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
