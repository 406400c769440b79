//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/api/define"
	"assay/api/records"
)

// TestDraftConflict keeps an unsaved definition through a reload, a concurrent
// save, and a look at an old version.
func TestDraftConflict(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	b.await = 412
	const written = `document.getElementById("definition").value`
	b.open("/check")
	b.as("Ada")
	t.Cleanup(func() { b.do(`localStorage.removeItem("author")`) })
	b.define(example + "# first\n")
	b.reload()
	b.until(written + `.endsWith("# first\n") && document.getElementById("kept").textContent.includes("restored")`)
	b.click("#save")
	b.until(`document.getElementById("versions").options.length === 1`)
	if got := b.text("#kept"); strings.Contains(got, "not saved") {
		t.Errorf("saved, it says %q", got)
	}
	draft := eval[string](b, `new URLSearchParams(location.search).get("draft")`)
	b.define(example + "# mine\n")
	if _, err := a.SaveDraft(t.Context(), draft, 1, define.DraftInput{Author: "Bob", Text: example + "# his\n"}); err != nil {
		t.Fatal(err)
	}
	b.reload() // a newer version exists
	b.until(written + `.endsWith("# mine\n")`)
	b.click("#save")
	b.until(`document.getElementById("kept").textContent.includes("Bob saved version 2 in the meantime")`)
	b.picture("meanwhile")
	b.size(320, 700)
	b.wide()
	b.size(1360, 900)
	b.pressed("#kept", "Show version 2")
	b.until(written + `.endsWith("# his\n")`)
	b.pressed("#kept", "Restore it")
	b.until(written + `.endsWith("# mine\n")`)
	b.click("#save")
	b.until(`document.getElementById("versions").options.length === 3`)
	if d, err := a.Draft(t.Context(), draft, 0); err != nil || d.Version != 3 || !strings.HasSuffix(d.Text, "# mine\n") {
		t.Errorf("%+v %v", d, err)
	}
	if _, err := a.SaveDraft(t.Context(), draft, 3, define.DraftInput{Author: "Bob", Text: example + "# his again\n"}); err != nil {
		t.Fatal(err)
	}
	b.define(example + "# mine again\n")
	b.click("#save")
	b.pressed("#kept", "Save mine as a new version")
	b.until(`document.getElementById("versions").options.length === 5`)
	b.without(func() {
		b.do(`document.getElementById("versions").value = "1"; document.getElementById("versions").dispatchEvent(new Event("change"))`)
		b.until(`document.getElementById("kept").textContent.includes("Cannot reach the server")`)
	})
	if got := eval[string](b, written); !strings.HasSuffix(got, "# mine again\n") {
		t.Errorf("what was written became %q", got)
	}
}

