//go:build browser

package web

import (
	"fmt"
	"testing"

	"assay/analysis"
	"assay/api/annotate"
)

// cut lists the controls whose text is cut off, and what is wider than the
// window.
const cut = `(() => {
	const wrong = [], scrolls = (e) => { for (; e; e = e.parentElement) if (/auto|scroll/.test(getComputedStyle(e).overflowX)) return true; return false; };
	if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is " + document.documentElement.scrollWidth + " wide");
	for (const e of document.querySelectorAll("a, button, summary, label, th, h1, h2, h3, legend, p, li, dt, dd")) {
		if (!e.checkVisibility() || e.closest(".unseen, .skip")) continue;
		const style = getComputedStyle(e), r = e.getBoundingClientRect();
		if (!r.width || scrolls(e)) continue;
		if (r.right > innerWidth + 1 || r.left < -1) wrong.push("outside: " + e.tagName + " " + e.textContent.trim().slice(0, 60));
		else if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth && (style.overflowX === "hidden" || e.matches("button, .button, summary"))) wrong.push("cut: " + e.tagName + " " + e.textContent.trim().slice(0, 60));
	}
	return wrong.slice(0, 5).join("; ");
})()`

// TestNarrowLanguages opens the pages in the languages with the longest texts
// on the narrowest phone: no page is wider than the window, no control is cut
// off.
func TestNarrowLanguages(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	csg, chess := add(t, a, fixture(t, "csg", "board-1.txt")), add(t, a, small)
	note(t, a, csg, annotate.AnnotationInput{Author: "Dee", Annotation: analysis.Annotation{Ply: 2, Comment: "An early push", NAGs: []int{1}}})
	b := newTab(t, site)
	b.size(320, 568)
	for _, language := range []string{"de", "ru", "fr"} {
		b.speak(language)
		for _, path := range []string{"/", "/search?variant=chess&query=check", "/new?variant=crazyhouse", "/variants/shogi", "/check",
			fmt.Sprintf("/games/%d?ply=5", csg), fmt.Sprintf("/games/%d?ply=3", chess), "/events", "/live", "/puzzles", "/train", "/solve", "/lab",
			"/studies", "/statistics", "/ratings", "/players", "/player?name=White", "/players/suggestions", "/twins", "/submit", "/queue", "/mistakes",
			"/help", "/help/rest"} {
			b.forgive("status of 404")
			b.open(path)
			b.until(`document.readyState === "complete"`)
			for _, rule := range []string{cut, unnamed} {
				if wrong := eval[string](b, rule); wrong != "" {
					t.Errorf("%s in %s: %s", path, language, wrong)
					b.picture("narrow-" + language)
				}
			}
		}
	}
}
