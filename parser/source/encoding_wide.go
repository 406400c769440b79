package source

import (
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// wideReader converts UTF-16 to UTF-8. It keeps the bytes until take is called.
// An unpaired surrogate, and a single byte at the end, become U+FFFD.
type wideReader struct {
	in      io.Reader
	big     bool
	kept    []byte // read and not yet taken
	decoded int    // bytes of kept that Read has converted
	eof     bool
}

// wideBytes is the length of a file's start that shows whether it is UTF-16.
const wideBytes = 4 << 10

// detectWide recognises UTF-16 by its byte-order mark. Without one, it checks
// the units: nearly all must be usual characters, and most must be ASCII or
// some line ends.
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
	if pairs < 4 {
		return "", false
	}
	var usual, ascii, breaks [2]int
	high := 0 // pairs with a non-ASCII byte
	for i := range pairs {
		if (prefix[2*i]|prefix[2*i+1])&utf8.RuneSelf != 0 {
			high++
		}
		for big := range 2 {
			switch wideKindOf(rune(prefix[2*i+1-big])<<8 | rune(prefix[2*i+big])) {
			case wideBreak:
				breaks[big]++
				fallthrough
			case wideASCII:
				ascii[big]++
				fallthrough
			case wideUsual:
				usual[big]++
			}
		}
	}
	for big, name := range []string{encodingUTF16LE, encodingUTF16BE} {
		// Pairs of ASCII bytes, and some of Shift_JIS, are Chinese characters
		// in one or both byte orders. A NUL before a line end decides.
		lines := 100*breaks[big] >= pairs && breaks[big] > 0 && 4*usual[1-big] < 3*usual[big] &&
			4*high >= usual[big]-ascii[big]
		if 20*usual[big] >= 19*pairs && (2*ascii[big] >= pairs || lines && !isCutUTF8(prefix)) {
			return name, true
		}
	}
	return "", false
}

// isCutUTF8 reports whether bytes are UTF-8 whose last character may be
// incomplete.
func isCutUTF8(prefix []byte) bool {
	for range utf8.UTFMax - 1 {
		if r, size := utf8.DecodeLastRune(prefix); r != utf8.RuneError || size != 1 {
			break
		}
		prefix = prefix[:len(prefix)-1]
	}
	return utf8.Valid(prefix)
}

// wideKind classifies a unit of UTF-16 when no mark shows the byte order.
type wideKind uint8

const (
	wideRare wideKind = iota
	wideUsual
	wideASCII
	wideBreak // LF or CR
)

func wideKindOf(unit rune) wideKind {
	switch {
	case unit == '\n' || unit == '\r':
		return wideBreak
	case unit == '\t' || unit >= ' ' && unit <= '~':
		return wideASCII
	case unit >= 0xA0 && unit < 0x180, // Latin letters
		unit >= 0x370 && unit < 0x530,    // Greek and Cyrillic letters
		unit >= 0xE00 && unit < 0xE80,    // Thai letters
		unit >= 0x1E00 && unit < 0x1F00,  // Vietnamese letters
		unit >= 0x2010 && unit <= 0x203A, // dashes and quotation marks
		unit >= 0x2190 && unit < 0x2700,  // arrows, lines, shapes and chessmen
		unit >= 0x3000 && unit < 0x3100,  // kana
		unit >= 0x4E00 && unit < 0xA000,  // Chinese characters
		unit >= 0xAC00 && unit < 0xE000,  // Korean syllables, surrogates
		unit >= 0xFF00 && unit < 0xFFF0:  // full-width signs
		return wideUsual
	}
	return wideRare
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

// Read reads the next part of the text; buf must have space for a character.
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

// take returns the bytes of a part of the text, starting with the first one
// kept.
func (w *wideReader) take(text []byte, _ bool) []byte {
	n := min(2*utf16Units(text), w.decoded)
	out := append([]byte(nil), w.kept[:n]...)
	w.kept = w.kept[:copy(w.kept, w.kept[n:])]
	w.decoded -= n
	return out
}

// utf16Units returns the number of UTF-16 code units of a text.
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

// WideText returns the text of a file in UTF-16 or in a binary format; ok is
// false for other files.
func WideText(raw []byte) (text string, ok bool) {
	if IsConverted(raw) {
		return convertedText(raw)
	}
	encoding, ok := detectWide(raw[:min(len(raw), wideBytes)])
	if !ok {
		return "", false
	}
	return TextIn(raw, encoding), true
}
