// The search page: position editor, query, results and explorer.
import { connectExports, setConditions } from "./collection.js";
import { Completion, querySource } from "./complete.js";
import { Editor } from "./editor.js";
import { Explorer } from "./explorer.js";
import { hit } from "./hit.js";
import { connectMenus } from "./menu.js";
import { QueryError } from "./queryerror.js";
import { ask, by, coverageText, make, post, say } from "./rest.js";
import { SavedSearches } from "./savedsearches.js";
import { VariantOptions } from "./variantoptions.js";
import { count, t } from "./text.js";

const select = by("variant");
const page = 24; // hits per request

const noRights = t`Castling rights and en passant are ignored.`;

/**
 * Explanations of the board settings: with the side to move, and without.
 * @param {boolean} held whether the variant has places off the board
 */
const explanations = (held) => ({
  exact: held ? [
    t`Finds this board, hands, side to move, castling rights and en passant. The order of bench cells is ignored.`,
    t`Finds this board and these hands. ${noRights}`,
  ] : [
    t`Finds this board, side to move, castling rights and en passant.`,
    t`Finds this board. ${noRights}`,
  ],
  hands: [
    t`Finds this board and side to move. Hands, castling rights and en passant are ignored.`,
    t`Finds this board and nothing else.`,
  ],
  part: held ? [
    t`Finds positions with these pieces, at least these hands, and this side to move. Other pieces may be elsewhere. ${noRights}`,
    t`Finds positions with these pieces and at least these hands. Other pieces may be elsewhere. ${noRights}`,
  ] : [
    t`Finds positions with these pieces and this side to move. Other pieces may be elsewhere. ${noRights}`,
    t`Finds positions with these pieces. Other pieces may be elsewhere. ${noRights}`,
  ],
  none: [t`Only the query counts.`, t`Only the query counts.`],
});

/** The current search and its cursor. */
let current = null;
/** The path through the explorer: start, moves, end. @type {{from: string, moves: string[], to: string} | null} */
let walk = null;
/** Whether the visitor has chosen how the board is matched. */
let chosen = false;

const editor = new Editor(select.value, {
  onchange: (text) => {
    if (walk && text !== walk.to) walk = null;
    rememberSoon();
    explore(text);
  },
  ontouch: () => touched(),
  onmark: () => choose("part"),
  loose: () => how() === "part",
});
const variantOptions = new VariantOptions(by("options"), async (options) => {
  editor.options = options;
  walk = null;
  if (await editor.load(editor.text, true) === false) await editor.load("", true);
  explain();
  loadExamples();
});
const queryError = new QueryError(by("query"), by("query-error"));
new Completion(by("query"), by("words"), querySource(() => ({ variant: select.value, options: editor.options })));
connectExports(by("export"), by("exported"));
connectMenus();
const saved = new SavedSearches(by("saved-searches"));

let explorer = null, timer = 0;

function explore(text) {
  clearTimeout(timer);
  by("return").hidden = !walk;
  by("return").textContent = walk ? t`Back from ${walk.moves.at(-1)}` : "";
  by("walked").textContent = walk ? walk.moves.join(" · ") : "";
  if (!text) {
    if (explorer) explorer.requested = "";
    by("explored").replaceChildren(make("p", { class: "hint" }, t`Set up a valid position to see the moves played from it.`));
    return;
  }
  timer = setTimeout(() => {
    if (!by("explorer").open) return;
    for (const side of [0, 1]) by("counted").elements.colour.options[side + 1].text = editor.sideName(side);
    const games = explorerParameters(gameFilter());
    if (explorer?.game.variant !== select.value || explorer.game.options !== editor.options || explorer.game.notation !== editor.notation || String(new URLSearchParams(explorer.games)) !== String(new URLSearchParams(games))) {
      explorer = new Explorer(by("explored"), { variant: select.value, options: editor.options, notation: editor.notation }, { onhover: (squares) => editor.hint(squares), onchoose: play }, games);
    }
    explorer.show(text);
  }, 150);
}

/** The fields of the explorer's game filter, as in the URL. */
const filterFields = ["player", "mine", "colour", "event", "result", "since", "until", "ratingFrom", "ratingTo"];

