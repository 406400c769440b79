package web

import (
	"regexp"
	"slices"
)

// imported is the name of a module that another one needs before it runs.
var imported = regexp.MustCompile(`(?m)^import .* from "\./([a-z]+\.js)";$`)

// modules lists the modules that a page's script needs, also those that they
// need, so that a browser can ask for all of them at once.
func modules(script string) []string {
	var out []string
	for next := []string{script}; len(next) > 0; next = next[1:] {
		for _, found := range imported.FindAllSubmatch(static[next[0]], -1) {
			if name := string(found[1]); name != script && !slices.Contains(out, name) {
				out = append(out, name)
				next = append(next, name)
			}
		}
	}
	return out
}
