package web

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/fixtures"
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

// TestPackageModules: the modules that the npm package has instead of those of
// pages export what its copies of other modules import.
func TestPackageModules(t *testing.T) {
	pack, err := os.ReadFile(fixtures.Path(t, "cmd/wasm/pack"))
	if err != nil {
		t.Fatal(err)
	}
	copied := regexp.MustCompile(`api/web/static/\{(.*)\}\.js`).FindSubmatch(pack)
	if copied == nil {
		t.Fatal("pack copies no modules of pages")
	}
	imported := regexp.MustCompile(`import \{ (.*) \} from "\./(rest|text)\.js"`)
	checked := 0
	for name := range strings.SplitSeq(string(copied[1]), ",") {
		for _, found := range imported.FindAllSubmatch(assets()[name+".js"], -1) {
			module, err := os.ReadFile(fixtures.Path(t, "cmd/wasm/npm/board/"+string(found[2])+".js"))
			if err != nil {
				t.Fatal(err)
			}
			for export := range strings.SplitSeq(string(found[1]), ", ") {
				checked++
				if !regexp.MustCompile(`(?m)^export (async )?(const|function|class) \{? ?` + export + `\b`).Match(module) {
					t.Errorf("%s.js imports %s, which the package's %s.js does not export", name, export, found[2])
				}
			}
		}
	}
	if checked < 10 {
		t.Errorf("only %d names were checked", checked)
	}
}