// TestCorrectionConflict corrects a record while someone else does, by a click
// that keeps later edits, and edits its headers.
func TestCorrectionConflict(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	broken := strings.Replace(small, "Qxf7#", "Qxf8#", 1)
	id := add(t, a, broken)
	b := newTab(t, site)
	b.await = 412
	b.open(fmt.Sprint("/games/", id))
	b.as("Ada")
	t.Cleanup(func() { b.do(`localStorage.removeItem("author")`) })
	b.until(`window.game && !document.getElementById("correct").hidden`)
	b.click("#correct summary")
	b.see("#correct .intended button")
	b.do(`(() => { const e = document.querySelector("#correct textarea"); e.value = e.value.replace('[Event "', '[Event "Late '); })()`)
	b.click("#correct .intended button")
	b.until(`document.querySelector("#correct [role=status]").innerText.includes("Valid: ")`)
	if got := eval[string](b, `document.querySelector("#correct textarea").value`); !strings.Contains(got, `[Event "Late `) || !strings.Contains(got, "Qxf7#") {
		t.Errorf("the text is %q", got)
	}
	theirs := strings.Replace(broken, `[Event "`, `[Event "Other `, 1)
	if _, err := a.Revise(t.Context(), id, 1, records.RevisionInput{Author: "Bob", Reason: "the bulletin", Text: theirs}); err != nil {
		t.Fatal(err)
	}
	b.write("#correction-reason", "a slip")
	b.do(`document.querySelector("#correct form").requestSubmit()`)
	b.until(`document.querySelector("#correct .refused")?.textContent.includes("Bob saved revision 2 in the meantime: the bulletin")`)
	b.picture("meanwhile")
	b.pressed("#correct .revisions", "Show changes of revision 2")
	b.until(`document.querySelector("#correct .revisions ins")?.innerText.includes("Other ")`)
	b.pressed("#correct", "Save mine anyway")
	b.until(`document.querySelector("header .verdict")?.innerText === "legal" && window.game && !document.querySelector("#edit-headers").hidden`)
	if record, err := a.RecordRevision(t.Context(), id, 3); err != nil || !strings.Contains(string(record), `[Event "Late `) {
		t.Errorf("%q %v", record, err)
	}
	b.click("#edit-headers summary")
	b.see("#header-key")
	if _, err := a.Revise(t.Context(), id, 3, records.RevisionInput{Author: "Bob", Reason: "once more", Text: strings.Replace(small, `[Event "`, `[Event "His `, 1)}); err != nil {
		t.Fatal(err)
	}
	b.write("#header-key", "Round")
	b.click("#edit-headers button[type=button]")
	b.do(`document.activeElement.value = "7"`)
	b.write("#header-reason", "as the bulletin has it")
	b.do(`document.querySelector("#edit-headers form").requestSubmit(); document.querySelector("#edit-headers form").requestSubmit()`)
	b.until(`document.querySelector("#edit-headers .refused")?.textContent.includes("Bob saved revision 4")`)
	b.pressed("#edit-headers", "Save mine anyway")
	b.until(`document.querySelector(".tags")?.textContent.includes("Round7")`)
	if record, err := a.RecordRevision(t.Context(), id, 5); err != nil || !strings.Contains(string(record), `[Round "7"]`) || !strings.Contains(string(record), `[Event "His `) {
		t.Errorf("%q %v", record, err)
	}
}

// TestNewGameSlow types moves faster than the server responds, is asked to
// wait, and restores two games.
func TestNewGameSlow(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.await = 422
	b.open("/new?variant=chess")
	b.entered(0)
	b.slow(500 * time.Millisecond)
	for _, move := range []string{"e4", "e5", "Nf3"} {
		b.write("#typed", move)
		b.do(`document.getElementById("typing").requestSubmit()`)
	}
	b.until(`document.getElementById("board").ariaBusy === "true"`)
	b.entered(3)
	for _, move := range []string{"Nc3", "Bb5", "Nf6"} {
		b.write("#typed", move)
		b.do(`document.getElementById("typing").requestSubmit()`)
	}
	b.until(`document.getElementById("typed").value === "Nc3 Bb5 Nf6"`)
	if got := b.text("#refused"); !strings.HasPrefix(got, "Move 4") {
		t.Errorf("it says %q", got)
	}
	b.slow(0)
	b.do(`(() => {
		const ask = fetch;
		let busy = true;
		window.fetch = (path, init) => {
			if (!busy || !path.includes("/positions/play")) return ask(path, init);
			busy = false;
			return Promise.resolve(new Response("<html>Bad gateway</html>", { status: 503, headers: { "Retry-After": "7" } }));
		};
	})()`)
	b.write("#typed", "Nc6")
	b.enter()
	b.until(`document.getElementById("refused").textContent.includes("(Try again in 7 s.)")`)
	if got := b.text("#refused"); strings.Contains(got, "<") {
		t.Errorf("it says %q", got)
	}
	b.pressed("#refused", "Try again")
	b.entered(4)
	b.open("/new?variant=shogi")
	b.entered(0)
	b.do(`newGame.add(newGame.now.moves[0])`)
	b.entered(1)
	b.choose("#variant", "chess")
	b.entered(4)
	b.open("/new?variant=shogi")
	b.entered(1)
	b.open("/new")
	b.entered(1)
	b.click("#start-over")
	b.entered(0)
	b.open("/new?variant=chess")
	b.entered(4)
}
