package lab

import (
	"slices"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/fixtures/games"
)

// TestStart has starting positions with the hazards that are reported, and some
// that are not.
func TestStart(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules *rules.Rules
		want  []string // starts of the hazards, in order; each has to be there
		not   string   // kind that is not there
	}{
		{"chess", games.Rules(t, "chess", ""),
			[]string{"White's pieces on a1 h1 are unprotected", "Black's pieces on a8 h8 are unprotected"},
			"forcedWin"},
		{"a mate in two", changed(t, "nocastle", "start: 7k/8/5K2/8/8/8/8/6R1 w - - 0 1\n"),
			[]string{"White wins by force in 3 plies: "}, "hanging"},
		{"a piece that hangs", changed(t, "nocastle", "start: r3k3/8/8/8/8/8/8/N3K3 w - - 0 1\n"),
			[]string{"White's Knight on a1 is attacked and unprotected"}, "forcedWin"},
		{"a piece that is attacked", changed(t, "nocastle", "start: r3k3/8/8/8/8/8/8/RK6 w - - 0 1\n"),
			[]string{"White's Rook on a1 is attacked", "Black's Rook on a8 is attacked and unprotected"}, "forcedWin"},
		{"a threat to mate", changed(t, "nocastle", "start: 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\n"),
			[]string{"White wins by force in 1 ply: d1d8", "18 of 20 first moves threaten to win at once: "}, "losing"},
		{"a move that loses", changed(t, "nocastle", "start: 1q4k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1\n"),
			[]string{"20 of 20 first moves lose"}, "forcedWin"},
	} {
		l := &Lab{Rules: c.rules, Settings: Settings{Nodes: 1, Plies: 10}}
		report, err := l.Measure(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var kinds, texts []string
		for _, f := range report.Hazards {
			kinds, texts = append(kinds, f.Kind), append(texts, f.Text)
		}
		for _, want := range c.want {
			if !slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(text, want) }) {
				t.Errorf("%s: no %q in %q", c.name, want, texts)
			}
		}
		if c.not != "" && slices.Contains(kinds, c.not) {
			t.Errorf("%s: %q", c.name, texts)
		}
		if moves := c.rules.Start().Moves(nil); len(report.FirstMoves) != len(moves) {
			t.Errorf("%s: %d first moves of %d", c.name, len(report.FirstMoves), len(moves))
		}
	}
}

// TestNever reports parts of a definition without use, and no others.
func TestNever(t *testing.T) {
	r := changed(t, "hexapawn", `pieces: {N: {name: Knight, moves: N, glyph: knight}}
rules:
  - {module: goal, pieces: [P], region: last, rule: HEX-2}
  - {module: no-moves, result: loss, rule: HEX-3}
  - {module: repetition, count: 3, rule: HEX-9}
`)
	l := &Lab{Rules: r, Settings: Settings{Nodes: 1, Plies: 50, Seed: 1}, newPlayer: newChance}
	report, err := l.replay(t.Context(), played(t, l, 300))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range report.Never {
		texts = append(texts, f.Text)
	}
	if len(texts) != 2 || texts[0] != "Knight never came onto the board" ||
		!strings.HasPrefix(texts[1], "HEX-9 ended no game of 300: ") {
		t.Errorf("%q", texts)
	}
	few, err := l.replay(t.Context(), played(t, l, 1))
	if err != nil || !slices.ContainsFunc(few.Never, func(f Finding) bool { return f.Kind == "square" }) {
		t.Errorf("one game comes to every square: %+v, %v", few.Never, err)
	}
}

// TestDrawingFirstMove: a first move that draws at once does not lose.
func TestDrawingFirstMove(t *testing.T) {
	l := &Lab{Rules: changed(t, "nocastle", "start: 7k/8/6K1/5Q2/8/8/8/8 w - - 0 1\n"),
		Settings: Settings{Nodes: 1, Plies: 10}}
	report, err := l.Measure(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(report.FirstMoves, func(m FirstMove) bool { return m.Move == "f5f7" })
	if i < 0 || report.FirstMoves[i].Mate != 0 {
		t.Errorf("%+v", report.FirstMoves)
	}
	if slices.ContainsFunc(report.Hazards, func(f Finding) bool { return f.Kind == "losing" }) {
		t.Errorf("%+v", report.Hazards)
	}
}
