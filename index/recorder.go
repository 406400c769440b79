package index

import (
	"slices"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/index/tape"
)

// Recorder is the watcher that takes down of a game what its positions are
// found by. It is used for one game after the other.
type Recorder struct {
	tape.Writer
	keys, sideKeys []uint64
}

// Begin begins a game; what was taken down before is gone.
func (r *Recorder) Begin(start *rules.Position) {
	r.Writer.Begin(start)
	r.keys, r.sideKeys = append(r.keys[:0], start.Key()), r.sideKeys[:0]
}

// Played takes down a position.
func (r *Recorder) Played(p *rules.Position, n *analysis.Node) {
	r.Writer.Played(p, n)
	if r.Main() {
		r.keys = append(r.keys, p.Key())
	} else {
		r.sideKeys = append(r.sideKeys, p.Key())
	}
}

// Document is what the game is found by, but for what is said of it.
func (r *Recorder) Document(rs *rules.Rules) Document {
	d := Document{Rules: rs, Keys: slices.Clone(r.keys), Tape: r.Tape(), Placements: r.Placements()}
	d.SideKeys = append(d.SideKeys, r.sideKeys...)
	return d
}
