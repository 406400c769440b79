// The page of a published site on which visitors play legal moves of any variant
// and check records. Assay runs in the browser.
import { load } from "./assay/index.js";
import "./assay/assay-board.js";

const by = (id) => document.getElementById(id);
const board = document.querySelector("assay-board");
const asked = new URLSearchParams(location.search);

/** The moves of the record that is shown; Next move goes along them. @type {string[]} */
let main = [];

/** Creates an element. @param {string} name @param {string} text @param {Record<string, any>} [properties] */
function make(name, text, properties = {}) {
  const e = Object.assign(document.createElement(name), properties);
  e.textContent = text;
  return e;
}

/** Shows the moves that led to the position, each as a button that leads back to it. */
function update() {
  const { view } = board, plies = view?.drawing.plies ?? [];
  by("line").replaceChildren(...plies.flatMap(({ text }, i) => [
    make("button", text, { type: "button", onclick: () => go(board.moves.slice(0, i + 1)) }), " ",
  ]));
  by("fen").value = view?.position ?? "";
  by("back").disabled = !plies.length;
  by("on").disabled = !follows();
  const turn = view?.outcome ? `Game over: ${view.outcome.termination}, ${view.outcome.result}.` : `${view?.side} to move.`;
  by("state").textContent = `${turn}${main.length && !follows() && plies.length < main.length ? " This line is not in the record." : ""}`;
}

/** Whether the record continues the moves on the board. */
function follows() {
  const played = board.moves;
  return played.length < main.length && played.every((move, i) => move === main[i]);
}

/** Shows the position after moves. @param {string[]} moves */
function go(moves) { board.moves = moves; }

/** Begins another game. @param {string} variant @param {string} [position] @param {string} [options] */
function begin(variant, position = "", options = "") {
  main = [];
  board.moves = [];
  for (const [name, value] of Object.entries({ variant, position, options })) {
    if (value) board.setAttribute(name, value);
    else board.removeAttribute(name);
  }
  by("variant").value = variant;
  by("start").value = position;
}

/** Shows a verified record on the board. @param {any} report @param {boolean} [end] */
function show(report, end = false) {
  begin(report.variant, report.start, report.options);
  main = report.moves ?? [];
  go(end ? main : []);
}

/** Lists what was found in a record, and shows the first that can be played. @param {any[]} reports */
function list(reports) {
  by("reports").replaceChildren(...reports.map((report) => {
    const item = make("p", `${report.game}: ${[report.variant, report.verdict].filter(Boolean).join(", ")}, ${report.plies} plies, ${report.result}`);
    const { error } = report;
    if (report.termination) item.append(` (${report.termination})`);
    if (error) item.append(document.createElement("br"), `${error.line ? `Line ${error.line}, column ${error.column}: ` : ""}${error.text ? `“${error.text}”: ` : ""}${error.message}`);
    if (error?.legal?.length) item.append(document.createElement("br"), `Legal moves like it: ${error.legal.join(", ")}`);
    if (report.moves) item.append(" ", make("button", error ? "Show the position before the error" : "Show the game", { type: "button", onclick: () => { show(report, Boolean(error)); board.scrollIntoView(); } }));
    return item;
  }));
  const first = reports.find(({ moves }) => moves);
  if (first) show(first, Boolean(first.error));
}

try {
  const assay = await load();
  by("variant").append(...assay.variants().sort((a, b) => a.name.localeCompare(b.name)).map(({ id, name }) => make("option", name, { value: id })));
  for (const e of document.querySelectorAll("[disabled]")) e.disabled = false;
  const check = (record, request = {}) => {
    try { list(assay.verify(record, { moves: true, ...request })); }
    catch (e) { by("reports").replaceChildren(make("p", e.message)); }
  };
  board.addEventListener("assay-show", update);
  board.addEventListener("assay-error", (e) => { by("state").textContent = e.detail.message; });
  by("variant").onchange = () => begin(by("variant").value);
  by("start").onchange = () => begin(by("variant").value, by("start").value.trim());
  by("back").onclick = () => board.undo();
  by("on").onclick = () => go(main.slice(0, board.moves.length + 1));
  by("turn").onclick = () => board.toggleAttribute("flip");
  by("check").onclick = () => check(by("record").value);
  by("file").onchange = async () => {
    const [file] = by("file").files;
    if (file) check(await file.arrayBuffer(), { file: file.name });
  };
  begin(asked.get("variant") || "chess", asked.get("position") ?? "");
  const record = asked.get("record");
  if (record && /^[\w./-]+$/.test(record) && !record.startsWith("/")) {
    const response = await fetch(record);
    if (response.ok) check(await response.arrayBuffer(), { file: record });
  }
} catch (e) {
  by("state").textContent = `Assay cannot run here: ${e.message}`;
}
