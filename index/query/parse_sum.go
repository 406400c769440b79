package query

import (
	"slices"

	"assay/analysis/spelling"
	"assay/index/pattern"
)

// comparison parses two sums with an operator, or a sum with a range.
func (p *parser) comparison() node {
	here := p.here()
	left := p.sum()
	if p.accept("in") {
		n := interval{sourceColumn: here, sum: left, low: p.bound()}
		p.expect("..")
		start := p.token.at
		if n.high = p.bound(); n.high < n.low {
			p.fail(start, "", "the range ends before it begins")
		}
		p.counts(here, left)
		return n
	}
	op, ok := p.operator(comparisons)
	if !ok {
		p.unexpected(`a comparison ("=", "!=", "<", "<=", ">", ">=" or "in")`, "in")
		return nil
	}
	n := comparison{sourceColumn: here, left: left, op: op, right: p.sum()}
	p.counts(here, left, n.right)
	return n
}

// counts reports a comparison without any quantity, or one that combines
// ratings with quantities of a position.
func (p *parser) counts(here sourceColumn, sums ...[]summand) {
	var of *quantity
	for _, sum := range sums {
		for _, s := range sum {
			if s.quantity == nil {
				continue
			}
			if of != nil && (of.what == "rating") != (s.quantity.what == "rating") && p.err == nil {
				p.fail(0, "", "ratings are compared with ratings and numbers alone")
				p.err.Column = int(s.quantity.at)
			}
			of = s.quantity
		}
	}
	if of == nil && p.err == nil {
		p.fail(0, "", "numbers alone are compared")
		p.err.Column = int(here)
	}
}

// rated reports whether a sum contains ratings.
func rated(sum []summand) bool {
	return slices.ContainsFunc(sum, func(s summand) bool { return s.quantity != nil && s.quantity.what == "rating" })
}

// operator parses one of some operators.
func (p *parser) operator(ops []string) (pattern.Op, bool) {
	for op, text := range ops {
		if p.accept(text) {
			return pattern.Op(op), true
		}
	}
	return 0, false
}

// bound parses the end of a range.
func (p *parser) bound() int {
	if p.accept("-") {
		return -p.decimal()
	}
	return p.decimal()
}

func (p *parser) sum() []summand {
	sign := 1
	if p.accept("-") {
		sign = -1
	}
	sum := []summand{p.term(sign)}
	for {
		p.expectKind(keywordExpected, "+")
		switch {
		case p.accept("-"):
			sum = append(sum, p.term(-1))
		case p.token.is("+") && p.sumFollows(p.token):
			p.next()
			sum = append(sum, p.term(1))
		default:
			return sum
		}
	}
}

func (p *parser) term(sign int) summand {
	p.expectKind(quantityExpected, "")
	p.expectKind(numberExpected, "")
	if p.token.kind != numberToken {
		return summand{times: sign * 100, quantity: p.quantity()}
	}
	s := summand{times: sign * p.decimal()}
	if p.accept("*") {
		p.expectKind(quantityExpected, "")
		s.quantity = p.quantity()
	}
	return s
}

func (p *parser) quantity() *quantity {
	t := p.token
	q := &quantity{at: p.here(), what: t.wordIn(quantities)}
	switch q.what {
	case "ply", "plies", "swing":
		p.next()
	case "moves":
		if !p.peekAfter(t).is("(") {
			p.next()
			p.expectKind(keywordExpected, "(")
			return q
		}
		return p.countArguments(q.what)
	case "rating":
		p.next()
		if p.token.is("(") {
			q.side = p.sideInBrackets()
		} else {
			p.expectKind(keywordExpected, "(")
		}
	case "attackers", "attacked", "pinned", "rays":
		return p.countArguments(q.what)
	case "count", "passed", "isolated", "doubled":
		p.next()
		p.expect("(")
		q.pieces = p.pieces()
		if p.accept("on") {
			q.place = p.places()
		}
		if !p.accept(")") {
			p.unexpected(`"on" or ")"`, "on")
		}
	case "pieces", "material", "eval", "accuracy":
		p.next()
		q.side = p.sideInBrackets()
	case "hand", "pocket":
		p.next()
		q.side = p.sideInBrackets()
		if p.accept(".") {
			p.expectKind(countedTypeExpected, "")
			q.kind = p.kind()
		}
	default:
		if t.kind != wordToken && !t.is("+") {
			p.unexpected("a number or something counted", quantities...)
			return q
		}
		q.kind = p.kind()
		if !p.token.is("(") {
			suggestion, _ := spelling.Nearest(q.kind.text, quantities)
			p.fail(t.at, suggestion, "%q is not counted: expected a number, or a piece with its side in brackets",
				q.kind.text)
		}
		q.side = p.sideInBrackets()
	}
	return q
}
