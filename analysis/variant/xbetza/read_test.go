package xbetza

import (
	"strings"
	"testing"

	"assay/analysis/variant"
)

// TestRead reads moves with XBetza's meaning: how many vectors they have, or
// why they cannot be expressed.
func TestRead(t *testing.T) {
	for _, tc := range []struct {
		text    string
		vectors int
		problem string
	}{
		{"N", 8, ""}, {"fN", 2, ""}, {"ffN", 2, ""}, {"fsN", 2, ""}, {"fhN", 4, ""}, {"lfN", 1, ""}, {"flN", 1, ""},
		{"vN", 4, ""}, {"hrN", 4, ""}, {"fF", 2, ""}, {"flF", 1, ""}, {"fW", 1, ""}, {"sW", 2, ""}, {"fK", 1, ""},
		{"fsK", 2, ""}, {"K", 8, ""}, {"Q", 8, ""}, {"L", 8, ""}, {"J", 8, ""}, {"WW", 4, ""}, {"N2", 8, ""},
		{"mRcpR", 8, ""}, {"jDjA", 8, ""}, {"ifmnDfmWfceF", 6, ""}, {"KisO2", 8, ""}, {"mcaK", 8, ""}, {"gQ", 8, ""},
		{"FyafsF", 12, ""}, {"afsW", 8, ""}, {"fafW", 1, ""}, {"iafW", 0, "first move"}, {"jR", 0, "must jump"}, {"nZ", 0, "lame leap"}, {"nN2", 0, "range"},
		{"caK", 0, "must capture"}, {"fmcaW", 0, "two captures"}, {"N(4,1)", 0, "unknown atom"}, {"fm", 0, "column 3: modifiers without an atom"},
		{"fmsW", 0, "directions together"}, {"kW", 0, "unknown modifier"}, {"fO2", 0, "castling is isO2"},
		{strings.Repeat("N", 300), 0, "longer than"},
	} {
		moves, err := Read(tc.text)
		if tc.problem != "" {
			if err == nil || !strings.Contains(err.Error(), tc.problem) {
				t.Errorf("%s: %v, want %s", tc.text, err, tc.problem)
			}
			continue
		}
		n := 0
		for _, m := range moves.Movements {
			parts, failed := variant.ParseBetza(m.Betza)
			if failed != nil {
				t.Fatal(failed)
			}
			for _, p := range parts {
				n += len(p.Vectors) + len(p.Paths)
			}
		}
		if err != nil || n != tc.vectors {
			t.Errorf("%s: %d vectors, want %d: %+v, %v", tc.text, n, tc.vectors, moves, err)
		}
	}
}
