//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// has waits until the text of the definition contains a part.
func (b *tab) has(part string) {
	b.Helper()
	b.until(`document.getElementById("definition").value.includes(` + jsonText(part) + `)`)
}

// detail sets the field of a key, after adding it where it is missing.
func (b *tab) detail(path, value string) {
	b.Helper()
	field, parent, key := `[id=detail-`+strings.ReplaceAll(path, "+", `\\+`)+`]`, "detail-", path
	if i := strings.LastIndex(path, "-"); i >= 0 {
		parent, key = "detail-"+path[:i+1], path[i+1:]
	}
	b.until(`document.querySelector("` + field + `") || document.querySelector('[id="` + parent + `+"]')`)
	if !eval[bool](b, `Boolean(document.querySelector("`+field+`"))`) {
		b.choose(`[id="`+parent+`+"]`, key)
	}
	if value != "" {
		b.until(`document.querySelector("` + field + `")`)
		before := b.text("#definition")
		b.choose(field, value)
		b.until(`document.getElementById("definition").value !== ` + jsonText(before))
	}
}

// kind adds a piece with moves: clicks on the diagram after choosing a way.
func (b *tab) kind(name, letter, glyph string) {
	b.Helper()
	b.write("#new-name", name)
	b.write("#new-letter", letter)
	b.choose("#new-glyph", glyph)
	b.click("#piece-add button")
	b.until(`document.getElementById("piece-letter").textContent === "` + letter + `" && document.getElementById("piece-name").value === "` + name + `"`)
}

// clickMove clicks a square of the diagram of moves.
func (b *tab) clickMove(way, symmetry string, x, y int) {
	b.Helper()
	b.click(`[name=way][value=` + way + `]`)
	b.choose("#moves-symmetry", symmetry)
	b.click(fmt.Sprintf(`#moves-grid [data-x="%d"][data-y="%d"]`, x, y))
}

// empty removes all that the example of the studio has besides its board.
func (b *tab) emptyExample() {
	b.Helper()
	b.click("#tab-pieces")
	for _, letter := range []string{"P", "N", "R", "Q", "K"} {
		b.click(`#piece-list [aria-label$="(` + letter + `)"]`)
		b.click("#piece-remove")
		b.until(`!document.querySelector('#piece-list [aria-label$="(` + letter + `)"]')`)
	}
	b.has("start: 6/6/6/6/6/6 w")
	b.click("#tab-details")
	b.click(`[aria-label="Remove promotion"]`)
	b.until(`!document.getElementById("definition").value.includes("promotion")`)
	b.click("#tab-array")
	b.until(`document.querySelector("#array-board [data-place]")`)
	b.choose("#array-region", "end")
	b.click("#array-remove-region")
	b.until(`!document.getElementById("definition").value.includes("regions")`)
}

