// Rules on a game: lets the ply stand at which its record breaks a rule, and
// takes that back.
import { askAuthor } from "./author.js";
import { signed } from "./mend.js";
import { ask, call, make, post, say, store, stored, waiting } from "./rest.js";

export class Rulings {
  /** @param {HTMLElement} place that the form stands in @param {number} game */
  constructor(place, game) {
    this.place = place;
    this.path = `/api/v1/games/${game}`;
    this.key = `rulings ${game}`; // what the tab keeps by
    addEventListener("pagehide", () => this.keep());
  }

  async show() {
    const [game, { rulings }] = await Promise.all([ask(this.path), ask(`${this.path}/rulings`)]);
    this.said = make("div", { role: "status" });
    this.reason = make("input", { id: "rule-reason", required: true, maxlength: 1000, autocomplete: "off" });
    const e = game.report.error;
    const form = e?.ply ? this.form(e) : this.taking(), kept = stored(this.key);
    this.reason.value = kept?.reason ?? "";
    if (this.move) this.move.value = kept?.move ?? "";
    this.place.replaceChildren(form, this.said, this.list(rulings));
  }

  /** Keeps what is written and not sent, whatever shows another page. */
  keep() {
    if (!this.reason) return;
    const reason = this.reason.value, move = this.move?.value ?? "";
    store(this.key, reason || move ? { reason, move } : null);
  }

  /** Shows the game anew after something was ruled. */
  ruled() {
    this.reason.value = "";
    if (this.move) this.move.value = "";
    location.reload();
  }

  /** @param {any} e the fault of the record */
  form(e) {
    this.move = make("input", { id: "rule-move", autocomplete: "off", spellcheck: "false", placeholder: "as the record has it" });
    return make("form", { onsubmit: (event) => { event.preventDefault(); this.attempt(() => this.rule(e)); } },
      make("p", {}, `Ply ${e.ply}, `, make("code", {}, e.text), `, breaks ${e.rule}. As the arbiter you may let it stand: what was played is the position then, and the rest of the record is proved from there.`),
      make("label", { for: "rule-move" }, "Move that was made"), " ", this.move, " ",
      make("label", { for: "rule-reason" }, "Why"), " ", this.reason,
      make("p", { class: "chips" }, make("button", { class: "primary" }, `Let ply ${e.ply} stand`)));
  }

  /** What is asked for where nothing is left to rule on: why a ruling is taken back. */
  taking() {
    return make("p", {}, make("label", { for: "rule-reason" }, "Why a ruling is taken back"), " ", this.reason);
  }

  /** Does one thing at a time, and says why not. @param {() => Promise<void>} what */
  async attempt(what) {
    if (this.busy) return;
    this.busy = true;
    try { await waiting(what); } catch (fault) {
      say(fault.message);
      this.said.replaceChildren(make("p", { class: "refused" }, fault.message));
    }
    this.busy = false;
  }

  async rule(e) {
    const author = await askAuthor("Let a ply stand");
    if (!author) return;
    await post(`${this.path}/rulings`, { author, ply: e.ply, ruling: e.rule, move: this.move.value.trim(), reason: this.reason.value.trim() });
    this.ruled();
  }

  /** All rulings that there were. @param {any[]} rulings */
  list(rulings) {
    if (!rulings.length) return "";
    return make("ol", { class: "revisions", "aria-label": "Rulings" }, ...rulings.map((r) => {
      const lift = async () => {
        if (!this.reason.reportValidity()) return;
        const author = await askAuthor("Take a ruling back");
        if (!author) return;
        await call(`${this.path}/rulings/${r.number}?${new URLSearchParams({ author, reason: this.reason.value.trim() })}`, { method: "DELETE" });
        this.ruled();
      };
      const now = r.lifted ? [" (taken back by ", ...signed(r.lifter, r.lifted, r.because), ")"] : [r.held ? "" : " (without effect on the record as it is)"];
      return make("li", { value: r.number }, `Ply ${r.ply}, ${r.move}, ${r.rule}. `, ...signed(r.arbiter, r.ruled, r.reason), ...now, " ",
        !r.lifted && make("button", { type: "button", onclick: () => this.attempt(lift) }, "Take it back", make("span", { class: "unseen" }, ` (ruling ${r.number})`)));
    }));
  }
}
