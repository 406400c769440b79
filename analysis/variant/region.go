package variant

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Square numbers the squares of a board from a1 on, files first.
type Square int

// ParseSquare reads `a1` or `j10` on a board of that size.
func (b Board) ParseSquare(text string) (Square, error) {
	if len(text) >= 2 && text[0] >= 'a' && text[0] <= 'z' {
		file := int(text[0] - 'a')
		rank, err := strconv.Atoi(text[1:])
		if err == nil && file < b.Files && rank >= 1 && rank <= b.Ranks && text[1] != '+' && text[1] != '0' {
			return Square((rank-1)*b.Files + file), nil
		}
	}
	return 0, fmt.Errorf("%q is no square of a board of %d files and %d ranks", text, b.Files, b.Ranks)
}

// SquareName is the inverse of ParseSquare.
func (b Board) SquareName(s Square) string {
	return string(rune('a'+int(s)%b.Files)) + strconv.Itoa(int(s)/b.Files+1)
}

// Squares lists the squares of a region for one side.
func (r Region) Squares(b Board, second bool) ([]Square, error) {
	parts, err := r.Parts(b, second)
	return slices.Concat(parts...), err
}

// Parts lists the squares of each part of a region for one side.
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
				squares[i] = Square((b.Ranks-1-int(s)/b.Files)*b.Files + int(s)%b.Files)
			}
		}
		out = append(out, squares)
	}
	return out, nil
}

// Squares lists the squares of a part of a board: a single square `a1`, a
// rectangle `d1-f3`, `rank 3`, `ranks 7-9` or `file e`.
func (b Board) Squares(part string) ([]Square, error) {
	lowFile, lowRank, highFile, highRank, err := b.corners(strings.TrimSpace(part))
	if err != nil {
		return nil, err
	}
	var out []Square
	for rank := lowRank; rank <= highRank; rank++ {
		for file := lowFile; file <= highFile; file++ {
			out = append(out, Square(rank*b.Files+file))
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
		return 0, lowRank, b.Files - 1, highRank, err
	case spaced && word == "file" && len(low) == 1 && int(low[0])-'a' >= 0 && int(low[0])-'a' < b.Files:
		return int(low[0]) - 'a', 0, int(low[0]) - 'a', b.Ranks - 1, nil
	case spaced:
		return 0, 0, 0, 0, fmt.Errorf("%q is no region: write a1, d1-f3, rank 3, ranks 7-9 or file e", part)
	}
	first, err := b.ParseSquare(low)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	last, err := b.ParseSquare(high)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	return int(first) % b.Files, int(first) / b.Files, int(last) % b.Files, int(last) / b.Files, nil
}

func (b Board) rank(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > b.Ranks {
		return 0, fmt.Errorf("%q is no rank of a board with %d ranks", text, b.Ranks)
	}
	return n - 1, nil
}
