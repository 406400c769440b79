//go:build browser

package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestHexagons plays on hexagons by mouse, also off-centre, and by keyboard.
func TestHexagons(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/new?variant=glinski")
	b.entered(0)
	if n := eval[int](b, `document.querySelectorAll(".spots > *").length`); n != 91 {
		t.Errorf("%d places can have the focus, want 91", n)
	}
	for i, way := range [][2]string{{"b1", "b3"}, {"f7", "f6"}, {"d1", "f4"}, {"b7", "b5"}} {
		var at []float64
		b.run(chromedp.Evaluate(fmt.Sprintf(`(() => {
			const { board } = newGame, matrix = board.root.getScreenCTM();
			return %s.flatMap((name) => { const [x, y] = board.way.points[board.names.get(name)], p = new DOMPoint(x + 17, y - 3).matrixTransform(matrix); return [p.x, p.y]; });
		})()`, jsonText(way)), &at))
		b.dragPoints(at[0], at[1], at[2], at[3], input.Left)
		b.entered(i + 1)
		if squares := eval[int](b, `document.querySelectorAll(".last path").length`); squares != 2 {
			t.Errorf("%v: %d cells are shown as the last move's, want 2", way, squares)
		}
	}
	b.picture("hexagons")
	for _, row := range []struct {
		step string
		want []string
	}{
		{"0, -1", []string{"f7"}},
		{"0, 1", []string{"f5"}},
		{"1, 0", []string{"g6", "g5"}},
		{"-1, 0", []string{"e6", "e5"}},
	} {
		got := eval[string](b, `newGame.board.view.places[newGame.board.neighbour(newGame.board.names.get("f6"), `+row.step+`)]`)
		found := false
		for _, name := range row.want {
			found = found || got == name
		}
		if !found {
			t.Errorf("a key leads from f6 by %s to %q, want one of %v", row.step, got, row.want)
		}
	}
}
