package uci

import (
	"fmt"
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/parser/record"
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
	if err := s.dialect.play(s.at, moves); err != nil {
		return fmt.Errorf("position: %w", err)
	}
	return nil
}

// play plays the moves with these texts, up to the first illegal one.
func (d dialect) play(p *rules.Position, texts []string) error {
	for i, text := range texts {
		m, ok := d.move(p, text)
		if !ok {
			return fmt.Errorf("move %d, %q, is not legal in %s", i+1, record.Clip(text), p.Text())
		}
		p.Play(m)
	}
	return nil
}

// move returns the legal move with that text. Castling may also be written as
// king takes rook.
func (d dialect) move(p *rules.Position, text string) (rules.Move, bool) {
	legal := p.Moves(nil)
	for _, write := range []func(*rules.Position, rules.Move) string{d.write, d.freeCastling().write} {
		for _, m := range legal {
			if strings.EqualFold(write(p, m), text) {
				return m, true
			}
		}
	}
	return 0, false
}
