//go:build browser

package web

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"

	"assay/api/present"
	"assay/api/publish"
	"assay/api/puzzles"
)

// packed is the folder of the npm package, which several tests use.
var packed = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "assay-board")
	if err != nil {
		return "", err
	}
	if said, err := exec.Command("../../cmd/wasm/pack", folder).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, said)
	}
	return folder, nil
})

// packedFiles returns the files of the npm package.
func packedFiles(t *testing.T) map[string][]byte {
	t.Helper()
	folder, err := packed()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	err = fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = os.ReadFile(filepath.Join(folder, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// serveFiles serves files, with a policy if it is not empty.
func serveFiles(t *testing.T, files map[string][]byte, policy string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		content, ok := files[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if policy != "" {
			w.Header().Set("Content-Security-Policy", policy)
		}
		switch filepath.Ext(name) {
		case ".html":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		case ".js":
			w.Header().Set("Content-Type", "text/javascript")
		case ".css":
			w.Header().Set("Content-Type", "text/css")
		case ".svg":
			w.Header().Set("Content-Type", "image/svg+xml")
		}
		_, _ = w.Write(content)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

const elementPage = `<!doctype html>
<html lang="en"><title>Board</title><link rel="icon" href="data:,">
<script type="module" src="assay-board.js"></script>
<script type="module" src="page.js"></script>
<assay-board notation="san"></assay-board>`

const elementScript = `
globalThis.board = document.querySelector("assay-board");
globalThis.played = [];
globalThis.faults = [];
document.addEventListener("assay-move", ({ detail }) => played.push(detail.uci + " " + detail.move));
document.addEventListener("assay-error", ({ detail }) => faults.push(detail.message));
globalThis.drawn = () => board.shadowRoot.querySelector("svg.board").board;
globalThis.point = (name) => {
	const { way, root } = drawn(), [x, y] = way.points[drawn().place(name)], at = new DOMPoint(x, y).matrixTransform(root.getScreenCTM());
	return [at.x, at.y];
};`

// TestBoardElement plays moves on the element by mouse, touch and keyboard,
// under a policy without inline styles.
func TestBoardElement(t *testing.T) {
	files := packedFiles(t)
	files["index.html"], files["page.js"] = []byte(elementPage), []byte(elementScript)
	b := newTab(t, serveFiles(t, files, "default-src 'self'; img-src data:; script-src 'self' 'wasm-unsafe-eval'"))
	b.open("/index.html")
	b.until("globalThis.board?.view?.moves.length === 20")
	mouse := func(kind input.MouseType, name string) {
		at := eval[[]float64](b, fmt.Sprintf("point(%q)", name))
		b.run(input.DispatchMouseEvent(kind, at[0], at[1]).WithButton(input.Left).WithButtons(1).WithClickCount(1))
	}
	played := func(n int, want string) {
		t.Helper()
		b.until(fmt.Sprintf("played.length >= %d", n))
		if got := eval[string](b, fmt.Sprintf("played[%d]", n-1)); got != want {
			t.Errorf("move %d: %s, want %s", n, got, want)
		}
	}

	mouse(input.MousePressed, "e2")
	if n := eval[int](b, `board.shadowRoot.querySelectorAll(".marks circle").length`); n != 2 {
		t.Errorf("%d targets of e2 are marked while the button is held", n)
	}
	mouse(input.MouseMoved, "e3")
	b.picture("held")
	mouse(input.MouseMoved, "e4")
	mouse(input.MouseReleased, "e4")
	played(1, "e2e4 e4")

	for _, name := range []string{"g8", "f6"} {
		mouse(input.MousePressed, name)
		mouse(input.MouseReleased, name)
	}
	played(2, "g8f6 Nf6")

	for _, name := range []string{"d2", "d4"} {
		at := eval[[]float64](b, fmt.Sprintf("point(%q)", name))
		b.run(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at[0], Y: at[1]}}),
			input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	}
	played(3, "d2d4 d4")

	eval[any](b, `drawn().focus(drawn().place("e7"))`)
	for _, key := range []string{kb.Enter, kb.ArrowDown, kb.ArrowDown, kb.Enter} {
		b.press(key)
	}
	played(4, "e7e5 e5")
	if place := eval[string](b, `drawn().view.places[board.shadowRoot.activeElement.dataset.place]`); place != "e5" {
		t.Errorf("the keyboard is on %s", place)
	}

	// an illegal press and a wrong move change nothing
	mouse(input.MousePressed, "a1")
	mouse(input.MouseReleased, "a1")
	eval[any](b, `board.moves = ["e4", "e6", "Ke4"]`)
	b.until("faults.length === 1")
	if got := eval[string](b, `board.view.drawing.plies.length + " " + board.shadowRoot.querySelector(".error").textContent`); !strings.HasPrefix(got, "4 move 3") {
		t.Errorf("after an illegal move: %s", got)
	}

	for _, c := range []struct{ attributes, until string }{
		{`{"variant":"shogi","notation":"","moves":"7g7f 3c3d 8h2b+ 3a2b"}`, "view.drawing.plies.length === 4 && board.view.hands[0].pieces[0].letter === 'B'"},
		{`{"variant":"xiangqi","moves":""}`, "view.variant === 'xiangqi' && board.view.moves.length === 44"},
		{`{"variant":"glinski"}`, "view.variant === 'glinski'"},
		{`{"variant":"csg-1"}`, "view.variant === 'csg-1'"},
		{`{"variant":"chess","position":"4k3/P7/8/8/8/8/8/4K3 w - - 0 1"}`, "view.position.startsWith('4k3/P7')"},
	} {
		eval[any](b, `Object.entries(`+c.attributes+`).forEach(([name, value]) => board.setAttribute(name, value))`)
		b.until("board." + c.until)
		b.picture(eval[string](b, "board.view.variant"))
	}
	mouse(input.MousePressed, "a7")
	mouse(input.MouseReleased, "a7")
	mouse(input.MousePressed, "a8")
	mouse(input.MouseReleased, "a8")
	b.until(`board.shadowRoot.querySelectorAll(".choices button").length >= 4`)
	eval[any](b, `[...board.shadowRoot.querySelectorAll(".choices button")].find((e) => /N|Knight/.test(e.textContent)).click()`)
	b.until(`played.at(-1).startsWith("a7a8n")`)
	if n := eval[int](b, "faults.length"); n != 1 {
		t.Errorf("%d errors: %s", n, eval[string](b, "faults.join('; ')"))
	}
}

// TestSiteProgram plays lines and checks records on a published site, without a
// server of Assay.
func TestSiteProgram(t *testing.T) {
	a := archive(t)
	replay, err := a.Replay(t.Context(), add(t, a, small))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	write := func(name string, content []byte) error { files[name] = content; return nil }
	site, err := present.NewSite(present.SiteOptions{
		SiteOptions: publish.SiteOptions{Title: "Club", Write: write, Own: write, Program: packedFiles(t)},
		Explain:     func(string) (*publish.VariantText, error) { return nil, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	page, err := site.Page("game-1", replay)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Add(page); err != nil {
		t.Fatal(err)
	}
	if err := site.Close(); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, serveFiles(t, files, ""))
	b.open("/index.html")
	b.click(`a[href="play.html"]`)
	b.until(`document.querySelector("assay-board")?.view?.variant === "chess"`)
	b.until(`document.getElementById("state").textContent === "White to move."`)

	b.write("#record", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Ke4")
	b.click("#check")
	b.until(`document.getElementById("reports").textContent.includes("chess, illegal, 5 plies")`)
	b.until(`document.querySelectorAll("#line button").length === 5`)
	b.picture("illegal")
	b.click("#back")
	b.until(`document.querySelectorAll("#line button").length === 4`)
	b.click("#on")
	b.until(`document.querySelectorAll("#line button").length === 5`)

	b.open("/game/game-1.html")
	b.click(`a[href^="../play.html"]`)
	b.until(`document.getElementById("reports")?.textContent.includes("legal, 7 plies, 1-0 (checkmate)")`)
	for i := 1; i <= 7; i++ {
		b.click("#on")
		b.until(fmt.Sprintf(`document.querySelectorAll("#line button").length === %d`, i))
	}
	b.until(`document.getElementById("state").textContent.startsWith("Game over: checkmate, 1-0.")`)
	b.picture("game")
}

// TestSitePuzzles solves puzzles on a published site, without a server of
// Assay: by mouse after a wrong move and hints, by touch, by the keys of the
// board, and by typed moves.
func TestSitePuzzles(t *testing.T) {
	a := archive(t)
	addPuzzles(t, a)
	files := map[string][]byte{}
	write := func(name string, content []byte) error { files[name] = content; return nil }
	site, err := present.NewSite(present.SiteOptions{
		SiteOptions: publish.SiteOptions{Title: "Club", Write: write, Own: write, Program: packedFiles(t)},
		Explain:     func(string) (*publish.VariantText, error) { return nil, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	page, err := a.Puzzles.List(t.Context(), puzzles.Filter{}, "", 100)
	if err != nil || !site.SolvesPuzzles() {
		t.Fatal(err, site.SolvesPuzzles())
	}
	for _, v := range page.Puzzles {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		site.AddPuzzles([]publish.Puzzle{{ID: v.ID, Variant: "Chess", Goal: string(v.Goal), Rating: v.Rating, Line: string(v.Line),
			Themes: v.Themes, Proof: v.Proof, Data: data}})
	}
	if err := site.Close(); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, serveFiles(t, files, ""))
	ready := func(n int) {
		t.Helper()
		b.until(fmt.Sprintf(`window.puzzle?.now && !puzzle.pending && puzzle.asks && puzzle.moves.length === %d`, n))
		b.do(`(window.game = puzzle, 0)`)
	}
	solved := `puzzle.ended && document.getElementById("turn").textContent === "Solved." && !document.getElementById("solution").hidden`
	b.open("/index.html")
	b.click(`a[href="puzzles.html"]`)
	b.click(`a[href^="puzzles/chess"]`)
	b.wide()
	b.click(`a[href="../puzzle/gi5p3nrwcw.html"]`)
	ready(1)
	b.tap("h5")
	b.tap("e5")
	b.until(`document.getElementById("refused").textContent.includes("is not the solution")`)
	ready(1)
	b.click("#hint")
	b.until(`puzzle.board.marks.length === 1`)
	b.click("#hint")
	b.until(`puzzle.board.marks.length === 2`)
	b.picture("hints")
	b.tap("h5")
	b.tap("f7")
	b.until(solved)
	if bad := eval[string](b, contrast) + eval[string](b, unnamed); bad != "" {
		t.Error(bad)
	}

	b.click("#again")
	ready(1)
	for _, name := range []string{"h5", "f7"} { // by touch
		at := eval[[]float64](b, fmt.Sprintf(`(({ way, root }) => { const [x, y] = way.points[puzzle.board.place(%q)], at = new DOMPoint(x, y).matrixTransform(root.getScreenCTM()); return [at.x, at.y]; })(puzzle.board)`, name))
		b.run(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at[0], Y: at[1]}}),
			input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	}
	b.until(solved)

	b.click("#again")
	ready(1)
	eval[any](b, `puzzle.board.focus(puzzle.board.place("h5"))`)
	for _, key := range []string{kb.Enter, kb.ArrowUp, kb.ArrowUp, kb.ArrowLeft, kb.ArrowLeft, kb.Enter} {
		b.press(key)
	}
	b.until(solved)

	b.click("#following")
	b.until(`location.pathname !== "/puzzle/gi5p3nrwcw.html" && window.puzzle?.puzzle?.themes.includes("mateIn2")`)
	ready(0)
	b.do(`document.getElementById("typed").focus()`)
	for i, move := range []string{"Qg8+", "Nf7#"} {
		ready(2 * i)
		b.run(input.InsertText(move))
		b.enter()
	}
	b.until(solved)
	b.picture("solved")
	b.size(360, 640)
	b.wide()
	b.picture("phone")
	b.click("#again")
	ready(0)
	b.click("#solve")
	b.until(solved)
}
