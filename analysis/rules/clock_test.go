package rules

import "testing"

// TestClock checks what resets the clock: captures, promotions, drops, and
// irreversible moves of resetting types. In crazyhouse, drops other than pawns
// do not, as on its servers.
func TestClock(t *testing.T) {
	for _, tc := range []struct {
		variant, text string
		from, to      string // from is a letter for a drop
		into          string
		want          int
	}{
		{"chess", "4k3/8/8/8/8/8/4P3/4K2R w K - 7 20", "h1", "h5", "", 8},
		{"chess", "4k3/8/8/8/8/8/4P3/4K2R w K - 7 20", "e2", "e4", "", 0},
		{"chess", "4k2r/8/8/8/8/8/4P3/4K2R w K - 7 20", "h1", "h8", "", 0},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 7 20", "N", "e5", "", 8},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 7 20", "P", "e5", "", 0},
		{"makruk", "4k3/8/8/8/8/2P5/8/4K2R w - - 7 20", "c3", "c4", "", 0},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w - - 7 20", "P", "a5", "", 0},
		{"capahouse", "5k4/10/10/10/10/10/10/5K4[N] w - - 7 20", "N", "e5", "", 0},
		{"minihouse", "5k/6/6/6/6/K5[N] w - - 7 20", "N", "e5", "", 0},
		{"pawnsideways", "4k3/8/8/8/8/4P3/8/4K3 w - - 7 20", "e3", "d3", "", 8},
		{"pawnsideways", "4k3/8/8/8/8/4P3/8/4K3 w - - 7 20", "e3", "e4", "", 0},
		{"shogi", "4k4/9/9/9/9/9/9/8R/4K4[] w - - 7 20", "i2", "i9", "+R", 0},
		{"pawnback", "4k3/8/8/8/4P3/8/8/4K3 w - - 7 20", "e4", "e5", "", 8},
		{"pawnback", "4k3/P7/8/8/8/8/8/4K3 w - - 7 20", "a7", "a8", "Q", 0},
		{"kyotoshogi", "3k1/5/5/5/K3N[] w - - 7 20", "e1", "d3", "+N", 8},
	} {
		r := compiled(t, tc.variant, "")
		p, err := r.ParsePosition(tc.text)
		if err != nil {
			t.Fatal(err)
		}
		to, _ := r.SquareNamed(tc.to)
		m := NewDrop(HandSlot(r.names.byLetter[tc.from]), to, NoPieceType)
		if from, ok := r.SquareNamed(tc.from); ok {
			m = NewMove(Step, from, to, NoPieceType)
		}
		if tc.into != "" {
			from, _ := r.SquareNamed(tc.from)
			m = NewMove(Step, from, to, r.names.byLetter[tc.into])
		}
		if !p.Legal(m) {
			t.Fatalf("%s: %s-%s is not legal", tc.text, tc.from, tc.to)
		}
		p.Play(m)
		if p.clock != tc.want {
			t.Errorf("%s %s %s-%s: the clock stands at %d, want %d", tc.variant, tc.text, tc.from, tc.to, p.clock, tc.want)
		}
		p.Undo()
		if p.Text() != tc.text {
			t.Errorf("%s: taking the move back leaves %s", tc.text, p.Text())
		}
	}
}
