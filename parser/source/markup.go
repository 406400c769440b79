package source

import (
	"bytes"
	"html"
	"io"
	"sort"
	"strings"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
)

// Forums and web pages surround a record with HTML. Its tags and character
// references are left out of the text that readers see; the places of records
// count them.

// markupReader converts HTML or RTF to text. It keeps the bytes until take is
// called.
type markupReader struct {
	in        io.Reader
	signs     string // the bytes that markup starts with; "" for all
	convert   func(text []byte, after byte) (meaning string, n int)
	warning   string // what was left out
	kept      []byte // read and not yet taken
	converted int    // bytes of kept that Read has converted
	written   int    // bytes of text that Read has returned and nobody took
	last      byte   // last byte of the text
	shifts    []shift
	eof       bool
}

// The bounds of a tag, of a character reference, and of an element that is left
// out with its content.
const (
	maxTagBytes       = 1 << 10
	maxReferenceBytes = 12
	maxElementBytes   = 32 << 10
)

// blockTags start a line, inlineTags do not, and cellTags become a blank.
const (
	blockTags = " br p div pre li tr ul ol dl dt dd table blockquote hr h1 h2 h3 h4 h5 h6 html head body title " +
		"section article center form meta link "
	inlineTags = " b i em strong span a font code tt u s small big sup sub tbody thead img abbr kbd samp var nobr " +
		"wbr del ins label "
	cellTags   = " td th "
	hiddenTags = " script style "
)

// references are the character references with an ASCII equivalent.
var references = map[string]string{
	"nbsp": " ", "ensp": " ", "emsp": " ", "thinsp": " ", "shy": "", "zwnj": "", "zwj": "", "ndash": "-", "mdash": "-",
	"minus": "-", "hyphen": "-",
	"lsquo": "'", "rsquo": "'", "ldquo": `"`, "rdquo": `"`, "hellip": "...", "frac12": "1/2", "times": "x",
}

// equivalents are the same by their characters.
var equivalents = func() map[rune]string {
	signs := map[rune]string{0x2010: "-", 0x2011: "-", 0x2012: "-", 0x2015: "-"}
	for name, text := range references {
		r, _ := utf8.DecodeRuneInString(html.UnescapeString("&" + name + ";"))
		signs[r] = text
	}
	return signs
}()

// tagAt returns the name and length of the tag that text starts with, in small
// letters and without its slash; 0 for none.
func tagAt(text []byte) (name string, n int) {
	i := 1
	if i < len(text) && text[i] == '/' {
		i++
	}
	start := i
	for i < len(text) && i-start < 12 && (text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || i > start && text[i]-'0' <= 9) {
		i++
	}
	if i == start || i == len(text) || strings.IndexByte(" \t\r\n/>", text[i]) < 0 {
		return "", 0
	}
	end := bytes.IndexByte(text[i:min(len(text), maxTagBytes)], '>')
	if end < 0 || bytes.IndexByte(text[i:i+end], '<') >= 0 {
		return "", 0
	}
	return strings.ToLower(string(text[start:i])), i + end + 1
}

// referenceAt returns the text and length of the character reference that text
// starts with; 0 for none.
func referenceAt(text []byte) (meaning string, n int) {
	end := bytes.IndexByte(text[:min(len(text), maxReferenceBytes)], ';')
	if end < 2 {
		return "", 0
	}
	written := string(text[:end+1])
	if text[1] != '#' {
		for _, c := range text[1:end] {
			if (c|0x20 < 'a' || c|0x20 > 'z') && c-'0' > 9 {
				return "", 0
			}
		}
	}
	meaning = html.UnescapeString(written)
	if meaning == written || strings.Contains(meaning, ";") {
		return "", 0
	}
	if r, size := utf8.DecodeRuneInString(meaning); size == len(meaning) {
		if plain, ok := equivalents[r]; ok {
			meaning = plain
		}
	}
	return meaning, end + 1
}

