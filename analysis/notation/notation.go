package notation

import (
	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/dhtmlxq"
	"assay/parser/pgn"
)

// Notation reads and writes single moves. A value may keep state of its record
// and is not safe for concurrent use.
type Notation interface {
	// Read reads a move in a position. known means that the move itself is
	// legal, whatever the error is. An illegal pass returns a Pass and an
	// error. With an error, m is the move that the text most probably means, or
	// 0.
	Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault)
	// Append writes a legal move.
	Append(dst []byte, p *rules.Position, m rules.Move) []byte
	// SquareName returns the notation's name of a square.
	SquareName(r *rules.Rules, s rules.Square) string
}

// makers returns the notation of each format for one record; nil if the format
// cannot write the variant.
var makers = map[parser.Format]func(rec *parser.Record, r *rules.Rules) Notation{
	parser.Numbered: func(*parser.Record, *rules.Rules) Notation { return &Numbered{} },
	parser.PGN:      pgnMoves,
	parser.Courier: func(_ *parser.Record, r *rules.Rules) Notation {
		if r.WallName() != "" || r.Gates() {
			return nil
		}
		return NewCourier()
	},
	parser.KIF:      kifMoves,
	parser.KI2:      ofShogi(func() Notation { return &KI2{} }),
	parser.CSA:      ofShogi(func() Notation { return &CSA{} }),
	parser.USI:      usiMoves,
	parser.JKF:      ofShogi(func() Notation { return &JKF{} }),
	parser.WXF:      ofXiangqi(func(*rules.Rules) Notation { return &WXF{Script: Latin} }),
	parser.Chinese:  ofXiangqi(func(*rules.Rules) Notation { return &WXF{Script: Simplified} }),
	parser.ICCS:     ofXiangqi(func(r *rules.Rules) Notation { return NewICCS(r) }),
	dhtmlxq.DhtmlXQ: ofXiangqi(func(*rules.Rules) Notation { return DhtmlXQ{} }),
}

// pgnMoves chooses the notation of a PGN record: xiangqi file notation if the
// first move is in it, ICCS if a header says so, and otherwise algebraic moves
// and coordinates.
func pgnMoves(rec *parser.Record, r *rules.Rules) Notation {
	if rec != nil && pgn.Moves(rec) == parser.ICCS && holdsXiangqi(r) {
		return NewICCS(r)
	}
	if rec != nil && len(rec.Moves) > 0 && CountsByFiles(rec.Moves[0].Text) && holdsXiangqi(r) {
		return &WXF{Script: scriptOf(rec.Moves)}
	}
	if n := scriptMoves(rec, r); n != nil {
		return n
	}
	return NewSAN(rec, r)
}

// kifMoves returns the notation for shogi or chu shogi. Records of a few other
// variants are only read.
func kifMoves(rec *parser.Record, r *rules.Rules) Notation {
	switch {
	case HoldsShogi(r), rec != nil && readsKIF(r):
		return &KIF{}
	case HoldsChu(r):
		return &ChuKIF{}
	}
	return nil
}

// usiMoves returns the notation for shogi and chu shogi.
func usiMoves(_ *parser.Record, r *rules.Rules) Notation {
	if !HoldsShogi(r) && !HoldsChu(r) {
		return nil
	}
	return &USI{}
}

func ofXiangqi(make func(*rules.Rules) Notation) func(*parser.Record, *rules.Rules) Notation {
	return func(_ *parser.Record, r *rules.Rules) Notation {
		if !holdsXiangqi(r) {
			return nil
		}
		return make(r)
	}
}

func ofShogi(make func() Notation) func(*parser.Record, *rules.Rules) Notation {
	return func(_ *parser.Record, r *rules.Rules) Notation {
		if !HoldsShogi(r) {
			return nil
		}
		return make()
	}
}

// For returns the notation of a record that begins at start. It returns false
// if the format cannot write the variant's moves.
func For(rec *parser.Record, start *rules.Position) (Notation, bool) {
	n, ok := WithOwnLetters(rec, start)
	switch n := n.(type) {
	case *SAN:
		n.translate(rec, start)
	case *Courier:
		n.learnLabels(rec, start)
	case *Descriptive:
		n.foresee(rec, start)
	}
	return n, ok
}

// WithOwnLetters is For without the piece letters of other languages and piece
// sets.
func WithOwnLetters(rec *parser.Record, start *rules.Position) (Notation, bool) {
	n, ok := of(rec.Written(), rec, start.Rules())
	if san, plain := n.(*SAN); plain {
		san.countRanks(rec, start)
	}
	return n, ok
}

// ForFormat returns the notation of a format for a variant. It returns false if
// the format cannot write the variant's moves.
func ForFormat(f parser.Format, r *rules.Rules) (Notation, bool) {
	return of(f, nil, r)
}

// Shown returns the notation in which moves read in n are displayed. JKF, which
// is JSON, is displayed as KIF. DhtmlXQ, which is digits, is displayed as ICCS.
// So are algebraic moves with ranks from 0, which no other program writes.
// Other notations are displayed as they are.
func Shown(n Notation, r *rules.Rules) Notation {
	switch n := n.(type) {
	case *JKF:
		return &KIF{}
	case DhtmlXQ:
		return NewICCS(r)
	case *SAN:
		if n.fromZero {
			return NewICCS(r)
		}
	}
	return n
}

func of(f parser.Format, rec *parser.Record, r *rules.Rules) (Notation, bool) {
	maker, ok := makers[f]
	if !ok {
		return nil, false
	}
	n := maker(rec, r)
	return n, n != nil
}

// ImpliedGame returns the variant that a record's notation implies if no tag
// names one: the default of the format, or xiangqi for its file notation.
func ImpliedGame(rec *parser.Record) string {
	if rec.Written() == parser.PGN && len(rec.Moves) > 0 && CountsByFiles(rec.Moves[0].Text) {
		return parser.ImpliedGame(&parser.Record{Format: parser.WXF})
	}
	if name := scriptGame(rec.Moves); rec.Written() == parser.PGN && name != "" {
		return name
	}
	return parser.ImpliedGame(rec)
}
