//go:build browser

package web

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/api/define"
)

// searching opens the search page of an archive with some chess games, one with
// a variation, and one of Copper, Silver, Gold.
func searching(t *testing.T, path string) *tab {
	t.Helper()
	site, a := serve(t)
	for _, record := range []string{
		small,
		strings.NewReplacer("Ann", "Cyd", "4. Qxf7# 1-0", "4. Nf3 g6 5. Ng1 Ng8 6. Nf3 Nf6 *", `"1-0"`, `"*"`).Replace(small),
		"[White \"Dee\"]\n[Black \"Eli\"]\n[WhiteElo \"2410\"]\n[BlackElo \"2390\"]\n[ECO \"D00\"]\n[Opening \"Queen's Pawn Game\"]\n[Date \"1999.01.02\"]\n\n1. d4 d5 *\n",
		fixture(t, "csg", "board-1.txt"),
	} {
		add(t, a, record)
	}
	if err := a.CatchUp(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	b.await = 400
	b.open(path)
	b.until(`document.querySelector("#board use") && document.querySelector("#examples tr")`)
	return b
}

// hits waits for a number of hits and for the summary.
func (b *tab) hits(n int, summary string) {
	b.Helper()
	quoted, _ := json.Marshal(summary)
	b.until(fmt.Sprintf(`document.querySelectorAll(".hit").length === %d && document.getElementById("summary").textContent.includes(%s)`, n, quoted))
}

// place returns the editor's place whose label has a prefix.
func (b *tab) place(name string) string {
	b.Helper()
	n := eval[int](b, `[...document.querySelectorAll(".spots rect")].findIndex((e) => e.getAttribute("aria-label").startsWith("`+name+`,"))`)
	if n < 0 {
		b.Fatalf("there is no place %s", name)
	}
	return fmt.Sprintf(`[data-place="%d"]`, n)
}

func (b *tab) label(place string) string {
	b.Helper()
	return eval[string](b, `document.querySelector('`+b.place(place)+`').getAttribute("aria-label")`)
}

// haul drags between distant elements: both are scrolled into view first.
func (b *tab) haul(from, to string) {
	b.Helper()
	b.middle(to)
	b.middle(from)
	b.drag(from, to, input.Left)
}

// piece returns a button of a tray.
func piece(name string) string { return `.tray button[aria-label="` + name + `"]` }

// TestAddress shares a search by URL, reloads it and goes back.
func TestAddress(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=chess")
	b.write("#query", "white queen on h5")
	b.enter()
	b.hits(2, "2 games found.")
	if got := eval[string](b, `document.querySelector(".hit img").src`); !strings.HasSuffix(got, "&mark=h5") {
		t.Errorf("the picture is %s", got)
	}
	first := eval[string](b, "location.search")
	if first != "?variant=chess&how=none&query=white+queen+on+h5" {
		t.Errorf("the address is %s", first)
	}
	b.click("#clear")
	b.click("#any")
	b.click(b.place("h5"))
	b.click("#empty")
	b.click(b.place("e2"))
	b.click("#empty")
	b.write("#query", "player:cyd")
	b.enter()
	b.hits(1, "1 game found.")
	if got := eval[string](b, "location.search"); !strings.Contains(got, "&how=part&any=h5&empty=e2&side=0&query=player%3Acyd") {
		t.Errorf("the address is %s", got)
	}
	b.run(chromedp.Reload())
	b.hits(1, "1 game found.")
	if got := b.label("h5") + "; " + b.label("e2"); got != "h5, any piece; e2, must be empty" {
		t.Errorf("after reloading: %s", got)
	}
	if got := eval[string](b, `document.querySelector("input[name=how]:checked").value + document.getElementById("query").value`); got != "partplayer:cyd" {
		t.Errorf("after reloading: %s", got)
	}
	b.picture("marks")
	b.do("history.back()")
	b.hits(2, "2 games found.")
	if got := eval[string](b, `location.search + document.querySelector("input[name=how]:checked").value + document.getElementById("query").value`); got != first+"nonewhite queen on h5" {
		t.Errorf("after going back: %s", got)
	}
	// Also from a hit.
	b.click(".hit > a")
	b.until("window.game")
	b.do("history.back()")
	b.hits(2, "2 games found.")
	// An invalid position is kept and its error shown.
	b.open("/search?variant=chess&position=rnbqkbnr/8/8")
	b.until(`document.getElementById("position").value === "rnbqkbnr/8/8" && document.getElementById("position-error").textContent !== "" && document.getElementById("summary").textContent !== ""`)
	if got := eval[string](b, `document.getElementById("position").getAttribute("aria-invalid")`); got != "true" {
		t.Errorf("the field is not marked")
	}
}

// TestChoices searches a variant with options.
func TestChoices(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=chess")
	if eval[bool](b, `!document.getElementById("options").hidden`) {
		t.Error("chess has choices")
	}
	b.choose("#variant", "all-classic")
	b.see("#options select")
	b.until(`document.getElementById("position").value !== ""`)
	b.choose(`#options select[name="drops"]`, "shogi-captor")
	b.choose(`#options select[name="xq-double"]`, "on")
	b.until(`document.querySelector("#board use") && document.getElementById("position-error").textContent === ""`)
	b.click("#form .primary")
	b.until(`document.getElementById("summary").textContent.startsWith("Nothing to search for")`)
	b.click("#start")
	b.click("#form .primary")
	b.hits(0, "No game found")
	if got := eval[string](b, `new URLSearchParams(location.search).get("options")`); got != "drops=shogi-captor xq-double=on" {
		t.Errorf("the address has the options %q", got)
	}
	b.picture("options")
	b.run(chromedp.Reload())
	b.until(`document.querySelector('#options select[name="xq-double"]')?.value === "on" && document.querySelector('#options select[name="promotion"]').value === "fide"`)
}

// TestSimilar ranks games by similarity, and exports them.
func TestSimilar(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=chess")
	b.haul(b.place("e2"), b.place("e4"))
	b.until(`document.getElementById("position").value.includes("/4P3/")`)
	b.click("#similar")
	b.hits(3, "3 games with similar positions")
	if got := b.text(".hit b"); !strings.HasSuffix(got, "% similar") {
		t.Errorf("the likeness is %q", got)
	}
	b.picture("similar")
	b.see("#export")
	if got := eval[string](b, `document.querySelector('#export [data-as="pgn"]').getAttribute("href")`); !strings.HasPrefix(got, "/api/v1/export?as=pgn&games=") {
		t.Errorf("exported are %s", got)
	}
	if got := eval[string](b, `new URLSearchParams(location.search).get("similar")`); got != "1" {
		t.Error("the address does not tell")
	}
}

// TestFound exports the results, by position and by query.
func TestFound(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=chess")
	b.await = 422
	text := func() string {
		t.Helper()
		return eval[string](b, `fetch(document.querySelector('#export [data-as="pgn"]').href).then((a) => a.text())`)
	}
	b.choose("#turn", "1")
	b.click("#form .primary")
	b.hits(0, "No game found.")
	b.click("#side")
	b.until(`document.getElementById("meaning").textContent.startsWith("Finds this board. ")`)
	b.click("#form .primary")
	b.hits(3, "3 games found.")
	if got := strings.Count(text(), "[Event "); got != 3 {
		t.Errorf("%d games are exported, want 3", got)
	}
	b.do(`document.querySelector('input[value="part"]').click()`)
	b.write("#query", "player:cyd")
	b.enter()
	b.hits(1, "1 game found.")
	if got := text(); strings.Count(got, "[Event ") != 1 || !strings.Contains(got, "Cyd") {
		t.Errorf("exported: %s", got)
	}
	b.click("#export summary")
	b.click(`#export [data-as="csa"]`)
	b.until(`/^Export failed: .*csa/.test(document.getElementById("exported").textContent)`)
}

// TestEditor sets up positions by mouse, touch and keys, and undoes changes.
func TestEditor(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=csg-1")
	is := func(place, want string) {
		t.Helper()
		b.until(`document.querySelector('` + b.place(place) + `').getAttribute("aria-label") === "` + place + ", " + want + `"`)
	}
	// From the tray onto a square and a cell of the bench.
	b.haul(piece("Red Gold"), b.place("e5"))
	is("e5", "Red Gold")
	b.haul(piece("Red Copper"), b.place("x3"))
	is("x3", "Red Copper")
	b.until(`/\[[^\]]*C[^\]]*\]/.test(document.getElementById("position").value) && document.getElementById("position-error").textContent === ""`)
	// Removed by right-click, and by dragging away.
	x, y := b.middle(b.place("e5"))
	b.dragPoints(x, y, x, y, input.Right)
	is("e5", "empty")
	b.haul(b.place("x3"), "h1")
	is("x3", "empty")
	// Undo and redo, by keys and buttons.
	key := func(name string, shift bool) {
		t.Helper()
		modifiers := input.ModifierCtrl
		if shift {
			modifiers |= input.ModifierShift
		}
		b.run(chromedp.KeyEvent(name, chromedp.KeyModifiers(modifiers)))
	}
	key("z", false)
	is("x3", "Red Copper")
	key("z", false)
	is("e5", "Red Gold")
	key("y", false)
	is("e5", "empty")
	b.click("#undo")
	is("e5", "Red Gold")
	b.click("#redo")
	b.click("#redo")
	is("x3", "empty")
	if !eval[bool](b, `document.getElementById("redo").disabled`) {
		t.Error("there is more to be done again")
	}
	// Marks have text labels and distinct drawings.
	b.click("#any")
	b.click(b.place("d5"))
	is("d5", "any piece")
	b.click("#empty")
	b.click(b.place("e5"))
	is("e5", "must be empty")
	b.until(`document.querySelectorAll("#board .marks circle").length === 2 && document.querySelectorAll("#board .marks path").length === 1`)
	if got := eval[string](b, `document.querySelector("input[name=how]:checked").value`); got != "part" {
		t.Errorf("the board counts as %s", got)
	}
	b.picture("marks")
	b.do(`document.querySelector('` + b.place("d5") + `').focus()`)
	b.press(kb.Delete)
	is("d5", "empty")

	// By touch: dragging, and a long press to remove.
	b.open("/search?variant=shogi")
	b.until(`document.querySelectorAll("#board use").length === 40`)
	touch := func(kind input.TouchType, x, y float64) {
		t.Helper()
		points := []*input.TouchPoint{{X: x, Y: y}}
		if kind == input.TouchEnd {
			points = []*input.TouchPoint{}
		}
		b.run(input.DispatchTouchEvent(kind, points))
	}
	x, y = b.middle(piece("Sente Pawn"))
	x2, y2 := b.middle(b.place("Sente's hand"))
	touch(input.TouchStart, x, y)
	touch(input.TouchMove, (x+x2)/2, (y+y2)/2)
	touch(input.TouchMove, x2, y2)
	touch(input.TouchEnd, 0, 0)
	is("Sente's hand", "Sente Pawn")
	b.until(`document.getElementById("position").value.includes("[P]")`)
	touch(input.TouchStart, x2, y2)
	b.until(`!document.getElementById("position").value.includes("[P]")`)
	touch(input.TouchEnd, 0, 0)
	is("Sente's hand", "empty")

	// A promoted piece is unpromoted in the hand.
	b.haul(piece("Sente Tokin"), b.place("Sente's hand"))
	is("Sente's hand", "Sente Pawn")

	// The pocket, and its query.
	b.open("/search?variant=pocket-shogi-copper")
	b.until(`document.querySelector("#board use")`)
	b.click("#clear")
	b.haul(piece("Black Silver"), b.place("White's pocket"))
	is("White's pocket", "White Silver")
	b.click("#form .primary")
	b.hits(0, "No game found.")

	b.run(chromedp.Reload())
	b.until(`document.querySelectorAll("#board use").length === 1`)
	is("White's pocket", "White Silver")
	if got := b.text("#position-error"); !strings.HasPrefix(got, "The position is incomplete") {
		t.Errorf("said of the empty board: %q", got)
	}

	// Invalid text stays; its valid part is shown.
	b.open("/search?variant=chess")
	b.until(`document.querySelectorAll("#board use").length === 32`)
	b.write("#position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w KQkq - 0 1")
	b.enter()
	b.until(`document.getElementById("position-error").matches(".refused") && document.getElementById("position").getAttribute("aria-invalid") === "true"`)
	b.until(`document.getElementById("explored").textContent.startsWith("Set up a valid position")`)
	b.picture("refused")
	if got := eval[string](b, `document.getElementById("position").value.split(" ")[0].split("/").at(-1) + document.querySelectorAll("#board use").length`); got != "RNBQQBNR32" {
		t.Errorf("left is %s", got)
	}
}

// TestPlayed uses the explorer by mouse and keys, and goes back.
func TestPlayed(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=chess")
	b.until(`document.querySelectorAll("#explored tbody tr").length === 2`)
	if got := b.text("#explored tbody tr:last-child"); !strings.Contains(got, "1999-01-02") {
		t.Errorf("last played: %q", got)
	}
	x, y := b.middle("#explored tbody tr button")
	b.run(input.DispatchMouseEvent(input.MouseMoved, x, y))
	b.until(`document.querySelectorAll('#board .marks path[fill="#00805d"]').length === 1`)
	b.picture("hover")
	b.run(input.DispatchMouseEvent(input.MouseMoved, 5, 5))
	b.until(`document.querySelectorAll("#board .marks path").length === 0`)
	b.do(`document.querySelector("#explored button").focus()`)
	b.until(`document.querySelectorAll("#board .marks path").length === 1`)
	b.enter()
	b.until(`document.getElementById("position").value.includes("/4P3/") && document.activeElement.closest("#explored tbody") && document.activeElement.textContent === "e5"`)
	if got := b.text("#live"); !strings.Contains(got, "played") {
		t.Errorf("announced: %q", got)
	}
	b.enter()
	b.until(`document.getElementById("position").value.includes("/4p3/4P3/")`)
	b.click("#return")
	b.until(`document.getElementById("position").value.includes("/8/4P3/")`)
	b.click("#return")
	b.until(`document.getElementById("position").value.startsWith("rnbqkbnr/pppppppp/8/8/8/8/") && document.getElementById("return").hidden`)
	b.until(`document.querySelector("#explored caption")?.textContent === "3 games reached this position"`)
	b.do(`document.getElementById("explorer").open = false`)
	b.click("#start")
	b.do(`document.getElementById("explorer").open = true`)
	b.until(`document.querySelectorAll("#explored tbody tr").length === 2`)
}

// TestBoardUsed includes the board in the search once it is used.
func TestBoardUsed(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=chess")
	b.write("#query", "player:cyd")
	b.enter()
	b.hits(1, "1 game found.")
	b.haul(b.place("d2"), b.place("d4"))
	b.until(`document.querySelector("input[name=how]:checked").value === "exact" && document.getElementById("side").checked && document.getElementById("position").value.includes("/3P4/")`)
	b.click("#form .primary")
	b.hits(0, "No game found.")
	if !eval[bool](b, `document.getElementById("in-hand").hidden && document.getElementById("off-board").hidden`) {
		t.Error("chess has words of hands")
	}
	b.choose("#variant", "csg-1")
	b.until(`document.querySelector("input[name=how]:checked").value === "none" && !document.getElementById("in-hand").hidden`)
	b.choose("#variant", "chess")
	b.until(`document.querySelectorAll("#board use").length === 32`)
	// An explicit choice is kept.
	b.do(`document.querySelector('input[value="exact"]').click(); document.querySelector('input[value="none"]').click()`)
	b.click("#start")
	b.haul(b.place("d2"), b.place("d4"))
	b.until(`document.getElementById("position").value.includes("/3P4/")`)
	if got := eval[string](b, `document.querySelector("input[name=how]:checked").value`); got != "none" {
		t.Errorf("the board counts as %s", got)
	}
}

// TestExplorerFilter filters the games of the explorer; the filter is kept in
// the URL, and an invalid date shows an error.
func TestExplorerFilter(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=chess")
	const caption = `(document.querySelector("#explored caption")?.innerText ?? "")`
	b.until(caption + `.startsWith("3 games")`)
	// Bars have the colours of the sides, and black pieces contrast with their
	// tray in dark mode (sum of red, green and blue).
	if got := eval[string](b, `getComputedStyle(document.querySelector(".bar .f")).backgroundColor`); got != "rgb(255, 253, 248)" {
		t.Errorf("games won by White are %s", got)
	}
	b.dark(true)
	if got := eval[float64](b, `getComputedStyle(document.querySelector(".tray")).backgroundColor.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)`); got < 400 {
		t.Errorf("figures stand on %v of 765", got)
	}
	b.dark(false)
	b.click("#counting summary")
	b.write(`#counted [name="player"]`, "cyd")
	b.enter()
	b.until(caption + `.startsWith("1 game ") && new URLSearchParams(location.search).get("player") === "cyd"`)
	b.reload()
	b.until(caption + `.startsWith("1 game ") && document.querySelector('#counted [name="player"]').value === "cyd"`)
	b.write(`#counted [name="since"]`, "1998")
	b.enter()
	b.until(`document.getElementById("explored").innerText.includes("No matching game")`)
	b.write(`#counted [name="since"]`, "nonsense")
	b.enter()
	b.until(`document.getElementById("explored").innerText.includes("YYYY-MM-DD") && document.querySelector('#counted [name="player"]').value === "cyd"`)
	b.write(`#counted [name="player"]`, "")
	b.write(`#counted [name="since"]`, "")
	b.write(`#counted [name="ratingFrom"]`, "2400")
	b.enter()
	b.until(caption + ` === "D00 Queen's Pawn Game: 1 game reached this position" && new URLSearchParams(location.search).get("ratingFrom") === "2400" &&
		document.querySelector("#explored tbody").innerText.includes("2410") &&
		document.querySelector("#explored .hint").innerText.startsWith("1 of 3 games has the requested ratings")`)
	b.write(`#counted [name="ratingFrom"]`, "2401")
	b.enter()
	b.until(`document.getElementById("explored").innerText.includes("No matching game")`)
	for _, bad := range []string{unnamed, contrast} {
		if bad := eval[string](b, bad); bad != "" {
			t.Error(bad)
		}
	}
	b.size(390, 844)
	b.wide()
}

// TestExplorerPath checks the explorer's path in the URL and the history.
func TestExplorerPath(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=chess")
	walked := func(moves, board string) {
		t.Helper()
		b.until(fmt.Sprintf(`document.getElementById("walked").textContent === %q && document.getElementById("position").value.includes(%q)`, moves, board))
	}
	step := func(move string) {
		t.Helper()
		b.until(fmt.Sprintf(`[...document.querySelectorAll("#explored td button")].some((e) => e.textContent === %q)`, move))
		b.do(fmt.Sprintf(`[...document.querySelectorAll("#explored td button")].find((e) => e.textContent === %q).click()`, move))
	}
	step("e4")
	walked("e4", "/4P3/")
	step("e5")
	walked("e4 · e5", "/4p3/4P3/")
	if got := eval[string](b, `new URLSearchParams(location.search).getAll("walk").join()`); got != "e4,e5" {
		t.Errorf("the address has %q", got)
	}
	address := eval[string](b, "location.pathname + location.search")
	b.do("history.back()")
	walked("e4", "/4P3/")
	b.do("history.back()")
	walked("", "rnbqkbnr/pppppppp/8/8/8/8/")
	b.do("history.forward()")
	walked("e4", "/4P3/")
	b.open(address)
	walked("e4 · e5", "/4p3/4P3/")
	b.click("#return")
	walked("e4", "/4P3/")
	b.click("#form .primary")
	b.hits(2, "2 games found.")
	b.run(chromedp.Reload())
	b.hits(2, "2 games found.")
	walked("e4", "/4P3/")
	// One of the two games has no result and is drawn differently.
	b.until(`document.querySelector("#explored .bar .u")?.textContent === "1"`)
	if got := eval[string](b, `getComputedStyle(document.querySelector("#explored .bar .u")).backgroundImage`); got == "none" {
		t.Error("a game without a result looks like a win")
	}
	b.picture("walk")
}

// TestSavedSearches saves a search in the browser, repeats it and deletes it.
func TestSavedSearches(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=chess")
	if !eval[bool](b, `document.getElementById("saved-searches").hidden && document.getElementById("save-search").hidden`) {
		t.Error("there is something kept, or to keep")
	}
	b.write("#query", "player:cyd")
	b.enter()
	b.hits(1, "1 game found.")
	b.click("#save-search")
	b.click("#save-search")
	b.open("/search?variant=csg-1")
	b.until(`document.querySelectorAll("#saved-searches li").length === 1`)
	b.click("#saved-searches summary")
	b.picture("kept")
	if got := b.text("#saved-searches a"); got != "Chess: player:cyd" {
		t.Errorf("it is called %q", got)
	}
	b.click("#saved-searches a")
	b.hits(1, "1 game found.")
	b.click("#saved-searches summary")
	b.click("#saved-searches button")
	b.until(`document.getElementById("saved-searches").hidden`)
	b.do(`localStorage.setItem("searches", '[{"words": 1}, {"address": "javascript:x", "words": "x"}]')`)
	b.run(chromedp.Reload())
	b.hits(1, "1 game found.")
	if !eval[bool](b, `document.getElementById("saved-searches").hidden`) {
		t.Error("what is no search is shown")
	}
}

// TestWholeWord keeps the list closed for a complete word, until it is
// requested.
func TestWholeWord(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=chess")
	b.click("#query")
	b.run(chromedp.SendKeys("#query", "white quee", chromedp.ByQuery))
	b.see("#words b")
	b.run(chromedp.SendKeys("#query", "n", chromedp.ByQuery))
	b.until(`document.getElementById("words").hidden`)
	b.press(kb.ArrowDown)
	b.see("#words b")
}

// TestManyMoves shows all moves of a position with many.
func TestManyMoves(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	start, err := a.Position("xiangqi", "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range a.Moves(start, define.Numbered)[:30] {
		add(t, a, "Variant=xiangqi\n1. "+move+"\n")
	}
	if err := a.CatchUp(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	b.open("/search?variant=xiangqi")
	b.until(`document.querySelectorAll("#explored tbody tr").length === 24`)
	b.click("#explored > button")
	b.until(`document.querySelectorAll("#explored tbody tr").length === 30 && document.activeElement === document.querySelectorAll("#explored tbody button")[24]`)
}

// TestTooMany warns that the results exceed the limit of a file.
func TestTooMany(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	addMany(t, a, 501)
	if err := a.CatchUp(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	b.open("/search?variant=chess&how=none&query=capture+or+ply+%3C+2")
	b.hits(24, "501 games found, 24 shown.")
	b.click("#export summary")
	b.see("#export .limit")
	if got := b.text("#export"); !strings.Contains(got, "at most 500 games") || strings.Contains(got, "pgn") {
		t.Errorf("the menu says %q", got)
	}
	b.write("#query", "player:500")
	b.enter()
	b.hits(1, "1 game found.")
	b.see("#export ul")
}

// TestDrop shows that a drop starts in the hand.
func TestDrop(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	add(t, a, "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n")
	if err := a.CatchUp(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	b.open("/search?variant=crazyhouse")
	for _, move := range []string{"e4", "d5", "exd5", "Qxd5"} {
		b.until(`document.querySelector("#explored button")?.textContent.includes("` + move + `")`)
		b.click("#explored tbody button")
	}
	b.until(`/e4/.test(document.querySelector("#explored button")?.textContent) && document.querySelectorAll("#explored tbody tr").length === 1`)
	b.do(`document.querySelector("#explored tbody button").focus()`)
	b.until(`document.querySelectorAll('#board .marks path[fill="#00805d"]').length === 1`)
	b.picture("hover")
}

// TestQueryError marks the error of a query, and corrects it.
func TestQueryError(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=chess")
	b.do(`document.querySelector('input[value="part"]').click()`)
	b.write("#query", "check or white quen on h5")
	b.enter()
	b.see("#query-error")
	b.picture("fault")
	if got := b.text("#query-error mark"); got != "quen" {
		t.Errorf("marked is %q", got)
	}
	if got := b.text("#query-error"); !strings.HasPrefix(got, "Column 16: ") {
		t.Errorf("told is %q", got)
	}
	if got := eval[string](b, `getSelection().toString() + document.getElementById("query").selectionStart + document.getElementById("query").getAttribute("aria-invalid")`); !strings.HasSuffix(got, "15true") {
		t.Errorf("selected: %s", got)
	}
	b.click("#query-error button")
	if got := eval[string](b, `document.getElementById("query").value`); !strings.EqualFold(got, "check or white queen on h5") {
		t.Errorf("mended: %q", got)
	}
	if eval[bool](b, `!document.getElementById("query-error").hidden`) {
		t.Error("the fault is still told")
	}
	b.do(`document.querySelector('input[value="none"]').click()`)
	for _, long := range []string{strings.Repeat("check or ", 60) + strings.Repeat("qu", 300) + strings.Repeat(" or check", 60), strings.Repeat("qu", 2500)} {
		b.do(fmt.Sprintf(`document.getElementById("query").value = %q`, long))
		b.click("#query")
		b.enter()
		b.see("#query-error")
		if n := eval[int](b, `document.getElementById("query-error").textContent.length`); n > 500 {
			t.Errorf("a fault of %d characters is told in %d", len(long), n)
		}
	}
	b.write("#query", "check and")
	b.enter()
	b.see("#query-error mark")
	b.write("#query", "wh")
	b.until(`/suggestion/.test(document.getElementById("live").textContent) && document.getElementById("query").getAttribute("aria-expanded") === "true"`)
	b.do(`document.getElementById("query").blur(); document.getElementById("query").focus()`)
	if !eval[bool](b, `new Promise((done) => setTimeout(() => done(document.getElementById("query").getAttribute("aria-expanded") === "true"), 300))`) {
		t.Error("the words are gone, though the field has the focus again")
	}
}

// TestQueryExamples runs every example query of some variants.
func TestQueryExamples(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search")
	for _, variant := range []string{"csg-1", "shogi", "xiangqi", "all-classic", "pocket-shogi-copper", "nine-elder", "crazyhouse"} {
		b.choose("#variant", variant)
		b.until(`document.getElementById("variant").value === document.getElementById("examples").dataset.variant && document.querySelectorAll("#examples tr").length > 25`)
		if bad := eval[string](b, `(async () => {
			const bad = [];
			for (const e of document.querySelectorAll("#examples button")) {
				const answer = await fetch("/api/v1/positions/search", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({variant: document.getElementById("variant").value, query: e.textContent})});
				if (!answer.ok) bad.push(e.textContent + ": " + (await answer.json()).detail);
			}
			return bad.join("; ");
		})()`); bad != "" {
			t.Errorf("%s: %s", variant, bad)
		}
	}
	b.choose("#variant", "csg-1")
	b.until(`document.querySelector("#examples").textContent.includes("alloy")`)
	b.click(".help summary")
	b.do(`[...document.querySelectorAll("#examples button")].find((e) => e.textContent.startsWith("pieces(red)")).scrollIntoView({block: "center"})`)
	b.picture("help")
	b.do(`[...document.querySelectorAll("#examples button")].find((e) => e.textContent.startsWith("pieces(red)")).click()`)
	b.until(`document.getElementById("summary").textContent.includes("found")`)
}

// TestPlies reaches every ply of a hit, variations included, and more hits.
func TestPlies(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	for i := range 30 {
		add(t, a, strings.NewReplacer("Ann", fmt.Sprint("Ann ", i)).Replace(small))
	}
	add(t, a, "[White \"Dee\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n")
	if err := a.CatchUp(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	b.open("/search?variant=chess&how=none&query=player:ann")
	b.hits(24, "30 games found, 24 shown.")
	b.do(`document.getElementById("more").focus()`)
	b.enter()
	b.hits(30, "30 games found.")
	b.until(`document.getElementById("more").hidden && document.activeElement.closest(".hit") === document.querySelectorAll(".hit")[24]`)

	b.open("/search?variant=chess&how=none&query=" + "knight+on+g1+and+player:dee")
	b.hits(1, "1 game found.")
	b.click(".hit details summary")
	b.picture("plies")
	b.click(".hit .plies a:last-child")
	b.until("window.game && game.node === 8")

	// 1… c5 occurs in a variation only.
	b.open("/search?variant=chess&how=none&lines=1&query=" + "black+pawn+on+c5+and+player:%22ann+7%22")
	b.hits(1, "1 game found.")
	if got := b.text(".hit"); !strings.Contains(got, "variation from ply 1") {
		t.Errorf("the hit says %q", got)
	}
	b.until(`document.querySelector(".hit img").complete && document.querySelector(".hit img").naturalWidth > 0`)
	b.picture("side-line")
}

// TestNarrow opens all of the search page on a phone.
func TestNarrow(t *testing.T) {
	t.Parallel()
	b := searching(t, "/search?variant=all-classic")
	b.size(320, 640)
	b.wide()
	b.choose("#variant", "chess")
	b.until(`document.querySelectorAll("#explored tbody tr").length === 2 && document.getElementById("position").value.startsWith("rnbq")`)
	b.do(`document.querySelectorAll("details").forEach((d) => { d.open = true; })`)
	b.write("#query", "white quen on h5 and a very long query that goes on and on until it is broader than the field is")
	b.enter()
	b.see("#query-error")
	b.wide()
	b.do(`document.querySelector('input[value="none"]').click()`)
	b.write("#query", "ply < 6")
	b.enter()
	b.hits(3, "3 games found.")
	b.do(`document.querySelectorAll(".hit details").forEach((d) => { d.open = true; })`)
	b.wide()
	b.do(`document.getElementById("summary").scrollIntoView()`)
	b.picture("hits")
	b.do(`document.getElementById("board").scrollIntoView()`)
	b.picture("board")
	for _, dark := range []bool{false, true} {
		b.dark(dark)
		if bad := eval[string](b, contrast); bad != "" {
			t.Errorf("dark %v: %s", dark, bad)
		}
		if bad := eval[string](b, unnamed); bad != "" {
			t.Errorf("unnamed: %s", bad)
		}
	}
}

// TestSearch sets up a position, enters a query with completion, and opens a
// hit.
func TestSearch(t *testing.T) {
	t.Parallel()
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
	b.click("#start")
	b.click("#form .primary")
	b.until(`document.querySelectorAll(".hit").length === 1`)
	b.do(`(() => { const v = document.getElementById("variant"); v.value = "chess"; v.dispatchEvent(new Event("change")); })()`)
	b.until(`document.querySelectorAll("#board use").length === 32 && document.getElementById("position").value.startsWith("rnbqkbnr")`)
	b.until(`[...document.querySelectorAll("#explored td button")].some((move) => move.textContent.includes("e4"))`)
	// A pawn is dragged from e2 to e4.
	b.drag(`[data-place="12"]`, `[data-place="28"]`, input.Left)
	b.until(`document.getElementById("position").value.includes("/4P3/")`)
	b.do(`document.querySelector('input[value="part"]').click()`)
	b.click("#form .primary")
	b.until(`document.querySelectorAll(".hit").length === 1 && document.querySelector(".hit").textContent.includes("Ann")`)
	b.picture("part")
	// An empty board with one piece, placed by keyboard.
	b.click("#clear")
	b.until(`document.querySelectorAll("#board use").length === 0`)
	b.do(`document.querySelector('#pool-first button[aria-label="White Queen"]').focus()`)
	b.press(" ")
	b.do(`document.querySelector('[data-place="38"]').focus()`)
	b.press(kb.ArrowRight)
	b.enter()
	b.until(`document.querySelector('[data-place="39"]').getAttribute("aria-label") === "h5, White Queen"`)
	b.click("#form .primary")
	b.until(`document.querySelectorAll(".hit").length === 1`)
	// A query with completion.
	b.do(`document.querySelector('input[value="none"]').click()`)
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
	b.until(`!document.getElementById("analyse").hidden`) // which moves the content below
	b.click(".menu.one summary")
	b.click("#search-here")
	b.until(`document.querySelectorAll(".hit").length === 1`)
	b.size(390, 844)
	b.wide()
	b.picture("phone")
}

// TestHands fills hands, benches and pockets by mouse and keyboard.
func TestHands(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	put := func(place, piece string) {
		t.Helper()
		b.do(`document.querySelector('.tray button[aria-label="` + piece + `"][aria-pressed="false"]')?.click()`)
		at := eval[int](b, `(() => { const all = [...document.querySelectorAll(".spots rect")], e = all.find((e) => e.getAttribute("aria-label").startsWith("`+place+`,")); e.focus(); return all.indexOf(e); })()`)
		b.enter()
		b.until(fmt.Sprintf(`!document.querySelector('[data-place="%d"]').getAttribute("aria-label").includes("empty")`, at))
	}
	b.open("/search?variant=shogi")
	b.until(`document.querySelectorAll("#board use").length === 40`)
	put("Sente's hand", "Sente Pawn")
	put("Sente's hand", "Sente Pawn")
	put("Sente's hand", "Gote Gold") // it changes sides
	b.until(`/\[(PPG|GPP)\] w/.test(document.getElementById("position").value)`)
	b.picture("shogi")
	b.open("/search?variant=pocket-shogi-copper")
	b.until(`document.querySelector("#board use")`)
	put("Black's pocket", "Black Silver")
	b.until(`/ w S\/-/.test(document.getElementById("position").value) && document.getElementById("position-error").textContent === ""`)
	b.open("/search?variant=csg-1")
	b.until(`document.querySelector("#board use")`)
	put("x2", "Red Gold")
	b.until(`/\[[A-Za-z]*G[A-Za-z]*\] w/.test(document.getElementById("position").value) && document.getElementById("position-error").textContent === ""`)
	b.picture("bench")
}

// TestCoverage shows how many games have the data of a query.
func TestCoverage(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"blunder":   "0 of 3 games have an engine analysis",
		"playr:tal": `No game searched has a header "playr"; did you mean "player"?`,
	} {
		b := searching(t, "/search?variant=chess&how=none&query="+url.QueryEscape(query))
		b.hits(0, "No game found.")
		b.until(fmt.Sprintf(`document.getElementById("coverage").textContent.startsWith(%q)`, want))
	}
}
