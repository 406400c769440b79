//go:build browser

package web

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"assay/api/account"
	"assay/api/drill"
	"assay/api/records"
	"assay/store"
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
	b.until(`document.getElementById("solution").hidden`)
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

// TestLearn finds better moves than those of a game: not the move that was
// played, but another one that is as good as the engine's; by touch and by
// keyboard.
func TestLearn(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	addPuzzles(t, a)
	analyseMated(t, a)
	b := newTab(t, site)
	b.open("/games/1")
	b.until(`document.querySelector("#report a[href$='/mistakes?game=1']")`)
	b.click("#tab-analysis")
	b.click("#report a[href$='/mistakes?game=1']")
	b.until(`document.querySelector("tbody a[href$='/puzzles/m1-5']")`)
	b.click("tbody a[href$='/puzzles/m1-5']")
	ready := `window.puzzle?.now && !puzzle.pending && puzzle.asks && puzzle.moves.length === 1`
	b.until(ready)
	b.do(`(window.game = puzzle, 0)`)
	b.tap("g8")
	b.tap("f6")
	b.until(`document.getElementById("refused").textContent.includes("is not the solution")`)
	b.until(ready)
	b.do(`document.getElementById("typed").focus()`)
	b.run(input.InsertText("Qe7"))
	b.enter()
	b.until(`puzzle.ended && document.getElementById("turn").textContent === "Solved."`)
	b.picture("learn")
}

// TestComposeHelpmate places the pieces of a helpmate on an empty board, sets
// its side and stipulation, and solves it: in a wide and a narrow window.
func TestComposeHelpmate(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	for _, width := range []int64{1280, 390} {
		b.size(width, 800)
		b.open("/solve?variant=chess")
		b.until(`window.problem?.editor.text.startsWith("rnbq")`)
		b.click("#clear")
		for _, one := range []struct{ name, square string }{
			{"Black King", "h8"}, {"White King", "g5"}, {"White Rook", "a1"},
		} {
			b.click(piece(one.name))
			b.click(b.place(one.square))
			b.click(piece(one.name)) // puts the tool away
		}
		b.do(`document.getElementById("turn").value = "1"`)
		b.do(`document.getElementById("turn").dispatchEvent(new Event("change"))`)
		b.until(`problem.editor.text.startsWith("7k/8/8/6K1/8/8/8/R7 b")`)
		b.write("#stipulation", "h#2")
		b.do(`document.getElementById("set-play").checked = true`)
		b.click("#form button")
		b.until(`document.getElementById("solutions").textContent.includes("1. Kg8 Kg6 2. Kh8 Ra8#") && document.getElementById("solutions").textContent.includes("1... Kg6 2. Kg8 Ra8#")`)
		b.until(`new URLSearchParams(location.search).get("stipulation") === "h#2"`)
		b.wide()
		b.write("#stipulation", "dia1")
		b.do(`problem.editor.load("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1")`)
		b.until(`problem.editor.text.startsWith("rnbqkbnr/pppp1ppp")`)
		b.do(`document.getElementById("set-play").checked = false`)
		b.click("#form button")
		b.until(`document.getElementById("solutions").textContent === "1. e4 e5"`)
	}
}

// TestCompose composes a helpmate on the board and solves it.
func TestCompose(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/solve?variant=chess&position=7k%2F8%2F5K2%2F8%2F8%2F8%2F8%2F6R1+w+-+-+0+1")
	b.until(`window.problem?.editor.text.startsWith("7k")`)
	b.click("#form button")
	b.until(`document.getElementById("solutions").textContent === "1. Kf7 Kh7 2. Rh1#" && document.getElementById("summary").textContent === "1 line. There are no others."`)
	b.do(`document.getElementById("stipulation").value = "#9x"`)
	b.click("#form button")
	b.until(`document.getElementById("refused").textContent.includes("stipulation")`)
	b.forgive("400")
	b.do(`problem.editor.load("7k/8/6K1/8/8/8/8/R7 b - - 0 1")`)
	b.until(`problem.editor.text.startsWith("7k/8/6K1")`)
	b.do(`document.getElementById("stipulation").value = "h#1"`)
	b.click("#form button")
	b.until(`document.getElementById("solutions").textContent === "1. Kg8 Ra8#"`)
	b.picture("compose")
	b.size(360, 640)
	b.wide()
}

