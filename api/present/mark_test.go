package present

import (
	"testing"

	"assay/analysis/notation"
	"assay/fixtures/games"
)

// TestMarkPlaces finds the places of marked squares, bench cells and pockets.
func TestMarkPlaces(t *testing.T) {
	for variant, places := range map[string][]string{"csg-1": {"x3", "u1", "e5"}, "pocket-shogi-copper": {"pocket1", "pocket2", "e5"}, "shogi": {"7g", "g3"}} {
		p := games.Rules(t, variant, "")
		position := p.Start()
		scene := Scene(position, Look{})
		for _, name := range places {
			if at, ok := markPlace(scene, position, name, notation.NamesIn(nil, p).Marked); !ok || at < 0 || at >= scene.Places() {
				t.Errorf("%s: %s is %d, %v", variant, name, at, ok)
			}
		}
		for _, name := range []string{"", "z99", "pocket3", "nowhere"} {
			if at, ok := markPlace(scene, position, name, notation.NamesIn(nil, p).Marked); ok {
				t.Errorf("%s: %q is %d", variant, name, at)
			}
		}
	}
}
