package source

import (
	"sort"
	"strings"
	"unicode/utf8"

	"assay/parser/scan"
)

// The encodings that are detected, by their names in Record.Encoding.
const (
	EncodingUTF8     = "utf-8"
	encodingUTF8BOM  = "utf-8-bom" // with a byte-order mark at its start
	encodingUTF16LE  = "utf-16le"
	encodingUTF16BE  = "utf-16be"
	encodingLatin1   = "iso-8859-1"
	encodingCP1252   = "windows-1252"
	EncodingShiftJIS = "shift_jis"
	encodingEUCJP    = "euc-jp"
	encodingGBK      = "gbk"
	encodingGB18030  = "gb18030"
	encodingBig5     = "big5"
	encodingEUCKR    = "euc-kr"
	encodingCP1250   = "windows-1250"
	encodingCP1251   = "windows-1251"
	encodingCP1254   = "windows-1254"
	encodingKOI8R    = "koi8-r"
	encodingCP866    = "ibm866"      // of DOS
	encodingCP874    = "windows-874" // TIS-620 with a few more signs
)

// decoded is the text of a record with the mapping back to its bytes. Line ends
// and a byte-order mark are kept.
type decoded struct {
	Text     string
	encoding string
	// bad is the index in the text of the first U+FFFD that replaces
	// undecodable bytes; -1 for none.
	bad int
	// rival is another encoding that is nearly as likely, "" for none.
	rival  string
	shifts []shift
	// margins are the numbers of characters that are left out before each line;
	// nil for none.
	margins []int
	// markup converts places if HTML was left out; otherwise it is nil.
	markup *markupPlaces
	// wide says that the bytes are UTF-16. The text up to at has number code
	// units.
	wide bool
	// damage says what of a converted file could not be read, or what else its
	// reader must know; damaged is the format of the file.
	damage, damaged string
	at, units       int
}

// shift says that, from these offsets on, text and bytes advance together.
type shift struct{ text, raw int }

// Decode decodes the bytes of one record, which are not UTF-16. hints are
// likely encodings that decide doubtful cases: the encoding of the previous
// record, of the whole file, or the usual one of the notation.
func Decode(raw []byte, hints ...string) decoded {
	if utf8.Valid(raw) {
		d := decoded{Text: string(raw), encoding: EncodingUTF8, bad: -1}
		if strings.HasPrefix(d.Text, string(scan.ByteOrderMark)) {
			d.encoding = encodingUTF8BOM
		}
		return d
	}
	if mostlyUTF8(raw) {
		return decodeBy(raw, EncodingUTF8, utf8.DecodeRune)
	}
	best, costs := likeliest(raw, hints)
	pages := legacy()
	d := decodeBy(raw, pages[best].name, pages[best].next)
	d.rival = rival(raw, d.Text, best, costs)
	switch {
	case d.encoding == encodingCP1252 && !hasC1(raw):
		d.encoding = encodingLatin1
	case d.encoding == encodingGBK && hasLongGB18030(raw):
		d.encoding = encodingGB18030
	}
	return d
}

// likeliest returns the index in legacy of the encoding with the least cost,
// and the costs of all.
func likeliest(raw []byte, hints []string) (best int, costs []float64) {
	pages := legacy()
	costs = make([]float64, len(pages))
	for i := range pages {
		cost := pages[i].cost(raw)
		less := 0.0
		for _, hint := range hints {
			less = max(less, pages[i].less(cost, hint))
		}
		if costs[i] = cost - less; costs[i] < costs[best] {
			best = i
		}
	}
	return best, costs
}

// doubtful is the difference of costs, in bits, up to which another encoding is
// also likely.
const doubtful = 4

// rival returns the name of an encoding that yields another text and is nearly
// as likely; "" for none.
func rival(raw []byte, text string, best int, costs []float64) string {
	pages := legacy()
	for i := range pages {
		if i != best && costs[i]-costs[best] < doubtful && decodeBy(raw, pages[i].name, pages[i].next).Text != text {
			return pages[i].name
		}
	}
	return ""
}

// hasLongGB18030 reports whether bytes of GB 18030 have a character of four
// bytes.
func hasLongGB18030(raw []byte) bool {
	for i := 0; i < len(raw); {
		if raw[i] < utf8.RuneSelf {
			i++
			continue
		}
		if isLongGB18030(raw[i:]) {
			return true
		}
		_, size := decodeGBK(raw[i:])
		i += size
	}
	return false
}

// raw returns the offset in the record's bytes of byte i of the text. If calls
// go from left to right, nothing is counted twice.
func (d *decoded) raw(i int) int {
	if d.markup != nil {
		return d.markup.raw(d.shifted(i))
	}
	if d.wide {
		if i < d.at {
			d.at, d.units = 0, 0
		}
		d.units += utf16Units(d.Text[d.at:i])
		d.at = i
		return 2 * d.units
	}
	return d.shifted(i)
}

// shifted returns the offset in the window of byte i of the text.
func (d *decoded) shifted(i int) int {
	if len(d.shifts) == 0 || i < d.shifts[0].text {
		return i
	}
	n := sort.Search(len(d.shifts), func(n int) bool { return d.shifts[n].text > i }) - 1
	return d.shifts[n].raw + i - d.shifts[n].text
}

// find returns the index in the text of byte i of the window from which the
// record was cut.
func (d *decoded) find(i int) int {
	if len(d.shifts) == 0 || i < d.shifts[0].raw {
		return i // in UTF-16 the window is the text
	}
	n := sort.Search(len(d.shifts), func(n int) bool { return d.shifts[n].raw > i }) - 1
	return d.shifts[n].text + i - d.shifts[n].raw
}

// decodeBy decodes non-ASCII characters one by one. next returns the character
// that bytes start with and its size; utf8.RuneError and 1 for none.
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
	d.Text = b.String()
	return d
}

// mostlyUTF8 reports whether bytes have more non-ASCII characters of UTF-8 than
// invalid bytes.
func mostlyUTF8(raw []byte) bool {
	good, bad := 0, 0
	for i := 0; i < len(raw); {
		if raw[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, size := utf8.DecodeRune(raw[i:])
		if i += size; size > 1 {
			good++
		} else {
			bad++
		}
	}
	return good > 5*bad
}
