package dhtmlxq

import (
	"strconv"
	"strings"
)

// The board has nine columns and ten rows.
const columns, rows = 9, 10

// men are the pieces in the order of their squares in binit, by their FEN
// letters. gone is the square of a missing piece.
const (
	men  = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
	gone = "99"
)

// usual is the binit of the usual start.
const usual = "8979695949392919097717866646260600102030405060708012720323436383"

// board is a position: a letter per row and column, 0 for an empty square.
type board [rows][columns]byte

// boardOf reads binit; false if it is invalid.
func boardOf(text string) (b board, ok bool) {
	if len(text) != 2*len(men) {
		return b, false
	}
	for i := range len(men) {
		square := text[2*i : 2*i+2]
		if square == gone {
			continue
		}
		column, row, ok := squareAt(square)
		if !ok || b[row][column] != 0 {
			return b, false
		}
		b[row][column] = men[i]
	}
	return b, true
}

// squareAt reads the two digits of a square.
func squareAt(text string) (column, row int, ok bool) {
	column, row = int(text[0])-'0', int(text[1])-'0'
	return column, row, column >= 0 && column < columns && row >= 0 && row < rows
}

// parseBoard reads the board field of a FEN.
func parseBoard(text string) (b board, ok bool) {
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
			case column >= columns || strings.IndexByte(men, c) < 0:
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

// text returns the board field of a FEN.
func (b *board) text() string {
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
func (b *board) binit() (string, bool) {
	if start, _ := boardOf(usual); *b == start {
		return usual, true
	}
	squares := make([]string, len(men))
	for row := range b {
		for column, c := range b[row] {
			if c == 0 {
				continue
			}
			i := 0
			for i < len(men) && (men[i] != c || squares[i] != "") {
				i++
			}
			if i == len(men) {
				return "", false
			}
			squares[i] = string([]byte{'0' + byte(column), '0' + byte(row)})
		}
	}
	for i := range squares {
		if squares[i] == "" {
			squares[i] = gone
		}
	}
	return strings.Join(squares, ""), true
}
