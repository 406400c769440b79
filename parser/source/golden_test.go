package source

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/fixtures"
	"assay/fixtures/encoded"
)

var update = flag.Bool("update", false, "update the golden files")

// TestGoldenDecoding prints what bytes are decoded as: texts in all encodings,
// damaged, after other text, and with each hint.
func TestGoldenDecoding(t *testing.T) {
	var b strings.Builder
	print := func(name string, raw []byte, hint string) {
		d := Decode(raw, hint)
		fmt.Fprintf(&b, "%s %q: %s %d %.60q", name, hint, d.encoding, d.bad, d.Text)
		for i := 0; i < len(d.Text); i += 1 + len(d.Text)/4 {
			fmt.Fprintf(&b, " %d", d.raw(i))
		}
		for i := 0; i < len(raw); i += 1 + len(raw)/4 {
			fmt.Fprintf(&b, " %d", d.find(i))
		}
		fmt.Fprintln(&b)
	}
	hints := []string{"", EncodingUTF8, encodingLatin1, encodingCP1252, EncodingShiftJIS, encodingEUCJP, encodingGBK}
	for k, row := range encoded.Texts {
		for e, name := range []string{row.Encoding, "shift_jis", "euc-jp", "gbk"} {
			raw, err := encoded.Of(name).NewEncoder().Bytes([]byte(row.Text))
			if err != nil || e > 0 && name == row.Encoding {
				continue
			}
			for _, hint := range hints {
				if hint == "" || hint == hints[(k+e)%len(hints)] {
					print(name, raw, hint)
				}
			}
			print("cut", raw[:len(raw)-1], "")
			print("beheaded", raw[1:], "")
			for at := k % 5; at < len(raw); at += 9 {
				damaged := slices.Clone(raw)
				damaged[at] ^= []byte{0x80, 0x01, 0xff, 0x40}[at%4]
				print(fmt.Sprintf("damaged at %d", at), damaged, "")
			}
		}
		print("twice", []byte(utf8Twice(row.Text)), "")
		print("with a mark", append([]byte("\xef\xbb\xbf"), row.Text...), "")
	}
	for _, raw := range []string{"", "\xff", "\x80", "a\x80", "\xa1\xa1", "\x81\x40", "\xfe\xfe", "\x8e\xb1", "\x8f\xa2\xaf", "\xc3\x28", strings.Repeat("é", 20) + "\xff", "\x85", "\xe9t\xe9", "\x93quoted\x94", "\xb1\xb2\xb3"} {
		for _, hint := range []string{"", EncodingShiftJIS, encodingEUCJP, encodingGBK} {
			print("bytes", []byte(raw), hint)
		}
	}
	fixtures.Golden(t, *update, "testdata/decoding.golden", b.String())
}

// utf8Twice encodes UTF-8 as if it were Latin-1.
func utf8Twice(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}

// TestGoldenWide prints what UTF-16 is read as, whole, cut, with and without a
// mark.
func TestGoldenWide(t *testing.T) {
	var b strings.Builder
	for _, text := range []string{"", "1. e4 e5\n", "Müller, 先手, 红方\n", "[Event \"𝒳\"]\n\n1. e4 *\n", strings.Repeat("1. Nf3 Nf6 ", 40), "手合割：平手\n▲７六歩", "a", "\n\n\n\n", "é"} {
		for _, big := range []bool{false, true} {
			for _, mark := range []string{"", "\uFEFF"} {
				raw := encoded.Wide(mark+text, big)
				for _, cut := range []int{0, 1, 2, 3} {
					if cut > len(raw) {
						continue
					}
					got, ok := WideText(raw[:len(raw)-cut])
					fmt.Fprintf(&b, "%.20q big %v mark %v cut %d: %v %.40q %d\n", text, big, mark != "", cut, ok, got, len(got))
				}
				if len(raw) > 8 {
					damaged := slices.Clone(raw)
					damaged[6], damaged[7] = 0xd8, 0xd8 // half a pair
					got, ok := WideText(damaged)
					fmt.Fprintf(&b, "  damaged: %v %.40q\n", ok, got)
				}
			}
		}
	}
	for _, raw := range []string{"\xff\xfe", "\xfe\xff", "\xff\xfe\x00", "\x00a", "a\x00", "a\x00b\x00c\x00d\x00", "\x00a\x00b\x00c\x00d", "\x00\x00\x00\x00", "abcd", "\xff\xfe\x00\x00a\x00\x00\x00"} {
		got, ok := WideText([]byte(raw))
		fmt.Fprintf(&b, "%q: %v %q\n", raw, ok, got)
	}
	fixtures.Golden(t, *update, "testdata/wide.golden", b.String())
}
