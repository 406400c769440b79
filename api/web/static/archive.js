// The list of games, a window on however many there are, and what is dropped on it.
import { ask, by, make, say } from "/static/rest.js";
import { Upload } from "/static/upload.js";

const page = 500;
const spare = 12; // rows kept above and below what is seen

class List {
  constructor() {
    this.box = by("window");
    this.total = Number(by("total").textContent);
    const words = new URLSearchParams(location.search);
    words.delete("cursor");
    this.words = words;
    /** @type {any[]} */
    this.games = [];
    this.next = "";
    this.loading = null;
    this.drawn = new Map();
    by("more")?.parentElement.remove();
    if (this.total === 0 || location.search.includes("cursor=")) return;
    this.fetch().then(() => {
      this.box.classList.add("tall");
      this.box.replaceChildren();
      this.resize();
    });
    addEventListener("scroll", () => this.draw(), { passive: true });
    addEventListener("resize", () => this.resize());
    this.box.addEventListener("keydown", (e) => this.key(e));
  }

  /** Fetches the next page. */
  fetch() {
    this.loading ||= (async () => {
      const words = new URLSearchParams([...this.words].filter(([, value]) => value));
      words.set("limit", String(page));
      if (this.next) words.set("cursor", this.next);
      const got = await ask(`/api/v1/games?${words}`);
      this.games.push(...got.games);
      this.next = got.next;
      this.loading = null;
    })();
    return this.loading;
  }

  resize() {
    this.height = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row")) || 46;
    this.box.style.height = `${this.total * this.height}px`;
    for (const row of this.drawn.values()) row.remove();
    this.drawn.clear();
    this.draw();
  }

  /** Draws the rows that can be seen, and fetches what is missing of them. */
  draw() {
    const top = -this.box.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(top / this.height) - spare);
    const last = Math.min(this.total, Math.ceil((top + innerHeight) / this.height) + spare);
    for (const [i, row] of this.drawn) if ((i < first || i >= last) && !row.contains(document.activeElement)) { row.remove(); this.drawn.delete(i); }
    for (let i = first; i < last && i < this.games.length; i++) if (!this.drawn.has(i)) this.add(i);
    if (last > this.games.length && (this.next || this.games.length === 0)) this.fetch().then(() => this.draw());
  }

  add(i) {
    const g = this.games[i];
    const cell = (kind, text) => make("span", { role: "cell", class: kind }, text);
    const row = make("a", { class: "row", role: "row", href: `/games/${g.id}`, "aria-rowindex": i + 2, "data-i": i },
      cell("variant", g.variant), cell("players", g.first || g.second ? `${g.first || "?"} – ${g.second || "?"}` : `Game ${g.id}`), cell("result", g.result),
      cell("plies", String(g.plies)), cell("date", g.date), cell("event", g.event),
      make("span", { role: "cell" }, make("span", { class: `verdict ${g.verdict}` }, g.verdict)));
    row.style.top = `${i * this.height}px`;
    const after = [...this.drawn.keys()].filter((k) => k > i).sort((x, y) => x - y)[0];
    this.box.insertBefore(row, after == null ? null : this.drawn.get(after));
    this.drawn.set(i, row);
  }

  key(e) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[e.key], i = Number(e.target.dataset?.i);
    if (!way || Number.isNaN(i)) return;
    e.preventDefault();
    const to = Math.max(0, Math.min(this.games.length - 1, i + way));
    if (!this.drawn.has(to)) this.add(to);
    this.drawn.get(to).focus();
  }
}

const list = new List();
new Upload(async () => {
  const got = await ask("/api/v1/games?limit=1");
  by("total").textContent = String(got.total);
  by("noun").textContent = got.total === 1 ? "game" : "games";
  list.total = got.total;
  list.games = [];
  list.next = "";
  list.words = new URLSearchParams();
  await list.fetch();
  list.box.classList.add("tall");
  list.box.replaceChildren();
  list.drawn.clear();
  list.resize();
  say(`${got.total} game${got.total === 1 ? "" : "s"} in the archive`);
});
for (const field of document.querySelectorAll("#filters select")) field.addEventListener("change", () => by("filters").requestSubmit());
by("filters").addEventListener("submit", () => { for (const f of by("filters").elements) if (f.name && !f.value) f.disabled = true; });
addEventListener("pageshow", () => { for (const f of by("filters").elements) f.disabled = false; });
