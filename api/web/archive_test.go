//go:build browser

package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/api"
	"assay/api/records"
	"assay/api/rest"
)

// TestThousands scrolls through 30,000 games by scroll bar and keys.
func TestThousands(t *testing.T) {
	t.Parallel()
	const games = 30_000
	site, a := serve(t)
	addMany(t, a, games)
	b := newTab(t, site)
	b.open("/")
	b.until(`document.querySelectorAll("#window.tall .row a").length > 10`)
	began := time.Now()
	b.do(`scrollTo(0, document.documentElement.scrollHeight)`)
	b.until(`document.querySelector('#window .row[aria-rowindex="30001"] a')`)
	t.Logf("the last of %d games after %v", games, time.Since(began).Round(time.Millisecond))
	if got := b.text(`#window .row[aria-rowindex="30001"] .players > a`); got != "Player 30000 – Other" {
		t.Errorf("the last is %q", got)
	}
	b.picture("end")

	// The whole list is scrolled: no view is blank, few pages are requested,
	// and the games appear soon after it stops.
	got := eval[struct {
		Blank, Calls, Most int
		Wait               float64
	}](b, `(async () => {
		const before = performance.getEntriesByType("resource").length;
		const seen = () => [...document.querySelectorAll("#window .row")].filter((e) => { const r = e.getBoundingClientRect(); return r.bottom > 0 && r.top < innerHeight; });
		const frame = () => new Promise(requestAnimationFrame);
		let blank = 0, most = 0;
		for (let i = 60; i >= 30; i--) {
			scrollTo(0, document.documentElement.scrollHeight * i / 60);
			await frame();
			await frame();
			if (seen().length < 10) blank++;
			most = Math.max(most, document.querySelectorAll("#window .row").length);
		}
		const began = performance.now();
		while (!seen().every((e) => e.querySelector("a"))) await frame();
		return { Blank: blank, Calls: performance.getEntriesByType("resource").length - before, Most: most, Wait: performance.now() - began };
	})()`)
	t.Logf("dragged to the middle: %+v", got)
	if got.Blank > 0 || got.Most > 120 || got.Wait > 2000 || got.Calls > 40 {
		t.Errorf("dragged to the middle: %+v", got)
	}

	b.do(`scrollTo(0, 0)`)
	b.until(`document.querySelector('#window .row[aria-rowindex="2"] a')`)
	b.do(`document.querySelector('#window .row[aria-rowindex="2"] .players > a').focus()`)
	at := func(game int) {
		t.Helper()
		b.until(fmt.Sprintf(`document.activeElement.textContent === "Player %d – Other" && (() => { const r = document.activeElement.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight; })()`, game))
	}
	b.press(kb.ArrowDown)
	at(2)
	b.press(kb.End)
	at(games)
	b.press(kb.ArrowUp)
	at(games - 1)
	b.press(kb.Home)
	at(1)
	b.press(kb.PageDown)
	b.until(`Number(document.activeElement.closest(".row").dataset.i) > 5`)
	b.press(kb.PageUp)
	at(1)
	if got := eval[string](b, `document.getElementById("games").getAttribute("aria-rowcount")`); got != "30001" {
		t.Errorf("the table has %s rows", got)
	}

	b.click("#export summary")
	if got := b.text("#export .limit"); !strings.Contains(got, "at most 500 games") {
		t.Errorf("said of the limit: %q", got)
	}
}