// convert returns the text and the length of the markup that text starts with;
// 0 for none. after is the last byte of the text before it.
func convert(text []byte, after byte) (meaning string, n int) {
	if text[0] == '&' {
		return referenceAt(text)
	}
	const open, shut = "<!--", "-->"
	if bytes.HasPrefix(text, []byte(open)) {
		if end := bytes.Index(text[:min(len(text), maxElementBytes)], []byte(shut)); end > 0 {
			return "", end + len(shut)
		}
		return "", 0
	}
	if bytes.HasPrefix(bytes.ToLower(text[:min(len(text), 9)]), []byte("<!doctype")) {
		end := bytes.IndexByte(text[:min(len(text), maxTagBytes)], '>')
		return "", end + 1
	}
	name, n := tagAt(text)
	listed := func(tags string) bool { return strings.Contains(tags, " "+name+" ") }
	switch {
	case n == 0:
		return "", 0
	case listed(hiddenTags):
		if end := bytes.Index(bytes.ToLower(text[n:min(len(text), maxElementBytes)]),
			[]byte("</"+name+">")); end >= 0 && text[1] != '/' {
			n += end + len(name) + 3
		}
		return "", n
	case listed(inlineTags):
		return "", n
	case listed(cellTags):
		return " ", n
	case !listed(blockTags):
		return "", 0
	}
	if after == 0 || after == '\n' || after == '\r' || n < len(text) && (text[n] == '\n' || text[n] == '\r') {
		return "", n
	}
	return "\n", n
}

// Read reads the next part of the text; buf must have space for a character.
func (m *markupReader) Read(buf []byte) (n int, err error) {
	for n == 0 {
		for !m.eof && len(m.kept)-m.converted < maxElementBytes {
			if err := m.fill(); err != nil {
				return 0, err
			}
		}
		rest := m.kept[m.converted:]
		if len(rest) == 0 {
			return 0, io.EOF
		}
		for len(rest) > 0 && (m.eof || len(rest) >= maxElementBytes) {
			meaning, size := "", 0
			if m.signs == "" || strings.IndexByte(m.signs, rest[0]) >= 0 {
				meaning, size = m.convert(rest, m.last)
			}
			if size == 0 {
				plain := 1 + bytes.IndexAny(rest[1:], m.signs)
				if plain == 0 {
					plain = len(rest)
				}
				size = copy(buf[n:], rest[:plain])
				meaning = string(rest[size-min(size, 1) : size]) // its last byte
				n += size
				if size < plain {
					m.converted += size
					m.written += n
					return n, nil
				}
			} else if len(meaning) > len(buf)-n {
				break
			} else {
				n += copy(buf[n:], meaning)
				m.shifts = append(m.shifts, shift{m.written + n, m.converted + size})
			}
			if meaning != "" {
				m.last = meaning[len(meaning)-1]
			}
			m.converted += size
			rest = rest[size:]
		}
	}
	m.written += n
	return n, nil
}

func (m *markupReader) fill() error {
	start := len(m.kept)
	m.kept = append(m.kept, make([]byte, block)...)
	n, err := m.in.Read(m.kept[start:])
	m.kept = m.kept[:start+n]
	if err == io.EOF {
		m.eof = true
		return nil
	}
	return err
}

// take returns the original bytes of the first n bytes of the text, and the
// shifts between both.
func (m *markupReader) take(n int) (data []byte, shifts []shift) {
	size, count := n, 0
	for count < len(m.shifts) && m.shifts[count].text <= n {
		count++
	}
	if count > 0 {
		last := m.shifts[count-1]
		size = last.raw + n - last.text
	}
	shifts = append([]shift{{}}, m.shifts[:count]...)
	data = append([]byte(nil), m.kept[:size]...)
	m.kept = m.kept[:copy(m.kept, m.kept[size:])]
	m.converted -= size
	m.written -= n
	rest := m.shifts[:0]
	for _, s := range m.shifts[count:] {
		rest = append(rest, shift{s.text - n, s.raw - size})
	}
	m.shifts = rest
	return data, shifts
}

