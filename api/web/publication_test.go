//go:build browser

package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	print "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/analysis"
	"assay/api/annotate"
	"assay/api/present"
	"assay/api/publish"
	"assay/api/records"
)

// published exports the annotated test games, separately and together.
func published(t *testing.T) (one, three, both string) {
	t.Helper()
	_, a := serve(t)
	text, err := os.ReadFile(filepath.Join("..", "testdata", "publish", "page.json"))
	if err != nil {
		t.Fatal(err)
	}
	var games []struct {
		Record      string
		Annotations []annotate.AnnotationInput
	}
	if err := json.Unmarshal(text, &games); err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for _, game := range games {
		id := add(t, a, fixture(t, "csg", game.Record))
		ids = append(ids, id)
		for _, note := range game.Annotations {
			note.Author = "Ada"
			if _, err := a.Annotate(t.Context(), id, note); err != nil {
				t.Fatalf("%s, ply %d: %v", game.Record, note.Ply, err)
			}
		}
	}
	folder := t.TempDir()
	write := func(name string, ids ...int64) string {
		file, err := os.Create(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		c, err := present.NewCollection(file, "The games of the page", present.ExportOptions{Format: present.ExportHTML})
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			r, err := a.Replay(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		return "file://" + file.Name()
	}
	return write("one.html", ids[0]), write("three.html", ids[1]), write("both.html", ids...)
}

// newReader opens a tab that may load one file only.
func newReader(t *testing.T, file string) *tab {
	t.Helper()
	b := newTab(t, "file://")
	chromedp.ListenTarget(b.ctx, func(event any) {
		if e, ok := event.(*network.EventRequestWillBeSent); ok && e.Request.URL != file {
			t.Errorf("the page asks for %s", e.Request.URL)
		}
	})
	return b
}

// read opens a file from the disk.
func (b *tab) read(file string) {
	b.Helper()
	b.run(chromedp.Navigate(file))
}

// shot saves a screenshot of the whole page.
func (b *tab) shot(name string) {
	b.Helper()
	var png []byte
	b.run(chromedp.FullScreenshot(&png, 100))
	b.keep(name+".png", png)
}

// keep writes a file into the screenshot folder.
func (b *tab) keep(name string, data []byte) {
	b.Helper()
	folder := os.Getenv("BROWSER_SCREENSHOTS")
	if folder == "" {
		return
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, b.Name()+"-"+name), data, 0o644); err != nil {
		b.Fatal(err)
	}
}

const (
	presentPly = `(document.querySelector("[aria-current]")?.textContent ?? "")`
	described  = `document.querySelector(".board svg desc").textContent`
)

// TestPublicationPlays steps through a published game.
func TestPublicationPlays(t *testing.T) {
	t.Parallel()
	one, _, _ := published(t)
	b := newReader(t, one)
	b.dark(false)
	b.read(one)
	b.see(".play")
	b.picture("first")
	if got := eval[string](b, described); !strings.Contains(got, "Wildcard x1") || !strings.Contains(got, "King e1") {
		t.Errorf("the start is told as %q", got)
	}
	if n := eval[int](b, `document.querySelectorAll(".board :is(.notes, .marks) > *").length`); n < 2 {
		t.Errorf("%d strokes at the start", n)
	}
	for range 9 {
		b.press(kb.ArrowRight) // right
	}
	if got := eval[string](b, presentPly); got != "Wildcard x1 - i6!" {
		t.Errorf("nine plies on stands %q", got)
	}
	if got := eval[string](b, described); !strings.Contains(got, "Wildcard i6") || strings.Contains(got, "Wildcard x1") {
		t.Errorf("it is told as %q", got)
	}
	if got := b.text(".now"); !strings.Contains(got, "Wildcard x1 - i6") || !strings.Contains(got, "Dropped from cell x1.") {
		t.Errorf("it is announced as %q", got)
	}
	if n := eval[int](b, `document.querySelectorAll(".board :is(.notes, .marks) > *").length`); n < 3 {
		t.Errorf("%d strokes of an arrow and two marks", n)
	}
	b.picture("annotated")
	if got := eval[string](b, "location.hash"); got == "" {
		t.Error("the address does not hold the ply")
	}
	b.press(kb.ArrowLeft) // left
	if got := eval[string](b, presentPly); got != "Pawn e7 - e6!?" {
		t.Errorf("one ply back stands %q", got)
	}
	b.click("[data-do=on]")
	b.click("[data-do=turn]")
	if got := eval[string](b, `document.querySelector("[data-do=turn]").ariaPressed`); got != "true" {
		t.Error("the button does not say that the board is turned")
	}
	b.picture("turned")
	b.press("f")
	b.click("[data-do=last]")
	if got := eval[string](b, presentPly); got != "Wildcard e2 x e1!" || !eval[bool](b, `document.querySelector("[data-do=on]").disabled`) {
		t.Errorf("at the end stands %q", got)
	}
	b.picture("last")
	b.click("[data-do=first]")
	if got := eval[string](b, presentPly); got != "" {
		t.Errorf("at the start stands %q", got)
	}
	eval[any](b, `(() => { const s = document.querySelector(".play input"); s.value = 21; s.dispatchEvent(new Event("input", {bubbles: true})); return 0; })()`)
	if got := eval[string](b, presentPly); got != "Jumper i3 - g5" {
		t.Errorf("the slider goes to %q", got)
	}
	b.press(kb.ArrowDown) // down: the alternative
	if got := eval[string](b, presentPly); got != "Pawn a3 - a4" {
		t.Errorf("the line beside is %q", got)
	}
	b.press(kb.ArrowRight)
	if got := eval[string](b, presentPly); got != "Pawn a6 - a5" {
		t.Errorf("it goes on with %q", got)
	}
	b.picture("aside")
	if got := eval[string](b, described); !strings.Contains(got, "Pawn a4") || !strings.Contains(got, "Pawn a5") {
		t.Errorf("the side line's board is %q", got)
	}
	b.click(`.moves a[id]`)
	if got := eval[string](b, presentPly); got != "Pawn f3 - f4" {
		t.Errorf("a click goes to %q", got)
	}
	b.click("[data-do=play]")
	b.until(presentPly + ` === "Pawn f4 - f5"`)
	b.click("[data-do=play]")
	if got := eval[string](b, `document.querySelector("[data-do=play]").ariaPressed`); got != "false" {
		t.Error("the play does not stop")
	}
	hash := eval[string](b, "location.hash")
	b = newReader(t, one)
	b.read(one + hash)
	if got := eval[string](b, presentPly); got == "" || eval[string](b, "location.hash") != hash {
		t.Errorf("the address %s opens at %q", hash, got)
	}
}

// TestPublicationDiagrams shows only requested diagrams next to the board,
// until all are shown.
func TestPublicationDiagrams(t *testing.T) {
	t.Parallel()
	_, three, _ := published(t)
	b := newReader(t, three)
	b.read(three)
	const seen = `[...document.querySelectorAll("figcaption")].filter((c) => c.checkVisibility()).map((c) => c.textContent).join()`
	b.see(".play")
	if got := eval[string](b, seen); got != "After 20… Zcannon t9 - b2" {
		t.Errorf("beside the board stand the diagrams %q", got)
	}
	b.click("[data-do=diagrams]")
	if got := eval[string](b, seen); strings.Count(got, "After") != 4 {
		t.Errorf("of all diagrams stand %q", got)
	}
	b.click("[data-do=diagrams]")
	b.run(emulation.SetEmulatedMedia().WithMedia("print"))
	if got := eval[string](b, seen); strings.Count(got, "After") != 4 {
		t.Errorf("on paper stand %q", got)
	}
	b.shot("print")
}

// TestPublicationEscaped checks that text of records is escaped.
func TestPublicationEscaped(t *testing.T) {
	t.Parallel()
	one, three, _ := published(t)
	b := newReader(t, one)
	b.read(one)
	if n := eval[int](b, `document.querySelectorAll("img, iframe, object, link, base").length + document.scripts.length`); n != 3 {
		t.Errorf("%d foreign elements and scripts", n)
	}
	if got := b.text(".moves"); !strings.Contains(got, `</script><img src=x onerror=alert(1)> & "so"`) {
		t.Error("a comment is not shown as it is written")
	}
	b = newReader(t, three)
	b.read(three)
	if got := b.text(".moves"); !strings.Contains(got, "金と銀と銅。 Zürich, “quotes”, <b>not bold</b>.") {
		t.Error("a comment is not shown as it is written")
	}
}

// TestRightToLeft checks comments and names in right-to-left scripts, on a
// game's page and in a publication.
func TestRightToLeft(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, "[Result \"1-0\"]\n\n1. e4 {שלום, עולם!} (1. d4 {שלום, עולם!}) e5 1-0\n")
	note(t, a, id, annotate.AnnotationInput{Author: "Dee", Annotation: analysis.Annotation{Ply: 1, Comment: "שלום, עולם!"}})
	const ends = `[...document.querySelectorAll(%q)].map((e) => e.firstChild).filter((text) => text?.data?.includes("עולם!")).map((text) => {
		const [first, last] = [text.data.indexOf("ש"), text.data.indexOf("!")].map((i) => { const r = document.createRange(); r.setStart(text, i); r.setEnd(text, i + 1); return r.getBoundingClientRect().x; });
		return last < first ? "left" : "right";
	}).join(" ")`
	b := newTab(t, site)
	b.game(id, 1)
	b.see("#annotations .annotation p")
	if got := eval[string](b, fmt.Sprintf(ends, ".comment, #annotations .annotation p")); got != "left left left left" {
		t.Errorf("on the game's page they end on the %s", got)
	}
	// Names precede what follows them.
	mended := add(t, a, "1. c4 *\n")
	if _, err := a.Revise(t.Context(), mended, 1, records.RevisionInput{Author: "דנה", Reason: "טעות", Text: "1. e4 *\n"}); err != nil {
		t.Fatal(err)
	}
	b.game(mended, 0)
	b.click("#correct summary")
	b.see("#correct .revisions")
	b.picture("revisions")
	if !eval[bool](b, `(([name, reason]) => name.right < reason.left)([...document.querySelectorAll("#correct .revisions li:first-child bdi")].map((e) => e.getBoundingClientRect()))`) {
		t.Error("of a revision the reason stands before the name")
	}
	b.open("/submit")
	b.as("Dee")
	b.write("#text", "[White \"דנה\"]\n[Black \"משה\"]\n\n1. e4 *\n")
	b.click("#submit button.primary")
	b.see("#results table")
	b.picture("submitted")
	if !eval[bool](b, `(([first, second]) => first.right < second.left)([...document.querySelectorAll("#results bdi")].map((e) => e.getBoundingClientRect()))`) {
		t.Error("the second player stands before the first")
	}
	file := filepath.Join(t.TempDir(), "one.html")
	_, text := read(t, fmt.Sprintf("%s/api/v1/games/%d/export?as=html", site, id))
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	b = newReader(t, "file://"+file)
	b.read("file://" + file)
	if got := eval[string](b, fmt.Sprintf(ends, ".k, .v i")); got != "left left left" {
		t.Errorf("in a publication they end on the %s", got)
	}
}

