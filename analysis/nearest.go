package analysis

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/spelling"
)

// near is a legal move beside what a record has in its place.
type near struct {
	move  rules.Move
	text  string
	meant bool // the text fits it, and others
	same  bool // it goes where the text says, and differs in what is beside
	cost  int  // characters that differ
	far   int  // from the square that is probably meant, for the piece that is
}

// answer lists in an error the legal moves that are nearest to its text: those
// that it fits, those from and to the squares of m, the move that the text most
// probably means, 0 for none, then those that differ least from it, of these
// the ones of the piece that m moves. Where one move is nearer than all others
// it is the one most probably meant. A game that is over has no legal moves
// (G-3).
func (e *Error) answer(p *rules.Position, moves notation.Notation, m rules.Move, candidates []rules.Move) {
	e.Legal, e.LegalSquares = []string{}, nil
	if _, over := p.OutcomeBefore(true); over {
		return
	}
	text := clip(strings.Join(strings.Fields(e.Text), " "))
	moves = notation.Like(moves, text)
	var all []near
	for _, legal := range p.Moves(nil) {
		n := near{move: legal, text: string(moves.Append(nil, p, legal)), meant: slices.Contains(candidates, legal)}
		n.cost, n.far = spelling.Distance(text, n.text), away(p.Rules(), legal, m)
		n.same = m != 0 && n.far == 0
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b near) int {
		if a.meant != b.meant {
			if a.meant {
				return -1
			}
			return 1
		}
		if a.same != b.same {
			if a.same {
				return -1
			}
			return 1
		}
		return cmp.Or(a.cost-b.cost, a.far-b.far, strings.Compare(a.text, b.text))
	})
	for _, n := range all[:min(len(all), MaxNearest)] {
		e.Legal = append(e.Legal, n.text)
		e.LegalSquares = append(e.LegalSquares, Squares(p, n.move))
	}
	if len(candidates) > 1 {
		e.Message += ": " + orList(e.Legal[:min(len(e.Legal), len(candidates))])
		return
	}
	if len(all) == 0 {
		return
	}
	first, alone := all[0], len(all) == 1
	most := min(4, max(1, utf8.RuneCountInString(text)/2))
	switch {
	case first.same && (alone || !all[1].same),
		first.cost <= most && (alone || all[1].cost > first.cost || all[1].far > first.far):
		e.Suggestion = first.text
	}
}

// away is how many squares a legal move ends from where the move m of the same
// piece would, more than any board is wide for another piece's.
func away(r *rules.Rules, legal, m rules.Move) int {
	const other = 1 << 8
	switch {
	case m == 0:
		return 0
	case legal.From() != m.From() || (legal.Kind() == rules.Drop) != (m.Kind() == rules.Drop):
		return other
	}
	files := int(legal.To())%r.Files() - int(m.To())%r.Files()
	ranks := int(legal.To())/r.Files() - int(m.To())/r.Files()
	return max(files, -files, ranks, -ranks)
}

// orList is a list of moves in words.
func orList(moves []string) string {
	last := len(moves) - 1
	if last < 1 {
		return strings.Join(moves, "")
	}
	return strings.Join(moves[:last], ", ") + " or " + moves[last]
}

// clip bounds the text that is compared.
func clip(text string) string {
	const most = 200 // bytes
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
