package shogi

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assay/parser/scan"
)

// shogiPiece is a kind of piece with its names in the notations.
type shogiPiece struct {
	letters string // in SFEN, in upper case
	board   string // in a diagram, one character
	csa     string
}

// shogiPieces are the pieces of shogi. A shogiBoard numbers them from 1.
var shogiPieces = []shogiPiece{
	{"R", "飛", "HI"}, {"B", "角", "KA"}, {"G", "金", "KI"}, {"S", "銀", "GI"},
	{"N", "桂", "KE"}, {"L", "香", "KY"}, {"P", "歩", "FU"}, {"K", "玉", "OU"},
	{"+R", "龍", "RY"}, {"+B", "馬", "UM"}, {"+S", "全", "NG"},
	{"+N", "圭", "NK"}, {"+L", "杏", "NY"}, {"+P", "と", "TO"},
}

// chuPieces are the pieces of chu shogi, which has 12 by 12 squares.
var chuPieces = []shogiPiece{
	{letters: "P", board: "歩"}, {letters: "I", board: "仲"}, {letters: "C", board: "銅"}, {letters: "S", board: "銀"},
	{letters: "G", board: "金"}, {letters: "F", board: "豹"}, {letters: "T", board: "虎"}, {letters: "E", board: "象"},
	{letters: "K", board: "玉"}, {letters: "L", board: "香"}, {letters: "A", board: "反"}, {letters: "M", board: "横"},
	{letters: "V", board: "竪"}, {letters: "B", board: "角"}, {letters: "R", board: "飛"}, {letters: "H", board: "馬"},
	{letters: "D", board: "龍"}, {letters: "Q", board: "奔"}, {letters: "O", board: "麒"}, {letters: "X", board: "鳳"},
	{letters: "N", board: "獅"},
	{letters: "+P", board: "成歩"}, {letters: "+I", board: "成象"}, {letters: "+C", board: "成横"},
	{letters: "+S", board: "成竪"},
	{letters: "+G", board: "成飛"}, {letters: "+F", board: "成角"}, {letters: "+T", board: "鹿"},
	{letters: "+E", board: "太"},
	{letters: "+L", board: "駒"}, {letters: "+A", board: "鯨"}, {letters: "+M", board: "猪"}, {letters: "+V", board: "牛"},
	{letters: "+B", board: "成馬"}, {letters: "+R", board: "成龍"}, {letters: "+H", board: "鷹"},
	{letters: "+D", board: "鷲"},
	{letters: "+O", board: "成獅"}, {letters: "+X", board: "成奔"},
}

// chuSize is the number of files and of ranks of chu shogi, the largest board.
const chuSize = 12

// piecesOfBoard returns the pieces of a board with this number of ranks.
func piecesOfBoard(ranks int) []shogiPiece {
	if ranks == chuSize {
		return chuPieces
	}
	return shogiPieces
}

// chuOtherNames are alternative names of chu shogi pieces in diagrams.
var chuOtherNames = map[string]string{"王": "玉", "竜": "龍", "師": "獅", "成竜": "成龍", "成師": "成獅", "と": "成歩"}

func chuPieceByName(name string) int8 {
	if other, ok := chuOtherNames[name]; ok {
		name = other
	}
	return pieceNumber(chuPieces, func(p shogiPiece) bool { return p.board == name })
}

// pieceNumber returns the number of a piece, from 1; 0 for none.
func pieceNumber(pieces []shogiPiece, matches func(shogiPiece) bool) int8 {
	return int8(slices.IndexFunc(pieces, matches) + 1)
}

func pieceByLetters(pieces []shogiPiece, letters string) int8 {
	return pieceNumber(pieces, func(p shogiPiece) bool { return p.letters == letters })
}

// shogiHandKinds is the number of kinds that can be in hand. They come first in
// shogiPieces, in the order of SFEN.
const shogiHandKinds = 7

const shogiKing = 8

// shogiOtherNames are alternative names of pieces in diagrams.
var shogiOtherNames = map[string]int8{"王": shogiKing, "竜": 9, "个": 7, "仝": 14, "今": 13, "成銀": 11, "成桂": 12, "成香": 13}

