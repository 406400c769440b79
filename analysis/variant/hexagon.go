package variant

import (
	"slices"
	"strconv"
	"strings"
)

// BoardCells are the words that say what the places of a board are; the first
// is the usual one.
var BoardCells = []string{"squares", "hexagons"}

// hexagons names the cells of a board of hexagons, whose files are those of
// squares without the holes: a file's cells are counted from its lowest one,
// and no file is called j.
type hexagons struct {
	ranks   []int // of each square, from 1; 0 for a hole
	most    int
	numbers map[[2]int]Square // by the file's letter, counted from a, and the rank
}

// letterJ is the file's letter that a board of hexagons leaves out, counted
// from a.
const letterJ = 'j' - 'a'

// nameCells finds the cells of a board of hexagons in the text of the start.
func (b *Board) nameCells(start string) {
	if b.Cells != "hexagons" || b.Files < 1 || b.Files > MaxSide || b.Ranks < 1 || b.Ranks > MaxSide {
		return
	}
	h := &hexagons{ranks: make([]int, b.Files*b.Ranks), numbers: map[[2]int]Square{}}
	holes := b.holes(start)
	for file := range b.Files {
		rank := 0
		for s := file; s < len(h.ranks); s += b.Files {
			if slices.Contains(holes, Square(s)) {
				continue
			}
			rank++
			h.ranks[s] = rank
			h.numbers[[2]int{letterOf(file), rank}] = Square(s)
		}
		h.most = max(h.most, rank)
	}
	b.hexagons = h
}

// letterOf is the letter of a file of a board of hexagons, counted from a.
func letterOf(file int) int {
	if file >= letterJ {
		return file + 1
	}
	return file
}

// holes are the squares that a position text marks as none, as far as it is
// one.
func (b *Board) holes(text string) (out []Square) {
	placement, _, _ := strings.Cut(text, " ")
	placement, _, _ = strings.Cut(placement, "[")
	for i, line := range strings.Split(placement, "/") {
		file, rank := 0, b.Ranks-1-i
		for line != "" && rank >= 0 {
			digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
			switch {
			case digits > 0:
				n, _ := strconv.Atoi(line[:digits])
				file += n
				line = line[digits:]
				continue
			case line[0] == '*' && file < b.Files:
				out = append(out, Square(rank*b.Files+file))
			}
			if line[0] != '+' && line[0] != '~' {
				file++
			}
			line = line[1:]
		}
	}
	return out
}

// Hexagons reports whether the places of the board are hexagons.
func (b *Board) Hexagons() bool { return b.hexagons != nil }

// Coordinates are a square's file by its letter, counted from a, and its rank
// from 1 as its name has them; the rank is 0 for a hole among hexagons.
func (b *Board) Coordinates(s Square) (file, rank int) {
	if b.hexagons != nil {
		return letterOf(int(s) % b.Files), b.hexagons.ranks[s]
	}
	return int(s) % b.Files, int(s)/b.Files + 1
}

// At is the inverse of Coordinates.
func (b *Board) At(file, rank int) (Square, bool) {
	if b.hexagons != nil {
		s, ok := b.hexagons.numbers[[2]int{file, rank}]
		return s, ok
	}
	return Square((rank-1)*b.Files + file), file >= 0 && file < b.Files && rank >= 1 && rank <= b.Ranks
}

// MostRanks is the highest rank that a square's name has.
func (b *Board) MostRanks() int {
	if b.hexagons != nil {
		return b.hexagons.most
	}
	return b.Ranks
}

// LastFile is the highest file that a square's name has, counted from a.
func (b *Board) LastFile() int {
	if b.hexagons != nil {
		return letterOf(b.Files - 1)
	}
	return b.Files - 1
}

// Labels are the letters of the files and the numbers of the ranks, as names
// of squares have them; "" for ranks that none has.
func (b *Board) Labels() (files, ranks []string) {
	files, ranks = make([]string, b.Files), make([]string, b.Ranks)
	for file := range files {
		letter := file
		if b.hexagons != nil {
			letter = letterOf(file)
		}
		files[file] = string(rune('a' + letter))
	}
	for rank := range b.MostRanks() {
		ranks[rank] = strconv.Itoa(rank + 1)
	}
	return files, ranks
}

// Mirrored is the square with the files reflected. Among hexagons it is the
// cell of the same rank, or that itself where there is none.
func (b *Board) Mirrored(s Square) Square {
	file := b.Files - 1 - int(s)%b.Files
	if b.hexagons == nil {
		return Square(int(s)/b.Files*b.Files + file)
	}
	if to, ok := b.At(letterOf(file), b.hexagons.ranks[s]); ok {
		return to
	}
	return s
}

// Reflected is the square with the ranks reflected, those of its own file among
// hexagons.
func (b *Board) Reflected(s Square) Square {
	if b.hexagons == nil {
		return Square((b.Ranks-1-int(s)/b.Files)*b.Files + int(s)%b.Files)
	}
	file, rank := b.Coordinates(s)
	if rank == 0 { // a hole
		return s
	}
	last := rank
	for _, more := b.At(file, last+1); more; _, more = b.At(file, last+1) {
		last++
	}
	out, _ := b.At(file, last+1-rank)
	return out
}
