package rules

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/variant"
)

// nameIndex finds types of piece by names and letters.
type nameIndex struct {
	ofSquares     []string             // names by square
	byLetter      map[string]PieceType // in positions
	byName        map[string]PieceType
	inRecords     [2][26][]PieceType // by letter, alone and after a +
	inSAN         [26][]PieceType    // by letter in algebraic notation
	promotedInSAN bool               // some promoted type has a letter there
}

// royalNames returns the names of the royals.
func (r *Rules) royalNames() string { return r.typeList(r.royals, "or") }

// sideOf returns the side that a rule applies to, at the start of a
// sentence.
func (r *Rules) sideOf(p variant.Party) string {
	for side := range Side(2) {
		if p != "" && p.Has(side == Second) {
			return r.SideName(side)
		}
	}
	return "A side"
}

// describeName mentions the name of an ending if it is not the default.
func describeName(ends, usual string) string {
	if ends == usual {
		return ""
	}
	return "; records call this " + strconv.Quote(ends)
}

// typeList returns the names of types of piece.
func (r *Rules) typeList(kinds PieceTypeSet, last string) string {
	var letters []string
	for ; kinds != 0; kinds &= kinds - 1 {
		letters = append(letters, r.pieceTypes[trailing64(uint64(kinds))].letter)
	}
	return r.definition.PieceNames(letters, last)
}

// squareList returns the names of squares.
func (r *Rules) squareList(squares Bitboard) string {
	var names []string
	for !squares.Empty() {
		names = append(names, r.SquareName(squares.Pop()))
	}
	return variant.Enumerate(names, "or")
}

// pointList lists the points of pieces, highest first, divided by parts.
func (r *Rules) pointList(points variant.Ordered[int], parts int) string {
	byPoints := map[int][]string{}
	for _, k := range r.pieceTypes[1:] {
		if n, given := points.Get(k.letter); given {
			byPoints[n] = append(byPoints[n], k.letter)
		}
	}
	var words []string
	for _, n := range slices.Backward(slices.Sorted(maps.Keys(byPoints))) {
		words = append(words, r.definition.PieceNames(byPoints[n], "and")+" "+decimal(n, parts))
	}
	return strings.Join(words, ", ")
}

func decimal(n, parts int) string {
	return strconv.FormatFloat(float64(n)/float64(parts), 'f', -1, 64)
}

// Label returns the label of a type in rules and in Game Courier's records, as
// First writes it: by default its letter.
func (r *Rules) Label(t PieceType) string { return r.pieceTypes[t].label }

// PieceName returns a type's name in records.
func (r *Rules) PieceName(t PieceType) string { return r.pieceTypes[t].name }

// Letter returns a type's letter in positions, as First writes it.
func (r *Rules) Letter(t PieceType) string { return r.pieceTypes[t].letter }

// Glyph returns the key of a type's picture.
func (r *Rules) Glyph(t PieceType) string { return r.pieceTypes[t].glyph }

// Promoted reports whether a type is the promotion of another.
func (r *Rules) Promoted(t PieceType) bool { return r.pieceTypes[t].promoted }

// Demoted returns what a type becomes when it is captured.
func (r *Rules) Demoted(t PieceType) PieceType { return r.pieceTypes[t].demotes }

func (r *Rules) Royal(t PieceType) bool { return r.pieceTypes[t].royal }

// PieceTypeNamed returns the type with exactly that name.
func (r *Rules) PieceTypeNamed(name string) (PieceType, bool) {
	t, ok := r.names.byName[name]
	return t, ok
}

// SideName returns a side's name in records.
func (r *Rules) SideName(s Side) string { return r.definition.Sides[s].Name }

func (r *Rules) SquareName(s Square) string {
	if int(s) < len(r.names.ofSquares) {
		return r.names.ofSquares[s]
	}
	return r.definition.Board.SquareName(variant.Square(s))
}

// Coordinates returns a square's file, counted from a, and its rank from 1, as
// in its name. The rank is 0 for a hole of a hexagonal board.
func (r *Rules) Coordinates(s Square) (file, rank int) {
	return r.definition.Board.Coordinates(variant.Square(s))
}

// SquareAt is the inverse of Coordinates.
func (r *Rules) SquareAt(file, rank int) (Square, bool) {
	s, ok := r.definition.Board.At(file, rank)
	return Square(s), ok
}

