package query

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/analysis/spelling"
)

// Parse parses a query. Errors are of type [*Error].
func Parse(text string) (*Query, error) {
	if n := utf8.RuneCountInString(text); n > maxLength {
		return nil, &Error{Column: maxLength + 1,
			Reason: fmt.Sprintf("the query has %d characters; the maximum is %d", n, maxLength)}
	}
	p := newParser(text)
	root := p.parseAll()
	if p.err != nil {
		return nil, p.err
	}
	if conditions(root) > maxConditions {
		return nil, &Error{Column: 1,
			Reason: fmt.Sprintf("the query has more than %d conditions, including those that symmetry adds",
				maxConditions)}
	}
	return &Query{root: root}, nil
}

// parser is a recursive-descent parser. After the first error it behaves as at
// the end of the text.
type parser struct {
	text         string
	token        token // the next token
	depth        int
	err          *Error
	expectations []expectation // what could stand at the next token
}

func newParser(text string) *parser {
	return &parser{text: text, token: scan(text, 0)}
}

func (p *parser) column(offset int) int { return utf8.RuneCountInString(p.text[:offset]) + 1 }

func (p *parser) here() sourceColumn { return sourceColumn(p.column(p.token.at)) }

func (p *parser) peekAfter(t token) token { return scan(p.text, t.end) }

// seek continues at an offset.
func (p *parser) seek(offset int) {
	if p.err == nil {
		p.token, p.expectations = scan(p.text, offset), p.expectations[:0]
	}
}

func (p *parser) next() token {
	t := p.token
	p.seek(t.end)
	return t
}

func (p *parser) fail(offset int, suggestion, format string, args ...any) {
	if p.err == nil {
		p.err = &Error{Column: p.column(offset), Reason: fmt.Sprintf(format, args...), Suggestion: suggestion}
		p.token = token{at: p.token.at, end: p.token.at}
	}
}

// unexpected reports an unexpected token; names are candidates for a
// suggestion.
func (p *parser) unexpected(expected string, names ...string) {
	t := p.token
	if t.kind == illegalToken && t.text == `"` {
		p.fail(t.at, "", "the quotation mark is not closed")
		return
	}
	suggestion := ""
	if t.kind == wordToken && !t.reserved() {
		suggestion, _ = spelling.Nearest(t.text, names)
	}
	p.fail(t.at, suggestion, "met %v, expected %s", t, expected)
}

// accept consumes a word or symbol if it is next.
func (p *parser) accept(text string) bool {
	p.expectKind(keywordExpected, text)
	if !p.token.is(text) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.unexpected(strconv.Quote(text), text)
	}
}

// enter increases the nesting depth and returns the function that decreases it.
func (p *parser) enter() (leave func()) {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.token.at, "", "brackets, braces and “not” stand more than %d deep", maxDepth)
	}
	return func() { p.depth-- }
}

// parseAll parses the whole text.
func (p *parser) parseAll() node {
	n := p.query()
	if p.token.kind != endToken {
		p.unexpected(`a condition, "and", "or", "then", "for" or the end`, "and", "or", "then", "for", "within")
	}
	return n
}

func (p *parser) query() node {
	first := p.alternative()
	here := p.here()
	if !p.accept("then") {
		return first
	}
	// Steps are parsed in order and joined from the last; each limit belongs to
	// the previous step.
	steps := []sequence{{sourceColumn: here, first: first}}
	for {
		n := p.alternative()
		if p.accept("within") {
			steps[len(steps)-1].within = p.plies()
		}
		here = p.here()
		if p.accept("then") {
			steps = append(steps, sequence{sourceColumn: here, first: n})
			continue
		}
		for i := len(steps) - 1; i >= 0; i-- {
			steps[i].next = n
			n = steps[i]
		}
		return n
	}
}

func (p *parser) alternative() node {
	of := []node{p.conjunction()}
	for p.accept("or") {
		of = append(of, p.conjunction())
	}
	if len(of) == 1 {
		return of[0]
	}
	return alternative{flat(of, func(n node) []node { inner, _ := n.(alternative); return inner.of })}
}

// flat replaces nested nodes of the kind that is being built by their parts.
func flat(of []node, parts func(node) []node) []node {
	var all []node
	for _, n := range of {
		if inner := parts(n); inner != nil {
			all = append(all, inner...)
		} else {
			all = append(all, n)
		}
	}
	return all
}

func (p *parser) conjunction() node {
	of := []node{p.factor()}
	for p.accept("and") || p.startsFactor() {
		of = append(of, p.factor())
	}
	if len(of) == 1 {
		return of[0]
	}
	return conjunction{flat(of, func(n node) []node { inner, _ := n.(conjunction); return inner.of })}
}

// startsFactor reports whether another condition follows without "and".
func (p *parser) startsFactor() bool {
	p.expectKind(conditionExpected, "")
	t := p.token
	switch t.kind {
	case wordToken:
		return !t.isConnective()
	case numberToken, quotedToken:
		return true
	}
	return t.is("(") || t.is("{") || t.is("+") || t.is("-")
}

func (p *parser) factor() node {
	if p.token.is("not") {
		if _, _, named := p.headerName(p.token.at); !named {
			defer p.enter()()
			p.next()
			return negation{p.factor()}
		}
	}
	n := p.primary()
	for {
		here := p.here()
		if !p.accept("for") {
			return n
		}
		n = streak{sourceColumn: here, of: n, plies: p.plies()}
	}
}

// brackets parses a query in brackets.
func (p *parser) brackets() node {
	defer p.enter()()
	p.expect("(")
	n := p.query()
	if !p.accept(")") {
		p.unexpected(`a condition, "and", "or", "then", "for" or ")"`, "and", "or", "then", "for", "within")
	}
	return n
}

// plies parses a number of plies.
func (p *parser) plies() int {
	const most = 10000
	p.expectKind(numberExpected, "")
	t := p.token
	if t.kind != numberToken {
		p.unexpected("a number of plies")
		return 0
	}
	n, err := strconv.Atoi(t.text)
	if err != nil || n < 1 || n > most {
		p.fail(t.at, "", "%s is no whole number from 1 to %d", t.text, most)
	}
	p.next()
	return n
}

// decimal parses a number, in hundredths.
func (p *parser) decimal() int {
	const digits = 6
	p.expectKind(numberExpected, "")
	t := p.token
	if t.kind != numberToken {
		p.unexpected("a number")
		return 0
	}
	whole, decimals, _ := strings.Cut(t.text, ".")
	if whole = strings.TrimLeft(whole, "0"); len(whole) > digits || len(decimals) > 2 {
		p.fail(t.at, "", "%s has more than %d digits before the point or 2 behind it", t.text, digits)
		return 0
	}
	n, err := strconv.Atoi(whole + (decimals + "00")[:2])
	if err != nil {
		p.fail(t.at, "", "%s is no number", t.text)
	}
	p.next()
	return n
}
