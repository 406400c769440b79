//go:build browser

package web

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/api/games"
	"assay/api/records"
	"assay/fixtures"
)

// misread is chess in windows-1251 under the header of another game.
const misread = "[Variant \"Makruk\"]\n[White \"\xcf\xe5\xf2\xf0\xee\xe2\"]\n\n1. e4 e5 2. Qh5 *\n"

// TestReadAgain reads a submitted record, and an archived one, as another
// variant and in another encoding, by one choice on its page.
func TestReadAgain(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	if _, err := a.Deliver(t.Context(), records.DeliveryInput{Author: "Ann", File: "misread.pgn", Body: []byte(misread)}, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Submit(t.Context(), "misread.pgn", strings.NewReader(misread), records.Reading{}, true); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	b.open("/")
	b.as("Ada")
	t.Cleanup(func() { b.do(`localStorage.removeItem("author")`) })
	for _, width := range []int64{1280, 390} {
		b.size(width, 900)
		for _, row := range []struct{ path, box, verdict, name string }{
			{"/submissions/1", "#record", ".facts .verdict", "h1"},
			{"/games/1", "#correct", ".facts .verdict", "h1"},
		} {
			for i, step := range []struct{ label, value, verdict, name string }{
				{"Variant", "makruk", "illegal", ""}, {"Variant", "chess", "legal", ""},
				{"Notation", "pgn", "legal", ""},
				{"Encoding", "koi8-r", "", "оЕРПНБ"}, {"Encoding", "windows-1251", "", "Петров"},
			} {
				if width == 1280 && i == 0 {
					continue // it is read so
				}
				b.open(row.path)
				if row.box == "#correct" {
					b.until(`window.game && !document.getElementById("correct").hidden`)
					b.do(`document.getElementById("correct").open = true`)
				}
				list := fmt.Sprintf(`%s .reading select[aria-label="%s"]`, row.box, step.label)
				b.see(list)
				b.until(fmt.Sprintf(`[...document.querySelector('%s').options].some((o) => o.value === %q)`, list, step.value))
				b.wide()
				b.picture(fmt.Sprintf("%d%s-%d", width, strings.ReplaceAll(row.path, "/", "-"), i))
				b.do(`window.former = true`) // until the page is loaded again
				b.choose(list, step.value)
				b.until(fmt.Sprintf(`!window.former && document.readyState === "complete" && document.querySelector("%s")?.innerText.match(/\b%s/) && document.querySelector("%s")?.innerText.includes(%q)`,
					row.verdict, step.verdict, row.name, step.name))
			}
		}
	}
	if g, err := a.Game(t.Context(), 1); err != nil || g.Verdict != "legal" || g.Variant != "chess" || g.First != "Петров" {
		t.Errorf("%+v %v", g, err)
	}
}

// TestSubmitFile submits a file of six games in three clicks: the legal ones
// are archived, the others await an arbiter, with the reasons.
func TestSubmitFile(t *testing.T) {
	path := fixtures.Shared(t, "data/reports/web/sub.pgn")[0]
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int64{1280, 390} {
		site, a := serve(t)
		b := newTab(t, site)
		b.size(width, 900)
		b.open("/submit")
		b.as("Ann")
		b.run(chromedp.SetUploadFiles("#file", []string{path}, chromedp.ByQuery))
		b.wide()
		b.picture(fmt.Sprintf("%d-form", width))
		b.click("#submit .primary")
		b.see("#results .rows")
		b.wide()
		b.picture(fmt.Sprintf("%d-results", width))
		got := b.text("#results")
		for _, says := range []string{"4 archived, 2 awaiting an arbiter.", "Archived as game 4", "the record says 1-0, the last position is 0-1",
			"Ply 14 (move 7 of Black), Bb7: ", "Ply 6 (move 3 of Black), a6: it leaves the King attacked."} {
			if !strings.Contains(got, says) {
				t.Errorf("at %d pixels, no %q in %s", width, says, got)
			}
		}
		b.click(`#results a[href="/submissions/3"]`)
		b.see("#record .ruling")
		b.wide()
		b.picture(fmt.Sprintf("%d-submission", width))
		if name, file, err := a.DeliveryFile(t.Context(), 3); name != "sub.pgn" || string(file) != string(text) || err != nil {
			t.Errorf("%s %q %v", name, file, err)
		}
		if n, err := a.Count(t.Context(), games.Filter{Verdict: "legal"}); n != 4 || err != nil {
			t.Errorf("%d legal games, %v", n, err)
		}
		b.do(`localStorage.removeItem("author")`)
	}
}
