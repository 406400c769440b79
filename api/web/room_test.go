//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"
)

// TestRoom checks the layout on a phone (placeholder, long event names) and in
// a frame of the default size.
func TestRoom(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, fixture(t, "csg", "board-1.txt"))
	b := newTab(t, site)
	b.size(320, 640)
	b.open("/new?variant=csg-1")
	b.see("#typed")
	if cut := eval[float64](b, `(() => {
		const field = document.getElementById("typed"), style = getComputedStyle(field);
		const pen = document.createElement("canvas").getContext("2d");
		pen.font = style.font;
		return pen.measureText(field.placeholder).width + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) - field.clientWidth;
	})()`); cut > 0 {
		t.Errorf("what stands in the field is %.0f pixels too long", cut)
	}
	b.open("/variants/csg-1")
	b.click(".appearance summary")
	b.wide()
	b.open(fmt.Sprint("/games/", add(t, a, `[Event "`+strings.Repeat("o", 200)+"\"]\n\n1. e4 *\n")))
	b.wide()
	b.size(frameWidth, frameHeight)
	b.open(fmt.Sprint("/embed/games/", id))
	b.see(".moves a")
	if broken := eval[string](b, `[...document.querySelectorAll(".moves a")].flatMap((move) => [...move.firstChild.data.matchAll(/\S+/g)].filter((word) => {
		const range = document.createRange();
		range.setStart(move.firstChild, word.index);
		range.setEnd(move.firstChild, word.index + word[0].length);
		return range.getClientRects().length > 1;
	}).map(String)).join(" ")`); broken != "" {
		t.Errorf("broken: %s", broken)
	}
}
