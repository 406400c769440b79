//go:build browser

package web

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"

	"assay/analysis/variant"
	"assay/api/card"
	"assay/fixtures"
)

// TestVariantPages opens the page of every variant, in both themes and on a
// phone.
func TestVariantPages(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	for _, id := range fixtures.Games(variant.Embedded().IDs()) {
		b.open("/variants/" + id)
		found, err := card.Find(a.Arbiter, id, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := eval[string](b, `(() => {
			const faults = [];
			for (const a of document.querySelectorAll("main a[href^='#']")) {
				if (!document.getElementById(decodeURIComponent(a.hash.slice(1)))) faults.push("no place for " + a.hash);
			}
			const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
			for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push("two of " + id);
			for (const li of document.querySelectorAll(".pieces-list > li")) {
				if (!li.querySelector("h3 svg")) faults.push("no piece on " + li.id);
				if (!li.querySelector("svg.moves .go, svg.moves .take, svg.moves .hurdle, .piece-moves > .fact")) faults.push("no moves on " + li.id);
			}
			if (!document.querySelector(".board use")) faults.push("no pieces on the board");
			return faults.join("; ");
		})()`); got != "" {
			t.Errorf("%s: %s", id, got)
		}
		if got := eval[int](b, `document.querySelectorAll(".pieces-list > li").length`); got != len(found.Pieces) {
			t.Errorf("%s: %d pieces of %d", id, got, len(found.Pieces))
		}
		b.whole("card-" + id)
		b.size(360, 740)
		b.dark(true)
		b.open("/variants/" + id + "#G-2")
		b.wide()
		b.until(`(() => { const r = document.getElementById("G-2").getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight; })()`)
		if got := eval[string](b, `getComputedStyle(document.getElementById("G-2")).backgroundColor`); got != "rgb(107, 83, 16)" {
			t.Errorf("%s: the ruling asked for is on %s", id, got)
		}
		b.picture("phone-" + id)
		b.dark(false)
		b.size(1360, 900)
	}
}

// TestOptionChoices selects options; each choice keeps the others.
func TestOptionChoices(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/variants/all-classic")
	choose := func(option, value string) {
		t.Helper()
		b.do(fmt.Sprintf(`[...document.querySelectorAll('[role="group"][aria-label="%s"] a')].find((e) => e.textContent === "%s").click()`, option, value))
		b.until(fmt.Sprintf(`document.querySelector('[role="group"][aria-label="%s"] [aria-current]')?.textContent === "%s"`, option, value))
	}
	choose("drops", "shogi-captor")
	choose("symmetry", "reverse")
	if got := eval[string](b, `[...document.querySelectorAll(".chip[aria-current]")].map((e) => e.textContent).join()`); got != "shogi-captor,fide,off,reverse" {
		t.Errorf("chosen: %s", got)
	}
	b.until(`document.body.innerText.includes("AC-18")`)
	choose("drops", "shogi-captured")
	choose("symmetry", "reflect")
	if got := eval[string](b, "location.search"); got != "" {
		t.Errorf("the usual card is at %s", got)
	}
}

// whole saves a screenshot of the whole page.
func (b *tab) whole(name string) {
	b.Helper()
	height := eval[int64](b, "document.documentElement.scrollHeight")
	b.size(1360, min(height, 6000))
	b.picture(name)
	b.size(1360, 900)
}

// TestBoards draws the boards of all variants, in both themes and on a phone.
func TestBoards(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	for _, id := range fixtures.Games(variant.Embedded().IDs()) {
		b.open("/variants/" + id)
		b.see("svg.board use")
		b.picture(id)
	}
	b.open("/variants")
	b.until(`document.querySelector(".thumb").complete && document.querySelector(".thumb").naturalWidth > 0`)
	time.Sleep(300 * time.Millisecond) // for the pictures of the first rows
	b.picture("list")
}

// TestTryBoard plays moves on a variant's page, with options and by touch; the
// engine replies.
func TestTryBoard(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/variants/nine-elder?options=exchange%3Dnone")
	b.until(`window.tryBoard?.now && tryBoard.options === "exchange=none" && !document.getElementById("try").hidden`)
	b.open("/variants/chess")
	b.until(`window.tryBoard?.now`)
	b.do(`window.game = tryBoard; 0`)
	b.move("e2", "e4")
	b.until(`document.getElementById("played-moves").innerText === "1. e4" && document.getElementById("turn").textContent.startsWith("Black to move")`)
	b.click("#engine-move")
	b.until(`document.querySelectorAll("#played-moves li").length === 2`)
	b.click("#undo-move")
	b.until(`document.querySelectorAll("#played-moves li").length === 1`)
	for _, bad := range []string{unnamed, contrast} {
		if bad := eval[string](b, bad); bad != "" {
			t.Error(bad)
		}
	}
	b.size(320, 640)
	b.wide()
	b.run(emulation.SetTouchEmulationEnabled(true))
	b.slide("e7", "e5")
	b.until(`document.getElementById("played-moves").innerText.includes("e5")`)
}
