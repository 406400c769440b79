//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"

	"assay/analysis"
)

// TestAcceptByRuling accepts an illegal ply by a ruling, with a reason that is
// kept through a reload, and withdraws it.
func TestAcceptByRuling(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, "[White \"Ada\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 4. d3 Kxf7 1-0\n")
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id))
	b.until(`window.game && !document.getElementById("rule").hidden`)
	b.click("#rule summary")
	b.see("#rule-reason")
	for _, look := range []string{unnamed, contrast} {
		if bad := eval[string](b, look); bad != "" {
			t.Error(bad)
		}
	}
	b.write("#rule-reason", "nobody saw it")
	b.reload()
	b.until(`window.game && !document.getElementById("rule").hidden`)
	b.click("#rule summary")
	b.until(`document.getElementById("rule-reason")?.value === "nobody saw it"`)
	b.do(`document.querySelector("#rule form").requestSubmit()`)
	b.write("#author-name", "Cy")
	b.enter()
	b.until(`document.querySelector(".verdict")?.innerText === "ruled" && window.game &&
		document.getElementById("rulings-shown")?.innerText.includes("nobody saw it") &&
		document.getElementById("moves")?.innerText.includes("allowed by a ruling of Cy")`)
	if g, err := a.Game(t.Context(), id); err != nil || g.Verdict != analysis.Ruled || g.Plies != 8 {
		t.Fatalf("%+v %v", g, err)
	}
	if got := b.text("#rulings-shown"); !strings.Contains(got, "W-0") || !strings.Contains(got, "Cy") {
		t.Errorf("of the ruling the page says %s", got)
	}
	for _, look := range []string{unnamed, contrast} {
		if bad := eval[string](b, look); bad != "" {
			t.Error(bad)
		}
	}
	b.size(360, 740)
	b.wide()
	b.size(1360, 900)
	b.click("#rule summary")
	b.see("#rule .revisions button")
	if kept := eval[string](b, `document.getElementById("rule-reason").value`); kept != "" {
		t.Errorf("of what was ruled is kept: %s", kept)
	}
	b.write("#rule-reason", "the arbiter saw it")
	b.click("#rule .revisions button")
	b.until(`document.querySelector(".verdict")?.innerText === "illegal"`)
}
