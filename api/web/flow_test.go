//go:build browser

package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/api"
)

// TestBoards draws the boards of all games, in light and dark and on a phone.
func TestBoards(t *testing.T) {
	site, a := serve(t)
	b := newTab(t, site)
	for _, v := range a.Variants() {
		b.open("/variants/" + v.ID)
		b.see("svg.board use")
		b.picture(v.ID)
	}
	b.open("/variants")
	b.until(`document.querySelector(".thumb").complete && document.querySelector(".thumb").naturalWidth > 0`)
	time.Sleep(300 * time.Millisecond) // for the pictures of the first rows
	b.picture("list")
}

// TestArchive filters the list, and opens a game of it.
func TestArchive(t *testing.T) {
	site, a := serve(t)
	add(t, a, small)
	add(t, a, strings.Replace(small, "Ann", "Cyd", 1))
	add(t, a, fixture(t, "csg", "board-1.txt"))
	b := newTab(t, site)
	b.open("/")
	b.until(`document.querySelectorAll("#window.tall .row").length === 3`)
	b.picture("list")
	b.write(`input[name="player"]`, "cyd")
	b.enter()
	b.until(`document.querySelectorAll("#window.tall .row").length === 1 && location.search === "?player=cyd"`)
	b.click("#window .row")
	b.see("#board svg")
	if got := b.text("h1"); got != "Cyd – Bob" {
		t.Errorf("opened %q", got)
	}
	b.size(390, 844)
	b.open("/")
	b.until(`document.querySelectorAll("#window.tall .row").length === 3`)
	b.wide()
	b.picture("phone")
}

// wide fails where a page is broader than its window.
func (b *tab) wide() {
	b.Helper()
	if got := eval[int](b, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); got > 0 {
		b.Errorf("%s is %d pixels broader than the window", eval[string](b, "location.pathname"), got)
	}
}

// addMany archives short games of Player 1, Player 2 and so on.
func addMany(t testing.TB, a *api.Archive, games int) {
	t.Helper()
	var text strings.Builder
	for i := range games {
		fmt.Fprintf(&text, "[White \"Player %d\"]\n[Black \"Other\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n", i+1)
	}
	path := filepath.Join(t.TempDir(), "many.pgn")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Import(t.Context(), []string{path}, api.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
}

// TestUpload drops a record with a fault on the page, and mends it there.
func TestUpload(t *testing.T) {
	site, _ := serve(t)
	b := newTab(t, site)
	b.await = 422
	bad := filepath.Join(t.TempDir(), "bad.txt")
	text := fixture(t, "csg", "board-1.txt")
	if err := os.WriteFile(bad, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	b.open("/")
	b.click("#add")
	b.see("#drop")
	b.run(chromedp.SetUploadFiles("#files", []string{bad}, chromedp.ByQuery))
	b.see(".report a.button")
	b.until(`document.querySelectorAll("#window.tall .row").length === 1`)
	wrong := strings.Replace(small, "Qxf7#", "Qxf8#", 1)
	eval[bool](b, `(() => {
		const data = new DataTransfer();
		data.items.add(new File([`+"`"+wrong+"`"+`], "wrong.pgn"));
		for (const kind of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
		return true;
	})()`)
	b.see(".report.bad .ruling")
	b.see(".report.bad svg.board .marks path")
	if got := b.text(".report.bad .ruling h2"); !strings.Contains(got, "Qxf8#") {
		t.Errorf("the fault is %q", got)
	}
	if got := b.text(".report.bad .source mark"); got != "Qxf8#" {
		t.Errorf("marked in the text: %q", got)
	}
	b.picture("fault")
	b.run(chromedp.Evaluate(`[...document.querySelectorAll(".report.bad button.legal")].find((e) => e.textContent === "Qxf7#" || e.textContent.includes("f7")).click()`, nil))
	b.see(".report:not(.bad) textarea")
	b.picture("mended")
	b.click(".report:not(.bad) .primary")
	b.until(`document.querySelectorAll("#window.tall .row").length === 2`)
	b.picture("archived")
}

// TestIllegal opens a game that was archived although it breaks the rules.
func TestIllegal(t *testing.T) {
	site, a := serve(t)
	id := add(t, a, strings.Replace(small, "Qxf7#", "Qxf8#", 1))
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id))
	b.see("#fault")
	b.see("#board .marks path")
	b.picture("fault")
	if got := b.text("#counter"); got != "6/6" {
		t.Errorf("shown: %s", got)
	}
}

