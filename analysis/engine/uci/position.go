package uci

import (
	"fmt"
	"slices"
	"strings"

	"assay/analysis/rules"
)

// setPosition executes `position startpos|fen TEXT [moves M…]`. It stops before
// the first illegal move.
func (s *Server) setPosition(words []string) error {
	var moves []string
	if i := slices.Index(words, "moves"); i >= 0 {
		words, moves = words[:i], words[i+1:]
	}
	if len(words) == 0 {
		return fmt.Errorf("position: startpos, or %s and a text", s.dialect.fen)
	}
	at := s.rules.Start()
	if words[0] != "startpos" {
		text := words
		if words[0] == "fen" || words[0] == "sfen" {
			text = words[1:]
		}
		var err error
		if at, err = s.rules.ParsePosition(strings.Join(text, " ")); err != nil {
			return fmt.Errorf("position: %w", err)
		}
	}
	s.at = at
	for i, text := range moves {
		m, ok := s.move(s.at, text)
		if !ok {
			return fmt.Errorf("position: move %d, %q, is not legal in %s", i+1, text, s.at.Text())
		}
		s.at.Play(m)
	}
	return nil
}

// move returns the legal move with that text.
func (s *Server) move(p *rules.Position, text string) (rules.Move, bool) {
	for _, m := range p.Moves(nil) {
		if strings.EqualFold(s.dialect.write(p, m), text) {
			return m, true
		}
	}
	return 0, false
}
