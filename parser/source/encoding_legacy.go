package source

import (
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/transform"

	"assay/parser/scan"
)

// codePage is an encoding without a mark of its own: how it is decoded, and
// how strange bytes would be as text in it.
type codePage struct {
	name string
	next func([]byte) (rune, int)
	cost func([]byte) int
}

var legacy = []codePage{
	{encodingCP1252, decodeCP1252, costCP1252},
	{EncodingShiftJIS, decodeShiftJIS, costShiftJIS},
	{encodingGBK, decodeGBK, costGBK},
	{encodingEUCJP, decodeEUCJP, costEUCJP},
}

// less is how much of a cost a hint takes off: most where it names the
// encoding, some where it names the other one of Japanese.
func (c *codePage) less(cost int, hint string) int {
	switch {
	case c.name == hint, c.name == encodingCP1252 && hint == encodingLatin1:
		return cost / 4
	case c.name == encodingEUCJP && hint == EncodingShiftJIS, c.name == EncodingShiftJIS && hint == encodingEUCJP:
		return cost / 8
	}
	return 0
}

// Costs of characters, roughly the bits that a text of the kind spends on one.
const (
	costCommon   = 5
	costUsual    = 7
	costRare     = 13
	costStrange  = 17
	costNoLetter = 100
)

func hasC1(raw []byte) bool {
	for _, c := range raw {
		if c >= 0x80 && c < 0xA0 {
			return true
		}
	}
	return false
}

func decodeCP1252(raw []byte) (rune, int) {
	r := charmap.Windows1252.DecodeByte(raw[0])
	if r == utf8.RuneError {
		r = rune(raw[0]) // the five bytes that it leaves to the control characters
	}
	return r, 1
}

// costCP1252 expects accented letters beside ASCII ones.
func costCP1252(raw []byte) int {
	cost := 0
	for i, c := range raw {
		if c < utf8.RuneSelf {
			continue
		}
		beside := i > 0 && scan.IsASCIILetter(raw[i-1]) || i+1 < len(raw) && scan.IsASCIILetter(raw[i+1])
		switch {
		case c == 0x81 || c == 0x8D || c == 0x8F || c == 0x90 || c == 0x9D:
			cost += costNoLetter
		case c >= 0xC0 && c != 0xD7 && c != 0xF7 && beside:
			cost += costCommon
		case c >= 0x91 && c <= 0x97, c == 0x85, c == 0xA0, c == 0xB0, c == 0xBD, c == 0xA7, c == 0xAB, c == 0xBB:
			cost += costUsual
		case beside, c >= 0xC0:
			cost += costUsual + 2
		default:
			cost += costRare
		}
	}
	return cost
}

// decodeOne decodes one character of so many bytes.
func decodeOne(t transform.Transformer, raw []byte, size int) (rune, int) {
	if len(raw) < size {
		return utf8.RuneError, 1
	}
	var dst [utf8.UTFMax * 2]byte
	t.Reset()
	n, _, err := t.Transform(dst[:], raw[:size], true)
	r, length := utf8.DecodeRune(dst[:n])
	if err != nil || length != n || r == utf8.RuneError {
		return utf8.RuneError, 1
	}
	return r, size
}

// pairs remembers the characters of two bytes in an encoding, by rows of one
// first byte, each made when it is first met.
type pairs struct {
	encoding encoding.Encoding
	rows     [256]atomic.Pointer[[256]rune]
}

var (
	pairsShiftJIS = pairs{encoding: japanese.ShiftJIS}
	pairsGBK      = pairs{encoding: simplifiedchinese.GBK}
	pairsEUCJP    = pairs{encoding: japanese.EUCJP}
)

// decode decodes one character of so many bytes.
func (p *pairs) decode(raw []byte, size int) (rune, int) {
	if size != 2 || len(raw) < 2 {
		return decodeOne(p.encoding.NewDecoder(), raw, size)
	}
	row := p.rows[raw[0]].Load()
	if row == nil {
		row = new([256]rune)
		for second := range row {
			row[second], _ = decodeOne(p.encoding.NewDecoder(), []byte{raw[0], byte(second)}, 2)
		}
		p.rows[raw[0]].Store(row)
	}
	if r := row[raw[1]]; r != utf8.RuneError {
		return r, 2
	}
	return utf8.RuneError, 1
}

