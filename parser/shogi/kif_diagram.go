package shogi

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/parser/scan"
	"assay/parser/word"
)

// handSide returns the side of a header line that lists a hand.
func handSide(key string) (second, ok bool) {
	side, found := strings.CutSuffix(key, "の持駒")
	if !found {
		side, found = strings.CutSuffix(key, "の持ち駒")
	}
	if !found {
		return false, false
	}
	return sideNamed(side)
}

// sideNamed returns the side with a name, such as 先手 or 上手.
func sideNamed(name string) (second, ok bool) {
	for i := range sideNames {
		switch name {
		case sideNames[i][0]:
			return false, true
		case sideNames[i][1]:
			return true, true
		}
	}
	return false, false
}

// maxInHand is the limit of pieces of one kind in a hand.
const maxInHand = 81

// kifDiagram is the starting position described by the header of KIF or KI2.
type kifDiagram struct {
	board  shogiBoard
	ranks  int  // ranks read
	hands  bool // a hand is stated
	turn   bool // the side to move is stated
	second bool // the second player is to move
	number int  // plies before the start
}

// isDiagramEdge reports whether a line is the upper or lower edge of a diagram,
// or the numbers of its files.
func isDiagramEdge(line string) bool {
	if strings.HasPrefix(line, "+--") {
		return true
	}
	if first, _ := scan.FirstRune(line); digitOf(first) == 0 {
		return false
	}
	for _, c := range line {
		if !scan.IsBlank(c) && (c < '０' || c > '９') {
			return false
		}
	}
	return true
}

// readTurn reads a line such as 後手番.
func (d *kifDiagram) readTurn(line string) bool {
	name, ok := strings.CutSuffix(line, "番")
	if !ok {
		return false
	}
	second, ok := sideNamed(name)
	if ok {
		d.turn, d.second = true, second
	}
	return ok
}

// readNumber reads a line such as 手数＝30.
func (d *kifDiagram) readNumber(line string) bool {
	rest, ok := strings.CutPrefix(line, "手数＝")
	if !ok {
		return false
	}
	n, after := scan.LeadingNumber(rest)
	if after > 0 && n < scan.MaxNumber {
		d.number = n
	}
	return true
}

// readRow reads a rank of a diagram, such as "| ・v香 龍|一".
func (d *kifDiagram) readRow(line string) bool {
	line = line[1:]
	if d.ranks == chuSize || d.ranks == 9 && d.board.files != chuSize {
		return false
	}
	var row [chuSize]string
	var signs [chuSize]int8
	n, sign, promoted := 0, int8(1), ""
	for line != "" {
		var c string
		c, line = scan.FirstRune(line)
		switch c {
		case "|", "｜":
			if d.ranks == 0 {
				d.board.files = n
			}
			if n == 0 || n != d.board.files {
				return false
			}
			for i, name := range row[:n] {
				piece := shogiPieceByName(name)
				if n == chuSize {
					piece = chuPieceByName(name)
				}
				if piece == 0 && name != "" {
					return false
				}
				d.board.squares[n-1-i][d.ranks] = signs[i] * piece
			}
			d.ranks++
			return true
		case "v", "V", "△", "▽", "☖":
			sign = -1
			continue
		case "^", "▲", "☗":
			sign = 1
			continue
		case " ", "\t", "　":
			continue
		case "成":
			promoted = c
			continue
		}
		if n == len(row) {
			return false
		}
		if c != "・" && c != "･" && c != "." && c != "．" {
			row[n], signs[n] = promoted+c, sign
		}
		n, sign, promoted = n+1, 1, ""
	}
	return false
}

// readHand reads the pieces of a hand, such as "飛二　歩十七".
func (d *kifDiagram) readHand(text string, second bool) bool {
	side := 0
	if second {
		side = 1
	}
	d.hands = true
	text = scan.Trim(text)
	if text == "なし" || text == "" {
		return true
	}
	for text != "" {
		var c string
		c, text = scan.FirstRune(text)
		if c == " " || c == "　" || c == "\t" {
			continue
		}
		piece := shogiPieceByName(c)
		if piece == 0 || piece > shogiHandKinds {
			return false
		}
		n, rest := kanjiNumber(text)
		held := &d.board.hands[side][piece-1]
		if *held += max(n, 1); *held > maxInHand {
			return false
		}
		text = rest
	}
	return true
}

