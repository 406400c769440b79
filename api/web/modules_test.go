package web

import (
	"slices"
	"strings"
	"testing"
)

// TestModules checks the modules of the pages' scripts.
func TestModules(t *testing.T) {
	got := modules("game.js")
	for _, name := range []string{"board.js", "rest.js", "annotationview.js", "policy.js"} {
		if !slices.Contains(got, name) {
			t.Errorf("no %s in %v", name, got)
		}
	}
	for _, name := range []string{"annotationform.js", "author.js"} {
		if slices.Contains(got, name) {
			t.Errorf("%s is loaded before anybody writes", name)
		}
	}
	for script, text := range assets() {
		if !strings.HasSuffix(script, ".js") {
			continue
		}
		all := modules(script)
		for _, name := range all {
			if assets()[name] == nil {
				t.Errorf("%s imports %s, which is not there", script, name)
			}
		}
		if lines := strings.Count("\n"+string(text), "\nimport "); lines > len(all) {
			t.Errorf("%s has %d imports, %v are found", script, lines, all)
		}
	}
}
