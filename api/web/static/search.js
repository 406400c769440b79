// Searching: a position editor, a query, and what is found.
import { Choices } from "/static/choices.js";
import { exporting, lead } from "/static/collection.js";
import { Complete } from "/static/complete.js";
import { Editor } from "/static/editor.js";
import { Explorer } from "/static/explorer.js";
import { hit } from "/static/hit.js";
import { menus } from "/static/menu.js";
import { QueryFault } from "/static/queryfault.js";
import { ask, by, make, post, say } from "/static/rest.js";

const select = by("variant");
const page = 24; // hits

/** What the choices of the board mean, with the side to move and without. */
const meanings = {
  exact: [
    "Board, hands, side, and the rights to castle and to capture en passant. " +
      "In which cell of a bench a piece lies does not count.",
    "Board and hands; not the rights to castle and to capture en passant.",
  ],
  hands: [
    "Board and side; not the hands, and not the rights to castle and to capture en passant.",
    "The board, and nothing else.",
  ],
  part: [
    "Each of these pieces stands there, each side holds as many at least, and it is this side's turn. " +
      "Rights to castle and to capture en passant cannot be asked for in this way.",
    "Each of these pieces stands there, and each side holds as many at least; other pieces may stand elsewhere. " +
      "Rights to castle and to capture en passant cannot be asked for in this way.",
  ],
  none: ["The query alone.", "The query alone."],
};

/** What was asked last, and how to go on. */
let asked = null;
/** Positions from which moves of the explorer were played. */
let trail = [];

const editor = new Editor(select.value, {
  onchange: (text) => {
    if (trail.length && text !== trail.at(-1).to) trail = [];
    rememberSoon();
    explore(text);
  },
  onmark: () => choose("part"),
  loose: () => how() === "part",
});
const choices = new Choices(by("options"), async (options) => {
  editor.options = options;
  trail = [];
  if (await editor.load(editor.text, true) === false) await editor.load("", true);
  help();
});
const fault = new QueryFault(by("query"), by("query-fault"));
new Complete(by("query"), by("words"), () => ({ variant: select.value, options: editor.options }));
exporting(by("export"), by("exported"));
menus();

let explorer = null, later = 0;

function explore(text) {
  clearTimeout(later);
  by("return").hidden = !trail.length;
  by("return").textContent = trail.length ? `Back from ${trail.at(-1).move}` : "";
  if (!text) {
    if (explorer) explorer.asked = "";
    by("explored").replaceChildren(make("p", { class: "hint" }, "What is set up is no position from which anything is played."));
    return;
  }
  later = setTimeout(() => {
    if (!by("explorer").open) return;
    if (explorer?.game.variant !== select.value || explorer.game.options !== editor.options) {
      explorer = new Explorer(by("explored"), { variant: select.value, options: editor.options }, { onhover: (move) => editor.hint(move), onchoose: play });
    }
    explorer.show(text);
  }, 150);
}

/** Plays a move of the explorer on the board. */
async function play(move, position) {
  if (trail.at(-1)?.to === position) return; // it is on its way
  const before = trail;
  trail = [...trail, { from: editor.text, move, to: position }];
  const loaded = await editor.load(position);
  if (loaded) say(`${move} played`);
  else if (loaded === false) trail = before;
}

by("return").onclick = async () => {
  const before = trail, last = trail.at(-1);
  if (!last) return;
  trail = trail.slice(0, -1);
  const loaded = await editor.load(last.from);
  if (loaded) say(`${last.move} taken back`);
  else if (loaded === false) trail = before;
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
  const value = how();
  by("side").disabled = value === "none";
  editor.judge();
  const unheeded = editor.special.size > 0 && value !== "part" && value !== "none";
  const marks = " Marks of any piece and of empty squares count with “these pieces at least” only.";
  by("meaning").textContent = meanings[value][by("side").checked ? 0 : 1] + (unheeded ? marks : "");
}
for (const radio of document.querySelectorAll("input[name=how]")) radio.onchange = () => { by("side").checked = how() === "exact" || how() === "hands"; mean(); };

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
  trail = [];
  forget();
  await Promise.all([choices.show(select.value), editor.load("", true), help()]);
};
by("position").onchange = async () => {
  const text = by("position").value.trim();
  trail = [];
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

/** The form as an address has it. @param {boolean} similar */
const addressed = (similar) => new URLSearchParams(Object.entries(address(similar)).filter(([, value]) => value));

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
  by("summary").textContent = by("exported").textContent = "";
  by("more").hidden = by("export").hidden = true;
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
      : await post("/api/v1/positions/search", { ...now.request, limit: page, ...(now.cursor && { cursor: now.cursor }) });
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
  by("export").hidden = !total;
  if (now.similar) lead(by("export"), { games: got.hits.map((h) => h.game).join() }, total);
  else lead(by("export"), Object.fromEntries(Object.entries(now.request).filter(([, value]) => value)), total);
}

/** How often the form was set up: what comes late for an earlier time is passed over. */
let times = 0;

/** Sets the form up as the address says, and searches where it asks for something. */
async function restore() {
  const time = ++times;
  const named = new URLSearchParams(location.search), searched = named.get("position") || named.get("query");
  const words = searched ? named : new URLSearchParams(history.state?.form ?? named), options = words.get("options") || "";
  const variant = words.get("variant");
  if (variant && [...select.options].some((o) => o.value === variant)) select.value = variant;
  editor.variant = select.value;
  editor.options = options;
  trail = [];
  const query = words.get("query") || "", position = words.get("position") || "";
  by("query").value = query;
  by("lines").checked = words.get("lines") === "1";
  const value = ["exact", "hands", "part", "none"].find((v) => v === words.get("how")) || (query && !position ? "none" : "exact");
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
  if (searched) await find(words.get("similar") === "1", true);
}

const split = (text) => (text || "").split(",").filter(Boolean);

addEventListener("popstate", restore);
addEventListener("pagehide", remember);
by("form").addEventListener("input", rememberSoon);
restore();
