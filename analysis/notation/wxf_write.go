package notation

import (
	"unicode/utf8"

	"assay/analysis/rules"
)

// rank chooses how to distinguish a piece on a file: the i-th of n, if so many
// files have several pieces of its unit.
//
// In Latin, + is the front piece and - the rear one; the middle one of three is
// written by its file only. Of four or five, ++ and -- are the outermost. If
// two files have several pawns, the file replaces the letter. In Chinese, up to
// three pieces on the only such file are 前 中 后. Otherwise 一 to 五 number them
// through all such files from the mover's right, front first. Cases that need
// more pieces than a game has are numbered in that order, in Latin as a, b, c.
func (s Script) rank(k unit, i, n, files int, t *filesText) {
	latin := s.isLatin()
	switch {
	case n <= 3 && files == 1, s == Vietnamese:
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

// outer returns first for the first of n, last for the last, and middle for
// others.
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
	if s == Vietnamese {
		return appendVietnamese(dst, k, t)
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

// appendLatin writes the rank after the letter, or before it in full-width
// script.
func (s Script) appendLatin(dst []byte, k unit, t *filesText) []byte {
	letter := latinUnits[k]
	mark := [...]byte{anyRank: byte('0' + t.file), front: '+', middle: '.', rear: '-', foremost: '+', rearmost: '-',
		byOrder: byte('a' + t.order - 1)}[t.rank]
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

// widen converts the ASCII characters from start on to full-width ones.
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

// appendHanzi writes Red's files in Chinese numerals and Black's in full-width
// digits. Pieces numbered in order always have numerals.
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
