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

// Place returns the squares of a region in words that stand after "on": the
// last rank, rank 2 for White and rank 7 for Black, or d1–f3. Ranks at an edge
// are counted from their side.
func (d *Definition) Place(region string) string {
	r, _ := d.Regions.Get(region)
	b := &d.Board
	words := [2][]string{r.First, r.Second}
	switch {
	case r.Second == nil && b.atEdges(r.First):
		return b.place(r.First, false, true)
	case r.Second == nil:
		words[1] = r.First
	case len(r.Second) == 0:
		return b.place(r.First, false, b.atEdges(r.First))
	case len(r.First) == 0:
		return b.place(r.Second, b.atEdges(r.Second), b.atEdges(r.Second))
	}
	var squares [2][]Square
	for side := range squares {
		squares[side], _ = r.Squares(*b, side == 1)
		slices.Sort(squares[side])
	}
	if slices.Equal(squares[0], squares[1]) {
		return b.place(r.First, false, false)
	}
	return fmt.Sprintf("%s for %s and %s for %s", b.place(words[0], false, false), d.Sides[0].Name,
		b.place(words[1], r.Second == nil, false), d.Sides[1].Name)
}

// atEdges reports whether all parts are ranks from an edge of the board.
func (b *Board) atEdges(parts []string) bool {
	return b.hexagons == nil && !slices.ContainsFunc(parts, func(part string) bool {
		_, low, _, high, err := b.corners(part)
		return err != nil || !strings.HasPrefix(part, "rank") || low > 1 && high < b.Ranks
	})
}

// place returns parts of a board in words, with the ranks reflected if asked.
// Relative ranks are counted from the first or the last. Reflected hexagons are
// named singly, because their files have different numbers of ranks.
func (b *Board) place(parts []string, reflected, relative bool) string {
	var words, ranks []string
	for _, part := range parts {
		lowFile, low, highFile, high, err := b.corners(part)
		if reflected && b.hexagons == nil {
			low, high = b.Ranks+1-high, b.Ranks+1-low
		}
		switch n := high - low + 1; {
		case err != nil || strings.HasPrefix(part, "file "):
			words = append(words, part)
		case b.hexagons != nil && (reflected || strings.HasPrefix(part, "rank")):
			squares, _ := b.Squares(part)
			for _, s := range squares {
				if reflected {
					s = b.Reflected(s)
				}
				words = append(words, b.SquareName(s))
			}
		case !strings.HasPrefix(part, "rank"):
			from, _ := b.At(lowFile, low)
			to, _ := b.At(highFile, high)
			words = append(words, span(b.SquareName(from), b.SquareName(to)))
		case n == b.Ranks:
			words = append(words, "any square")
		case relative && n == 1:
			words = append(words, "the "+edge(low)+" rank")
		case relative:
			words = append(words, fmt.Sprintf("the %s %d ranks", edge(low), n))
		default:
			ranks = append(ranks, span(strconv.Itoa(low), strconv.Itoa(high)))
		}
	}
	if len(ranks) == 1 && !strings.Contains(ranks[0], "–") {
		words = append([]string{"rank " + ranks[0]}, words...)
	} else if len(ranks) > 0 {
		words = append([]string{"ranks " + strings.Join(ranks, ", ")}, words...)
	}
	return Enumerate(words, "or")
}

// edge names the edge of the board at which ranks begin.
func edge(low int) string {
	if low == 1 {
		return "first"
	}
	return "last"
}

// span writes a range, or its only member.
func span(from, to string) string {
	if from == to {
		return from
	}
	return from + "–" + to
}
