package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// String returns a text that [Parse] reads back as the same query: every "and"
// written, minimal brackets, names as written.
func (q *Query) String() string {
	var b printer
	b.node(q.root, looseLevel)
	return b.String()
}

// level is the precedence that a context requires of an expression without
// brackets.
type level int

const (
	looseLevel level = iota
	alternativeLevel
	conjunctionLevel
	factorLevel
	primaryLevel
)

// printer writes a query.
type printer struct{ strings.Builder }

func (b *printer) node(n node, outer level) {
	inner := primaryLevel
	switch n.(type) {
	case sequence:
		inner = looseLevel
	case alternative:
		inner = alternativeLevel
	case conjunction:
		inner = conjunctionLevel
	case negation:
		inner = factorLevel
	}
	if inner < outer {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch n := n.(type) {
	case sequence:
		b.sequence(n)
	case alternative:
		b.joined(n.of, " or ", conjunctionLevel)
	case conjunction:
		b.joined(n.of, " and ", factorLevel)
	case negation:
		b.WriteString("not ")
		b.node(n.of, factorLevel)
	case streak:
		b.node(n.of, primaryLevel)
		fmt.Fprintf(b, " for %d", n.plies)
	case symmetric:
		b.WriteString(n.how + "(")
		b.node(n.of, looseLevel)
		b.WriteByte(')')
	default:
		b.leaf(n)
	}
}

// sequence writes the steps; a limit follows the step that it leads to.
func (b *printer) sequence(n sequence) {
	b.node(n.first, alternativeLevel)
	for more := true; more; {
		var step node
		within := n.within
		if following, ok := n.next.(sequence); ok {
			step, n = following.first, following
		} else {
			step, more = n.next, false
		}
		b.WriteString(" then ")
		b.node(step, alternativeLevel)
		if within > 0 {
			fmt.Fprintf(b, " within %d", within)
		}
	}
}

func (b *printer) joined(of []node, between string, outer level) {
	for i, n := range of {
		if i > 0 {
			b.WriteString(between)
		}
		b.node(n, outer)
	}
}

func (b *printer) leaf(n node) {
	switch n := n.(type) {
	case placement:
		b.WriteString(piecesText(n.pieces) + " on ")
		if n.every {
			b.WriteString("every ")
		}
		b.WriteString(placesText(n.place))
	case vacancy:
		b.WriteString("empty " + placesText(n.place))
	case comparison:
		b.WriteString(sumText(n.left) + " " + comparisons[n.op] + " " + sumText(n.right))
	case interval:
		b.WriteString(sumText(n.sum) + " in " + decimalText(n.low) + ".." + decimalText(n.high))
	case turn:
		b.WriteString("turn(" + n.side.text + ")")
	case event:
		b.WriteString(n.what)
	case marked:
		b.WriteString(n.what + sideText(n.side))
	case move:
		b.WriteString("move(" + n.action.String() + ")")
	case existence:
		b.WriteString(n.what + "(" + n.of.arguments() + ")")
	case unplayed:
		b.WriteString("unplayed(" + n.action.String() + ")")
	case relation:
		b.WriteString(n.name.text + sideText(n.side))
	case header:
		b.header(n)
	case labelled:
		b.header(n.header)
	case result:
		b.WriteString("result " + equality(n.not) + " " + n.text)
	case date:
		b.WriteString("date " + comparisons[n.op] + " " + n.text)
	case mine:
		b.WriteString("mine")
	case verdict:
		b.WriteString("verdict " + equality(n.not) + " " + n.text)
	}
}

func (n *action) String() string {
	var said []string
	if n.pieces != nil {
		said = append(said, piecesText(n.pieces))
	}
	for _, word := range slices.Concat(pinWords, moveWords) {
		if pieces, places := n.argument(word); pieces != nil && *pieces != nil {
			said = append(said, word+" "+piecesText(*pieces))
		} else if places != nil && *places != nil {
			said = append(said, word+" "+placesText(*places))
		}
	}
	if n.outcome != "" {
		said = append(said, n.outcome)
	}
	return strings.Join(said, " ")
}

func (n *ray) String() string {
	var stops []string
	for _, s := range n.stops {
		text := piecesText(s.pieces)
		if s.place != nil {
			text += " on " + placesText(s.place)
		}
		stops = append(stops, text)
	}
	text := strings.Join(stops, ", ")
	if n.along != nil {
		text += " along " + braced(n.along)
	}
	if n.within > 0 {
		text += fmt.Sprintf(" within %d", n.within)
	}
	return text
}

// arguments returns the arguments of a quantity.
func (q *quantity) arguments() string {
	switch {
	case q.action != nil:
		return q.action.String()
	case q.ray != nil:
		return q.ray.String()
	}
	return ""
}

func (b *printer) header(n header) {
	if n.name != "" {
		b.WriteString(n.name + ":")
	}
	if n.name != "" && len(n.words) == 1 {
		b.WriteString(n.words[0])
	} else {
		b.WriteString(`"` + strings.Join(n.words, " ") + `"`)
	}
	if n.prefix {
		b.WriteByte('*')
	}
}

func equality(not bool) string {
	if not {
		return "!="
	}
	return "="
}

func sideText(side name) string {
	if side.text == "" {
		return ""
	}
	return "(" + side.text + ")"
}

func piecesText(pieces []piece) string {
	var all []string
	for _, p := range pieces {
		text := p.kind.text
		if p.side.text != "" {
			text = p.side.text + " " + text
		}
		if p.rank != "" {
			text = p.rank + " " + text
		}
		all = append(all, text)
	}
	return braced(all)
}

func placesText(places []place) string {
	var all []string
	for _, p := range places {
		text := p.from.text
		if p.to.text != "" {
			text += "-" + p.to.text
		}
		if p.how != "" {
			text = strings.TrimSpace(p.how + " " + text)
		}
		all = append(all, text+sideText(p.side))
	}
	return braced(all)
}

func braced(all []string) string {
	if len(all) == 1 {
		return all[0]
	}
	return "{" + strings.Join(all, ", ") + "}"
}

func sumText(sum []summand) string {
	var b strings.Builder
	for i, s := range sum {
		times := s.times
		switch {
		case s.times < 0:
			times = -times
			if i == 0 {
				b.WriteByte('-')
			} else {
				b.WriteString(" - ")
			}
		case i > 0:
			b.WriteString(" + ")
		}
		switch {
		case s.quantity == nil:
			b.WriteString(decimalText(times))
		case times == 100:
			b.WriteString(s.quantity.String())
		default:
			b.WriteString(decimalText(times) + " * " + s.quantity.String())
		}
	}
	return b.String()
}

func (q *quantity) String() string {
	switch q.what {
	case "ply", "plies", "swing":
		return q.what
	case "attackers", "attacked", "pinned", "rays", "moves":
		if q.what == "moves" && q.action == nil {
			return q.what
		}
		return q.what + "(" + q.arguments() + ")"
	case "count", "passed", "isolated", "doubled":
		text := piecesText(q.pieces)
		if q.place != nil {
			text += " on " + placesText(q.place)
		}
		return q.what + "(" + text + ")"
	case "hand", "pocket":
		text := q.what + sideText(q.side)
		if q.kind.text != "" {
			text += "." + q.kind.text
		}
		return text
	case "":
		return q.kind.text + sideText(q.side)
	}
	return q.what + sideText(q.side)
}

// decimalText writes hundredths as a decimal number.
func decimalText(n int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	text := sign + strconv.Itoa(n/100)
	if n%100 != 0 {
		text += "." + strings.TrimRight(fmt.Sprintf("%02d", n%100), "0")
	}
	return text
}
