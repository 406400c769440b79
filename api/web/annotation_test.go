//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/analysis"
	"assay/api"
	"assay/api/annotate"
)

// note adds an annotation as another person.
func note(t *testing.T, a *api.Archive, game int64, in annotate.AnnotationInput) *annotate.AnnotationView {
	t.Helper()
	v, err := a.Annotate(t.Context(), game, in)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// edit changes an annotation's comment as another person.
func edit(t *testing.T, a *api.Archive, game int64, author, comment string) {
	t.Helper()
	page, err := a.Annotations(t.Context(), game, annotate.AnnotationFilter{}, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	v := page.Annotations[0]
	in := annotate.AnnotationInput{Author: author, Kind: v.Kind, Annotation: v.Annotation}
	in.Comment = comment
	if _, err := a.EditAnnotation(t.Context(), game, v.ID, v.Revision, in); err != nil {
		t.Fatal(err)
	}
}

// game opens a page of a game at a ply.
func (b *tab) game(id int64, ply int) {
	b.Helper()
	b.open(fmt.Sprintf("/games/%d?ply=%d", id, ply))
	b.until(fmt.Sprintf("window.game && game.node === %d && !document.getElementById('policy').hidden", ply))
}

// annotate opens the form for a new annotation.
func (b *tab) annotate() {
	b.Helper()
	b.click("#annotate")
	b.see("#editor .primary")
}

// as sets the author's name.
func (b *tab) as(name string) {
	b.Helper()
	eval[bool](b, `(localStorage.setItem("author", "`+name+`"), true)`)
}

// pressed clicks the button with a label inside a selector.
func (b *tab) pressed(within, text string) {
	b.Helper()
	find := `[...document.querySelectorAll('` + within + ` button')].find((e) => e.textContent === "` + text + `" && e.checkVisibility())`
	b.until(find)
	eval[bool](b, `(`+find+`.focus(), `+find+`.click(), true)`)
}

// heard waits for an announcement to screen readers.
func (b *tab) heard(text string) {
	b.Helper()
	b.until(`document.getElementById("live").textContent.includes(` + fmt.Sprintf("%q", text) + `)`)
}

// TestHistory shows the history of an annotation, restores revisions, and meets
// a concurrent edit.
func TestHistory(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.await = 412
	note(t, a, id, annotate.AnnotationInput{Author: "Dee", Annotation: analysis.Annotation{Ply: 4, Comment: "Develops the knight", NAGs: []int{1}}})
	edit(t, a, id, "Eve", "Develops a knight")
	b.game(id, 4)
	b.see("#annotations .annotation")
	b.pressed("#annotations", "History")
	b.until(`document.querySelectorAll(".past li").length === 2`)
	if got := b.text(".past li:first-child"); !strings.Contains(got, "Eve") || !strings.Contains(got, "current") {
		t.Errorf("the last revision: %q", got)
	}
	if del, ins := b.text(".past del"), b.text(".past ins"); del != "the" || ins != "a" {
		t.Errorf("taken out %q, put in %q", del, ins)
	}
	if got := b.text(".past li:last-child"); !strings.Contains(got, "Dee") || !strings.Contains(got, "Develops the knight") {
		t.Errorf("the first revision: %q", got)
	}
	b.picture("history")
	// The author is unknown: the dialog asks for a name and can be cancelled.
	b.pressed(".past li:last-child", "Restore")
	b.see("dialog input")
	b.picture("name")
	b.press(kb.Escape)
	b.until(`!document.querySelector("dialog") && document.activeElement.getAttribute("aria-label") === "Restore revision 1"`)
	b.pressed(".past li:last-child", "Restore")
	b.write("dialog input", "Flo")
	b.enter()
	b.until(`document.querySelector("#annotations .annotation > p + p")?.textContent === "Develops the knight" && document.activeElement.classList.contains("annotation")`)
	b.heard("Restored")
	if got := eval[string](b, `localStorage.getItem("author")`); got != "Flo" {
		t.Errorf("the name kept is %q", got)
	}
	// Someone else saved after the history was opened.
	b.pressed("#annotations", "History")
	b.until(`document.querySelectorAll(".past li").length === 3`)
	edit(t, a, id, "Eve", "Something else")
	b.pressed(`.past [data-revision="2"]`, "Restore")
	b.see(".conflict .retry")
	b.until(`document.activeElement.classList.contains("retry") && document.querySelector(".conflict").textContent.includes("Something else")`)
	b.picture("late")
	b.pressed(".conflict", "Restore anyway")
	b.until(`document.querySelector("#annotations .annotation > p + p")?.textContent === "Develops a knight"`)
	// A text that the visitor has not seen is not deleted.
	edit(t, a, id, "Eve", "Something else again")
	b.pressed("#annotations", "Delete")
	b.see(".conflict .retry")
	b.pressed(".conflict", "Cancel")
	b.until(`document.querySelector("#annotations .annotation > p + p")?.textContent === "Something else again"`)
	b.pressed("#annotations", "Delete")
	b.until(`document.getElementById("annotations").hidden && document.querySelector("#deleted summary").textContent === "1 deleted annotation" && document.activeElement === document.querySelector("#deleted summary")`)
	b.heard("Deleted")
	b.enter()
	b.see("#deleted .annotation")
	b.pressed("#deleted", "History")
	b.until(`document.querySelector("#deleted .past li:first-child")?.textContent.includes("Deleted.")`)
	b.picture("deleted")
	b.do(`game.go(1)`)
	b.pressed("#deleted", "Restore")
	b.until(`game.node === 4 && document.querySelector("#annotations .annotation > p + p")?.textContent === "Something else again" && document.getElementById("deleted").hidden`)
	v, err := a.AnnotationHistory(t.Context(), id, 1)
	if err != nil || len(v.Revisions) != 8 || v.Revisions[7].Editor != "Flo" {
		t.Errorf("%d revisions, %v", len(v.Revisions), err)
	}
}

// TestDeletedConflict saves an annotation that someone else deleted: it
// becomes a new one.
func TestDeletedConflict(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	v := note(t, a, id, annotate.AnnotationInput{Author: "Dee", Annotation: analysis.Annotation{Ply: 4, Comment: "one"}})
	b := newTab(t, site)
	b.await = 412
	b.open("/")
	b.as("Flo")
	b.game(id, 4)
	b.pressed("#annotations", "Edit")
	b.see("#editor .primary")
	if _, err := a.DeleteAnnotation(t.Context(), id, v.ID, v.Revision, "Eve"); err != nil {
		t.Fatal(err)
	}
	b.write("#comment", "two")
	b.click("#editor .primary")
	b.see("#conflict")
	b.pressed("#conflict", "Use as a new annotation")
	b.click("#editor .primary")
	b.until(`document.getElementById("editor").hidden && document.querySelector("#annotations .annotation")?.textContent.includes("two")`)
	b.until(`!document.getElementById("deleted").hidden`)
}

// TestVariationsTyped enters variations in several notations, corrects an
// illegal one, and removes one.
func TestVariationsTyped(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.await = 422
	b.open("/")
	b.as("Dee")
	b.game(id, 4)
	b.annotate()
	b.write("#line", "Nf6 Qxe5")
	b.click("#add-line")
	b.until(`document.activeElement.id === "line-2"`)
	b.do(`document.querySelectorAll(".instead input")[1].click()`)
	b.write("#line-2", "f1c4 g8f6 h5f8")
	b.click("#add-line")
	b.write("#line-3", "4. Pawn d7 - d6")
	b.click("#editor .primary")
	b.see("#line-2-error .refused")
	b.until(`document.activeElement.id === "line-2" && document.activeElement.getAttribute("aria-invalid") === "true" && document.activeElement.getAttribute("aria-describedby") === "line-2-error"`)
	if got := b.text("#line-2-error .refused"); !strings.Contains(got, "Move 4 of White, h5f8:") {
		t.Errorf("refused: %q", got)
	}
	if got := b.text("#refused"); !strings.Contains(got, "Variation 2") {
		t.Errorf("refused: %q", got)
	}
	if eval[int](b, `document.querySelectorAll("#line-2-error .refused a[href^='/variants/chess#']").length`) != 1 {
		t.Error("the ruling is not linked")
	}
	b.picture("refused")
	b.pressed("#line-2-error", "h5f3")
	b.until(`document.getElementById("line-2").value === "f1c4 g8f6 h5f3" && document.getElementById("line-2-error").textContent === ""`)
	b.heard("Replaced h5f8 by h5f3")
	b.click("#editor .primary")
	b.until(`document.getElementById("editor").hidden && document.querySelectorAll("#annotations .annotation .hint").length === 3`)
	b.until(`document.getElementById("moves").textContent.includes("d6")`)
	b.picture("three")
	b.pressed("#annotations", "Edit")
	b.see("#editor .primary")
	if got := eval[string](b, `[...document.querySelectorAll("#editor fieldset textarea")].map((e) => e.value).join("; ")`); got != "Nf6 Qxe5; f1c4 g8f6 h5f3; 4. Pawn d7 - d6" {
		t.Errorf("the lines are %q", got)
	}
	b.do(`document.querySelector('[aria-label="Remove variation 1"]').click()`)
	b.until(`document.activeElement.id === "line" && document.activeElement.value.startsWith("f1c4")`)
	b.heard("Variation 1 removed")
	b.click("#editor .primary")
	b.until(`document.getElementById("editor").hidden && document.querySelectorAll("#annotations .annotation .hint").length === 2`)
	page, err := a.Annotations(t.Context(), id, annotate.AnnotationFilter{}, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	lines := page.Annotations[0].Lines
	if len(lines) != 2 || lines[0].Instead || !lines[1].Instead || len(lines[0].Plies) != 3 {
		t.Errorf("saved %+v", lines)
	}
}

// TestRenumbered annotates a ply of a variation while another variation is
// added before it: the page stays at its ply.
func TestRenumbered(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.open("/")
	b.as("Dee")
	b.game(id, 1)
	b.do(`[...document.querySelectorAll(".variation .move")].find((e) => e.textContent.includes("Nf3")).click()`)
	b.until(`game.nodes[game.node].m === "Knight g1 - f3" && location.search.includes("node=")`)
	before := eval[int](b, "game.node")
	note(t, a, id, annotate.AnnotationInput{Author: "Eve", Annotation: analysis.Annotation{Ply: 1, Lines: []analysis.TypedLine{{Text: "d4 d5", Instead: true}}}})
	b.annotate()
	b.run(chromedp.SendKeys("#comment", "The open game", chromedp.ByQuery))
	b.click("#editor .primary")
	b.until(`document.querySelector("#annotations .annotation p")?.textContent === "The open game" && game.nodes[game.node].m === "Knight g1 - f3"`)
	b.until(`location.search === "?ply=3&node=" + game.node`)
	if after := eval[int](b, "game.node"); after == before {
		t.Errorf("nothing was numbered anew: %d", after)
	}
}

// TestTwoBrowsers has two people annotate one game: each sees what the other
// saves, and nobody loses unsaved text.
func TestTwoBrowsers(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	note(t, a, id, annotate.AnnotationInput{Author: "Dee", Annotation: analysis.Annotation{Ply: 4, Comment: "one"}})
	// Browsers store data per origin, so another host name gives an empty
	// store.
	ann, bob := newTab(t, site), newTab(t, strings.Replace(site, "127.0.0.1", "localhost", 1))
	for name, b := range map[string]*tab{"Ann": ann, "Bob": bob} {
		b.await = 412
		b.open("/")
		b.as(name)
		b.game(id, 4)
		b.see("#annotations .annotation")
	}
	const said = `[...document.querySelectorAll("#annotations .annotation > p:not(.hint)")].map((e) => e.textContent).join("; ")`
	reads := func(b *tab, want string) {
		t.Helper()
		b.until(fmt.Sprintf(`%s === %q`, said, want))
	}
	rewrite := func(b *tab, text string) {
		t.Helper()
		b.pressed("#annotations .annotation", "Edit")
		b.see("#editor .primary")
		b.write("#comment", text)
	}
	save := func(b *tab) {
		t.Helper()
		b.click("#editor .primary")
		b.until(`document.getElementById("editor").hidden`)
	}

	rewrite(bob, "two")
	save(bob)
	reads(ann, "two")
	ann.heard("Bob changed an annotation")
	ann.until(`document.getElementById("moves").textContent.includes("two")`)

	// Ann's unsaved text and cursor stay while Bob's annotations arrive; the
	// move list shows them afterwards.
	ann.annotate()
	ann.run(chromedp.SendKeys("#comment", "Half a tho", chromedp.ByQuery))
	bob.annotate()
	bob.write("#comment", "three")
	bob.write("#line", "Nf6 Qxe5")
	save(bob)
	reads(ann, "two; three")
	ann.heard("New annotation by Bob")
	if got := eval[string](ann, `document.getElementById("comment").value + " " + document.activeElement.id + " " + document.activeElement.selectionStart`); got != "Half a tho comment 10" {
		t.Errorf("Ann has %q", got)
	}
	ann.run(chromedp.SendKeys("#comment", "ught", chromedp.ByQuery))
	save(ann)
	reads(bob, "two; three; Half a thought")
	reads(ann, "two; three; Half a thought")
	for _, b := range []*tab{ann, bob} {
		b.until(`document.getElementById("moves").textContent.includes("Qxe5") && document.getElementById("moves").textContent.includes("Half a thought")`)
	}

	// Both edit one annotation: Ann is warned, and the conflict remains.
	rewrite(ann, "mine")
	rewrite(bob, "yours")
	save(bob)
	ann.until(`document.getElementById("editor").textContent.includes("Bob has changed this annotation in the meantime")`)
	if got := eval[string](ann, `document.getElementById("comment").value`); got != "mine" {
		t.Errorf("Ann has %q", got)
	}
	ann.picture("overtaken")
	ann.click("#editor .primary")
	ann.see("#conflict")
	ann.pressed("#conflict", "Combine both")
	save(ann)
	bob.until(fmt.Sprintf(`%s.startsWith("yours")`, said)) // Ann's version is shown below: Bob uses the annotation
	bob.until(`document.querySelector("#annotations .conflict").textContent.includes("mine")`)
	bob.pressed("#annotations .conflict", "Show this version")
	reads(bob, "yours\n\nmine; three; Half a thought")

	// A variation that Bob adds changes node numbers; Ann stays at her ply.
	ann.do(`[...document.querySelectorAll(".variation .move")].find((e) => e.textContent.includes("Qxe5")).click()`)
	ann.until(`game.nodes[game.node].m === "Queen h5 x e5" && location.search.includes("node=")`)
	before := eval[int](ann, "game.node")
	bob.do(`game.go(1)`)
	bob.annotate()
	bob.write("#line", "d4 d5")
	save(bob)
	ann.until(`document.getElementById("moves").textContent.includes("d5") && game.nodes[game.node].m === "Queen h5 x e5" && location.search === "?ply=" + game.nodes[game.node].y + "&node=" + game.node`)
	if after := eval[int](ann, "game.node"); after == before {
		t.Errorf("nothing was numbered anew: %d", after)
	}

	// An annotation is deleted and restored.
	for _, b := range []*tab{ann, bob} {
		b.do(`game.go(4)`)
		reads(b, "yours\n\nmine; three; Half a thought")
	}
	bob.pressed("#annotations .annotation:last-child", "Delete")
	reads(ann, "yours\n\nmine; three")
	ann.until(`document.querySelector("#deleted summary").textContent === "1 deleted annotation" && !document.getElementById("deleted").hidden`)
	ann.click("#deleted summary")
	ann.pressed("#deleted", "Restore")
	reads(bob, "yours\n\nmine; three; Half a thought")
}

// TestParts enters all other parts of an annotation.
func TestParts(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	b.await = 400
	b.open("/")
	b.as("Dee")
	id := add(t, a, fixture(t, "csg", "board-1.txt"))
	b.game(id, 9)
	b.annotate()
	b.click(`#editor [data-glyph="5"]`)
	b.click("#editor .extra summary")
	b.click(`#editor [data-glyph="22"]`)
	b.write("#glyph-number", "300")
	b.enter()
	b.heard("from 1 to 255")
	b.write("#glyph-number", "200")
	b.enter()
	b.until(`document.querySelector('[aria-label="Remove symbol 200"]')`)
	b.do(`document.querySelectorAll("#editor .extra summary")[1].click()`)
	b.write("#evaluation", "much")
	b.write("#before", "Who has seen this?")
	// A bench cell is marked in blue, and an arrow starts at another.
	b.run(chromedp.SetValue("#colour", "blue", chromedp.ByQuery))
	x, y := b.square("x2")
	b.dragPoints(x, y, x, y, input.Right)
	b.run(chromedp.SetValue("#colour", "yellow", chromedp.ByQuery))
	x, y = b.square("y1")
	x2, y2 := b.square("e5")
	b.dragPoints(x, y, x2, y2, input.Right)
	b.until(`document.querySelectorAll("#drawn button").length === 2 && document.getElementById("drawn").textContent.includes("yellow arrow y1–e5")`)
	b.heard("yellow arrow y1–e5")
	b.picture("form")
	b.click("#editor .primary")
	b.until(`document.activeElement.id === "evaluation" && document.getElementById("refused").textContent.includes("#3")`)
	b.write("#evaluation", "#-3,12")
	b.click("#editor .primary")
	b.until(`document.getElementById("editor").hidden && document.querySelector("#annotations .annotation")`)
	got := b.text("#annotations .annotation")
	for _, want := range []string{"Who has seen this?", "!? ⊙ $200", "Cyan mates in 3, depth 12", "blue mark on x2", "yellow arrow y1–e5"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in %q", want, got)
		}
	}
	b.until(`document.querySelectorAll("#board .marks > *").length === 3 && document.getElementById("caption").textContent.includes("#-3")`)
	b.picture("shown")
	// Drawings can be removed one by one.
	b.pressed("#annotations", "Edit")
	b.see("#drawn button")
	b.do(`document.querySelector("#drawn button").click()`)
	b.until(`document.querySelectorAll("#drawn button").length === 1 && document.activeElement === document.querySelector("#drawn button")`)
	// A pocket can be marked; pieces in hand cannot.
	pocket := add(t, a, "Variant=pocket-shogi-copper\nResult=1-0\n1. Copper pocket - a2\n1. Copper * a8\n2. Silver c1 - pocket\n")
	b.game(pocket, 3)
	b.annotate()
	x, y = b.square("pocket1")
	x2, y2 = b.square("a2")
	b.dragPoints(x, y, x, y, input.Right)
	b.dragPoints(x, y, x2, y2, input.Right)
	b.until(`document.getElementById("drawn").textContent.includes("green mark on pocket1") && document.getElementById("drawn").textContent.includes("green arrow pocket1–a2")`)
	b.click("#editor .primary")
	b.until(`document.getElementById("editor").hidden && document.querySelector("#annotations .annotation")`)
	b.picture("pocket")
	hand := add(t, a, "[Variant \"crazyhouse\"]\n[Result \"1-0\"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n")
	b.game(hand, 4)
	b.annotate()
	x, y = b.square("hand1.0")
	b.dragPoints(x, y, x, y, input.Right)
	b.heard("cannot mark pieces in hand")
	if eval[int](b, `document.querySelectorAll("#drawn button").length`) != 0 {
		t.Error("a piece in hand is marked")
	}
	// By keyboard: an arrow from e2 to e4, then back to the form.
	b.do(`document.getElementById("pen").focus()`)
	b.enter()
	b.until(`document.activeElement.dataset.place === "0"`)
	b.do(`game.board.focus(game.board.names.get("e2"))`)
	b.enter()
	b.press(kb.ArrowUp)
	b.press(kb.ArrowUp)
	b.enter()
	b.until(`document.getElementById("drawn").textContent.includes("green arrow e2–e4")`)
	b.press(kb.Escape)
	b.until(`document.activeElement.id === "pen" && !document.getElementById("editor").hidden && !game.board.drawing`)
}

// TestClosed closes a game to comments and reopens it; a record can also close
// its game.
func TestClosed(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	note(t, a, id, annotate.AnnotationInput{Author: "Dee", Annotation: analysis.Annotation{Ply: 4, Comment: "one"}})
	b := newTab(t, site)
	b.game(id, 4)
	b.see("#annotations .annotation")
	b.click("#policy summary")
	b.run(chromedp.SetValue("#mode", "closed", chromedp.ByQuery))
	b.write("#reason", "We train for a match")
	b.pressed("#policy", "Save")
	b.write("dialog input", "Ann")
	b.enter()
	b.until(`document.querySelector("#policy summary").textContent === "Closed to comments by Ann" && document.getElementById("annotate").hidden`)
	b.until(`document.activeElement === document.querySelector("#policy summary") && !document.querySelector("#annotations .annotation .acts").textContent.includes("Edit")`)
	b.heard("Closed to comments by Ann")
	if got := b.text("#policy"); !strings.Contains(got, "We train for a match") || !strings.Contains(got, "The players decide") || !strings.Contains(got, "rule 3") {
		t.Errorf("it says %q", got)
	}
	b.picture("closed")
	// The right mouse button opens no form.
	x, y := b.square("e4")
	b.dragPoints(x, y, x, y, input.Right)
	b.heard("This game is closed to comments")
	if !eval[bool](b, `document.getElementById("editor").hidden`) {
		t.Error("a form is open")
	}
	b.run(chromedp.SetValue("#mode", "auto", chromedp.ByQuery))
	b.pressed("#policy", "Save")
	b.until(`document.querySelector("#policy summary").textContent === "Open to comments" && !document.getElementById("annotate").hidden`)
	closed := add(t, a, strings.Replace(small, "[Result", "[Kibitzing \"no\"]\n[Result", 1))
	b.game(closed, 2)
	b.until(`document.getElementById("annotate").hidden && document.getElementById("policy").textContent.includes("A header of the record requires it.")`)
	ongoing := add(t, a, "[Event \"Club\"]\n[Result \"*\"]\n\n1. e4 e5 *\n")
	b.game(ongoing, 0)
	b.until(`document.getElementById("annotate").textContent === "Report an illegal move"`)
	b.click("#annotate")
	b.heard("Go to the illegal move first")
}

// TestDraft leaves a form without saving: no text is lost.
func TestDraft(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.open("/")
	b.as("Dee")
	b.game(id, 4)
	b.annotate()
	b.until(`document.activeElement.id === "comment"`)
	b.press(kb.Escape)
	b.until(`document.getElementById("editor").hidden && document.activeElement.id === "annotate"`)
	b.annotate()
	b.run(chromedp.SendKeys("#comment", "Half a tho", chromedp.ByQuery), chromedp.SendKeys("#line", "Nf6", chromedp.ByQuery))
	b.do(`document.querySelector('[data-glyph="3"]').click()`)
	b.press(kb.Escape)
	b.see("#keep")
	b.until(`document.activeElement.id === "keep"`)
	b.picture("question")
	b.press(kb.Escape)
	b.until(`document.activeElement.id === "comment"`)
	b.press(kb.Escape)
	b.enter()
	b.until(`document.getElementById("editor").hidden && document.activeElement.id === "annotate"`)
	b.heard("Draft kept")
	// Another ply has its own draft.
	b.press(kb.ArrowRight)
	b.until("game.node === 5")
	b.annotate()
	if got := eval[string](b, `document.getElementById("comment").value`); got != "" {
		t.Errorf("a draft of another ply: %q", got)
	}
	// The page is reloaded.
	b.game(id, 4)
	b.annotate()
	b.until(`document.getElementById("comment").value === "Half a tho" && document.getElementById("line").value === "Nf6" && document.querySelector('[data-glyph="3"]').getAttribute("aria-pressed") === "true"`)
	b.heard("unsaved text was restored")
	b.run(chromedp.SendKeys("#comment", "ught", chromedp.ByQuery))
	b.picture("back")
	b.click("#cancel")
	b.click("#discard")
	b.until(`document.getElementById("editor").hidden`)
	b.annotate()
	if got := eval[string](b, `document.getElementById("comment").value`); got != "" {
		t.Errorf("thrown away, and there again: %q", got)
	}
	// Drafts of edits are kept, with the revision they are based on.
	b.write("#comment", "One")
	b.click("#editor .primary")
	b.until(`document.querySelector("#annotations .annotation") && document.activeElement.classList.contains("annotation")`)
	b.pressed("#annotations", "Edit")
	b.see("#editor .primary")
	b.run(chromedp.SendKeys("#comment", " and two", chromedp.ByQuery))
	edit(t, a, id, "Eve", "Three")
	b.await = 412
	b.game(id, 4)
	b.see("#annotations .annotation")
	b.pressed("#annotations", "Edit")
	b.until(`document.getElementById("comment")?.value === "One and two"`)
	b.click("#editor .primary")
	b.see("#conflict")
	b.pressed("#conflict", "Combine both")
	b.click("#editor .primary")
	b.until(`document.getElementById("editor").hidden && document.querySelector("#annotations .annotation p").textContent === "Three\n\nOne and two"`)
}

// TestPlayLine plays variations on the board, by mouse and keyboard.
func TestPlayLine(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, "[Result \"1-0\"]\n\n1. e4 d5 2. exd5 c6 3. dxc6 Nf6 1-0\n")
	b := newTab(t, site)
	b.await = 422
	b.open("/")
	b.as("Dee")
	press := func(place string) {
		t.Helper()
		x, y := b.square(place)
		b.run(chromedp.MouseClickXY(x, y))
	}
	has := func(id, text string) {
		t.Helper()
		b.until(fmt.Sprintf("document.getElementById(%q).value === %q", id, text))
	}
	b.game(id, 6)
	b.annotate()
	b.do(`document.querySelector(".instead input").click()`) // after the ply
	b.click(".play")
	b.until(`document.querySelector(".spots") && document.querySelector("#editor fieldset .hint").textContent.includes("White to move")`)
	press("c6")
	b.until(`document.querySelectorAll("#board .marks > *").length > 2`)
	b.picture("targets")
	press("b7")
	has("line", "cxb7")
	press("d8")
	press("d2") // queen takes on d2, check
	has("line", "cxb7 Qxd2+")
	press("c1")
	press("d2")
	has("line", "cxb7 Qxd2+ Bxd2")
	press("b8")
	press("c6")
	has("line", "cxb7 Qxd2+ Bxd2 Nc6")
	press("b7")
	press("a8") // asks for the promotion piece
	b.until(`document.querySelectorAll(".choices button").length === 4 && document.activeElement.closest(".choices")`)
	b.picture("choice")
	b.do(`[...document.querySelectorAll(".choices button")].find((e) => e.textContent.includes("=N")).click()`)
	has("line", "cxb7 Qxd2+ Bxd2 Nc6 bxa8=N")
	b.heard("Black to move")
	b.do(`[...document.querySelectorAll("#editor button")].find((e) => e.textContent === "Undo").click()`)
	has("line", "cxb7 Qxd2+ Bxd2 Nc6")
	b.until(`document.querySelector("#editor fieldset .hint").textContent.includes("White to move")`)
	// Also by dragging.
	x, y := b.square("b7")
	x2, y2 := b.square("b8")
	b.dragPoints(x, y, x2, y2, input.Left)
	b.until(`document.querySelectorAll(".choices button").length === 4`)
	// Typed moves are shown on the board; illegal ones show an error.
	b.run(chromedp.SendKeys("#line", " Qxx", chromedp.ByQuery))
	b.see("#line-error .refused")
	b.write("#line", "Bb5 ")
	b.until(`game.board.at.get(game.board.names.get("b5")) && document.getElementById("line-error").textContent === ""`)
	// Flipping the board keeps the variation.
	b.click("#flip")
	b.until(`game.board.flipped && game.board.at.get(game.board.names.get("b5"))`)
	b.click("#flip")
	// Another ply is shown: the board returns to the game.
	b.click("#back")
	b.until(`game.node === 5 && !game.annotations.playingLine && !game.board.at.get(game.board.names.get("b5")) && document.querySelector(".play").getAttribute("aria-pressed") === "false"`)
	// By the keyboard alone.
	b.do(`document.querySelector(".play").focus()`)
	b.enter()
	b.until(`game.node === 6 && document.activeElement.dataset.place === "0"`)
	b.do(`game.board.focus(game.board.names.get("d8"))`)
	b.enter()
	b.heard("d8, Black Queen")
	b.press(kb.ArrowDown)
	b.enter()
	has("line", "Bb5 Qd7")
	b.until(`document.activeElement.getAttribute("aria-label") === "d7, Black Queen"`)
	b.press(kb.Escape)
	b.until(`document.activeElement.classList.contains("play") && !game.annotations.playingLine && !document.getElementById("editor").hidden`)
	b.click("#editor .primary")
	b.until(`document.getElementById("editor").hidden && document.getElementById("moves").textContent.includes("Qd7")`)
	// Drops from benches, hands and pockets, and captures to a bench.
	for _, row := range []struct {
		record   string
		ply      int
		from, to string
		want     string
	}{
		{fixture(t, "csg", "board-1.txt"), 0, "x1", "e5", "Wildcard x1 - e5"},
		{fixture(t, "csg", "board-1.txt"), 0, "b2", "b7", "Zcannon b2 x b7 Red Pawn x2"},
		{"[Variant \"crazyhouse\"]\n[Result \"1-0\"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n", 4, "hand1.0", "e4", "P@e4"},
		{"Variant=pocket-shogi-copper\nResult=1-0\n1. Copper pocket - a2\n1. Copper * a8\n", 0, "pocket1", "a4", "Copper pocket - a4"},
		{"Variant=pocket-shogi-copper\nResult=1-0\n1. Copper pocket - a2\n1. Copper * a8\n", 2, "c1", "pocket1", "Silver c1 - pocket"},
	} {
		b.game(add(t, a, row.record), row.ply)
		b.annotate()
		b.do(`document.querySelector(".instead input").checked && document.querySelector(".instead input").click()`)
		b.click(".play")
		b.until(`document.querySelector("#editor fieldset .hint").textContent.includes("to move")`)
		press(row.from)
		press(row.to)
		has("line", row.want)
		b.picture(strings.ReplaceAll(row.from, ".", "-"))
		b.do(`sessionStorage.clear()`)
	}
}

// TestTouch plays a variation by taps and by dragging on a phone; two fingers
// play nothing.
func TestTouch(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.open("/")
	b.as("Dee")
	b.size(390, 844)
	b.run(emulation.SetTouchEmulationEnabled(true))
	tap := func(place string) {
		t.Helper()
		x, y := b.square(place)
		b.run(
			input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: x, Y: y}}),
			input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}),
		)
	}
	b.game(id, 4)
	b.annotate()
	b.click(".play")
	b.until(`document.querySelector("#editor fieldset .hint").textContent.includes("Black to move")`)
	tap("g8")
	b.until(`document.querySelectorAll("#board .marks > *").length > 2`)
	b.picture("phone")
	tap("f6")
	b.until(`document.getElementById("line").value === "Nf6"`)
	b.until(`document.querySelector("#editor fieldset .hint").textContent.includes("White to move")`)
	b.wide()
	two := []*input.TouchPoint{{ID: 1}, {ID: 2}}
	two[0].X, two[0].Y = b.square("d4")
	two[1].X, two[1].Y = b.square("d2")
	b.run(
		input.DispatchTouchEvent(input.TouchStart, two[:1]),
		input.DispatchTouchEvent(input.TouchStart, two),
		input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}),
	)
	tap("f1")
	b.until(`game.board.marks.length > 1 || document.getElementById("line").value !== "Nf6"`)
	if got := eval[string](b, `document.getElementById("line").value`); got != "Nf6" {
		t.Errorf("two fingers have played %s", got)
	}
	b.slide("d2", "d4")
	b.until(`document.getElementById("line").value === "Nf6 d4"`)
}