func shogiPieceByName(name string) int8 {
	return cmp.Or(pieceNumber(shogiPieces, func(p shogiPiece) bool { return p.board == name }), shogiOtherNames[name])
}

func pieceByCSA(code string) int8 {
	return pieceNumber(shogiPieces, func(p shogiPiece) bool { return p.csa == code })
}

// shogiBoard is a position. Files are counted from the first player's right,
// ranks from the top, both from 0.
type shogiBoard struct {
	files, ranks int
	squares      [chuSize][chuSize]int8 // by file and rank; negative for the second player
	hands        [2][shogiHandKinds]int
	lionCapture  string // chu shogi: square of a lion just captured, such as 8j; "" for none
	second       bool   // the second player is to move
	number       int    // of the next ply, from 1
}

// shogiStart returns the usual start of shogi, of minishogi if files is 5, or
// of chu shogi if it is 12.
func shogiStart(files int) *shogiBoard {
	text := "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
	switch files {
	case 5:
		text = "rbsgk/4p/5/P4/KGSBR b - 1"
	case chuSize:
		text = "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/" +
			"3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1"
	}
	b, _ := parseShogi(text)
	return b
}

func (b *shogiBoard) sameSquares(o *shogiBoard) bool {
	return b.files == o.files && b.ranks == o.ranks && b.squares == o.squares && b.hands == o.hands &&
		b.lionCapture == o.lionCapture
}

// start returns the board as the text of Record.Start: "" for the usual start
// of shogi.
func (b *shogiBoard) start() string {
	if b.files == 9 && b.number == 1 && !b.second && b.sameSquares(shogiStart(9)) {
		return ""
	}
	return b.sfen()
}

// sfen returns the board as SFEN, in which b is the first player.
func (b *shogiBoard) sfen() string {
	var s []byte
	for rank := range b.ranks {
		if rank > 0 {
			s = append(s, '/')
		}
		empty := 0
		for file := b.files - 1; file >= 0; file-- {
			piece := b.squares[file][rank]
			if piece == 0 {
				empty++
				continue
			}
			if empty > 0 {
				s = strconv.AppendInt(s, int64(empty), 10)
				empty = 0
			}
			s = appendLetters(s, piecesOfBoard(b.ranks), piece)
		}
		if empty > 0 {
			s = strconv.AppendInt(s, int64(empty), 10)
		}
	}
	if b.second {
		s = append(s, " w "...)
	} else {
		s = append(s, " b "...)
	}
	s = append(s, b.lionCapture...)
	none := b.lionCapture == ""
	for side := range b.hands {
		for i, n := range b.hands[side] {
			if n == 0 {
				continue
			}
			none = false
			if n > 1 {
				s = strconv.AppendInt(s, int64(n), 10)
			}
			s = appendLetters(s, shogiPieces, int8(i+1)*int8(1-2*side))
		}
	}
	if none {
		s = append(s, '-')
	}
	s = append(s, ' ')
	return string(strconv.AppendInt(s, int64(b.number), 10))
}

func appendLetters(s []byte, pieces []shogiPiece, piece int8) []byte {
	if piece < 0 {
		return append(s, strings.ToLower(pieces[-piece-1].letters)...)
	}
	return append(s, pieces[piece-1].letters...)
}

// parseShogi reads SFEN, or a FEN with the hands in brackets, in which w is the
// first player.
func parseShogi(text string) (*shogiBoard, bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, false
	}
	b := &shogiBoard{number: 1}
	board, hands, bracket := strings.Cut(words[0], "[")
	if !b.parseSquares(board) {
		return nil, false
	}
	words = append(words[1:], "", "", "") // at least three words
	side, number := cmp.Or(words[0], "b"), words[2]
	if bracket {
		hands = strings.TrimSuffix(hands, "]")
		b.second = words[0] == "b"
	} else {
		b.second = side == "w"
		hands = words[1]
	}
	if b.ranks == chuSize && !bracket && hands != "-" {
		if hands != "" && usiSquare(hands) != len(hands) {
			return nil, false
		}
		b.lionCapture, hands = hands, ""
	}
	if side != "b" && side != "w" || !b.parseHands(hands) {
		return nil, false
	}
	if n, err := strconv.Atoi(number); err == nil && n > 0 && n < scan.MaxNumber/2 {
		b.number = n
		if bracket { // a FEN counts moves, SFEN plies
			b.number = 2*n - 1
			if b.second {
				b.number++
			}
		}
	}
	return b, true
}

