//go:build browser

package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// define sets the text of the definition.
func (b *tab) define(text string) {
	b.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		b.Fatal(err)
	}
	b.do(`(() => { const e = document.getElementById("definition"); e.value = ` + string(quoted) + `; e.dispatchEvent(new Event("input")); })()`)
}

// TestCheckErrors enters definitions with errors, and goes to each by keyboard.
func TestCheckErrors(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	b.open("/check")
	b.until(`document.getElementById("state").textContent === "✓ Small chess is valid" && document.querySelector("#preview img")?.naturalWidth > 0`)
	if got := eval[string](b, `document.getElementById("state").parentElement.getAttribute("role")`); got != "status" {
		t.Errorf("the result is not announced: role %q", got)
	}
	for _, row := range []struct {
		name, text, says string
		line             int
	}{
		{"syntax", strings.Replace(example, "sides:\n", "sides: [\n", 1), "did not find", 0},
		{"tab", "id: x\n\tname: y\n", "tab found; YAML lines", 2},
		{"unknown key", strings.Replace(example, "summary:", "sumary:", 1), `"summary" was probably meant`, strings.Count(example[:strings.Index(example, "summary:")], "\n") + 1},
		{"unknown piece", strings.Replace(example, "[Q, R, N]", "[Q, R, X]", 1), `no piece "X"`, strings.Count(example[:strings.Index(example, "- pieces")], "\n") + 1},
		{"Betza", strings.Replace(example, "moves: R,", "moves: R§,", 1), "column 2", strings.Count(example[:strings.Index(example, "R: {")], "\n") + 1},
		{"count", example + "node-counts:\n  - nodes: [10, 1]\n", "1 at depth 2 is wrong; perft counts 100", strings.Count(example, "\n") + 2},
		{"long", example + strings.Repeat("# so it goes\n", 60_000) + "node-counts:\n  - nodes: [1]\n", "1 at depth 1 is wrong; perft counts 10", strings.Count(example, "\n") + 60_002},
	} {
		b.define(row.text)
		quoted, _ := json.Marshal(row.says)
		b.until(`document.getElementById("problems").textContent.includes(` + string(quoted) + `)`)
		if got := eval[int](b, `Number(document.getElementById("state").textContent.match(/^\d+/)[0]) - document.querySelectorAll("#problems li").length`); got != 0 {
			t.Errorf("%s: the count is off by %d", row.name, got)
		}
		if !eval[bool](b, `document.getElementById("panels").classList.contains("stale")`) {
			t.Errorf("%s: the old preview looks valid", row.name)
		}
		if got := eval[int](b, `document.querySelectorAll("#problems li:not(:has(button))").length`); got > 0 {
			t.Errorf("%s: %d problems lead nowhere", row.name, got)
		}
		b.do(`[...document.querySelectorAll("#problems li")].find((e) => e.textContent.includes(` + string(quoted) + `)).querySelector("button").focus()`)
		b.enter()
		got := eval[[]int](b, `(() => { const e = document.getElementById("definition"); return [document.activeElement === e, e.value.slice(0, e.selectionStart).split("\n").length, e.selectionEnd - e.selectionStart, Math.round(e.value.slice(0, e.selectionStart).split("\n").length * e.scrollHeight / e.value.split("\n").length - e.scrollTop), e.clientHeight].map(Number); })()`)
		if got[0] != 1 || row.line > 0 && (got[1] != row.line || got[2] == 0) || got[3] < 0 || got[3] > got[4] {
			t.Errorf("%s: focus, line, length, height on the screen: %v, want line %d", row.name, got, row.line)
		}
		b.picture(strings.ReplaceAll(row.name, " ", "-"))
	}
	b.define(strings.Replace(example, "Small chess", "Smaller chess", 1))
	b.until(`document.getElementById("state").textContent === "✓ Smaller chess is valid" && !document.getElementById("panels").classList.contains("stale")`)
	if n := len(a.Variants()); n != len(eval[[]string](b, `(async () => (await (await fetch("/api/v1/variants")).json()).variants.map((v) => v.id))()`)) {
		t.Error("something was kept")
	}
	for _, v := range a.Variants() {
		if v.ID == "small-chess" {
			t.Error("the definition was kept")
		}
	}
	b.size(360, 740)
	b.open("/check")
	b.until(`document.querySelector("#preview img")`)
	b.wide()
	b.picture("phone")
}

