//go:build browser

package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/api/games"
)

// TestCorrectRecord corrects a record by the suggested move, and restores the
// original.
func TestCorrectRecord(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	broken := strings.Replace(small, "Qxf7#", "Qxf8#", 1)
	id := add(t, a, broken)
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id))
	b.until(`window.game && !document.getElementById("correct").hidden`)
	b.click("#correct summary")
	b.see("#correct .intended button")
	if bad := eval[string](b, unnamed); bad != "" {
		t.Error(bad)
	}
	if bad := eval[string](b, contrast); bad != "" {
		t.Error(bad)
	}
	b.picture("fault")
	b.click("#correct .intended button")
	b.until(`document.querySelector("#correct [role=status]").innerText.includes("Valid: ")`)
	b.write("#correction-reason", "a slip of the pen")
	b.reload()
	b.until(`window.game && !document.getElementById("correct").hidden`)
	b.click("#correct summary")
	b.see("#correct .hint button")
	b.until(`document.querySelector("#correct [role=status]:not(.hint)").innerText.includes("Valid: ")`)
	b.picture("kept")
	b.do(`document.querySelector("#correct form").requestSubmit()`)
	b.write("#author-name", "Ada")
	b.enter()
	b.until(`document.querySelector(".verdict")?.innerText === "legal" && document.querySelector("header .facts").innerText.includes("corrected") && window.game`)
	if g, err := a.Game(t.Context(), id); err != nil || !g.Corrected || g.Verdict != "legal" {
		t.Fatalf("%+v %v", g, err)
	}
	b.click("#correct summary")
	b.see("#correct .revisions button")
	if got := b.text("#correct .revisions li"); !strings.Contains(got, "a slip of the pen") || !strings.Contains(got, "Ada") {
		t.Errorf("the last revision is %s", got)
	}
	b.click("#correct .revisions li button")
	b.see("#correct .revisions ins")
	if got := b.text("#correct .revisions ins"); !strings.Contains(got, "Qxf7") {
		t.Errorf("the difference is %s", got)
	}
	b.picture("revisions")
	b.size(360, 740)
	b.wide()
	b.size(1360, 900)
	b.click("#correct .revisions li:last-child button")
	b.until(`document.querySelector(".verdict")?.innerText === "illegal"`)
	if record, err := a.RecordRevision(t.Context(), id, 3); err != nil || string(record) != strings.TrimRight(broken, "\n") && string(record) != broken {
		t.Errorf("%q %v", record, err)
	}
}

// TestChangeHeaders adds a header, which is kept through a reload until saved.
func TestChangeHeaders(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id))
	b.until(`window.game && !document.getElementById("edit-headers").hidden`)
	b.click("#edit-headers summary")
	b.see("#header-key")
	for _, bad := range []string{unnamed, contrast} {
		if bad := eval[string](b, bad); bad != "" {
			t.Error(bad)
		}
	}
	b.write("#header-key", "Round")
	b.click("#edit-headers button[type=button]")
	b.do(`document.activeElement.value = "7"`)
	b.write("#header-reason", "as the bulletin has it")
	b.reload()
	b.until(`window.game && !document.getElementById("edit-headers").hidden`)
	b.click("#edit-headers summary")
	b.until(`document.querySelector("#edit-headers .hint button") && document.querySelector("#edit-headers .fields p:last-child").textContent.includes("Round") && document.getElementById("header-reason").value === "as the bulletin has it"`)
	b.picture("headers")
	b.size(360, 740)
	b.wide()
	b.size(1360, 900)
	b.do(`document.querySelector("#edit-headers form").requestSubmit()`)
	b.see("#author-name")
	b.write("#author-name", "Ada")
	b.enter()
	b.until(`document.querySelector("header .facts")?.innerText.includes("corrected") && window.game`)
	if kept := eval[string](b, fmt.Sprintf(`sessionStorage.getItem("headers %d") ?? ""`, id)); kept != "" {
		t.Errorf("kept still: %s", kept)
	}
	g, err := a.Game(t.Context(), id)
	if err != nil || !g.Corrected || !slices.ContainsFunc(g.Tags, func(tag games.TagView) bool { return tag.Key == "Round" && tag.Value == "7" }) {
		t.Fatalf("%+v %v", g, err)
	}
}
