//go:build browser

package web

import "testing"

// circles lists the links of the list to players that are not on top of their
// row, or are small, and what is wrong with rows.
const circles = `[...document.querySelectorAll("#window .row")].flatMap((row) => {
	const wrong = [], of = row.getBoundingClientRect();
	if (of.right > innerWidth) wrong.push("a row ends at " + of.right);
	for (const a of row.querySelectorAll(".seats a")) {
		const r = a.getBoundingClientRect();
		if (r.top > innerHeight) continue;
		if (r.left < of.left || r.right > of.right || r.top < of.top || r.bottom > of.bottom || r.width < 24) wrong.push(a.title + " at " + [r.left, r.top, r.width, r.height]);
		if (document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2) !== a) wrong.push(a.title + " is covered");
	}
	return wrong;
}).join("; ")`

// TestPlayerFlow finds a player, merges two names by a suggestion, undoes and
// repeats it, splits them on the player's page, and compares two players.
func TestPlayerFlow(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	addPlayers(t, a)
	b := newTab(t, site)
	look := func(page string) {
		b.Helper()
		b.until(`document.readyState === "complete"`)
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
	b.until(`document.querySelectorAll("#window.tall .seats a").length > 3`)
	look("list")
	b.do(`document.querySelector("#window .row .players").lastElementChild.textContent = "A name that is far too long for a row of the list ".repeat(4)`)
	if bad := eval[string](b, circles); bad != "" {
		t.Errorf("the list: %s", bad)
	}
	b.size(390, 844)
	b.until(`document.querySelectorAll("#window.tall .seats a").length > 3`)
	if bad := eval[string](b, circles); bad != "" {
		t.Errorf("the list on a phone: %s", bad)
	}
	b.size(1280, 800)
	b.click("#window .seats .second")
	b.until(`location.pathname === "/player"`)
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
