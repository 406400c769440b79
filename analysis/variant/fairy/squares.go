package fairy

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// Fairy-Stockfish's largest board.
const (
	maxFiles = 12
	maxRanks = 10
)

// squares is a set of squares of the largest board, one bit set per rank.
type squares [maxRanks]uint16

// everywhere is all squares.
var everywhere = func() (out squares) {
	for rank := range out {
		out[rank] = 1<<maxFiles - 1
	}
	return out
}()

// parseSquares parses `d4 e4`, `*3` for a rank, `a*` for a file, and `-` for
// none.
func parseSquares(text string) (out squares, err error) {
	for _, word := range strings.Fields(text) {
		if word == "-" {
			return out, nil
		}
		file, rank := word[:1], word[1:]
		f, r := uint16(1<<maxFiles-1), 0
		if file != "*" {
			at := strings.IndexByte("abcdefghijkl", word[0]|0x20)
			if at < 0 {
				return out, fmt.Errorf("expected a square, a rank such as *3 or a file such as a*, found %q", word)
			}
			f = 1 << at
		}
		if rank == "*" && file != "*" {
			for r := range out {
				out[r] |= f
			}
			continue
		}
		if r, err = strconv.Atoi(rank); err != nil || r < 1 || r > maxRanks || rank[0] == '+' {
			return out, fmt.Errorf("%q is not a square of a board of up to %d ranks", word, maxRanks)
		}
		out[r-1] |= f
	}
	return out, nil
}

func (s squares) and(other squares) (out squares) {
	for r := range s {
		out[r] = s[r] & other[r]
	}
	return out
}

func (s squares) without(other squares) (out squares) {
	for r := range s {
		out[r] = s[r] &^ other[r]
	}
	return out
}

func (s squares) empty() bool { return s == squares{} }

func (s squares) has(file, rank int) bool {
	return file >= 0 && rank >= 0 && file < maxFiles && rank < maxRanks && s[rank]&(1<<file) != 0
}

func (s *squares) add(file, rank int) { s[rank] |= 1 << file }

// all iterates over the files and ranks of the squares.
func (s squares) all() iter.Seq2[int, int] {
	return func(yield func(file, rank int) bool) {
		for rank := range s {
			for file := range maxFiles {
				if s.has(file, rank) && !yield(file, rank) {
					return
				}
			}
		}
	}
}

// board returns the squares of a board.
func board(files, ranks int) (out squares) {
	for r := range min(ranks, maxRanks) {
		out[r] = 1<<files - 1
	}
	return out
}

// reflected returns the set with the ranks reflected.
func (s squares) reflected(ranks int) (out squares) {
	for r := range ranks {
		out[r] = s[ranks-1-r]
	}
	return out
}

// words returns the set in the form of regions: ranks, files and rectangles.
func (s squares) words(files, ranks int) []string {
	s = s.and(board(files, ranks))
	full := uint16(1<<files - 1)
	if words, ok := s.wholeFiles(files, ranks); ok {
		return words
	}
	var out []string
	for r := 0; r < ranks; r++ {
		if s[r] != full {
			continue
		}
		last := r
		for last+1 < ranks && s[last+1] == full {
			last++
		}
		if last == r {
			out = append(out, fmt.Sprintf("rank %d", r+1))
		} else {
			out = append(out, fmt.Sprintf("ranks %d-%d", r+1, last+1))
		}
		for ; r < last; r++ {
			s[r] = 0
		}
		s[last] = 0
	}
	for f, r := range s.all() {
		if s.has(f, r) { // not yet in a rectangle
			out = append(out, s.takeRectangle(f, r, files, ranks))
		}
	}
	return out
}

// wholeFiles returns the set as files, if it is some but not all of them.
func (s squares) wholeFiles(files, ranks int) ([]string, bool) {
	var out []string
	for f := range files {
		if s[0]&(1<<f) != 0 {
			out = append(out, "file "+string(rune('a'+f)))
		}
	}
	for r := 1; r < ranks; r++ {
		if s[r] != s[0] {
			return nil, false
		}
	}
	return out, len(out) > 0 && len(out) < files && ranks > 1
}

// takeRectangle removes from the set the widest, then highest rectangle that
// starts at a square, and returns its notation.
func (s *squares) takeRectangle(f, r, files, ranks int) string {
	wide := f
	for wide+1 < files && s.has(wide+1, r) {
		wide++
	}
	row := uint16(1<<(wide+1) - 1<<f)
	high := r
	for high+1 < ranks && s[high+1]&row == row {
		high++
	}
	for at := r; at <= high; at++ {
		s[at] &^= row
	}
	first, last := squareName(f, r), squareName(wide, high)
	if first == last {
		return first
	}
	return first + "-" + last
}

func squareName(file, rank int) string { return string(rune('a'+file)) + strconv.Itoa(rank+1) }

func (s squares) or(other squares) (out squares) {
	for r := range s {
		out[r] = s[r] | other[r]
	}
	return out
}