// Labels returns the parts of square names: the letter of each file, and the
// number of each rank.
func (r *Rules) Labels() (files, ranks []string) {
	return r.definition.Board.Labels()
}

// SquareNamed is the inverse of SquareName.
func (r *Rules) SquareNamed(name string) (Square, bool) {
	s, err := r.definition.Board.ParseSquare(name)
	return Square(s), err == nil
}

// CellName returns the name of a bench cell, by its index in the fill order.
func (r *Rules) CellName(s Side, i int) string { return r.hands.cellNames[s][i] }

// CellNamed is the inverse of CellName.
func (r *Rules) CellNamed(s Side, name string) (int, bool) {
	if name == "" || !strings.Contains(r.hands.cellInitials[s], name[:1]) {
		return -1, false // true of most squares
	}
	i := slices.Index(r.hands.cellNames[s], name)
	return i, i >= 0
}

// IntoNamed returns the type of that name to which a piece may promote, or as
// which it may be dropped. If there is none, it returns any type of that name.
func (r *Rules) IntoNamed(pc Piece, name string) (PieceType, bool) {
	for _, t := range r.hands.dropsAs[pc.Type()] {
		if r.pieceTypes[t].name == name {
			return t, true
		}
	}
	if pr := r.promotions[pc]; pr != nil {
		for _, t := range pr.into {
			if r.pieceTypes[t].name == name {
				return t, true
			}
		}
	}
	return r.PieceTypeNamed(name)
}

func newNameIndex() nameIndex {
	return nameIndex{byLetter: map[string]PieceType{}, byName: map[string]PieceType{}}
}

// addLetters finds the types that a letter means in records: all types that
// positions write with this letter, without the mark of promoted pieces.
func (r *Rules) addLetters() {
	add := func(letter string, t PieceType) {
		plus := 0
		if letter[0] == '+' {
			plus, letter = 1, letter[1:]
		}
		kinds := &r.names.inRecords[plus][letter[0]-'A']
		if !slices.Contains(*kinds, t) {
			*kinds = append(*kinds, t)
		}
	}
	for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
		add(r.pieceTypes[t].letter, t)
	}
	for c := 'A'; c <= 'Z'; c++ {
		for _, letter := range []string{string(c), "+" + string(c)} {
			if t, ok := r.names.byLetter[letter]; ok {
				add(letter, t)
			}
		}
	}
	for c := range r.names.inSAN {
		r.names.inSAN[c] = slices.Clone(r.names.inRecords[0][c])
	}
	for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
		if san := r.pieceTypes[t].san; san != "" && !slices.Contains(r.names.inSAN[san[0]-'A'], t) {
			r.names.inSAN[san[0]-'A'] = append(r.names.inSAN[san[0]-'A'], t)
			r.names.promotedInSAN = true
		}
	}
}

// Lettered returns the types that a capital letter, alone or after a +, stands
// for in records. The marks that distinguish promoted pieces in positions are
// not written there.
func (r *Rules) Lettered(letter byte, plus bool) []PieceType {
	if letter < 'A' || letter > 'Z' {
		return nil
	}
	if plus {
		return r.names.inRecords[1][letter-'A']
	}
	return r.names.inRecords[0][letter-'A']
}

// SANLettered returns the types that a capital letter stands for in the
// algebraic notation of Fairy-Stockfish, which also has letters for promoted
// types.
func (r *Rules) SANLettered(letter byte) []PieceType {
	if letter < 'A' || letter > 'Z' {
		return nil
	}
	return r.names.inSAN[letter-'A']
}

// SANLetter returns the letter of a type in algebraic notation if the
// definition sets one, or "".
func (r *Rules) SANLetter(t PieceType) string { return r.pieceTypes[t].san }

// NamesPromoted reports whether promoted types have their own letters in
// algebraic notation.
func (r *Rules) NamesPromoted() bool { return r.names.promotedInSAN }

// HasPlus reports whether some type is written with a leading +.
func (r *Rules) HasPlus() bool {
	return slices.ContainsFunc(r.names.inRecords[1][:], func(kinds []PieceType) bool { return len(kinds) > 0 })
}

// Value returns a type's material value by the definition, in centipawns.
func (r *Rules) Value(t PieceType) int { return r.pieceTypes[t].value }
