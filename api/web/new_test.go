//go:build browser

package web

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// movesOf returns the moves of a numbered list.
func movesOf(record string) []string {
	var moves []string
	for line := range strings.Lines(record) {
		if m := regexp.MustCompile(`^\d+\. (.*?)\s*$`).FindStringSubmatch(line); m != nil {
			moves = append(moves, m[1])
		}
	}
	return moves
}

// entered waits until the new game has a number of moves.
func (b *tab) entered(n int) {
	b.Helper()
	b.until(fmt.Sprintf(`window.newGame?.now && newGame.moves.length === %d`, n))
}

// exported returns a game as a numbered list.
func exported(t *testing.T, site string, id int64) string {
	t.Helper()
	text, err := io.ReadAll(get(t, fmt.Sprintf("%s/api/v1/games/%d/export?as=numbered", site, id)).Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// archived saves the game and returns the one that the page leads to.
func (b *tab) archived() (id int64) {
	b.Helper()
	b.until(`window.game && location.pathname.startsWith("/games/")`)
	if _, err := fmt.Sscanf(eval[string](b, "location.pathname"), "/games/%d", &id); err != nil {
		b.Fatal(err)
	}
	return id
}

// TestNewHighBoard checks the layout of tall and low boards in a laptop's
// window; a pass shows its rule ID.
func TestNewHighBoard(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.size(1280, 720)
	b.open("/new?variant=csg-3")
	b.entered(0)
	b.do(`(window.game = newGame, 0)`)
	x, y := b.square("a1")
	if x2, y2 := b.square("b2"); x2-x < 38 || y-y2 < 38 {
		t.Errorf("a square is %.0f by %.0f pixels large", x2-x, y-y2)
	}
	b.do(`scrollTo(0, 0)`)
	for _, id := range []string{"bar-top", "bar-bottom", "typed", "undo", "caption"} {
		if !eval[bool](b, `(([board, one]) => board.bottom <= innerHeight && one.left >= board.right && one.bottom <= innerHeight)(["#board svg", "#`+id+`"].map((s) => document.querySelector(s).getBoundingClientRect()))`) {
			t.Errorf("%s does not stand beside the board", id)
		}
	}
	b.wide()
	b.picture("new-beside")
	b.open("/search?variant=csg-3")
	b.until(`document.querySelector(".boardside.tall #board svg")?.getBoundingClientRect().bottom <= innerHeight`)
	for _, id := range []string{"pool-second", "pool-first", "turn", "clear", "erase"} {
		if !eval[bool](b, `(([board, one]) => board.height >= 590 && one.left >= board.right && one.bottom <= innerHeight)(["#board svg", "#`+id+`"].map((s) => document.querySelector(s).getBoundingClientRect()))`) {
			t.Errorf("%s does not stand beside the board that is set up", id)
		}
	}
	b.wide()
	b.picture("search-beside")
	b.open("/new?variant=janggi")
	b.until(`window.newGame?.now?.variant === "janggi" && document.querySelector("#choices button")?.textContent === "Pass (W-2)"`)
	if eval[bool](b, `document.querySelector(".boardside").classList.contains("tall")`) {
		t.Error("what the board of janggi is played by stands beside it")
	}
}

// TestEnterByKeyboard enters a game by keyboard, saves it, and compares it with
// the record.
func TestEnterByKeyboard(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	record := fixture(t, "csg", "board-3.txt")
	moves := movesOf(record)
	b := newTab(t, site)
	b.open("/new?variant=csg-3")
	b.entered(0)
	b.do(`document.getElementById("typed").focus()`)
	for i, move := range moves {
		b.run(input.InsertText(move))
		b.enter()
		b.entered(i + 1)
	}
	b.until(`document.getElementById("result").value === "1-0"`)
	b.picture("entered")
	b.open("/new") // it was kept
	b.entered(len(moves))
	b.do(`document.getElementById("event").focus()`)
	b.run(input.InsertText("The page"))
	b.enter()
	id := b.archived()
	got, want := exported(t, site, id), exported(t, site, add(t, a, record))
	if strings.Join(movesOf(got), "\n") != strings.Join(movesOf(want), "\n") || strings.Join(movesOf(got), "\n") != strings.Join(moves, "\n") {
		t.Errorf("archived:\n%s", got)
	}
	if d, err := a.Game(t.Context(), id); err != nil || d.Variant != "csg-3" || d.Result != "1-0" || d.Event != "The page" || d.Plies != 199 {
		t.Errorf("%+v, %v", d, err)
	}
	if eval[bool](b, `sessionStorage.getItem("new game") !== null`) {
		t.Error("what is archived is kept in the tab still")
	}
}

// TestEnterByMouse enters a game by mouse.
func TestEnterByMouse(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	moves := movesOf(fixture(t, "csg", "board-3.txt"))
	b := newTab(t, site)
	b.open("/new?variant=csg-3")
	b.entered(0)
	places := regexp.MustCompile(`\b[a-z]\d+\b`)
	for i, move := range moves {
		way := places.FindAllString(move, 2)
		var at []float64
		b.run(chromedp.Evaluate(fmt.Sprintf(`(() => {
			const { board } = newGame, matrix = board.root.getScreenCTM();
			return %s.flatMap((name) => { const [x, y] = board.way.points[board.names.get(name)], p = new DOMPoint(x, y).matrixTransform(matrix); return [p.x, p.y]; });
		})()`, jsonText(way)), &at))
		b.dragPoints(at[0], at[1], at[2], at[3], input.Left)
		b.until(fmt.Sprintf(`newGame.moves.length === %d || document.querySelector("#choices button")`, i+1))
		if eval[int](b, "newGame.moves.length") == i {
			b.pressed("#choices", move)
		}
		b.entered(i + 1)
	}
	b.click("#record .primary")
	id := b.archived()
	if got := movesOf(exported(t, site, id)); strings.Join(got, "\n") != strings.Join(moves, "\n") {
		t.Errorf("archived: %q", got)
	}
	if d, err := a.Game(t.Context(), id); err != nil || d.Verdict != "legal" {
		t.Errorf("%+v, %v", d, err)
	}
}

func jsonText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestSetups chooses the setups of janggi, which only its games offer.
func TestSetups(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/new?variant=janggi")
	b.entered(0)
	b.choose("#setups label:nth-of-type(1) select", "BNNB")
	b.until(`newGame.now.position.startsWith("rnba1abnr/") && newGame.now.position.includes("/RBNA1ANBR ")`)
	b.choose("#setups label:nth-of-type(2) select", "NBNB")
	b.until(`newGame.now.position.startsWith("rbna1abnr/") && newGame.now.position.includes("/RBNA1ANBR ")`)
	if got := b.text("#bar-top") + " " + b.text("#bar-bottom"); strings.Join(strings.Fields(got), " ") != "Han 73.5 points Cho 72 points to move" {
		t.Errorf("the points: %q", got)
	}
	b.picture("setups")
	b.write("#typed", "a4-b4\r")
	b.entered(1)
	b.until(`document.getElementById("setups").hidden`)
	b.open("/new?variant=shogi")
	b.entered(0)
	if eval[bool](b, `!document.getElementById("setups").hidden`) {
		t.Error("shogi has setups")
	}
}

// TestNewGame undoes moves, starts from a position, rejects invalid input, and
// saves in the chosen notation.
func TestNewGame(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.await = 422
	b.game(id, 2)
	b.click(".menu.one summary")
	b.click("#play-here")
	b.entered(0)
	b.until(`document.getElementById("caption").textContent === "White to move"`)
	b.write("#typed", "Qh5")
	b.enter()
	b.entered(1)
	b.write("#typed", "Kh1")
	b.enter()
	b.until(`document.getElementById("refused").textContent.startsWith("Move 2") && newGame.moves.length === 1`)
	b.picture("refused")
	b.click("#undo")
	b.entered(0)
	b.click("#redo")
	b.entered(1)
	b.do(`newGame.undo(), newGame.undo()`) // again before the response
	b.entered(0)
	b.click("#redo")
	b.entered(1)
	if !eval[bool](b, `document.getElementById("redo").disabled`) {
		t.Error("a move that was taken back once can be played again twice")
	}
	b.do(`document.getElementById("first").value = "Ann"; document.getElementById("first").dispatchEvent(new Event("change", {bubbles: true}))`)
	b.choose("#as", "pgn")
	b.choose("#result", "1/2-1/2")
	b.dark(true)
	b.picture("dark")
	b.dark(false)
	b.size(390, 844)
	b.wide()
	b.picture("phone")
	b.size(1280, 720)
	b.picture("laptop")
	b.click("#record .primary")
	d, err := a.Game(t.Context(), b.archived())
	if err != nil || d.Plies != 1 || d.First != "Ann" || d.Result != "1/2-1/2" || d.Report.Format != "pgn" {
		t.Errorf("%+v, %v", d, err)
	}
	b.open("/new?variant=shogi")
	b.entered(0)
	b.picture("shogi")
	b.choose("#variant", "xiangqi")
	b.until(`newGame.now?.variant === "xiangqi"`)
	b.reload()
	b.until(`window.newGame?.now`)
	if got := eval[string](b, `newGame.variant + location.search`); got != "xiangqi?variant=xiangqi" {
		t.Errorf("after a reload it is a game of %s", got)
	}
}

// TestPlayEngine plays against the engine.
func TestPlayEngine(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/new?variant=minishogi")
	b.entered(0)
	b.choose("#nodes", "1000")
	b.choose("#engine", "1")
	b.do(`newGame.add(newGame.now.moves[0])`)
	b.entered(2)
	b.until(`newGame.now.drawing.turn === 0`)
	b.click("#undo") // the engine's move is undone, too
	b.entered(0)
	b.choose("#engine", "0")
	b.entered(1)
	b.press(kb.Escape)
	b.picture("played")
}