// TestSteps goes through a game by every way there is.
func TestSteps(t *testing.T) {
	site, a := serve(t)
	id := add(t, a, fixture(t, "csg", "board-1.txt"))
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id))
	b.until("window.game")
	at := func(ply int, how string) {
		t.Helper()
		b.until(fmt.Sprintf(`game.node === %d && document.getElementById("counter").textContent === "%d/110"`, ply, ply))
		if ply > 0 {
			b.until(fmt.Sprintf(`location.search === "?ply=%d"`, ply))
		}
		// What is drawn is what the server says.
		if got := eval[string](b, fmt.Sprintf(`(async () => {
			const p = await (await fetch("/api/v1/games/%d/positions/%d")).json();
			const want = p.board.pieces.map((x) => x.square + x.side + " " + x.piece).sort().join();
			const got = [...game.board.shown].filter(([place]) => place < 81).map(([place, s]) => game.board.stage.places[place] + game.board.stage.symbols[s.symbol].name).sort().join();
			return got === want && game.nodes[game.node].t === p.position ? "" : got + " / " + want;
		})()`, id, ply)); got != "" {
			t.Errorf("%s, ply %d: %s", how, ply, got)
		}
	}
	at(0, "open")
	b.press(kb.ArrowRight)
	at(1, "right")
	b.press(kb.ArrowRight)
	at(2, "right")
	b.press(kb.ArrowLeft)
	at(1, "left")
	b.press(kb.End)
	at(110, "end")
	b.picture("end")
	b.press(kb.Home)
	at(0, "home")
	b.click("#forward")
	at(1, "button")
	b.click("#to-end")
	at(110, "last button")
	b.click("#back")
	at(109, "back button")
	b.run(chromedp.Evaluate(`document.querySelector("#n40").click()`, nil))
	at(40, "move")
	b.run(chromedp.Evaluate(`(() => { const s = document.querySelector("#slider"); s.value = 63; s.dispatchEvent(new Event("input", {bubbles: true})); })()`, nil))
	at(63, "slider")
	if got := b.text("#live"); !strings.Contains(got, "ply 63") {
		t.Errorf("announced: %q", got)
	}
	b.press("f")
	b.until("game.board.flipped")
	at(63, "flipped")
	b.picture("flipped")
	b.press("f")
	b.click("#play")
	b.until("game.node >= 65")
	b.click("#play")
	b.open(fmt.Sprintf("/games/%d#ply=17", id))
	b.until("window.game")
	b.until("game.node === 17")
	b.until(`document.querySelector("#explored td button")`)
	b.dark(true)
	b.picture("dark")
	b.dark(false)
	b.size(390, 844)
	b.open(fmt.Sprintf("/games/%d?ply=17", id))
	b.until("window.game")
	b.wide()
	b.picture("phone")
}

