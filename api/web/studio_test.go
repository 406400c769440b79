//go:build browser

package web

import (
	"strings"
	"testing"
)

// TestStudio writes a game, plays it while it is written, keeps it, publishes
// it and archives a record of it; its address shows it again.
func TestStudio(t *testing.T) {
	site, a := serve(t)
	b := newTab(t, site)
	b.open("/check")
	pond := fixture(t, "definitions", "frog-pond.yaml")
	b.define(strings.Replace(pond, "board: {files: 5", "board: {files: 6", 1))
	b.until(`/problem/.test(document.getElementById("state").textContent) && document.getElementById("try").disabled`)
	b.define(pond)
	b.until(`document.getElementById("state").textContent === "✓ Frog Pond holds"`)
	b.click("#try")
	b.until(`document.querySelector("#board use") && document.getElementById("turn").textContent.startsWith("Green to move")`)
	b.click("#engine-move")
	b.until(`document.querySelectorAll("#tried li").length === 1 && document.getElementById("turn").textContent.startsWith("Brown to move")`)
	if bad := eval[string](b, unnamed); bad != "" {
		t.Error(bad)
	}
	if bad := eval[string](b, contrast); bad != "" {
		t.Error(bad)
	}
	b.picture("table")
	b.click("#take-back")
	b.until(`document.querySelectorAll("#tried li").length === 0`)
	b.click("#save")
	b.write("#asked-name", "Ada")
	b.enter()
	b.until(`location.search.startsWith("?draft=") && document.getElementById("versions").options.length === 1`)
	b.define(strings.Replace(pond, "Herons, newts", "Newts, herons", 1))
	b.until(`document.getElementById("state").textContent === "✓ Frog Pond holds"`)
	b.click("#publish")
	b.until(`document.querySelector("#kept a")?.pathname === "/variants/frog-pond" && document.getElementById("versions").options.length === 2`)
	b.picture("published")
	b.size(360, 740)
	b.wide()
	b.size(1360, 900)
	id := add(t, a, fixture(t, "definitions", "frog-pond.txt"))
	if g, err := a.Game(t.Context(), id); err != nil || g.Verdict != "legal" || g.Variant != "frog-pond" {
		t.Errorf("%+v %v", g, err)
	}
	b.open(eval[string](b, "location.pathname + location.search"))
	b.until(`document.getElementById("definition").value.includes("Newts, herons")`)
	b.choose("#versions", "1")
	b.until(`document.getElementById("definition").value.includes("Herons, newts")`)
}
