//go:build browser

package web

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// move drags a piece on the game's board.
func (b *tab) move(from, to string) {
	b.Helper()
	x, y := b.square(from)
	x2, y2 := b.square(to)
	b.dragPoints(x, y, x2, y2, input.Left)
}

// slide drags a piece on the game's board by touch.
func (b *tab) slide(from, to string) {
	b.Helper()
	x, y := b.square(from)
	x2, y2 := b.square(to)
	b.run(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: x, Y: y}}))
	for i := 1.; i <= 4; i++ {
		b.run(input.DispatchTouchEvent(input.TouchMove, []*input.TouchPoint{{X: x + (x2-x)*i/4, Y: y + (y2-y)*i/4}}))
	}
	b.run(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
}

// tap presses a square of the game's board.
func (b *tab) tap(square string) { b.Helper(); b.move(square, square) }

// TestCarriedPiece drags a piece: it follows the pointer while its targets are
// shown, stays on a legal target, and returns from an illegal one.
func TestCarriedPiece(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.game(id, 2)
	x, y := b.square("g1")
	bad, badY := b.square("g5")
	good, goodY := b.square("f3")
	b.run(input.DispatchMouseEvent(input.MouseMoved, x, y))
	b.until("Boolean(game.nodes[2].legal)")
	b.run(input.DispatchMouseEvent(input.MousePressed, x, y).WithButton(input.Left).WithButtons(1).WithClickCount(1))
	const targets = `game.board.marks.filter((m) => m.colour === "G").map((m) => game.view.places[m.from]).sort().join()`
	if got := eval[string](b, targets); got != "e2,f3,h3" {
		t.Errorf("targets of the pressed piece: %q", got)
	}
	const offset = `(() => { const r = document.querySelector(".carried").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`
	for step := range 5 {
		atX, atY := x+float64(step+1)*(bad-x)/5, y+float64(step+1)*(badY-y)/5
		b.run(input.DispatchMouseEvent(input.MouseMoved, atX, atY).WithButton(input.Left).WithButtons(1))
		b.until(`document.querySelector(".carried")`)
		if at := eval[[]float64](b, offset); math.Hypot(at[0]-atX, at[1]-atY) > 12 {
			t.Errorf("the pointer is at %.0f, %.0f, the piece at %.0f", atX, atY, at)
		}
	}
	b.picture("carried")
	b.run(input.DispatchMouseEvent(input.MouseReleased, bad, badY).WithButton(input.Left).WithClickCount(1))
	b.until(`!document.querySelector(".carried") && game.node === 2`)
	if at := eval[[]float64](b, `(() => { const r = game.board.shown.get(game.board.names.get("g1")).elements[0].getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`); math.Hypot(at[0]-x, at[1]-y) > 12 {
		t.Errorf("the piece is not back: %.0f", at)
	}
	b.dragPoints(x, y, good, goodY, input.Left)
	b.until(`document.getElementById("caption").textContent === "Your line, ply 3, White: Nf3" && !document.querySelector(".carried")`)
}

