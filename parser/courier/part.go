package courier

import (
	"strings"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
)

// Kind is the kind of a part of a move.
type Kind uint8

const (
	Move   Kind = iota // P e2-e4: a piece moves from one square to another
	Put                // q-e8: a piece appears on a square (GC-2)
	Remove             // @-e4 or e4-: the piece on a square is removed (GC-3)
	Void               // -e4: the square itself is removed (GC-3)
	Drop               // P*e5: a piece in hand is dropped on a square (GC-4)
	Pass               // pass
)

// Part is one part of a move. Squares are as written: coordinates, cells of a
// bench, or the word pocket.
type Part struct {
	Kind  Kind
	Label string // of the piece as written; "" if omitted
	From  string // of Move and Remove
	To    string // of all kinds except Remove and Pass
	At    int    // byte offset in the text
}

// passWord is not read as a label.
const passWord = "pass"

const noCourierMove = "not a move in Game Courier's full algebraic notation"

// AppendParts reads a move of parts joined by semicolons (GC-1 to GC-4) and
// appends its parts to dst.
func AppendParts(dst []Part, text string) ([]Part, *record.Fault) {
	for at := scan.SkipBlanks(text, 0); ; {
		part, next, ok := courierPart(text, at)
		if !ok {
			return dst, noCourierParts(text, at)
		}
		dst = append(dst, part)
		if at = scan.SkipBlanks(text, next); at == len(text) {
			return dst, nil
		}
		if text[at] != ';' {
			return dst, noCourierParts(text, at)
		}
		at = scan.SkipBlanks(text, at+1)
	}
}

func noCourierParts(text string, at int) *record.Fault {
	place := scan.Place{Line: 1, Column: 1 + utf8.RuneCountInString(text[:at]), Offset: int64(at)}
	return &record.Fault{Place: place, Rule: "GC-1", Message: noCourierMove, Text: text[at:]}
}

// courierPart reads the part at i. next is the position after it.
func courierPart(text string, i int) (part Part, next int, ok bool) {
	part.At = i
	switch {
	case i == len(text):
		return part, i, false
	case text[i] == '@' || text[i] == '-':
		part.Kind = Void
		if text[i] == '@' {
			part.Kind = Remove
			i++
		}
		i, ok = courierSign(text, i, '-')
		if !ok {
			return part, i, false
		}
		next = courierSquareEnd(text, i)
		if part.Kind == Remove {
			part.From = text[i:next]
		} else {
			part.To = text[i:next]
		}
		return part, next, next > i && endsPart(text, next)
	}
	if courierSquareEnd(text, i) == i {
		after := courierLabelEnd(text, i)
		if after == i {
			return part, i, false
		}
		part.Label = text[i:after]
		if strings.EqualFold(part.Label, passWord) && endsPart(text, after) {
			part.Label, part.Kind = "", Pass
			return part, after, true
		}
		for _, sign := range []struct {
			char byte
			kind Kind
		}{{'-', Put}, {'*', Drop}} {
			if at, found := courierSign(text, after, sign.char); found {
				next = courierSquareEnd(text, at)
				part.Kind, part.To = sign.kind, text[at:next]
				return part, next, next > at && endsPart(text, next)
			}
		}
		if i = scan.SkipBlanks(text, after); i == after {
			return part, i, false
		}
	}
	return courierSquares(text, i, part)
}

// courierSquares reads the squares of a move or removal at i.
func courierSquares(text string, i int, part Part) (_ Part, next int, ok bool) {
	after := courierSquareEnd(text, i)
	if after == i {
		return part, i, false
	}
	part.From = text[i:after]
	if after < len(text) && text[after] == '-' && endsPart(text, after+1) {
		part.Kind = Remove
		return part, after + 1, true
	}
	at, ok := courierSign(text, after, '-')
	if !ok {
		return part, at, false
	}
	next = courierSquareEnd(text, at)
	part.To = text[at:next]
	return part, next, next > at && endsPart(text, next)
}

// courierSign returns the position after the sign at i. It must have blanks on
// both sides or on neither.
func courierSign(text string, i int, sign byte) (next int, ok bool) {
	at := scan.SkipBlanks(text, i)
	if at == len(text) || text[at] != sign {
		return i, false
	}
	next = scan.SkipBlanks(text, at+1)
	return next, (at > i) == (next > at+1)
}

// courierSquareEnd returns the position after the square at i: small letters
// and digits, such as e4, a10 and ir11, or the word pocket. It returns i for
// none.
func courierSquareEnd(text string, i int) int {
	j := i
	for j < len(text) && text[j]-'a' < 26 {
		j++
	}
	digits := j
	for j < len(text) && text[j]-'0' <= 9 {
		j++
	}
	switch {
	case digits > i && j > digits && !continuesLabel(text, j):
		return j
	case text[i:j] == record.PocketSquare && !continuesLabel(text, j):
		return j
	}
	return i
}

// courierLabelEnd returns the position after the label at i; i for none.
func courierLabelEnd(text string, i int) int {
	j := i
	for continuesLabel(text, j) {
		j++
	}
	if strings.Trim(text[i:j], labelSigns) == "" {
		return i
	}
	return j
}

// labelSigns are the characters of labels other than letters.
const labelSigns = "+~_'"

// continuesLabel reports whether a label can have the character at i.
func continuesLabel(text string, i int) bool {
	return i < len(text) && (scan.IsASCIILetter(text[i]) || strings.IndexByte(labelSigns, text[i]) >= 0)
}

// endsPart reports whether a part may end at i.
func endsPart(text string, i int) bool {
	return i == len(text) || text[i] == ';' || scan.SkipBlanks(text, i) > i || strings.HasPrefix(text[i:], "//")
}