/** The values of that form, without empty fields. */
function gameFilter() {
  const { elements } = by("counted");
  const all = Object.fromEntries(filterFields.map((name) => [name, elements[name].value.trim()]).filter(([name, value]) => value && (elements[name].type !== "checkbox" || elements[name].checked)));
  if (!all.player && !all.mine) delete all.colour;
  return all;
}

/** The same as parameters of the explorer; in the page's URL, "from" is the start of the path. */
const explorerParameters = ({ since, until, ...games }) => ({ ...games, ...(since && { from: since }), ...(until && { to: until }) });

by("counted").onsubmit = (e) => {
  e.preventDefault();
  remember();
  history.pushState(null, "", `?${boardURL()}`);
  explore(editor.problem ? "" : editor.text);
};

/** Includes the board in the search once it is used. */
function touched() {
  if (!chosen && how() === "none") choose("exact");
}

/** Plays a move of the explorer on the board. */
async function play(move, position) {
  if (walk?.to === position) return; // already requested
  touched();
  await go({ from: walk?.from ?? editor.text, moves: [...(walk?.moves ?? []), move], to: position }, t`${move} played`);
}

/** Goes to the end of a path, and adds it to the URL. */
async function go(path, message) {
  const before = walk;
  remember();
  walk = path.moves.length ? path : null;
  const loaded = await editor.load(path.to);
  if (loaded === false) walk = before;
  if (!loaded) return;
  say(message);
  history.pushState(null, "", `?${boardURL()}`);
}

/** The position after moves; "" on failure. @param {string} from @param {string[]} moves */
async function after(from, moves) {
  if (!moves.length) return from;
  try {
    return (await post("/api/v1/positions/play", { variant: select.value, options: editor.options, position: from, moves })).position;
  } catch (e) {
    say(e.message);
    return "";
  }
}

by("return").onclick = async () => {
  if (!walk) return;
  const { from, moves } = walk, to = await after(from, moves.slice(0, -1));
  if (to) await go({ from, moves: moves.slice(0, -1), to }, t`${moves.at(-1)} undone`);
  if (by("return").hidden) by("explored").querySelector("button")?.focus();
};
by("explorer").ontoggle = () => explore(editor.problem ? "" : editor.text);

const how = () => document.querySelector("input[name=how]:checked").value;

/** Chooses how the board is matched. @param {string} value @param {boolean} [side] whether to include the side to move */
function choose(value, side = value === "exact" || value === "hands") {
  if (how() === value && value === "part") return;
  document.querySelector(`input[name="how"][value="${value}"]`).checked = true;
  by("side").checked = side;
  explain();
}

/** Explains how the board is matched. */
function explain() {
  const held = editor.hasReserves();
  by("in-hand").hidden = by("off-board").hidden = !held;
  if (!held && how() === "hands") choose("exact");
  const value = how();
  by("side").disabled = value === "none";
  editor.judge();
  const ignored = editor.special.size > 0 && value !== "part" && value !== "none";
  const note = t` “Any piece” and “Empty” marks apply only to “at least these pieces”.`;
  by("meaning").textContent = explanations(held)[value][by("side").checked ? 0 : 1] + (ignored ? note : "");
}
for (const radio of document.querySelectorAll("input[name=how]")) radio.onchange = () => { chosen = true; by("side").checked = how() === "exact" || how() === "hands"; explain(); };

/** Lists example queries of the variant. */
async function loadExamples() {
  const variant = select.value, options = editor.options;
  by("examples").replaceChildren();
  let all;
  try {
    ({ examples: all } = await ask(`/api/v1/query/examples?${new URLSearchParams({ variant, options })}`));
  } catch { return; } // the editor shows the error
  if (variant !== select.value || options !== editor.options) return;
  by("examples").dataset.variant = variant;
  const put = (query) => {
    by("query").value = query;
    choose("none");
    find();
  };
  by("examples").replaceChildren(...all.map(({ query, help }) => make("tr", {},
    make("td", {}, make("button", { type: "button", onclick: () => put(query) }, query)), make("td", {}, help))));
}

select.onchange = async () => {
  editor.variant = select.value;
  editor.options = "";
  walk = null;
  if (!chosen) choose("none");
  clearResults();
  await Promise.all([variantOptions.show(select.value), editor.load("", true), loadExamples()]);
  explain();
};
by("position").onchange = async () => {
  const text = by("position").value.trim();
  walk = null;
  touched();
  await editor.load(text);
};
by("form").onsubmit = (e) => { e.preventDefault(); find(); };
by("similar").onclick = () => find(true);
by("side").onchange = explain;
by("more").onclick = () => next();

