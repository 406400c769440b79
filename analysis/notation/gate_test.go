package notation_test

import (
	"testing"

	"assay/analysis/notation"
	"assay/fixtures/games"
	"assay/parser"
)

// TestGates writes gating moves and reads them in every form.
func TestGates(t *testing.T) {
	r := games.Rules(t, "seirawan", "")
	const castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[EHeh] w KQkq - 0 1"
	for _, row := range []struct {
		position, uci, san, numbered string
		rule                         string // broken rule ID, or ""
		san2                         string // another spelling
	}{
		{"", "b1c3", "Nc3", "Knight b1 - c3", "", ""},
		{"", "b1c3e", "Nc3/E", "Knight b1 - c3 / Elephant on b1", "", "b1c3/E"},
		{"", "g1f3h", "Nf3/H", "Knight g1 - f3 / Hawk on g1", "", "Ngf3/H"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPNPPPP/R1BQKBNR[EHeh] w KQCDFGkqbcdfg - 0 1", "g1f3h", "Ngf3/H", "Knight g1 - f3 / Hawk on g1", "", "Nf3/H"},
		{castling, "e1g1e", "O-O/Ee1", "King e1 - g1 / Elephant on e1", "", "O-O/E"},
		{castling, "h1e1e", "O-O/Eh1", "King e1 - g1 / Elephant on h1", "", ""},
		{castling, "a1e1h", "O-O-O/Ha1", "King e1 - c1 / Hawk on a1", "", "0-0-0/Ha1"},
		{castling, "", "O-O/Ea1", "King e1 - g1 / Elephant on a1", "SW-2", ""},
		{castling, "", "O-O/Ef1", "King e1 - g1 / Elephant on f1", "SW-2", ""},
		{"", "", "e4/E", "Pawn e2 - e4 / Elephant on e2", "SW-2", ""},
		{"", "", "Nc3/Q", "Knight b1 - c3 / Queen on b1", "SW-2", ""},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Heh] w KQBCDFGkqbcdfg - 0 1", "", "Nc3/E", "Knight b1 - c3 / Elephant on b1", "SW-2", ""},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQCDFGkqbcdfg - 0 1", "", "Nc3/E", "Knight b1 - c3 / Elephant on b1", "SW-2", ""},
		{"4k3/8/8/8/8/8/8/r2QK3[E] w D - 0 1", "", "Qd4/E", "Queen d1 - d4 / Elephant on d1", "SW-0", ""},
	} {
		p := r.Start()
		if row.position != "" {
			var err error
			if p, err = r.ParsePosition(row.position); err != nil {
				t.Fatal(err)
			}
		}
		if got := p.Text(); row.position != "" && got != row.position {
			t.Errorf("%s is written %s", row.position, got)
		}
		pgn, _ := notation.ForFormat(parser.PGN, r)
		list, _ := notation.ForFormat(parser.Numbered, r)
		if row.rule != "" {
			for n, text := range map[notation.Notation]string{pgn: row.san, list: row.numbered} {
				if _, _, _, f := n.Read(p, text); f == nil || f.Rule != row.rule {
					t.Errorf("%s: %s breaks %v, want %s", p.Text(), text, f, row.rule)
				}
			}
			continue
		}
		m, known, _, f := pgn.Read(p, row.san)
		if f != nil || !known {
			t.Errorf("%s: %s: %v", p.Text(), row.san, f)
			continue
		}
		for n, texts := range map[notation.Notation][]string{pgn: {row.uci, row.san2}, list: {row.numbered}} {
			for _, text := range texts {
				if text == "" {
					continue
				}
				if other, _, _, f := n.Read(p, text); f != nil || other != m {
					t.Errorf("%s: %s is not read as %s (%v)", p.Text(), text, row.san, f)
				}
			}
		}
		if got := (notation.UCI{}).Format(p, m); got != row.uci {
			t.Errorf("%s: engines write %s, want %s", p.Text(), got, row.uci)
		}
		if got := string(list.Append(nil, p, m)); got != row.numbered {
			t.Errorf("%s: lists write %s, want %s", p.Text(), got, row.numbered)
		}
		if got := string(pgn.Append(nil, p, m)); got != row.san {
			t.Errorf("%s: PGN writes %s, want %s", p.Text(), got, row.san)
		}
		before := p.Clone()
		p.Play(m)
		if q, err := r.ParsePosition(p.Text()); err != nil || !q.Equal(p) {
			t.Errorf("%s after %s is not read as it is written (%v)", p.Text(), row.san, err)
		}
		p.Undo()
		if !p.Equal(before) || p.Text() != before.Text() {
			t.Errorf("%s is %s when %s is taken back", before.Text(), p.Text(), row.san)
		}
	}
}
