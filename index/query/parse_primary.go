package query

import "strings"

// primary parses a condition without "not" and "for".
func (p *parser) primary() node {
	p.expectKind(conditionExpected, "")
	if n, ok := p.header(); ok {
		return n
	}
	t, here := p.token, p.here()
	switch {
	case t.is("("):
		return p.brackets()
	case t.is("{"):
		return p.placement()
	case t.is("+") && !p.countFollows(t):
		return p.placement()
	case t.is("+"), t.is("-"), t.kind == numberToken, t.wordIn(quantities) != "":
		return p.comparison()
	case t.kind == wordToken && symmetries[strings.ToLower(t.text)] > 0:
		p.next()
		return symmetric{sourceColumn: here, how: strings.ToLower(t.text), of: p.brackets()}
	case t.kind == wordToken && counted[strings.ToLower(t.text)] != "":
		what := strings.ToLower(t.text)
		return existence{sourceColumn: here, what: what, of: p.countArguments(counted[what])}
	case t.is("unplayed"):
		p.next()
		return unplayed{sourceColumn: here, action: *p.legalMove()}
	case t.wordIn(events) != "":
		p.next()
		return event{sourceColumn: here, what: t.wordIn(events)}
	case p.markWord() != "":
		return p.marked()
	case t.is("empty"):
		p.next()
		return vacancy{sourceColumn: here, place: p.places()}
	case t.is("turn"):
		p.next()
		return turn{sourceColumn: here, side: p.sideInBrackets()}
	case t.is("move"):
		return p.move()
	case t.is("result"):
		return p.result()
	case t.is("date"):
		return p.date()
	case t.is("verdict"):
		return p.verdict()
	case t.is("mine"):
		p.next()
		return mine{here}
	case t.is("promoted"), t.is("unpromoted"):
		return p.placement()
	case t.kind == wordToken && !t.reserved():
		return p.named()
	}
	var begin []string
	for _, k := range starters {
		begin = append(begin, k.word)
	}
	p.unexpected("a condition", begin...)
	return nil
}

// markWord returns the judgement at the next token, or "".
func (p *parser) markWord() string {
	for _, what := range judgements {
		if first, _, _ := strings.Cut(what, "-"); p.token.is(first) {
			return what
		}
	}
	return ""
}

func (p *parser) marked() node {
	n := marked{sourceColumn: p.here(), what: p.markWord()}
	p.next()
	if _, second, more := strings.Cut(n.what, "-"); more {
		p.expect("-")
		p.expect(second)
	}
	if p.sideFollows() {
		n.side = p.sideInBrackets()
	}
	return n
}

// named parses a condition that begins with a name; the following tokens decide
// its kind.
func (p *parser) named() node {
	t, here := p.token, p.here()
	follows := p.peekAfter(t)
	switch {
	case follows.is("("):
		if p.countFollows(t) {
			return p.comparison()
		}
	case follows.is("to"):
		p.next()
		p.next()
		p.expect("move")
		return turn{sourceColumn: here, side: name{t.text, here}}
	case follows.is("on"), follows.is("+") && !p.countFollows(follows), p.beginsKind(follows):
		return p.placement()
	}
	p.next()
	p.expectKind(afterNameExpected, t.text)
	r := relation{name: name{t.text, here}}
	if p.sideFollows() {
		r.side = p.sideInBrackets()
		for _, op := range comparisons {
			p.expectKind(keywordExpected, op)
		}
	}
	return r
}

// beginsKind reports whether the token after a name is a piece type, so that
// the name is its side.
func (p *parser) beginsKind(t token) bool {
	if t.kind != wordToken || t.reserved() {
		return false
	}
	if _, _, named := p.headerName(t.at); named {
		return false
	}
	follows := p.peekAfter(t)
	return !follows.is("(") && !follows.is("to")
}

// countFollows reports whether a piece type at this token is counted: a side in
// brackets and a comparison follow.
func (p *parser) countFollows(t token) bool {
	if t.is("+") {
		if t = p.peekAfter(t); t.kind != wordToken {
			return false
		}
	}
	side, ok := p.bracketed(p.peekAfter(t))
	if !ok {
		return false
	}
	follows := p.peekAfter(p.peekAfter(side))
	return follows.wordIn(comparisons) != "" || follows.is("in") || follows.is("-") || follows.is("+") &&
		p.sumFollows(follows)
}

// sumFollows reports whether a plus continues a sum instead of beginning a
// promoted piece's letter.
func (p *parser) sumFollows(plus token) bool {
	t := p.peekAfter(plus)
	if t.is("+") {
		t = p.peekAfter(t)
	}
	if t.kind != wordToken || t.is("ply") || t.is("plies") || t.is("swing") || t.is("rating") || t.is("moves") {
		return true
	}
	return p.peekAfter(t).is("(")
}

// bracketed returns the single word in brackets that a token opens.
func (p *parser) bracketed(open token) (token, bool) {
	if !open.is("(") {
		return token{}, false
	}
	t := p.peekAfter(open)
	return t, t.kind == wordToken && p.peekAfter(t).is(")")
}

