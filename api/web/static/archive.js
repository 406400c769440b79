// The list of games, of which only the visible rows are drawn, and uploads.
import { Bulk } from "./bulk.js";
import { connectExports, setConditions } from "./collection.js";
import { fileOf, isPerson, players } from "./hit.js";
import { connectColumns, connectViews } from "./listview.js";
import { connectMenus } from "./menu.js";
import { ask, by, call, knownDate, make, say, toast } from "./rest.js";
import { SearchBox } from "./searchbox.js";
import { Upload } from "./upload.js";
import { count, t, word } from "./text.js";

const page = 100; // games per request
const spare = 12; // extra rows above and below the visible ones
const rest = 40; // delay of requests while scrolling, in milliseconds

class List {
  constructor() {
    this.box = by("window");
    this.total = Number(by("total").dataset.total);
    const words = new URLSearchParams(location.search);
    words.delete("cursor");
    this.words = words;
    /** @type {Map<number, Promise<any[]>>} requested pages, by number */
    this.requests = new Map();
    /** @type {Map<number, any[]>} loaded pages */
    this.pages = new Map();
    this.drawn = new Map();
    this.height = 0; // of a row; 0 while the server's list is shown
    by("more")?.parentElement.remove();
    addEventListener("scroll", () => { if (this.height) this.draw(); }, { passive: true });
    addEventListener("resize", () => { if (this.height) this.resize(); });
    this.box.addEventListener("keydown", (e) => { if (this.height) this.key(e); });
    if (this.total) this.page(0).then((games) => { if (games.length) this.show(); });
  }

  /** Reloads the list. @param {number} total number of games */
  async restart(total) {
    this.total = total;
    for (const word of [...this.words.keys()]) if (word !== "sort") this.words.delete(word);
    this.requests = new Map(); // pending requests belong to the old list
    this.pages = new Map();
    await this.page(0);
    this.show();
  }

  /** Replaces the rows that the server rendered. */
  show() {
    this.box.classList.add("tall");
    this.box.replaceChildren();
    this.box.parentElement.setAttribute("aria-rowcount", String(this.total + 1));
    this.resize();
  }

  /** Requests a page. @param {number} n */
  page(n) {
    const { requests, pages } = this;
    if (!requests.has(n)) requests.set(n, (async () => {
      const words = new URLSearchParams([...this.words].filter(([, value]) => value));
      words.set("limit", String(page));
      words.set("labels", "true");
      if (n) words.set("skip", String(n * page));
      try {
        const got = await ask(`/api/v1/games?${words}`);
        pages.set(n, got.games);
        return got.games;
      } catch (e) {
        requests.delete(n);
        toast(e.message);
        return [];
      }
    })());
    return requests.get(n);
  }

  /** The game of a row, or undefined if its page is not loaded. @param {number} i */
  game(i) { return this.pages.get(Math.floor(i / page))?.[i % page]; }

  resize() {
    const style = getComputedStyle(document.documentElement);
    this.height = Math.round(parseFloat(style.getPropertyValue("--row")) * parseFloat(style.fontSize));
    this.box.style.height = `${this.total * this.height}px`;
    for (const row of this.drawn.values()) row.remove();
    this.drawn.clear();
    this.draw();
  }

  /** The range of visible rows: first, and one past the last. */
  visible() {
    const top = -this.box.getBoundingClientRect().top;
    return [Math.max(0, Math.floor(top / this.height) - spare), Math.min(this.total, Math.ceil((top + innerHeight) / this.height) + spare)];
  }

  /** Draws the visible rows; rows of games that are not loaded are empty. */
  draw() {
    const [first, last] = this.visible();
    for (const [i, row] of this.drawn) {
      const hidden = i < first || i >= last, loaded = row.hasAttribute("aria-busy") && this.game(i);
      if ((hidden || loaded) && !row.contains(document.activeElement)) { row.remove(); this.drawn.delete(i); }
    }
    let missing = false;
    for (let i = first; i < last; i++) {
      if (!this.drawn.has(i)) this.add(i);
      missing ||= !this.game(i);
    }
    if (missing && !this.later) this.later = setTimeout(() => this.fill(), rest);
  }

  /** Requests the pages of the visible rows, and waits for them before the next view is requested. */
  async fill() {
    const { requests } = this, [first, last] = this.visible(), loads = [];
    for (let n = Math.floor(first / page); n * page < last; n++) if (!requests.has(n)) loads.push(this.page(n));
    const loaded = (await Promise.all(loads)).some((games) => games.length);
    this.later = 0;
    if (loaded || this.requests !== requests || this.visible()[0] !== first) this.draw();
  }

  add(i) {
    const row = make("div", { class: "row", role: "row", "aria-rowindex": i + 2, "data-i": i }, ...this.cells(this.game(i)));
    if (!this.game(i)) row.setAttribute("aria-busy", "true");
    row.style.top = `${i * this.height}px`;
    const after = [...this.drawn.keys()].filter((k) => k > i).sort((x, y) => x - y)[0];
    this.box.insertBefore(row, after == null ? null : this.drawn.get(after));
    this.drawn.set(i, row);
  }

