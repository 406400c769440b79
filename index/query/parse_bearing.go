package query

import (
	"slices"
	"strings"

	"assay/analysis/spelling"
)

// counting reads the brackets behind a word that counts what pieces bear upon
// or may do, or that asks whether there is any.
func (p *parser) counting(what string) *quantity {
	q := &quantity{at: p.here(), what: what}
	p.next()
	switch what {
	case "attackers", "attacked":
		p.expect("(")
		q.attack = p.attack()
		p.expect(")")
	case "pinned":
		p.expect("(")
		q.pin = p.pin()
		p.expect(")")
	case "rays":
		p.expect("(")
		q.ray = p.ray()
		p.expect(")")
	case "moves":
		move := p.legalMove()
		q.move = &move
	}
	return q
}

func (p *parser) attack() *attack {
	n := p.attacking(attackWords)
	if n.empty() {
		p.unexpected(`a piece, "from", "to" or "takes"`, attackWords...)
	}
	return &n
}

// attacking reads what is asked of an attack, or of a ply that may be one, up
// to one of some words.
func (p *parser) attacking(words []string) attack {
	n := attack{pieces: p.subject(words)}
	if p.accept("from") {
		n.from = p.places()
	}
	if p.accept("to") {
		n.to = p.places()
	}
	if p.accept("takes") {
		n.takes = p.pieces()
	}
	return n
}

func (p *parser) pin() *pin {
	n := &pin{pieces: p.subject(pinWords)}
	if p.accept("on") {
		n.place = p.places()
	}
	if p.accept("by") {
		n.by = p.pieces()
	}
	if p.accept("against") {
		n.against = p.pieces()
	}
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

// directions reads a direction, or several in braces.
func (p *parser) directions() []string {
	if !p.accept("{") {
		return []string{p.direction()}
	}
	all := []string{p.direction()}
	for p.accept(",") {
		all = append(all, p.direction())
	}
	if !p.accept("}") {
		p.unexpected(`"," or "}"`)
	}
	return all
}

func (p *parser) direction() string {
	known := directionWords()
	for _, word := range known {
		p.want(keywordWant, word)
	}
	t := p.token
	if t.kind != wordToken {
		p.unexpected("a direction", known...)
		return ""
	}
	text, end := t.text, t.end
	if minus := p.after(t); minus.is("-") {
		if second := p.after(minus); second.kind == wordToken {
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

// legalMove reads what is asked of a legal move, in brackets.
func (p *parser) legalMove() legalMove {
	p.expect("(")
	n := legalMove{ply: p.ply(legalWords)}
	if p.accept("checks") {
		n.leads = "checks"
	} else if p.accept("mates") {
		n.leads = "mates"
	}
	if n.ply.empty() && n.leads == "" {
		p.unexpected(`a piece, "from", "to", "takes", "gates", "walls", "checks" or "mates"`, legalWords...)
	}
	p.expect(")")
	return n
}

// empty reports whether nothing is asked.
func (n *ply) empty() bool { return n.attack.empty() && n.gates == nil && n.walls == nil }

// empty reports whether nothing is asked.
func (n *attack) empty() bool {
	return n.pieces == nil && n.from == nil && n.to == nil && n.takes == nil
}
