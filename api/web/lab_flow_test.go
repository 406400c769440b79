//go:build browser

package web

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"assay/api/card"
	"assay/api/laboratory"
)

// labRace is a small variant: pawns that race on a board of three files.
const labRace = `id: pawn-race
name: Pawn race
version: "1"
rulings: PR
sources: [me]
summary: Three pawns a side race on a small board.
board: {files: 3, ranks: 4, checkered: true}
sides:
  - name: White
  - name: Black
regions:
  end: [rank 4]
pieces:
  P: {name: Pawn, moves: fmWfcF, glyph: pawn, value: 100}
start: ppp/3/3/PPP w
rules:
  - {module: goal, pieces: [P], region: end, rule: PR-1}
  - {module: no-moves, result: loss, rule: PR-2}
`

// TestLaboratory makes a small variant, measures it with few games, reads the
// report, and compares it with a changed version.
func TestLaboratory(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a.Laboratory.Work(ctx, laboratory.Worker{Games: 1, Card: card.TextOf}, func(err error) { t.Error(err) })
	}()
	defer func() { stop(); <-ended }()
	b := newTab(t, site)
	b.open("/check")
	for i, text := range []string{labRace, strings.Replace(labRace, "PPP w", "PP1 w", 1)} {
		b.define(text)
		b.until(`document.getElementById("state").textContent === "✓ Pawn race is valid"`)
		b.click("#save")
		if i == 0 {
			b.write("#author-name", "Ida")
			b.enter()
		}
		b.until(`document.getElementById("versions").options.length === ` + strconv.Itoa(i+1))
	}
	b.click("#lab")
	b.until(`document.getElementById("start") && document.body.textContent.includes("Version 2 of your draft") && document.getElementById("against").querySelectorAll("[data-draft]").length === 1`)
	b.write("#most", "40")
	b.choose("#minutes", "1")
	b.choose("#against", "1")
	b.picture("form")
	b.click("#start .primary")
	b.until(`document.getElementById("report") && document.getElementById("comparison") && document.getElementById("state").textContent === "Done"`)
	for _, text := range []string{"Figures compared", "First player's score", "Hazards", "Never in these games", "Endings", "goal reached (PR-1)", "Values", "First moves, best first", "Where the pieces stand", "Sample games"} {
		if !eval[bool](b, `document.querySelector("main").textContent.includes(`+jsonText(text)+`)`) {
			t.Errorf("the report lacks %s", text)
		}
	}
	if n := eval[int](b, `document.querySelectorAll("#report svg").length`); n < 5 {
		t.Errorf("%d diagrams", n)
	}
	if saved := eval[string](b, `Promise.all([...document.querySelectorAll("a[download]")].map(async (a) => { const r = await fetch(a.href); return r.status + r.headers.get("Content-Type").split(";")[0]; })).then((all) => all.join(" "))`); saved != "200text/html 200text/html 200application/json" {
		t.Errorf("the downloads are %s", saved)
	}
	if bad := eval[string](b, unnamed); bad != "" {
		t.Error(bad)
	}
	if bad := eval[string](b, contrast); bad != "" {
		t.Error(bad)
	}
	b.picture("report")
	for _, dark := range []bool{false, true} {
		b.dark(dark)
		for _, width := range []int64{1280, 390} {
			b.size(width, 900)
			b.wide()
			b.do(`document.querySelector("#report").scrollIntoView()`)
			b.picture("report-" + strconv.FormatInt(width, 10) + map[bool]string{true: "-dark"}[dark])
		}
	}
	b.dark(false)
	b.size(1360, 900)
	b.open("/variants/hexapawn")
	b.click(`a[href="/lab?variant=hexapawn"]`)
	b.until(`document.getElementById("variant")?.value === "hexapawn" && document.body.textContent.includes("There are no runs yet.")`)
	b.write("#most", "50000")
	b.click("#start .primary")
	b.until(`document.getElementById("cancel") && / played, /.test(document.getElementById("progress").textContent)`)
	b.picture("progress")
	b.click("#cancel")
	b.until(`document.getElementById("state").textContent === "Cancelled"`)
	b.open("/lab")
	b.until(`document.querySelectorAll("#runs li").length === 2`)
}
