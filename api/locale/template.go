package locale

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/parser/scan"
)

// kind is the kind of a piece of a template.
type kind int

const (
	text   kind = iota
	open        // start tag of an element within a sentence
	end         // its end tag
	opaque      // element or tag within a sentence that contains no messages, or an action that prints a value
	split       // anything else: ends a message
)

// piece is a part of the source of a template.
type piece struct {
	kind kind
	raw  string
	name string // of a tag
	pair int    // index of the tag that closes or opens the element, or -1
}

// inline are the elements that do not end a sentence.
var inline = map[string]bool{"a": true, "abbr": true, "b": true, "bdi": true, "cite": true, "em": true, "i": true,
	"kbd": true, "small": true, "span": true, "strong": true, "time": true}

// closed are the elements without messages; true for those that
// may stand within a sentence.
var closed = map[string]bool{"code": true, "svg": true, "script": false, "style": false, "pre": false}

// control matches actions that print nothing.
var control = scan.NewPattern(`^\{\{-?\s*(if|else|end|range|with|define|block|template|/\*|\$\w+\s*:?=)`)

// begins matches the beginning of an action, a tag or a comment.
var begins = scan.NewPattern(`\{\{|</?[a-zA-Z]|<!`)

// tagName matches the name of a tag.
var tagName = scan.NewPattern(`^</?([a-zA-Z][a-zA-Z0-9]*)`)

// cut returns the pieces of the source of a template.
func cut(source string) []piece {
	var pieces []piece
	for i := 0; i < len(source); {
		rest := source[i:]
		var p piece
		switch {
		case strings.HasPrefix(rest, "{{"):
			p.raw = rest[:closing(rest, "}}")]
			if p.kind = opaque; control.MatchString(p.raw) {
				p.kind = split
			}
		case tagName.MatchString(rest):
			p.raw, p.name = rest[:tagLength(rest)], strings.ToLower(tagName.FindStringSubmatch(rest)[1])
			within, shut := closed[p.name]
			switch {
			case shut && !strings.HasPrefix(rest, "</"):
				p.raw = rest[:closing(rest, "</"+p.name+">")]
				if p.kind = split; within {
					p.kind = opaque
				}
			case p.name == "br":
				p.kind = opaque
			case !inline[p.name]:
				p.kind = split
			case rest[1] == '/':
				p.kind = end
			default:
				p.kind = open
			}
		case strings.HasPrefix(rest, "<!"):
			p.kind, p.raw = split, rest[:closing(rest, ">")]
		default:
			p.kind, p.raw = text, rest
			if next := begins.FindStringIndex(rest[1:]); next != nil {
				p.raw = rest[:1+next[0]]
			}
		}
		p.pair = -1
		pieces = append(pieces, p)
		i += len(p.raw)
	}
	return paired(pieces)
}

// closing returns the length of the text up to and with its first mark, or its
// whole length.
func closing(s, mark string) int {
	if i := strings.Index(s, mark); i >= 0 {
		return i + len(mark)
	}
	return len(s)
}

// tagLength returns the length of a tag, whose attributes may contain actions.
func tagLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "{{"):
			i += closing(s[i:], "}}") - 1
		case s[i] == '>':
			return i + 1
		}
	}
	return len(s)
}

// paired pairs the tags of elements without a split between them; other tags
// become splits.
func paired(pieces []piece) []piece {
	var opened []int
	for i := range pieces {
		switch p := &pieces[i]; p.kind {
		case split:
			for _, j := range opened {
				pieces[j].kind = split
			}
			opened = nil
		case open:
			opened = append(opened, i)
		case end:
			last := len(opened) - 1
			if last < 0 || pieces[opened[last]].name != p.name {
				p.kind = split
				continue
			}
			p.pair, pieces[opened[last]].pair = opened[last], i
			opened = opened[:last]
		}
	}
	for _, j := range opened {
		pieces[j].kind = split
	}
	return pieces
}

// attributes matches the attributes with messages as values.
var attributes = scan.NewPattern(`(\s(?:title|aria-label|placeholder|alt|label)=")([^"{]*(?:\{\{[^}]*\}\}[^"{]*)*)"`)

// Template returns the source of a template with its messages translated.
func (c *Catalogue) Template(source string) string {
	if c == nil {
		return source
	}
	return translate(source, c.Text)
}

// TemplateMessages returns the messages of the source of a template, in order;
// a message may occur more than once.
func TemplateMessages(source string) (messages []string) {
	translate(source, func(message string) string {
		messages = append(messages, message)
		return message
	})
	for _, found := range countAction.FindAllStringSubmatch(source, -1) {
		messages = append(messages, found[1])
	}
	return messages
}

