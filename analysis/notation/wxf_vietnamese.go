package notation

import (
	"strings"

	"assay/parser"
	"assay/parser/scan"
)

// vietnameseMove matches a xiangqi move in Vietnamese, in letters or words:
// P2-5, Mt.4, Pháo 2 bình 5. The signs are . ahead, / back and - across.
var vietnameseMove = scan.NewPattern(`^(?i:(tg|tướng)|(s|sĩ|sỹ)|(t|tượng)|(m|mã)|(x|xe)|(p|pháo)|(b|c|binh|tốt|chốt))` +
	`\s*(?i:([1-9])|(t|trước)|(g|giữa)|(s|sau))\s*(?i:(\.|tiến|tấn)|(/|thoái|thối)|(-|bình))\s*([1-9])$`)

// Groups of vietnameseMove, in the order of units, ranks and signs.
const (
	vietnameseUnits = 1
	vietnameseFile  = vietnameseUnits + int(unitKinds)
	vietnameseSigns = vietnameseFile + 4
)

// vietnameseLetters are the letters of the units.
var vietnameseLetters = [unitKinds]string{king: "Tg", advisor: "S", elephant: "T", horse: "M", chariot: "X",
	cannon: "P", pawn: "B"}

// parseVietnamese parses a move in Vietnamese.
func parseVietnamese(text string) (t filesText, f *Fault) {
	parts := vietnameseMove.FindStringSubmatch(text)
	if parts == nil {
		return t, fault(ruleWXF, "syntax", "%q is not a move by files, such as P2-5 or Mt.4", text)
	}
	for k := range unitKinds {
		if parts[vietnameseUnits+int(k)] != "" {
			t.units = 1 << k
		}
	}
	for i, rank := range []stackRank{anyRank, front, middle, rear} {
		if parts[vietnameseFile+i] != "" {
			t.rank = rank
		}
	}
	if t.rank == anyRank {
		t.file = int(parts[vietnameseFile][0] - '0')
	}
	for i, direction := range []sign{ahead, back, across} {
		if parts[vietnameseSigns+i] != "" {
			t.direction = direction
		}
	}
	t.number = int(parts[vietnameseSigns+3][0] - '0')
	return t, nil
}

// isVietnamese reports whether a record is in Vietnamese: its first moves have
// that form, and one has a letter or sign that WXF lacks.
func isVietnamese(line parser.Line) bool {
	sure := false
	for i := range line[:min(len(line), 2*scriptPlies)] {
		text := line[i].Text
		if len(text) < 4 || !vietnameseMove.MatchString(text) {
			return false
		}
		sure = sure || strings.ContainsAny(text, "MmXx/ ") || text[0]|0x20 == 't'
	}
	return sure
}

// appendVietnamese writes the parts of a move.
func appendVietnamese(dst []byte, k unit, t *filesText) []byte {
	dst = append(dst, vietnameseLetters[k]...)
	switch t.rank {
	case front, foremost:
		dst = append(dst, 't')
	case middle:
		dst = append(dst, 'g')
	case rear, rearmost:
		dst = append(dst, 's')
	default:
		dst = append(dst, byte('0'+t.file))
	}
	return append(dst, [...]byte{ahead: '.', back: '/', across: '-'}[t.direction], byte('0'+t.number))
}
