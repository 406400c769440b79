package source

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// Word processors save texts as RTF (Rich Text Format 1.9.1): control words
// start with a backslash, and groups are in braces.

var rtfHead = []byte(`{\rtf`)

// isRTF reports whether a file is in RTF.
func isRTF(prefix []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(prefix, " \t\r\n"), rtfHead)
}

// rtf converts RTF to text.
type rtf struct {
	codePage encoding.Encoding
	fallback int // characters after \uN for readers without Unicode
	hidden   int // open braces of a group that is not text
}

// newRTFReader returns a reader of the text of a file in RTF.
func newRTFReader() *markupReader {
	f := &rtf{codePage: charmap.Windows1252, fallback: 1}
	m := &markupReader{signs: rtfSigns, warning: leftRTF}
	m.convert = func(text []byte, _ byte) (meaning string, n int) {
		meaning, n = f.convert(text)
		if m.signs = rtfSigns; f.hidden > 0 {
			m.signs = "" // the rest is no text
		}
		return meaning, n
	}
	return m
}

// rtfSigns are the bytes that are not text.
const rtfSigns = "\\{}\r\n"

// rtfTexts are the control words that stand for text.
var rtfTexts = map[string]string{
	"par": "\n", "line": "\n", "sect": "\n", "page": "\n", "row": "\n", "tab": "\t", "cell": " ",
	"emdash": "-", "endash": "-", "emspace": " ", "enspace": " ", "qmspace": " ", "bullet": "•",
	"lquote": "'", "rquote": "'", "ldblquote": `"`, "rdblquote": `"`,
}

// rtfHidden are the control words at the start of groups that are not text.
var rtfHidden = []string{"fonttbl", "colortbl", "stylesheet", "info", "pict", "header", "footer", "listtable",
	"listoverridetable", "generator", "object", "themedata", "fldinst"}

// convert returns the text and the length of what text starts with, which is
// one of rtfSigns or the rest of a hidden group.
func (f *rtf) convert(text []byte) (meaning string, n int) {
	switch {
	case f.hidden > 0 || text[0] == '{' && hidesGroup(text):
		return "", f.hide(text)
	case text[0] != '\\' || len(text) < 2:
		return "", 1
	}
	switch c := text[1]; c {
	case '\\', '{', '}':
		return string(c), 2
	case '~':
		return " ", 2
	case '_':
		return "-", 2
	case '\n', '\r':
		return "\n", 2
	case '\'':
		return f.bytes(text)
	}
	word, number, n := controlWord(text)
	switch word {
	case "":
		return "", 2
	case "ansicpg":
		if named, err := htmlindex.Get("windows-" + number); err == nil {
			f.codePage = named
		} else if named := rtfPages[number]; named != "" {
			f.codePage, _ = htmlindex.Get(named)
		}
	case "uc":
		if size, err := strconv.Atoi(number); err == nil {
			f.fallback = min(max(size, 0), maxReferenceBytes)
		}
	case "u":
		code, err := strconv.ParseInt(number, 10, 32)
		if err != nil {
			return "", n
		}
		r := rune(uint16(code))
		for i := 0; i < f.fallback; i++ {
			n += fallbackLength(text[n:])
		}
		if plain, ok := equivalents[r]; ok {
			return plain, n
		}
		return string(r), n
	}
	return rtfTexts[word], n
}

// rtfPages are the encodings of code pages by other names.
var rtfPages = map[string]string{"932": "shift_jis", "936": "gbk", "949": "euc-kr", "950": "big5", "866": "ibm866"}

// bytes decodes the character that text starts with, as one or two bytes \'hh.
func (f *rtf) bytes(text []byte) (meaning string, n int) {
	var written []byte
	for n+4 <= len(text) && len(written) < 2 && text[n] == '\\' && text[n+1] == '\'' {
		b, err := strconv.ParseUint(string(text[n+2:n+4]), 16, 8)
		if err != nil {
			break
		}
		written, n = append(written, byte(b)), n+4
		decoded, err := f.codePage.NewDecoder().Bytes(written)
		r, size := utf8.DecodeRune(decoded)
		if err != nil || size != len(decoded) || r == utf8.RuneError {
			continue // the first of two bytes
		}
		if plain, ok := equivalents[r]; ok {
			return plain, n
		}
		return string(r), n
	}
	return string(utf8.RuneError), max(n, 2)
}

// fallbackLength returns the length of one character that text starts with, as
// a byte or as \'hh.
func fallbackLength(text []byte) int {
	switch {
	case len(text) >= 4 && text[0] == '\\' && text[1] == '\'':
		return 4
	case len(text) == 0 || strings.IndexByte(rtfSigns, text[0]) >= 0:
		return 0
	}
	return 1
}

// controlWord returns the control word that text starts with, its number, and
// the length of both with the blank after them.
func controlWord(text []byte) (word, number string, n int) {
	n = 1
	for n < len(text) && n < 33 && text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z' {
		n++
	}
	word = string(text[1:n])
	start := n
	if word != "" && n+1 < len(text) && text[n] == '-' && text[n+1]-'0' <= 9 {
		n++
	}
	for word != "" && n < len(text) && n-start < 11 && text[n]-'0' <= 9 {
		n++
	}
	number = string(text[start:n])
	if n < len(text) && text[n] == ' ' {
		n++
	}
	return word, number, n
}

// hidesGroup reports whether a group is not text.
func hidesGroup(text []byte) bool {
	if bytes.HasPrefix(text, []byte(`{\*`)) {
		return true
	}
	if len(text) < 2 || text[1] != '\\' {
		return false
	}
	word, _, _ := controlWord(text[1:])
	return slices.Contains(rtfHidden, word)
}

// hide returns the length of a hidden group, as far as it is known.
func (f *rtf) hide(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			if i++; i == len(text) && i > 1 {
				return i - 1 // until the next byte is known
			}
		case '{':
			f.hidden++
		case '}':
			if f.hidden--; f.hidden == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}
