package rules

import "assay/analysis/variant"

// Side is a player. First moves first, and is at the bottom of a diagram.
type Side uint8

const (
	First Side = iota
	Second
)

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// PieceType numbers a variant's types of piece from 1, in the order of its
// definition.
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

// Walled is the content of a square that nothing enters or passes: a wall or a
// hole. It has no type and no owner.
const Walled Piece = 1

// NewPiece returns the piece of a type and side.
func NewPiece(t PieceType, s Side) Piece { return Piece(t)<<1 | Piece(s) }

func (p Piece) Type() PieceType { return PieceType(p >> 1) }

// Side returns the owner of a piece that is neither NoPiece nor Walled.
func (p Piece) Side() Side { return Side(p & 1) }

// PieceTypeSet is a set of types.
type PieceTypeSet uint64

func (t *PieceTypeSet) Add(k PieceType) { *t |= 1 << k }

func (t PieceTypeSet) Has(k PieceType) bool { return t>>(k&63)&1 != 0 }

// pieceType is a compiled type of piece.
type pieceType struct {
	letter      string // in positions, as First writes it
	lower       string // as Second writes it
	san         string // in algebraic notation; "" for the letter
	name        string
	label       string
	ruleID      string // ruleID ID of its movement
	limitRuleID string // rule ID that limits a movement whose vector fits
	vectors     []moveVector
	royal       bool
	promoted    bool
	demotes     PieceType
	glyph       string
	value       int
}

// moveVector is a movement vector, as First sees it, with its rule ID.
type moveVector struct {
	files, ranks int
	repeats      int // maximum number of repetitions
	ruleID       string
}

func (r *Rules) moveVectors(p *variant.Piece) []moveVector {
	var out []moveVector
	for _, m := range p.Moves {
		for _, c := range m.Components {
			times := c.Range
			if times == variant.Unlimited || c.Hop != variant.NoHop || c.Paths != nil {
				times = max(r.files, r.ranks)
			}
			for _, path := range c.Paths {
				var sum variant.Vector
				for n := range len(path.Steps) + times {
					step, ends, more := path.Step(n)
					if !more {
						break
					}
					if sum = sum.Plus(step); ends {
						out = append(out, moveVector{sum.Files, sum.Ranks, 1, m.Rule})
					}
				}
			}
			for _, v := range c.Vectors {
				out = append(out, moveVector{v.Files, v.Ranks, times, m.Rule})
			}
		}
	}
	return out
}

// vectorBetween returns the movement vector of a piece that leads between two
// squares on some board. Vectors with their own rule ID take precedence.
func (r *Rules) vectorBetween(pc Piece, from, to Square) (moveVector, bool) {
	files, ranks := r.file(to)-r.file(from), r.rank(to)-r.rank(from)
	if pc.Side() == Second {
		files, ranks = -files, -ranks
	}
	var found moveVector
	fits := false
	for _, w := range r.pieceTypes[pc.Type()].vectors {
		for n := 1; n <= w.repeats; n++ {
			if n*w.files == files && n*w.ranks == ranks && (!fits || found.ruleID == "") {
				found, fits = w, true
			}
		}
	}
	return found, fits
}
