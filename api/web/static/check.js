// The definition editor: checks a variant as it is typed, and shows a preview.
import { Completion } from "./complete.js";
import { Counting } from "./counting.js";
import { Draft } from "./draft.js";
import { definitionSource } from "./language.js";
import { Margin } from "./margin.js";
import { ask, by, call, load, make } from "./rest.js";
import { Sampling } from "./sampling.js";
import { Tabs } from "./tabs.js";
import { TryBoard } from "./tryboard.js";
import { count, t } from "./text.js";

const area = by("definition"), margin = new Margin(area, by("margin"));
let timer = 0, request = new AbortController(), board = null, variant = "", rules = null;

async function check() {
  request.abort(); // superseded
  const mine = request = new AbortController();
  const slow = setTimeout(() => { by("state").textContent = t`Checking…`; }, 400);
  try {
    show(await ask("/api/v1/variants/check", { method: "POST", headers: { "Content-Type": "application/yaml" }, body: area.value, signal: mine.signal }));
  } catch (e) {
    if (mine.signal.aborted) return;
    by("state").textContent = t`Cannot check the definition: ${e.message}`;
    by("problems").replaceChildren();
    margin.set([]);
    mark(true);
  } finally { clearTimeout(slow); }
}

/** @param {{problems: {line: number, column: number, message: string}[], warnings: {line: number, column: number, message: string}[], card: any, diagram: string, variant: string}} found */
function show(found) {
  const n = found.problems.length;
  by("state").textContent = n ? count(n, "{1} error", "{1} errors") : t`✓ ${found.card.name} is valid`;
  const jump = (p) => make("button", { type: "button", "aria-label": t`Go to line ${p.line}`, onclick: () => margin.go(p) }, t`line ${p.line}`);
  const messages = [...found.problems, ...found.warnings.map((p) => ({ ...p, message: t`Warning: ${p.message}` }))];
  by("problems").replaceChildren(...messages.map((p) => make("li", {}, p.line > 0 && jump(p), p.message)));
  margin.set(messages);
  mark(n > 0);
  if (n) return;
  if (variant !== found.variant) for (const panel of [counting, sampling]) panel.forget();
  variant = found.variant;
  rules = found.card;
  by("preview").replaceChildren(make("img", {
    class: "board", alt: t`${found.card.name}, starting position`,
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(found.diagram)}`,
  }));
  showPanel(tabs.shown());
}

/** Panels in which the definition is edited. */
const editing = ["panel-array", "panel-pieces", "panel-details"];
let studio = null, faulty = false;

/** Marks the preview as that of an earlier text. @param {boolean} old */
function mark(old) {
  faulty = old;
  const shown = old && !editing.includes(tabs.shown());
  by("panels").classList.toggle("stale", shown);
  by("stale").hidden = !shown || !variant;
}

/** Opens a panel in which the definition is edited. @param {string} panel */
async function edit(panel) {
  try {
    const { Studio } = await load("./studio.js");
    await (studio ||= new Studio(area)).open(panel);
  } catch (e) { by("kept").textContent = e.message; }
}

/** Updates a panel for the last valid definition. @param {string} panel */
function showPanel(panel) {
  if (!variant) return;
  if (panel === "panel-card") showCard(variant);
  if (panel === "panel-play") (board ||= new TryBoard()).begin(variant);
}

/** Shows the rules of a definition, as on its page. @param {string} name */
async function showCard(name) {
  if (by("card").dataset.of === name) return;
  let text;
  try {
    text = await (await call(`/variants/${encodeURIComponent(name)}`)).text();
  } catch (e) {
    if (name === variant) by("card").replaceChildren(make("p", { class: "hint" }, `${e.message} `, make("button", { type: "button", onclick: () => showCard(name) }, t`Try again`)));
    return;
  }
  if (name !== variant) return;
  const card = new DOMParser().parseFromString(text, "text/html").querySelector("article.card");
  for (const duplicate of card.querySelectorAll("header, .board-column, .acts")) duplicate.remove();
  by("card").dataset.of = name;
  by("card").replaceChildren(...card.childNodes);
}

/** Opens a sample game on the board. @param {string[]} moves */
async function step(moves) {
  tabs.open(by("tab-play"));
  by("tab-play").focus();
  await board.follow(moves);
}

const checked = () => ({ variant, card: rules });
const counting = new Counting(checked), sampling = new Sampling(checked, step);
const tabs = new Tabs(document.querySelector("[role=tablist]"), (panel) => {
  if (editing.includes(panel)) edit(panel);
  else showPanel(panel);
  mark(faulty);
});
new Completion(area, by("words"), definitionSource(area));
for (const event of ["input", "change"]) area.addEventListener(event, () => { clearTimeout(timer); timer = setTimeout(check, 350); });
new Draft(area, check);
check();
