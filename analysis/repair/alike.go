package repair

import (
	"strings"

	"assay/analysis/rules"
)

// Costs of a systematic error: once per record, and per ply. maxAlike bounds
// the cost of a ply that does not imply its move.
const (
	costAlike = 3.0
	minAlike  = 4 // occurrences needed
	costTime  = 0.1
	maxAlike  = costSquare
)

// alike assumes a systematic error, such as captures never noted or sides
// confused throughout: it replaces every illegal ply by the move it most
// probably means. It reports whether that makes the record legal with at least
// minAlike replacements.
func (s *search) alike() (found, bool) {
	f, p := found{row: s.row(), cost: costAlike}, s.start.Clone()
	for i := range f.row {
		m, fault := s.reading(p, f.row[i].text)
		if s.spent() || fault == ended {
			return found{}, false
		}
		if fault != nil {
			text, ok := "", false
			if m, text, ok = s.nearest(p, m, f.row[i].text); !ok {
				return found{}, false
			}
			f.edits = append(f.edits, edit{kind: misread, at: i, text: text})
			f.row[i].text = text
			f.cost += costTime
		}
		p.Play(m)
	}
	f.fault = len(f.row)
	return f, len(f.edits) >= minAlike
}

// nearest returns the legal move that an illegal text means, and its text in
// the record's style: the implied move, or else the only most similar one.
func (s *search) nearest(p *rules.Position, meant rules.Move, was string) (m rules.Move, text string, ok bool) {
	words, least := strings.Fields(was), maxAlike
	for _, m1 := range p.Moves(nil) {
		t := s.hand.write(p, m1, was)
		if m1 == meant {
			return m1, t, true
		}
		switch cost := s.like.cost(words, strings.Fields(t)); {
		case cost < least:
			m, text, least, ok = m1, t, cost, true
		case cost == least:
			ok = false
		}
	}
	return m, text, ok
}