// TestCheckLimit enters a definition that is too large, and shortens it.
func TestCheckLimit(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.await = 413
	b.open("/check")
	b.until(`document.getElementById("state").textContent.includes("is valid")`)
	b.define(example + strings.Repeat("# too much\n", 100_000))
	b.until(`document.getElementById("state").textContent.includes("more than the limit of 1048576 bytes")`)
	b.define(example)
	b.until(`document.getElementById("state").textContent.includes("is valid")`)
	// The later of two pending checks counts, whichever finishes first.
	b.do(fmt.Sprintf(`(() => {
		const real = window.fetch;
		let first = true;
		window.fetch = (path, init) => {
			if (!first) return real(path, init);
			first = false;
			return new Promise((done, failed) => { init.signal.addEventListener("abort", () => failed(init.signal.reason)); setTimeout(() => real(path, {...init, signal: undefined}).then(done, failed), 1500); });
		};
		const e = document.getElementById("definition");
		e.value = "id: x"; e.dispatchEvent(new Event("input"));
		setTimeout(() => { e.value = %q; e.dispatchEvent(new Event("input")); }, 500);
	})()`, strings.Replace(example, "Small chess", "Late chess", 1)))
	b.until(`document.getElementById("state").textContent === "✓ Late chess is valid"`)
	eval[bool](b, `new Promise((done) => setTimeout(() => done(true), 1800))`)
	if got := b.text("#state"); got != "✓ Late chess is valid" {
		t.Errorf("after all answers: %s", got)
	}
}

// TestCheck enters a definition with an error, and corrects it.
func TestCheck(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/check")
	b.until(`document.getElementById("state").textContent.includes("is valid")`)
	b.see("#preview img")
	b.picture("holds")
	b.run(chromedp.SetValue("#definition", strings.Replace(example, "zone: end", "zone: nowhere", 1), chromedp.ByQuery),
		chromedp.Evaluate(`document.getElementById("definition").dispatchEvent(new Event("input"))`, nil))
	b.until(`document.querySelectorAll("#problems li").length > 0`)
	b.click("#problems button")
	b.picture("problems")
	if got := eval[string](b, `document.getElementById("definition").value.slice(document.getElementById("definition").selectionStart, document.getElementById("definition").selectionEnd)`); got == "" {
		t.Error("the faulty line is not shown")
	}
}

// TestCheckMargin marks errors in the margin, visible or not, and goes to them
// by keyboard.
func TestCheckMargin(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/check")
	b.until(`document.getElementById("state").textContent.includes("is valid") && document.querySelector("#card .pieces-list")`)
	faulty := strings.Replace(example, "glyph: king}", "glyph: kingg}", 1)
	b.define(strings.Repeat("#\n", 5000) + faulty)
	line := 5001 + strings.Count(faulty[:strings.Index(faulty, "kingg")], "\n")
	b.until(`document.getElementById("problems").textContent.includes("kingg")`)
	if eval[bool](b, `!!document.querySelector("#margin .error") || document.querySelectorAll("#margin span").length > 100`) {
		t.Error("lines out of sight are drawn")
	}
	b.do(`document.getElementById("definition").focus()`)
	b.do(`document.getElementById("definition").setSelectionRange(0, 0)`)
	b.do(`document.getElementById("definition").dispatchEvent(new KeyboardEvent("keydown", {key: "F8", bubbles: true}))`)
	b.until(`document.querySelector("#margin .error")`)
	got := eval[[]string](b, `(() => { const e = document.getElementById("definition"), mark = document.querySelector("#margin .error"), box = mark.getBoundingClientRect(), area = e.getBoundingClientRect();
		return [mark.textContent, e.value.slice(e.selectionStart, e.selectionEnd), String(box.top >= area.top && box.bottom <= area.bottom), document.getElementById("here").textContent]; })()`)
	if got[0] != fmt.Sprint(line) || got[1] != "kingg" || got[2] != "true" || !strings.Contains(got[3], "kingg") {
		t.Errorf("mark, selection, in sight, told: %q, want line %d", got, line)
	}
	b.picture("margin")
	for _, dark := range []bool{false, true} {
		b.dark(dark)
		for _, width := range []int64{390, 1280} {
			b.size(width, 844)
			b.wide()
			b.picture(fmt.Sprintf("%d-%v", width, dark))
		}
		if bad := eval[string](b, contrast); bad != "" {
			t.Error(bad)
		}
	}
	b.do(`document.getElementById("tab-card").focus()`)
	b.do(`document.getElementById("tab-card").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}))`)
	b.until(`document.activeElement.id === "tab-array" && document.getElementById("panel-card").hidden`)
}