// TestOwnLines plays moves outside the game by dragging, tapping, typing and
// keys, keeps them through a reload, and saves them as an annotation.
func TestOwnLines(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.game(id, 2)
	b.as("Ada")
	b.move("d1", "h5") // which is in the game
	b.until("game.node === 3")
	b.press(kb.ArrowLeft)
	b.until("game.node === 2")
	b.tap("g1")
	b.until(`game.board.marks.filter((m) => m.colour === "G").map((m) => game.view.places[m.from]).sort().join() === "e2,f3,h3"`)
	b.picture("targets")
	b.tap("f3")
	b.until(`document.getElementById("caption").textContent === "Your line, ply 3, White: Nf3"`)
	b.see(".own.variation")
	b.write("#typed", "Nc6")
	b.enter()
	b.until(`document.getElementById("caption").textContent.includes("Nc6")`)
	// By keyboard: the board is one tab stop, arrow keys move between squares.
	b.do(`document.querySelector(".spots rect[tabindex='0']").focus(); game.board.focus(game.board.names.get("f1"))`)
	b.press(kb.Enter)
	b.heard("White Bishop: 5 moves")
	b.do(`game.board.focus(game.board.names.get("c4"))`)
	b.press(kb.Enter)
	b.until(`document.querySelector(".own.variation").textContent.includes("3. Bc4")`)
	b.picture("line")
	b.dark(true)
	b.picture("dark")
	b.dark(false)
	if got := eval[int](b, "game.nodes[game.node].y"); got != 5 {
		t.Errorf("the line comes to ply %d", got)
	}
	b.game(id, 2)
	b.until(`document.querySelectorAll(".own .move").length === 3`)
	b.do(`document.querySelectorAll(".own .move")[2].click()`)
	b.until(`document.getElementById("caption").textContent.includes("Bc4") && game.board.at.get(game.board.names.get("c4"))`)
	b.pressed(".own", "Save as annotation")
	b.see("#editor .primary")
	b.until(`document.getElementById("line").value === "Nf3 Nc6 Bc4"`)
	b.click("#editor .primary")
	b.until(`!document.querySelector(".own") && document.querySelector("#annotations .annotation")`)
	if got := b.text("#moves"); !strings.Contains(got, "Nf3") || !strings.Contains(got, "Bc4") {
		t.Errorf("the moves: %q", got)
	}
	if got := eval[string](b, `sessionStorage.getItem("lines `+fmt.Sprint(id)+`")`); got != "[]" {
		t.Errorf("kept still: %s", got)
	}
	// Another one is deleted.
	b.game(id, 0)
	b.move("g1", "f3")
	b.until(`document.querySelectorAll(".own .move").length === 1`)
	b.size(390, 844)
	b.wide()
	b.picture("phone")
	b.pressed(".own", "✕")
	b.until(`!document.querySelector(".own") && game.node === 0`)
}

// TestMoveChoices asks for promotion (cancelled by Escape), a pass, a drop, and
// the place of a wall.
func TestMoveChoices(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	b.game(add(t, a, "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n[Result \"1-0\"]\n\n1. Kd2 1-0\n"), 0)
	b.move("a7", "a8")
	b.until(`document.querySelectorAll("#choices button").length === 4`)
	b.picture("promotion")
	b.press(kb.Escape)
	b.until(`!document.querySelector("#choices button") && document.activeElement.dataset.place === String(game.board.names.get("a7"))`)
	b.move("a7", "a8")
	b.pressed("#choices", "a8=N")
	b.until(`document.getElementById("caption").textContent.includes("a8=N")`)
	b.game(add(t, a, "Variant=janggi\nResult=1-0\n1. Soldier a4 - a5\n"), 0)
	b.tap("a4")
	b.pressed("#choices", "Pass (W-2)")
	b.until(`document.getElementById("caption").textContent.includes("Pass")`)
	b.game(add(t, a, "[Variant \"crazyhouse\"]\n[Result \"1-0\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 1-0\n"), 4)
	b.move("hand1.0", "d4")
	b.until(`document.getElementById("caption").textContent.includes("@d4")`)
	b.picture("drop")
	b.game(add(t, a, "[Variant \"duck\"]\n[Result \"1-0\"]\n\n1. e4,e4e5 1-0\n"), 0)
	b.move("d2", "d4")
	b.until(`game.own.mover.path.length === 2 && game.board.marks.length > 20`)
	b.picture("duck")
	b.tap("d5")
	b.until(`document.getElementById("caption").textContent.includes("d4,d5")`)
	b.game(add(t, a, "Variant=ataxx\nResult=1-0\n1. Piece a7 - a5\n"), 1) // pieces are placed from outside the board
	b.move("a1", "b1")
	b.move("b1", "c1")
	b.tap("b1")
	b.until(`document.getElementById("caption").textContent.includes("Piece * b1")`)
	b.game(add(t, a, "Variant=csg-1\nResult=1-0\n1. Pawn f3 - f4\n"), 1)
	b.move("v9", "e5")
	b.until(`document.getElementById("caption").textContent.includes("Wildcard v9 - e5")`)
}
