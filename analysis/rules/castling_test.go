package rules_test

import (
	"slices"
	"strings"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
)

// varied returns chess with some keys of its definition changed.
func varied(t *testing.T, keys string) *rules.Rules {
	t.Helper()
	d, err := variant.Embedded().Check("varied.yaml", []byte("id: varied\nextends: chess\nname: Varied\n"+keys))
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// inUCI returns the legal move with that UCI text.
func inUCI(p *rules.Position, text string) (rules.Move, bool) {
	for _, m := range p.Moves(nil) {
		if (notation.UCI{}).Format(p, m) == text {
			return m, true
		}
	}
	return 0, false
}

const (
	opposite = "castling: {opposite: true}\n"
	dropping = `start: 8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRkqrr] w - - 0 1
regions: {home: [rank 1]}
castling: {dropped: [e, h, a]}
hand: {name: hand, keeps: none, order: [K, Q, R]}
drops: {forbid: [{outside: home}]}
rules:
  - {module: royal-safety}
  - {module: must-drop}
  - {module: no-moves, attacked: loss, free: draw}
`
	racing  = "rules: [{module: royal-safety}, {module: castling-goal, second: [lower]}, {module: no-moves, attacked: loss, free: draw}]\n"
	keeping = `promotion:
  - {pieces: {P: [Q]}, zone: far, on: end, always: true, en-passant: keeps}
regions: {far: [rank 6, rank 7, rank 8]}
`
	limiting = `pieces:
  Q: {most: 2}
  Q~: {name: Queen, moves: [Q], demotes: P, most: 2}
regions: {far: [rank 8]}
promotion:
  - {pieces: {P: [Q~, N]}, zone: far, on: end, always: true}
`
	leaping = `pieces:
  K: {moves: [K, {betza: mfsN, first: true}]}
castling: null
start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Ee - 0 1
rules:
  - {module: royal-safety}
  - {module: aimed-royal, pieces: [R]}
  - {module: no-moves, attacked: loss, free: draw}
`
	extinct = `pieces:
  K: {royal: false}
promotion:
  - {pieces: {P: [Q, K]}, zone: far, on: end, always: true}
regions: {far: [rank 8]}
rules:
  - {module: extinction, pieces: [P, R, K], each: true}
  - {module: no-moves, result: draw}
`
	standing = `rules:
  - {module: royal-safety}
  - {module: stand-fast}
  - {module: no-moves, attacked: loss, free: draw}
`
	changing = `pieces:
  K: {royal: false}
  +N: {name: Prince, moves: [K], demotes: N}
castling: null
start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
regions: {far: [rank 8]}
promotion:
  - {pieces: {N: [+N]}, zone: far, on: end, always: true}
rules:
  - {module: extinction, pieces: [K, +N], royal: last, BEFORE}
  - {module: no-moves, attacked: loss, free: draw}
`
)

// TestVariedMoves plays castling moves and promotions that differ from chess.
func TestVariedMoves(t *testing.T) {
	before := strings.Replace(changing, "BEFORE", "before: true", 1)
	after := strings.Replace(changing, ", BEFORE", "", 1)
	for _, row := range []struct {
		keys, start   string
		play          string // moves in UCI
		legal, absent string // outcome of the final position
		result        string
	}{
		{opposite, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e8c8", "e8g8", ""},
		{opposite, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "e8g8", "e8c8", ""},
		{opposite, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2", "e8g8 e8c8", "", ""},
		{dropping, "", "", "K@a1 K@e1 R@h1", "K@e2 a2a3", ""},
		{dropping, "", "K@e1 K@d8 R@a1 R@a8 R@g1 R@h8 Q@d1 Q@e8", "a2a3", "e1g1", ""},
		{dropping, "4k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K3[Rr] w - - 0 1", "R@h1 R@a8", "e1g1", "e1c1", ""},
		{dropping, "4k3/pppppppp/8/8/8/8/PPPPPPPP/R6R[K] w - - 0 1", "K@e1 a7a6", "e1g1 e1c1", "", ""},
		{dropping, "4k3/pppppppp/8/8/8/8/PPPPPPPP/R6R[K] w - - 0 1", "K@d1 a7a6", "d1c1", "d1b1 d1f1 d1g1 d1c1q", ""},
		{dropping, "3rk3/ppp1pppp/8/8/8/8/PPP1PPPP/8[KR] w - - 0 1", "", "K@e1 R@d1", "K@d1", ""},
		{racing, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", "", "", "1-0"},
		{racing, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "", "", "0-1"},
		{racing, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "", "", "1-0"},
		{racing, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e8c8", "", ""},
		{keeping, "4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 1", "d7d5", "c5d6 c5c6q", "c5d6q c5c6", ""},
		{limiting, "4k3/P7/8/8/8/8/8/Q3K3 w - - 0 1", "", "a7a8q a7a8n", "", ""},
		{limiting, "4k3/P7/8/8/8/8/8/Q~Q2K3 w - - 0 1", "", "a7a8n", "a7a8q", ""},
		{leaping, "4k3/8/8/8/8/8/8/R3K3 w Ee - 0 1", "", "e1c2 e1g2", "e1d3 e1f3", ""},
		{leaping, "4k3/8/8/8/8/8/8/R3K3 w Ee - 0 1", "a1a8", "e8d7", "e8c7 e8g7", ""},
		{leaping, "4k3/8/8/8/8/8/8/R3K3 w Ee - 0 1", "a1b1", "e8c7 e8g7", "", ""},
		{leaping, "4k3/r7/8/8/8/8/8/4K2R b Ee - 0 1", "a7a1", "e1d2", "e1g2 e1c2", ""},
		{leaping, "4k3/8/8/8/8/8/8/4K3 w Ee - 0 1", "e1e2 e8c7 e2e1 c7c8", "e1f2", "e1g2", ""},
		{extinct, "4k2r/1K5p/8/8/8/8/7P/R3K2R w KQk - 0 1", "b7b6 h7h6", "e1g1 e1c1", "", ""},
		{extinct, "4k2r/1K5p/8/8/8/8/7P/R3K2R w KQk - 0 1", "e1e2 h7h6 e2e1 h6h5", "e1f1", "e1g1 e1c1", ""},
		{extinct, "4k2r/1K4bp/8/8/8/8/7P/R3K2R b KQk - 0 1", "g7f6 b7b6 f6d4 h2h3 d4b6 h3h4 h7h6", "e1g1 e1c1", "", ""},
		{extinct, "4k2r/7p/8/8/7b/2K5/7P/R3K2R w KQk - 0 1", "h2h3 h4e1 c3c2 e1a5 c2d1 a5b6 d1e1 b6a5", "e1f1", "e1g1 e1c1", ""},
		{standing, "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "", "e1e2", "e1f1 e1d1", ""},
		{standing, "4k3/8/8/8/8/8/8/r2BK3 w - - 0 1", "", "e1e2", "", ""},
		{standing, "4k3/8/8/8/8/8/2B5/r3K3 w - - 0 1", "", "c2b1 c2d1", "e1e2", ""},
		{after, "4k3/8/1N6/8/8/8/8/r3K3 w - - 0 1", "", "b6a8+ e1e2", "b6d5", ""},
		{before, "4k3/8/1N6/8/8/8/8/r3K3 w - - 0 1", "", "e1e2", "b6a8+ b6d5", ""},
	} {
		r := varied(t, row.keys)
		p := r.Start()
		if row.start != "" {
			var err error
			if p, err = r.ParsePosition(row.start); err != nil {
				t.Errorf("%s: %v", row.start, err)
				continue
			}
		}
		for _, text := range strings.Fields(row.play) {
			m, ok := inUCI(p, text)
			if !ok {
				t.Fatalf("%s: %s is not legal", p.Text(), text)
			}
			p.Play(m)
		}
		for _, text := range strings.Fields(row.legal) {
			if m, ok := inUCI(p, text); !ok || !p.Legal(m) {
				t.Errorf("%s: %s is not legal", p.Text(), text)
			}
		}
		for _, text := range strings.Fields(row.absent) {
			if _, ok := inUCI(p, text); ok {
				t.Errorf("%s: %s is legal", p.Text(), text)
			}
		}
		if o, _ := p.Outcome(); o.Result != row.result {
			t.Errorf("%s: %+v, want %q", p.Text(), o, row.result)
		}
		if q, err := r.ParsePosition(p.Text()); row.result == "" && (err != nil || !q.Equal(p)) {
			t.Errorf("%s is not read as it is written (%v)", p.Text(), err)
		}
	}
	if faults := []string{"castling: {dropped: [e, h]}\n", "castling: {dropped: [e, a, h]}\n"}; slices.ContainsFunc(faults, func(keys string) bool {
		_, err := variant.Embedded().Check("varied.yaml", []byte("id: varied\nextends: chess\nname: Varied\n"+keys))
		return err == nil
	}) {
		t.Error("castling that is no castling is taken")
	}
}
