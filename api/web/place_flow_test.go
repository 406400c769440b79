//go:build browser

package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"assay/api/rest"
)

// TestBasePathFlow uses pages of a server under a base path; requests outside
// it fail.
func TestBasePathFlow(t *testing.T) {
	t.Parallel()
	const base = "/club/games"
	site, a := serveWith(t, rest.ServerConfig{BasePath: base})
	game := add(t, a, small)
	b := newTab(t, site+base)
	b.open("/")
	b.click(fmt.Sprintf(`a[href="%s/games/%d"]`, base, game))
	b.see("#board")
	b.press(kb.ArrowRight)
	b.until(`location.search.includes("ply=1")`)
	b.until(fmt.Sprintf(`location.pathname === "%s/games/%d"`, base, game))
	b.open("/search?variant=chess&query=queen+on+f7")
	b.see(`#hits a`)
	b.until(fmt.Sprintf(`document.querySelector("#hits a").pathname === "%s/games/%d"`, base, game))
	b.open("/new?variant=chess")
	b.see("#board")
	b.open("/variants/chess")
	b.open("/check")
	for _, page := range []string{"/", fmt.Sprint("/games/", game), "/search", "/new", "/variants"} {
		b.open(page)
		outside := eval[string](b, `[...document.querySelectorAll("[href], [src], [action]")].flatMap((e) => ["href", "src", "action"].map((a) => e.getAttribute(a)))
			.filter((a) => a?.startsWith("/") && !a.startsWith("`+base+`/")).join(" ")`)
		if outside != "" {
			t.Errorf("%s leads to %s", page, outside)
		}
	}
}
