package rules

import (
	"math/rand/v2"
	"slices"
	"testing"

	"assay/analysis/variant"
	"assay/fixtures"
)

var passMove = PassMove

func TestPassing(t *testing.T) {
	r := compiled(t, "janggi", "")
	for _, tc := range []struct {
		name, text string
		want       bool
	}{
		{"at the start", r.Start().Text(), true},
		{"in check", "9/4k4/9/9/9/9/9/4r4/9/4K4 w - - 0 1", false},
		{"royals facing", "9/4k4/9/9/9/9/9/9/9/4K4 w - - 0 1", true},
		{"in check with royals facing", "9/4k4/9/9/9/9/9/9/9/r3K4 w - - 0 1", true},
	} {
		p, err := r.ParsePosition(tc.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(p.Moves(nil), passMove); got != tc.want {
			t.Errorf("%s: a pass is generated: %v", tc.name, got)
		}
		if got := p.Legal(passMove); got != tc.want {
			t.Errorf("%s: a pass is judged legal: %v", tc.name, got)
		}
	}
}

func TestPassesEndTheGame(t *testing.T) {
	r := compiled(t, "janggi", "")
	for _, tc := range []struct {
		name, text          string
		passes              int
		result, termination string
	}{
		{"one pass", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", 1, "", ""},
		{"equal armies, but Second moved second", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", 2, "0-1", "both passed"},
		{"a soldier ahead", "3k5/9/9/9/9/9/9/9/7P1/4K4 w - - 0 1", 2, "1-0", "both passed"},
		{"facing", "4k4/9/9/9/9/9/9/9/8R/4K4 w - - 0 1", 1, "1-0", "royals face"},
	} {
		p, err := r.ParsePosition(tc.text)
		if err != nil {
			t.Fatal(err)
		}
		for range tc.passes {
			p.Play(passMove)
		}
		o, over := p.Outcome()
		if over != (tc.result != "") || o.Result != tc.result || o.Termination != tc.termination {
			t.Errorf("%s: %v %+v", tc.name, over, o)
		}
		if over && p.HasMove() {
			t.Errorf("%s: the game goes on after its end", tc.name)
		}
	}
}

// TestReadPassWhileFacing reads the final position of a game that a side in
// check ended by passing while the royals faced each other. It cannot arise
// otherwise.
func TestReadPassWhileFacing(t *testing.T) {
	r := compiled(t, "janggi", "")
	p, err := r.ParsePosition("9/4k4/9/9/9/9/9/9/9/r3K4 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	p.Play(passMove)
	want, _ := p.Outcome()
	read, err := r.ParsePosition(p.Text())
	if err != nil {
		t.Fatal(err)
	}
	if got, over := read.Outcome(); !over || got != want || read.HasMove() || read.Text() != p.Text() {
		t.Errorf("%s reads as %s: %v %+v, played %+v", p.Text(), read.Text(), over, got, want)
	}
	if _, err := r.ParsePosition("9/3k5/9/9/9/9/9/9/9/r3K4 b - - 1 1"); err == nil {
		t.Error("a royal that can be captured is accepted, and the royals do not face each other")
	}
}

func TestBreakFacing(t *testing.T) {
	r := compiled(t, "janggi", "")
	p, err := r.ParsePosition("4k4/9/9/9/9/9/9/3A5/9/4K4 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		from, to string
		want     bool
	}{
		{"e1", "d1", true}, {"e1", "e2", false}, {"d3", "e3", true}, {"d3", "d2", false},
	} {
		from, _ := r.SquareNamed(tc.from)
		to, _ := r.SquareNamed(tc.to)
		m := NewMove(Step, from, to, NoPieceType)
		if got := slices.Contains(p.Moves(nil), m); got != tc.want {
			t.Errorf("%s-%s is generated: %v", tc.from, tc.to, got)
		}
		v := p.Judge(m)
		if (v == nil) != tc.want || v != nil && v.Reason != "royals face" {
			t.Errorf("%s-%s: %v", tc.from, tc.to, v)
		}
	}
}

// TestJudgeNull makes null moves in variations, in variants with and without
// passing.
func TestJudgeNull(t *testing.T) {
	for _, tc := range []struct{ name, variant, text, reason string }{
		{"at the start", "chess", "", ""},
		{"in check", "chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "royal attacked"},
		{"a king that may be captured", "csg-1", "", ""},
		{"with a hand", "shogi", "", ""},
		{"by the game's own rule", "janggi", "9/4k4/9/9/9/9/9/9/9/r3K4 w - - 0 1", ""},
		{"against the game's own rule", "janggi", "9/4k4/9/9/9/9/9/4r4/9/4K4 w - - 0 1", "royal attacked"},
	} {
		r := compiled(t, tc.variant, "")
		p := r.Start()
		if tc.text != "" {
			var err error
			if p, err = r.ParsePosition(tc.text); err != nil {
				t.Fatal(err)
			}
		}
		reason := ""
		if v := p.JudgeNull(); v != nil {
			reason = v.Reason
		}
		if reason != tc.reason {
			t.Errorf("%s: %q, want %q", tc.name, reason, tc.reason)
		}
		if v := p.Judge(passMove); tc.variant != "janggi" && (v == nil || v.Rule != "G-4") {
			t.Errorf("%s: %v in the main line", tc.name, v)
		}
	}
}

// TestPlayNullMove makes null moves in random positions of every variant: only
// the side to move and en passant change, and Undo restores everything.
func TestPlayNullMove(t *testing.T) {
	for _, id := range fixtures.Games(variant.Embedded().IDs()) {
		r := compiled(t, id, "")
		p, random := r.Start(), rand.New(rand.NewPCG(7, 4))
		for range 80 {
			moves := p.Moves(nil)
			if _, over := p.Outcome(); over || len(moves) == 0 {
				break
			}
			if p.JudgeNull() == nil {
				before, was := p.Text(), p.Key()
				board := p.board
				p.Play(passMove)
				if key, secret := p.computeKeys(); key != p.key || secret != p.repetitionKey || !p.enPassant.Empty() || p.board != board {
					t.Fatalf("%s: %s passes into %s", id, before, p.Text())
				}
				if read, err := r.ParsePosition(p.Text()); p.ended == notEnded && (err != nil || read.Key() != p.Key()) {
					t.Fatalf("%s: %s passes into %s: %v", id, before, p.Text(), err)
				}
				p.Undo()
				if p.Text() != before || p.Key() != was {
					t.Fatalf("%s: %s is taken back to %s", id, before, p.Text())
				}
			}
			p.Play(moves[random.IntN(len(moves))])
		}
	}
}
