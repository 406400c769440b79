//go:build browser

package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"

	"assay/api/annotate"
)

// without runs an action while the server is unreachable; errors of the browser
// are expected.
func (b *tab) without(act func()) {
	b.Helper()
	b.run(network.EmulateNetworkConditions(true, 0, -1, -1))
	b.until(`fetch("/healthz", { cache: "no-store" }).then(() => false, () => true)`) // a busy browser cuts it later
	act()
	b.run(network.EmulateNetworkConditions(false, 0, -1, -1))
	b.forgive("ERR_INTERNET_DISCONNECTED")
}

// forgive expects logged errors that contain one of the words. The browser may
// report them late, so they are discarded when the test ends.
func (b *tab) forgive(words ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forgiven = append(b.forgiven, words...)
}

// isForgiven reports whether a fault is an expected error of the log.
func (b *tab) isForgiven(fault string) bool {
	return strings.Contains(fault, "Failed to load resource") &&
		slices.ContainsFunc(b.forgiven, func(word string) bool { return strings.Contains(fault, word) })
}

// slow delays each response.
func (b *tab) slow(latency time.Duration) {
	b.Helper()
	b.run(network.EmulateNetworkConditions(false, float64(latency.Milliseconds()), -1, -1))
}

// TestUnreachable uses every page while the server is away: each reports it and
// keeps its input.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	const away = "Cannot reach the server"
	b := newTab(t, site)

	b.game(id, 2)
	b.as("Dee")
	b.click("#tab-explorer")
	b.annotate()
	b.write("#comment", "A quiet reply")
	b.without(func() {
		b.click("#editor .primary")
		b.until(`document.getElementById("refused").textContent.includes("` + away + `")`)
		b.do(`game.go(5)`)
		b.until(`document.getElementById("explored").textContent.includes("` + away + `")`)
	})
	b.do(`game.go(6)`)
	b.until(`document.querySelector("#explored table")`)
	b.click("#editor .primary")
	b.heard("Saved")
	if notes, err := a.Annotations(t.Context(), id, annotate.AnnotationFilter{}, "", 10); err != nil || len(notes.Annotations) != 1 || notes.Annotations[0].Comment != "A quiet reply" || notes.Annotations[0].Ply != 2 {
		t.Errorf("saved: %v, %v", notes, err)
	}
	b.do(`game.go(2)`)
	b.see("#annotations .annotation")
	b.without(func() {
		b.pressed("#annotations", "Delete")
		b.until(`document.querySelector("#annotations .conflict")?.textContent.includes("` + away + `")`)
	})
	b.pressed("#annotations", "Delete")
	b.heard("Deleted")
	for _, part := range []string{"#correct", "#edit-headers"} {
		b.without(func() {
			b.click(part + " summary")
			b.until(fmt.Sprintf(`document.querySelector("%s .refused")?.textContent.includes("%s")`, part, away))
		})
		b.pressed(part, "Try again")
		b.see(part + " form")
	}

	b.open("/search?variant=chess")
	b.until(`document.querySelector("#explored table")`)
	b.write("#query", "check")
	b.without(func() {
		b.enter()
		b.until(`document.getElementById("summary").textContent.includes("` + away + `")`)
		b.choose("#variant", "shogi")
		b.until(`document.getElementById("position-error").textContent.includes("` + away + `")`)
	})
	b.choose("#variant", "chess")
	b.until(`document.getElementById("position-error").textContent === "" && document.querySelector("#examples button")`)
	b.do(`document.querySelector("input[name=how][value=none]").click()`)
	b.click("#form .primary")
	b.until(`document.querySelectorAll(".hit").length === 1`)
	if got := eval[string](b, `document.getElementById("query").value`); got != "check" {
		t.Errorf("the query is %q", got)
	}

	b.open("/")
	b.click("#add")
	b.pressed("#drop", "paste text")
	b.write(".report textarea", "1. d4 d5 *")
	b.without(func() {
		b.pressed(".report", "Save to archive")
		b.until(`document.querySelector(".report.bad")?.textContent.includes("` + away + `") && document.querySelector(".report textarea")?.value === "1. d4 d5 *"`)
	})
	b.pressed(".report", "Save to archive")
	b.until(`document.querySelector(".report a.button")`)
	b.pressed("#drop", "paste text")
	b.write(".report textarea", "1. c4 c5 *")
	b.without(func() {
		b.pressed(".report", "Check")
		b.until(`document.querySelector(".report.bad textarea")?.value === "1. c4 c5 *"`)
	})

	b.open("/check")
	b.until(`document.getElementById("state").textContent.includes("is valid")`)
	b.without(func() {
		b.do(`document.getElementById("definition").dispatchEvent(new Event("input"))`)
		b.until(`document.getElementById("state").textContent.includes("` + away + `")`)
	})
	b.do(`document.getElementById("definition").dispatchEvent(new Event("input"))`)
	b.until(`document.getElementById("state").textContent.includes("is valid")`)
}

