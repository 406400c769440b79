// Mends the record of a game: its text, what becomes of it, and what it was.
import { askAuthor } from "/static/author.js";
import { Fault } from "/static/fault.js";
import { ask, call, make, post, say } from "/static/rest.js";

export class Mend {
  /** @param {HTMLElement} place that the form stands in @param {number} game */
  constructor(place, game) {
    this.place = place;
    this.path = `/api/v1/games/${game}`;
  }

  async show() {
    const [game, history, text] = await Promise.all([ask(this.path), ask(`${this.path}/revisions`), this.text()]);
    this.game = game;
    this.etag = history.etag;
    this.area = Object.assign(make("textarea", { rows: 12, spellcheck: "false", "aria-label": "Text of the record" }), { value: text });
    this.crlf = text.includes("\r\n");
    this.reason = make("input", { id: "mend-reason", required: true, maxlength: 1000, autocomplete: "off" });
    this.said = make("div", { role: "status" });
    const form = make("form", { onsubmit: (e) => { e.preventDefault(); this.attempt(() => this.save()); } },
      this.area, this.said,
      make("label", { for: "mend-reason" }, "Why"), " ", this.reason,
      make("p", { class: "chips" }, make("button", { class: "primary" }, "Save as a new revision"),
        make("button", { type: "button", onclick: () => this.attempt(() => this.check()) }, "Only check")));
    this.place.replaceChildren(form, this.list(history.revisions));
    // The lines of a report are those of the file that the record came in.
    if (game.report.error) this.tell({ ...game.report, error: { ...game.report.error, line: game.report.error.line - game.line + 1 } });
  }

  /** The record that holds, in UTF-8. */
  async text() {
    const body = await (await call(`${this.path}/record`)).blob();
    return (await call("/api/v1/text", { method: "POST", body })).text();
  }

  /** What is written, with the line ends that the record has. */
  written() { return this.crlf ? this.area.value.replaceAll("\n", "\r\n") : this.area.value; }

  /** @param {() => Promise<void>} what */
  async attempt(what) {
    try { await what(); } catch (fault) {
      const bad = fault.body?.games?.find((g) => g.error);
      if (bad) this.tell(bad);
      else this.said.replaceChildren(make("p", { class: "refused" }, fault.message));
    }
  }

  /** Says what a record was found to be, with the legal moves beside a fault. @param {any} report */
  tell(report) {
    const e = report.error;
    say(e ? e.message : "The record holds.");
    if (!e) { this.said.replaceChildren(make("p", { class: "hint" }, `It holds: ${report.plies} plies.`)); return; }
    const fault = new Fault(e, this.area.value);
    this.said.replaceChildren(make("p", {}, `Line ${e.line}${e.ply ? `, ply ${e.ply}` : ""}: ${e.message}`), fault.source(),
      make("ul", { class: "chips", "aria-label": "Legal moves instead" }, ...fault.nearest().map(({ move, meant }) =>
        make("li", { class: meant ? "meant" : null }, meant && "Probably meant: ", make("button", { type: "button", title: "Write this in its place and check again",
          onclick: () => { this.area.value = fault.mended(move, meant); this.attempt(() => this.check()); } }, move)))));
  }

  async check() {
    const words = new URLSearchParams({ format: this.game.format, variant: this.game.variant });
    if (this.game.options) words.set("options", this.game.options);
    const reports = await ask(`/api/v1/validate?${words}`, { method: "POST", body: this.written() });
    this.tell(reports[0]);
  }

  async save() {
    const author = await askAuthor("Mend the record");
    if (!author) return;
    await post(`${this.path}/record`, { author, reason: this.reason.value.trim(), text: this.written() }, { "If-Match": this.etag }, "PUT");
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
        await post(`${this.path}/revisions/${r.revision}/restore`, { author, reason: `as it was at revision ${r.revision}` }, { "If-Match": this.etag });
        location.reload();
      };
      const button = (name, act) => make("button", { type: "button", onclick: (e) => this.attempt(() => act(e)) }, name, make("span", { class: "unseen" }, ` of revision ${r.revision}`));
      return make("li", { value: r.revision }, r.revision === 1 ? "as it was archived" : `${r.author}, ${r.saved.slice(0, 10)}: ${r.reason}`, ` (${r.verdict}) `,
        r.revision > 1 && button("Difference", compare), " ", r.revision < last && button("Bring it back", restore), seen);
    }));
  }
}