  cells(g) {
    const box = (g) => make("input", { type: "checkbox", class: "pick", "data-game": g.id, checked: bulk.selected.has(g.id), "aria-label": t`Select game ${g.id}` });
    const cell = (kind, ...children) => make("span", { role: "cell", class: kind }, ...children);
    if (!g) return [cell("variant"), cell("players", "…")];
    return [cell("variant", box(g), g.variant), cell("players", seats(g), make("a", { href: `/games/${g.id}` }, ...players(g, g.id)), ...(g.first || g.second ? fileOf(g) : []), ...labelOf(g)),
      cell("result", g.result), cell("plies", String(g.plies)), cell("date", knownDate(g.date)), cell("event", make("bdi", {}, g.event)),
      cell("verdict-cell", make("span", { class: `verdict ${g.verdict}` }, word(g.verdict)))];
  }

  key(e) {
    const i = Number(e.target.closest("[data-i]")?.dataset.i);
    if (Number.isNaN(i) || e.ctrlKey || e.altKey || e.metaKey) return;
    const screen = Math.max(1, Math.floor(innerHeight / this.height) - 1);
    if (e.key === "x") this.drawn.get(i)?.querySelector(".pick")?.click();
    const to = { ArrowDown: i + 1, j: i + 1, ArrowUp: i - 1, k: i - 1, PageDown: i + screen, PageUp: i - screen, Home: 0, End: this.total - 1 }[e.key];
    if (to == null) return;
    e.preventDefault();
    e.stopPropagation();
    this.go(Math.max(0, Math.min(this.total - 1, to)));
  }

  /** Moves the focus to a row. @param {number} i */
  async go(i) {
    const turn = this.turn = (this.turn || 0) + 1;
    const top = this.box.getBoundingClientRect().top + i * this.height;
    if (top < 0) scrollBy(0, top - this.height);
    else if (top + this.height > innerHeight) scrollBy(0, top + 2 * this.height - innerHeight);
    await this.page(Math.floor(i / page));
    if (turn !== this.turn) return; // superseded by another key
    this.draw();
    this.drawn.get(i)?.querySelector(".players > a")?.focus({ preventScroll: true });
  }
}

/** Reloads the list after games were added or deleted. */
async function reload() {
  let got;
  try {
    got = await ask("/api/v1/games?limit=1");
  } catch (e) { toast(t`The list is out of date: ${e.message}`); return; }
  by("total").textContent = by("total").dataset.filtered === undefined
    ? count(got.total, "{1} game", "{1} games") : count(got.total, "{1} game found", "{1} games found");
  await list.restart(got.total);
  by("export").hidden = !got.total;
  bulk.show();
  say(count(got.total, "{1} game in the archive", "{1} games in the archive"));
}

const list = new List();
const bulk = new Bulk(reload, { conditions: () => Object.fromEntries([...list.words].filter(([, value]) => value)), total: () => list.total });
by("export").dataset.all = by("export").querySelector("summary").textContent;
connectExports(by("export"), by("exported"));
connectMenus();
connectColumns();
connectViews();
const upload = new Upload(reload);
new SearchBox((text) => upload.openText(text, "pasted.txt"));
// j begins at the first visible row.
addEventListener("keydown", (e) => {
  if (e.key !== "j" || e.ctrlKey || e.metaKey || e.target.closest("input, textarea, select, dialog") || !list.height) return;
  list.go(Math.max(0, Math.ceil(-list.box.getBoundingClientRect().top / list.height)));
});
for (const button of document.querySelectorAll("[data-start]")) button.onclick = () => by("files").click();
if (by("examples")) {
  by("examples").hidden = false;
  by("examples").onclick = async () => {
    by("examples").disabled = true;
    upload.send(await Promise.all(["examples.pgn", "example-csg.txt"].map(async (name) => new File([await (await call(`/static/${name}`)).text()], name))));
  };
}
for (const field of by("filters").elements) if (field.matches("select")) field.addEventListener("change", () => by("filters").requestSubmit());
by("filters").addEventListener("submit", () => { for (const f of by("filters").elements) if (f.name && !f.value) f.disabled = true; });
addEventListener("pageshow", () => { for (const f of by("filters").elements) f.disabled = false; });

/** The name of a game's last named position. */
function labelOf({ label }) { return label ? [" ", make("small", {}, make("bdi", {}, `${label.code} ${label.name}`))] : []; }

/** Circles that link to the pages of the players. */
function seats({ first, second }) {
  return make("span", { class: "seats" }, ...[first, second].map((name, i) => isPerson(name) && make("a", { class: i ? "second" : "first", href: `/player?name=${encodeURIComponent(name)}`, title: t`Games of ${name}` })));
}
