package dhtmlxq

import (
	"strconv"
	"strings"
)

// The board has nine columns and ten rows.
const columns, rows = 9, 10

// pieceLetters are the pieces in the order of their squares in binit, by their
// FEN letters. noSquare is the square of a missing piece.
const (
	pieceLetters = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
	noSquare     = "99"
)

// usualBinit is the binit of the usual start.
const usualBinit = "8979695949392919097717866646260600102030405060708012720323436383"

// xiangqiBoard is a position: a letter per row and column, 0 for an empty
// square.
type xiangqiBoard [rows][columns]byte

// parseBinit reads binit; false if it is invalid.
func parseBinit(text string) (b xiangqiBoard, ok bool) {
	if len(text) != 2*len(pieceLetters) {
		return b, false
	}
	for i := range len(pieceLetters) {
		square := text[2*i : 2*i+2]
		if square == noSquare {
			continue
		}
		column, row, ok := parseSquare(square)
		if !ok || b[row][column] != 0 {
			return b, false
		}
		b[row][column] = pieceLetters[i]
	}
	return b, true
}

// parseSquare reads the two digits of a square.
func parseSquare(text string) (column, row int, ok bool) {
	column, row = int(text[0])-'0', int(text[1])-'0'
	return column, row, column >= 0 && column < columns && row >= 0 && row < rows
}

// parseBoard reads the board field of a FEN.
func parseBoard(text string) (b xiangqiBoard, ok bool) {
	lines := strings.Split(text, "/")
	if len(lines) != rows {
		return b, false
	}
	for row, line := range lines {
		column := 0
		for _, c := range []byte(line) {
			switch {
			case c >= '1' && c <= '9':
				column += int(c - '0')
				continue
			case column >= columns || strings.IndexByte(pieceLetters, c) < 0:
				return b, false
			}
			b[row][column] = c
			column++
		}
		if column != columns {
			return b, false
		}
	}
	return b, true
}

// fen returns the board field of a FEN.
func (b *xiangqiBoard) fen() string {
	var out []byte
	for row := range b {
		if row > 0 {
			out = append(out, '/')
		}
		empty := 0
		for _, c := range b[row] {
			if c == 0 {
				empty++
				continue
			}
			if empty > 0 {
				out = strconv.AppendInt(out, int64(empty), 10)
				empty = 0
			}
			out = append(out, c)
		}
		if empty > 0 {
			out = strconv.AppendInt(out, int64(empty), 10)
		}
	}
	return string(out)
}

// binit returns the squares of the pieces; false if there are more of a kind
// than at the usual start.
func (b *xiangqiBoard) binit() (string, bool) {
	if start, _ := parseBinit(usualBinit); *b == start {
		return usualBinit, true
	}
	squares := make([]string, len(pieceLetters))
	for row := range b {
		for column, c := range b[row] {
			if c == 0 {
				continue
			}
			i := 0
			for i < len(pieceLetters) && (pieceLetters[i] != c || squares[i] != "") {
				i++
			}
			if i == len(pieceLetters) {
				return "", false
			}
			squares[i] = string([]byte{'0' + byte(column), '0' + byte(row)})
		}
	}
	for i := range squares {
		if squares[i] == "" {
			squares[i] = noSquare
		}
	}
	return strings.Join(squares, ""), true
}