// TestStudioByMouse makes Frog Pond without typing YAML.
func TestStudioByMouse(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.size(1280, 900)
	b.open("/check")
	b.until(`document.getElementById("state").textContent.startsWith("✓")`)
	b.do(`document.getElementById("definition").value = document.getElementById("definition").value.replace("name: Black", "name: Black # moves second")`)
	b.emptyExample()
	for key, value := range map[string]string{"files": "5", "ranks": "5"} {
		b.choose("#array-"+key, value)
		b.has(key + ": 5")
	}
	b.click("#array-checkered")
	b.has("board: {files: 5, ranks: 5}\n")
	b.has("start: 5/5/5/5/5 w")
	b.write("#array-region-name", "shore")
	b.click("#array-regions button")
	b.has("shore: [rank 5]")
	b.write("#array-region-name", "nest")
	b.click("#array-regions button")
	b.has("nest: [rank 5]")
	for _, square := range []string{"20", "21", "23", "24"} {
		b.click(`#array-board [data-place="` + square + `"]`)
	}
	b.has("nest: [c5]")
	b.picture("region")
	b.choose("#array-region", "")

	b.click("#tab-pieces")
	b.kind("Heron", "H", "king")
	b.clickMove("leap", "all", 0, 1)
	b.has("moves: W,")
	b.clickMove("leap", "all", 1, 1)
	b.has("moves: K,")
	b.click("#piece-royal")
	b.has("royal: true")
	b.kind("Newt", "N", "silver")
	b.clickMove("leap", "all", 1, 0)
	b.kind("Frog", "F", "jumper")
	b.clickMove("leap", "all", 1, -1)
	b.clickMove("jump", "all", 2, 0)
	b.has("moves: FpD")
	b.picture("moves")
	b.kind("Tadpole", "T", "pawn")
	b.clickMove("leap", "one", 0, 1)
	b.has("moves: fW")
	b.kind("Toad", "+T", "completed-pawn")
	b.clickMove("leap", "all", 0, 1)
	b.clickMove("jump", "all", 0, 2)
	b.has("moves: WpD")
	b.click("#undo-edit")
	b.has("+T: {name: Toad, moves: W, glyph: completed-pawn}")
	b.clickMove("jump", "all", 0, 2)
	b.has("moves: WpD")

	b.click("#tab-array")
	b.until(`document.querySelectorAll("#array-pool-first button").length === 5`)
	for letter, squares := range map[string][]int{"Frog": {0, 4}, "Newt": {1, 3}, "Heron": {2}, "Tadpole": {5, 7, 9}} {
		b.click(`#array-pool-first [aria-label$="` + letter + `"]`)
		for _, square := range squares {
			b.click(fmt.Sprintf(`#array-board [data-place="%d"]`, square))
			b.until(fmt.Sprintf(`!document.querySelector('#array-board [data-place="%d"]').ariaLabel.endsWith("empty")`, square))
		}
	}
	b.has("start: fnhnf/t1t1t/5/T1T1T/FNHNF w")
	b.picture("array")

	b.click("#tab-details")
	b.until(`document.querySelector("#detail-id")`)
	b.detail("id", "frog-pond")
	b.detail("name", "Frog Pond")
	b.picture("details")
	b.detail("rulings", "FP")
	b.detail("sides-0-name", "Green")
	b.detail("sides-1-name", "Brown")
	b.has("name: Brown # moves second")
	b.detail("dress", "")
	b.detail("dress-colours", "#2e7d32, #8a5a2b")
	b.detail("hand", "")
	b.detail("hand-keeps", "all")
	b.has("FNHNF[] w")
	b.detail("hand-order", "F, N, T")
	b.detail("drops", "")
	b.detail("drops-rule", "FP-7")
	b.detail("drops-forbid", "")
	b.click(`[id="detail-drops-forbid--"]`)
	b.detail("drops-forbid---pieces", "T")
	b.detail("drops-forbid-0-in", "shore")
	b.detail("promotion", "")
	b.click(`[id="detail-promotion--"]`)
	b.detail("promotion---pieces", "")
	b.write(`[id="detail-promotion---pieces-+"]`, "T")
	b.write(`[id="detail-promotion---pieces-+-value"]`, "+T")
	b.click(`[id="detail-promotion---pieces-+-value"] + button`)
	b.has("- {pieces: {T: [+T]}}")
	b.detail("promotion-0-zone", "shore")
	b.detail("promotion-0-on", "end")
	b.choose("#detail-promotion-0-zone", "shore")
	b.detail("promotion-0-always", "")
	b.click("#detail-promotion-0-always")
	b.has("always: true")
	b.detail("pieces-+T-demotes", "T")
	for _, rule := range []string{"drop-mate", "goal", "repetition"} {
		b.choose(`[id="detail-rules--"]`, rule)
		b.has("module: " + rule)
	}
	b.detail("rules-2-pieces", "T")
	b.detail("rules-2-effect", "forbidden")
	b.detail("rules-3-region", "nest")
	b.detail("rules-4-count", "3")
	b.choose("#detail-rules-1-free", "loss")
	b.has("free: loss")
	b.until(`document.getElementById("state").textContent === "✓ Frog Pond is valid"`)
	b.picture("details-done")
	b.click("#tab-counts")
	b.click("#count")
	b.until(`document.getElementById("counted").textContent === "- nodes: [11, 119, 1354, 15552]"`)
	b.click("#tab-card")
	b.until(`document.querySelectorAll("#card .pieces-list li").length === 5`)
	b.picture("card")
	for _, panel := range []string{"array", "pieces", "details"} {
		b.click("#tab-" + panel)
		if bad := eval[string](b, unnamed); bad != "" {
			t.Error(panel, bad)
		}
		b.size(390, 844)
		b.wide()
		b.do(`document.getElementById("tab-` + panel + `").scrollIntoView()`)
		b.picture("phone-" + panel)
		b.size(1280, 900)
	}
	if bad := eval[string](b, contrast); bad != "" {
		t.Error(bad)
	}
}

