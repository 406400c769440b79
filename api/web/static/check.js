// Checks an inventor's definition while it is typed, and shows what it says.
import { Complete } from "./complete.js";
import { Counting } from "./counting.js";
import { Draft } from "./draft.js";
import { ofDefinitions } from "./language.js";
import { Margin } from "./margin.js";
import { ask, by, call, make } from "./rest.js";
import { Sampling } from "./sampling.js";
import { Tabs } from "./tabs.js";
import { Trying } from "./trying.js";

const area = by("definition"), margin = new Margin(area, by("margin"));
let later = 0, asking = new AbortController(), table = null, variant = "", rules = null;

async function check() {
  asking.abort(); // what was typed before matters no more
  const mine = asking = new AbortController();
  const slow = setTimeout(() => { by("state").textContent = "Checking…"; }, 400);
  try {
    show(await ask("/api/v1/variants/check", { method: "POST", headers: { "Content-Type": "application/yaml" }, body: area.value, signal: mine.signal }));
  } catch (e) {
    if (mine.signal.aborted) return;
    by("state").textContent = `It could not be checked: ${e.message}`;
    by("problems").replaceChildren();
    margin.set([]);
    by("panels").classList.add("stale");
  } finally { clearTimeout(slow); }
}

/** @param {{problems: {line: number, column: number, message: string}[], warnings: {line: number, column: number, message: string}[], card: any, diagram: string, variant: string}} found */
function show(found) {
  const n = found.problems.length;
  by("state").textContent = n ? `${n} problem${n > 1 ? "s" : ""}` : `✓ ${found.card.name} holds`;
  const jump = (p) => make("button", { type: "button", "aria-label": `Go to line ${p.line}`, onclick: () => margin.go(p) }, `line ${p.line}`);
  const told = [...found.problems, ...found.warnings.map((p) => ({ ...p, message: `Warning: ${p.message}` }))];
  by("problems").replaceChildren(...told.map((p) => make("li", {}, p.line > 0 && jump(p), p.message)));
  margin.set(told);
  by("panels").classList.toggle("stale", n > 0);
  if (n) return;
  if (variant !== found.variant) for (const panel of [counting, sampling]) panel.forget();
  variant = found.variant;
  rules = found.card;
  by("preview").replaceChildren(make("img", {
    class: "board", alt: `${found.card.name}, the start`,
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(found.diagram)}`,
  }));
  opened(tabs.shown());
}

/** Shows what a panel says of the definition that held last. @param {string} panel */
function opened(panel) {
  if (!variant) return;
  if (panel === "panel-card") showCard(variant);
  if (panel === "panel-play") (table ||= new Trying()).begin(variant);
}

/** Shows the rule card of a definition, which is that of its page. @param {string} name */
async function showCard(name) {
  if (by("card").dataset.of === name) return;
  let text;
  try {
    text = await (await call(`/variants/${encodeURIComponent(name)}`)).text();
  } catch (e) {
    if (name === variant) by("card").replaceChildren(make("p", { class: "hint" }, `${e.message} `, make("button", { type: "button", onclick: () => showCard(name) }, "Try again")));
    return;
  }
  if (name !== variant) return;
  const card = new DOMParser().parseFromString(text, "text/html").querySelector("article.card");
  for (const known of card.querySelectorAll("header, .dressed, .acts")) known.remove();
  by("card").dataset.of = name;
  by("card").replaceChildren(...card.childNodes);
}

/** Opens a game on the board, at its start. @param {string[]} moves */
async function step(moves) {
  tabs.open(by("tab-play"));
  by("tab-play").focus();
  await table.follow(moves);
}

const checked = () => ({ variant, card: rules });
const counting = new Counting(checked), sampling = new Sampling(checked, step);
const tabs = new Tabs(document.querySelector("[role=tablist]"), opened);
new Complete(area, by("words"), ofDefinitions(area));
for (const event of ["input", "change"]) area.addEventListener(event, () => { clearTimeout(later); later = setTimeout(check, 350); });
new Draft(area, check);
check();