// TestCollection exports the filtered games as one file.
func TestCollection(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	add(t, a, small)
	add(t, a, strings.NewReplacer("Ann", "Cyd", "Qxf7#", "Qxf7# {Mate.}").Replace(small))
	add(t, a, fixture(t, "csg", "board-1.txt"))
	b := newTab(t, site)
	b.await = 422
	folder := t.TempDir()
	b.run(cdbrowser.SetDownloadBehavior(cdbrowser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(folder))
	b.open("/?variant=chess")
	b.until(`document.querySelectorAll("#window.tall .row").length === 2`)
	b.click("#export summary")
	b.see("#export ul")
	b.picture("menu")
	b.click(`#export [data-as="pgn"]`)
	b.until(`document.getElementById("exported").textContent === "Downloaded games.pgn."`)
	var text []byte
	for deadline := time.Now().Add(10 * time.Second); strings.Count(string(text), "[Event ") != 2; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the file has %q", text)
		}
		text, _ = os.ReadFile(filepath.Join(folder, "games.pgn")) // it may not exist yet
	}
	if !strings.Contains(string(text), "Cyd") || strings.Contains(string(text), "csg-1") {
		t.Errorf("the file has %s", text)
	}
	// Games that a format cannot represent are reported, and nothing is
	// written.
	b.click("#export summary")
	b.click(`#export [data-as="kif"]`)
	b.until(`/^Export failed: .*kif/.test(document.getElementById("exported").textContent)`)
	b.size(360, 740)
	b.click("#export summary")
	b.wide()
	b.picture("phone")
	// Without scripts the links are the same.
	b.run(emulation.SetScriptExecutionDisabled(true))
	b.open("/?player=cyd")
	b.run(emulation.SetScriptExecutionDisabled(false))
	if got := eval[string](b, `document.querySelector('#export [data-as="html"]').getAttribute("href")`); got != "/api/v1/export?as=html&player=cyd" {
		t.Errorf("without scripts the link is %q", got)
	}
}

// TestGameLinks follows links from a game to the page of its player and the
// other games of both.
func TestGameLinks(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	add(t, a, "[Event \"Autumn Cup\"]\n[White \"O'Hara, Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 *\n")
	id := add(t, a, "[Event \"Autumn Cup\"]\n[White \"Cyd\"]\n[Black \"O'Hara, Ann\"]\n\n1. d4 d5 *\n")
	add(t, a, "[Event \"Winter Cup\"]\n[White \"Cyd\"]\n[Black \"Bob\"]\n\n1. c4 c5 *\n")
	b := newTab(t, site)
	follow := func(selector, path string) {
		b.click(selector)
		b.until(fmt.Sprintf("location.pathname + location.search === %q && document.readyState === 'complete'", path))
	}
	listed := `document.querySelectorAll("#window.tall .row").length === 2`
	b.open(fmt.Sprint("/games/", id))
	follow(".facts a.also", "/?event=Autumn%20Cup")
	b.until(listed)
	b.open(fmt.Sprint("/games/", id))
	follow("h1 a:last-child", "/player?name=O%27Hara%2c%20Ann")
	follow(".headline a.button", "/?player=O%27Hara%2c%20Ann")
	b.until(listed)
}