// TestStudioInvention makes a variant with hoppers, riders and first moves, the
// pieces placed by keyboard, and publishes it.
func TestStudioInvention(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	b.size(1280, 900)
	b.open("/check")
	b.until(`document.getElementById("state").textContent.startsWith("✓")`)
	b.click("#tab-array")
	b.until(`document.querySelector("#array-board [data-place]")`)
	b.choose("#array-ranks", "8")
	b.has("start: rnqknr/pppppp/6/6/6/6/PPPPPP/RNQKNR w")
	b.click("#tab-pieces")
	b.click(`#piece-list [aria-label="Pawn (P)"]`)
	b.click("[name=mode][value=move]")
	b.click("#moves-first")
	b.clickMove("lame", "one", 0, 2)
	b.has("P: {name: Pawn, moves: [mfWcfF, {betza: fmnD, from: start-p}],")
	b.has("start-p: [rank 2]")
	b.click("#moves-first")
	b.click("[name=mode][value=both]")
	b.kind("Hopper", "G", "jumper")
	b.clickMove("grasshopper", "all", 3, 0)
	b.clickMove("grasshopper", "all", 2, 2)
	b.has("moves: gQ,")
	b.kind("Rider", "M", "horse")
	b.clickMove("ride", "sides", 1, 2)
	b.choose("#moves-range", "2")
	b.clickMove("slide", "sides", 2, -2)
	b.has("moves: fNNbF2,")
	b.picture("moves")
	b.clickMove("remove", "one", 2, 4)
	b.has("moves: lfNNbF2,")
	// A rejected leap says why and changes nothing.
	b.clickMove("leap", "one", 4, 1)
	b.until(`document.querySelector("#panel-pieces .studio-note").textContent.includes("the longest are")`)
	b.forgive("422")
	b.choose("#moves-range", "")
	b.clickMove("ride", "one", 1, 2)
	b.has("moves: fNNbF2,")
	b.until(`document.querySelector("#panel-pieces .studio-note").textContent === ""`)
	// Text and diagram are in step.
	b.do(`(() => { const e = document.getElementById("definition"); e.value = e.value.replace("moves: gQ", "moves: gR"); e.dispatchEvent(new Event("input")); })()`)
	b.click(`#piece-list [aria-label="Hopper (G)"]`)
	b.until(`document.querySelector('#moves-grid [data-x="2"][data-y="2"]').ariaPressed === "false" && document.querySelector('#moves-grid [data-x="2"][data-y="0"]').ariaPressed === "true"`)
	b.click("#tab-array")
	b.until(`document.querySelectorAll("#array-pool-first button").length === 7`)
	b.click(`#array-pool-first [aria-label$="Hopper"]`)
	b.do(`document.querySelector('#array-board [data-place="1"]').focus()`)
	b.enter()
	b.until(`document.activeElement.ariaLabel?.includes("Hopper")`)
	for range 3 {
		b.press(kb.ArrowRight)
	}
	b.enter()
	b.has("start: rgqkgr/pppppp/6/6/6/6/PPPPPP/RGQKGR w")
	b.press(kb.Delete)
	b.has("start: rgqk1r/pppppp/6/6/6/6/PPPPPP/RGQK1R w")
	b.click("#array-undo")
	b.has("start: rgqkgr/pppppp/6/6/6/6/PPPPPP/RGQKGR w")
	b.drag(`#array-pool-first [aria-label$="Rider"]`, `#array-board [data-place="5"]`, input.Left)
	b.has("start: rgqkgm/pppppp/6/6/6/6/PPPPPP/RGQKGM w")
	b.click("#tab-details")
	b.until(`document.querySelector("#detail-id")`)
	b.detail("id", "lantern-march")
	b.detail("name", "Lantern March")
	b.click("#tab-array")
	b.choose("#array-region", "end")
	for i := range 6 {
		b.click(fmt.Sprintf(`#array-board [data-place="%d"]`, 42+i))
	}
	b.has("end: [rank 6, rank 8]")
	for i := range 6 {
		b.click(fmt.Sprintf(`#array-board [data-place="%d"]`, 30+i))
	}
	b.has("end: [rank 8]")
	b.picture("region")
	b.until(`document.getElementById("state").textContent === "✓ Lantern March is valid"`)
	b.do(`localStorage.setItem("author", "Ada")`)
	t.Cleanup(func() { b.do(`localStorage.removeItem("author")`) })
	b.click("#save")
	b.until(`location.search.startsWith("?draft=")`)
	b.click("#publish")
	b.click("#publish-yes")
	b.until(`document.querySelector("#kept a")?.pathname === "/variants/lantern-march"`)
	if _, err := a.Rules("lantern-march", ""); err != nil {
		t.Error(err)
	}
}
