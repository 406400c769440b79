// Checks an inventor's definition while it is typed.
import { ask, by, make } from "/static/rest.js";

const area = by("definition");
let later = 0, round = 0;

async function check() {
  const mine = ++round;
  by("state").textContent = "Checking…";
  let got;
  try {
    got = await ask("/api/v1/variants/check", { method: "POST", headers: { "Content-Type": "application/yaml" }, body: area.value });
  } catch (e) {
    if (mine === round) by("state").textContent = e.message;
    return;
  }
  if (mine !== round) return;
  const n = got.problems.length;
  by("state").textContent = n ? `${n} problem${n > 1 ? "s" : ""}` : `✓ ${got.card.name} holds`;
  by("problems").replaceChildren(...got.problems.map((p) => make("li", {}, p.line > 0 && make("button", { type: "button", onclick: () => go(p.line) }, `line ${p.line}`), p.message)));
  by("preview").classList.toggle("stale", n > 0);
  if (!n) by("preview").replaceChildren(make("img", { class: "board", alt: `${got.card.name}, the start`, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(got.diagram)}` }));
}

/** Selects a line of the definition. */
function go(line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1] || "").length);
  area.scrollTop = (line - 5) * parseFloat(getComputedStyle(area).lineHeight);
}

area.addEventListener("input", () => { clearTimeout(later); later = setTimeout(check, 350); });
check();