// TestAnnotatingAccess checks contrast and names of the form, the history and
// the comment policy, on a phone too.
func TestAnnotatingAccess(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	note(t, a, id, annotate.AnnotationInput{Author: "Dee", Annotation: analysis.Annotation{Ply: 4, Comment: strings.Repeat("long", 60), NAGs: []int{1, 22}, Evaluation: "0.5", Lines: []analysis.TypedLine{{Text: "Nf6 Qxe5", Instead: true}}}})
	edit(t, a, id, "Eve", "short")
	edit(t, a, id, "Flo", "long")
	gone := note(t, a, id, annotate.AnnotationInput{Author: "Dee", Annotation: analysis.Annotation{Ply: 2, Comment: "gone"}})
	if _, err := a.DeleteAnnotation(t.Context(), id, gone.ID, gone.Revision, "Dee"); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	b.await = 422
	b.open("/")
	b.as("Dee")
	for _, dark := range []bool{false, true} {
		b.dark(dark)
		b.size(1360, 900)
		b.game(id, 4)
		b.pressed("#annotations", "History")
		b.click("#deleted summary")
		b.see("#deleted .annotation")
		b.click("#policy summary")
		b.annotate()
		b.do(`document.querySelectorAll("#editor details").forEach((e) => { e.open = true; })`)
		b.run(chromedp.SendKeys("#line", "Nf6 Qxe7", chromedp.ByQuery))
		x, y := b.square("e5")
		b.dragPoints(x, y, x, y, input.Right)
		b.click(".play")
		b.see("#line-error .legal")
		b.click("#cancel")
		b.see("#keep")
		if bad := eval[string](b, contrast); bad != "" {
			t.Errorf("dark %v: %s", dark, bad)
		}
		if bad := eval[string](b, unnamed); bad != "" {
			t.Error(bad)
		}
		b.picture(fmt.Sprintf("wide-%v", dark))
		b.size(360, 740)
		b.wide()
		b.picture(fmt.Sprintf("phone-%v", dark))
		b.do(`document.getElementById("editor").scrollIntoView()`)
		b.picture(fmt.Sprintf("phone-form-%v", dark))
		b.do(`document.querySelector("#editor fieldset").scrollIntoView()`)
		b.picture(fmt.Sprintf("phone-line-%v", dark))
		b.do(`document.getElementById("annotations").scrollIntoView()`)
		b.picture(fmt.Sprintf("phone-note-%v", dark))
	}
}

