package pgn

import (
	"cmp"
	"strings"

	"assay/parser/record"
	"assay/parser/scan"
)

// readTags reads tag pairs and the comments between them.
func (t *pgnText) readTags() {
	for {
		t.skipBlanks()
		for strings.HasPrefix(t.text[t.at:], "\uFFFD") { // the record has a warning about these bytes
			t.at += len("\uFFFD")
		}
		if t.at == len(t.text) {
			return
		}
		if t.readHeader() {
			continue
		}
		switch t.text[t.at] {
		case '%':
			if !t.atLineStart() {
				return
			}
			t.readRest()
		case ';':
			t.readRest()
		case '{':
			if !t.readBrace() {
				return
			}
		case '[':
			if n := wrapper(t.text[t.at:]); n > 0 {
				t.at += n
				continue
			}
			if !t.readTag() {
				return
			}
		default:
			return
		}
		if t.record.Place.Line == 0 && len(t.record.Comments) > 0 {
			t.record.Place = t.record.Comments[0].Place
		}
	}
}

// usualTags is the number of tags that most games do not exceed.
const usualTags = 12

// comparedTags is the number of tags searched for a duplicate.
const comparedTags = 100

// knownKey is a key as written, and the tag that it becomes.
type knownKey struct{ written, tag string }

// tagKey returns the key of the next tag. It remembers the keys of the previous
// game, which usually are the same in the same order.
func (t *pgnText) tagKey(written string) string {
	n := len(t.record.Tags)
	if n < len(t.keys) && t.keys[n].written == written {
		return t.keys[n].tag
	}
	tag := written
	if word := cmp.Or(keyWords[written], plainKeys[strings.ToLower(written)]); !strings.EqualFold(word, written) {
		tag = cmp.Or(word, written)
	}
	if n == len(t.keys) && n < comparedTags {
		t.keys = append(t.keys, knownKey{})
	}
	if n < len(t.keys) {
		t.keys[n] = knownKey{strings.Clone(written), strings.Clone(tag)}
	}
	return tag
}

// readTag reads a tag pair. It returns false if the bracket does not start one.
func (t *pgnText) readTag() bool {
	place, begin := t.placeOf(t.at), t.at
	start := scan.SkipBlanks(t.text, t.at+1)
	end := start
	for end < len(t.text) && isTagNameByte(t.text[end]) {
		end++
	}
	if end == start {
		t.fault(place, "a bracket that does not start a tag pair", scan.LineAt(t.text, begin))
		return false
	}
	tag := record.Tag{Key: t.tagKey(t.text[start:end]), Place: place}
	warn := func(message string) { t.warn(place, message, scan.LineAt(t.text, begin)) }
	at := scan.SkipBlanks(t.text, end)
	if at < len(t.text) && curlyQuote(t.text[at:]) > 0 {
		var closed bool
		t.warnTypographic(place, scan.LineAt(t.text, begin))
		if tag.Value, at, closed = curlyString(t.text, at); !closed {
			tag.Value = scan.Trim(strings.TrimSuffix(scan.Trim(tag.Value), "]"))
			warn("a tag without closing quotation mark")
		} else if shut := scan.SkipBlanks(t.text, at); shut < len(t.text) && t.text[shut] == ']' {
			at = shut + 1
		}
	} else if at < len(t.text) && t.text[at] == '"' {
		var closed bool
		if tag.Value, at, closed = pgnString(t.text, at); !closed {
			tag.Value = scan.Trim(strings.TrimSuffix(scan.Trim(tag.Value), "]"))
			message := "a tag without closing quotation mark"
			if at == len(t.text) {
				message += cutShort
			}
			warn(message)
		} else if shut := scan.SkipBlanks(t.text, at); shut < len(t.text) && t.text[shut] == ']' {
			at = shut + 1
		} else if n := strings.IndexAny(t.text[at:], "[]\n\r"); n >= 0 && t.text[at+n] == ']' {
			open := end + strings.IndexByte(t.text[end:], '"')
			tag.Value, at = strings.TrimSuffix(scan.Trim(t.text[open+1:at+n]), `"`), at+n+1
			warn("a tag with quotation marks in its value")
		} else {
			warn("a tag without closing bracket")
		}
	} else {
		shut := scan.LineEnd(t.text, end)
		tag.Value, at = scan.Trim(strings.TrimSuffix(scan.Trim(t.text[end:shut]), "]")), shut
		warn("a tag value without quotation marks")
	}
	if t.record.Place.Line == 0 {
		t.record.Place = place
	}
	for i := range min(len(t.record.Tags), comparedTags) {
		if key := t.record.Tags[i].Key; len(key) == len(tag.Key) && strings.EqualFold(key, tag.Key) {
			warn("a duplicate tag")
			break
		}
	}
	if t.record.Tags == nil {
		if t.record.Tags = t.tags; cap(t.tags) == 0 {
			t.record.Tags = make([]record.Tag, 0, usualTags)
		}
	}
	t.record.Tags = append(t.record.Tags, tag)
	if strings.EqualFold(tag.Key, "FEN") && t.record.Start == "" {
		t.record.Start, t.record.StartPlace = tag.Value, place
	}
	t.skipTo(at)
	return true
}

// tagSpan returns the length of the tag pair that text starts with.
func tagSpan(text string) int {
	t := &pgnText{record: &record.Record{}, text: text}
	t.readTag()
	return t.at
}
