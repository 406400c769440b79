package source

import (
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/transform"

	"assay/parser/scan"
)

// codePage is an encoding without a mark of its own: its decoder, and the cost
// of bytes as text in it, in bits.
type codePage struct {
	name string
	next func([]byte) (rune, int)
	cost func([]byte) float64
}

// legacy are the encodings that are distinguished. If several yield the same
// text, the first is used.
var legacy = sync.OnceValue(func() []codePage {
	pages := []codePage{
		single(encodingCP1252, charmap.Windows1252, true, 0, westernWords),
		{EncodingShiftJIS, decodeShiftJIS, costShiftJIS},
		{encodingGBK, decodeGBK, costGBK},
		{encodingEUCJP, decodeEUCJP, costEUCJP},
		{encodingBig5, pairsBig5.next, costBig5},
		{encodingEUCKR, pairsEUCKR.next, costEUCKR},
		single(encodingCP1251, charmap.Windows1251, false, 0, cyrillicWords),
		single(encodingKOI8R, charmap.KOI8R, false, 1, cyrillicWords),
		single(encodingCP866, charmap.CodePage866, false, 6, cyrillicWords),
		single(encodingCP1250, charmap.Windows1250, true, 1, centralWords),
		single(encodingCP1254, charmap.Windows1254, true, 2, turkishWords),
		single(encodingCP874, charmap.Windows874, false, 1, thaiWords),
	}
	return pages
})

// single returns an encoding with one byte per character.
func single(name string, page *charmap.Charmap, latin bool, prior float64, words string) codePage {
	l := newLetters(page, latin, prior, words)
	return codePage{name, l.decode, l.cost}
}

// less returns how much a hint reduces a cost: much if it names the encoding,
// less if it names the other Japanese one.
func (c *codePage) less(cost float64, hint string) float64 {
	switch {
	case c.name == hint, c.name == encodingCP1252 && hint == encodingLatin1, c.name == encodingGBK &&
		hint == encodingGB18030:
		return cost / 4
	case c.name == encodingEUCJP && hint == EncodingShiftJIS, c.name == EncodingShiftJIS && hint == encodingEUCJP:
		return cost / 8
	}
	return 0
}

// Costs of characters: roughly the bits that a text of the kind spends on one.
const (
	costKana     = 5
	costSyllable = 8  // a common Korean syllable
	costCommon   = 9  // a common Chinese character
	costUsual    = 8  // digits and signs of double width
	costLevel1   = 13 // the other characters of an encoding's first level
	costLevel2   = 16
	costStrange  = 18
	costNoLetter = 60
)

func hasC1(raw []byte) bool {
	for _, c := range raw {
		if c >= 0x80 && c < 0xA0 {
			return true
		}
	}
	return false
}

// decodeOne decodes one character of size bytes.
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

// pairs caches the two-byte characters of an encoding in rows, by first byte.
// Each row is built when it is needed.
type pairs struct {
	encoding encoding.Encoding
	rows     [256]atomic.Pointer[[256]rune]
}

var (
	pairsShiftJIS = pairs{encoding: japanese.ShiftJIS}
	pairsGBK      = pairs{encoding: simplifiedchinese.GBK}
	pairsEUCJP    = pairs{encoding: japanese.EUCJP}
	pairsBig5     = pairs{encoding: traditionalchinese.Big5}
	pairsEUCKR    = pairs{encoding: korean.EUCKR}
)

// common are the most frequent characters of an encoding's texts.
var (
	commonJapanese    = setOf(japaneseCharacters)
	commonSimplified  = setOf(simplifiedCharacters)
	commonTraditional = setOf(traditionalCharacters)
	commonKorean      = setOf(koreanSyllables)
)

func setOf(text string) map[rune]bool {
	set := make(map[rune]bool, len(text)/3)
	for _, r := range text {
		set[r] = true
	}
	return set
}

// next decodes one character of two bytes.
func (p *pairs) next(raw []byte) (rune, int) { return p.decode(raw, 2) }

// decode decodes one character of size bytes.
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

func costShiftJIS(raw []byte) float64 {
	return costOfPairs(raw, func(rest []byte) (cost, size int) {
		c := rest[0]
		size = sizeShiftJIS(c)
		switch {
		case size > len(rest) || size == 2 && !isTrailShiftJIS(rest[1]):
			return costNoLetter, 1
		case size == 1:
			if len(rest) > 1 && scan.IsASCIILetter(rest[1]) {
				return costStrange, size
			}
			return costLevel1 - 2, size
		case c == 0x82 || c == 0x83:
			return costKana, size
		case c == 0x81:
			return costUsual, size
		}
		switch r, _ := pairsShiftJIS.decode(rest, 2); {
		case r == utf8.RuneError:
			return costNoLetter, 1
		case commonJapanese[r]:
			return costCommon, size
		case c >= 0x88 && c <= 0x97:
			return costLevel1, size
		case c >= 0x98 && c <= 0x9F || c >= 0xE0 && c <= 0xEA:
			return costLevel2, size
		case c == 0x84 || c == 0x87 || c >= 0xFA && c <= 0xFC:
			return costStrange, size
		}
		return costNoLetter, size
	})
}

