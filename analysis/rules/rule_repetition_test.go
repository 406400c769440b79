package rules

import (
	"strings"
	"testing"
)

// TestPerpetual judges repetitions in xiangqi: perpetual checks and chases from
// diagrams of the Asian Xiangqi Federation, with the results of
// Fairy-Stockfish's tests. They cover direct and discovered threats, victims
// with a pinned protector or one that a cannon only seems to protect, chasing
// soldiers and kings, and chases by both sides.
func TestPerpetual(t *testing.T) {
	r := compiled(t, "xiangqi", "")
	for _, row := range []struct{ position, moves, result string }{
		{"2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w - - 0 1", "c3a3 a8b8 a3b3 b8a8 b3a3 a8b8 a3b3 b8a8 b3a3", "0-1"},
		{"2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w - - 0 1", "c3a3 a8b8 a3b3 b8a8 b3a3 a8b8 a3b3 b8a8 b3a3 a8b8 a3b3 b8a8", "0-1"},
		{"2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/CC1AKA3 w - - 0 1", "a5a6 a7b7 a6b6 b7a7 b6a6 a7b7 a6b6 b7a7 b6a6", "0-1"},
		{"2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/1C1AKA3 w - - 0 1", "a5a6 a7b7 a6b6 b7a7 b6a6 a7b7 a6b6 b7a7 b6a6", "1/2-1/2"},
		{"5k3/9/9/5C3/5c3/5C3/9/9/5p3/4K4 w - - 0 1", "f5d5 f6d6 d5f5 d6f6 f5d5 f6d6 d5f5 d6f6", "0-1"},
		{"4k4/7n1/9/4pR3/9/9/4P4/9/9/4K4 w - - 0 1", "f7h7 h9f8 h7h8 f8g6 h8g8 g6i7 g8g7 i7h9 g7h7 h9f8 h7h8 f8g6 h8g8 g6i7 g8g7 i7h9 g7h7", "1/2-1/2"},
		{"9/3kc4/3a5/3P5/9/4p4/9/4K4/9/3C5 w - - 0 1", "d7e7 e5d5 e7d7 d5e5 d7e7 e5d5 e7d7 d5e5", "1-0"},
		{"3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w - - 0 1", "f2e2 f3e3 e2f2 e3f3 f2e2 f3e3 e2f2 e3f3", "1-0"},
		{"3k5/4P4/4b4/3C5/4c4/9/9/9/9/5K3 w - - 0 1", "d7e7 e8g6 e7d7 g6e8 d7e7 e8g6 e7d7 g6e8", "1-0"},
		{"3k5/9/9/9/9/9/9/9/cr1CAK3/9 w - - 0 1", "d2d4 b2b4 d4d2 b4b2 d2d4 b2b4 d4d2 b4b2", "1-0"},
		{"5k3/9/9/5C3/5c3/5C3/9/9/5p3/4K4 w - - 0 1", "f5d5 f6d6 d5f5 d6f6 f5d5 f6d6 d5f5 d6f6", "0-1"},
		{"4k4/9/4b4/2c2nR2/9/9/9/9/9/3K5 w - - 0 1", "g7g6 f7g9 g6g7 g9f7 g7g6 f7g9 g6g7 g9f7", "1-0"},
		{"3P5/3k5/3nn4/9/9/9/9/9/9/5K3 w - - 0 1", "d10e10 d9e9 e10d10 e9d9 d10e10 d9e9 e10d10 e9d9", "1-0"},
		{"4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w - - 0 1", "e5e4 c5c4 e4e5 c4c5 e5e4 c5c4 e4e5 c4c5", "1-0"},
		{"4k4/9/9/c1c6/9/r8/9/9/C8/3K5 w - - 0 1", "a2c2 a5c5 c2a2 c5a5 a2c2 a5c5 c2a2 c5a5", "1-0"},
		{"9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w - - 0 1", "e4d4 d7e7 d4e4 e7d7 e4d4 d7e7 d4e4 e7d7", "1/2-1/2"},
		{"3k5/6c2/9/7P1/6c2/6P2/9/9/9/5K3 w - - 0 1", "h7g7 g6h6 g7h7 h6g6 h7g7 g6h6 g7h7 h6g6", "1/2-1/2"},
		{"4ck3/9/9/9/9/2r1R1N2/6N2/9/4A4/3AK4 w - - 0 1", "e5e4 c5c4 e4e5 c4c5 e5e4 c5c4 e4e5 c4c5", "1/2-1/2"},
		{"5k3/9/9/c8/9/P1P6/9/2C6/9/3K5 w - - 0 1", "c3a3 a7c7 a3c3 c7a7 c3a3 a7c7 a3c3 c7a7", "1/2-1/2"},
		{"4k4/9/r1r6/9/PPPP5/9/9/9/1C7/5K3 w - - 0 1", "b2a2 a8b8 a2c2 c8d8 c2b2 b8a8 b2d2 d8c8 d2a2 a8b8 a2c2 c8d8 c2b2 b8a8 b2d2 d8c8 d2a2", "1/2-1/2"},
		{"3k2b2/4P4/4b4/9/8p/6Bc1/6P1P/3AB4/4pp3/1p1K3R1 w - - 0 1", "h1h2 h5h4 h2h1 h4h5 h1h2 h5h4 h2h1 h4h5", "1/2-1/2"},
		{"2baka1r1/C4rN2/9/1Rp1p4/9/9/4P4/9/4A4/4KA3 w - - 0 1", "b7b9 f10e9 b9b10 e9f10 b10b9 f10e9 b9b10 e9f10 b10b9", "0-1"},
		{"5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w - - 0 1", "e2f1 h4h2 f1e2 h2h4 e2f1 h4h2 f1e2 h2h4", "1-0"},
		{"4k4/4c4/9/4p4/9/9/3rn4/3NR4/4K4/9 b - - 0 1", "e4g5 e2f2 g5e4 f2e2 e4g5 e2f2 g5e4 f2e2", "1-0"},
		{"5k3/9/9/9/9/1N2P1C2/9/4BC3/9/cr1RK4 w - - 0 1", "b5c3 b1c1 c3b5 c1b1 b5c3 b1c1 c3b5 c1b1", "1-0"},
		{"5k3/9/9/9/9/4c4/3n5/3NBA3/4A4/4K4 w - - 0 1", "e1d1 e5d5 d1e1 d5e5 e1d1 e5d5 d1e1 d5e5", "1-0"},
		{"5k3/9/9/9/9/4c4/3r5/3NB4/4A4/4K4 w - - 0 1", "e1d1 e5d5 d1e1 d5e5 e1d1 e5d5 d1e1 d5e5", "1-0"},
		{"5k3/9/9/9/9/9/9/9/9/3NK1cr1 w - - 0 1", "d1c3 h1h3 c3d1 h3h1 d1c3 h1h3 c3d1 h3h1", "1-0"},
		{"3k5/9/9/3n5/9/9/3r5/9/9/3NK4 w - - 0 1", "d1c3 d4c4 c3d1 c4d4 d1c3 d4c4 c3d1 c4d4", "1/2-1/2"},
		{"3k5/9/9/9/9/9/3r5/9/9/3NK4 w - - 0 1", "d1c3 d4c4 c3d1 c4d4 d1c3 d4c4 c3d1 c4d4", "1-0"},
		{"4k4/9/9/9/4n4/9/5C3/9/4N4/4K4 w - - 0 1", "e2g1 e10f10 g1e2 f10e10 e2g1 e10f10 g1e2 f10e10", "1-0"},
		{"5k3/9/9/9/9/1C7/1r7/9/1C7/4K4 w - - 0 1", "b5c5 b4c4 c5b5 c4b4 b5c5 b4c4 c5b5 c4b4", "1-0"},
		{"4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 w - - 0 1", "f9f7 f10e9 f7f9 e9f10 f9f7 f10e9 f7f9 e9f10", "1/2-1/2"},
	} {
		p, err := r.ParsePosition(row.position)
		if err != nil {
			t.Fatal(err)
		}
		for _, move := range strings.Fields(row.moves) {
			i := strings.LastIndexAny(move, "abcdefghi")
			from, _ := r.SquareNamed(move[:i])
			to, _ := r.SquareNamed(move[i:])
			m := NewMove(Step, from, to, NoPieceType)
			if v := p.Judge(m); v != nil {
				t.Fatalf("%s %s: %v", row.position, move, v)
			}
			p.Play(m)
		}
		key, text := p.Key(), p.Text()
		if o := p.Cycle(); o.Result != row.result {
			t.Errorf("%s %s: %s by %s, want %s", row.position, row.moves, o.Result, o.Termination, row.result)
		}
		if p.Occurrences() < 3 || p.Key() != key || p.Text() != text {
			t.Errorf("%s %s: left as %s, which has occurred %d times", row.position, row.moves, p.Text(), p.Occurrences())
		}
	}
}
