//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/studies"
)

// TestStudyFlow: two people write a study. Both texts of a conflict are shown
// and kept. A reader opens the shared link and solves the chapter, and a frame
// shows it.
func TestStudyFlow(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	b.await = 412
	b.open("/studies")
	b.as("Ada")
	t.Cleanup(func() { b.do(`localStorage.removeItem("author")`) })
	b.do(`document.getElementById("name").value = "Traps"`)
	b.click("#create button")
	b.until(`document.getElementById("add")`)
	b.do(`document.getElementById("new-variant").value = "chess"`)
	b.click("#add .primary")
	b.until(`window.study?.mover.legal && document.getElementById("notes")`)
	id := eval[string](b, `document.getElementById("study").dataset.study`)
	b.do(`(window.game = study, 0)`)
	b.tap("e2")
	b.tap("e4")
	b.until(`study.node === 1 && study.mover.legal && document.getElementById("n1")`)
	b.do(`document.getElementById("typed").focus()`)
	b.press("e5")
	b.enter()
	b.until(`study.node === 2 && study.tree.plies === 2`)
	b.click("#glyphs [data-glyph='1']")
	b.until(`study.nodes[2].g?.[0] === 1`)
	b.write("#comment", "A good reply.")
	b.until(`study.nodes[2].c?.[0] === "A good reply."`) // saved by itself
	b.size(390, 844)
	b.wide()
	b.size(1280, 900)
	b.picture("study")

	comment := "Ben was here."
	if _, err := a.Studies.SaveChapter(t.Context(), id, 1, 0, studies.ChapterInput{Author: "Ben",
		Edit: &analysis.Edit{Ply: 1, Comment: &comment}}); err != nil {
		t.Fatal(err)
	}
	b.write("#comment", "A good reply. And more.")
	b.until(`document.querySelectorAll("#conflict textarea").length === 2`)
	texts := eval[string](b, `[...document.querySelectorAll("#conflict textarea")].map((a) => a.value).join("|")`)
	mine, theirs, _ := strings.Cut(texts, "|")
	if !strings.Contains(mine, "A good reply. And more.") || strings.Contains(mine, comment) || !strings.Contains(theirs, comment) {
		t.Errorf("yours\n%s\ntheirs\n%s", mine, theirs)
	}
	b.picture("study-conflict")
	b.pressed("#conflict", "Use mine")
	b.until(`window.study?.nodes[2]?.c?.[0] === "A good reply. And more."`)
	if h, err := a.Studies.History(t.Context(), id, 1, ""); err != nil || len(h.Versions) < 6 {
		t.Errorf("%+v %v", h, err)
	} else if v, err := a.Studies.Chapter(t.Context(), id, 1, h.Versions[len(h.Versions)-2].Version, ""); err != nil || !strings.Contains(v.Text, comment) {
		t.Errorf("the other text is not kept: %+v %v", v, err)
	}

	unlisted := studies.Unlisted
	s, err := a.Studies.Save(t.Context(), id, 0, studies.Input{Author: "Ada", Access: &unlisted})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Studies.SaveChapter(t.Context(), id, 1, 0, studies.ChapterInput{Author: "Ada", Mode: studies.Puzzle}); err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/studies/%s.%s", id, s.Link)
	b.open(path)
	b.until(`document.querySelector("#moves .move").textContent.includes("e4") && document.getElementById("link").value.endsWith("` + path + `")`)
	b.do(`study.solves = true`) // as for readers, who do not see the moves
	b.do(`study.go(0)`)
	b.until(`study.mover.legal`)
	b.do(`study.made(study.mover.legal.moves.find((m) => m.includes("a2")))`)
	b.until(`document.getElementById("wrong").textContent.includes("is not the solution")`)
	b.do(`study.made(study.nodes[1].m)`)
	b.until(`study.node === 2`)
	b.open("/embed" + path + "/1?ply=1")
	b.until(`document.body.textContent.includes("A good reply. And more.")`)
	b.open("/studies") // frames have no storage
}
