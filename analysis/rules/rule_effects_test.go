package rules_test

import "testing"

// TestExplosionBesideRoyals counts the moves of a king that may stand next to
// the other king, and of one that may not because explosions harm neither.
func TestExplosionBesideRoyals(t *testing.T) {
	for _, row := range []struct {
		explosion string
		want      uint64
	}{
		{"spares: [P]", 8},
		{"spares: [P], immune: [K]", 5},
		{"spares: [P, K]", 5},
	} {
		r := changed(t, "atomic", "rules: [{module: explosion, "+row.explosion+"}, {module: royal-safety}, {module: extinction, pieces: [K]}, {module: no-moves, result: draw}]\n")
		p, err := r.ParsePosition("8/8/8/4k3/8/4K3/8/8 w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Perft(1); got != row.want {
			t.Errorf("%s: %d moves, want %d", row.explosion, got, row.want)
		}
	}
}
