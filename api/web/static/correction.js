// The form that corrects the record of a game, and its revisions.
import { askAuthor } from "./author.js";
import { readingPicker } from "./reading.js";
import { RecordText } from "./recordtext.js";
import { ask, call, make, post, store, stored } from "./rest.js";
import { t } from "./text.js";

/**
 * Reports that someone else saved a revision, and offers what to do.
 * @param {any} last the revision @param {() => void} retry @param {() => void} [discard] unsaved text
 */
export const conflict = (last, retry, discard = () => {}) => make("div", { role: "group", "aria-label": t`Conflict` },
  make("p", { class: "refused", role: "alert" }, t`${last.author} saved revision ${last.revision} in the meantime: ${last.reason}. Your text is not saved yet.`),
  make("p", { class: "chips" }, make("button", { type: "button", onclick: retry }, t`Save mine anyway`),
    make("button", { type: "button", onclick: () => { discard(); location.reload(); } }, t`Discard mine and reload`)));

/** Author, date and reason of a change, each isolated for either writing direction. @param {string} who @param {string} when @param {string} why */
export const signed = (who, when, why) => [make("bdi", {}, who), `, ${when.slice(0, 10)}: `, make("bdi", {}, why)];

/** The message that unsaved text was restored. @param {() => void} discard */
export const restored = (discard) => make("p", { class: "hint", role: "status" }, t`Your unsaved text was restored. `,
  make("button", { type: "button", onclick: () => { discard(); location.reload(); } }, t`Discard`));

export class Correction {
  /** @param {HTMLElement} place that the form stands in @param {number} game */
  constructor(place, game) {
    this.place = place;
    this.path = `/api/v1/games/${game}`;
    this.key = `record ${game}`; // session storage key
    addEventListener("pagehide", () => this.keep());
  }

  async show() {
    const [game, history, text] = await Promise.all([ask(this.path), ask(`${this.path}/revisions`), this.text()]);
    this.game = game;
    this.etag = history.etag;
    this.revisions = history.revisions;
    this.record = new RecordText(text, game, { drawn: true });
    this.shown = this.record.area.value;
    this.reason = make("input", { id: "correction-reason", required: true, maxlength: 1000, autocomplete: "off" });
    const message = this.restoreUnsaved();
    const form = make("form", { onsubmit: (e) => { e.preventDefault(); this.attempt(() => this.save()); } },
      message, readingPicker(game.report, (reading) => this.attempt(() => this.reread(reading))), this.record.area, this.record.status,
      make("label", { for: "correction-reason" }, t`Reason`), " ", this.reason,
      make("p", { class: "chips" }, make("button", { class: "primary" }, t`Save as new revision`),
        make("button", { type: "button", onclick: () => this.record.check() }, t`Check`)));
    this.place.replaceChildren(form, this.list(history.revisions));
    // Line numbers of reports count from the start of the imported file.
    if (message) await this.record.check();
    else if (game.report.error) await this.record.showReport({ ...game.report, warnings: [], error: { ...game.report.error, line: game.report.error.line - game.line + 1 } });
  }

  /** Saves the record as read in another way. @param {{variant?: string, encoding?: string, format?: string}} reading */
  async reread(reading) {
    const author = await askAuthor(t`Correct the record`);
    if (!author) return;
    const [original, last] = [this.revisions[0], this.revisions.at(-1)], revision = reading.encoding ? 1 : last.revision; // the original bytes
    if (reading.encoding && original.variant !== last.variant) reading.variant = last.variant;
    await this.send(() => post(`${this.path}/revisions/${revision}/restore`, { author, reason: t`read as ${reading.encoding ?? reading.format ?? reading.variant}`, ...reading }, { "If-Match": this.etag }));
  }

  /** Keeps unsaved text when the page is left. */
  keep() {
    if (!this.record) return;
    const text = this.record.area.value, reason = this.reason.value;
    store(this.key, reason || text !== this.shown ? { text, reason, etag: this.etag } : null);
  }

  /** Restores unsaved text of this tab; returns a message about it. */
  restoreUnsaved() {
    const kept = stored(this.key);
    if (!kept) return "";
    this.record.area.value = kept.text;
    this.reason.value = kept.reason;
    this.etag = kept.etag; // others may have saved a revision since
    return restored(() => this.discard());
  }

  discard() {
    this.record.area.value = this.shown;
    this.reason.value = "";
  }

  /** The current record in UTF-8. */
  async text() {
    const body = await (await call(`${this.path}/record`)).blob();
    return (await call("/api/v1/text", { method: "POST", body })).text();
  }

  /** @param {() => Promise<void>} action */
  attempt(action) { return this.record.attempt(action); }

  async save() {
    const author = await askAuthor(t`Correct the record`);
    if (!author) return;
    await this.send(() => post(`${this.path}/record`, { author, reason: this.reason.value.trim(), text: this.record.written() }, { "If-Match": this.etag }, "PUT"));
  }

  /** Sends a revision and reloads the page. @param {() => Promise<any>} request */
  async send(request) {
    try { await request(); } catch (error) {
      if (error.status !== 412) throw error;
      const { etag, revisions } = await ask(`${this.path}/revisions`), retry = async () => { this.etag = etag; await this.send(request); };
      this.record.status.replaceChildren(conflict(revisions.at(-1), () => this.attempt(retry), () => this.discard()));
      this.place.querySelector(".revisions")?.remove();
      this.place.append(this.list(revisions));
      return;
    }
    this.discard();
    location.reload();
  }

  /** The list of revisions. @param {any[]} revisions */
  list(revisions) {
    const last = revisions.length;
    if (last < 2) return "";
    return make("ol", { class: "revisions", reversed: true, "aria-label": t`Revisions` }, ...revisions.toReversed().map((r) => {
      const difference = make("pre", { class: "source", tabindex: 0, hidden: true });
      const compare = async (e) => {
        const { lines } = await ask(`${this.path}/revisions/${r.revision}/difference?from=${r.revision - 1}`);
        difference.replaceChildren(...lines.filter((l) => l.change !== "same").map((l) => make(l.change === "added" ? "ins" : "del", {}, l.text + "\n")));
        difference.hidden = false;
        e.target.disabled = true;
      };
      const restore = async () => {
        const author = await askAuthor(t`Restore a revision`);
        if (!author) return;
        await this.send(() => post(`${this.path}/revisions/${r.revision}/restore`, { author, reason: t`restored revision ${r.revision}` }, { "If-Match": this.etag }));
      };
      const button = (name, act) => make("button", { type: "button", onclick: (e) => this.attempt(() => act(e)) }, name, make("span", { class: "unseen" }, t` of revision ${r.revision}`));
      return make("li", { value: r.revision }, ...(r.revision === 1 ? [t`original record`] : signed(r.author, r.created, r.reason)), ` (${r.verdict}) `,
        r.revision > 1 && button(t`Show changes`, compare), " ", r.revision < last && button(t`Restore`, restore), difference);
    }));
  }
}
