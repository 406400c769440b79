// The page of training: positions and puzzles that are due, on the board.
import { PuzzleBoard } from "./puzzle.js";
import { by, post, say } from "./rest.js";
import { lang, t } from "./text.js";

const { deck } = by("puzzle").dataset, key = `training ${deck}`;

/** What a guest remembers, by card. */
function remembered() {
  try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return {}; }
}

class Training extends PuzzleBoard {
  constructor() {
    super();
    by("next").onclick = () => this.open();
  }

  /** Shows the next card. */
  async open() {
    if (this.opening) return;
    this.opening = true;
    try {
      const session = this.session = await post("/api/v1/training/next", { deck, limit: 1, progress: remembered() });
      const { cards: [card], due, total, seen, nextDue } = session;
      by("progress").textContent = t`${due} due, ${total - seen} new`;
      by("due").textContent = card || !nextDue ? "" : t`Next repetition: ${new Date(nextDue).toLocaleString(lang)}`;
      this.failed = this.hinted = this.noted = this.turned = false;
      this.puzzle = card;
      if (!card) {
        by("turn").textContent = t`Nothing is due now.`;
        if (this.mover) this.mover.set(null);
        this.ended = true;
        return;
      }
      by("solution").textContent = card.line;
      await this.take(card);
    } catch (e) { await this.refuse(e, () => this.open()); } finally { this.opening = false; }
  }

  missed() { this.failed = true; }

  hint() { this.hinted = true; super.hint(); }

  async solve() { this.failed = true; await super.solve(); }

  shown() {
    super.shown();
    if (this.ended && this.puzzle && !this.noted) this.note();
  }

  /** Notes how well the card was remembered. */
  async note() {
    this.noted = true;
    const all = remembered(), { id } = this.puzzle, rating = this.failed ? 1 : this.hinted ? 2 : 3;
    try {
      const memory = await post(`/api/v1/training/${deck}/cards/${encodeURIComponent(id)}`, { rating, memory: all[id] }, {}, "PUT");
      if (!this.session.stored) {
        all[id] = memory;
        localStorage.setItem(key, JSON.stringify(all));
      }
      by("due").textContent = t`Next repetition: ${new Date(memory.due).toLocaleString(lang)}`;
      say(by("due").textContent);
      by("next").focus();
    } catch (e) { this.noted = false; await this.refuse(e, () => this.note()); }
  }
}

window.puzzle = new Training();
