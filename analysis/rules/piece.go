package rules

import "assay/analysis/variant"

// Side is a player: First moves first and sits at the bottom of a diagram.
type Side uint8

// The two sides.
const (
	First Side = iota
	Second
)

// Other is the opponent.
func (s Side) Other() Side { return s ^ 1 }

// PieceType numbers the kinds of piece of a variant from 1 on, in the order of
// its definition; NoPieceType stands for none.
type PieceType uint8

// NoPieceType is no piece.
const NoPieceType PieceType = 0

const (
	maxTypes  = variant.MaxPieces + 1
	maxPieces = 2 * maxTypes
)

// Piece is a kind of piece of one side.
type Piece uint8

// NoPiece is an empty square.
const NoPiece Piece = 0

// Walled stands on a square that nothing enters or passes: a wall or a hole. It
// is of no kind, and neither side's.
const Walled Piece = 1

// NewPiece is the piece of that kind and side.
func NewPiece(t PieceType, s Side) Piece { return Piece(t)<<1 | Piece(s) }

// Type is the kind of the piece.
func (p Piece) Type() PieceType { return PieceType(p >> 1) }

// Side is the owner of a piece that is neither NoPiece nor Walled.
func (p Piece) Side() Side { return Side(p & 1) }

// PieceTypeSet is a set of kinds.
type PieceTypeSet uint64

// Add puts a kind into the set.
func (t *PieceTypeSet) Add(k PieceType) { *t |= 1 << k }

// Has reports whether a kind is in the set.
func (t PieceTypeSet) Has(k PieceType) bool { return t>>(k&63)&1 != 0 }

// pieceType is a kind of piece of a compiled variant.
type pieceType struct {
	letter   string // of the position text, as First writes it
	lower    string // the letter as Second writes it
	san      string // of algebraic moves, "" for the letter
	name     string
	label    string
	rule     string // of its movement
	limit    string // of what forbids a way that fits
	ways     []way
	royal    bool
	promoted bool
	demotes  PieceType
	glyph    string
	value    int
}

// way is one vector of a piece, as First sees it, with the ruling that a move
// along it is judged by.
type way struct {
	files, ranks int
	times        int // how often in a row, at most
	ruling       string
}

func (r *Rules) ways(p *variant.Piece) []way {
	var out []way
	for _, m := range p.Moves {
		for _, c := range m.Components {
			times := c.Range
			if times == variant.Unlimited || c.Hop != variant.NoHop {
				times = max(r.files, r.ranks)
			}
			for _, v := range c.Vectors {
				out = append(out, way{v.Files, v.Ranks, times, m.Rule})
			}
		}
	}
	return out
}

// wayBetween is the way of a piece that leads from one square to another on
// some board, the one with a ruling of its own if there is such a one.
func (r *Rules) wayBetween(pc Piece, from, to Square) (way, bool) {
	files, ranks := r.file(to)-r.file(from), r.rank(to)-r.rank(from)
	if pc.Side() == Second {
		files, ranks = -files, -ranks
	}
	var found way
	fits := false
	for _, w := range r.pieceTypes[pc.Type()].ways {
		for n := 1; n <= w.times; n++ {
			if n*w.files == files && n*w.ranks == ranks && (!fits || found.ruling == "") {
				found, fits = w, true
			}
		}
	}
	return found, fits
}
