package rules_test

import (
	"strings"
	"testing"

	"assay/fixtures/games"
)

// TestChecksLeft reads counts of checks, and refuses those that cannot be.
func TestChecksLeft(t *testing.T) {
	r := games.Rules(t, "3check", "")
	for text, want := range map[string]string{
		"4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1": "",
		"4k3/8/8/8/8/8/8/R3K3 b - - 0+3 0 1": "", // over
		"4k3/8/8/8/8/8/8/R3K3 w - - 0+3 0 1": "cannot be its turn",
		"4k3/8/8/8/8/8/8/R3K3 w - - 4+3 0 1": "from 0 to 3",
	} {
		_, err := r.ParsePosition(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
