package selftest

import (
	"fmt"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// TestBuiltInIdle looks for parts of the built-in variants that never apply.
func TestBuiltInIdle(t *testing.T) {
	known := map[string]int{ // by the line of the first finding
		"caught-in-a-snag": 24, "fairy": 16, "cetus": 0, "microchess": 0, "allqueenschess": 0, "crossderby": 0, "indiangreat": 0, "modern": 0, "upsidedown": 0,
	}
	registry := variant.Embedded()
	for _, id := range registry.IDs() {
		d, err := registry.Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		r, err := rules.Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		found := FindIdle(r)
		if line, there := known[id]; there && len(found) > 0 && found[0].Line == line {
			continue
		}
		for _, idle := range found {
			t.Errorf("%s: %d: %s", id, idle.Line, idle.Message)
		}
	}
}

// TestIdle damages a valid definition and expects the finding.
func TestIdle(t *testing.T) {
	const pond = "../../fixtures/definitions/frog-pond.yaml"
	for _, row := range []struct {
		changes []string
		want    string // "" for nothing
	}{
		{nil, ""},
		{[]string{"shore: [rank 5]", "shore: [rank 1]"}, "Tadpole never promotes"},
		{[]string{"moves: fW,", "moves: [fW, {betza: fmnD, from: nest}],", "nest: [c5]", "nest: [c1]", "keeps: all", "keeps: none", "order: [F, N, T]", "order: [F]"}, "region nest: fmnD of piece T is never made"},
		{[]string{"T1T1T", "2T2", "t1t1t", "2t2"}, ""},
		{[]string{"FNHNF[]", "NFHNF[]"}, "start: both sides have the same pieces, but a1, b1 break the symmetry"},
		{[]string{"+T: {name", "+F: {name: Bullfrog, moves: K, demotes: F, rule: FP-5}\n  +T: {name"}, "piece +F (Bullfrog) never comes into play"},
	} {
		var said []string
		for _, idle := range FindIdle(read(t, pond, row.changes...)) {
			said = append(said, fmt.Sprintf("%d: %s", idle.Line, idle.Message))
		}
		text := strings.Join(said, "\n")
		if row.want == "" && text != "" || !strings.Contains(text, row.want) {
			t.Errorf("%v: %q, want %q", row.changes, text, row.want)
		}
	}
}
