package rules

import (
	"slices"
	"strings"
	"testing"

	"assay/analysis/variant"
)

// withPawns returns chess with other pawn movements.
func withPawns(t *testing.T, moves string) *Rules {
	t.Helper()
	d, err := variant.Embedded().Check("pawns", []byte("id: pawns\nextends: chess\nname: Pawns\npieces:\n  P:\n    moves: "+moves+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEnPassantPath captures en passant on every square of a step's path:
// straight, diagonal, long, bent.
func TestEnPassantPath(t *testing.T) {
	const (
		berolina = "[fmFfcW, {betza: fmnA, from: pawns, en-passant: true}, {betza: fW, passing: P}]"
		triple   = "[fmWfcF, {betza: fmW3, from: pawns, en-passant: true}, {betza: fF, passing: P}]"
		leaping  = "[fmWfcF, {betza: fmnH, from: pawns, en-passant: true}, {betza: fF, passing: P}]"
		bent     = "[fmWfcF, {betza: ffmnN, from: pawns, en-passant: true}, {betza: fF, passing: P}]"
		riding   = "[fmWfcF, {betza: fmR, from: pawns, en-passant: true}, {betza: fF, passing: P}]"
	)
	for _, tc := range []struct{ pawns, before, step, after, captures string }{
		{berolina, "4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1", "a7c5", "4k3/8/8/1Pp5/8/8/8/4K3 w - c5b6 0 2", "b5b6"},
		{berolina, "4k3/2p5/8/1P6/8/8/8/4K3 b - - 0 1", "c7a5", "4k3/8/8/pP6/8/8/8/4K3 w - a5b6 0 2", "b5b6"},
		{berolina, "4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1", "d2b4", "4k3/8/8/8/1Pp5/8/8/4K3 b - c3b4 0 1", "c4c3"},
		{berolina, "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2b4", "4k3/8/8/8/1P2p3/8/8/4K3 b - - 0 1", ""},
		{triple, "4k3/8/8/8/8/3p4/2P5/4K3 w - - 0 1", "c2c3", "4k3/8/8/8/8/2Pp4/8/4K3 b - - 0 1", ""},
		{triple, "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/4P3/3p4/8/4K3 b - - 0 1", ""},
		{triple, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e5", "4k3/8/8/4P3/3p4/8/8/4K3 b - e3 0 1", "d4e3"},
		{triple, "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1", "e2e5", "4k3/8/8/3pP3/8/8/8/4K3 b - e4 0 1", "d5e4"},
		{triple, "4k3/8/8/5p2/3p4/8/4P3/4K3 w - - 0 1", "e2e5", "4k3/8/8/4Pp2/3p4/8/8/4K3 b - e3e4 0 1", "d4e3 f5e4"},
		{leaping, "4k3/8/8/5p2/3p4/8/4P3/4K3 w - - 0 1", "e2e5", "4k3/8/8/4Pp2/3p4/8/8/4K3 b - e3e4 0 1", "d4e3 f5e4"},
		{bent, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2f4", "4k3/8/8/8/3p1P2/8/8/4K3 b - e3f4 0 1", "d4e3"},
		{riding, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e6", "4k3/8/4P3/8/3p4/8/8/4K3 b - e3 0 1", "d4e3"},
	} {
		r := withPawns(t, tc.pawns)
		p, err := r.ParsePosition(tc.before)
		if err != nil {
			t.Fatal(err)
		}
		p.Play(step(r, tc.step))
		if got := p.Text(); got != tc.after {
			t.Errorf("%s %s: gives %s, want %s", tc.before, tc.step, got, tc.after)
		}
		q, err := r.ParsePosition(tc.after)
		if err != nil {
			t.Errorf("%s: %v", tc.after, err)
			continue
		}
		if !q.Equal(p) || q.Text() != p.Text() {
			t.Errorf("%s reads as %s", tc.after, q.Text())
		}
		for _, p := range []*Position{p, q} {
			var captures []string
			for _, m := range p.Moves(nil) {
				if m.Kind() != EnPassant {
					continue
				}
				captures = append(captures, r.SquareName(m.From())+r.SquareName(m.To()))
				at, before := p.CapturedOn(m), p.Clone()
				p.Play(m)
				if key, secret := p.computeKeys(); p.At(at) != NoPiece || key != p.key || secret != p.repetitionKey {
					t.Errorf("%s: %s leaves %s", tc.after, captures[len(captures)-1], p.Text())
				}
				p.Undo()
				if !p.Equal(before) {
					t.Errorf("%s: taking %s back leaves %s", tc.after, captures[len(captures)-1], p.Text())
				}
			}
			if slices.Sort(captures); strings.Join(captures, " ") != tc.captures {
				t.Errorf("%s: captures %v, want %s", tc.after, captures, tc.captures)
			}
		}
	}
	// Only the crossed square is named, as older programs write it.
	r := withPawns(t, berolina)
	p, err := r.ParsePosition("4k3/8/8/1Pp5/8/8/8/4K3 w - b6 0 1")
	if err != nil || p.Text() != "4k3/8/8/1Pp5/8/8/8/4K3 w - c5b6 0 1" {
		t.Errorf("%v, %v", p, err)
	}
	if _, err := r.ParsePosition("4k3/8/8/pPp5/8/8/8/4K3 w - b6 0 1"); err == nil || !strings.Contains(err.Error(), "a5 and c5 may both have crossed b6") {
		t.Errorf("two that may have crossed b6: %v", err)
	}
	a, errA := r.ParsePosition("4k3/8/8/pPp5/8/8/8/4K3 w - a5b6 0 1")
	c, errC := r.ParsePosition("4k3/8/8/pPp5/8/8/8/4K3 w - c5b6 0 1")
	if errA != nil || errC != nil || a.Key() == c.Key() || a.Equal(c) {
		t.Errorf("captures of a5 and of c5 are one position: %v, %v", errA, errC)
	}
}

// TestEnPassantAsFairy reads the squares that Fairy-Stockfish writes after
// double steps of pieces other than its own pawns, and writes only those on
// which a capture is possible.
func TestEnPassantAsFairy(t *testing.T) {
	const captures = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq "
	const nothing = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq "
	for _, tc := range []struct{ id, fairy, own string }{
		{"pawnsideways", captures + "e3e4 0 3", captures + "e3 0 3"},
		{"pawnback", captures + "e3e4 0 3", captures + "e3 0 3"},
		{"allexplodeatomic", captures + "e3e4 0 3", captures + "e3 0 3"},
		{"allwayspawns", captures + "e3e4 0 3", captures + "e3 0 3"},
		{"petrified", captures + "e3e4 0 3", captures + "e3 0 3"},
		{"petrified", nothing + "e3e4 0 1", nothing + "- 0 1"},
		{"dragon-chess", captures + "e3e4 0 3", captures + "- 0 3"},
		{"berolina", "r1bqkbnr/1ppn2pp/1p6/1pp5/2P1p2P/PP3P2/P2P3P/RNBQKBNR w KQkq c5d6 0 7", "r1bqkbnr/1ppn2pp/1p6/1pp5/2P1p2P/PP3P2/P2P3P/RNBQKBNR w KQkq - 0 7"},
		{"berolina", "4k3/8/8/1Pp5/8/8/8/4K3 w - c5b6 0 1", "4k3/8/8/1Pp5/8/8/8/4K3 w - c5b6 0 1"},
	} {
		r := compiled(t, tc.id, "")
		p, err := r.ParsePosition(tc.fairy)
		if err != nil {
			t.Errorf("%s %s: %v", tc.id, tc.fairy, err)
			continue
		}
		if q, err := r.ParsePosition(tc.own); p.Text() != tc.own || err != nil || !p.Equal(q) {
			t.Errorf("%s %s: written as %s, want %s: %v", tc.id, tc.fairy, p.Text(), tc.own, err)
		}
	}
}

// step returns the step between two squares.
func step(r *Rules, text string) Move {
	from, _ := r.SquareNamed(text[:2])
	to, _ := r.SquareNamed(text[2:])
	return NewMove(Step, from, to, NoPieceType)
}
