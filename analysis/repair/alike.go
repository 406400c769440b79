package repair

import (
	"strings"

	"assay/analysis/rules"
)

// Costs of a slip that is made all along a record, and of each time, and how
// much one may differ whose move is not told.
const (
	costAlike = 3.0
	minAlike  = 4 // such slips
	costTime  = 0.1
	maxAlike  = costSquare
)

// alike is the row in which each ply that does not hold says the move that it
// most probably means, where it takes minAlike of them to hold to the end:
// captures that are never noted, sides that are confused throughout.
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

// nearest is the legal move that a text means which does not hold, where one is
// told or is more like it than all others, and how the record would write it.
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