// costOfPairs returns the sum of the costs of a text's non-ASCII characters. of
// returns the cost and the size of the first character of its argument.
func costOfPairs(raw []byte, of func(rest []byte) (cost, size int)) float64 {
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
	return float64(sum)
}

func isTrailShiftJIS(c byte) bool { return c >= 0x40 && c != 0x7F && c <= 0xFC }

// decodeGBK decodes one character of GB 18030, of which GBK is the part with at
// most two bytes.
func decodeGBK(raw []byte) (rune, int) {
	switch {
	case raw[0] == 0x80:
		return '€', 1
	case isLongGB18030(raw):
		return decodeOne(simplifiedchinese.GB18030.NewDecoder(), raw, 4)
	}
	return pairsGBK.decode(raw, 2)
}

// isLongGB18030 reports whether bytes start with a character of four bytes.
func isLongGB18030(raw []byte) bool {
	return len(raw) >= 4 && raw[0] >= 0x81 && raw[0] < 0xFF && raw[1]-'0' <= 9 && raw[2] >= 0x81 && raw[2] < 0xFF &&
		raw[3]-'0' <= 9
}

func costGBK(raw []byte) float64 {
	return costOfPairs(raw, func(rest []byte) (cost, size int) {
		c := rest[0]
		if isLongGB18030(rest) {
			return costStrange + 6, 4
		}
		if len(rest) == 1 || c == 0x80 || c == 0xFF || rest[1] < 0x40 || rest[1] == 0x7F || rest[1] == 0xFF {
			return costNoLetter, 1
		}
		plain := rest[1] >= 0xA1 // in GB 2312
		switch r, _ := pairsGBK.decode(rest, 2); {
		case r == utf8.RuneError:
			return costNoLetter, 1
		case plain && (c == 0xA1 || c == 0xA3):
			return costUsual, 2
		case commonSimplified[r]:
			return costCommon, 2
		case plain && c >= 0xB0 && c <= 0xD7:
			return costLevel1, 2
		case plain && c >= 0xD8 && c <= 0xF7:
			return costLevel2, 2
		}
		return costStrange, 2
	})
}

func costBig5(raw []byte) float64 {
	return costOfPairs(raw, func(rest []byte) (cost, size int) {
		if len(rest) == 1 {
			return costNoLetter, 1
		}
		switch r, _ := pairsBig5.decode(rest, 2); {
		case r == utf8.RuneError:
			return costNoLetter, 1
		case commonTraditional[r]:
			return costCommon, 2
		case rest[0] >= 0xA1 && rest[0] <= 0xA3:
			return costUsual + 1, 2
		case rest[0] >= 0xA4 && rest[0] <= 0xC6:
			return costLevel1, 2
		case rest[0] >= 0xC9 && rest[0] <= 0xF9:
			return costLevel2, 2
		}
		return costStrange, 2
	})
}

func costEUCKR(raw []byte) float64 {
	return costOfPairs(raw, func(rest []byte) (cost, size int) {
		if len(rest) == 1 {
			return costNoLetter, 1
		}
		plain := rest[1] >= 0xA1 // in KS X 1001
		switch r, _ := pairsEUCKR.decode(rest, 2); {
		case r == utf8.RuneError:
			return costNoLetter, 1
		case commonKorean[r]:
			return costSyllable, 2
		case plain && (rest[0] == 0xA1 || rest[0] == 0xA3):
			return costUsual + 1, 2
		case plain && rest[0] >= 0xB0 && rest[0] <= 0xC8:
			return costLevel1, 2
		case plain && rest[0] >= 0xCA && rest[0] <= 0xFD: // Chinese characters
			return costLevel2, 2
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

// costEUCJP returns the cost of bytes as EUC-JP. Kana (rows 4 and 5) are the
// most frequent, then common kanji, then other kanji of level 1 (rows 16 to
// 47).
func costEUCJP(raw []byte) float64 {
	return costOfPairs(raw, func(rest []byte) (cost, size int) {
		c := rest[0]
		size = sizeEUCJP(c)
		if size > len(rest) || !isTrailEUCJP(rest[1]) || !isTrailEUCJP(rest[size-1]) {
			return costNoLetter, 1
		}
		r, _ := decodeEUCJP(rest)
		switch second := rest[1]; {
		case r == utf8.RuneError:
			return costNoLetter, 1
		case c == 0xA4 && second <= 0xF3, c == 0xA5 && second <= 0xF6:
			return costKana, size
		case c == 0xA1, c == 0xA2 && second <= 0xAE, c == 0xA3 && isASCIIWord(second-0x80):
			return costUsual, size
		case commonJapanese[r]:
			return costCommon, size
		case c >= 0xB0 && c < 0xCF, c == 0xCF && second <= 0xD3:
			return costLevel1, size
		case c == 0x8E && second <= 0xDF: // half-width kana
			return costLevel1, size
		case c >= 0xD0 && c < 0xF4, c == 0xF4 && second <= 0xA6:
			return costLevel2, size
		}
		return costStrange, size
	})
}

// isASCIIWord reports whether a byte is a letter or digit; row 3 has only their
// full-width forms.
func isASCIIWord(c byte) bool { return scan.IsASCIILetter(c) || c-'0' <= 9 }

func isTrailEUCJP(c byte) bool { return c >= 0xA1 && c <= 0xFE }
