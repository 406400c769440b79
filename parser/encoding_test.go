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
	{encodingEUCJP, "先手：羽生善治　後手：谷川浩司　７六歩 ▲△"},
	{encodingEUCJP, "山田将棋に負けました"},
	{encodingEUCJP, "対局者 先手番 指し手"},
	{encodingEUCJP, "ｶﾅ と かな"},
	{encodingGBK, "红方：胡荣华 黑方：徐天红 炮二平五 马８进７"},
	{encodingGBK, "象棋"},
	{encodingGBK, "第１５届亚洲象棋锦标赛 许银川 先胜 吕钦"},
	{encodingGBK, "全国象棋甲级联赛 ①②③④"},
}

func encoderOf(name string) encoding.Encoding {
	switch name {
	case encodingLatin1:
		return charmap.ISO8859_1
	case encodingCP1252:
		return charmap.Windows1252
	case encodingShiftJIS:
		return japanese.ShiftJIS
	case encodingEUCJP:
		return japanese.EUCJP
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
	lost := strings.Repeat("\xc0\xe8\xbc\xea\xa4\xce\xa4\xab\xa4\xc1\xa4\xc7\xa4\xb9 ", 4)
	for _, row := range []struct{ raw, text, encoding string }{
		{long + "\xff", long + "\ufffd", encodingUTF8},
		{long[:len(long)-1] + "\xc3", long[:len(long)-1] + "\ufffd", encodingUTF8},
		// EUC-JP, and half a character, a pair that is none, one too short.
		{lost + "\xa4", "先手のかちです 先手のかちです 先手のかちです 先手のかちです \ufffd", encodingEUCJP},
		{lost + "\xcf\xfe.", "先手のかちです 先手のかちです 先手のかちです 先手のかちです \ufffd\ufffd.", encodingEUCJP},
		{lost + "\x8f\xb0", "先手のかちです 先手のかちです 先手のかちです 先手のかちです \ufffd\ufffd", encodingEUCJP},
	} {
		d := decode([]byte(row.raw), "")
		if d.text != row.text || d.encoding != row.encoding || d.bad != strings.Index(row.text, "\ufffd") {
			t.Errorf("%q: %q, %s, %d", row.raw, d.text, d.encoding, d.bad)
		}
	}
}

// TestDecodeHint reads bytes that are good text of Japanese and of Chinese: the
// hint decides.
func TestDecodeHint(t *testing.T) {
	raw, err := japanese.EUCJP.NewEncoder().Bytes([]byte("山田将棋"))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ hint, encoding, text string }{
		{"", encodingGBK, "怀拍经待"},
		{encodingUTF8, encodingGBK, "怀拍经待"},
		{encodingGBK, encodingGBK, "怀拍经待"},
		{encodingShiftJIS, encodingEUCJP, "山田将棋"},
		{encodingEUCJP, encodingEUCJP, "山田将棋"},
	} {
		if d := decode(raw, row.hint); d.encoding != row.encoding || d.text != row.text {
			t.Errorf("after %q: %q in %s", row.hint, d.text, d.encoding)
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

// TestWideNotations reads one game a notation in UTF-16, whose bytes are mostly
// no ASCII in some.
func TestWideNotations(t *testing.T) {
	const (
		kif = "手合割：平手\n先手：羽生\n後手：谷川\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n*初手　一言\n   2 ３四歩(33)\n"
		ki2 = "先手：羽生\n後手：谷川\n\n▲７六歩　△３四歩　▲２二角成　△同　銀　▲４五角\n*一言　一言\nまで5手で中断\n"
		csa = "V2.2\nN+羽生\nN-谷川\nPI\n+\n+7776FU\nT1\n-3334FU\n"
		pgn = "[Event \"é\"]\n\n1. e4 {ü} e5 *\n"
		wxf = "[Game \"Chinese Chess\"]\n[Red \"胡荣华\"]\n\n1. 炮二平五 马８进７\n2. 马二进三 车９平８ *\n"
	)
	for _, row := range []struct {
		format Format
		text   string
	}{{KIF, kif}, {KI2, ki2}, {CSA, csa}, {PGN, pgn}, {PGN, wxf}, {KI2, "▲７六歩△３四歩\n▲２二角成△同　銀\n"}, {KIF, strings.ReplaceAll(kif, "\n", "\r\n")}} {
		plain := readAll(t, []byte(row.text), Options{})
		for _, mark := range []string{"", "\ufeff"} {
			for _, big := range []bool{false, true} {
				data := wideBytesOf(mark+row.text, big)
				want := encodingUTF16LE
				if big {
					want = encodingUTF16BE
				}
				records := readAll(t, data, Options{})
				if len(records) != 1 || len(plain) != 1 {
					t.Fatalf("%s, %s: %d records and %d", row.format, want, len(records), len(plain))
				}
				r := records[0]
				if r.Format != row.format || r.Encoding != want || r.Fault != nil || len(r.Warnings) > 0 || len(r.Moves) < 2 {
					t.Errorf("%s in %s, mark %q: read as %s in %s, %d plies, %v", row.format, want, mark, r.Format, r.Encoding, len(r.Moves), r.Fault)
					continue
				}
				if !bytes.Equal(r.Bytes, data) || treeOf(r.Moves) != treeOf(plain[0].Moves) || len(r.Tags) != len(plain[0].Tags) {
					t.Errorf("%s in %s, mark %q: %s, want %s", row.format, want, mark, treeOf(r.Moves), treeOf(plain[0].Moves))
				}
				for i := range r.Moves {
					ply := &r.Moves[i]
					if at := wideBytesOf(ply.Text, big); !bytes.HasPrefix(data[ply.Place.Offset:], at) || ply.Place.Column != plain[0].Moves[i].Place.Column {
						t.Errorf("%s in %s, mark %q: %s is not at %+v", row.format, want, mark, ply.Text, ply.Place)
					}
				}
			}
		}
	}
}

// TestNotWide holds that bytes with NULs among them are not taken for UTF-16.
func TestNotWide(t *testing.T) {
	for _, data := range []string{
		"", "\x00", "a\x00\n", "VAriant=\x00\n", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
		"1. e4 e5\n2. Nf3\x00 Nc6\n", "nulnulnulnulnulnul\x00\n\x00nulnulnulnul", strings.Repeat("abcdefgh", 50) + "\x00x",
		"Variant=x\n1. Pawn a - b\n\x00", "variant=ÿÿ€\x00\n", "先手：羽生\x00\n▲７六歩\n",
		string(wideBytesOf("▲７六歩△３四歩▲２六歩△８四歩", false)), // no line, and no mark
	} {
		if encoding, ok := detectWide([]byte(data)); ok {
			t.Errorf("%q is taken for %s", data, encoding)
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

// TestText reads files of several encodings as text, in which the places of
// their plies are.
func TestText(t *testing.T) {
	var joined []byte
	want := "before the first\r\n\n"
	joined = append(joined, want...)
	for _, row := range encodingTexts {
		text := "[White \"" + row.text + "\"]\r\n\n1. e4 {" + row.text + "} e5 *\n\n"
		raw, err := encoderOf(row.encoding).NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		joined, want = append(joined, raw...), want+text
	}
	wide := string(byteOrderMark) + strings.Repeat("[White \"é 象棋 😀\"]\n\n1. e4 *\n", 9000) // more than a block
	for _, file := range []struct {
		raw  []byte
		text string
	}{
		{joined, want}, {[]byte(want), want}, {nil, ""}, {[]byte("\x82\xa0\x82\xa2"), "あい"},
		{wideBytesOf(wide, false), wide}, {wideBytesOf(wide, true), wide},
	} {
		got := Text(file.raw, PGN)
		if got != file.text {
			t.Errorf("%.60q is read as %.60q", file.raw, got)
			continue
		}
		if len(file.raw) < 100 {
			continue
		}
		lines := strings.Split(strings.ReplaceAll(got, "\r\n", "\n"), "\n")
		for _, r := range readAll(t, file.raw, Options{Format: PGN}) {
			at := r.Moves[0].Place
			if line := []rune(lines[at.Line-1]); string(line[at.Column-1:at.Column+1]) != "e4" {
				t.Fatalf("%q at %d", string(line), at.Column)
			}
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

// FuzzText reads anything as text: what stands at the place of a ply in it is
// that ply.
func FuzzText(f *testing.F) {
	for _, row := range encodingTexts {
		raw, _ := encoderOf(row.encoding).NewEncoder().Bytes([]byte(row.text))
		f.Add(raw)
	}
	f.Add([]byte("[Event \"\xe9\"]\n\n1. e4 *\n\n[Event \"\x90\xe6\x8e\xe8\"]\r\n\r\n1. d4 *\r"))
	f.Add([]byte("1. e4 \xff\r1... e5 *"))
	f.Add([]byte("['''''Event \"\xe9\"]\n\n1. \x90\xe6\x804 V\n\n[Event \"\x90\xe6"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		text := Text(raw, PGN)
		if !utf8.ValidString(text) || utf8.Valid(raw) && !bytes.Contains(raw, []byte{0}) && text != string(raw) {
			t.Fatalf("%q of %q", text, raw)
		}
		lines := linesOf(text)
		for r := NewReader(bytes.NewReader(raw), Options{Format: PGN, MaxRecord: int64(len(raw)) + 1}); ; {
			record, err := r.Next()
			if err != nil {
				return
			}
			for _, ply := range record.Moves {
				first, _ := utf8.DecodeRuneInString(ply.Text)
				line := []rune(lines[ply.Place.Line-1])
				if at := ply.Place.Column - 1; at >= len(line) || line[at] != first {
					t.Fatalf("%q at %+v of %q", ply.Text, ply.Place, text)
				}
			}
		}
	})
}

// linesOf parts a text by its line ends, of whatever kind, byte-order marks at
// the starts of lines left out.
func linesOf(text string) []string {
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], string(byteOrderMark))
	}
	return lines
}
