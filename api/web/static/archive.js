// The list of games, a window on however many there are, and what is dropped on it.
import { exporting, lead } from "./collection.js";
import { fileOf, players } from "./hit.js";
import { menus } from "./menu.js";
import { ask, by, known, make, say, toast } from "./rest.js";
import { Upload } from "./upload.js";

const page = 100; // games
const spare = 12; // rows kept above and below what is seen
const rest = 40; // milliseconds in which a list that is scrolled may go on

class List {
  constructor() {
    this.box = by("window");
    this.total = Number(by("total").textContent);
    const words = new URLSearchParams(location.search);
    words.delete("cursor");
    this.words = words;
    /** @type {Map<number, Promise<any[]>>} pages asked for, by number */
    this.asked = new Map();
    /** @type {Map<number, any[]>} pages that are there */
    this.pages = new Map();
    this.drawn = new Map();
    this.height = 0; // of a row; 0 while the list is the server's
    by("more")?.parentElement.remove();
    addEventListener("scroll", () => { if (this.height) this.draw(); }, { passive: true });
    addEventListener("resize", () => { if (this.height) this.resize(); });
    this.box.addEventListener("keydown", (e) => { if (this.height) this.key(e); });
    if (this.total) this.page(0).then((games) => { if (games.length) this.show(); });
  }

  /** Begins anew with so many games. @param {number} total */
  async restart(total) {
    this.total = total;
    for (const word of [...this.words.keys()]) if (word !== "sort") this.words.delete(word);
    this.asked = new Map(); // what is on its way is of the list that was
    this.pages = new Map();
    await this.page(0);
    this.show();
  }

  /** Takes the place of the rows that the server wrote. */
  show() {
    this.box.classList.add("tall");
    this.box.replaceChildren();
    this.box.parentElement.setAttribute("aria-rowcount", String(this.total + 1));
    this.resize();
  }

  /** Asks for a page, whichever it is. @param {number} n */
  page(n) {
    const { asked, pages } = this;
    if (!asked.has(n)) asked.set(n, (async () => {
      const words = new URLSearchParams([...this.words].filter(([, value]) => value));
      words.set("limit", String(page));
      if (n) words.set("skip", String(n * page));
      try {
        const got = await ask(`/api/v1/games?${words}`);
        pages.set(n, got.games);
        return got.games;
      } catch (e) {
        asked.delete(n);
        toast(e.message);
        return [];
      }
    })());
    return asked.get(n);
  }

  /** The game of a row, or undefined where its page is not there yet. @param {number} i */
  game(i) { return this.pages.get(Math.floor(i / page))?.[i % page]; }

  resize() {
    const style = getComputedStyle(document.documentElement);
    this.height = Math.round(parseFloat(style.getPropertyValue("--row")) * parseFloat(style.fontSize));
    this.box.style.height = `${this.total * this.height}px`;
    for (const row of this.drawn.values()) row.remove();
    this.drawn.clear();
    this.draw();
  }

  /** The rows that can be seen: from the first to before the last. */
  seen() {
    const top = -this.box.getBoundingClientRect().top;
    return [Math.max(0, Math.floor(top / this.height) - spare), Math.min(this.total, Math.ceil((top + innerHeight) / this.height) + spare)];
  }

  /** Draws the rows that can be seen, empty where their games are not there yet. */
  draw() {
    const [first, last] = this.seen();
    for (const [i, row] of this.drawn) {
      const gone = i < first || i >= last, came = row.hasAttribute("aria-busy") && this.game(i);
      if ((gone || came) && !row.contains(document.activeElement)) { row.remove(); this.drawn.delete(i); }
    }
    let missing = false;
    for (let i = first; i < last; i++) {
      if (!this.drawn.has(i)) this.add(i);
      missing ||= !this.game(i);
    }
    if (missing && !this.later) this.later = setTimeout(() => this.fill(), rest);
  }

  /** Asks for the pages of the rows that are seen now. */
  fill() {
    this.later = 0;
    const [first, last] = this.seen();
    for (let n = Math.floor(first / page); n * page < last; n++) if (!this.asked.has(n)) this.page(n).then((games) => { if (games.length) this.draw(); });
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
    const cell = (kind, ...children) => make("span", { role: "cell", class: kind }, ...children);
    if (!g) return [cell("variant"), cell("players", "…")];
    return [cell("variant", g.variant), cell("players", make("a", { href: `/games/${g.id}` }, ...players(g, g.id)), ...(g.first || g.second ? fileOf(g) : [])),
      cell("result", g.result), cell("plies", String(g.plies)), cell("date", known(g.date)), cell("event", g.event),
      make("span", { role: "cell" }, make("span", { class: `verdict ${g.verdict}` }, g.verdict))];
  }

  key(e) {
    const i = Number(e.target.closest("[data-i]")?.dataset.i);
    if (Number.isNaN(i) || e.ctrlKey || e.altKey || e.metaKey) return;
    const screen = Math.max(1, Math.floor(innerHeight / this.height) - 1);
    const to = { ArrowDown: i + 1, ArrowUp: i - 1, PageDown: i + screen, PageUp: i - screen, Home: 0, End: this.total - 1 }[e.key];
    if (to == null) return;
    e.preventDefault();
    this.go(Math.max(0, Math.min(this.total - 1, to)));
  }

  /** Puts the focus on a row, wherever it is. @param {number} i */
  async go(i) {
    const turn = this.turn = (this.turn || 0) + 1;
    const top = this.box.getBoundingClientRect().top + i * this.height;
    if (top < 0) scrollBy(0, top - this.height);
    else if (top + this.height > innerHeight) scrollBy(0, top + 2 * this.height - innerHeight);
    await this.page(Math.floor(i / page));
    if (turn !== this.turn) return; // another key came meanwhile
    this.draw();
    this.drawn.get(i)?.querySelector("a")?.focus({ preventScroll: true });
  }
}

const list = new List();
exporting(by("export"), by("exported"));
menus();
new Upload(async () => {
  let got;
  try {
    got = await ask("/api/v1/games?limit=1");
  } catch (e) { toast(`The list is not up to date. ${e.message}`); return; }
  by("total").textContent = String(got.total);
  by("noun").textContent = got.total === 1 ? "game" : "games";
  await list.restart(got.total);
  by("export").hidden = false;
  const sort = list.words.get("sort");
  lead(by("export"), sort ? { sort } : {}, got.total);
  say(`${got.total} game${got.total === 1 ? "" : "s"} in the archive`);
});
for (const field of document.querySelectorAll("#filters select")) field.addEventListener("change", () => by("filters").requestSubmit());
by("filters").addEventListener("submit", () => { for (const f of by("filters").elements) if (f.name && !f.value) f.disabled = true; });
addEventListener("pageshow", () => { for (const f of by("filters").elements) f.disabled = false; });