// TestPublicationFinds filters many games by words and plays one.
func TestPublicationFinds(t *testing.T) {
	t.Parallel()
	_, a := serve(t)
	file, err := os.Create(filepath.Join(t.TempDir(), "many.html"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := present.NewCollection(file, "Many games", present.ExportOptions{Format: present.ExportHTML})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		id := add(t, a, fmt.Sprintf("[White \"Player %d\"]\n[Black \"Other\"]\n[Date \"1994.??.??\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n", i+1))
		r, err := a.Replay(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(c.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	b := newReader(t, "file://"+file.Name())
	b.read("file://" + file.Name())
	b.write(".find", "player 37")
	const found = `[...document.querySelectorAll(".contents li")].filter((l) => l.checkVisibility()).map((l) => l.innerText + l.value).join()`
	if got := eval[string](b, found); got != "Player 37 – Other, 1994 1-037" {
		t.Errorf("found %q", got)
	}
	b.click(`.contents a[href="#g37"]`)
	b.press(kb.ArrowRight)
	b.until(`location.hash === "#g37-1" && ` + presentPly + ` === "e4"`)
	b.picture("found")
	b.size(360, 740)
	b.wide()
}

// sheetOfPaper matches the pages of a PDF.
var sheetOfPaper = regexp.MustCompile(`/Type\s*/Page\b`)

// TestPublicationAccess checks contrast, names and roles of published pages, in
// light and dark, on phones, wide screens and paper.
func TestPublicationAccess(t *testing.T) {
	t.Parallel()
	one, three, both := published(t)
	for name, file := range map[string]string{"one": one, "three": three, "both": both} {
		b := newReader(t, file)
		for _, dark := range []bool{false, true} {
			b.dark(dark)
			b.size(1360, 900)
			b.read(file)
			b.see(".play")
			for range 8 {
				b.press(kb.ArrowRight)
			}
			if bad := eval[string](b, contrast); bad != "" {
				t.Errorf("%s, dark %v: %s", name, dark, bad)
			}
			if bad := eval[string](b, unnamed); bad != "" && !(bad == "landmarks" && name != "both") { // a single game has no table of contents
				t.Errorf("%s: %s", name, bad)
			}
			b.picture(fmt.Sprintf("%s-%v", name, dark))
			b.size(360, 740)
			b.wide()
			b.picture(fmt.Sprintf("%s-%v-phone", name, dark))
			b.shot(fmt.Sprintf("%s-%v-phone-all", name, dark))
		}
		b.dark(false)
		b.size(1360, 900)
		b.read(file)
		var paper []byte
		b.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
			paper, _, err = print.PrintToPDF().WithPreferCSSPageSize(true).Do(ctx)
			return err
		}))
		if len(paper) < 10_000 {
			t.Errorf("%s: %d bytes on paper", name, len(paper))
		}
		b.keep(name+".pdf", paper)
		if n := len(sheetOfPaper.FindAll(paper, -1)); n < 1 || n > 4 && name != "both" {
			t.Errorf("%s: %d sheets, want one to four", name, n)
		}
		b.run(emulation.SetEmulatedMedia().WithMedia("print"))
		const hints = `[...document.querySelectorAll("button, input, footer, .play, .now, .board")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML.slice(0, 80)).join()`
		if got := eval[string](b, hints); got != "" {
			t.Errorf("%s: on paper there is %s", name, got)
		}
		if !eval[bool](b, `[...document.querySelectorAll(".game")].every((g) => g.querySelector("figure").checkVisibility() && g.querySelector(".legend").checkVisibility())`) {
			t.Errorf("%s: a game has no starting position or legend on paper", name)
		}
	}
}

// TestPublicationWithoutScript reads a game without scripts.
func TestPublicationWithoutScript(t *testing.T) {
	t.Parallel()
	one, _, _ := published(t)
	b := newReader(t, one)
	b.run(emulation.SetScriptExecutionDisabled(true))
	b.dark(false)
	b.read(one)
	if eval[bool](b, `document.querySelector(".play").checkVisibility()`) {
		t.Error("buttons that do nothing are to be seen")
	}
	if n := eval[int](b, `[...document.querySelectorAll("figure svg")].filter((s) => s.getBoundingClientRect().height > 100 && s.querySelectorAll("use").length > 30).length`); n != 8 {
		t.Errorf("%d diagrams of the eight annotated positions", n)
	}
	if got := b.text(".moves"); !strings.Contains(got, "The king is taken") || !strings.Contains(got, "Pawn a6 - a5") {
		t.Error("comments or side lines are not to be read")
	}
	b.picture("first")
	b.shot("all")
	b.size(360, 740)
	b.wide()
}

// TestSite uses a published site: its lists without scripts, its search with
// them.
func TestSite(t *testing.T) {
	t.Parallel()
	host, start := hostedSite(t)
	b := newTab(t, host)
	b.run(emulation.SetScriptExecutionDisabled(true))
	b.open("/index.html")
	b.follow(`a[href="variants.html"]`)
	b.follow(".groups li:last-child a")
	b.follow(".games li:first-child a")
	b.see(".moves")
	b.follow(".site a")
	b.see(".games li:nth-child(2)")
	b.run(emulation.SetScriptExecutionDisabled(false))
	b.open("/search.html")
	b.write("#words", "board 3")
	b.until(`document.querySelectorAll("#found li").length === 1`)
	b.picture("site-search")
	b.click("#found a")
	b.see(".played .board")
	b.press(kb.ArrowRight)
	b.until(`document.querySelector(".moves a[aria-current]") !== null`)
	b.picture("site-game")
	// A game is found by its position, from its page and by text.
	b.press(kb.Home)
	b.click(".here")
	b.until(`document.querySelectorAll("#found li").length === 1`)
	b.open("/search.html")
	b.write("#position", start)
	b.do(`document.querySelector("#position").dispatchEvent(new Event("change"))`)
	b.until(`document.querySelectorAll("#found li").length === 1`)
	b.write("#position", "8/8/8/8/8/8/8/8 w")
	b.do(`document.querySelector("#position").dispatchEvent(new Event("change"))`)
	b.until(`document.querySelector("#count").textContent === "0 of 2 games"`)
	b.size(320, 568)
	b.wide()
	for _, size := range [][2]int64{{1280, 800}, {640, 480}, {390, 844}, {320, 240}} {
		b.size(size[0], size[1])
		for _, page := range []string{"index", "search", "variants"} {
			b.open("/" + page + ".html")
			b.wide()
			b.picture(fmt.Sprintf("%s-%d", filepath.Base(page), size[0]))
		}
	}
	// Board, controls and the current move are in the window at every size.
	for _, size := range sizes {
		name := fmt.Sprintf("game-%dx%d", size[0], size[1])
		b.size(size[0], size[1])
		b.reopen(host + "/game/game-1.html#g1-12")
		b.until(presentPly + ` !== "" && scrollY === 0`)
		b.fits(name, `[".board svg", "[data-do=on]", ".now", ".panel", ".moves [aria-current]"]`)
		b.wide()
		b.picture(name)
		b.still(true)
		b.reopen(host + "/game/game-1.html")
		b.until(`document.querySelector(".still").naturalWidth === 1200`)
		b.fits(name+", without scripts", `[".still", ".panel"]`)
		b.wide()
		b.picture(name + "-static")
		b.still(false)
	}
}

// hostedSite returns the address of a site with two games, and their starting
// position.
func hostedSite(t *testing.T) (address, start string) {
	t.Helper()
	_, a := serve(t)
	folder := t.TempDir()
	write := func(name string, content []byte) error {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, content, 0o644)
	}
	site, err := present.NewSite(present.SiteOptions{
		SiteOptions: publish.SiteOptions{Title: "Our club", Write: write, Own: write},
		Explain:     func(string) (*publish.VariantText, error) { return nil, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, record := range []string{"board-1.txt", "board-3.txt"} {
		r, err := a.Replay(t.Context(), add(t, a, fixture(t, "csg", record)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Position(0)
		if err != nil {
			t.Fatal(err)
		}
		start = p.Text()
		page, err := site.Page(fmt.Sprintf("game-%d", i+1), r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := site.Add(page); err != nil {
			t.Fatal(err)
		}
	}
	if err := site.Close(); err != nil {
		t.Fatal(err)
	}
	host := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(host.Close)
	return host.URL, start
}

// TestSiteDownload saves a notation out of a game's archive, and prints the
// diagrams that the page leaves to the script.
func TestSiteDownload(t *testing.T) {
	t.Parallel()
	host, _ := hostedSite(t)
	b := newTab(t, host)
	b.open("/game/game-1.html")
	b.see(".played .board")
	saved := t.TempDir()
	b.run(browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(saved))
	for _, row := range []struct{ link, file, text string }{
		{`.files a[data-file$=".json"]`, "game-1.json", `"assay":1`}, {`.files a:not([data-file])`, "game-1.txt", "Pawn f3 - f4"},
	} {
		b.click(row.link)
		var text []byte
		for deadline := time.Now().Add(20 * time.Second); len(text) == 0 && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
			text, _ = os.ReadFile(filepath.Join(saved, row.file))
		}
		if !strings.Contains(strings.ReplaceAll(string(text), " ", ""), strings.ReplaceAll(row.text, " ", "")) {
			t.Errorf("%s is %.300s", row.file, text)
		}
	}
	const drawn = `[...document.querySelectorAll("figure[data-at]")].map((f) => f.querySelectorAll("svg use").length > 20).join()`
	if got := eval[string](b, drawn); got != "false,false" {
		t.Errorf("before they are needed, diagrams are drawn: %s", got)
	}
	b.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, _, err := print.PrintToPDF().Do(ctx)
		return err
	}))
	if got := eval[string](b, drawn); got != "true,true" {
		t.Errorf("on paper, diagrams are drawn: %s", got)
	}
}

// TestEmbedded opens a game in a frame, at a ply.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.open(fmt.Sprintf("/embed/games/%d?ply=3", id))
	b.until(`document.querySelector(".moves [aria-current=step]")?.id === "g1-3"`)
	b.do(`document.querySelector("[data-do=on]").click()`)
	b.until(`document.querySelector(".moves [aria-current=step]")?.id === "g1-4"`)
}
