package source

import (
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"assay/parser/scan"
)

// encodedTwice finds the first run of characters beyond ASCII in a text and
// says what it stands for where UTF-8 was read as Latin-1 or CP1252 and encoded
// again; ok is false where it was not.
func encodedTwice(text string) (at int, run, meant string, ok bool) {
	if scan.IsASCII(text) {
		return 0, "", "", false
	}
	for at < len(text) && text[at] < utf8.RuneSelf {
		at++
	}
	if r, size := utf8.DecodeRuneInString(text[at:]); r == scan.ByteOrderMark {
		more, run, meant, ok := encodedTwice(text[at+size:])
		return at + size + more, run, meant, ok
	}
	var bytes []byte
	end := at
	for end < len(text) && text[end] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(text[end:])
		b, known := charmap.Windows1252.EncodeRune(r)
		if !known {
			if b = byte(r); r > 0xFF {
				return 0, "", "", false
			}
		}
		bytes = append(bytes, b)
		end += size
	}
	if len(bytes) < 2 || !utf8.Valid(bytes) {
		return 0, "", "", false
	}
	return at, text[at:end], string(bytes), true
}
