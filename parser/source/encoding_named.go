package source

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"

	"assay/parser/scan"
)

// codePages are names of encodings that the WHATWG standard lacks.
var codePages = map[string]string{
	"cp932": "shift_jis", "cp936": "gbk", "cp949": "euc-kr", "cp950": "big5", "cp874": "windows-874",
	"tis620": "windows-874",
	"eucjp":  "euc-jp", "euckr": "euc-kr", "gb-18030": "gb18030", "utf-8-bom": "utf-8",
}

// encodingISO2022JP is the only encoding of the web with shift states.
const encodingISO2022JP = "iso-2022-jp"

// EncodingNamed returns the name that Record.Encoding uses for a label of the
// WHATWG Encoding Standard; false for other names.
func EncodingNamed(name string) (string, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if other, ok := codePages[name]; ok {
		name = other
	}
	if name == encodingXQF || name == encodingCBR || name == encodingJSON {
		return name, true
	}
	e, err := htmlindex.Get(name)
	if err != nil || e == encoding.Replacement {
		return "", false
	}
	if name, err = htmlindex.Name(e); err != nil {
		return "", false
	}
	return name, true
}

// DecodeAs returns the text of bytes in an encoding named as in
// Record.Encoding; "" detects it.
func DecodeAs(raw []byte, encoding string) string {
	if text, ok := WideText(raw); ok {
		return text
	}
	if name, ok := EncodingNamed(encoding); ok && !utf8.Valid(raw) {
		return decodeNamed(raw, name).Text
	}
	return Decode(raw).Text
}

// TextIn returns the text of bytes in an encoding that EncodingNamed returned.
func TextIn(raw []byte, name string) string {
	if name != encodingUTF16LE && name != encodingUTF16BE {
		return decodeNamed(raw, name).Text
	}
	var b strings.Builder
	wide := &wideReader{in: bytes.NewReader(raw), big: name == encodingUTF16BE}
	_, _ = io.CopyBuffer(&b, wide, make([]byte, block)) // reading and writing memory cannot fail
	return b.String()
}

// decodeNamed decodes bytes by an encoding named as EncodingNamed returns it.
func decodeNamed(raw []byte, name string) decoded {
	switch name {
	case encodingXQF, encodingCBR, encodingJSON: // text that was converted
		return decodeBy(raw, EncodingUTF8, utf8.DecodeRune)
	case EncodingUTF8:
		d := decodeBy(raw, name, utf8.DecodeRune)
		if strings.HasPrefix(d.Text, string(scan.ByteOrderMark)) {
			d.encoding = encodingUTF8BOM
		}
		return d
	case encodingISO2022JP:
		return decodeISO2022JP(raw)
	case encodingGBK, encodingGB18030:
		return decodeBy(raw, name, decodeGBK)
	case encodingCP1252:
		return decodeBy(raw, name, legacy()[0].next)
	}
	for i := range legacy() {
		if page := &legacy()[i]; page.name == name {
			return decodeBy(raw, name, page.next)
		}
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		return decodeBy(raw, EncodingUTF8, utf8.DecodeRune)
	}
	if page, ok := e.(*charmap.Charmap); ok {
		return decodeBy(raw, name, func(rest []byte) (rune, int) { return page.DecodeByte(rest[0]), 1 })
	}
	return decodeBy(raw, name, func(rest []byte) (rune, int) {
		for size := 1; size <= min(len(rest), 4); size++ {
			if r, _ := decodeOne(e.NewDecoder(), rest, size); r != utf8.RuneError {
				return r, size
			}
		}
		return utf8.RuneError, 1
	})
}

// Escape sequences of ISO-2022-JP, with the number of bytes per character that
// follow, and the number to add to each byte for EUC-JP.
var escapesJP = []struct {
	code string
	size int
	kana bool
}{
	{"\x1b(B", 1, false}, {"\x1b(J", 1, false}, {"\x1b(I", 1, true}, {"\x1b$B", 2, false}, {"\x1b$@", 2, false},
}

// decodeISO2022JP decodes a text in which escape sequences set the number of
// bytes per character. Lines begin with one byte per character.
func decodeISO2022JP(raw []byte) decoded {
	d := decoded{encoding: encodingISO2022JP, bad: -1}
	var b strings.Builder
	size, kana := 1, false
next:
	for i := 0; i < len(raw); {
		for _, escape := range escapesJP {
			if strings.HasPrefix(string(raw[i:min(i+3, len(raw))]), escape.code) {
				size, kana = escape.size, escape.kana
				i += 3
				d.shifts = append(d.shifts, shift{b.Len(), i})
				continue next
			}
		}
		r, taken := rune(raw[i]), 1
		switch c := raw[i]; {
		case c == '\n' || c == '\r':
			size, kana = 1, false
		case c >= utf8.RuneSelf || c == 0x1B:
			r = utf8.RuneError
		case size == 2 && i+1 < len(raw):
			r, _ = decodeOne(japanese.EUCJP.NewDecoder(), []byte{c | 0x80, raw[i+1] | 0x80}, 2)
			taken = 2
		case size == 2:
			r = utf8.RuneError
		case kana:
			r, _ = decodeOne(japanese.EUCJP.NewDecoder(), []byte{0x8E, c | 0x80}, 2)
		}
		if r == utf8.RuneError && d.bad < 0 {
			d.bad = b.Len()
		}
		b.WriteRune(r)
		if i += taken; taken != utf8.RuneLen(r) {
			d.shifts = append(d.shifts, shift{b.Len(), i})
		}
	}
	d.Text = b.String()
	return d
}
