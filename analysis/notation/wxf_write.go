package notation

import (
	"unicode/utf8"

	"assay/analysis/rules"
)

// rank chooses how a piece is told from others on its file: the i-th of n,
// where so many files hold several pieces of its unit.
//
// Latin: + in front, - behind, of three the middle one by its file as if it
// were alone; of four or five the outermost ++ and --. Where two files have
// several pawns the file stands in place of the letter. Chinese: 前 中 后 of up
// to three on the only such file, else 一 to 五 through all such files from the
// mover's right, each from the front. What neither can tell, as it needs more
// pieces than a game has, goes by order, in Latin as a, b, c.
func (s Script) rank(k unit, i, n, files int, t *filesText) {
	latin := s.isLatin()
	switch {
	case n <= 3 && files == 1:
		t.rank = outer(i, n, front, rear)
	case latin && k == pawn && n <= 3 && files == 2:
		t.rank = outer(i, n, front, rear)
		return
	case latin && k == pawn && n <= 5 && files == 1:
		if t.rank = outer(i, n, foremost, rearmost); t.rank == middle {
			t.rank = outer(i-1, n-2, front, rear)
		}
	default:
		t.rank = byOrder
	}
	if latin && t.rank == middle {
		t.rank = anyRank
		return
	}
	t.file = 0
}

// outer is first for the first of n, last for the last, middle for one between.
func outer(i, n int, first, last stackRank) stackRank {
	switch i {
	case 0:
		return first
	case n - 1:
		return last
	}
	return middle
}

func (s Script) isLatin() bool { return s == Latin || s == FullWidth }

// append writes the parts of a move.
func (s Script) append(dst []byte, side rules.Side, t *filesText) []byte {
	var k unit
	for !t.units.has(k) {
		k++
	}
	if s.isLatin() {
		start := len(dst)
		dst = s.appendLatin(dst, k, t)
		if s == FullWidth {
			dst = widen(dst, start)
		}
		return dst
	}
	return s.appendHanzi(dst, side, k, t)
}

// latinUnits are the federation's letters.
const latinUnits = "KAEHRCP"

// appendLatin writes the rank behind the letter, in full-width script before
// it.
func (s Script) appendLatin(dst []byte, k unit, t *filesText) []byte {
	letter := latinUnits[k]
	mark := [...]byte{anyRank: byte('0' + t.file), front: '+', middle: '.', rear: '-', foremost: '+', rearmost: '-', byOrder: byte('a' + t.order - 1)}[t.rank]
	switch {
	case t.rank == foremost, t.rank == rearmost:
		dst = append(dst, mark, mark)
	case t.rank == middle && t.file != 0:
		dst = append(dst, byte('0'+t.file), byte('0'+t.file))
	case t.file != 0 && t.rank != anyRank:
		dst = append(dst, byte('0'+t.file), mark)
	case s == FullWidth && t.rank != anyRank && t.rank != byOrder:
		dst = append(dst, mark, letter)
	default:
		dst = append(dst, letter, mark)
	}
	direction := [...]byte{ahead: '+', back: '-', across: '.'}[t.direction]
	if s == FullWidth && t.direction == across {
		direction = '='
	}
	return append(dst, direction, byte('0'+t.number))
}

// widen turns the ASCII characters from start on into full-width ones.
func widen(dst []byte, start int) []byte {
	narrow := string(dst[start:])
	dst = dst[:start]
	for _, c := range narrow {
		dst = utf8.AppendRune(dst, c+'！'-'!')
	}
	return dst
}

// hanziUnits are the units' characters, of First and Second.
var hanziUnits = map[Script][2][unitKinds]string{
	Simplified:  {{"帅", "仕", "相", "马", "车", "炮", "兵"}, {"将", "士", "象", "马", "车", "炮", "卒"}},
	Traditional: {{"帥", "仕", "相", "馬", "車", "炮", "兵"}, {"將", "士", "象", "馬", "車", "砲", "卒"}},
}

// appendHanzi writes Red's files in Chinese numerals, Black's in full-width
// digits, and pieces in order always in numerals.
func (s Script) appendHanzi(dst []byte, side rules.Side, k unit, t *filesText) []byte {
	words := map[Script][]string{
		Simplified:  {"进", "退", "平", "前", "中", "后"},
		Traditional: {"進", "退", "平", "前", "中", "後"},
	}[s]
	digit := kanjiNumber
	if side == rules.Second {
		digit = func(n int) string { return string('０' + rune(n)) }
	}
	name := hanziUnits[s][side][k]
	switch t.rank {
	case anyRank:
		dst = append(append(dst, name...), digit(t.file)...)
	case byOrder:
		dst = append(append(dst, kanjiNumber(t.order)...), name...)
	default:
		dst = append(append(dst, words[3+t.rank-front]...), name...)
	}
	return append(append(dst, words[t.direction-ahead]...), digit(t.number)...)
}