func decodeShiftJIS(raw []byte) (rune, int) {
	return pairsShiftJIS.decode(raw, sizeShiftJIS(raw[0]))
}

func sizeShiftJIS(lead byte) int {
	if lead >= 0xA1 && lead <= 0xDF {
		return 1
	}
	return 2
}

func costShiftJIS(raw []byte) int {
	return costOfPairs(raw, func(rest []byte) (cost, size int) {
		c := rest[0]
		size = sizeShiftJIS(c)
		switch {
		case size > len(rest) || size == 2 && !isTrailShiftJIS(rest[1]):
			return costNoLetter, 1
		case size == 1:
			return costRare - 2, size
		case c == 0x82 || c == 0x83:
			return costCommon, size
		case c == 0x81 || c >= 0x88 && c <= 0x97:
			return costUsual, size
		case c >= 0x98 && c <= 0x9F || c >= 0xE0 && c <= 0xEA:
			return costRare, size
		case c == 0x84 || c == 0x87 || c >= 0xFA && c <= 0xFC:
			return costStrange, size
		}
		return costNoLetter, size
	})
}

// costOfPairs sums up what the characters of a text cost but those of ASCII; of
// is told the text from one on, and gives its cost and its size.
func costOfPairs(raw []byte, of func(rest []byte) (cost, size int)) int {
	sum := 0
	for i := 0; i < len(raw); {
		if raw[i] < utf8.RuneSelf {
			i++
			continue
		}
		cost, size := of(raw[i:])
		sum += cost
		i += size
	}
	return sum
}

func isTrailShiftJIS(c byte) bool { return c >= 0x40 && c != 0x7F && c <= 0xFC }

func decodeGBK(raw []byte) (rune, int) {
	size := 2
	if raw[0] == 0x80 {
		size = 1
	}
	return pairsGBK.decode(raw, size)
}

func costGBK(raw []byte) int {
	return costOfPairs(raw, func(rest []byte) (cost, size int) {
		c := rest[0]
		if len(rest) == 1 || c == 0x80 || c == 0xFF || rest[1] < 0x40 || rest[1] == 0x7F || rest[1] == 0xFF {
			return costNoLetter, 1
		}
		plain := rest[1] >= 0xA1 // as GB 2312 has it
		switch {
		case plain && (c >= 0xB0 && c <= 0xD7 || c == 0xA1 || c == 0xA3):
			return costUsual, 2
		case plain && c >= 0xD8 && c <= 0xF7:
			return costRare, 2
		}
		return costStrange, 2
	})
}

func decodeEUCJP(raw []byte) (rune, int) {
	return pairsEUCJP.decode(raw, sizeEUCJP(raw[0]))
}

func sizeEUCJP(lead byte) int {
	if lead == 0x8F { // a character of JIS X 0212
		return 3
	}
	return 2
}

// costEUCJP tells Japanese from Chinese, whose bytes have the same form, by the
// rows of its characters: kana in 4 and 5, the usual kanji in 16 to 47.
func costEUCJP(raw []byte) int {
	return costOfPairs(raw, func(rest []byte) (cost, size int) {
		c := rest[0]
		size = sizeEUCJP(c)
		if size > len(rest) || !isTrailEUCJP(rest[1]) || !isTrailEUCJP(rest[size-1]) {
			return costNoLetter, 1
		}
		switch second := rest[1]; {
		case c == 0xA4 && second <= 0xF3, c == 0xA5 && second <= 0xF6:
			return costCommon, size
		case c == 0xA1, c == 0xA2 && second <= 0xAE, c == 0xA3 && isASCIIWord(second-0x80),
			c >= 0xB0 && c < 0xCF, c == 0xCF && second <= 0xD3:
			return costUsual, size
		case c == 0x8E && second <= 0xDF: // half-width kana
			return costRare, size
		case c >= 0xD0 && c < 0xF4, c == 0xF4 && second <= 0xA6:
			return costRare, size
		case c == 0xA2 || c >= 0xA6 && c <= 0xA8 || c == 0xAD || c == 0x8F:
			return costStrange, size
		}
		return costNoLetter, size
	})
}

// isASCIIWord reports whether a byte is a letter or digit, of which row 3 has
// the full-width forms and no others.
func isASCIIWord(c byte) bool { return scan.IsASCIILetter(c) || c-'0' <= 9 }

func isTrailEUCJP(c byte) bool { return c >= 0xA1 && c <= 0xFE }
