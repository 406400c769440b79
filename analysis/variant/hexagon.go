package variant

import (
	"slices"
	"strconv"
	"strings"
)

// boardCells are the possible values of Board.Cells. The first is the default.
var boardCells = []string{"squares", "hexagons"}

// hexagons names the cells of a hexagonal board. Its files are the files of a
// square board without the holes. Cells of a file are counted from the lowest
// cell, and there is no file j.
type hexagons struct {
	ranks   []int // by square, from 1; 0 for a hole
	maxRank int
	numbers map[[2]int]Square // by file letter, counted from a, and rank
}

// letterJ is the file letter that hexagonal boards skip, counted from a.
const letterJ = 'j' - 'a'

// nameCells reads the cells of a hexagonal board from the starting position.
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
		h.maxRank = max(h.maxRank, rank)
	}
	b.hexagons = h
}

// letterOf returns the letter of a file of a hexagonal board, counted from a.
func letterOf(file int) int {
	if file >= letterJ {
		return file + 1
	}
	return file
}

// holes returns the squares that a position marks as holes. It tolerates
// invalid text.
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

// Hexagons reports whether the board is hexagonal.
func (b *Board) Hexagons() bool { return b.hexagons != nil }

// Coordinates returns a square's file letter, counted from a, and its rank from
// 1, as in its name. The rank of a hole is 0.
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

// MostRanks returns the highest rank in a square's name.
func (b *Board) MostRanks() int {
	if b.hexagons != nil {
		return b.hexagons.maxRank
	}
	return b.Ranks
}

// LastFile returns the highest file in a square's name, counted from a.
func (b *Board) LastFile() int {
	if b.hexagons != nil {
		return letterOf(b.Files - 1)
	}
	return b.Files - 1
}

// Labels returns the file letters and rank numbers in names of squares; unused
// ranks are "".
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

// Mirrored returns the square with the files reflected. On a hexagonal board it
// is the cell of the same rank, or s itself if there is none.
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

// Reflected returns the square with the ranks reflected, within its file on a
// hexagonal board.
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
