//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestSteps navigates a game in every way.
func TestSteps(t *testing.T) {
	t.Parallel()
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
		// The drawing equals the server's.
		if got := eval[string](b, fmt.Sprintf(`(async () => {
			const p = await (await fetch("/api/v1/games/%d/positions/%d")).json();
			const want = p.board.pieces.map((x) => x.square + x.side + " " + x.piece).sort().join();
			const got = [...game.board.shown].filter(([place]) => place < 81).map(([place, s]) => game.board.view.places[place] + game.board.view.symbols[s.symbol].name).sort().join();
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
	b.do(`document.querySelector("#n40").click()`)
	at(40, "move")
	b.do(`(() => { const s = document.querySelector("#slider"); s.value = 63; s.dispatchEvent(new Event("input", {bubbles: true})); })()`)
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
	b.click("#tab-explorer")
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

// TestGameTools shows clocks at the board, copies from the Share menu, keeps
// the chosen tab, and opens a game without a result for analysis.
func TestGameTools(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n\n1. e4 {[%clk 0:09:58]} e5 {[%clk 0:09:31]} 2. Nf3 {[%clk 0:09:40]} *\n")
	b := newTab(t, site)
	b.game(id, 2)
	const clocks = `[...document.querySelectorAll(".clock")].map((e) => e.textContent).join()`
	b.until(clocks + ` === "0:09:31,0:09:58"`)
	b.press("f")
	b.until(clocks + ` === "0:09:58,0:09:31"`)
	b.do(`Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } })`)
	for _, row := range []struct{ button, want string }{
		{"link", fmt.Sprintf("%s/games/%d?ply=2", site, id)},
		{"position", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
		{"record", "1. e4"},
	} {
		b.click("#share summary")
		b.click(fmt.Sprintf("[data-copy=%s]", row.button))
		b.until(fmt.Sprintf("window.copied?.includes(%q)", row.want))
		b.press(kb.Escape)
	}
	if !eval[bool](b, `document.getElementById("analyse").hidden && document.getElementById("tab-analysis").hidden`) {
		t.Error("a game without a result can be analysed")
	}
	b.picture("closed")
	b.as("Ada")
	b.click("#reopen")
	b.until(`document.querySelector("#policy summary").textContent === "Open to comments" && document.querySelector("#analyse.primary").checkVisibility()`)
	b.click("#tab-explorer")
	b.until(`document.querySelector("#explored table")`)
	b.picture("explorer")
	b.game(id, 1)
	b.until(`document.getElementById("tab-explorer").ariaSelected === "true" && document.querySelector("#explored table").checkVisibility()`)
	b.click("#tab-moves")
	b.until(`document.getElementById("moves").checkVisibility()`)
}

// TestNotationShown checks that a chosen notation applies to all parts of a
// variant's pages and to exports, and to no other variant.
func TestNotationShown(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	chess := add(t, a, small)
	csg := add(t, a, fixture(t, "csg", "board-1.txt"))
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", chess))
	b.until("window.game")
	b.click("details.appearance summary")
	b.do(`(() => { const field = document.querySelector("#settings [name=notation]"); field.value = "figurine"; field.dispatchEvent(new Event("change", { bubbles: true })); })()`)
	t.Cleanup(func() { b.open(fmt.Sprint("/games/", chess, "?notation=")) }) // tests share cookies
	b.until(`window.game?.nodes && document.querySelector("#n7 .ply")?.textContent === "♕xf7#"`)
	b.do(`window.game.go(6)`)
	b.until(`document.getElementById("caption").textContent.includes("♘")`)
	b.click("#tab-explorer")
	b.until(`document.querySelector("#explored button")?.textContent === "♕xf7#"`)
	b.click("#explored button")
	b.until(`window.game.node === 7`)
	b.do(`window.game.go(0)`)
	b.write("#typed", "Ng1-f3\r")
	b.until(`document.querySelector(".own .ply")?.textContent === "♘f3"`)
	if link := eval[string](b, `document.querySelector("a.export[data-as=html]").href`); !strings.Contains(link, "notation=figurine") {
		t.Errorf("exported as %s", link)
	}
	b.open("/new?variant=chess")
	b.until(`window.newGame?.now`)
	b.write("#typed", "e2e4\r")
	b.until(`document.getElementById("line").textContent.includes("1. e4")`)
	b.open(fmt.Sprint("/games/", csg))
	b.until("window.game")
	if got := b.text("#n1 .ply"); got != "Zcannon b2 x b7 Red Pawn x2" && !strings.Contains(got, " - ") {
		t.Errorf("another game is written %q", got)
	}
}

// TestExportVariation exports the shown position of a variation.
func TestExportVariation(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	b.game(add(t, a, small), 2)
	b.do(`game.go(9)`)
	b.until(`document.getElementById("caption").textContent.startsWith("Variation")`)
	b.until(`document.querySelector("a.export[data-as=svg]").href.includes("/diagram.svg?")`)
	picture := eval[string](b, `fetch(document.querySelector("a.export[data-as=svg]").href).then((a) => a.text())`)
	text := eval[string](b, `decodeURIComponent(document.querySelector("a.export[data-as=position]").href.split(",")[1])`)
	const aside = "rnbqkbnr/pp1ppppp/8/2p5/4P3/2P5/PP1P1PPP/RNBQKBNR b KQkq - 0 2\n"
	if text != aside || !strings.Contains(picture, strings.TrimSpace(aside)) {
		t.Errorf("exported %q, %.200s", text, picture)
	}
	b.do(`game.go(3)`)
	b.until(`document.querySelector("a.export[data-as=position]").href.includes("/export?as=position&ply=3")`)
}

// TestExport opens the menu and fetches its links.
func TestExport(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id, "?ply=3"))
	b.until("window.game")
	b.click(".menu summary")
	b.see(".menu a.export")
	b.picture("menu")
	if got := eval[string](b, `[...document.querySelectorAll(".menu li a")].filter((a) => a.getClientRects().length !== 1 || a.offsetHeight > 40).map((a) => a.textContent).join()`); got != "" {
		t.Errorf("names are cut: %s", got)
	}
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

// TestOneStop checks that the move list is one tab stop with arrow-key
// navigation.
func TestOneStop(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.game(id, 0)
	stops := `[...document.querySelectorAll("#moves a")].filter((e) => e.tabIndex === 0).map((e) => e.id).join()`
	b.until(stops + ` === "n1"`)
	b.do(`document.getElementById("n1").focus()`)
	b.press(kb.ArrowRight)
	b.press(kb.ArrowRight)
	b.until(`document.activeElement.id === "n2" && ` + stops + ` === "n2"`)
	b.press("?")
	b.see("dialog .keys")
	b.picture("keys")
	b.press(kb.Escape)
	b.until(`!document.querySelector("dialog") && document.activeElement.id === "n2"`)
}

// TestHighBoard shows the tallest board in a laptop's window: completely, with
// large squares, and the controls next to it.
func TestHighBoard(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, fixture(t, "csg", "board-3.txt"))
	b := newTab(t, site)
	b.size(1280, 720)
	b.game(id, 40)
	x, y := b.square("a1")
	if x2, y2 := b.square("b2"); x2-x < 38 || y-y2 < 38 {
		t.Errorf("a square is %.0f by %.0f pixels large", x2-x, y-y2)
	}
	b.do(`scrollTo(0, 0)`)
	b.until(`document.querySelector("#board svg").getBoundingClientRect().bottom <= innerHeight`)
	if !eval[bool](b, `document.querySelector("#typed").getBoundingClientRect().bottom <= innerHeight`) {
		t.Error("the field for moves is outside the window")
	}
	for _, id := range []string{"bar-top", "bar-bottom", "forward", "slider", "caption"} {
		if !eval[bool](b, `(([board, one]) => one.left >= board.right && one.bottom <= innerHeight)(["#board svg", "#`+id+`"].map((s) => document.querySelector(s).getBoundingClientRect()))`) {
			t.Errorf("%s does not stand beside the board", id)
		}
	}
	b.wide()
	b.picture("beside")
}
