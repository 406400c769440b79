// Searching: a position editor, a query, and what is found.
import { Choices } from "./choices.js";
import { exporting, lead } from "./collection.js";
import { Complete, ofQueries } from "./complete.js";
import { Editor } from "./editor.js";
import { Explorer } from "./explorer.js";
import { hit } from "./hit.js";
import { Kept } from "./kept.js";
import { menus } from "./menu.js";
import { QueryFault } from "./queryfault.js";
import { ask, by, covered, make, post, say } from "./rest.js";

const select = by("variant");
const page = 24; // hits

const unasked = "Rights to castle and to capture en passant cannot be asked for in this way.";

/**
 * What the choices of the board mean, with the side to move and without.
 * @param {boolean} held whether anything lies off the board in this game
 */
const meanings = (held) => ({
  exact: held ? [
    "Board, hands, side, and the rights to castle and to capture en passant. " +
      "In which cell of a bench a piece lies does not count.",
    "Board and hands; not the rights to castle and to capture en passant.",
  ] : [
    "Board, side, and the rights to castle and to capture en passant.",
    "The board; not the rights to castle and to capture en passant.",
  ],
  hands: [
    "Board and side; not the hands, and not the rights to castle and to capture en passant.",
    "The board, and nothing else.",
  ],
  part: held ? [
    `Each of these pieces stands there, each side holds as many at least, and it is this side's turn. ${unasked}`,
    `Each of these pieces stands there, and each side holds as many at least; other pieces may stand elsewhere. ${unasked}`,
  ] : [
    `Each of these pieces stands there, and it is this side's turn. ${unasked}`,
    `Each of these pieces stands there; other pieces may stand elsewhere. ${unasked}`,
  ],
  none: ["The query alone.", "The query alone."],
});

/** What was asked last, and how to go on. */
let asked = null;
/** The walk of the explorer: from which position, by which moves, to which. @type {{from: string, moves: string[], to: string} | null} */
let walk = null;
/** Whether somebody said how the board counts. */
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
const choices = new Choices(by("options"), async (options) => {
  editor.options = options;
  walk = null;
  if (await editor.load(editor.text, true) === false) await editor.load("", true);
  mean();
  help();
});
const fault = new QueryFault(by("query"), by("query-fault"));
new Complete(by("query"), by("words"), ofQueries(() => ({ variant: select.value, options: editor.options })));
exporting(by("export"), by("exported"));
menus();
const kept = new Kept(by("kept"));

let explorer = null, later = 0;

function explore(text) {
  clearTimeout(later);
  by("return").hidden = !walk;
  by("return").textContent = walk ? `Back from ${walk.moves.at(-1)}` : "";
  by("walked").textContent = walk ? walk.moves.join(" · ") : "";
  if (!text) {
    if (explorer) explorer.asked = "";
    by("explored").replaceChildren(make("p", { class: "hint" }, "What is set up is no position from which anything is played."));
    return;
  }
  later = setTimeout(() => {
    if (!by("explorer").open) return;
    const games = asExplored(counted());
    if (explorer?.game.variant !== select.value || explorer.game.options !== editor.options || explorer.game.notation !== editor.notation || String(new URLSearchParams(explorer.games)) !== String(new URLSearchParams(games))) {
      explorer = new Explorer(by("explored"), { variant: select.value, options: editor.options, notation: editor.notation }, { onhover: (squares) => editor.hint(squares), onchoose: play }, games);
    }
    explorer.show(text);
  }, 150);
}

/** The fields of the form that says which games the explorer counts, as an address names them. */
const counting = ["player", "event", "result", "since", "until", "ratingFrom", "ratingTo"];

/** What is written in that form, empty fields left out. */
const counted = () => Object.fromEntries(counting.map((name) => [name, by("counted").elements[name].value.trim()]).filter(([, value]) => value));

/** The same as the explorer is asked for it; an address has its walk's start as "from". */
const asExplored = ({ since, until, ...games }) => ({ ...games, ...(since && { from: since }), ...(until && { to: until }) });

by("counted").onsubmit = (e) => {
  e.preventDefault();
  remember();
  history.pushState(null, "", `?${strolled()}`);
  explore(editor.why ? "" : editor.text);
};

/** Has the board count once it is used. */
function touched() {
  if (!chosen && how() === "none") choose("exact");
}

/** Plays a move of the explorer on the board. */
async function play(move, position) {
  if (walk?.to === position) return; // it is on its way
  touched();
  await go({ from: walk?.from ?? editor.text, moves: [...(walk?.moves ?? []), move], to: position }, `${move} played`);
}