// TestEmptyArchive drops a first record on an empty archive.
func TestEmptyArchive(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/")
	b.see("#window .empty")
	b.click("#add")
	path := filepath.Join(t.TempDir(), "small.pgn")
	if err := os.WriteFile(path, []byte(small+"\n"+strings.Replace(small, "Ann", "Cyd", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.SetUploadFiles("#files", []string{path}, chromedp.ByQuery))
	b.until(`document.querySelectorAll("#window.tall .row .players > a").length === 2 && document.querySelector("#window .empty") === null`)
	b.do(`document.querySelector("#window .row .players > a").focus()`)
	b.press(kb.ArrowDown)
	b.until(`document.activeElement.textContent === "Cyd – Bob"`)
	b.see("#export")
}

// TestArchive filters the list, and opens a game of it.
func TestArchive(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	add(t, a, small)
	add(t, a, strings.Replace(small, "Ann", "Cyd", 1))
	add(t, a, fixture(t, "csg", "board-1.txt"))
	b := newTab(t, site)
	b.open("/")
	b.until(`document.querySelectorAll("#window.tall .row").length === 3`)
	b.picture("list")
	b.click(".filter summary")
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
	b.open("/?player=cyd&variant=chess")
	if got := b.text(".chip.on"); !strings.HasPrefix(got, "Variant: chess") {
		t.Errorf("the first condition is %q", got)
	}
	b.click(".chip.on")
	b.until(`location.search === "?player=cyd"`)
}

// TestFront uses the first page: examples, the search box, selected games,
// columns, saved views and keys.
func TestFront(t *testing.T) {
	t.Parallel()
	site, a := serveWith(t, rest.ServerConfig{AnalysisCores: 1})
	b := newTab(t, site)
	b.open("/")
	b.see(".starts")
	b.picture("empty")
	b.click("#examples")
	b.until(`document.querySelectorAll("#window.tall .row").length === 4 && document.querySelectorAll("#results .report").length === 2`)
	if bad := eval[int](b, `document.querySelectorAll("#results .bad").length`); bad != 0 {
		t.Errorf("%d files of examples are bad", bad)
	}
	b.open("/")
	b.until(`document.querySelectorAll(".recent img").length === 4 && document.querySelectorAll("#window.tall .row").length === 4`)
	b.picture("front")
	for _, row := range []struct{ typed, meaning, path string }{
		{"Morphy", "these words", "/?q=Morphy"},
		{"player:morphy and result = 1-0", "A query", "/search?query=player%3Amorphy+and+result+%3D+1-0&variant=chess"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "A position", "/search?position=rnbqkbnr%2Fpppppppp%2F8%2F8%2F4P3%2F8%2FPPPP1PPP%2FRNBQKBNR+b+KQkq+-+0+1&variant=chess"},
		{"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "A position", "/search?position=lnsgkgsnl%2F1r5b1%2Fppppppppp%2F9%2F9%2F9%2FPPPPPPPPP%2F1B5R1%2FLNSGKGSNL+b+-+1&variant=shogi"},
	} {
		b.open("/")
		b.until(`document.querySelectorAll("#window.tall .row").length === 4`)
		b.press("/")
		b.until(`document.activeElement.id === "q"`)
		b.write("#q", row.typed)
		b.until(fmt.Sprintf(`document.getElementById("meaning").textContent.includes(%q)`, row.meaning))
		b.enter()
		b.until(fmt.Sprintf("location.pathname + location.search === %q", row.path))
	}
	b.open("/")
	b.until(`document.querySelectorAll("#window.tall .row").length === 4`)
	b.write("#q", "1. e4 e5 2. Nf3 Nc6 *")
	b.enter()
	b.until(`document.querySelector("#results textarea").value === "1. e4 e5 2. Nf3 Nc6 *"`)
	b.do(`document.activeElement.blur(); scrollTo(0, 0)`)
	b.press("j")
	b.until(`document.activeElement.closest(".row")?.dataset.i === "0"`)
	b.press("j")
	b.press("x")
	b.press("k")
	b.until(`document.activeElement.closest(".row").dataset.i === "0" && document.getElementById("bulk").textContent.includes("1 game selected")`)
	b.picture("selected")
	if got := eval[string](b, `document.querySelector('#export [data-as="pgn"]').getAttribute("href")`); got != "/api/v1/export?as=pgn&games=2" {
		t.Errorf("the export is %s", got)
	}
	b.pressed("#bulk", "Analyse")
	b.until(`document.querySelector(".job[role=status]")?.textContent.startsWith("1 game analysed.")`)
	if got, err := a.Analysis(t.Context(), 2); err != nil || got == nil {
		t.Errorf("the analysis: %v, %v", got, err)
	}
	b.click("#columns summary")
	b.do(`[...document.querySelectorAll("#columns label")].find((e) => e.textContent.includes("Plies")).click()`)
	b.until(`!document.querySelector("#window .plies").checkVisibility()`)
	b.open("/?player=morphy")
	b.until(`document.querySelectorAll("#window.tall .row").length === 1 && !document.querySelector("#window .plies").checkVisibility()`)
	b.click("#save-view")
	b.open("/")
	b.until(`document.querySelectorAll("#window.tall .row").length === 4`)
	b.click("#views summary")
	b.click("#views li a")
	b.until(`location.search === "?player=morphy"`)
	b.size(390, 844)
	b.open("/")
	b.until(`document.querySelectorAll("#window.tall .row").length === 4`)
	b.wide()
	b.picture("phone")
}

// TestVariantPicker chooses a variant by its name on several pages; the choice
// comes first the next time.
func TestVariantPicker(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	add(t, a, small)
	b := newTab(t, site)
	b.open("/search?variant=chess")
	b.until(`document.querySelector(".picker")?.textContent === "Chess"`)
	b.click(".picker")
	b.write(".dialog input", "dobut")
	b.until(`[...document.querySelectorAll(".variants button")].filter((e) => e.checkVisibility()).map((e) => e.textContent).join() === "Dobutsu Shogi"`)
	b.picture("picker")
	b.enter()
	b.until(`document.querySelector(".picker").textContent === "Dobutsu Shogi" && !document.querySelector(".dialog") && location.pathname === "/search" && document.querySelectorAll("#board .pieces use").length === 8`)
	b.open("/new?variant=chess")
	b.until(`document.querySelector(".picker")?.textContent === "Chess"`)
	b.click(".picker")
	b.until(`document.querySelector(".variants button").textContent === "Dobutsu Shogi"`)
	b.write(".dialog input", "no such variant")
	b.until(`document.querySelector(".dialog .hint").textContent === "No variant has this name."`)
	b.press(kb.Escape)
	b.until(`!document.querySelector(".dialog") && document.activeElement.matches(".picker")`)
}

// TestSort sorts the list by its column headers, with and without scripts.
func TestSort(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	for i, date := range []string{"1990.??.??", "????.??.??", "2001.02.03", "1985.06.01"} {
		add(t, a, fmt.Sprintf("[White \"W%d\"]\n[Black \"Bob\"]\n[Date \"%s\"]\n\n1. e4 e5 *\n", i+1, date))
	}
	add(t, a, fixture(t, "csg", "board-1.txt"))
	b := newTab(t, site)
	const names = `[...document.querySelectorAll("#window .row .players")].map((e) => e.textContent.split(" ")[0]).join()`
	const head = `#games [role=columnheader]:nth-child(5) a`
	b.open("/?variant=chess")
	b.until(`document.querySelectorAll("#window.tall .row").length === 4`)
	for _, row := range []struct{ query, way, shown string }{
		{"?sort=date&variant=chess", "ascending", "W4,W1,W3,W2"}, {"?sort=-date&variant=chess", "descending", "W3,W1,W4,W2"},
	} {
		b.click(head)
		b.until(fmt.Sprintf(`location.search === %q && document.querySelectorAll("#window.tall .row").length === 4 && %s === %q`, row.query, names, row.shown))
		if got := eval[string](b, `document.querySelector("#games [aria-sort]").textContent + " " + document.querySelector("#games [aria-sort]").ariaSort`); got != "Date "+row.way {
			t.Errorf("sorted: %q", got)
		}
	}
	if got := eval[string](b, `document.querySelector('#export [data-as="pgn"]').getAttribute("href")`); got != "/api/v1/export?as=pgn&sort=-date&variant=chess" {
		t.Errorf("the export is %s", got)
	}
	b.picture("sorted")
	// A filter and newly archived games keep the order.
	b.click(".filter summary")
	b.write(`input[name="player"]`, "bob")
	b.enter()
	b.until(`/^\?variant=chess&player=bob&sort=-date$/.test(location.search) && document.querySelectorAll("#window.tall .row").length === 4`)
	b.choose(`select[name="sort"]`, "-id")
	b.until(`/sort=-id$/.test(location.search) && ` + names + ` === "W4,W3,W2,W1"`)

	b.run(emulation.SetScriptExecutionDisabled(true))
	b.open("/?variant=chess&sort=-plies")
	b.run(chromedp.Click(head, chromedp.ByQuery))
	b.run(chromedp.WaitVisible(`#games [aria-sort=ascending]`, chromedp.ByQuery))
	b.run(emulation.SetScriptExecutionDisabled(false))
	if got := eval[string](b, names); got != "W4,W1,W3,W2" {
		t.Errorf("without scripts: %s", got)
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
	if _, err := a.Import(t.Context(), []string{path}, records.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
}
