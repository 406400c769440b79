package parser

import (
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// wideReader turns UTF-16 into UTF-8 and keeps the bytes it read until they
// are taken. A code unit that is half of a pair, and a single byte at the end,
// become U+FFFD.
type wideReader struct {
	in      io.Reader
	big     bool
	kept    []byte // read and not yet taken
	decoded int    // bytes of kept that Read has turned into text
	eof     bool
}

// wideBytes is how much of a file's start tells whether it is in UTF-16.
const wideBytes = 4 << 10

// detectWide tells UTF-16 by its byte-order mark or, without one, by the empty
// halves of its ASCII characters.
func detectWide(prefix []byte) (encoding string, ok bool) {
	if len(prefix) >= 2 {
		switch {
		case prefix[0] == 0xFF && prefix[1] == 0xFE:
			return encodingUTF16LE, true
		case prefix[0] == 0xFE && prefix[1] == 0xFF:
			return encodingUTF16BE, true
		}
	}
	pairs := min(len(prefix), wideBytes) / 2
	var zeros [2]int
	for i, c := range prefix[:2*pairs] {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch {
	case pairs < 4:
		return "", false
	case 2*zeros[1] >= pairs && 20*zeros[0] <= pairs:
		return encodingUTF16LE, true
	case 2*zeros[0] >= pairs && 20*zeros[1] <= pairs:
		return encodingUTF16BE, true
	}
	return "", false
}

func (w *wideReader) encoding() string {
	if w.big {
		return encodingUTF16BE
	}
	return encodingUTF16LE
}

func (w *wideReader) unit(i int) rune {
	if w.big {
		return rune(w.kept[i])<<8 | rune(w.kept[i+1])
	}
	return rune(w.kept[i+1])<<8 | rune(w.kept[i])
}

// Read gives the next of the text; buf must have room for a character.
func (w *wideReader) Read(buf []byte) (int, error) {
	n := 0
	for {
		for len(buf)-n >= utf8.UTFMax && w.decoded+1 < len(w.kept) {
			r, size := w.unit(w.decoded), 2
			if utf16.IsSurrogate(r) {
				if w.decoded+3 >= len(w.kept) && !w.eof {
					break
				}
				if w.decoded+3 < len(w.kept) {
					r = utf16.DecodeRune(r, w.unit(w.decoded+2))
					if r != utf8.RuneError {
						size = 4
					}
				}
			}
			n += utf8.EncodeRune(buf[n:], r)
			w.decoded += size
		}
		if w.eof && w.decoded+1 == len(w.kept) && len(buf)-n >= utf8.UTFMax {
			n += utf8.EncodeRune(buf[n:], utf8.RuneError)
			w.decoded++
		}
		if n > 0 {
			return n, nil
		}
		if w.eof {
			return 0, io.EOF
		}
		if err := w.fill(); err != nil {
			return 0, err
		}
	}
}

func (w *wideReader) fill() error {
	start := len(w.kept)
	w.kept = append(w.kept, make([]byte, block)...)
	n, err := w.in.Read(w.kept[start:])
	w.kept = w.kept[:start+n]
	if err == io.EOF {
		w.eof = true
		return nil
	}
	return err
}

// take gives up the bytes of a piece of the text, from the first one kept on.
func (w *wideReader) take(text []byte) []byte {
	n := min(2*utf16Units(text), w.decoded)
	out := append([]byte(nil), w.kept[:n]...)
	w.kept = w.kept[:copy(w.kept, w.kept[n:])]
	w.decoded -= n
	return out
}

// utf16Units counts the code units of a text in UTF-16.
func utf16Units[T string | []byte](text T) int {
	n := 0
	for i := range len(text) {
		if c := text[i]; c&0xC0 != 0x80 { // starts a character
			n++
			if c >= 0xF0 {
				n++
			}
		}
	}
	return n
}