/** The form's values for the URL. @param {boolean} similar */
function address(similar) {
  const words = { variant: select.value, options: editor.options };
  if (similar || how() !== "none") words.position = editor.text;
  if (similar) return { ...words, similar: "1" };
  words.how = how();
  if (how() === "part") { words.any = editor.marked("any").join(); words.empty = editor.marked("empty").join(); }
  if (how() !== "none") words.side = by("side").checked ? "1" : "0";
  words.query = by("query").value.trim();
  words.lines = by("lines").checked ? "1" : "";
  return words;
}

const parameters = (words) => new URLSearchParams(Object.entries(words).filter(([, value]) => value));

/** The URL parameters of the form. @param {boolean} similar */
const formURL = (similar) => withExplorer(parameters(address(similar)));

/** The URL parameters of the board alone. */
const boardURL = () => withExplorer(parameters({ variant: select.value, options: editor.options, board: walk ? "" : editor.text }));

/** Adds the explorer's path and filter. @param {URLSearchParams} words */
function withExplorer(words) {
  for (const [name, value] of Object.entries(gameFilter())) words.set(name, value);
  if (walk) words.set("from", walk.from);
  for (const move of walk?.moves ?? []) words.append("walk", move);
  return words;
}

let rememberTimer = 0;

/** Stores the form in the history entry, also if it was not searched for. */
function remember() {
  clearTimeout(rememberTimer);
  if (editor.view) history.replaceState({ form: `${formURL(false)}` }, "");
}

/** Does so after a delay: browsers limit changes of the history. */
function rememberSoon() {
  clearTimeout(rememberTimer);
  rememberTimer = setTimeout(() => editor.reading.then(remember), 250);
}

/** The request of the form, and the number of characters before its typed query. */
function searchRequest() {
  const request = { variant: select.value, options: editor.options }, typed = by("query").value.trim();
  const parts = [];
  if (how() === "part") {
    parts.push(...editor.conditions());
    if (by("side").checked) parts.push(`turn(${editor.sideName(Number(by("turn").value))})`);
  } else if (how() !== "none") {
    request.position = editor.text;
    if (how() === "hands") request.withoutHands = true;
    if (!by("side").checked) request.withoutSide = true;
  }
  if (by("lines").checked) request.sideLines = true;
  const set = parts.join(" and ");
  if (typed) request.query = set ? `${set} and (${typed})` : typed;
  else if (set) request.query = set;
  return { request, before: (set ? set.length + " and (".length : 0) - (by("query").value.length - by("query").value.trimStart().length) };
}

function clearResults() {
  current = null;
  by("hits").replaceChildren();
  by("summary").textContent = by("coverage").textContent = by("exported").textContent = "";
  by("more").hidden = by("export").hidden = by("save-search").hidden = true;
  queryError.clear();
}

/** Searches. @param {boolean} [similar] for similar positions @param {boolean} [keep] do not change the URL */
async function find(similar = false, keep = false) {
  clearResults();
  await editor.reading;
  const { request, before } = similar ? { request: { variant: select.value, options: editor.options, position: editor.text }, before: 0 } : searchRequest();
  if (!request.position && !request.query) {
    by("summary").textContent = t`Nothing to search for. Place a piece on the board, or enter a query.`;
    return;
  }
  const words = formURL(similar);
  if (!keep && `?${words}` !== location.search) {
    remember();
    history.pushState(null, "", `?${words}`);
  }
  current = { similar, request, before, cursor: "" };
  await next();
}

