package notation

import (
	"assay/analysis/rules"
	"assay/parser"
)

// Notation reads and writes single moves. A value may keep state of the
// record it reads and is not safe for concurrent use.
type Notation interface {
	// Read finds the move that a text means in a position. known says that
	// the move is legal in itself, whatever else the fault is about.
	Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault)
	// Append writes a legal move.
	Append(dst []byte, p *rules.Position, m rules.Move) []byte
}

// makers gives each format's notation for the moves of one record.
var makers = map[parser.Format]func(rec *parser.Record, r *rules.Rules) Notation{
	parser.Numbered: func(*parser.Record, *rules.Rules) Notation { return &Numbered{} },
}

// For is the notation in which a record writes its moves, false for a format
// whose moves cannot be read.
func For(rec *parser.Record, r *rules.Rules) (Notation, bool) {
	maker, ok := makers[rec.Format]
	if !ok {
		return nil, false
	}
	return maker(rec, r), true
}
