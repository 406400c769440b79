//go:build browser

package web

import (
	"testing"

	"github.com/chromedp/cdproto/input"
)

// TestSolve solves a puzzle with a wrong move, hints and by mouse; one by
// keyboard, and lets the page show a solution.
func TestSolve(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	addPuzzles(t, a)
	b := newTab(t, site)
	ready := func(n int) {
		b.Helper()
		b.until(`window.puzzle?.now && !puzzle.pending && puzzle.asks && puzzle.moves.length === ` + string(rune('0'+n)))
	}
	b.open("/puzzles/gi5p3nrwcw")
	ready(1)
	b.do(`(window.game = puzzle, 0)`)
	b.tap("h5")
	b.tap("e5")
	b.until(`document.getElementById("refused").textContent.includes("is not the solution")`)
	b.click("#hint")
	b.until(`puzzle.board.marks.length === 1`)
	b.click("#hint")
	b.until(`puzzle.board.marks.length === 2`)
	b.tap("h5")
	b.tap("f7")
	b.until(`puzzle.ended && document.getElementById("turn").textContent === "Solved."`)
	b.picture("puzzle")
	b.open("/puzzles?theme=mateIn2")
	b.do(`document.querySelector("tbody a").click()`)
	ready(0)
	b.do(`document.getElementById("typed").focus()`)
	for i, move := range []string{"Qg8+", "Nf7#"} {
		ready(2 * i)
		b.run(input.InsertText(move))
		b.enter()
	}
	b.until(`puzzle.ended`)
	b.click("#again")
	ready(0)
	b.click("#solve")
	b.until(`puzzle.ended && !document.getElementById("solution").hidden`)
	b.size(360, 640)
	b.wide()
}