// TestSlow uses slow responses: nothing is done twice, and late ones are
// ignored.
func TestSlow(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	for i := range 29 {
		add(t, a, fmt.Sprintf("[Event \"Heat %d\"]\n\n1. e4 c5 *\n", i))
	}
	b := newTab(t, site)
	const latency = 300 * time.Millisecond

	b.open("/search?variant=chess&query=plies+%3E+0")
	b.until(`document.querySelectorAll(".hit").length === 24`)
	b.slow(latency)
	b.do(`document.getElementById("more").click(); document.getElementById("more").click()`)
	b.until(`document.querySelectorAll(".hit").length >= 30`)
	for _, plies := range []int{2, 7} {
		b.do(fmt.Sprintf(`document.getElementById("query").value = "plies = %d"; document.getElementById("form").requestSubmit()`, plies))
	}
	b.until(`document.getElementById("summary").textContent.includes("1 game found")`)
	time.Sleep(2 * latency)
	if got := eval[int](b, `document.querySelectorAll(".hit").length`); got != 1 {
		t.Errorf("%d games are shown of the one that was asked for last", got)
	}
	b.choose("#variant", "shogi")
	b.choose("#variant", "xiangqi")
	b.until(`document.getElementById("turn").textContent.includes("Red")`)
	time.Sleep(2 * latency)
	if got := b.text("#turn"); !strings.HasPrefix(got, "Red") {
		t.Errorf("the board is that of another game, of %s", got)
	}

	b.slow(0)
	b.open("/")
	b.click("#add")
	b.pressed("#drop", "paste text")
	b.write(".report textarea", "1. d4 d5 *")
	b.slow(latency)
	b.do(`(() => { const archive = document.querySelector(".report .primary"); archive.click(); archive.click(); })()`)
	b.until(`document.querySelector(".report a.button")`)
	time.Sleep(2 * latency)
	if got := eval[int](b, `document.querySelectorAll(".report").length`); got != 1 {
		t.Errorf("one record has %d reports", got)
	}

	b.slow(0)
	b.game(id, 2)
	b.as("Dee")
	b.annotate()
	b.write("#comment", "One")
	b.slow(latency)
	b.do(`(() => { const save = document.querySelector("#editor .primary"); save.click(); save.click(); document.getElementById("comment").value += " and two"; })()`)
	b.heard("Save again")
	b.click("#editor .primary")
	b.until(`document.getElementById("editor").hidden`)
	b.until(`document.querySelector("#annotations .annotation")?.textContent.includes("One and two")`)
	b.pressed("#annotations", "Delete")
	b.do(`document.querySelector("#annotations .acts button:nth-child(2)")?.click()`)
	b.heard("Deleted")
	b.until(`!document.getElementById("deleted").hidden`)
	notes, err := a.Annotations(t.Context(), id, annotate.AnnotationFilter{Deleted: true}, "", 10)
	if err != nil || len(notes.Annotations) != 1 || notes.Annotations[0].Revision != 3 {
		t.Errorf("saved twice and deleted once: %+v, %v", notes, err)
	}
}
