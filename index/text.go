package index

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/index/word"
)

// Text is a search in the words of the headers: a game is found if every clause holds. The empty Text finds every game.
//
// Its grammar, where white space parts the clauses:
//
//	text   = { clause } .
//	clause = [ name ":" ] ( word | `"` { any character but the quotation mark } `"` ) [ "*" ] .
//
// Without a name, each word may stand in any header; with it, in the header of that name, where "player:" means every
// header whose name is "player" and a number. Quotation marks put several words into one clause; their order does not
// matter. The asterisk makes the clause's last word the beginning of a word. Case, accents and width do not matter.
type Text []Clause

// Clause is one condition of a Text.
type Clause struct {
	// Name is the header's name, or empty for any header.
	Name string
	// Words are what must all be there, folded; never empty.
	Words []string
	// Prefix says that the last word may be longer.
	Prefix bool
}

// TextError says why a text cannot be read as a Text.
type TextError struct {
	// Column is where the fault is, counted in characters from 1.
	Column int
	// Reason is the fault in words.
	Reason string
}

func (e *TextError) Error() string {
	return fmt.Sprintf("column %d: %s", e.Column, e.Reason)
}

// String gives the text in the form that ParseText reads back to the same Text.
func (t Text) String() string {
	var b strings.Builder
	for i, c := range t {
		if i > 0 {
			b.WriteByte(' ')
		}
		if c.Name != "" {
			b.WriteString(c.Name + ":")
		}
		if len(c.Words) == 1 {
			b.WriteString(c.Words[0])
		} else {
			b.WriteString(`"` + strings.Join(c.Words, " ") + `"`)
		}
		if c.Prefix {
			b.WriteByte('*')
		}
	}
	return b.String()
}

// ParseText reads a text. The error is a [*TextError].
func ParseText(s string) (Text, error) {
	p := textParser{s: s}
	var t Text
	for {
		p.skipSpace()
		if p.rest() == "" {
			return t, nil
		}
		c, err := p.clause()
		if err != nil {
			return nil, err
		}
		t = append(t, c)
	}
}

type textParser struct {
	s  string
	at int // offset in bytes
}

func (p *textParser) rest() string { return p.s[p.at:] }

func (p *textParser) skipSpace() {
	p.at = len(p.s) - len(strings.TrimLeftFunc(p.rest(), unicode.IsSpace))
}

// take moves past the longest run without white space and without the given characters.
func (p *textParser) take(stop string) string {
	run := p.rest()
	if end := strings.IndexFunc(run, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(stop, r) }); end >= 0 {
		run = run[:end]
	}
	p.at += len(run)
	return run
}

// skip moves past one character if it is next.
func (p *textParser) skip(c string) bool {
	found := strings.HasPrefix(p.rest(), c)
	if found {
		p.at += len(c)
	}
	return found
}

func (p *textParser) fault(at int, format string, args ...any) *TextError {
	return &TextError{Column: utf8.RuneCountInString(p.s[:at]) + 1, Reason: fmt.Sprintf(format, args...)}
}

func (p *textParser) clause() (Clause, error) {
	var c Clause
	start := p.at
	content := p.take(`:"*`)
	if p.skip(":") {
		if c.Name = word.HeaderName(content); c.Name == "" {
			return c, p.fault(start, "a header's name is missing before the colon")
		}
		start = p.at
		content = p.take(`"*`)
	}
	if content == "" && p.skip(`"`) {
		inside, _, closed := strings.Cut(p.rest(), `"`)
		if !closed {
			return c, p.fault(start, "the quotation mark is not closed")
		}
		content = inside
		p.at += len(inside) + 1
	}
	if c.Words = word.Split(content); len(c.Words) == 0 {
		return c, p.fault(start, "a word with a letter or digit is missing")
	}
	c.Prefix = p.skip("*")
	if next, _ := utf8.DecodeRuneInString(p.rest()); p.rest() != "" && !unicode.IsSpace(next) {
		return c, p.fault(p.at, "a space is missing before %q", next)
	}
	return c, nil
}
