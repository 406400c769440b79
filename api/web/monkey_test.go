//go:build browser

package web

import (
	"fmt"
	"math/rand/v2"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"

	"assay/analysis"
	"assay/api/annotate"
)

// TestMonkey clicks, types and drags at random on every page: no exceptions,
// and no games change.
func TestMonkey(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	csg, chess := add(t, a, fixture(t, "csg", "board-1.txt")), add(t, a, small)
	said := note(t, a, csg, annotate.AnnotationInput{Author: "Dee", Annotation: analysis.Annotation{Ply: 2, Comment: "An early push", NAGs: []int{1}}})
	for i, path := range []string{"/", "/search?variant=csg-1", "/search?variant=shogi", "/variants", "/variants/all-classic", "/check", "/new?variant=crazyhouse", fmt.Sprintf("/games/%d?ply=2", csg), fmt.Sprint("/games/", chess)} {
		t.Run(path, func(t *testing.T) {
			b := newTab(t, site)
			t.Cleanup(func() { b.forgive("status of 400", "status of 412", "status of 422") }) // what it typed is invalid
			b.open(path)
			b.as("Monkey")
			b.roam(rand.New(rand.NewPCG(uint64(i), 6)), path, 60)
			b.wide()
			b.picture("after")
		})
	}
	for id, plies := range map[int64]int{csg: 110, chess: 7} {
		if d, err := a.Game(t.Context(), id); err != nil || d.Plies != plies {
			t.Errorf("game %d after it: %v, %v", id, d, err)
		}
	}
	if notes, err := a.AnnotationHistory(t.Context(), csg, said.ID); err != nil || notes.Revisions[0].Comment != "An early push" {
		t.Errorf("the note after it: %v, %v", notes, err)
	}
}

// roam does random actions on a page and returns to it when it was left.
func (b *tab) roam(random *rand.Rand, path string, steps int) {
	b.Helper()
	// Dragging a link out of the window crashes Chromium without a desktop.
	b.run(input.SetInterceptDrags(true), cdppage.SetInterceptFileChooserDialog(true), cdpbrowser.SetDownloadBehavior(cdpbrowser.SetDownloadBehaviorBehaviorDeny))
	home := eval[string](b, "location.pathname")
	for range steps {
		switch n := random.IntN(10); {
		case n < 5:
			if at := eval[[]float64](b, fmt.Sprintf(roamTo, random.Float64())); at != nil {
				b.dragPoints(at[0], at[1], at[0], at[1], input.Left)
			}
		case n < 8:
			key := roamKeys[random.IntN(len(roamKeys))]
			press := func(kind input.KeyType) *input.DispatchKeyEventParams {
				return input.DispatchKeyEvent(kind).WithKey(key.name).WithCode(key.name).WithWindowsVirtualKeyCode(key.code)
			}
			down := press(input.KeyDown)
			if key.name == "Enter" {
				down = down.WithText("\r")
			}
			b.run(down, press(input.KeyUp))
		case n < 9:
			b.run(input.InsertText([]string{"pawn", "1. e4", "x-", "(", `"`, "check and "}[random.IntN(6)]))
		default:
			x, y := 60+500*random.Float64(), 100+500*random.Float64()
			b.dragPoints(x, y, x+200*random.Float64(), y+200*random.Float64(), []input.MouseButton{input.Left, input.Right}[random.IntN(2)])
		}
		if eval[string](b, "location.pathname") != home {
			b.open(path)
		}
	}
}

// roamTo returns a random control that does not leave the page, by a number
// from 0 to 1.
const roamTo = `(() => {
  const all = [...document.querySelectorAll("button, summary, input, select, textarea, a[href^='?'], .spots rect")].filter((e) => e.checkVisibility() && !e.disabled && e.id !== "files");
  if (!all.length) return null;
  const one = all[Math.floor(%v * all.length)];
  one.scrollIntoView({block: "nearest"});
  const r = one.getBoundingClientRect();
  return [r.x + r.width / 2, r.y + r.height / 2];
})()`

var roamKeys = []struct {
	name string
	code int64 // as Windows numbers it
}{
	{"Tab", 9}, {"Tab", 9}, {"Enter", 13}, {"Escape", 27}, {"End", 35}, {"Home", 36},
	{"ArrowLeft", 37}, {"ArrowUp", 38}, {"ArrowRight", 39}, {"ArrowDown", 40}, {"Delete", 46},
}
