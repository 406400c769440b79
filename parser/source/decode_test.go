package source

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"

	"assay/fixtures/encoded"
)

func TestDecode(t *testing.T) {
	for _, row := range encoded.Texts {
		raw, err := encoded.Of(row.Encoding).NewEncoder().Bytes([]byte(row.Text))
		if err != nil {
			t.Fatalf("%s: %v", row.Text, err)
		}
		d := Decode(raw, "")
		if d.Text != row.Text || d.encoding != row.Encoding || d.bad >= 0 {
			t.Errorf("%s in %s: read as %q in %s, %d", row.Text, row.Encoding, d.Text, d.encoding, d.bad)
			continue
		}
		// Every character is found in the bytes, and back.
		for i, r := range d.Text {
			one, err := encoded.Of(row.Encoding).NewEncoder().Bytes([]byte(string(r)))
			at := d.raw(i)
			if err != nil || !bytes.HasPrefix(raw[at:], one) {
				t.Errorf("%s: %q at %d is not at %d of the bytes", row.Text, r, i, at)
			}
			if back := d.find(at); back != i {
				t.Errorf("%s: byte %d is at %d, want %d", row.Text, at, back, i)
			}
		}
	}
}

func TestDecodeDamaged(t *testing.T) {
	long := strings.Repeat("Müller ", 10)
	lost := strings.Repeat("\xc0\xe8\xbc\xea\xa4\xce\xa4\xab\xa4\xc1\xa4\xc7\xa4\xb9 ", 4)
	for _, row := range []struct{ raw, text, encoding string }{
		{long + "\xff", long + "\ufffd", "utf-8"},
		{long[:len(long)-1] + "\xc3", long[:len(long)-1] + "\ufffd", "utf-8"},
		// EUC-JP, and half a character, a pair that is none, one too short.
		{lost + "\xa4", "先手のかちです 先手のかちです 先手のかちです 先手のかちです \ufffd", "euc-jp"},
		{lost + "\xcf\xfe.", "先手のかちです 先手のかちです 先手のかちです 先手のかちです \ufffd\ufffd.", "euc-jp"},
		{lost + "\x8f\xb0", "先手のかちです 先手のかちです 先手のかちです 先手のかちです \ufffd\ufffd", "euc-jp"},
	} {
		d := Decode([]byte(row.raw), "")
		if d.Text != row.text || d.encoding != row.encoding || d.bad != strings.Index(row.text, "\ufffd") {
			t.Errorf("%q: %q, %s, %d", row.raw, d.Text, d.encoding, d.bad)
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
		{"", "euc-jp", "山田将棋"},
		{"utf-8", "euc-jp", "山田将棋"},
		{"gbk", "gbk", "怀拍经待"},
		{"shift_jis", "euc-jp", "山田将棋"},
		{"euc-jp", "euc-jp", "山田将棋"},
	} {
		if d := Decode(raw, row.hint); d.encoding != row.encoding || d.Text != row.text {
			t.Errorf("after %q: %q in %s", row.hint, d.Text, d.encoding)
		}
	}
}

// FuzzDecode holds that text is always valid and every place of it lies in the
// bytes, in order.
func FuzzDecode(f *testing.F) {
	for _, row := range encoded.Texts {
		raw, _ := encoded.Of(row.Encoding).NewEncoder().Bytes([]byte(row.Text))
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		d := Decode(raw, "")
		if !utf8.ValidString(d.Text) {
			t.Errorf("%q in %s is not valid", d.Text, d.encoding)
		}
		last := -1
		for i := range d.Text {
			at := d.raw(i)
			if at <= last || at >= len(raw) {
				t.Errorf("%q: character %d is at byte %d of %d, after %d", raw, i, at, len(raw), last)
			}
			last = at
		}
	})
}

// TestNotWide holds that bytes with NULs among them are not taken for UTF-16.
func TestNotWide(t *testing.T) {
	for _, data := range []string{
		"", "\x00", "a\x00\n", "VAriant=\x00\n", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
		"1. e4 e5\n2. Nf3\x00 Nc6\n", "nulnulnulnulnulnul\x00\n\x00nulnulnulnul", strings.Repeat("abcdefgh", 50) + "\x00x",
		"Variant=x\n1. Pawn a - b\n\x00", "variant=ÿÿ€\x00\n", "先手：羽生\x00\n▲７六歩\n",
		string(encoded.Wide("▲７六歩△３四歩▲２六歩△８四歩", false)), // no line, and no mark
	} {
		if encoding, ok := detectWide([]byte(data)); ok {
			t.Errorf("%q is taken for %s", data, encoding)
		}
	}
}

// TestDecodeNames reads single names: nearly all are read as they were written,
// and the others are in doubt.
func TestDecodeNames(t *testing.T) {
	names, wrong, doubts := 0, 0, 0
	for _, row := range encoded.Names {
		for _, name := range row.Texts {
			raw, err := encoded.Of(row.Encoding).NewEncoder().Bytes([]byte("[White \"" + name + "\"]\n\n1. e4 *\n"))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			names++
			d := Decode(raw)
			if d.rival != "" {
				doubts++
			}
			if !strings.Contains(d.Text, name) {
				wrong++
				t.Logf("%s in %s is read as %q in %s, in doubt with %q", name, row.Encoding, d.Text[8:20], d.encoding, d.rival)
				if d.rival == "" {
					t.Errorf("%s in %s is read wrongly without a doubt", name, row.Encoding)
				}
			}
		}
	}
	t.Logf("%d names, %d wrong, %d in doubt", names, wrong, doubts)
	if 50*wrong > names || 6*doubts > names {
		t.Errorf("of %d names %d are wrong, and %d in doubt", names, wrong, doubts)
	}
}

// TestDecodeNamed decodes by a name that is given.
func TestDecodeNamed(t *testing.T) {
	for _, row := range []struct{ name, encoding, text string }{
		{"cp1251", "windows-1251", "Иванов"}, {"KOI8-R", "koi8-r", "Иванов"}, {"big5", "big5", "王天一"}, {"ks_c_5601-1987", "euc-kr", "김철수"},
		{"gb2312", "gbk", "王天一"}, {"gb18030", "gb18030", "王天一 ㎡𠀀"}, {"tis-620", "windows-874", "สมชาย"}, {"sjis", "shift_jis", "羽生ｶﾅ"},
		{"iso-2022-jp", "iso-2022-jp", "羽生 and 谷川\n名人"}, {"euc-jp", "euc-jp", "羽生"}, {"latin1", "windows-1252", "Müller"},
	} {
		name, ok := EncodingNamed(row.name)
		if !ok || name != row.encoding {
			t.Errorf("%s is %q, want %q", row.name, name, row.encoding)
			continue
		}
		raw, err := encoded.Of(name).NewEncoder().Bytes([]byte(row.text))
		if err != nil {
			t.Fatal(row.text, err)
		}
		d := decodeNamed(raw, name)
		if d.Text != row.text || d.bad >= 0 {
			t.Errorf("%q by %s is %q, %d", row.text, row.name, d.Text, d.bad)
		}
		last := -1
		for i := range d.Text {
			at := d.raw(i)
			if at <= last || at >= len(raw) {
				t.Errorf("%q by %s: character %d is at byte %d, after %d", row.text, row.name, i, at, last)
			}
			last = at
		}
	}
	for _, name := range []string{"", "klingon", "hz-gb-2312", "replacement"} {
		if got, ok := EncodingNamed(name); ok {
			t.Errorf("%q is %s", name, got)
		}
	}
}
