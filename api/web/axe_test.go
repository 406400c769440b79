//go:build browser && npm

package web

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"assay/api/locale"
	"assay/fixtures"
)

// audit runs axe-core with all its rules, and lists each violated rule with up
// to three elements.
const audit = `axe.run({resultTypes: ["violations"]}).then((r) => r.violations.map((v) =>
	v.id + " (" + v.help + "): " + v.nodes.slice(0, 3).map((n) => n.target + " " + n.html.slice(0, 120)).join(" | ")).join("\n"))`

// TestAxe runs axe-core on the pages: in English in light and dark, in the
// other languages in light.
func TestAxe(t *testing.T) {
	script, err := os.ReadFile(fixtures.Path(t, ".ci/client/node_modules/axe-core/axe.min.js"))
	if err != nil {
		t.Fatalf("%v: install axe-core by npm ci in .ci/client", err)
	}
	site, a := serve(t)
	paths, session := filled(t, a)
	covered(t, paths)
	for _, language := range locale.Languages {
		t.Run(language.Tag, func(t *testing.T) {
			t.Parallel()
			for some := range slices.Chunk(paths, 9) { // a tab lives three minutes
				b := newTab(t, site)
				b.run(network.SetCookie("assay", session).WithURL(site))
				b.speak(language.Tag)
				b.await = 404
				for _, path := range some {
					for _, dark := range []bool{false, true} {
						if dark && language.Tag != locale.English {
							continue
						}
						b.dark(dark)
						b.open(path)
						b.until(`document.readyState === "complete"`)
						b.run(chromedp.Evaluate(string(script), nil))
						if wrong := eval[string](b, audit); wrong != "" {
							t.Errorf("%s, dark %v:\n%s", path, dark, wrong)
						}
					}
				}
			}
		})
	}
}

// covered fails if a page is not among the audited ones.
func covered(t *testing.T, paths []string) {
	t.Helper()
	for route := range new(handler).Routes() {
		switch route {
		case "/oembed", "/favicon.ico", "/static/:name", "/help/pictures/:name": // not pages
			continue
		case "/games/:id/twins/:twin", "/studies/:id/:chapter", "/embed/studies/:id/:chapter":
			continue
		}
		form := regexp.MustCompile("^" + regexp.MustCompile(`:[a-z]+`).ReplaceAllString(route, "[^/?]+") + `(\?|$)`)
		if !slices.ContainsFunc(paths, form.MatchString) {
			t.Errorf("%s is not audited", route)
		}
	}
}
