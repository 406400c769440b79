//go:build browser && npm

package web

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"assay/analysis"
	"assay/api/account"
	"assay/api/annotate"
	"assay/api/locale"
	"assay/api/studies"
	"assay/fixtures"
	"assay/store"
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
	csg, chess := add(t, a, fixture(t, "csg", "board-1.txt")), add(t, a, small)
	broken := add(t, a, strings.Replace(small, "Qxf7#", "Qxf8#", 1))
	note(t, a, csg, annotate.AnnotationInput{Author: "Dee", Annotation: analysis.Annotation{Ply: 2, Comment: "An early push", NAGs: []int{1}}})
	deliverCup(t, a)
	addPuzzles(t, a)
	study, err := a.Studies.Create(t.Context(), studies.Input{Name: new("Traps"), Author: "Dee"})
	if err != nil {
		t.Fatal(err)
	}
	root, err := a.Invite(t.Context(), account.PersonInput{Name: "Root", Role: store.Administrator})
	if err != nil {
		t.Fatal(err)
	}
	session, err := a.AcceptInvitation(t.Context(), root.Secret, "root and branch alike")
	if err != nil {
		t.Fatal(err)
	}
	ada, err := a.Invite(t.Context(), account.PersonInput{Name: "Ada", Role: store.Annotator})
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{"/", "/search", "/search?variant=chess&query=check", "/new?variant=crazyhouse", "/variants", "/variants/shogi",
		"/variants/csg-1", "/check", fmt.Sprintf("/games/%d?ply=5", csg), fmt.Sprintf("/games/%d?ply=3", chess), fmt.Sprintf("/games/%d", broken),
		fmt.Sprintf("/embed/games/%d", chess), "/events", "/events/1", "/submit?event=1", "/queue", "/submissions/2", "/live", "/puzzles",
		"/puzzles/gi5p3nrwcw", "/train", "/solve", "/lab", "/studies", "/studies/" + study.ID, "/repertoires", "/statistics", "/ratings", "/players",
		"/player?name=White", "/players/suggestions", "/players/comparison?name=White&other=Black", "/twins", "/mistakes", "/webhooks", "/people",
		"/audit", "/me", "/login", "/join/" + ada.Secret, "/help", "/help/rest", "/help/guide-player", "/nothing"}
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
		case "/lab/:id", "/repertoires/:id", "/games/:id/twins/:twin", "/studies/:id/:chapter", "/embed/studies/:id/:chapter":
			continue
		}
		form := regexp.MustCompile("^" + regexp.MustCompile(`:[a-z]+`).ReplaceAllString(route, "[^/?]+") + `(\?|$)`)
		if !slices.ContainsFunc(paths, form.MatchString) {
			t.Errorf("%s is not audited", route)
		}
	}
}
