// Checks an inventor's definition while it is typed.
import { Draft } from "/static/draft.js";
import { ask, by, make } from "/static/rest.js";
import { Table } from "/static/table.js";

const area = by("definition");
let later = 0, call = new AbortController(), table = null, variant = "";

async function check() {
  call.abort(); // what was typed before matters no more
  const mine = call = new AbortController();
  const slow = setTimeout(() => { by("state").textContent = "Checking…"; }, 400);
  try {
    show(await ask("/api/v1/variants/check", { method: "POST", headers: { "Content-Type": "application/yaml" }, body: area.value, signal: mine.signal }));
  } catch (e) {
    if (mine.signal.aborted) return;
    by("state").textContent = `It could not be checked: ${e.message}`;
    by("problems").replaceChildren();
    by("preview").classList.add("stale");
  } finally { clearTimeout(slow); }
}

/** @param {{problems: {line: number, message: string}[], card: any, diagram: string}} found */
function show(found) {
  const n = found.problems.length;
  by("state").textContent = n ? `${n} problem${n > 1 ? "s" : ""}` : `✓ ${found.card.name} holds`;
  const jump = (line) => make("button", { type: "button", "aria-label": `Go to line ${line}`, onclick: () => go(line) }, `line ${line}`);
  by("problems").replaceChildren(...found.problems.map((p) => make("li", {}, p.line > 0 && jump(p.line), p.message)));
  by("preview").classList.toggle("stale", n > 0);
  by("try").disabled = n > 0;
  if (n) return;
  variant = found.variant;
  table?.begin(variant);
  by("preview").replaceChildren(make("img", {
    class: "board", alt: `${found.card.name}, the start`,
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(found.diagram)}`,
  }));
}

/** Selects a line of the definition. */
function go(line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1] || "").length);
  area.scrollTop = (line - 5) * area.scrollHeight / lines.length;
  area.scrollLeft = 0;
}

area.addEventListener("input", () => { clearTimeout(later); later = setTimeout(check, 350); });
by("try").onclick = () => {
  by("preview").hidden = by("try").hidden = true;
  by("table").hidden = false;
  table = new Table();
  table.begin(variant);
};
new Draft(area, check);
check();