/** Goes to where a walk leads, which stands in the address from then on. */
async function go(there, done) {
  const before = walk;
  remember();
  walk = there.moves.length ? there : null;
  const loaded = await editor.load(there.to);
  if (loaded === false) walk = before;
  if (!loaded) return;
  say(done);
  history.pushState(null, "", `?${strolled()}`);
}

/** The position after moves; "" where there is none. @param {string} from @param {string[]} moves */
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
  if (to) await go({ from, moves: moves.slice(0, -1), to }, `${moves.at(-1)} taken back`);
  if (by("return").hidden) by("explored").querySelector("button")?.focus();
};
by("explorer").ontoggle = () => explore(editor.why ? "" : editor.text);

const how = () => document.querySelector("input[name=how]:checked").value;

/** Chooses how the board counts. @param {string} value @param {boolean} [side] whether the side to move does */
function choose(value, side = value === "exact" || value === "hands") {
  if (how() === value && value === "part") return;
  document.querySelector(`input[name="how"][value="${value}"]`).checked = true;
  by("side").checked = side;
  mean();
}

function mean() {
  const held = editor.holds();
  by("in-hand").hidden = by("off-board").hidden = !held;
  if (!held && how() === "hands") choose("exact");
  const value = how();
  by("side").disabled = value === "none";
  editor.judge();
  const unheeded = editor.special.size > 0 && value !== "part" && value !== "none";
  const marks = " Marks of any piece and of empty squares count with “these pieces at least” only.";
  by("meaning").textContent = meanings(held)[value][by("side").checked ? 0 : 1] + (unheeded ? marks : "");
}
for (const radio of document.querySelectorAll("input[name=how]")) radio.onchange = () => { chosen = true; by("side").checked = how() === "exact" || how() === "hands"; mean(); };

/** Lists what can be asked of the game. */
async function help() {
  const variant = select.value, options = editor.options;
  by("examples").replaceChildren();
  let all;
  try {
    all = await ask(`/examples.json?${new URLSearchParams({ variant, options })}`);
  } catch { return; } // the editor says that it goes without an answer too
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
  forget();
  await Promise.all([choices.show(select.value), editor.load("", true), help()]);
  mean();
};
by("position").onchange = async () => {
  const text = by("position").value.trim();
  walk = null;
  touched();
  await editor.load(text);
};
by("form").onsubmit = (e) => { e.preventDefault(); find(); };
by("similar").onclick = () => find(true);
by("side").onchange = mean;
by("more").onclick = () => next();

/** What of the form an address holds. @param {boolean} similar */
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

/** The form as an address has it. @param {boolean} similar */
const addressed = (similar) => walked(parameters(address(similar)));

/** The board alone as an address has it. */
const strolled = () => walked(parameters({ variant: select.value, options: editor.options, board: walk ? "" : editor.text }));

/** Adds the walk of the explorer, and which games it counts, to an address. @param {URLSearchParams} words */
function walked(words) {
  for (const [name, value] of Object.entries(counted())) words.set(name, value);
  if (walk) words.set("from", walk.from);
  for (const move of walk?.moves ?? []) words.append("walk", move);
  return words;
}

let noted = 0;

/** Notes beside the address what is set up and was not searched for. */
function remember() {
  clearTimeout(noted);
  if (editor.view) history.replaceState({ form: `${addressed(false)}` }, "");
}

/** Notes that when nothing has changed for a while: browsers bound how often it may be done. */
function rememberSoon() {
  clearTimeout(noted);
  noted = setTimeout(() => editor.reading.then(remember), 250);
}

