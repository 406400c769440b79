//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestStudio creates a variant, plays it, saves and publishes it, and archives
// a game of it; its URL shows it again.
func TestStudio(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	b.open("/check")
	pond := fixture(t, "definitions", "frog-pond.yaml")
	b.define(strings.Replace(pond, "board: {files: 5", "board: {files: 6", 1))
	b.until(`/error/.test(document.getElementById("state").textContent) && document.querySelector("#margin .error")?.title`)
	b.define(strings.Replace(pond, "moves: K, royal: true,", "moves: K, ,", 1))
	b.do(`(() => { const e = document.getElementById("definition"), at = e.value.indexOf("moves: K, ,") + 10; e.focus(); e.setSelectionRange(at, at); })()`)
	b.press("roy")
	for _, word := range []string{"royal", "true"} {
		b.until(`!document.getElementById("words").hidden && document.querySelector("#words b").textContent === "` + word + `"`)
		b.press(kb.ArrowDown)
		b.enter()
	}
	b.until(`document.getElementById("definition").value.includes("moves: K, royal: true,")`)
	for _, row := range []struct{ was, begun, want string }{
		{"zone: shore", "zone: ", "shore=[rank 5],nest=[c5]"},
		{"zone: shore", "zone: n", "nest=[c5]"},
		{"pieces: {T: +T}", "pieces: {", "H=Heron,N=Newt,F=Frog,T=Tadpole,+T=Toad"},
		{"pieces: {T: +T}", "pieces: {T: +", "+T=Toad"},
		{"order: [F, N, T]", "order: [F, N", "N=Newt"},
		{"region: nest", "region: s", "shore=[rank 5]"},
		{"regions:\n  shore: [rank 5]", "regions:\n  s", ""},
		{"name: basket", "name: n", ""},
	} {
		before, _, there := strings.Cut(pond, row.was)
		if !there {
			t.Fatalf("%q is not there", row.was)
		}
		text := before + row.begun
		rest := strings.TrimPrefix(pond, before)
		rest = rest[strings.Index(rest, "\n"):]
		if got := eval[string](b, `import("./static/language.js").then(({ Language }) => new Language().words(`+jsonText(text+rest)+`, `+jsonText(len(text))+`)).then((all) => all.map((w) => w.word + "=" + w.help).join(","))`); got != row.want {
			t.Errorf("after %q stands %q, want %q", row.begun, got, row.want)
		}
	}
	b.until(`document.getElementById("state").textContent === "✓ Frog Pond is valid" && !document.querySelector("#margin .error")`)
	b.until(`document.querySelectorAll("#card .pieces-list li").length === 5 && document.querySelectorAll("#card svg.moves").length > 5`)
	b.picture("card")
	b.click("#tab-play")
	b.until(`document.querySelector("#board use") && document.getElementById("turn").textContent.startsWith("Green to move")`)
	b.click("#engine-move")
	b.until(`document.querySelectorAll("#played-moves li").length === 1 && document.getElementById("turn").textContent.startsWith("Brown to move")`)
	if bad := eval[string](b, unnamed); bad != "" {
		t.Error(bad)
	}
	if bad := eval[string](b, contrast); bad != "" {
		t.Error(bad)
	}
	b.picture("table")
	b.click("#undo-move")
	b.until(`document.querySelectorAll("#played-moves li").length === 0`)
	b.click("#tab-counts")
	b.click("#count")
	b.until(`document.getElementById("counted").textContent === "- nodes: [11, 119, 1354, 15552]" && document.querySelectorAll("#counts tbody tr").length === 4 && document.getElementById("counts").textContent.includes("✓ 15552")`)
	b.picture("counts")
	b.click("#tab-samples")
	b.click("#sample")
	b.until(`document.querySelectorAll("#samples li").length === 20 && document.getElementById("sampled").textContent.startsWith("Games: 20 (") && document.getElementById("endings").textContent.includes("FP-")`)
	if bad := eval[string](b, unnamed); bad != "" {
		t.Error(bad)
	}
	b.picture("samples")
	game := eval[[]int](b, `[Number(document.querySelector("#samples button").textContent.match(/(\d+) plies/)[1])]`)[0]
	b.click("#samples button")
	// The first step arrives after a check of unchanged text.
	b.until(`!document.getElementById("step").hidden`)
	b.do(`(() => {
		const ask = fetch;
		let checked = false;
		window.fetch = async (path, init) => {
			const answer = await ask(path, init);
			if (path.includes("/variants/check")) setTimeout(() => { checked = true; }, 100);
			while (path.includes("/positions/play") && !checked) await new Promise(requestAnimationFrame);
			return answer;
		};
		document.getElementById("definition").dispatchEvent(new Event("change"));
	})()`)
	for n := range 3 {
		b.until(fmt.Sprintf(`document.querySelectorAll("#played-moves li").length === %d && !document.getElementById("step").hidden`, n))
		b.click("#step")
	}
	b.until(`document.querySelectorAll("#played-moves li").length === 3`)
	if game < 4 {
		t.Errorf("a game of %d plies", game)
	}
	b.picture("stepped")
	b.click("#save")
	b.write("#author-name", "Ada")
	b.enter()
	b.until(`location.search.startsWith("?draft=") && document.getElementById("versions").options.length === 1`)
	b.define(strings.Replace(strings.Replace(pond, "Herons, newts", "Newts, herons", 1), "dress: {", "dress: {pictures: {F: '<svg viewBox=\"0 0 22 22\"><circle cx=\"11\" cy=\"11\" r=\"9\" fill=\"#c0ffee\"/></svg>'}, ", 1))
	b.until(`document.getElementById("state").textContent === "✓ Frog Pond is valid" && document.querySelector("#preview img").src.includes("c0ffee")`)
	b.click("#tab-play")
	b.until(`document.querySelectorAll('#board [fill="#c0ffee"]').length >= 2`)
	b.picture("pictures")
	b.click("#publish")
	b.until(`document.querySelector("dialog")?.textContent.includes("cannot change") && document.querySelector("dialog h2").textContent === "Publish frog-pond?" && document.activeElement.id === "publish-no"`)
	b.picture("publish")
	b.click("#publish-no")
	b.until(`!document.querySelector("dialog") && !document.querySelector("#kept a")`)
	b.click("#publish")
	b.click("#publish-yes")
	b.until(`document.querySelector("#kept a")?.pathname === "/variants/frog-pond" && document.getElementById("versions").options.length === 2`)
	b.picture("published")
	b.size(360, 740)
	b.wide()
	b.size(1360, 900)
	id := add(t, a, fixture(t, "definitions", "frog-pond.txt"))
	if g, err := a.Game(t.Context(), id); err != nil || g.Verdict != "legal" || g.Variant != "frog-pond" {
		t.Errorf("%+v %v", g, err)
	}
	b.open(eval[string](b, "location.pathname + location.search"))
	b.until(`document.getElementById("definition").value.includes("Newts, herons")`)
	b.choose("#versions", "1")
	b.until(`document.getElementById("definition").value.includes("Herons, newts")`)
}

