//go:build browser

package web

import "testing"

// TestPlayerFlow finds a player, merges two names by a suggestion, undoes and
// repeats it, splits them on the player's page, and compares two players.
func TestPlayerFlow(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	addPlayers(t, a)
	b := newTab(t, site)
	look := func(page string) {
		b.Helper()
		for _, dark := range []bool{true, false} {
			b.dark(dark)
			if bad := eval[string](b, contrast); bad != "" {
				t.Errorf("%s, dark %v: %s", page, dark, bad)
			}
		}
		if bad := eval[string](b, unnamed); bad != "" {
			t.Errorf("%s: %s", page, bad)
		}
		b.picture(page)
		b.size(390, 844)
		b.wide()
		b.picture(page + "-phone")
		b.size(1280, 800)
		b.wide()
	}
	b.open("/")
	b.click(`footer a[href="/players"]`)
	b.until(`location.pathname === "/players"`)
	look("players")
	b.open("/players/suggestions")
	look("suggestions")
	b.click("#suggestions button")
	b.until(`document.getElementById("author-name")`)
	b.write("#author-name", "Ada")
	b.enter()
	b.until(`document.querySelector("#suggestions button").textContent === "Undo"`)
	b.click("#suggestions button")
	b.until(`document.querySelector("#suggestions button").textContent === "Merge"`)
	b.click("#suggestions button")
	b.until(`document.querySelector("#suggestions button").textContent === "Undo"`)
	b.open("/games/2")
	b.click(`h1 a:last-child`)
	b.until(`location.pathname === "/player" && document.querySelectorAll("#names tbody tr").length === 2`)
	b.until(`document.querySelector("#ratings h3").textContent === "chess" && document.querySelectorAll("#ratings .charts svg circle").length === 2`)
	look("player")
	b.click(`#opponents a[href*="comparison"]`)
	b.until(`document.querySelectorAll("#between tbody tr").length === 2`)
	look("comparison")
	b.open("/player?name=%3CTal%3E,+M")
	b.click("#names button")
	b.until(`document.querySelectorAll("#names tbody tr").length === 1`)
}
