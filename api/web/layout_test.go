//go:build browser

package web

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/analysis"
	"assay/api/annotate"
)

// sizes are windows of watches, phones, blog columns, tablets and desktops.
var sizes = [][2]int64{{320, 240}, {320, 568}, {390, 844}, {480, 360}, {640, 480}, {660, 480}, {768, 1024}, {1280, 800}}

// outside lists the elements of selectors that are not wholly in the window.
// Elements that scroll by themselves count as far as they are visible.
const outside = `((selectors) => selectors.filter((selector) => {
	const e = [...document.querySelectorAll(selector)].find((e) => e.checkVisibility());
	if (!e) return true;
	const r = e.getBoundingClientRect();
	return !r.width || !r.height || r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1;
}).map((selector) => selector + " " + JSON.stringify(document.querySelector(selector)?.getBoundingClientRect() ?? null)).join("; "))`

// fits fails if an element is not wholly in the window.
func (b *tab) fits(when string, selectors string) {
	b.Helper()
	if got := eval[string](b, outside+"("+selectors+")"); got != "" {
		b.picture("outside")
		b.Errorf("%s: outside of the window: %s", when, got)
	}
}

// reopen opens a file that may be open at another place.
func (b *tab) reopen(file string) { b.Helper(); b.read("about:blank"); b.read(file) }

// still disables or enables scripts.
func (b *tab) still(off bool) { b.Helper(); b.run(emulation.SetScriptExecutionDisabled(off)) }

// TestLayoutPublished keeps board, controls and current comment of a published
// game in the window at every size, with scripts and without.
func TestLayoutPublished(t *testing.T) {
	t.Parallel()
	one, _, both := published(t)
	for _, size := range sizes {
		b := newReader(t, one)
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		b.size(size[0], size[1])
		b.read(one)
		b.see(".play")
		b.fits(name+", at the start", `[".board svg", "[data-do=on]", ".panel"]`)
		b.reopen(one + "#g1-12")
		b.until(presentPly + ` !== "" && scrollY === 0`)
		b.fits(name+", ply 12", `[".board svg", "[data-do=back]", "[data-do=on]", "[data-do=last]", ".now", ".panel", ".moves [aria-current]"]`)
		if got := eval[float64](b, `document.querySelector(".board svg").getBoundingClientRect().height / innerHeight`); got < .3 {
			t.Errorf("%s: the board has %.2f of the height", name, got)
		}
		for range 5 {
			b.press(kb.ArrowRight)
		}
		b.fits(name+", after keys", `[".board svg", "[data-do=on]", ".now", ".moves [aria-current]"]`)
		b.wide()
		b.picture(name)
		b.still(true)
		b.reopen(one + "#g1-12")
		b.fits(name+", without scripts", `[".board svg", ".panel", "#g1-12"]`)
		b.picture(name + "-static")
		b.still(false)
	}
	b := newReader(t, both)
	b.size(390, 844)
	b.read(both)
	b.do(`document.querySelector("#g2-30").click()`)
	b.fits("the second of two games", `["#g2 .board svg", "#g2 [data-do=on]", "#g2 .now", "#g2 .moves [aria-current]"]`)
	b.picture("second")
}

// TestLayoutEmbedded keeps board, controls and current comment of an embedded
// game in its frame. Without scripts its links step.
func TestLayoutEmbedded(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, fixture(t, "csg", "board-1.txt"))
	note(t, a, id, annotate.AnnotationInput{Author: "Ada", Annotation: analysis.Annotation{Ply: 12, Comment: "The turning point, which needs some words: " + fmt.Sprint(make([]int, 100))}})
	b := newTab(t, site)
	for _, size := range sizes {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		b.size(size[0], size[1])
		b.open(fmt.Sprintf("/embed/games/%d?ply=12", id))
		b.until(presentPly + ` !== ""`)
		b.fits(name, `[".board svg", "[data-do=on]", ".now", ".moves [aria-current]"]`)
		b.picture(name)
		b.still(true)
		b.open(fmt.Sprintf("/embed/games/%d?ply=12", id))
		b.fits(name+", without scripts", `[".board svg", ".play", ".now", ".panel"]`)
		b.follow(`.play a:nth-child(3)`)
		b.until(`location.search === "?ply=13"`)
		b.still(false)
	}
	b.picture("static")
}

// TestSwipe steps by swipes over the board of a published game.
func TestSwipe(t *testing.T) {
	t.Parallel()
	one, _, _ := published(t)
	b := newReader(t, one)
	b.size(390, 844)
	b.read(one)
	b.see(".play")
	b.swipe(".picture", -120)
	b.until(presentPly + ` === "Pawn f3 - f4"`)
	b.swipe(".picture", 120)
	b.until(presentPly + ` === ""`)
}

// swipe moves a finger horizontally over an element.
func (b *tab) swipe(selector string, far float64) {
	b.Helper()
	x, y := b.middle(selector)
	b.run(emulation.SetTouchEmulationEnabled(true), chromedp.ActionFunc(func(ctx context.Context) error {
		for _, step := range []struct {
			kind input.TouchType
			at   []*input.TouchPoint
		}{
			{input.TouchStart, []*input.TouchPoint{{X: x, Y: y}}},
			{input.TouchMove, []*input.TouchPoint{{X: x + far/2, Y: y}}},
			{input.TouchMove, []*input.TouchPoint{{X: x + far, Y: y}}},
			{input.TouchEnd, []*input.TouchPoint{}},
		} {
			if err := input.DispatchTouchEvent(step.kind, step.at).Do(ctx); err != nil {
				return err
			}
		}
		return nil
	}))
}

// TestLayoutGame keeps board, controls and current comment of a game's page in
// the window at every size: when it is opened at a ply, with scripts and
// without, and when a move of the list is chosen.
func TestLayoutGame(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, fixture(t, "csg", "board-1.txt"))
	for _, ply := range []int{12, 60} {
		note(t, a, id, annotate.AnnotationInput{Author: "Ada", Annotation: analysis.Annotation{Ply: ply, Comment: "The turning point, which needs a few words: https://club.example/turn."}})
	}
	b := newTab(t, site)
	for _, size := range sizes {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		b.size(size[0], size[1])
		b.game(id, 12)
		b.fits(name, `[".board", "#back", "#forward", "#caption", "#now"]`)
		b.picture(name)
		b.do(`document.querySelector("#n60").scrollIntoView()`)
		b.do(`document.querySelector("#n60").click()`)
		b.until(`document.querySelector("#n60").ariaCurrent`)
		b.fits(name+", a move of the list", `[".board", "#back", "#forward", "#caption", "#now"]`)
		b.wide()
		b.still(true)
		b.open(fmt.Sprintf("/games/%d?ply=12", id))
		b.fits(name+", without scripts", `[".board", "#back", "#forward", "#caption", "#now"]`)
		b.picture(name + "-static")
		b.still(false)
	}
}
