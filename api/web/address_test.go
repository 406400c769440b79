//go:build browser

package web

import (
	"fmt"
	"testing"
)

// TestAddresses opens pages at nonsensical URLs.
func TestAddresses(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.await = 400 // invalid positions
	for address, node := range map[string]int{"?ply=abc": 0, "?node=999999": 0, "?ply=1.5": 1, "?node=1.5": 0, "?ply=-1": 0, "#ply=-1": 0, "#ply=NaN": 0, "?ply=99999999999999999999": 7, "?node=-3&ply=2": 2} {
		b.open(fmt.Sprintf("/games/%d%s", id, address))
		b.until("window.game")
		if got := eval[int](b, "game.node"); got != node {
			t.Errorf("%s shows node %d, want %d", address, got, node)
		}
		b.open("/variants")
	}
	for _, address := range []string{"?position=garbage&query=%00", "?variant=chess&options=x=y", "?variant=all-classic&options=drops=no", "?variant=chess&how=zzz&any=zz9", "?variant=chess&how=part&position=8/8/8/8+w", "?similar=1"} {
		b.open("/search" + address)
		b.until(`document.querySelector(".spots") && document.querySelector("#examples button")`)
	}
}

// TestUnsavedPosition sets up a position, leaves the page and returns.
func TestUnsavedPosition(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	add(t, a, small)
	b := newTab(t, site)
	b.await = 400 // an incomplete position
	b.open("/search?variant=chess")
	b.until(`document.querySelector(".spots")`)
	b.write("#query", "check")
	b.click("#clear")
	const text = "8/8/8/8/8/8/8/8 w - - 0 1"
	there := func(when string) {
		t.Helper()
		b.until(`document.querySelector(".spots") && document.getElementById("position").value === "` + text + `"`)
		if query, hits := eval[string](b, `document.getElementById("query").value`), eval[int](b, `document.querySelectorAll(".hit").length`); query != "check" || hits != 0 {
			t.Errorf("%s: the query is %q, with %d hits", when, query, hits)
		}
	}
	there("at first")
	b.until(`history.state?.form.includes("8%2F8%2F8%2F8")`)
	b.reload()
	there("reloaded")
	b.open("/variants")
	b.do("history.back()")
	b.until(`location.pathname === "/search"`)
	there("back")
	b.do(`document.getElementById("form").requestSubmit()`)
	b.until(`document.querySelectorAll(".hit").length === 1`)
	b.do("history.back()")
	there("back from the search")
	b.do("history.forward()")
	b.until(`document.querySelectorAll(".hit").length === 1`)
}