// DetectMarkup checks the start of the file for HTML or RTF around records. No
// part of the file may have been dropped yet.
func (s *Source) DetectMarkup() {
	prefix, err := s.Peek(guessBytes)
	if err != nil || s.wide != nil {
		return
	}
	var found *markupReader
	switch {
	case isRTF(prefix):
		found, s.Encoding = newRTFReader(), EncodingUTF8
	case hasMarkup(prefix):
		found = &markupReader{signs: "<&", convert: convert, warning: leftHTML}
	default:
		return
	}
	read := bytes.NewReader(append([]byte(nil), s.Window()...))
	s.markup, found.in = found, io.MultiReader(read, s.in)
	if s.eof {
		s.markup.in = read
	}
	s.in, s.buf, s.lo, s.eof = s.markup, nil, 0, false
}

// ownSigns matches the lines in which < and & belong to a record: comments and
// headers of several notations, and JSON.
var ownSigns = scan.NewPattern(`^\s*(?:[*';%#]|//|N[+-]|\$[A-Z]|[\pL\pN _-]{1,30}[=：:]|\[DhtmlXQ|[{\[]\s*["{])`)

// hasMarkup reports whether a text has a known tag or character reference
// outside comments, strings and the bookmarks of KIF, which start with &.
func hasMarkup(text []byte) bool {
	if !bytes.ContainsAny(text, "<&") {
		return false
	}
	bookmarks := bytes.Contains(text, []byte("手合割：")) || bytes.Contains(text, []byte("#KIF"))
	comment := false
	for line := range bytes.Lines(text) {
		own := !comment && (ownSigns.Match(line) || bookmarks && line[0] == '&')
		quoted := false
		for i := 0; i < len(line); i++ {
			c := line[i]
			switch {
			case comment:
				comment = c != '}'
			case c == '"':
				quoted = !quoted
			case quoted || own:
			case c == '{':
				comment = true
			case c == '<' || c == '&':
				if _, n := convert(line[i:], 0); n > 0 {
					return true
				}
			case c == ';' || c == '/' && i+1 < len(line) && line[i+1] == '/':
				own = true // a comment up to the end of the line
			}
		}
	}
	return false
}

// markupPlaces converts places in the text of a record to places in the file.
// If calls go from left to right, nothing is counted twice.
type markupPlaces struct {
	data     []byte
	shifts   []shift
	start    scan.Place
	encoding string
	warning  string
	at       int // bytes counted
	place    scan.Place
}

// raw returns the offset in the bytes of byte i of the text.
func (m *markupPlaces) raw(i int) int {
	n := sort.Search(len(m.shifts), func(n int) bool { return m.shifts[n].text > i }) - 1
	return min(m.shifts[n].raw+i-m.shifts[n].text, len(m.data))
}

// placeOf returns the place of a byte of the record.
func (m *markupPlaces) placeOf(raw int) scan.Place {
	if raw < m.at || m.place.Line == 0 {
		m.at, m.place = 0, m.start
	}
	lines := m.data[m.at:raw]
	m.place.Offset = m.start.Offset + int64(raw)
	for {
		n := endOfLine(lines)
		if n == len(lines) {
			break
		}
		if lines[n] == '\r' && n+1 < len(lines) && lines[n+1] == '\n' {
			n++
		}
		lines = lines[n+1:]
		m.place.Line, m.place.Column = m.place.Line+1, 1
	}
	m.at = raw
	m.place.Column += utf8.RuneCountInString(decodeNamed(lines, m.encoding).Text)
	return m.place
}

// The warnings that markup was left out.
const (
	leftHTML = "the record is part of a web page; it is read without the HTML around it"
	leftRTF  = "the record is part of a document; it is read without the RTF around it"
)

// warnOfMarkup says that HTML or RTF was left out.
func warnOfMarkup(r *record.Record, d *decoded, place scan.Place) {
	r.Warnings = append(r.Warnings, record.Fault{
		Place: scan.PlaceIn(d.Text, 0, place), Rule: "encoding", Text: scan.LineAt(d.Text, 0),
		Message: d.markup.warning,
	})
	if d.markup.warning == leftRTF && !isRTF(r.Bytes) {
		r.Bytes = []byte(d.Text) // its bytes alone are no document
	}
}