// kanjiNumber reads a number up to 99, in kanji such as 十七 or in digits; 0 for
// none.
func kanjiNumber(text string) (n int, rest string) {
	for text != "" {
		c, after := scan.FirstRune(text)
		switch digit := digitOf(c); {
		case c == "十":
			n = max(n, 1) * 10
		case c == "0" || c == "０":
			n *= 10
		case digit == 0:
			return n, text
		case n > 0 && n%10 == 0:
			n += digit
		default:
			n = n*10 + digit
		}
		if n > 99 {
			return n, after
		}
		text = after
	}
	return n, ""
}

// start returns the starting position of the diagram or of the start with a
// name. marked means that the first ply shows its side; second is that side.
func (d *kifDiagram) start(name string, marked, second bool) string {
	named, known := handicapStart(name)
	board := &d.board
	switch {
	case d.ranks > 0:
		board.ranks = d.ranks
		if from, ok := parseShogi(named); ok {
			board.second = from.second
		}
	case known && named != "":
		hands := board.hands
		board, _ = parseShogi(named)
		if d.hands {
			board.hands = hands
		}
	case isMinishogiName(name) && !d.hands && !d.turn && (!marked || !second):
		return ""
	default:
		hands := board.hands
		board = shogiStart(9)
		if isMinishogiName(name) {
			board = shogiStart(5)
		}
		board.hands = hands
	}
	if d.turn {
		board.second = d.second
	} else if marked {
		board.second = second
	}
	board.number = d.number + 1
	return board.start()
}

func isMinishogiName(name string) bool {
	return slices.Contains([]string{minishogiName, "五五将棋", "55将棋"}, word.Fold(name))
}

// appendSquares appends the squares of a board, each columns wide.
func appendSquares(dst []byte, b *shogiBoard, columns int) []byte {
	pieces := piecesOfBoard(b.ranks)
	edge := "\n+" + strings.Repeat("-", (columns+1)*b.files) + "+\n"
	dst = append(dst, edge...)
	for rank := range b.ranks {
		dst = append(dst, '|')
		for file := b.files - 1; file >= 0; file-- {
			cell := "・"
			switch piece := b.squares[file][rank]; {
			case piece < 0:
				cell = "v" + pieces[-piece-1].board
			case piece > 0:
				cell = pieces[piece-1].board
			}
			dst = append(append(dst, strings.Repeat(" ", columns-utf8.RuneCountInString(cell))...), cell...)
		}
		dst = append(appendKanji(append(dst, '|'), rank+1), '\n')
	}
	return append(dst, edge[1:]...)
}

// appendTurn appends the side to move and the number of plies played.
func appendTurn(dst []byte, b *shogiBoard, sides [2]string) []byte {
	turn := sides[0]
	if b.second {
		turn = sides[1]
	}
	dst = append(append(dst, turn...), "番\n"...)
	if b.number > 1 {
		dst = strconv.AppendInt(append(dst, "手数＝"...), int64(b.number-1), 10)
		dst = append(dst, '\n')
	}
	return dst
}

// appendDiagram appends the diagram of a board for the header.
func appendDiagram(dst []byte, b *shogiBoard, handicap bool) []byte {
	if b.ranks == chuSize {
		dst = append(dst, " １２ １１ １０ ９  ８  ７  ６  ５  ４  ３  ２  １"...)
		return appendTurn(appendSquares(dst, b, 3), b, sideNames[0])
	}
	sides := sideNamesFor(handicap)
	dst = append(dst, sides[1]...)
	dst = appendHand(append(dst, "の持駒："...), &b.hands[1])
	dst = append(dst, "  "...)
	for file := b.files; file > 0; file-- {
		dst = append(dst, wideDigits[3*file-3:3*file]...)
		if file > 1 {
			dst = append(dst, ' ')
		}
	}
	dst = append(appendSquares(dst, b, 2), sides[0]...)
	return appendTurn(appendHand(append(dst, "の持駒："...), &b.hands[0]), b, sides)
}

func appendHand(dst []byte, hand *[shogiHandKinds]int) []byte {
	start := len(dst)
	for i, n := range hand {
		if n == 0 {
			continue
		}
		if len(dst) > start {
			dst = append(dst, "　"...)
		}
		dst = append(dst, shogiPieces[i].board...)
		if n > 1 {
			dst = appendKanji(dst, n)
		}
	}
	if len(dst) == start {
		dst = append(dst, "なし"...)
	}
	return append(dst, '\n')
}

// appendKanji appends a number up to 99.
func appendKanji(dst []byte, n int) []byte {
	if n >= 20 {
		dst = append(dst, kanjiDigits[3*(n/10)-3:3*(n/10)]...)
	}
	if n >= 10 {
		dst = append(dst, "十"...)
	}
	if n %= 10; n > 0 {
		dst = append(dst, kanjiDigits[3*n-3:3*n]...)
	}
	return dst
}
