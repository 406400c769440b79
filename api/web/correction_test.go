//go:build browser

package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/api"
)

// TestMendRecord mends an archived record by the move that was probably meant,
// and brings the one that was archived back.
func TestMendRecord(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	broken := strings.Replace(small, "Qxf7#", "Qxf8#", 1)
	id := add(t, a, broken)
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id))
	b.until(`window.game && !document.getElementById("mend").hidden`)
	b.click("#mend summary")
	b.see("#mend .meant button")
	if bad := eval[string](b, unnamed); bad != "" {
		t.Error(bad)
	}
	if bad := eval[string](b, contrast); bad != "" {
		t.Error(bad)
	}
	b.picture("fault")
	b.click("#mend .meant button")
	b.until(`document.querySelector("#mend [role=status]").innerText.includes("It holds")`)
	b.write("#mend-reason", "a slip of the pen")
	b.reload()
	b.until(`window.game && !document.getElementById("mend").hidden`)
	b.click("#mend summary")
	b.see("#mend .hint button")
	b.until(`document.querySelector("#mend [role=status]:not(.hint)").innerText.includes("It holds")`)
	b.picture("kept")
	b.do(`document.querySelector("#mend form").requestSubmit()`)
	b.write("#asked-name", "Ada")
	b.enter()
	b.until(`document.querySelector(".verdict")?.innerText === "legal" && document.querySelector("header .facts").innerText.includes("corrected") && window.game`)
	if g, err := a.Game(t.Context(), id); err != nil || !g.Corrected || g.Verdict != "legal" {
		t.Fatalf("%+v %v", g, err)
	}
	b.click("#mend summary")
	b.see("#mend .revisions button")
	if got := b.text("#mend .revisions li"); !strings.Contains(got, "a slip of the pen") || !strings.Contains(got, "Ada") {
		t.Errorf("the last revision is %s", got)
	}
	b.click("#mend .revisions li button")
	b.see("#mend .revisions ins")
	if got := b.text("#mend .revisions ins"); !strings.Contains(got, "Qxf7") {
		t.Errorf("the difference is %s", got)
	}
	b.picture("revisions")
	b.size(360, 740)
	b.wide()
	b.size(1360, 900)
	b.click("#mend .revisions li:last-child button")
	b.until(`document.querySelector(".verdict")?.innerText === "illegal"`)
	if record, err := a.RecordRevision(t.Context(), id, 3); err != nil || string(record) != strings.TrimRight(broken, "\n") && string(record) != broken {
		t.Errorf("%q %v", record, err)
	}
}

// TestChangeHeaders adds a header to a record on its page, which is kept
// through a reload until it is saved.
func TestChangeHeaders(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id))
	b.until(`window.game && !document.getElementById("retag").hidden`)
	b.click("#retag summary")
	b.see("#header-key")
	for _, bad := range []string{unnamed, contrast} {
		if bad := eval[string](b, bad); bad != "" {
			t.Error(bad)
		}
	}
	b.write("#header-key", "Round")
	b.click("#retag button[type=button]")
	b.do(`document.activeElement.value = "7"`)
	b.write("#header-reason", "as the bulletin has it")
	b.reload()
	b.until(`window.game && !document.getElementById("retag").hidden`)
	b.click("#retag summary")
	b.until(`document.querySelector("#retag .hint button") && document.querySelector("#retag .fields p:last-child").textContent.includes("Round") && document.getElementById("header-reason").value === "as the bulletin has it"`)
	b.picture("headers")
	b.size(360, 740)
	b.wide()
	b.size(1360, 900)
	b.do(`document.querySelector("#retag form").requestSubmit()`)
	b.see("#asked-name")
	b.write("#asked-name", "Ada")
	b.enter()
	b.until(`document.querySelector("header .facts")?.innerText.includes("corrected") && window.game`)
	if kept := eval[string](b, fmt.Sprintf(`sessionStorage.getItem("headers %d") ?? ""`, id)); kept != "" {
		t.Errorf("kept still: %s", kept)
	}
	g, err := a.Game(t.Context(), id)
	if err != nil || !g.Corrected || !slices.ContainsFunc(g.Tags, func(tag api.TagView) bool { return tag.Key == "Round" && tag.Value == "7" }) {
		t.Fatalf("%+v %v", g, err)
	}
}