func (b *shogiBoard) parseSquares(text string) bool {
	rows := strings.Split(text, "/")
	limit := 9
	if len(rows) == chuSize {
		limit = chuSize
	}
	if len(rows) > limit {
		return false
	}
	b.ranks = len(rows)
	for rank, row := range rows {
		var found [chuSize]int8
		n := 0
		for i := 0; i < len(row); {
			if count, size := scan.LeadingNumber(row[i:]); size > 0 {
				if row[i] == '0' || size > 2 || size > 1 && limit == 9 {
					return false
				}
				n += count
				i += size
				continue
			}
			piece, size := letterPiece(row[i:], piecesOfBoard(b.ranks))
			if piece == 0 || n >= limit {
				return false
			}
			found[n] = piece
			n++
			i += size
		}
		if rank == 0 {
			b.files = n
		}
		if n != b.files || n > limit || n == 0 || limit == chuSize && n != limit {
			return false
		}
		for i, piece := range found[:n] {
			b.squares[n-1-i][rank] = piece
		}
	}
	return true
}

// letterPiece reads the letters of the piece that text starts with.
func letterPiece(text string, pieces []shogiPiece) (piece int8, size int) {
	size = 1
	if text[0] == '+' {
		size = 2
	}
	if len(text) < size {
		return 0, 0
	}
	upper := strings.ToUpper(text[:size])
	piece = pieceByLetters(pieces, upper)
	if upper != text[:size] {
		piece = -piece
	}
	return piece, size
}

func (b *shogiBoard) parseHands(text string) bool {
	if text == "-" {
		return true
	}
	count := 0
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= '0' && c <= '9' {
			if count = count*10 + int(c-'0'); count > 81 {
				return false
			}
			continue
		}
		piece, size := letterPiece(text[i:], shogiPieces)
		side := 0
		if piece < 0 {
			piece, side = -piece, 1
		}
		if piece == 0 || piece > shogiHandKinds || size != 1 {
			return false
		}
		b.hands[side][piece-1] += max(count, 1)
		count = 0
	}
	return count == 0
}

// shogiHandicaps are the named starts with their names in KIF and in JKF. The
// player who gives the handicap moves first.
var shogiHandicaps = []struct{ kif, jkf, start string }{
	{"平手", "HIRATE", ""},
	{"香落ち", "KY", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"右香落ち", "KY_R", "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"角落ち", "KA", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"飛車落ち", "HI", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"飛香落ち", "HIKY", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"二枚落ち", "2", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"三枚落ち", "3", "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"四枚落ち", "4", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"五枚落ち", "5", "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"左五枚落ち", "5_L", "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"六枚落ち", "6", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"左七枚落ち", "7_L", "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"右七枚落ち", "7_R", "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"八枚落ち", "8", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"十枚落ち", "10", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"歩三兵", "", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1"},
	{"七枚落ち", "", "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"トンボ", "", "4k4/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"青空将棋", "", "lnsgkgsnl/1r5b1/9/9/9/9/9/1B5R1/LNSGKGSNL b - 1"},
	{"裸玉", "", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
}

// minishogiName is the value of 手合割 for the usual start of minishogi.
const minishogiName = "5五将棋"

// handicapStart returns the start with a name in KIF.
func handicapStart(name string) (start string, ok bool) {
	if isMinishogiName(name) {
		return "", true
	}
	for _, h := range shogiHandicaps {
		if strings.TrimSuffix(h.kif, "ち") == strings.TrimSuffix(name, "ち") {
			return h.start, true
		}
	}
	return "", false
}

// presetStart returns the start with a name in JKF.
func presetStart(name string) (start string, ok bool) {
	for _, h := range shogiHandicaps {
		if h.jkf == name && name != "" {
			return h.start, true
		}
	}
	return "", false
}
