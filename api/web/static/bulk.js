// Actions on several games of the list: export, analysis and deletion.
import { setConditions } from "./collection.js";
import { ask, by, call, make, toast } from "./rest.js";
import { count, t } from "./text.js";

/** How often the progress of analyses is requested, in milliseconds. */
const poll = 1500;

/** At most so many games are selected at once. */
const most = 500;

export class Bulk {
  /** @param {() => Promise<void>} onchange the list has changed @param {{conditions: () => Record<string, string>, total: () => number}} list */
  constructor(onchange, list) {
    this.onchange = onchange;
    this.list = list;
    /** @type {Set<number>} selected games */
    this.selected = new Set();
    this.rights = (by("games").dataset.rights || "").split(" ");
    this.bar = by("bulk");
    by("window").addEventListener("change", (e) => {
      const { game } = e.target.dataset;
      if (game) this.select(Number(game), e.target.checked);
    });
  }

  /** @param {number} game @param {boolean} on */
  select(game, on) {
    if (on) this.selected.add(game);
    else this.selected.delete(game);
    this.show();
  }

  /** Selects all games of the list. */
  async selectAll() {
    try {
      const { games } = await ask(`/api/v1/games?${new URLSearchParams({ ...this.list.conditions(), limit: String(most) })}`);
      for (const { id } of games) this.selected.add(id);
    } catch (e) { toast(e.message); }
    for (const box of document.querySelectorAll("#window [data-game]")) box.checked = this.selected.has(Number(box.dataset.game));
    this.show();
  }

  /** Deselects all games. */
  clear() {
    this.selected.clear();
    for (const box of document.querySelectorAll("#window [data-game]")) box.checked = false;
    this.show();
  }

  /** Whether the caller has a right. @param {string} right */
  may(right) { return this.rights.includes(right); }

  /** Shows the actions on the selected games; without any, those on the whole list. */
  show() {
    const n = this.selected.size;
    this.bar.hidden = !n;
    by("export").querySelector("summary").textContent = n ? t`Export selected games` : by("export").dataset.all;
    setConditions(by("export"), n ? { games: [...this.selected].join() } : this.list.conditions(), n || this.list.total());
    const button = (text, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, text);
    this.bar.replaceChildren(make("strong", { role: "status" }, count(n, "{1} game selected", "{1} games selected")),
      this.may("contribute") && !this.stop ? button(t`Analyse`, () => this.analyse([...this.selected])) : "",
      n < this.list.total() && this.list.total() <= most ? button(t`Select all`, () => this.selectAll()) : "",
      this.may("arbitrate") ? button(t`Delete`, () => this.remove()) : "", button(t`Select none`, () => this.clear()));
  }

  /** Queues the analyses of games, and shows how many are done. @param {number[]} games */
  async analyse(games) {
    const jobs = [], refused = [], progress = make("progress", { max: games.length, value: 0, "aria-label": t`Analysis progress` }), state = make("span", { role: "status" });
    this.stop = new AbortController();
    const place = make("p", { class: "job" }, progress, " ", state, " ", make("button", { type: "button", onclick: () => this.stop?.abort() }, t`Cancel`));
    const { signal } = this.stop;
    this.bar.after(place);
    this.clear();
    for (const game of games) {
      if (signal.aborted) break;
      try { jobs.push(await ask(`/api/v1/games/${game}/analysis`, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" })); } catch (e) { refused.push(t`Game ${game}: ${e.message}`); }
    }
    const open = new Map(jobs.map(({ id, game }) => [id, game]));
    while (open.size && !signal.aborted) {
      for (const [id, game] of open) {
        const job = await ask(`/api/v1/jobs/${id}`).catch(() => null);
        if (!job || job.state === "waiting" || job.state === "running") { if (job?.plies) progress.value = jobs.length - open.size + job.ply / job.plies; break; } // jobs run in order
        open.delete(id);
        if (job.state === "failed") refused.push(t`Game ${game}: ${job.message}`);
      }
      state.textContent = t`${jobs.length - open.size} of ${jobs.length} games analysed`;
      if (open.size) await new Promise((next) => setTimeout(next, poll));
    }
    if (signal.aborted) for (const id of open.keys()) await call(`/api/v1/jobs/${id}`, { method: "DELETE" }).catch(() => {});
    this.stop = null;
    place.replaceChildren(signal.aborted ? t`Analysis cancelled.` : count(jobs.length, "{1} game analysed.", "{1} games analysed."), ...refused.slice(0, 20).flatMap((why) => [make("br"), why]));
    place.setAttribute("role", "status");
  }

  /** Deletes the selected games, after a question. */
  async remove() {
    const games = [...this.selected], n = games.length;
    if (!confirm(count(n, "Delete {1} game? An administrator can restore it.", "Delete {1} games? An administrator can restore them."))) return;
    for (const game of games) {
      try { await call(`/api/v1/games/${game}`, { method: "DELETE" }); } catch (e) { toast(e.message); break; }
    }
    this.clear();
    await this.onchange();
  }
}
