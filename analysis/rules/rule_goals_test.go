package rules_test

import (
	"strings"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
)

// changed returns a built-in variant with some keys changed.
func changed(t *testing.T, game, keys string) *rules.Rules {
	t.Helper()
	d, err := variant.Embedded().Check("trial.yaml", []byte("id: trial\nname: Trial\nextends: "+game+"\n"+keys))
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// play plays a move given in UCI.
func play(t *testing.T, p *rules.Position, text string) {
	t.Helper()
	for _, m := range p.Moves(nil) {
		if (notation.UCI{}).Format(p, m) == text {
			if v := p.Judge(m); v != nil {
				t.Fatalf("%s is generated, and judged illegal: %v", text, v)
			}
			p.Play(m)
			return
		}
	}
	t.Fatalf("%s is no move in %s", text, p.Text())
}

// TestEndings plays a ply and checks the outcome, also after reading the
// position from its text.
func TestEndings(t *testing.T) {
	race := func(keys string) string {
		return "rules: [{module: goal, pieces: [P], region: last, " + keys + "}, {module: no-moves, result: loss}]\n"
	}
	for _, row := range []struct{ name, game, keys, position, move, want string }{
		{"the last square is filled", "flipello", "", "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/pppppPP1[Pp] b - - 0 1", "P@h1", "1-0 pieces counted"},
		{"hands do not count", "flipello", "", "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/pppppPP1[P" + strings.Repeat("p", 60) + "] b - - 0 1", "P@h1", "1-0 pieces counted"},
		{"not the last", "flipello", "", "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPP1/PPPPPPP1/pppppPP1[Ppp] b - - 0 1", "P@h1", ""},
		{"a full board drawn", "flipello", "rules: [{module: full-board, result: draw}, {module: no-moves, result: loss}]\n", "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/pppppPP1[Pp] b - - 0 1", "P@h1", "1/2-1/2 board full"},
		{"attacked at the goal", "dobutsu", "", "g1e/1cL/1C1/1lG[] w - - 0 1", "c3b4", ""},
		{"safe at the goal", "dobutsu", "", "2e/1cL/1C1/1lG[g] w - - 0 1", "c3b4", "1-0 lion home"},
		{"attacked there still", "dobutsu", "", "gL1/1c1/l2/2G[] b - - 0 1", "b3b2", ""},
		{"attacked there no more", "dobutsu", "", "gL1/2c/e2/1lG[] b - - 0 1", "a4a3", "1-0 lion home"},
		{"stalemate is Black's", "armageddon", "", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "f6f7", "0-1 no legal move"},
		{"enough of them", "breakthrough", race("count: 2"), "P7/6P1/8/8/8/8/8/p7 w - - 0 1", "g7g8", "1-0 goal reached"},
		{"too few", "breakthrough", race("count: 3"), "P7/6P1/8/8/8/8/1p6/8 w - - 0 1", "g7g8", ""},
		{"too few in a full goal", "breakthrough", race("count: 3, full: true"), "Pppppp1p/6P1/8/8/8/8/8/8 w - - 0 1", "g7g8", "1-0 goal reached"},
		{"arrived", "breakthrough", race("stays: true"), "8/6P1/8/p7/8/8/8/8 w - - 0 1", "g7g8", ""},
		{"stayed", "breakthrough", race("stays: true"), "6P1/8/8/p7/8/8/8/8 b - - 0 1", "a5a4", "1-0 goal reached"},
		{"captured there", "breakthrough", "regions: {last: [rank 7]}\n" + race("stays: true"), "7p/6P1/8/8/p7/8/8/7P b - - 0 1", "h8g7", ""},
		{"safe, and need not stay", "breakthrough", race("stays: true, safe: true"), "8/6P1/8/p7/8/8/8/8 w - - 0 1", "g7g8", "1-0 goal reached"},
		{"attacked, and has to stay", "breakthrough", "regions: {last: [rank 7]}\n" + race("stays: true, safe: true"), "7p/8/6P1/p7/8/8/8/8 w - - 0 1", "g6g7", ""},
		{"mate by a rook", "shatar", "", "7k/6pp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "1-0 checkmate"},
		{"mate by a bishop", "shatar", "", "6bk/7p/8/8/8/8/8/2B1K3 w - - 0 1", "c1b2", "1/2-1/2 checkmate without a strong check"},
		{"mate by a knight", "shatar", "", "6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1", "e5f7", "0-1 checkmate by a piece that may not"},
		{"a bare king", "shatar", "", "k7/8/8/8/8/8/6p1/5K1R w - - 0 1", "f1g2", "1/2-1/2 bare king"},
		{"a king against two", "koedem", "", "4k3/8/8/8/8/8/4q3/4K3[k] b - - 0 1", "K@a1", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := changed(t, row.game, row.keys)
			p, err := r.ParsePosition(row.position)
			if err != nil {
				t.Fatal(err)
			}
			play(t, p, row.move)
			read, err := r.ParsePosition(p.Text())
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range []*rules.Position{p, read} {
				o, over := p.Outcome()
				if got := o.Result + " " + o.Termination; over != (row.want != "") || over && got != row.want {
					t.Errorf("over: %v, %q, want %q", over, got, row.want)
				}
			}
		})
	}
}

// TestStrongChecks mates with a bishop after checks that include one by a rook.
func TestStrongChecks(t *testing.T) {
	p, err := changed(t, "shatar", "").ParsePosition("6b1/7k/R7/8/8/8/8/2B1K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a6a7", "h7h8", "c1b2"} {
		play(t, p, text)
	}
	if o, over := p.Outcome(); !over || o.Result != "1-0" || o.Termination != "checkmate" {
		t.Errorf("over: %v, %+v", over, o)
	}
}

// TestNoPass checks why passing is illegal.
func TestNoPass(t *testing.T) {
	for _, row := range []struct{ game, position, want string }{
		{"ataxx", "P5p/7/7/7/7/7/p5P w - - 0 1", "a side that has another move may not pass"},
		{"janggi", "9/4k4/9/9/9/9/9/4r4/9/4K4 w - - 0 1", "a side whose royal is attacked may not pass"},
	} {
		p, err := changed(t, row.game, "").ParsePosition(row.position)
		if err != nil {
			t.Fatal(err)
		}
		if v := p.Judge(rules.PassMove); v == nil || v.Message != row.want {
			t.Errorf("%s: %v, want %q", row.game, v, row.want)
		}
	}
}

// TestConnectionSays checks the rule card's text about connected pieces.
func TestConnectionSays(t *testing.T) {
	for _, row := range []struct{ keys, says string }{
		{"row: 3", "A side whose pieces stand 3 in a row wins"},
		{"line: 3, pieces: [P], result: loss", "A side whose pieces (Pawn) stand 3 on one line loses"},
		{"square: 2", "A side whose pieces fill a square of 2 by 2 wins"},
		{"from: low, to: high", "A side whose pieces lead in a chain from the first rank to the last rank wins"},
	} {
		r := changed(t, "chess", "version: \"1\"\nregions: {low: [rank 1], high: [rank 8]}\nrules:\n  - {module: connection, "+row.keys+"}\n")
		if says := r.Specials()[0].Says; says != row.says {
			t.Errorf("%s: %q, want %q", row.keys, says, row.says)
		}
	}
	d, err := variant.Embedded().Check("trial.yaml", []byte("id: trial\nname: Trial\nextends: chess\nrules:\n  - {module: connection}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rules.Compile(d); err == nil || !strings.Contains(err.Error(), "needs row, line, square, or from and to") {
		t.Errorf("without any: %v", err)
	}
}

// TestAllRoyals checks a side without any of the pieces that must not all be
// attacked at once.
func TestAllRoyals(t *testing.T) {
	r := varied(t, "rules:\n  - {module: royal-safety}\n  - {module: extinction, pieces: [Q], royal: all}\n  - {module: no-moves, result: draw}\n")
	for position, want := range map[string]uint64{"4k3/8/8/8/8/8/8/4K3 w - - 0 1": 5, "4k3/8/8/8/8/8/q7/7K b - - 0 1": 24} {
		p, err := r.ParsePosition(position)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Perft(1); got != want {
			t.Errorf("%s: %d moves, want %d", position, got, want)
		}
	}
}
