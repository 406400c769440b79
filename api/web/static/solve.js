// The page for problems: a position, a stipulation, and all solutions.
import { Editor } from "./editor.js";
import { by, make, post } from "./rest.js";
import { count, t, word } from "./text.js";
import { VariantOptions } from "./variantoptions.js";

const words = new URLSearchParams(location.search), select = by("variant");

const editor = new Editor(select.value, { onchange: remember, ontouch: () => {}, onmark: () => {}, loose: () => false });
const variantOptions = new VariantOptions(by("options"), (options) => open(select.value, options, ""));
/** The running request. @type {AbortController|null} */
let request = null;

/** Shows a position. @param {string} variant @param {string} options @param {string} position */
async function open(variant, options, position) {
  Object.assign(editor, { variant, options });
  if (await editor.load(position, true) === false && position) await editor.load("", true);
  variantOptions.show(variant, options);
}

/** Keeps the problem in the page's address. */
function remember() {
  const kept = Object.entries({ variant: select.value, options: editor.options, position: editor.text, stipulation: by("stipulation").value });
  history.replaceState(null, "", `?${new URLSearchParams(kept.filter(([, value]) => value))}`);
}

/** Lists defences and their answers. @param {any[]} [variations] */
function play(variations) {
  if (!variations?.length) return null;
  return make("ul", {}, ...variations.map(({ defence, answers }) => make("li", {}, `${defence} `,
    ...answers.flatMap(({ move, variations: further }, i) => [`${i ? ", " : ""}${move}`, play(further)]), answers.length > 1 && t` (dual)`)));
}

async function solve() {
  request?.abort();
  const mine = request = new AbortController();
  by("refused").textContent = "";
  by("solutions").replaceChildren();
  by("summary").textContent = t`Solving…`;
  by("stop").hidden = false;
  try {
    await editor.reading;
    remember();
    const found = await post("/api/v1/positions/solve", {
      variant: select.value, options: editor.options, position: by("position").value, stipulation: by("stipulation").value,
      tries: by("tries").checked, setPlay: by("set-play").checked, variations: by("variations").checked, tsume: by("tsume").checked,
    }, {}, "POST", mine.signal);
    const n = found.solutions.length;
    by("solutions").replaceChildren(...found.solutions.map(({ kind, line, surplus, variations }) => make("li", {}, line, surplus && t` (${surplus} left in hand)`, kind !== "solution" && ` (${word(kind)})`, play(variations))));
    by("summary").textContent = count(n, "{1} line.", "{1} lines.") + " " + (found.complete ? t`There are no others.` : t`The search was stopped; there may be others.`);
  } catch (e) {
    if (mine !== request) return;
    by("summary").textContent = "";
    if (e.name !== "AbortError") by("refused").textContent = e.message;
  }
  if (mine === request) by("stop").hidden = true;
}

select.onchange = () => open(select.value, "", "");
by("position").onchange = (e) => editor.load(e.target.value.trim());
by("stipulation").onchange = remember;
by("stop").onclick = () => request?.abort();
by("form").onsubmit = (e) => { e.preventDefault(); solve(); };
by("stipulation").value = words.get("stipulation") || by("stipulation").value;
open(select.value, words.get("options") || "", words.get("position") || "");
window.problem = { editor, solve };