// TestCheckCompletes suggests keys, special rules with their keys, and glyphs
// in the right places, and inserts one by keyboard.
func TestCheckCompletes(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/check")
	b.until(`document.getElementById("state").textContent.includes("is valid")`)
	for _, row := range []struct{ text, want string }{ // | is the cursor
		{"id: x\nsum|", "summary"},
		{"pieces:\n  H: {name: Heron, roy|}", "royal"},
		{"pieces:\n  H: {name: Heron, royal: t|}", "true"},
		{"pieces:\n  H:\n    gly|", "glyph"},
		{"pieces:\n  H: {glyph: completed-p|, name: x}", "completed-pawn"},
		{"pieces:\n  H:\n    moves:\n      - {betza: W, hops|", "hops-not"},
		{"pieces:\n  H: {name: Heron,\n    val|}", "value"},
		{"pieces:\n  gl|", ""},
		{"promotion:\n  - pieces: {P: Q}\n    zo|", "zone"},
		{"promotion:\n  - zo|", "zone"},
		{"rules:\n  - {module: facing|}", "facing-royals"},
		{"rules:\n  - {module: goal, reg|}", "region"},
		{"rules:\n  - {reg|, module: goal}", "region"},
		{"rules:\n  - module: no-moves\n  - module: goal\n    rule: X-1\n    reg|", "region"},
		{"rules:\n  - module: no-moves\n    reg|\n  - module: goal\n", ""},
		{"drops:\n  forbid:\n    - {outs|", "outside"},
		{"dress: {set: kanji-|", "kanji-one"},
		{"state: [pocket, cas|", "castling"},
		{"summary: >-\n  x\nboard: {che|", "checkered"},
		{"# sum|", ""},
		{"name: \"sum|", ""},
		{"nonsense: {sum|", ""},
	} {
		text, err := json.Marshal(row.text)
		if err != nil {
			t.Fatal(err)
		}
		got := eval[[]string](b, `(async () => { const { Language } = await import("/static/language.js"), text = `+string(text)+`, at = text.indexOf("|");
			return (await new Language().words(text.replace("|", ""), at)).map((w) => w.word); })()`)
		if row.want == "" && len(got) > 0 || row.want != "" && (len(got) == 0 || got[0] != row.want) {
			t.Errorf("%s: %q, want %s", row.text, got, row.want)
		}
	}
	b.define(strings.Replace(example, "glyph: king}", "}", 1))
	b.do(`(() => { const e = document.getElementById("definition"), at = e.value.indexOf("royal: true, }") + 13; e.focus(); e.setSelectionRange(at, at); })()`)
	b.press("gly")
	b.until(`!document.getElementById("words").hidden && document.querySelector("#words b").textContent === "glyph"`)
	b.press(kb.ArrowDown)
	b.until(`document.getElementById("definition").getAttribute("aria-activedescendant") === "word-0"`)
	b.picture("key")
	b.enter()
	b.until(`document.querySelectorAll("#words li").length > 20`)
	b.size(390, 844)
	b.until(`document.getElementById("words").hidden`)
	b.press("kin")
	b.until(`!document.getElementById("words").hidden && document.querySelector("#words b").textContent.startsWith("kin")`)
	b.wide()
	b.picture("phone")
	b.press("g")
	b.until(`document.getElementById("definition").value.includes("royal: true, glyph: king}") && document.getElementById("state").textContent.includes("is valid")`)
	b.press(kb.Escape)
	b.until(`document.getElementById("words").hidden`)
}
