package analysis_test

import (
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/fixtures"
)

// TestSeedPage verifies the two games of the page as it is, including the
// prose.
func TestSeedPage(t *testing.T) {
	path := fixtures.Shared(t, "seeds/000_49e8026fa9fb4cd5.txt")[0]
	games := verifyFile(t, analysis.NewVerifier(analysis.NewRulebook(variant.Embedded())), path)
	want := []struct {
		variant, result string
		plies, longest  int
	}{{"csg-1", "0-1", 110, 755}, {"csg-3", "1-0", 199, 998}}
	if len(games) != len(want) {
		t.Fatalf("%d games, want %d", len(games), len(want))
	}
	for i, w := range want {
		r := games[i].Report
		if r.Verdict != analysis.Legal || r.Variant != w.variant || r.Result != w.result || r.Plies != w.plies {
			t.Errorf("game %d: %+v, want %+v", i+1, r, w)
		}
		if r.Termination == nil || *r.Termination != "king captured" {
			t.Errorf("game %d: termination %v", i+1, r.Termination)
		}
		p := games[i].Start()
		longest := 0
		for _, m := range games[i].Moves {
			longest = max(longest, int(p.Count()))
			p.Play(m)
		}
		if longest != w.longest {
			t.Errorf("game %d: the longest list of legal moves has %d, want %d", i+1, longest, w.longest)
		}
	}
}
