package variant

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Square numbers the squares of a board by rank from a1.
type Square int

// ParseSquare parses `a1` or `j10`.
func (b Board) ParseSquare(text string) (Square, error) {
	if len(text) >= 2 && text[0] >= 'a' && text[0] <= 'z' {
		file := int(text[0] - 'a')
		rank, err := strconv.Atoi(text[1:])
		if s, ok := b.At(file, rank); err == nil && ok && text[1] != '+' && text[1] != '0' {
			return s, nil
		}
	}
	if b.hexagons != nil {
		return 0, fmt.Errorf("%q is not a cell of this hexagonal board, with files a to %c without j", text,
			'a'+b.LastFile())
	}
	return 0, fmt.Errorf("%q is not a square of a board with %d files and %d ranks", text, b.Files, b.Ranks)
}

// SquareName is the inverse of ParseSquare.
func (b Board) SquareName(s Square) string {
	file, rank := b.Coordinates(s)
	return string(rune('a'+file)) + strconv.Itoa(rank)
}

// SquareNames returns the names of squares.
func (b Board) SquareNames(squares []Square) []string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = b.SquareName(s)
	}
	return names
}

// Squares returns the squares of a region for one side.
func (r Region) Squares(b Board, second bool) ([]Square, error) {
	parts, err := r.Parts(b, second)
	return slices.Concat(parts...), err
}

// Parts returns the squares of each part of a region for one side.
func (r Region) Parts(b Board, second bool) ([][]Square, error) {
	words, reflected := r.First, second
	if second && r.Second != nil {
		words, reflected = r.Second, false
	}
	var out [][]Square
	for _, word := range words {
		squares, err := b.Squares(word)
		if err != nil {
			return nil, err
		}
		for i, s := range squares {
			if reflected {
				squares[i] = b.Reflected(s)
			}
		}
		out = append(out, squares)
	}
	return out, nil
}

// Squares parses a part of a board: a square `a1`, a rectangle `d1-f3`, `rank
// 3`, `ranks 7-9` or `file e`.
func (b Board) Squares(part string) ([]Square, error) {
	lowFile, lowRank, highFile, highRank, err := b.corners(strings.TrimSpace(part))
	if err != nil {
		return nil, err
	}
	if b.Files > MaxSide || b.Ranks > MaxSide {
		return nil, nil // the size is reported elsewhere
	}
	var out []Square
	for s := range Square(b.Files * b.Ranks) {
		if file, rank := b.Coordinates(s); file >= lowFile && file <= highFile && rank >= lowRank && rank <= highRank {
			out = append(out, s)
		}
	}
	return out, nil
}

func (b Board) corners(part string) (lowFile, lowRank, highFile, highRank int, err error) {
	word, rest, spaced := strings.Cut(part, " ")
	low, high, span := strings.Cut(part, "-")
	if spaced {
		low, high, span = strings.Cut(strings.TrimSpace(rest), "-")
	}
	if !span {
		high = low
	}
	switch {
	case spaced && (word == "rank" || word == "ranks"):
		lowRank, err = b.rank(low)
		if err == nil {
			highRank, err = b.rank(high)
		}
		return 0, lowRank, b.LastFile(), highRank, err
	case spaced && word == "file" && len(low) == 1 && b.hasFile(int(low[0])-'a'):
		return int(low[0]) - 'a', 1, int(low[0]) - 'a', b.MostRanks(), nil
	case spaced:
		return 0, 0, 0, 0, fmt.Errorf("%q is not a region; write a1, d1-f3, rank 3, ranks 7-9 or file e", part)
	}
	first, err := b.ParseSquare(low)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	last, err := b.ParseSquare(high)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	lowFile, lowRank = b.Coordinates(first)
	highFile, highRank = b.Coordinates(last)
	return lowFile, lowRank, highFile, highRank, nil
}

// hasFile reports whether names of squares have a file, counted from a.
func (b Board) hasFile(file int) bool {
	return file >= 0 && file <= b.LastFile() && (b.hexagons == nil || file != letterJ)
}

func (b Board) rank(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > b.MostRanks() {
		return 0, fmt.Errorf("%q is not a rank of a board with %d ranks", text, b.MostRanks())
	}
	return n, nil
}
