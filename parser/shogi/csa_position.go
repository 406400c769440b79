package shogi

import (
	"strconv"
	"strings"
)

// csaPosition is the starting position that P statements describe.
type csaPosition struct {
	board    shogiBoard
	given    bool // a P statement was read
	lastRank int  // number of the last rank read
	restSide int  // side that has all remaining pieces in hand, 1 or 2; 0 for none
}

// read reads one statement: PI with the pieces to remove, a rank P1 to P9, or
// the pieces of a side after P+ or P-.
func (p *csaPosition) read(line string) bool {
	if len(line) < 2 {
		return false
	}
	if !p.given {
		p.given, p.board = true, shogiBoard{files: 9, ranks: 9, number: 1}
	}
	switch c := line[1]; {
	case c == 'I':
		p.board = *shogiStart(9)
		return p.readPieces(line[2:], p.remove)
	case c >= '1' && c <= '9':
		return p.readRank(int(c-'1'), line[2:])
	case c == '+', c == '-':
		side := strings.IndexByte("+-", c)
		return p.readPieces(line[2:], func(file, rank int, piece int8) bool { return p.add(file, rank, piece, side) })
	}
	return false
}

// readPieces calls apply for each item of a list such as "11OU00FU". File and
// rank 0 mean the hand; piece 0 (AL) means all remaining pieces.
func (p *csaPosition) readPieces(list string, apply func(file, rank int, piece int8) bool) bool {
	for ; list != ""; list = list[4:] {
		if len(list) < 4 || list[0]-'0' > 9 || list[1]-'0' > 9 {
			return false
		}
		piece := pieceByCSA(list[2:4])
		if piece == 0 && list[:4] != "00AL" || !apply(int(list[0]-'0'), int(list[1]-'0'), piece) {
			return false
		}
	}
	return true
}

func (p *csaPosition) remove(file, rank int, piece int8) bool {
	if file == 0 || rank == 0 || piece == 0 {
		return false
	}
	square := &p.board.squares[file-1][rank-1]
	if *square != piece && *square != -piece {
		return false
	}
	*square = 0
	return true
}

func (p *csaPosition) add(file, rank int, piece int8, side int) bool {
	switch {
	case piece == 0:
		p.restSide = side + 1
		return true
	case file == 0 && rank == 0:
		if piece > shogiHandKinds || p.board.hands[side][piece-1] >= maxInHand {
			return false
		}
		p.board.hands[side][piece-1]++
		return true
	case file == 0 || rank == 0 || p.board.squares[file-1][rank-1] != 0:
		return false
	}
	p.board.squares[file-1][rank-1] = piece * int8(1-2*side)
	p.lastRank = max(p.lastRank, 9)
	return true
}

// readRank reads the squares of a rank, three characters each, from the ninth
// file. Blanks at the end may be missing.
func (p *csaPosition) readRank(rank int, cells string) bool {
	p.lastRank = max(p.lastRank, rank+1)
	for i := 0; cells != ""; i++ {
		cell := cells[:min(3, len(cells))]
		cells = cells[len(cell):]
		if i == 9 {
			return strings.TrimSpace(cell+cells) == ""
		}
		piece := int8(0)
		if strings.TrimSpace(cell) != "*" && strings.TrimSpace(cell) != "" {
			if len(cell) < 3 || cell[0] != '+' && cell[0] != '-' {
				return false
			}
			if piece = pieceByCSA(cell[1:]); piece == 0 {
				return false
			}
			if cell[0] == '-' {
				piece = -piece
			}
		}
		p.board.squares[8-i][rank] = piece
	}
	return true
}

// finish returns the board. If it was drawn with five ranks, it has five files.
func (p *csaPosition) finish() *shogiBoard {
	if !p.given {
		return shogiStart(9)
	}
	b := p.board
	if p.lastRank == 5 {
		b.files, b.ranks = 5, 5
		for file := range 5 {
			b.squares[file], b.squares[file+4] = b.squares[file+4], [chuSize]int8{}
		}
	}
	if p.restSide > 0 {
		p.dealRest(&b)
	}
	return &b
}

// pieceSet is the number of pieces of each kind in a set, kings excluded.
var pieceSet = [shogiHandKinds]int{2, 2, 4, 4, 4, 4, 18}

// dealRest puts the remaining pieces of a set into the hand of side p.rest.
func (p *csaPosition) dealRest(b *shogiBoard) {
	left := pieceSet
	for side := range b.hands {
		for i, n := range b.hands[side] {
			left[i] -= n
		}
	}
	for file := range b.squares {
		for _, piece := range b.squares[file] {
			if i := baseKind(piece); i >= 0 {
				left[i]--
			}
		}
	}
	for i, n := range left {
		b.hands[p.restSide-1][i] += max(n, 0)
	}
}

// baseKind returns the index of the unpromoted piece in a hand; -1 for kings
// and empty squares.
func baseKind(piece int8) int {
	if piece < 0 {
		piece = -piece
	}
	if piece == 0 || piece == shogiKing {
		return -1
	}
	letters := shogiPieces[piece-1].letters
	return int(pieceByLetters(shogiPieces, strings.TrimPrefix(letters, "+"))) - 1
}

// appendCSABoard appends the position and the side to move as statements.
func appendCSABoard(dst []byte, b *shogiBoard) []byte {
	if b.files == 9 && b.sameSquares(shogiStart(9)) {
		dst = append(dst, "PI\n"...)
	} else {
		for rank := range b.ranks {
			dst = strconv.AppendInt(append(dst, 'P'), int64(rank+1), 10)
			for file := b.files - 1; file >= 0; file-- {
				switch piece := b.squares[file][rank]; {
				case piece == 0:
					dst = append(dst, " * "...)
				case piece < 0:
					dst = append(append(dst, '-'), shogiPieces[-piece-1].csa...)
				default:
					dst = append(append(dst, '+'), shogiPieces[piece-1].csa...)
				}
			}
			dst = append(dst, '\n')
		}
		for side, sign := range []byte("+-") {
			dst = appendCSAHand(dst, sign, &b.hands[side])
		}
	}
	if b.second {
		return append(dst, "-\n"...)
	}
	return append(dst, "+\n"...)
}

func appendCSAHand(dst []byte, sign byte, hand *[shogiHandKinds]int) []byte {
	held := ""
	for i, n := range hand {
		held += strings.Repeat("00"+shogiPieces[i].csa, n)
	}
	if held == "" {
		return dst
	}
	return append(append(append(dst, 'P', sign), held...), '\n')
}