// TestAnnotate writes a comment with a glyph, an arrow and a side line, and
// meets somebody who has edited it meanwhile.
func TestAnnotate(t *testing.T) {
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.await = 409
	b.open(fmt.Sprint("/games/", id, "?ply=4"))
	b.until("window.game && game.node === 4")
	b.click("#annotate")
	b.see("#editor .primary")
	b.write("#said-by", "Dee")
	b.write("#comment", "Develops, and guards e5.")
	b.run(chromedp.Evaluate(`document.querySelector("#editor .chips button").click()`, nil))
	b.write("#line", "Nf6 Qxe5")
	x, y := b.square("b8")
	x2, y2 := b.square("c6")
	b.dragPoints(x, y, x2, y2, input.Right)
	b.until(`document.querySelectorAll("#board .marks path").length === 1`)
	b.picture("form")
	b.click("#editor .primary")
	b.until(`document.getElementById("editor").hidden && document.querySelector("#said .note")`)
	b.until(`document.getElementById("moves").textContent.includes("guards e5") && document.getElementById("moves").textContent.includes("Qxe5")`)
	if got := b.text("#n4 .nag"); got != "!" {
		t.Errorf("glyph %q", got)
	}
	b.until(`document.querySelectorAll('#board .marks path[fill="#00805d"]').length === 1`)
	// The side line can be stepped through.
	b.run(chromedp.Evaluate(`[...document.querySelectorAll(".side-line .move")].find((e) => e.textContent.includes("Qxe5")).click()`, nil))
	b.until(`document.getElementById("counter").textContent === "side line"`)
	b.picture("side-line")
	b.press(kb.ArrowLeft)
	b.press(kb.ArrowLeft)
	b.press(kb.ArrowRight)
	b.until("game.node === 4")
	// Somebody else edits while the form is open.
	b.click("#said .note header button")
	b.see("#editor .primary")
	page, err := a.Annotations(t.Context(), id, api.AnnotationFilter{}, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	v := page.Annotations[0]
	in := api.AnnotationInput{Author: "Eve", Kind: v.Kind, Annotation: v.Annotation}
	in.Comment = "Natural."
	if _, err := a.EditAnnotation(t.Context(), id, v.ID, v.Revision, in); err != nil {
		t.Fatal(err)
	}
	b.write("#comment", "The only move.")
	b.click("#editor .primary")
	b.see("#both")
	b.picture("conflict")
	b.click("#both div:last-child button:last-child")
	b.click("#editor .primary")
	b.until(`document.getElementById("editor").hidden && document.getElementById("moves").textContent.includes("Natural.") && document.getElementById("moves").textContent.includes("The only move.")`)
}

// TestLongMoves reads moves as the record writes them, and written out; the
// choice holds for the next game.
func TestLongMoves(t *testing.T) {
	site, a := serve(t)
	chess := add(t, a, small)
	csg := add(t, a, fixture(t, "csg", "board-1.txt"))
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", chess))
	b.until("window.game")
	for _, want := range []string{"Queen h5 x f7", "Qxf7#", "Queen h5 x f7"} {
		b.click("#long")
		if got := b.text("#n7 .ply"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	b.open(fmt.Sprint("/games/", chess, "?ply=7"))
	b.until("window.game")
	if got := b.text("#n7 .ply"); got != "Queen h5 x f7" {
		t.Errorf("opened again: %q", got)
	}
	b.click("#long")
	b.open(fmt.Sprint("/games/", csg))
	b.until("window.game")
	if !eval[bool](b, `document.getElementById("long").hidden`) {
		t.Error("numbered lists are written out anyway")
	}
}

// TestExport opens the menu, and fetches what it leads to.
func TestExport(t *testing.T) {
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id, "?ply=3"))
	b.until("window.game")
	b.click(".menu summary")
	b.see(".menu a.export")
	b.picture("menu")
	if got := eval[string](b, `(async () => {
		const bad = [];
		for (const a of document.querySelectorAll("a.export")) {
			const answer = await fetch(a.href);
			if (answer.status >= 500 || !answer.headers.get("Content-Type")) bad.push(a.textContent + answer.status);
		}
		return bad.join();
	})()`); got != "" {
		t.Errorf("exports: %s", got)
	}
}

// TestSearch sets up a position, asks a query with completion, and opens a hit.
func TestSearch(t *testing.T) {
	site, a := serve(t)
	chess := add(t, a, small)
	add(t, a, fixture(t, "csg", "board-1.txt"))
	if err := a.CatchUp(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	b.await = 400
	b.open("/search")
	b.until(`document.querySelector("#board use")`)
	b.until(`document.querySelector("#explored td button")`)
	b.picture("start")
	b.click("#form .primary")
	b.until(`document.querySelectorAll(".hit").length === 1`)
	b.run(chromedp.Evaluate(`(() => { const v = document.getElementById("variant"); v.value = "chess"; v.dispatchEvent(new Event("change")); })()`, nil))
	b.until(`document.querySelectorAll("#board use").length === 32 && document.getElementById("position").value.startsWith("rnbqkbnr")`)
	// A pawn is dragged from e2 to e4.
	b.drag(`[data-place="12"]`, `[data-place="28"]`, input.Left)
	b.until(`document.getElementById("position").value.includes("/4P3/")`)
	b.run(chromedp.Evaluate(`document.querySelector('input[value="part"]').click()`, nil))
	b.click("#form .primary")
	b.until(`document.querySelectorAll(".hit").length === 1 && document.querySelector(".hit").textContent.includes("Ann")`)
	b.picture("part")
	// An empty board with one piece of the tray, put by the keyboard.
	b.click("#clear")
	b.until(`document.querySelectorAll("#board use").length === 0`)
	b.run(chromedp.Evaluate(`document.querySelector('#pool-first button[aria-label="White Queen"]').focus()`, nil))
	b.press(" ")
	b.run(chromedp.Evaluate(`document.querySelector('[data-place="38"]').focus()`, nil))
	b.press(kb.ArrowRight)
	b.enter()
	b.until(`document.querySelector('[data-place="39"]').getAttribute("aria-label") === "h5, White Queen"`)
	b.click("#form .primary")
	b.until(`document.querySelectorAll(".hit").length === 1`)
	// A query with completion.
	b.run(chromedp.Evaluate(`document.querySelector('input[value="none"]').click()`, nil))
	b.click("#query")
	b.run(chromedp.SendKeys("#query", "white que", chromedp.ByQuery))
	b.until(`document.querySelectorAll("#words b").length === 1 && document.querySelector("#words b").textContent === "queen"`)
	b.picture("completion")
	b.press(kb.ArrowDown)
	b.enter()
	b.until(`/white queen $/i.test(document.getElementById("query").value)`)
	b.run(chromedp.SendKeys("#query", "on h5", chromedp.ByQuery))
	b.press(kb.Escape)
	b.click("#form .primary")
	b.until(`document.querySelectorAll(".hit").length === 1 && document.getElementById("summary").textContent === "1 game found."`)
	b.picture("hits")
	b.click(".hit")
	b.until("window.game && game.node === 3")
	if got := eval[string](b, "location.pathname"); got != fmt.Sprint("/games/", chess) {
		t.Errorf("opened %s", got)
	}
	b.click("#search-here")
	b.until(`document.querySelectorAll(".hit").length === 1`)
	b.size(390, 844)
	b.wide()
	b.picture("phone")
}

// TestHands fills hands, benches and pockets by mouse and keyboard.
func TestHands(t *testing.T) {
	site, _ := serve(t)
	b := newTab(t, site)
	put := func(place, piece string) {
		t.Helper()
		b.run(chromedp.Evaluate(`document.querySelector('.tray button[aria-label="`+piece+`"][aria-pressed="false"]')?.click()`, nil))
		at := eval[int](b, `(() => { const all = [...document.querySelectorAll(".spots rect")], e = all.find((e) => e.getAttribute("aria-label").startsWith("`+place+`,")); e.focus(); return all.indexOf(e); })()`)
		b.enter()
		b.until(fmt.Sprintf(`!document.querySelector('[data-place="%d"]').getAttribute("aria-label").includes("empty")`, at))
	}
	b.open("/search?variant=shogi")
	b.until(`document.querySelectorAll("#board use").length === 40`)
	put("Sente's hand", "Sente Pawn")
	put("Sente's hand", "Sente Pawn")
	put("Sente's hand", "Gote Gold") // it becomes Sente's
	b.until(`/\[(PPG|GPP)\] w/.test(document.getElementById("position").value)`)
	b.picture("shogi")
	b.open("/search?variant=pocket-shogi-copper")
	b.until(`document.querySelector("#board use")`)
	put("Black's pocket", "Black Silver")
	b.until(`/ w S\/-/.test(document.getElementById("position").value) && document.getElementById("fault").textContent === ""`)
	b.open("/search?variant=csg-1")
	b.until(`document.querySelector("#board use")`)
	put("x2", "Red Gold")
	b.until(`/\[[A-Za-z]*G[A-Za-z]*\] w/.test(document.getElementById("position").value) && document.getElementById("fault").textContent === ""`)
	b.picture("bench")
}

// TestCheck writes a definition with a fault, and mends it.
func TestCheck(t *testing.T) {
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/check")
	b.until(`document.getElementById("state").textContent.includes("holds")`)
	b.see("#preview img")
	b.picture("holds")
	b.run(chromedp.SetValue("#definition", strings.Replace(example, "zone: end", "zone: nowhere", 1), chromedp.ByQuery),
		chromedp.Evaluate(`document.getElementById("definition").dispatchEvent(new Event("input"))`, nil))
	b.until(`document.querySelectorAll("#problems li").length > 0`)
	b.click("#problems button")
	b.picture("problems")
	if got := eval[string](b, `document.getElementById("definition").value.slice(document.getElementById("definition").selectionStart, document.getElementById("definition").selectionEnd)`); got == "" {
		t.Error("the faulty line is not shown")
	}
}

// TestOngoing reports an illegal move of a game that is still played, which is
// all that it takes.
func TestOngoing(t *testing.T) {
	site, a := serve(t)
	id := add(t, a, "[Event \"Club\"]\n[Result \"*\"]\n\n1. e4 e5 *\n")
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id, "?ply=2"))
	b.until("window.game && game.annotations.manners.comments === 'reports'")
	b.click("#annotate")
	b.see("#editor .primary")
	if eval[bool](b, `!!document.getElementById("line")`) {
		t.Error("a side line is asked for")
	}
	b.write("#said-by", "Dee")
	b.write("#comment", "The clock was not pressed.")
	b.picture("form")
	b.click("#editor .primary")
	b.until(`document.querySelector("#said .note")`)
}