// sideFollows reports whether a side in brackets follows, or an unfinished one.
func (p *parser) sideFollows() bool {
	p.expectKind(keywordExpected, "(")
	_, ok := p.bracketed(p.token)
	if !ok && p.token.is("(") {
		t := p.peekAfter(p.token)
		return t.kind == endToken || t.kind == wordToken && p.peekAfter(t).kind == endToken
	}
	return ok
}

// sideInBrackets parses a side in brackets.
func (p *parser) sideInBrackets() name {
	p.expect("(")
	p.expectKind(sideExpected, "")
	side := p.name("a side")
	p.expect(")")
	return side
}

func (p *parser) name(expected string) name {
	if p.token.kind != wordToken {
		p.unexpected(expected)
		return name{}
	}
	here := p.here()
	return name{p.next().text, here}
}

func (p *parser) placement() node {
	n := placement{sourceColumn: p.here(), pieces: p.pieces()}
	p.expect("on")
	n.every = p.accept("every")
	n.place = p.places()
	return n
}

func (p *parser) move() node {
	here := p.here()
	p.next()
	return move{here, *p.action(moveWords, `a piece, "from", "to", "takes", "gates" or "walls"`)}
}

// subject parses leading pieces, unless one of some words is next.
func (p *parser) subject(words []string) []piece {
	p.expectKind(piecesExpected, "")
	if p.token.is(")") || p.token.wordIn(words) != "" || p.token.kind == endToken {
		return nil
	}
	return p.pieces()
}

// inBraces parses a comma-separated list in braces.
func inBraces[T any](p *parser, read func() []T) []T {
	defer p.enter()()
	p.next()
	all := read()
	for p.accept(",") {
		all = append(all, read()...)
	}
	if !p.accept("}") {
		p.unexpected(`"," or "}"`)
	}
	return all
}

// pieces parses a piece, or several in braces.
func (p *parser) pieces() []piece {
	if p.expectKind(keywordExpected, "{"); p.token.is("{") {
		return inBraces(p, p.pieces)
	}
	p.expectKind(piecesExpected, "")
	var n piece
	if p.token.is("promoted") || p.token.is("unpromoted") {
		n.rank = strings.ToLower(p.next().text)
		p.expectKind(piecesExpected, "")
	}
	if t := p.token; t.kind == wordToken && !t.reserved() {
		if follows := p.peekAfter(t); follows.is("+") || follows.kind == wordToken && !follows.reserved() {
			n.side = p.name("a side")
			p.expectKind(pieceTypeExpected, "")
		}
	}
	n.kind = p.kind()
	return []piece{n}
}

// kind parses a piece type or a letter, with its plus.
func (p *parser) kind() name {
	here, plus := p.here(), ""
	if p.token.is("+") {
		p.next()
		plus = "+"
	}
	if p.token.kind != wordToken || p.token.reserved() {
		p.unexpected("a piece")
		return name{}
	}
	return name{plus + p.next().text, here}
}

// places parses a place, or several in braces.
func (p *parser) places() []place {
	if p.expectKind(keywordExpected, "{"); p.token.is("{") {
		return inBraces(p, p.places)
	}
	p.expectKind(placeExpected, "")
	t := p.token
	switch {
	case t.is("board"):
		p.next()
		return []place{{how: "board"}}
	case t.is("file"), t.is("rank"), t.is("files"), t.is("ranks"):
		p.next()
		n := place{how: strings.ToLower(t.text), from: p.line(t)}
		if strings.HasSuffix(n.how, "s") {
			p.expect("-")
			n.to = p.line(t)
		}
		return []place{n}
	case t.kind != wordToken, t.isConnective():
		p.unexpected("a place")
		return nil
	}
	here := p.here()
	p.next()
	if isSquare(t.text) {
		n := place{from: name{t.text, here}}
		if p.token.is("-") && isSquare(p.peekAfter(p.token).text) {
			p.next()
			n.to = p.name("a square")
		}
		return []place{n}
	}
	end := t.end
	for p.token.is("-") && p.token.at == end {
		part := p.peekAfter(p.token)
		if part.kind != wordToken && part.kind != numberToken || part.at != p.token.end {
			break
		}
		end = part.end
		p.seek(end)
	}
	n := place{from: name{p.text[t.at:end], here}}
	if p.sideFollows() {
		n.side = p.sideInBrackets()
	}
	return []place{n}
}

// line parses a file or a rank.
func (p *parser) line(of token) name {
	kind, expected := wordToken, "a file"
	if of.is("rank") || of.is("ranks") {
		kind, expected = numberToken, "a rank"
		p.expectKind(rankExpected, "")
	} else {
		p.expectKind(fileExpected, "")
	}
	if p.token.kind != kind {
		p.unexpected(expected)
		return name{}
	}
	here := p.here()
	return name{p.next().text, here}
}

// isSquare reports whether a word looks like a square: a letter and digits.
func isSquare(text string) bool {
	return len(text) > 1 && strings.Trim(text[1:], "0123456789") == "" && 'a' <= text[0]|0x20 && text[0]|0x20 <= 'z'
}