// TestAnnotate enters a comment with a symbol, an arrow and a variation, and
// meets a concurrent edit.
func TestAnnotate(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.await = 412
	b.open(fmt.Sprint("/games/", id, "?ply=4"))
	b.until("window.game && game.node === 4")
	b.click("#annotate")
	b.see("#editor .primary")
	b.write("#author", "Dee")
	b.write("#comment", "Develops, and guards e5.")
	b.do(`document.querySelector("#editor .chips button").click()`)
	b.write("#line", "Nf6 Qxe5")
	x, y := b.square("b8")
	x2, y2 := b.square("c6")
	b.dragPoints(x, y, x2, y2, input.Right)
	b.until(`document.querySelectorAll("#board .marks path").length === 1`)
	b.picture("form")
	b.click("#editor .primary")
	b.until(`document.getElementById("editor").hidden && document.querySelector("#annotations .annotation")`)
	b.until(`document.getElementById("moves").textContent.includes("guards e5") && document.getElementById("moves").textContent.includes("Qxe5")`)
	if got := b.text("#n4 .nag"); got != "!" {
		t.Errorf("glyph %q", got)
	}
	b.until(`document.querySelectorAll('#board .marks path[fill="#00805d"]').length === 1`)
	// The variation can be stepped through.
	b.do(`[...document.querySelectorAll(".variation .move")].find((e) => e.textContent.includes("Qxe5")).click()`)
	b.until(`document.getElementById("counter").textContent === "variation"`)
	b.picture("side-line")
	b.press(kb.ArrowLeft)
	b.press(kb.ArrowLeft)
	b.press(kb.ArrowRight)
	b.until("game.node === 4")
	// Someone else edits while the form is open.
	b.click("#annotations .annotation header button")
	b.see("#editor .primary")
	page, err := a.Annotations(t.Context(), id, annotate.AnnotationFilter{}, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	v := page.Annotations[0]
	in := annotate.AnnotationInput{Author: "Eve", Kind: v.Kind, Annotation: v.Annotation}
	in.Comment = "Natural."
	if _, err := a.EditAnnotation(t.Context(), id, v.ID, v.Revision, in); err != nil {
		t.Fatal(err)
	}
	b.write("#comment", "The only move.")
	b.click("#editor .primary")
	b.see("#conflict")
	b.picture("conflict")
	b.click("#conflict div:last-child button:last-child")
	b.click("#editor .primary")
	b.until(`document.getElementById("editor").hidden && document.getElementById("moves").textContent.includes("Natural.") && document.getElementById("moves").textContent.includes("The only move.")`)
}

// TestOngoing reports an illegal move of a game in progress, which accepts
// nothing else.
func TestOngoing(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, "[Event \"Club\"]\n[Result \"*\"]\n\n1. e4 e5 *\n")
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id, "?ply=2"))
	b.until("window.game && game.annotations.policy.comments === 'reports'")
	b.click("#annotate")
	b.see("#editor .primary")
	if eval[bool](b, `!!document.getElementById("line")`) {
		t.Error("a side line is asked for")
	}
	b.write("#author", "Dee")
	b.write("#comment", "The clock was not pressed.")
	b.picture("form")
	b.click("#editor .primary")
	b.until(`document.querySelector("#annotations .annotation")`)
}
