package web

import (
	"slices"

	"assay/parser/scan"
)

// importLine matches a static import and captures the module's name.
var importLine = scan.NewPattern(`(?m)^import (?:.* from )?"\./([a-z]+\.js)";$`)

// modules returns the modules that a page's script imports, also indirectly, so
// that a browser can load them all at once.
func modules(script string) []string {
	var out []string
	for next := []string{script}; len(next) > 0; next = next[1:] {
		for _, found := range importLine.FindAllSubmatch(assets()[next[0]], -1) {
			if name := string(found[1]); name != script && !slices.Contains(out, name) {
				out = append(out, name)
				next = append(next, name)
			}
		}
	}
	return out
}
