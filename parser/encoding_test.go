package parser

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// encodingTexts are names and remarks as files of the kinds hold them.
var encodingTexts = []struct{ encoding, text string }{
	{encodingUTF8, "plain ASCII"},
	{encodingUTF8, "Müller, 先手, 红方"},
	{encodingLatin1, "Müller"},
	{encodingLatin1, "Carlsen - Sørensen, José Raúl"},
	{encodingLatin1, "½-½ à la française"},
	{encodingCP1252, "Müller – “the best” Žižek’s œuvre…"},
	{encodingShiftJIS, "先手：羽生善治　後手：谷川浩司　７六歩 ▲△ ｶﾅ"},
	{encodingShiftJIS, "はい"},
	{encodingShiftJIS, "第１回アマチュア大会"},
	{encodingGBK, "红方：胡荣华 黑方：徐天红 炮二平五 马８进７"},
	{encodingGBK, "象棋"},
}

func encoderOf(name string) encoding.Encoding {
	switch name {
	case encodingLatin1:
		return charmap.ISO8859_1
	case encodingCP1252:
		return charmap.Windows1252
	case encodingShiftJIS:
		return japanese.ShiftJIS
	case encodingGBK:
		return simplifiedchinese.GBK
	}
	return encoding.Nop
}

func TestDecode(t *testing.T) {
	for _, row := range encodingTexts {
		raw, err := encoderOf(row.encoding).NewEncoder().Bytes([]byte(row.text))
		if err != nil {
			t.Fatalf("%s: %v", row.text, err)
		}
		d := decode(raw, "")
		if d.text != row.text || d.encoding != row.encoding || d.bad >= 0 {
			t.Errorf("%s in %s: read as %q in %s, %d", row.text, row.encoding, d.text, d.encoding, d.bad)
			continue
		}
		// Every character is found in the bytes, and back.
		for i, r := range d.text {
			one, err := encoderOf(row.encoding).NewEncoder().Bytes([]byte(string(r)))
			at := d.raw(i)
			if err != nil || !bytes.HasPrefix(raw[at:], one) {
				t.Errorf("%s: %q at %d is not at %d of the bytes", row.text, r, i, at)
			}
			if back := d.find(at); back != i {
				t.Errorf("%s: byte %d is at %d, want %d", row.text, at, back, i)
			}
		}
	}
}

func TestDecodeDamaged(t *testing.T) {
	long := strings.Repeat("Müller ", 10)
	for _, row := range []struct{ raw, text, encoding string }{
		{long + "\xff", long + "\ufffd", encodingUTF8},
		{long[:len(long)-1] + "\xc3", long[:len(long)-1] + "\ufffd", encodingUTF8},
	} {
		d := decode([]byte(row.raw), "")
		if d.text != row.text || d.encoding != row.encoding || d.bad != strings.Index(row.text, "\ufffd") {
			t.Errorf("%q: %q, %s, %d", row.raw, d.text, d.encoding, d.bad)
		}
	}
}

// wideBytesOf writes a text in UTF-16.
func wideBytesOf(text string, big bool) []byte {
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		lo, hi := byte(unit), byte(unit>>8)
		if big {
			lo, hi = hi, lo
		}
		out = append(out, lo, hi)
	}
	return out
}

func TestEncodingsOfFiles(t *testing.T) {
	const file = "[Event \"é 象棋 😀\"]\n\n1. e4 {ü} e5 *\n\n[Event \"y\"]\n\n1. d4 *\n"
	for _, row := range []struct {
		name string
		data []byte
		want string
	}{
		{"UTF-8", []byte(file), encodingUTF8},
		{"UTF-8 with a mark", []byte("\ufeff" + file), encodingUTF8BOM},
		{"UTF-16 with a mark", wideBytesOf("\ufeff"+file, false), encodingUTF16LE},
		{"big-endian with a mark", wideBytesOf("\ufeff"+file, true), encodingUTF16BE},
		{"UTF-16 without one", wideBytesOf(file, false), encodingUTF16LE},
		{"big-endian without one", wideBytesOf(file, true), encodingUTF16BE},
		{"half a unit at the end", append(wideBytesOf(file+"{", false), 'x'), encodingUTF16LE},
	} {
		records := readAll(t, row.data, Options{})
		if len(records) != 2 {
			t.Fatalf("%s: %d records", row.name, len(records))
		}
		first := records[0]
		event, _ := first.Tag("Event")
		if first.Encoding != row.want || event != "é 象棋 😀" || treeOf(first.Moves) != "1.e4{ü} 1.e5" {
			t.Errorf("%s: %s, %q, %s", row.name, first.Encoding, event, treeOf(first.Moves))
		}
		e5 := first.Moves[1].Place
		if e5.Line != 3 || e5.Column != 11 || !bytes.Contains(row.data[e5.Offset:e5.Offset+3], []byte("e")) {
			t.Errorf("%s: e5 at %+v", row.name, e5)
		}
		if joined := append(append([]byte(nil), first.Bytes...), records[1].Bytes...); !bytes.Equal(joined, row.data) {
			t.Errorf("%s: the records' bytes are not the file's", row.name)
		}
	}
}

// TestEncodingOfGames tells the encoding of each game of a file that was
// joined from several.
func TestEncodingOfGames(t *testing.T) {
	var data []byte
	for _, row := range encodingTexts {
		raw, err := encoderOf(row.encoding).NewEncoder().Bytes([]byte("[White \"" + row.text + "\"]\n\n1. e4 *\n\n"))
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, raw...)
	}
	for i, r := range readAll(t, data, Options{Format: PGN}) {
		white, _ := r.Tag("White")
		if want := encodingTexts[i]; r.Encoding != want.encoding || white != want.text {
			t.Errorf("game %d: %s, %q, want %s, %q", i+1, r.Encoding, white, want.encoding, want.text)
		}
		if !bytes.HasPrefix(data[r.Moves[0].Place.Offset:], []byte("e4")) {
			t.Errorf("game %d: e4 is not at %+v", i+1, r.Moves[0].Place)
		}
	}
}

// FuzzDecode holds that text is always valid and every place of it lies in the
// bytes, in order.
func FuzzDecode(f *testing.F) {
	for _, row := range encodingTexts {
		raw, _ := encoderOf(row.encoding).NewEncoder().Bytes([]byte(row.text))
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		d := decode(raw, "")
		if !utf8.ValidString(d.text) {
			t.Errorf("%q in %s is not valid", d.text, d.encoding)
		}
		last := -1
		for i := range d.text {
			at := d.raw(i)
			if at <= last || at >= len(raw) {
				t.Errorf("%q: character %d is at byte %d of %d, after %d", raw, i, at, len(raw), last)
			}
			last = at
		}
	})
}
