package parser

import (
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/transform"
)

// The encodings told apart, as Record.Encoding names them.
const (
	encodingUTF8     = "utf-8"
	encodingUTF8BOM  = "utf-8-bom" // with a byte-order mark at its start
	encodingUTF16LE  = "utf-16le"
	encodingUTF16BE  = "utf-16be"
	encodingLatin1   = "iso-8859-1"
	encodingCP1252   = "windows-1252"
	encodingShiftJIS = "shift_jis"
	encodingGBK      = "gbk"
)

// decoded is the text of a record with the way back to its bytes. Line ends
// and a byte-order mark stay in the text.
type decoded struct {
	text     string
	encoding string
	// bad is where in the text U+FFFD stands for bytes of no character, -1
	// where all could be read.
	bad    int
	shifts []shift
	// wide says that the bytes are UTF-16; at and units are how far its code
	// units are counted.
	wide      bool
	at, units int
}

// shift says that text and bytes run side by side from these offsets on.
type shift struct{ text, raw int }

// decode reads the bytes of one record, which are not UTF-16. The hint is the
// encoding of the record before it in its file, or the one its notation is
// mostly kept in; it decides doubtful cases.
func decode(raw []byte, hint string) decoded {
	if utf8.Valid(raw) {
		d := decoded{text: string(raw), encoding: encodingUTF8, bad: -1}
		if strings.HasPrefix(d.text, string(byteOrderMark)) {
			d.encoding = encodingUTF8BOM
		}
		return d
	}
	if mostlyUTF8(raw) {
		return decodeBy(raw, encodingUTF8, decodeUTF8)
	}
	best, least := 0, 0
	for i := range legacy {
		cost := legacy[i].cost(raw)
		if legacy[i].name == hint || hint == encodingLatin1 && legacy[i].name == encodingCP1252 {
			cost -= cost / 4
		}
		if i == 0 || cost < least {
			best, least = i, cost
		}
	}
	d := decodeBy(raw, legacy[best].name, legacy[best].next)
	if d.encoding == encodingCP1252 && !hasC1(raw) {
		d.encoding = encodingLatin1
	}
	return d
}

// raw gives the offset in the record's bytes of byte i of the text. Asking
// from left to right counts nothing twice.
func (d *decoded) raw(i int) int {
	if d.wide {
		if i < d.at {
			d.at, d.units = 0, 0
		}
		d.units += utf16Units(d.text[d.at:i])
		d.at = i
		return 2 * d.units
	}
	if len(d.shifts) == 0 || i < d.shifts[0].text {
		return i
	}
	n := sort.Search(len(d.shifts), func(n int) bool { return d.shifts[n].text > i }) - 1
	return d.shifts[n].raw + i - d.shifts[n].text
}

// find gives the place in the text of byte i of the window that the record was
// cut from.
func (d *decoded) find(i int) int {
	if len(d.shifts) == 0 || i < d.shifts[0].raw {
		return i // in UTF-16 the window is the text
	}
	n := sort.Search(len(d.shifts), func(n int) bool { return d.shifts[n].raw > i }) - 1
	return d.shifts[n].text + i - d.shifts[n].raw
}

// decodeBy decodes non-ASCII characters one by one. next gives the character
// that bytes start with and its size, utf8.RuneError and 1 for none.
func decodeBy(raw []byte, encoding string, next func([]byte) (rune, int)) decoded {
	d := decoded{encoding: encoding, bad: -1}
	var b strings.Builder
	b.Grow(len(raw) + len(raw)/2)
	for i := 0; i < len(raw); {
		if raw[i] < utf8.RuneSelf {
			b.WriteByte(raw[i])
			i++
			continue
		}
		r, size := next(raw[i:])
		if r == utf8.RuneError && d.bad < 0 {
			d.bad = b.Len()
		}
		b.WriteRune(r)
		if i += size; size != utf8.RuneLen(r) {
			d.shifts = append(d.shifts, shift{b.Len(), i})
		}
	}
	d.text = b.String()
	return d
}

// mostlyUTF8 says whether bytes hold more characters of UTF-8 beyond ASCII
// than bytes that are none.
func mostlyUTF8(raw []byte) bool {
	good, bad := 0, 0
	for i := 0; i < len(raw); {
		if raw[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, size := utf8.DecodeRune(raw[i:])
		if size > 1 {
			good++
		} else {
			bad++
		}
		i += size
	}
	return good > 2*bad
}

func decodeUTF8(raw []byte) (rune, int) { return utf8.DecodeRune(raw) }

// codePage is an encoding without a mark of its own: how it is decoded, and
// how strange bytes would be as text in it.
type codePage struct {
	name string
	next func([]byte) (rune, int)
	cost func([]byte) int
}

var legacy = []codePage{
	{encodingCP1252, decodeCP1252, costCP1252},
	{encodingShiftJIS, decodeShiftJIS, costShiftJIS},
	{encodingGBK, decodeGBK, costGBK},
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
		beside := i > 0 && isASCIILetter(raw[i-1]) || i+1 < len(raw) && isASCIILetter(raw[i+1])
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

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// decodePair decodes one or two bytes.
func decodePair(t transform.Transformer, raw []byte, size int) (rune, int) {
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

func decodeShiftJIS(raw []byte) (rune, int) {
	return decodePair(japanese.ShiftJIS.NewDecoder(), raw, sizeShiftJIS(raw[0]))
}

func sizeShiftJIS(lead byte) int {
	if lead >= 0xA1 && lead <= 0xDF {
		return 1
	}
	return 2
}

func costShiftJIS(raw []byte) int {
	cost := 0
	for i := 0; i < len(raw); {
		c := raw[i]
		if c < utf8.RuneSelf {
			i++
			continue
		}
		size := sizeShiftJIS(c)
		if i+size > len(raw) || size == 2 && !isTrailShiftJIS(raw[i+1]) {
			cost += costNoLetter
			i++
			continue
		}
		switch {
		case size == 1:
			cost += costRare - 2
		case c == 0x82 || c == 0x83:
			cost += costCommon
		case c == 0x81 || c >= 0x88 && c <= 0x97:
			cost += costUsual
		case c >= 0x98 && c <= 0x9F || c >= 0xE0 && c <= 0xEA:
			cost += costRare
		case c == 0x84 || c == 0x87 || c >= 0xFA && c <= 0xFC:
			cost += costStrange
		default:
			cost += costNoLetter
		}
		i += size
	}
	return cost
}

func isTrailShiftJIS(c byte) bool { return c >= 0x40 && c != 0x7F && c <= 0xFC }

func decodeGBK(raw []byte) (rune, int) {
	size := 2
	if raw[0] == 0x80 {
		size = 1
	}
	return decodePair(simplifiedchinese.GBK.NewDecoder(), raw, size)
}

func costGBK(raw []byte) int {
	cost := 0
	for i := 0; i < len(raw); {
		c := raw[i]
		if c < utf8.RuneSelf {
			i++
			continue
		}
		if i+1 == len(raw) || c == 0x80 || c == 0xFF || raw[i+1] < 0x40 || raw[i+1] == 0x7F || raw[i+1] == 0xFF {
			cost += costNoLetter
			i++
			continue
		}
		plain := raw[i+1] >= 0xA1 // as GB 2312 has it
		switch {
		case plain && (c >= 0xB0 && c <= 0xD7 || c == 0xA1 || c == 0xA3):
			cost += costUsual
		case plain && c >= 0xD8 && c <= 0xF7:
			cost += costRare
		default:
			cost += costStrange
		}
		i += 2
	}
	return cost
}