/** What the form asks for, and how many characters stand before those of its query. */
function wanted() {
  const request = { variant: select.value, options: editor.options }, typed = by("query").value.trim();
  const parts = [];
  if (how() === "part") {
    parts.push(...editor.conditions());
    if (by("side").checked) parts.push(`turn(${editor.known.sides[Number(by("turn").value)]})`);
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

function forget() {
  asked = null;
  by("hits").replaceChildren();
  by("summary").textContent = by("lacking").textContent = by("exported").textContent = "";
  by("more").hidden = by("export").hidden = by("keep").hidden = true;
  fault.clear();
}

/** Searches for what the form says. @param {boolean} [similar] for positions like the board's @param {boolean} [keep] leave the address */
async function find(similar = false, keep = false) {
  forget();
  await editor.reading;
  const { request, before } = similar ? { request: { variant: select.value, options: editor.options, position: editor.text }, before: 0 } : wanted();
  if (!request.position && !request.query) {
    by("summary").textContent = "Nothing is asked for: put a piece on the board, or write a query.";
    return;
  }
  const words = addressed(similar);
  if (!keep && `?${words}` !== location.search) {
    remember();
    history.pushState(null, "", `?${words}`);
  }
  asked = { similar, request, before, cursor: "" };
  await next();
}

/** Fetches a page of hits. */
async function next() {
  const now = asked, first = !now.cursor;
  if (now.waiting) return;
  now.waiting = true;
  by("summary").textContent = "Searching…";
  let got;
  try {
    got = now.similar ? await post("/api/v1/positions/similar", { ...now.request, limit: page })
      : await post("/api/v1/positions/search", { ...now.request, notation: editor.notation, limit: page, ...(now.cursor && { cursor: now.cursor }) });
  } catch (e) {
    if (now !== asked) return;
    by("summary").textContent = e.body?.column ? "The query cannot be read." : e.message;
    if (e.body?.column) fault.show(e.body, now.before);
    return;
  } finally { now.waiting = false; }
  if (now !== asked) return;
  const shown = got.hits.map((h) => hit(h, now.request));
  by("hits").append(...shown);
  now.cursor = got.next || "";
  by("more").hidden = !now.cursor;
  if (!now.cursor && !first) shown[0]?.querySelector("a").focus();
  const total = now.similar ? got.hits.length : got.total, games = `${total} game${total === 1 ? "" : "s"}`;
  const behind = got.behind
    ? ` (the index is ${got.behind} change${got.behind === 1 ? "" : "s"} behind the archive: there may be more)` : "";
  const late = (got.cut ? " before the time was over" : "") + behind, there = by("hits").children.length;
  if (now.similar) {
    by("summary").textContent = total
      ? `The ${games} with the positions most alike${late}, best first.` : "No game has a position like it.";
  } else {
    by("summary").textContent = total
      ? `${games} found${late}${there < total ? `, ${there} shown` : ""}.` : `No game found${late}.`;
  }
  by("lacking").textContent = covered(got.coverage);
  by("export").hidden = !total;
  by("keep").hidden = false;
  if (now.similar) lead(by("export"), { games: got.hits.map((h) => h.game).join() }, total);
  else lead(by("export"), Object.fromEntries(Object.entries(now.request).filter(([, value]) => value)), total);
}

by("keep").onclick = () => {
  const { similar, request } = asked, game = select.selectedOptions[0].textContent;
  const what = [similar ? "like a position" : request.position && "a position", request.query].filter(Boolean).join(", ");
  kept.keep({ address: location.search, words: `${game}: ${what}` });
};

/** How often the form was set up: what comes late for an earlier time is passed over. */
let times = 0;

/** Sets the form up as the address says, and searches where it asks for something. */
async function restore() {
  const time = ++times;
  const named = new URLSearchParams(location.search), searched = named.get("position") || named.get("query");
  const words = searched ? named : new URLSearchParams(history.state?.form ?? named), options = words.get("options") || "";
  const variant = words.get("variant"), moves = words.getAll("walk"), from = words.get("from") || "";
  if (variant && [...select.options].some((o) => o.value === variant)) select.value = variant;
  editor.variant = select.value;
  editor.options = options;
  walk = null;
  const query = words.get("query") || "";
  const position = words.get("position") || words.get("board") || (moves.length ? await after(from, moves) : "");
  if (time !== times) return;
  by("query").value = query;
  for (const name of counting) by("counted").elements[name].value = words.get(name) || "";
  by("counting").open = Object.keys(counted()).length > 0;
  by("lines").checked = words.get("lines") === "1";
  const value = ["exact", "hands", "part", "none"].find((v) => v === words.get("how")) || (position ? "exact" : "none");
  chosen = words.has("how") && value !== "none";
  document.querySelector(`input[name="how"][value="${value}"]`).checked = true;
  by("side").checked = words.has("side") ? words.get("side") === "1" : value === "exact" || value === "hands";
  forget();
  choices.show(select.value, options);
  help();
  by("position").value = position;
  if (await editor.load(position, true) === false) {
    let { why } = editor;
    if (await editor.load("", true) === false && options && time === times) {
      why = editor.why;
      editor.options = "";
      choices.show(select.value);
      help();
      await editor.load("", true);
    }
    if (time !== times) return;
    editor.text = by("position").value = position;
    editor.refuse(why);
  }
  if (time !== times) return;
  if (value === "part") editor.mark({ any: split(words.get("any")), empty: split(words.get("empty")) });
  mean();
  if (moves.length && position && !editor.why) {
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
