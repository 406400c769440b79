package rules_test

import (
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

var duckMoves = []ruleCase{
	{position: duckStart, move: "Pawn e2 - e4 / duck e5"},
	{position: duckStart, move: "Pawn e2 - e4 / duck e2"},
	{position: duckStart, move: "Pawn e2 - e4", rule: "NL-10"},
	{position: duckStart, move: "Pawn e2 - e4 / wall e5", rule: "NL-10"},
	{position: duckStart, move: "Pawn e2 - e4 / duck e4", rule: "DU-2"},
	{position: duckStart, move: "Pawn e2 - e4 / duck d7", rule: "DU-2"},
	{position: duckStart, move: "Pawn e2 - e5 / duck d5", rule: "DU-0"},
	{position: "4k3/8/8/8/8/4*3/4P3/4K2R w K - 0 1", move: "Pawn e2 - e3 / duck d5", rule: "DU-0"},
	{position: "4k3/8/8/8/8/4*3/4P3/4K2R w K - 0 1", move: "Pawn e2 - e4 / duck d5", rule: "DU-0"},
	{position: "4k3/8/8/8/8/4*3/4P3/4K2R w K - 0 1", move: "King e1 - f1 / duck e3", rule: "DU-2"},
	{position: "4k3/8/8/8/8/4*3/4P3/4K2R w K - 0 1", move: "King e1 - g1 / duck h1"},
	{position: "4k3/8/8/8/8/4*3/4P3/4K2R w K - 0 1", move: "King e1 - g1 / duck f1", rule: "DU-2"},
	{position: "4k3/8/8/8/8/8/4P3/4K1*R w K - 0 1", move: "King e1 - g1 / duck a1", rule: "W-5"},
	{position: "4k3/8/8/8/8/8/8/4K2Q w - - 0 1", move: "Queen h1 - e4 / duck e6"},
	{position: "4k3/8/4*3/8/4Q3/8/8/4K3 w - - 0 1", move: "Queen e4 x e8 / duck e4", rule: "DU-0"},
	{position: "4k3/8/3*4/8/4Q3/8/8/4K3 w - - 0 1", move: "Queen e4 x e8 / duck e4", result: "1-0", ends: "king captured", by: "DU-3"},
}

// The new duck blocks attacks at once, the old one no longer does.
var atomicDuckMoves = []ruleCase{
	{position: "rn1*3r/p1p4p/1p2p3/5p2/P1kbP3/2P2P2/NP1P2PP/1RB1K2R w K - 1 21", move: "King e1 - g1 / duck f2"},
	{position: "rn1*3r/p1p4p/1p2p3/5p2/P1kbP3/2P2P2/NP1P2PP/1RB1K2R w K - 1 21", move: "King e1 - g1 / duck e3"},
	{position: "rn1*3r/p1p4p/1p2p3/5p2/P1kbP3/2P2P2/NP1P2PP/1RB1K2R w K - 1 21", move: "King e1 - g1 / duck a5", rule: "W-5"},
	{position: "r1bqk3/ppppp2p/7b/5p2/4P3/1P*Q4/P1P2P1P/R3K3 w Qq - 0 9", move: "King e1 - c1 / duck g5"},
	{position: "r1bqk3/ppppp2p/7b/5p2/4P3/1P*Q4/P1P2P1P/R3K3 w Qq - 0 9", move: "King e1 - c1 / duck b2", rule: "W-5"},
	{position: "4k3/8/8/8/1b6/2*5/8/4K2R w K - 0 1", move: "King e1 - g1 / duck a1", rule: "W-5"},
	{position: "4k3/8/8/8/1b6/2*5/8/4K2R w K - 0 1", move: "King e1 - g1 / duck d2"},
	{position: "4k3/8/8/2b5/8/4*3/8/4K2R w K - 0 1", move: "King e1 - g1 / duck e1", rule: "W-5"},
}

const duckStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

var isolationMoves = []ruleCase{
	{position: "3p2/6/6/6/6/6/6/2P3 w - - 0 1", move: "Pawn c1 - d2 / wall d1"},
	{position: "3p2/6/6/6/6/6/6/2P3 w - - 0 1", move: "Pawn c1 - d2 / wall c1", rule: "IS-2"},
	{position: "3p2/6/6/6/6/6/6/2P3 w - - 0 1", move: "Pawn c1 - d2 / wall d8", rule: "IS-2"},
	{position: "3p*1/2****/6/6/6/6/6/2P3 w - - 0 1", move: "Pawn c1 - d2 / wall c8", result: "1-0", ends: "no legal move", by: "IS-3"},
}

var joustMoves = []ruleCase{
	{position: "8/8/8/4n3/3N4/8/8/8 w - - 0 1", move: "Knight d4 - f5 / wall d4"},
	{position: "8/8/8/4n3/3N4/8/8/8 w - - 0 1", move: "Knight d4 - f5 / wall d5", rule: "JO-2"},
	{position: "8/5*2/8/4n3/3N4/8/8/8 b - - 0 1", move: "Knight e5 - f7 / wall e5", rule: "JO-1"},
}

var petrifiedMoves = []ruleCase{
	{position: "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", move: "Rook d1 x d5"},
	{position: "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", move: "Pawn e4 x d5"},
	{position: "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", move: "King e1 x e2", rule: "PF-2"},
	{position: "4r3/8/8/k7/4R3/8/8/4K3 w - - 0 1", move: "Rook e4 - d4", rule: "PF-0"},
	{position: "4r3/8/8/k2p4/4R3/8/8/4K3 w - - 0 1", move: "Rook e4 x e8"},
	{position: "4k3/8/8/3*4/8/8/8/3RK3 w - - 0 1", move: "Rook d1 - d5", rule: "PF-0"},
	{position: "4k3/8/8/3*4/8/8/8/3RK3 w - - 0 1", move: "Rook d1 - d6", rule: "PF-0"},
	{position: "3*k3/8/8/8/8/8/8/3RK3 w - - 0 1", move: "Rook d1 - d7"},
}

var nuclearMoves = []ruleCase{
	{position: "rnbk1b1r/2p3p1/*1n4p/1N1ppp2/1P1PP2*/5P2/P1P2KP1/R1BQ2N1 b - - 0 11", move: "Knight c6 x d4", rule: "NUC-4"},
	{position: "rn1q1bnr/pb1pkpp1/7p/1*2p3/P3P3/2P5/3P1PPP/RNB1QKNR b - - 1 7", move: "Bishop b7 x e4", rule: "NUC-4"},
	{position: "5r1r/2q3b1/*6*/1*kpp3/6*P/2*1Pp1B/3N1PR1/5K2 w - - 0 26", move: "Knight d2 x f3", rule: "NUC-4"},
}

// TestWalls plays and undoes wall moves, and checks texts and keys.
func TestWalls(t *testing.T) {
	for _, row := range []struct{ id, position, moves, want string }{
		{"duck", duckStart, "e2e4/e5 d7d5/d4 e4d5/e2", "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP*PPP/RNBQKBNR b KQkq - 0 2"},
		{"joust", "8/8/8/4n3/3N4/8/8/8 w - - 0 1", "d4f5/d4 e5d7/e5", "8/3n4/8/4*N2/3*4/8/8/8 w - - 2 2"},
		{"petrified", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5/", "4k3/8/8/3*4/8/8/8/4K3 b - - 0 1"},
	} {
		d, err := variant.Embedded().Definition(row.id, "")
		if err != nil {
			t.Fatal(err)
		}
		r, err := rules.Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.ParsePosition(row.position)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, text := range strings.Fields(row.moves) {
			way, wall, _ := strings.Cut(text, "/")
			from, _ := r.SquareNamed(way[:2])
			to, _ := r.SquareNamed(way[2:])
			m := rules.NewMove(rules.Step, from, to, rules.NoPieceType)
			if wall != "" {
				s, _ := r.SquareNamed(wall)
				m = m.With(rules.Wall, s, rules.NoPieceType)
			}
			if v := p.Judge(m); v != nil {
				t.Fatalf("%s %s: %v", row.id, text, v)
			}
			texts = append(texts, p.Text())
			p.Play(m)
		}
		if p.Text() != row.want {
			t.Errorf("%s: %s, want %s", row.id, p.Text(), row.want)
		}
		again, err := r.ParsePosition(p.Text())
		if err != nil || again.Key() != p.Key() {
			t.Errorf("%s: %v, key %x, want %x", row.id, err, again.Key(), p.Key())
		}
		for len(texts) > 0 {
			p.Undo()
			if n := len(texts) - 1; p.Text() != texts[n] {
				t.Errorf("%s: taken back to %s, want %s", row.id, p.Text(), texts[n])
			}
			texts = texts[:len(texts)-1]
		}
	}
	chess, err := variant.Embedded().Definition("chess", "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(chess)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.ParsePosition("4k3/8/8/3*4/8/8/8/4K3 w - - 0 1"); err == nil {
		t.Error("a wall is read in a game that has none")
	}
}