/** Fetches a page of hits. */
async function next() {
  const now = current, first = !now.cursor;
  if (now.waiting) return;
  now.waiting = true;
  by("summary").textContent = t`Searching…`;
  let got;
  try {
    got = now.similar ? await post("/api/v1/positions/similar", { ...now.request, limit: page })
      : await post("/api/v1/positions/search", { ...now.request, notation: editor.notation, limit: page, ...(now.cursor && { cursor: now.cursor }) });
  } catch (e) {
    if (now !== current) return;
    by("summary").textContent = e.body?.column ? t`The query has an error.` : e.message;
    if (e.body?.column) queryError.show(e.body, now.before);
    return;
  } finally { now.waiting = false; }
  if (now !== current) return;
  const shown = got.hits.map((h) => hit(h, now.request));
  by("hits").append(...shown);
  now.cursor = got.next || "";
  by("more").hidden = !now.cursor;
  if (!now.cursor && !first) shown[0]?.querySelector("a").focus();
  const total = now.similar ? got.hits.length : got.total, games = count(total, "{1} game", "{1} games");
  const behind = got.behind
    ? " " + count(got.behind, "({1} change is not indexed yet; more games may follow)", "({1} changes are not indexed yet; more games may follow)") : "";
  const late = (got.cut ? t` within the time limit` : "") + behind, there = by("hits").children.length;
  if (now.similar) {
    by("summary").textContent = total
      ? t`${games} with similar positions${late}, most similar first.` : t`No game has a similar position.`;
  } else {
    by("summary").textContent = total
      ? t`${games} found${late}` + (there < total ? t`, ${there} shown` : "") + "." : t`No game found${late}.`;
  }
  by("coverage").textContent = coverageText(got.coverage);
  by("export").hidden = !total;
  by("save-search").hidden = false;
  if (now.similar) setConditions(by("export"), { games: got.hits.map((h) => h.game).join() }, total);
  else setConditions(by("export"), Object.fromEntries(Object.entries(now.request).filter(([, value]) => value)), total);
}

by("save-search").onclick = () => {
  const { similar, request } = current, game = select.selectedOptions[0].textContent;
  const what = [similar ? t`similar positions` : request.position && t`position`, request.query].filter(Boolean).join(", ");
  saved.save({ address: location.search, words: `${game}: ${what}` });
};

/** The number of restorations; results of earlier ones are ignored. */
let restorations = 0;

/** Restores the form from the URL, and searches if it has a search. */
async function restore() {
  const number = ++restorations;
  const named = new URLSearchParams(location.search), searched = named.get("position") || named.get("query");
  const words = searched ? named : new URLSearchParams(history.state?.form ?? named), options = words.get("options") || "";
  const variant = words.get("variant"), moves = words.getAll("walk"), from = words.get("from") || "";
  if (variant && [...select.options].some((o) => o.value === variant)) select.value = variant;
  editor.variant = select.value;
  editor.options = options;
  walk = null;
  const query = words.get("query") || "";
  const position = words.get("position") || words.get("board") || (moves.length ? await after(from, moves) : "");
  if (number !== restorations) return;
  by("query").value = query;
  for (const name of filterFields) {
    const field = by("counted").elements[name];
    if (field.type === "checkbox") field.checked = words.has(name);
    else field.value = words.get(name) || "";
  }
  by("counting").open = Object.keys(gameFilter()).length > 0;
  by("lines").checked = words.get("lines") === "1";
  const value = ["exact", "hands", "part", "none"].find((v) => v === words.get("how")) || (position ? "exact" : "none");
  chosen = words.has("how") && value !== "none";
  document.querySelector(`input[name="how"][value="${value}"]`).checked = true;
  by("side").checked = words.has("side") ? words.get("side") === "1" : value === "exact" || value === "hands";
  clearResults();
  variantOptions.show(select.value, options);
  loadExamples();
  by("position").value = position;
  if (await editor.load(position, true) === false) {
    let { problem } = editor;
    if (await editor.load("", true) === false && options && number === restorations) {
      problem = editor.problem;
      editor.options = "";
      variantOptions.show(select.value);
      loadExamples();
      await editor.load("", true);
    }
    if (number !== restorations) return;
    editor.text = by("position").value = position;
    editor.refuse(problem);
  }
  if (number !== restorations) return;
  if (value === "part") editor.mark({ any: split(words.get("any")), empty: split(words.get("empty")) });
  explain();
  if (moves.length && position && !editor.problem) {
    walk = { from, moves, to: editor.text };
    explore(editor.text);
  }
  if (searched) await find(words.get("similar") === "1", true);
}

const split = (text) => (text || "").split(",").filter(Boolean);

addEventListener("popstate", restore);
addEventListener("pagehide", remember);
by("form").addEventListener("input", rememberSoon);
restore();
