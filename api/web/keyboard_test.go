//go:build browser

package web

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// focused waits until a selector has focus.
func (b *tab) focused(selector string) {
	b.Helper()
	b.until(`document.activeElement?.matches('` + selector + `')`)
}

// TestMenu uses the export menus by keyboard.
func TestMenu(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	const menu = ".menu:is(#export, :has(a.export))"
	for _, path := range []string{fmt.Sprintf("/games/%d?ply=2", id), "/", "/search?variant=chess&query=check"} {
		b.open(path)
		b.see(menu + " summary")
		b.until(`document.readyState === "complete"`)
		b.do(`document.querySelector("` + menu + ` summary").focus()`)
		b.enter()
		b.until(`document.querySelector("` + menu + `").open`)
		b.press(kb.ArrowDown)
		b.focused(menu + " li:first-child a")
		b.press(kb.ArrowUp)
		b.focused(menu + " a")
		b.press(kb.ArrowDown)
		b.press(kb.ArrowDown)
		b.focused(menu + " li:nth-child(2) a")
		b.press(kb.Escape)
		b.focused(menu + " summary")
		if eval[bool](b, `document.querySelector("`+menu+`").open`) {
			t.Errorf("%s: Escape leaves the menu open", path)
		}
		b.enter()
		b.until(`document.querySelector("` + menu + `").open`)
		b.do(`document.querySelector(".brand").focus()`)
		b.until(`!document.querySelector("` + menu + `").open`)
	}
	b.open(fmt.Sprintf("/games/%d?ply=2", id))
	b.until("window.game")
	b.do(`document.querySelector(".menu summary").focus()`)
	b.enter()
	b.press(kb.ArrowDown)
	if got := eval[int](b, "game.node"); got != 2 {
		t.Errorf("a key in the menu goes to ply %d", got)
	}
}

// TestAnnouncements counts announcements: of a run of steps only the last, of
// autoplay only the end.
func TestAnnouncements(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, fixture(t, "csg", "board-3.txt"))
	b := newTab(t, site)
	b.game(id, 0)
	time.Sleep(200 * time.Millisecond)
	b.do(`window.told = []; new MutationObserver(() => told.push(document.getElementById("live").textContent)).observe(document.getElementById("live"), {childList: true, characterData: true, subtree: true})`)
	b.press(kb.ArrowRight)
	b.until(`told.length === 1 && told[0] === document.getElementById("caption").textContent`)
	time.Sleep(200 * time.Millisecond)
	b.do(`told.length = 0; for (let i = 0; i < 40; i++) document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}))`)
	b.until(`game.node === 41 && told.at(-1) === document.getElementById("caption").textContent`)
	if got := eval[int](b, "told.length"); got > 2 {
		t.Errorf("of 40 steps at once %d are told", got)
	}
	b.do(`told.length = 0`)
	b.press("p")
	b.until("game.node === 43")
	if got := eval[int](b, "told.length"); got != 0 {
		t.Errorf("%d plies are told while the game plays by itself", got)
	}
	b.press("p")
	b.until(`told.length === 1 && told[0] === document.getElementById("caption").textContent`)
}

// TestReports closes reports, cancels, and keeps the focus.
func TestReports(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/")
	b.do(`document.getElementById("add").focus()`)
	b.enter()
	b.focused("#files")
	if got := eval[string](b, `document.getElementById("add").getAttribute("aria-expanded")`); got != "true" {
		t.Errorf("the field for files is unfolded, and the button says %s", got)
	}
	for range 2 {
		b.pressed("#drop", "paste text")
		b.focused(".report textarea")
	}
	b.do(`document.querySelector(".report header button").focus()`)
	b.enter()
	b.focused(".report")
	b.do(`document.querySelector(".report header button").focus()`)
	b.enter()
	b.focused("#add")
}
