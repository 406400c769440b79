package repair

import (
	"strings"

	"assay/analysis/rules"
)

// Costs of a systematic error: once per record, and per ply. A ply that does not
// imply its move costs a share of what another text costs, which maxSystematic
// bounds.
const (
	costSystematic  = 3.0
	minSystematic   = 4 // occurrences needed
	costPerPly      = 0.1
	shareSystematic = 0.25
	maxSystematic   = costSquare
)

// systematic assumes a systematic error, such as captures that are never noted
// or sides that are confused throughout. It replaces every illegal ply by its
// most probable meaning. It reports whether the record is then legal, with at
// least minSystematic replacements.
func (s *search) systematic() (candidate, bool) {
	f, p := candidate{tokens: s.tokens(), cost: costSystematic}, s.start.Clone()
	for i := range f.tokens {
		m, fault := s.readMove(p, f.tokens[i].text)
		if s.exhausted() || fault == afterEnd {
			return candidate{}, false
		}
		if fault != nil {
			text, cost, ok := "", 0.0, false
			if m, text, cost, ok = s.nearestLegal(p, m, f.tokens[i].text); !ok {
				return candidate{}, false
			}
			f.edits = append(f.edits, edit{kind: misread, at: i, text: text})
			f.tokens[i].text = text
			f.cost += costPerPly + shareSystematic*cost
		}
		p.Play(m)
	}
	f.firstIllegal = len(f.tokens)
	return f, len(f.edits) >= minSystematic
}

// nearestLegal returns the legal move that an illegal text means, its text in
// the record's style, and the cost of mistaking one text for the other. This is
// the implied move, which costs nothing, or the only most similar move.
func (s *search) nearestLegal(p *rules.Position, meant rules.Move, was string) (m rules.Move, text string,
	least float64, ok bool) {
	words := strings.Fields(was)
	least = maxSystematic
	for _, m1 := range p.Moves(nil) {
		t := s.style.write(p, m1, was)
		if m1 == meant {
			return m1, t, 0, true
		}
		switch cost := s.similarity.cost(words, strings.Fields(t)); {
		case cost < least:
			m, text, least, ok = m1, t, cost, true
		case cost == least:
			ok = false
		}
	}
	return m, text, least, ok
}
