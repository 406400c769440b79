package notation

import (
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/scan"
)

// ruleWestern is the rule ID for the notations of English shogi books.
const ruleWestern = "Western"

// westernMove matches a move by Hodges, Hosking or PSN: a piece, perhaps its
// origin, a sign, the destination, and the promotion: P-7f, P7g-7f, P76, Bx2b+,
// B*5e, R6f-5f=.
var westernMove = scan.NewPattern(`^(\+?[PLNSGBRK])([1-9][a-i1-9])?([-x:*'@])?([1-9][a-i1-9])([+=])?$`)

// looksWestern reports whether a text has the form of such a move.
func looksWestern(text string) bool {
	return len(text) >= 3 && text[0] <= 'S' && westernMove.MatchString(text)
}

// isWesternRecord reports whether a record is written like this.
func isWesternRecord(line parser.Line) bool { return len(line) > 0 && looksWestern(line[0].Text) }

// Read reads a move and judges it. Contradicting signs are warnings.
func (n *Western) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	n.bind(p)
	parts := westernMove.FindStringSubmatch(text)
	if parts == nil {
		return 0, false, nil, fault(ruleWestern, "syntax",
			"%q is not a move; expected a piece, a sign and a square, such as P-7f, P7g-7f, Bx2b+ or B*5e", text)
	}
	letter, origin, sign, target, promotion := parts[1], parts[2], parts[3], parts[4], parts[5]
	i := kindIndex(n.table, letter)
	if i < 0 || n.types[i] == rules.NoPieceType {
		return 0, false, nil, fault(ruleWestern, "syntax", "this variant has no piece %s", letter)
	}
	kind := n.types[i]
	to, ok := n.squareNamed(target)
	if !ok {
		return 0, false, nil, fault(ruleWestern, "square", "%s is not a square of this variant", target)
	}
	if sign == "*" || sign == "'" {
		if f := n.promotedDrop(kind); f != nil {
			return 0, false, nil, f
		}
		return judged(p, drop(kind, to))
	}
	promotes := promotion == "+"
	if origin != "" {
		from, ok := n.squareNamed(origin)
		if !ok {
			return 0, false, nil, fault(ruleWestern, "square", "%s is not a square of this variant", origin)
		}
		m, known, warnings, f = judged(p, n.step(p, from, to, promotes))
		if f == nil && p.At(from).Type() != kind {
			f = misnamed(p, m, ruleWestern, n.rules.PieceName(kind))
		}
	} else {
		m, known, warnings, f = n.towards(p, kind, to, promotes)
	}
	if f == nil && sign != "" && (sign == "x" || sign == ":") != (p.Captured(m) != rules.NoPiece) {
		warnings = append(warnings,
			Warning{ruleWestern, "the sign " + sign +
				" is wrong: x stands for a capture, - for a move to an empty square"})
	}
	return m, known, warnings, f
}

// towards finds the move of a piece type to a square.
func (n *Western) towards(p *rules.Position, kind rules.PieceType, to rules.Square, promotes bool) (m rules.Move,
	known bool, warnings []Warning, f *Fault) {
	var fits []rules.Move
	for _, legal := range p.Moves(nil) {
		if legal.Kind() != rules.Drop && legal.To() == to && p.At(legal.From()).Type() == kind &&
			(legal.Into() != rules.NoPieceType) == promotes {
			fits = append(fits, legal)
		}
	}
	switch len(fits) {
	case 1:
		return fits[0], true, nil, nil
	case 0:
		break
	default:
		f = fault(ruleWestern, "ambiguous", "several pieces can go there; write the square that this one comes from")
		f.Candidates = fits
		return 0, false, nil, f
	}
	// The only candidate, even if illegal, shows which rule is broken.
	n.found = p.Candidates(n.found[:0], kind, to)
	for _, c := range n.found {
		if c.From == to {
			continue
		}
		if m, known, warnings, f = judged(p, n.step(p, c.From, to, promotes)); f != nil {
			return m, known, warnings, f
		}
	}
	for s := range rules.Square(n.files * n.ranks) {
		if pc := p.At(s); pc.Type() == kind && pc.Side() == p.Side() && slices.Contains(n.types, kind) {
			return judged(p, n.step(p, s, to, promotes))
		}
	}
	return 0, false, nil, fault(ruleWestern, "illegal", "no %s can go to %s", n.rules.PieceName(kind),
		n.rules.SquareName(to))
}

// squareNamed returns the square of a file and a rank, a letter or a digit.
func (n *Western) squareNamed(name string) (rules.Square, bool) {
	rank := int(name[1] - '0')
	if strings.IndexByte("abcdefghi", name[1]) >= 0 {
		rank = int(name[1]-'a') + 1
	}
	return n.square(int(name[0]-'0'), rank)
}
