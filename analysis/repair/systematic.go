package repair

import (
	"strings"

	"assay/analysis/rules"
)

// Costs of a systematic error: once per record, and per ply. maxSystematic
// bounds the cost of a ply that does not imply its move.
const (
	costSystematic = 3.0
	minSystematic  = 4 // occurrences needed
	costPerPly     = 0.1
	maxSystematic  = costSquare
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
			text, ok := "", false
			if m, text, ok = s.nearestLegal(p, m, f.tokens[i].text); !ok {
				return candidate{}, false
			}
			f.edits = append(f.edits, edit{kind: misread, at: i, text: text})
			f.tokens[i].text = text
			f.cost += costPerPly
		}
		p.Play(m)
	}
	f.firstIllegal = len(f.tokens)
	return f, len(f.edits) >= minSystematic
}

// nearestLegal returns the legal move that an illegal text means, and its text
// in the record's style. This is the implied move or, without one, the only
// most similar move.
func (s *search) nearestLegal(p *rules.Position, meant rules.Move, was string) (m rules.Move, text string, ok bool) {
	words, least := strings.Fields(was), maxSystematic
	for _, m1 := range p.Moves(nil) {
		t := s.style.write(p, m1, was)
		if m1 == meant {
			return m1, t, true
		}
		switch cost := s.similarity.cost(words, strings.Fields(t)); {
		case cost < least:
			m, text, least, ok = m1, t, cost, true
		case cost == least:
			ok = false
		}
	}
	return m, text, ok
}
