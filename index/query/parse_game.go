package query

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/analysis/spelling"
	"assay/index/pattern"
	"assay/parser/word"
)

// textUntil returns the text at an offset up to white space or a stop
// character.
func (p *parser) textUntil(offset int, stop string) string {
	rest := p.text[offset:]
	if end := strings.IndexFunc(rest,
		func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(stop, r) }); end >= 0 {
		return rest[:end]
	}
	return rest
}

// headerName returns the header's name at an offset and the colon after it, if
// there is one.
func (p *parser) headerName(offset int) (string, token, bool) {
	run := p.textUntil(offset, `:"*(){},=<>!+`)
	colon := scan(p.text, offset+len(run))
	if run == "" || !colon.is(":") {
		return "", colon, false
	}
	header := word.HeaderName(run)
	return header, colon, header != ""
}

// labelHeader stands before the name of a label, as if it were a header.
const labelHeader = "label"

// header parses a condition on headers, if there is one.
func (p *parser) header() (node, bool) {
	var h header
	here := p.here()
	named, colon, ok := p.headerName(p.token.at)
	switch {
	case ok:
		h.name = named
		p.seek(colon.end)
		p.expectKind(wordExpected, "")
	case p.token.kind != quotedToken:
		return nil, false
	}
	t := p.token
	content, end := "", t.end
	if t.kind == quotedToken {
		content = strings.Trim(t.text, `"`)
	} else {
		content = p.textUntil(t.at, `"*(){}`)
		end = t.at + len(content)
	}
	if h.words = word.Split(content); len(h.words) == 0 {
		if t.kind == illegalToken {
			p.unexpected("a word")
		}
		p.fail(t.at, "", "a word with a letter or digit is missing")
		return h, true
	}
	p.seek(end)
	if p.token.is("*") {
		h.prefix = true
		end = p.next().end
	}
	if r, _ := utf8.DecodeRuneInString(p.text[end:]); end < len(p.text) && !unicode.IsSpace(r) && r != ')' {
		p.fail(end, "", "a space is missing before %q", r)
	}
	if h.name == labelHeader {
		return labelled{here, h}, true
	}
	return h, true
}

// rawText returns the text at the next token up to white space or a bracket,
// for values that are not tokens.
func (p *parser) rawText() (text string, offset int) {
	return p.textUntil(p.token.at, "(){}"), p.token.at
}

func (p *parser) equality() bool {
	op, ok := p.operator(equalities)
	if !ok {
		p.unexpected(`"=" or "!="`)
	}
	return op == pattern.NotEqual
}

// oneOf parses one of some texts.
func (p *parser) oneOf(texts []string) string {
	for _, text := range texts {
		p.expectKind(keywordExpected, text)
	}
	met, offset := p.rawText()
	if strings.HasPrefix(met, "*") {
		met = "*"
	}
	for _, text := range texts {
		if strings.EqualFold(met, text) {
			p.seek(offset + len(met))
			return text
		}
	}
	suggestion, _ := spelling.Nearest(met, texts)
	if met == "" {
		met, suggestion = p.token.String(), ""
	} else {
		met = strconv.Quote(met)
	}
	p.fail(offset, suggestion, "met %s, expected %s", met, strings.Join(texts, ", "))
	return ""
}

func (p *parser) result() node {
	p.next()
	not := p.equality()
	return result{text: p.oneOf(results), not: not}
}

func (p *parser) verdict() node {
	p.next()
	not := p.equality()
	return verdict{text: p.oneOf(verdicts), not: not}
}

var dateForm = regexp.MustCompile(`^(\d{4})(?:[-.](\d{2})(?:[-.](\d{2}))?)?$`)

func (p *parser) date() node {
	p.next()
	var d date
	ok := false
	if d.op, ok = p.operator(comparisons); !ok {
		p.unexpected(`a comparison ("=", "!=", "<", "<=", ">" or ">=")`)
		return d
	}
	p.expectKind(dateExpected, "")
	text, offset := p.rawText()
	if d.first, d.last, ok = days(text); !ok {
		if text == "" {
			p.unexpected("a date")
		}
		p.fail(offset, "", "%q is no date: expected YYYY, YYYY-MM or YYYY-MM-DD", text)
		return d
	}
	d.text = strings.ReplaceAll(text, ".", "-")
	p.seek(offset + len(text))
	return d
}

// days returns the first and last day (yyyymmdd) of a date that may be partial.
func days(text string) (first, last int, ok bool) {
	m := dateForm.FindStringSubmatch(text)
	if m == nil || m[1] == "0000" {
		return 0, 0, false
	}
	from, to := m[1]+"0101", m[1]+"1231"
	switch {
	case m[3] != "":
		from = m[1] + m[2] + m[3]
		to = from
	case m[2] != "":
		from = m[1] + m[2] + "01"
		month, err := time.Parse("20060102", from)
		if err != nil {
			return 0, 0, false
		}
		to = month.AddDate(0, 1, -1).Format("20060102")
	}
	if _, err := time.Parse("20060102", from); err != nil {
		return 0, 0, false
	}
	_, err := fmt.Sscanf(from+" "+to, "%d %d", &first, &last)
	return first, last, err == nil
}