// TestTrain trains a repertoire by mouse, keyboard and on a phone: with a
// progress that the archive stores, and as a guest, whose browser keeps it.
func TestTrain(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	addRepertoire(t, a)
	addPuzzles(t, a)
	b := newTab(t, site)
	ready := func(n, progress string) {
		b.Helper()
		b.until(`window.puzzle?.now && !puzzle.pending && puzzle.asks && puzzle.moves.length === ` + n + ` && document.getElementById("progress").textContent === "` + progress + `"`)
	}
	train := func() { // the first move is wrong
		b.Helper()
		b.open("/train?deck=1")
		ready("0", "0 due, 2 new")
		b.do(`(window.game = puzzle, 0)`)
		b.tap("d2")
		b.tap("d3")
		b.until(`document.getElementById("refused").textContent.includes("is not the solution")`)
		b.until(`puzzle.asks`)
		b.tap("e2")
		b.tap("e4")
	}
	train()
	b.until(`puzzle.noted && document.getElementById("due").textContent.startsWith("Next repetition:")`)
	b.picture("train")
	b.click("#next")
	ready("1", "0 due, 1 new")
	b.do(`document.getElementById("typed").focus()`)
	b.run(input.InsertText("d4"))
	b.enter()
	b.until(`puzzle.noted && document.getElementById("solution").textContent === "Nf3, d4"`)
	b.click("#next")
	b.until(`document.getElementById("turn").textContent === "Nothing is due now." && document.getElementById("progress").textContent === "0 due, 0 new"`)
	cards, err := a.Training.Next(t.Context(), drill.Query{Deck: "1", Limit: 1})
	if err != nil || cards.Seen != 2 || cards.NextDue == nil || time.Until(*cards.NextDue) > 15*time.Minute || eval[bool](b, `localStorage.getItem("training 1") !== null`) {
		t.Errorf("%+v, %v", cards, err)
	}
	b.open("/train?deck=puzzles")
	b.until(`window.puzzle?.asks`)
	b.click("#solve")
	b.until(`puzzle.noted`)

	if _, err := a.Invite(t.Context(), account.PersonInput{Name: "Root", Role: store.Administrator}); err != nil {
		t.Fatal(err)
	}
	b.size(390, 844)
	train()
	b.until(`puzzle.noted && JSON.parse(localStorage.getItem("training 1"))[puzzle.puzzle.id].stability < 1`)
	b.wide()
	b.picture("train-phone")
	b.open("/train?deck=1")
	ready("1", "0 due, 1 new")
	b.click("#hint")
	b.do(`(window.game = puzzle, 0)`)
	b.tap("d2")
	b.tap("d4")
	b.until(`puzzle.noted && Object.values(JSON.parse(localStorage.getItem("training 1"))).map(({ stability }) => stability).join(" ") === "0.212 1.2931"`)
	b.open("/train")
	b.wide()
	b.size(1280, 900)
	b.wide()
	b.picture("training")
}

// TestRepertoireFlow adds a repertoire from a pasted text and from a file, and
// shows where games left it.
func TestRepertoireFlow(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	if _, err := a.Submit(t.Context(), "games.pgn", strings.NewReader("[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 1-0\n"),
		records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	b.open("/repertoires")
	b.click("#create .primary")
	b.do(`document.getElementById("name").value = "Mine"`)
	b.click("#create .primary")
	b.until(`document.getElementById("refused").textContent.startsWith("Choose a file")`)
	b.picture("repertoires")
	b.do(`document.getElementById("records").value = "1. e4 e5 2. Nf3 (2. d4) *"`)
	b.click("#create .primary")
	b.until(`location.pathname === "/repertoires/1" && document.querySelector("h1").textContent === "Mine"`)
	b.click("form.filters button")
	b.until(`document.querySelector("details summary")?.textContent.startsWith("Bc4: 1")`)
	b.size(390, 844)
	b.wide()
	b.size(1280, 900)
	b.picture("repertoire")
	b.open("/repertoires")
	b.do(`{ const all = new DataTransfer(); all.items.add(new File(["1. c4 *\n\n[Variant \"shogi\"]\n\n1. P-7f *\n"], "x.pgn"));
		document.getElementById("file").files = all.files; document.getElementById("name").value = "English"; 0 }`)
	b.click("#create .primary")
	b.until(`document.getElementById("left").textContent.includes("a game of shogi") && document.querySelector("#left a").textContent === "English"`)
}
