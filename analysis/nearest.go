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
	cost  int  // characters that differ
	far   int  // from the square that is probably meant, for the piece that is
}

// answer lists in an error the legal moves that are nearest to its text: those
// that it fits, then those that differ least from it, of these the ones of the
// piece that m moves, the move that the text most probably means; 0 for none.
// Where one move is nearer than all others it is the one most probably meant.
func (e *Error) answer(p *rules.Position, moves notation.Notation, m rules.Move, candidates []rules.Move) {
	text := clip(strings.Join(strings.Fields(e.Text), " "))
	moves = notation.Like(moves, text)
	var all []near
	for _, legal := range p.Moves(nil) {
		n := near{move: legal, text: string(moves.Append(nil, p, legal)), meant: slices.Contains(candidates, legal)}
		n.cost, n.far = spelling.Distance(text, n.text), away(p.Rules(), legal, m)
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b near) int {
		if a.meant != b.meant {
			if a.meant {
				return -1
			}
			return 1
		}
		return cmp.Or(a.cost-b.cost, a.far-b.far, strings.Compare(a.text, b.text))
	})
	e.Legal, e.LegalSquares = []string{}, nil
	for _, n := range all[:min(len(all), MaxNearest)] {
		e.Legal = append(e.Legal, n.text)
		e.LegalSquares = append(e.LegalSquares, Squares(p, n.move))
	}
	if len(candidates) > 1 {
		e.Message += ": " + orList(e.Legal[:min(len(e.Legal), len(candidates))])
		return
	}
	most := min(4, max(1, utf8.RuneCountInString(text)/2))
	if len(all) > 0 && all[0].cost <= most && (len(all) == 1 || all[1].cost > all[0].cost || all[1].far > all[0].far) {
		e.Suggestion = all[0].text
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
