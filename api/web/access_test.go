//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"assay/api/account"
)

// contrast returns the texts of a page whose contrast is below WCAG AA: 4.5, or
// 3 for large text.
const contrast = `(() => {
	const channel = (c) => { c /= 255; return c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4; };
	const light = ([r, g, b]) => .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b);
	const read = (text) => { const m = text.match(/[\d.]+/g).map(Number); return m.length < 4 ? [...m.slice(0, 3), 1] : m; };
	const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3]));
	const ground = (e) => {
		const layers = [];
		for (; e; e = e.parentElement) { const c = read(getComputedStyle(e).backgroundColor); if (c[3] > 0) layers.push(c); if (c[3] === 1) break; }
		return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
	};
	const bad = new Set();
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; (n = walk.nextNode());) {
		const e = n.parentElement;
		if (!n.textContent.trim() || e.closest("svg, script, noscript, .unseen, .skip, option") || !e.checkVisibility() || e.closest(":disabled")) continue;
		const style = getComputedStyle(e), under = ground(e), ink = over(read(style.color), under);
		const [x, y] = [light(ink), light(under)].sort((p, q) => q - p), got = (x + .05) / (y + .05);
		const size = parseFloat(style.fontSize), great = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
		if (got < (great ? 3 : 4.5)) bad.add(e.tagName + "." + e.className + " " + n.textContent.trim().slice(0, 20) + " " + got.toFixed(2));
	}
	return [...bad].join("; ");
})()`

// unnamed returns the controls without an accessible name, the fields without
// labels, and duplicate ids.
const unnamed = `(() => {
	const bad = [];
	for (const e of document.querySelectorAll("a[href], button, summary, [role=button], input, select, textarea, svg[role], [role=img]")) {
		if (!e.checkVisibility() || e.type === "hidden") continue;
		const label = e.getAttribute("aria-label") || (e.labels && [...e.labels].map((l) => l.textContent).join("")) || (e.matches("input, select, textarea") ? "" : e.textContent) || e.title || e.getAttribute("alt");
		if (!label || !label.trim()) bad.push(e.outerHTML.slice(0, 80));
	}
	for (const e of document.querySelectorAll("img:not([alt])")) bad.push(e.outerHTML.slice(0, 80));
	const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
	for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) bad.push("twice: " + id);
	if (document.querySelectorAll("h1").length !== 1) bad.push("not one h1");
	if (!document.querySelector("main") || !document.querySelector("nav[aria-label]") || !document.querySelector("[aria-live]") || !document.documentElement.lang) bad.push("landmarks");
	return bad.join("; ");
})()`

// TestAccess checks contrast, names and roles on every page, in light and dark.
func TestAccess(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	chess := add(t, a, small)
	broken := add(t, a, strings.Replace(small, "Qxf7#", "Qxf8#", 1))
	add(t, a, fixture(t, "csg", "board-1.txt"))
	deliverCup(t, a)
	if _, err := a.AddWebhook(t.Context(), account.WebhookInput{Address: "https://club.example/assay"}); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	b.await = 404
	for _, page := range []struct{ path, ready string }{
		{"/", `document.querySelector("#window.tall .row")`},
		{fmt.Sprint("/games/", chess, "?ply=4"), `window.game && !document.getElementById("policy").hidden`},
		{fmt.Sprint("/games/", broken), `window.game && document.querySelector("#record-error")`},
		{"/search", `document.querySelector("#board use") && document.querySelector("#explored").textContent`},
		{"/variants", `document.querySelector(".cards")`},
		{"/variants/csg-1", `document.querySelector(".pieces-list")`},
		{"/check", `document.querySelector("#preview img")`},
		{"/events", `document.getElementById("event")`},
		{"/events/1", `document.querySelector("#standing td")`},
		{"/submit?event=1", `document.querySelector("#event option:checked")?.value === "1"`},
		{"/queue", `document.querySelector(".state.new")`},
		{"/submissions/2", `document.querySelector("#record .board") && document.querySelector("#repairs button")`},
		{"/webhooks", `document.querySelector("[data-webhook]")`},
		{"/nothing", `document.querySelector(".plain")`},
	} {
		for _, dark := range []bool{false, true} {
			b.dark(dark)
			b.open(page.path)
			b.until(page.ready)
			if page.path == "/" {
				b.click("#add")
			}
			if bad := eval[string](b, contrast); bad != "" {
				t.Errorf("%s, dark %v: %s", page.path, dark, bad)
			}
			if bad := eval[string](b, unnamed); bad != "" {
				t.Errorf("%s: %s", page.path, bad)
			}
			b.picture(fmt.Sprintf("%s-%v", strings.Trim(strings.NewReplacer("/", "-", "?", "-", "=", "-").Replace(page.path), "-"), dark))
		}
		b.size(305, 640) // 320 pixels and a scroll bar
		b.wide()
		b.size(1360, 900)
	}
}

// TestTheme switches themes and finds the choice again; forced colours of the
// system take precedence.
func TestTheme(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	b.dark(false)
	b.open("/")
	b.click("#theme")
	b.until(`document.documentElement.dataset.theme === "dark" && getComputedStyle(document.body).backgroundColor === "rgb(21, 23, 27)"`)
	b.open("/variants")
	b.until(`document.documentElement.dataset.theme === "dark"`)
	// Drawings contrast with the system's background.
	b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}, {Name: "prefers-color-scheme", Value: "light"}}))
	for _, page := range []struct{ path, colour string }{
		{fmt.Sprint("/games/", add(t, a, small)), `getComputedStyle(document.querySelector('.board g[font-size="11"]')).fill`},
		{"/variants/csg-1", `getComputedStyle(document.querySelector(".moves .grid")).stroke`},
	} {
		b.open(page.path)
		if got := eval[string](b, page.colour); got != "rgb(0, 0, 0)" {
			t.Errorf("%s draws in %s on white", page.path, got)
		}
	}
	b.picture("forced")
}