// countAction matches an action that prints a number of things; its last text
// is the message.
var countAction = scan.NewPattern(`\{\{-?\s*count\s[^"]*"[^"]*"\s+"([^"]*)"`)

// translate translates the source of a template.
func translate(source string, to func(string) string) string {
	pieces := cut(source)
	var out strings.Builder
	for i := 0; i < len(pieces); {
		j := i
		for j < len(pieces) && pieces[j].kind != split {
			j++
		}
		run(&out, pieces, i, j, to)
		if j < len(pieces) {
			out.WriteString(translateTag(pieces[j], to))
			j++
		}
		i = j
	}
	return out.String()
}

// translateTag translates the attributes of a tag.
func translateTag(p piece, to func(string) string) string {
	if p.name == "" || closed[p.name] || p.name == "script" {
		return p.raw
	}
	return attributes.ReplaceAllStringFunc(p.raw, func(attribute string) string {
		found := attributes.FindStringSubmatch(attribute)
		if !hasLetter(found[2]) || slices.ContainsFunc(cut(found[2]), func(p piece) bool { return p.kind == split }) {
			return attribute
		}
		value := cut(found[2])
		var inner strings.Builder
		run(&inner, value, 0, len(value), to)
		return found[1] + inner.String() + `"`
	})
}

// run translates the pieces from i up to j, which contain no split. Where all
// text is inside elements, each of them is a message of its own.
func run(out *strings.Builder, pieces []piece, i, j int, to func(string) string) {
	letters := false
	for k := i; k < j; k++ {
		if pieces[k].kind == open {
			k = pieces[k].pair
		} else if pieces[k].kind == text && hasLetter(pieces[k].raw) {
			letters = true
		}
	}
	if !letters {
		for k := i; k < j; k++ {
			out.WriteString(translateTag(pieces[k], to))
			if last := pieces[k].pair; pieces[k].kind == open {
				run(out, pieces, k+1, last, to)
				out.WriteString(pieces[last].raw)
				k = last
			}
		}
		return
	}
	// Icons before the first word and after the last one keep their place.
	first, last := i, j
	for pieces[first].aside() {
		out.WriteString(translateTag(pieces[first], to))
		first++
	}
	for pieces[last-1].aside() {
		last--
	}
	message(out, pieces, first, last, to)
	for k := last; k < j; k++ {
		out.WriteString(translateTag(pieces[k], to))
	}
}

// aside reports whether a piece is no part of a message that it begins or ends:
// an icon, code or white space.
func (p piece) aside() bool {
	return p.kind == opaque && p.name != "" || p.kind == text && strings.TrimSpace(p.raw) == ""
}

// spaces matches white space.
var spaces = scan.NewPattern(`\s+`)

// placeholder matches the mark of a piece in a message.
var placeholder = scan.NewPattern(`\{(\d+)\}|<(\d+)>|</(\d+)>|<(\d+)/>`)

// message translates the pieces from i up to j as one message.
func message(out *strings.Builder, pieces []piece, i, j int, to func(string) string) {
	marks, numbers := map[string]string{}, map[int]string{} // raw pieces by mark, numbers of elements by piece
	number := 0
	var b strings.Builder
	for k := i; k < j; k++ {
		p := pieces[k]
		if p.kind == text {
			b.WriteString(spaces.ReplaceAllString(p.raw, " "))
			continue
		}
		if p.kind != end {
			number++
			numbers[k] = strconv.Itoa(number)
		}
		var mark string
		switch {
		case p.kind == end:
			mark = "</" + numbers[p.pair] + ">"
		case p.kind == open:
			mark = "<" + numbers[k] + ">"
		case p.name == "":
			mark = "{" + numbers[k] + "}"
		default:
			mark = "<" + numbers[k] + "/>"
		}
		marks[mark] = translateTag(p, to)
		b.WriteString(mark)
	}
	whole := b.String()
	trimmed := strings.TrimSpace(whole)
	start := strings.Index(whole, trimmed)
	out.WriteString(whole[:start])
	out.WriteString(placeholder.ReplaceAllStringFunc(to(trimmed), func(mark string) string { return marks[mark] }))
	out.WriteString(whole[start+len(trimmed):])
}

// Placeholders returns the marks of values and elements in a message, sorted.
func Placeholders(message string) []string {
	marks := placeholder.FindAllString(message, -1)
	slices.Sort(marks)
	return marks
}

// hasLetter reports whether a text contains a letter outside of entities.
func hasLetter(s string) bool {
	return strings.ContainsFunc(entity.ReplaceAllString(actions.ReplaceAllString(s, ""), ""), unicode.IsLetter)
}

var (
	entity  = scan.NewPattern(`&#?\w+;`)
	actions = scan.NewPattern(`\{\{.*?\}\}`)
)
