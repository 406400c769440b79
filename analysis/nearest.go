package analysis

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/analysis/notation"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/analysis/spelling"
)

// nearMove is a legal move compared with the text of a record.
type nearMove struct {
	move        rules.Move
	text        string
	candidate   bool // one of several moves that fit the text
	sameSquares bool // sameSquares squares, but other details
	cost        int  // edit distance of the texts
	distance    int  // distance from the meant destination
}

// answer sets the legal moves that are nearest to the text of an error. m is
// the move that the text most probably means, or 0. Candidates of an ambiguous
// text come first, then moves with the squares of m. The others are ordered by
// edit distance, then by distance from m. If one move is nearer than all
// others, it becomes the suggestion. A finished game has no legal moves (G-3).
func (e *Error) answer(p *rules.Position, moves notation.Notation, m rules.Move, candidates []rules.Move) {
	e.Legal, e.LegalSquares = []string{}, nil
	if _, over := p.OutcomeBefore(true); over {
		return
	}
	text := clip(strings.Join(strings.Fields(e.Text), " "))
	moves = notation.Like(moves, text)
	var all []nearMove
	for _, legal := range p.Moves(nil) {
		n := nearMove{move: legal, text: string(moves.Append(nil, p, legal)),
			candidate: slices.Contains(candidates, legal)}
		n.cost, n.distance = spelling.Distance(text, n.text), destinationDistance(p.Rules(), legal, m)
		n.sameSquares = m != 0 && n.distance == 0
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b nearMove) int {
		if a.candidate != b.candidate {
			if a.candidate {
				return -1
			}
			return 1
		}
		if a.sameSquares != b.sameSquares {
			if a.sameSquares {
				return -1
			}
			return 1
		}
		return cmp.Or(a.cost-b.cost, a.distance-b.distance, strings.Compare(a.text, b.text))
	})
	for _, n := range all[:min(len(all), maxNearest)] {
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
	case first.sameSquares && (alone || !all[1].sameSquares),
		first.cost <= most && (alone || all[1].cost > first.cost || all[1].distance > first.distance):
		e.Suggestion = optional.Text(first.text)
	}
}

// destinationDistance returns the distance between the destinations of two
// moves of one piece, or a large number for different pieces.
func destinationDistance(r *rules.Rules, legal, m rules.Move) int {
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

// orList joins moves with commas and "or".
func orList(moves []string) string {
	last := len(moves) - 1
	if last < 1 {
		return strings.Join(moves, "")
	}
	return strings.Join(moves[:last], ", ") + " or " + moves[last]
}

// clip bounds the length of the text that is compared.
func clip(text string) string {
	const most = 200 // bytes
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
