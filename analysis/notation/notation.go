package notation

import (
	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/dhtmlxq"
	"assay/parser/pgn"
)

// Notation reads and writes single moves. A value may keep state of the
// record it reads and is not safe for concurrent use.
type Notation interface {
	// Read finds the move that a text means in a position. known says that the
	// move is legal in itself, whatever else the fault is about. A text that
	// says that the turn passes gives a Pass, with a fault where it may not.
	// With a fault, m is the move that the text most probably means, 0 where
	// none can be told.
	Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault)
	// Append writes a legal move.
	Append(dst []byte, p *rules.Position, m rules.Move) []byte
	// SquareName names a square of a game as records in the notation do.
	SquareName(r *rules.Rules, s rules.Square) string
}

// makers gives each format's notation for the moves of one record; nil where
// the format has none for the game.
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

// pgnMoves are moves counted by files where a record's first move is one,
// else ICCS where a header says so, else algebraic moves and coordinates.
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

// kifMoves are those of shogi, or those of chu shogi. Records of some further
// games are read only.
func kifMoves(rec *parser.Record, r *rules.Rules) Notation {
	switch {
	case HoldsShogi(r), rec != nil && readsKIF(r):
		return &KIF{}
	case HoldsChu(r):
		return &ChuKIF{}
	}
	return nil
}

// usiMoves are those of shogi and of chu shogi.
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

// For returns the notation in which a record writes its moves, which begin at
// start. It returns false if the format cannot hold moves of the game.
func For(rec *parser.Record, start *rules.Position) (Notation, bool) {
	n, ok := of(rec.Written(), rec, start.Rules())
	if san, plain := n.(*SAN); plain {
		san.countRanks(rec, start)
	}
	return n, ok
}

// ForFormat is the notation in which a format writes the moves of a game,
// false where it cannot hold them.
func ForFormat(f parser.Format, r *rules.Rules) (Notation, bool) {
	return of(f, nil, r)
}

// Shown is the notation in which people are shown moves that are read in n: n
// itself, but KIF for JKF, whose moves are JSON.
func Shown(n Notation) Notation {
	if _, ok := n.(*JKF); ok {
		return &KIF{}
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

// ImpliedGame is the name of the game that a record's notation stands for where
// no tag names one: that of the notation itself, but for moves counted by
// files, which xiangqi alone has.
func ImpliedGame(rec *parser.Record) string {
	if rec.Written() == parser.PGN && len(rec.Moves) > 0 && CountsByFiles(rec.Moves[0].Text) {
		return parser.ImpliedGame(&parser.Record{Format: parser.WXF})
	}
	if name := scriptGame(rec.Moves); rec.Written() == parser.PGN && name != "" {
		return name
	}
	return parser.ImpliedGame(rec)
}