// TestSecondClick checks that a second click during an action does nothing.
func TestSecondClick(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	const asked = `performance.getEntriesByType("resource").filter((e) => new URL(e.name).pathname === "%s").length`
	b.open("/check")
	b.do(`localStorage.setItem("author", "Ada")`)
	t.Cleanup(func() { b.do(`localStorage.removeItem("author")`) })
	b.until(`document.getElementById("state").textContent.startsWith("✓")`)
	b.do(`document.getElementById("save").click(); document.getElementById("save").click()`)
	b.until(`location.search.startsWith("?draft=")`)
	if n := eval[int](b, fmt.Sprintf(asked, "/api/v1/drafts")); n != 1 {
		t.Errorf("kept %d times", n)
	}
	b.open("/new?variant=chess")
	b.until(`window.newGame?.now`)
	b.do(`
		window.posts = 0;
		const fetched = fetch;
		window.fetch = (path, init) => { if (path.startsWith("/api/v1/text")) window.posts++; return path.startsWith("/api/v1/text") ? new Promise(() => {}) : fetched(path, init); };
		document.getElementById("record").requestSubmit(); document.getElementById("record").requestSubmit()`)
	if n := eval[int](b, `window.posts`); n != 1 {
		t.Errorf("archived %d times", n)
	}
}
