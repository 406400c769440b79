package index

import (
	"slices"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/index/tape"
)

// Recorder is a watcher that records the index data of a game's positions. It
// can be reused for the next game.
type Recorder struct {
	tape.Writer
	keys, sideKeys []uint64
}

// Begin starts a game and discards the previous one.
func (r *Recorder) Begin(start *rules.Position) {
	r.Writer.Begin(start)
	r.keys, r.sideKeys = append(r.keys[:0], start.Key()), r.sideKeys[:0]
}

// Played records a position.
func (r *Recorder) Played(p *rules.Position, n *analysis.Node) {
	r.Writer.Played(p, n)
	if r.Main() {
		r.keys = append(r.keys, p.Key())
	} else {
		r.sideKeys = append(r.sideKeys, p.Key())
	}
}

// Document returns the recorded part of a document.
func (r *Recorder) Document(rs *rules.Rules) Document {
	d := Document{Rules: rs, Keys: slices.Clone(r.keys), Tape: r.Tape(), Placements: r.Placements()}
	d.SideKeys = append(d.SideKeys, r.sideKeys...)
	return d
}
