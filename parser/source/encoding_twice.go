package source

import (
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"assay/parser/scan"
)

// encodedTwice finds the first run of non-ASCII characters in a text that
// results from reading UTF-8 as Latin-1 or CP1252 and encoding it again. It
// returns the run and the text that was meant; ok is false if there is none.
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
