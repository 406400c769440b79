// Mends the record of a game: its text, what becomes of it, and what it was.
import { askAuthor } from "./author.js";
import { RecordText } from "./recordtext.js";
import { ask, call, make, post, store, stored } from "./rest.js";

/**
 * Says that somebody has saved a revision meanwhile, and goes on only when told to.
 * @param {any} last the revision @param {() => void} again @param {() => void} [forget] what was written
 */
export const overtaken = (last, again, forget = () => {}) => make("div", { role: "group", "aria-label": "Changed meanwhile" },
  make("p", { class: "refused", role: "alert" }, `${last.author} has saved revision ${last.revision} meanwhile: ${last.reason}. Nothing of yours was saved or lost.`),
  make("p", { class: "chips" }, make("button", { type: "button", onclick: again }, "Save mine all the same"),
    make("button", { type: "button", onclick: () => { forget(); location.reload(); } }, "Show that one, without mine")));

/** Who changed something, when and why, each on its own whichever way it is written. @param {string} who @param {string} when @param {string} why */
export const signed = (who, when, why) => [make("bdi", {}, who), `, ${when.slice(0, 10)}: `, make("bdi", {}, why)];

/** Says that what was not saved is back. @param {() => void} forget it */
export const brought = (forget) => make("p", { class: "hint", role: "status" }, "Your text that was not saved is back. ",
  make("button", { type: "button", onclick: () => { forget(); location.reload(); } }, "Start afresh"));

export class Mend {
  /** @param {HTMLElement} place that the form stands in @param {number} game */
  constructor(place, game) {
    this.place = place;
    this.path = `/api/v1/games/${game}`;
    this.key = `record ${game}`; // what the tab keeps by
    addEventListener("pagehide", () => this.keep());
  }

  async show() {
    const [game, history, text] = await Promise.all([ask(this.path), ask(`${this.path}/revisions`), this.text()]);
    this.game = game;
    this.etag = history.etag;
    this.record = new RecordText(text, game, { drawn: true });
    this.shown = this.record.area.value;
    this.reason = make("input", { id: "mend-reason", required: true, maxlength: 1000, autocomplete: "off" });
    const back = this.bring();
    const form = make("form", { onsubmit: (e) => { e.preventDefault(); this.attempt(() => this.save()); } },
      back, this.record.area, this.record.said,
      make("label", { for: "mend-reason" }, "Why"), " ", this.reason,
      make("p", { class: "chips" }, make("button", { class: "primary" }, "Save as a new revision"),
        make("button", { type: "button", onclick: () => this.record.check() }, "Only check")));
    this.place.replaceChildren(form, this.list(history.revisions));
    // The lines of a report are those of the file that the record came in.
    if (back) await this.record.check();
    else if (game.report.error) await this.record.tell({ ...game.report, warnings: [], error: { ...game.report.error, line: game.report.error.line - game.line + 1 } });
  }

  /** Keeps what is written and not saved, whatever shows another page. */
  keep() {
    if (!this.record) return;
    const text = this.record.area.value, reason = this.reason.value;
    store(this.key, reason || text !== this.shown ? { text, reason, etag: this.etag } : null);
  }

  /** Brings back what was written in this tab and not saved, and says so. */
  bring() {
    const kept = stored(this.key);
    if (!kept) return "";
    this.record.area.value = kept.text;
    this.reason.value = kept.reason;
    this.etag = kept.etag; // others may have saved since
    return brought(() => this.forget());
  }

  forget() {
    this.record.area.value = this.shown;
    this.reason.value = "";
  }

  /** The record that holds, in UTF-8. */
  async text() {
    const body = await (await call(`${this.path}/record`)).blob();
    return (await call("/api/v1/text", { method: "POST", body })).text();
  }

  /** @param {() => Promise<void>} what */
  attempt(what) { return this.record.attempt(what); }

  async save() {
    const author = await askAuthor("Mend the record");
    if (!author) return;
    await this.send(() => post(`${this.path}/record`, { author, reason: this.reason.value.trim(), text: this.record.written() }, { "If-Match": this.etag }, "PUT"));
  }

  /** Sends a revision, and shows the game anew. @param {() => Promise<any>} what */
  async send(what) {
    try { await what(); } catch (fault) {
      if (fault.status !== 412) throw fault;
      const { etag, revisions } = await ask(`${this.path}/revisions`), again = async () => { this.etag = etag; await this.send(what); };
      this.record.said.replaceChildren(overtaken(revisions.at(-1), () => this.attempt(again), () => this.forget()));
      this.place.querySelector(".revisions")?.remove();
      this.place.append(this.list(revisions));
      return;
    }
    this.forget();
    location.reload();
  }

  /** The records that the game had. @param {any[]} revisions */
  list(revisions) {
    const last = revisions.length;
    if (last < 2) return "";
    return make("ol", { class: "revisions", reversed: true, "aria-label": "Revisions" }, ...revisions.toReversed().map((r) => {
      const seen = make("pre", { class: "source", tabindex: 0, hidden: true });
      const compare = async (e) => {
        const { lines } = await ask(`${this.path}/revisions/${r.revision}/difference?from=${r.revision - 1}`);
        seen.replaceChildren(...lines.filter((l) => l.change !== "same").map((l) => make(l.change === "added" ? "ins" : "del", {}, l.text + "\n")));
        seen.hidden = false;
        e.target.disabled = true;
      };
      const restore = async () => {
        const author = await askAuthor("Bring a record back");
        if (!author) return;
        await this.send(() => post(`${this.path}/revisions/${r.revision}/restore`, { author, reason: `as it was at revision ${r.revision}` }, { "If-Match": this.etag }));
      };
      const button = (name, act) => make("button", { type: "button", onclick: (e) => this.attempt(() => act(e)) }, name, make("span", { class: "unseen" }, ` of revision ${r.revision}`));
      return make("li", { value: r.revision }, ...(r.revision === 1 ? ["as it was archived"] : signed(r.author, r.saved, r.reason)), ` (${r.verdict}) `,
        r.revision > 1 && button("Difference", compare), " ", r.revision < last && button("Bring it back", restore), seen);
    }));
  }
}
