//go:build browser

package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// define puts a text into the field for a definition.
func (b *tab) define(text string) {
	b.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		b.Fatal(err)
	}
	b.run(chromedp.Evaluate(`(() => { const e = document.getElementById("definition"); e.value = `+string(quoted)+`; e.dispatchEvent(new Event("input")); })()`, nil))
}

// TestCheckFaults types definitions with faults, and goes to each by keyboard.
func TestCheckFaults(t *testing.T) {
	site, a := serve(t)
	b := newTab(t, site)
	b.open("/check")
	b.until(`document.getElementById("state").textContent === "✓ Small chess holds" && document.querySelector("#preview img")?.naturalWidth > 0`)
	if got := eval[string](b, `document.getElementById("state").parentElement.getAttribute("role")`); got != "status" {
		t.Errorf("the result is not announced: role %q", got)
	}
	for _, row := range []struct {
		name, text, says string
		line             int
	}{
		{"syntax", strings.Replace(example, "sides:\n", "sides: [\n", 1), "did not find", 0},
		{"tab", "id: x\n\tname: y\n", "a tab; the lines of YAML", 2},
		{"unknown key", strings.Replace(example, "summary:", "sumary:", 1), `"summary" was probably meant`, strings.Count(example[:strings.Index(example, "summary:")], "\n") + 1},
		{"unknown piece", strings.Replace(example, "[Q, R, N]", "[Q, R, X]", 1), `no piece "X"`, strings.Count(example[:strings.Index(example, "- pieces")], "\n") + 1},
		{"Betza", strings.Replace(example, "moves: R,", "moves: R§,", 1), "column 2", strings.Count(example[:strings.Index(example, "R: {")], "\n") + 1},
		{"count", example + "node-counts:\n  - nodes: [10, 1]\n", "1 at depth 2, where 100 are counted", strings.Count(example, "\n") + 2},
		{"long", example + strings.Repeat("# so it goes\n", 60_000) + "node-counts:\n  - nodes: [1]\n", "1 at depth 1, where 10", strings.Count(example, "\n") + 60_002},
	} {
		b.define(row.text)
		quoted, _ := json.Marshal(row.says)
		b.until(`document.getElementById("problems").textContent.includes(` + string(quoted) + `)`)
		if got := eval[int](b, `Number(document.getElementById("state").textContent.match(/^\d+/)[0]) - document.querySelectorAll("#problems li").length`); got != 0 {
			t.Errorf("%s: the count is off by %d", row.name, got)
		}
		if !eval[bool](b, `document.getElementById("preview").classList.contains("stale")`) {
			t.Errorf("%s: the old preview looks valid", row.name)
		}
		if got := eval[int](b, `document.querySelectorAll("#problems li:not(:has(button))").length`); got > 0 {
			t.Errorf("%s: %d problems lead nowhere", row.name, got)
		}
		b.run(chromedp.Evaluate(`[...document.querySelectorAll("#problems li")].find((e) => e.textContent.includes(`+string(quoted)+`)).querySelector("button").focus()`, nil))
		b.enter()
		got := eval[[]int](b, `(() => { const e = document.getElementById("definition"); return [document.activeElement === e, e.value.slice(0, e.selectionStart).split("\n").length, e.selectionEnd - e.selectionStart, Math.round(e.value.slice(0, e.selectionStart).split("\n").length * e.scrollHeight / e.value.split("\n").length - e.scrollTop), e.clientHeight].map(Number); })()`)
		if got[0] != 1 || row.line > 0 && (got[1] != row.line || got[2] == 0) || got[3] < 0 || got[3] > got[4] {
			t.Errorf("%s: focus, line, length, height on the screen: %v, want line %d", row.name, got, row.line)
		}
		b.picture(strings.ReplaceAll(row.name, " ", "-"))
	}
	b.define(strings.Replace(example, "Small chess", "Smaller chess", 1))
	b.until(`document.getElementById("state").textContent === "✓ Smaller chess holds" && !document.getElementById("preview").classList.contains("stale")`)
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

// TestCheckLimit sends a definition that is too large, and mends it.
func TestCheckLimit(t *testing.T) {
	site, _ := serve(t)
	b := newTab(t, site)
	b.await = 413
	b.open("/check")
	b.until(`document.getElementById("state").textContent.includes("holds")`)
	b.define(example + strings.Repeat("# too much\n", 100_000))
	b.until(`document.getElementById("state").textContent.includes("more than the limit of 1048576 bytes")`)
	b.define(example)
	b.until(`document.getElementById("state").textContent.includes("holds")`)
	// Of two checks under way the later counts, whichever comes back first.
	b.run(chromedp.Evaluate(fmt.Sprintf(`(() => {
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
	})()`, strings.Replace(example, "Small chess", "Late chess", 1)), nil))
	b.until(`document.getElementById("state").textContent === "✓ Late chess holds"`)
	eval[bool](b, `new Promise((done) => setTimeout(() => done(true), 1800))`)
	if got := b.text("#state"); got != "✓ Late chess holds" {
		t.Errorf("after all answers: %s", got)
	}
}

// TestCheck writes a definition with a fault, and mends it.
func TestCheck(t *testing.T) {
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/check")
	b.until(`document.getElementById("state").textContent.includes("holds")`)
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
