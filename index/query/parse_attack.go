package query

import (
	"slices"
	"strings"

	"assay/analysis/spelling"
)

// countArguments parses the arguments of a count or an existence of attacks,
// pins, rays or legal moves.
func (p *parser) countArguments(what string) *quantity {
	q := &quantity{at: p.here(), what: what}
	p.next()
	switch what {
	case "attackers", "attacked":
		q.action = p.action(attackWords, `a piece, "from", "to" or "takes"`)
	case "pinned":
		q.action = p.action(pinWords, "")
	case "rays":
		p.expect("(")
		q.ray = p.ray()
		p.expect(")")
	case "moves":
		q.action = p.legalMove()
	}
	return q
}

// action parses the parts of a move, attack or pin in brackets: pieces, and
// parts that begin with the given words in order. If expected is not empty, at
// least one part is required.
func (p *parser) action(words []string, expected string) *action {
	p.expect("(")
	n := &action{pieces: p.subject(words)}
	found := n.pieces != nil
	for _, word := range words {
		isOutcome := word == "checks" || word == "mates"
		if isOutcome && n.outcome != "" || !p.accept(word) {
			continue
		}
		found = true
		if isOutcome {
			n.outcome = word
		} else if pieces, places := n.argument(word); pieces != nil {
			*pieces = p.pieces()
		} else {
			*places = p.places()
		}
	}
	if !found && expected != "" {
		p.unexpected(expected, words...)
	}
	p.expect(")")
	return n
}

func (p *parser) ray() *ray {
	n := &ray{}
	for more := true; more; more = p.accept(",") {
		s := stop{pieces: p.pieces()}
		if p.accept("on") {
			s.place = p.places()
		}
		n.stops = append(n.stops, s)
	}
	if len(n.stops) < 2 {
		p.unexpected(`"," and another piece`)
	}
	if p.accept("along") {
		n.along = p.directions()
	}
	if p.accept("within") {
		n.within = p.plies()
	}
	return n
}

// directions parses a direction, or several in braces.
func (p *parser) directions() []string {
	if p.expectKind(keywordExpected, "{"); p.token.is("{") {
		return inBraces(p, p.directions)
	}
	return []string{p.direction()}
}

func (p *parser) direction() string {
	known := directionWords()
	for _, word := range known {
		p.expectKind(keywordExpected, word)
	}
	t := p.token
	if t.kind != wordToken {
		p.unexpected("a direction", known...)
		return ""
	}
	text, end := t.text, t.end
	if minus := p.peekAfter(t); minus.is("-") {
		if second := p.peekAfter(minus); second.kind == wordToken {
			text, end = text+"-"+second.text, second.end
		}
	}
	text = strings.ToLower(text)
	if directions[text] == nil {
		suggestion, _ := spelling.Nearest(text, known)
		p.fail(t.at, suggestion, "%q is no direction: expected %s", text, strings.Join(known, ", "))
		return ""
	}
	p.seek(end)
	return text
}

func directionWords() []string {
	var words []string
	for word := range directions {
		words = append(words, word)
	}
	slices.Sort(words)
	return words
}

// legalMove parses the description of a legal move.
func (p *parser) legalMove() *action {
	return p.action(legalWords, `a piece, "from", "to", "takes", "gates", "walls", "checks" or "mates"`)
}
