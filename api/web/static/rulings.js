// The form for rulings: accept an illegal move, or withdraw a ruling.
import { askAuthor } from "./author.js";
import { signed } from "./correction.js";
import { ask, call, make, post, say, store, stored, whileBusy } from "./rest.js";
import { t } from "./text.js";

export class Rulings {
  /** @param {HTMLElement} place that the form stands in @param {number} game */
  constructor(place, game) {
    this.place = place;
    this.path = `/api/v1/games/${game}`;
    this.key = `rulings ${game}`; // session storage key
    addEventListener("pagehide", () => this.keep());
  }

  async show() {
    const [game, { rulings }] = await Promise.all([ask(this.path), ask(`${this.path}/rulings`)]);
    this.status = make("div", { role: "status" });
    this.reason = make("input", { id: "rule-reason", required: true, maxlength: 1000, autocomplete: "off" });
    const e = game.report.error;
    const form = e?.ply ? this.form(e) : this.withdrawal(), kept = stored(this.key);
    this.reason.value = kept?.reason ?? "";
    if (this.move) this.move.value = kept?.move ?? "";
    this.place.replaceChildren(form, this.status, this.list(rulings));
  }

  /** Keeps unsent text when the page is left. */
  keep() {
    if (!this.reason) return;
    const reason = this.reason.value, move = this.move?.value ?? "";
    store(this.key, reason || move ? { reason, move } : null);
  }

  /** Reloads the page after a change. */
  reload() {
    this.reason.value = "";
    if (this.move) this.move.value = "";
    location.reload();
  }

  /** @param {any} e the error of the record */
  form(e) {
    this.move = make("input", { id: "rule-move", autocomplete: "off", spellcheck: "false", placeholder: t`optional; if the record is unclear` });
    return make("form", { onsubmit: (event) => { event.preventDefault(); this.attempt(() => this.rule(e)); } },
      make("p", {}, t`Ply ${e.ply}, `, make("code", {}, e.text), t`, breaks ${e.rule}. As an arbiter you can accept it. The move is then played as written, and the rest of the record is checked from there.`),
      make("label", { for: "rule-move" }, t`Move played`), " ", this.move, " ",
      make("label", { for: "rule-reason" }, t`Reason`), " ", this.reason,
      make("p", { class: "chips" }, make("button", { class: "primary" }, t`Accept ply ${e.ply}`)));
  }

  /** The reason field for withdrawing a ruling, if there is no error. */
  withdrawal() {
    return make("p", {}, make("label", { for: "rule-reason" }, t`Reason for withdrawing a ruling`), " ", this.reason);
  }

  /** Runs one action at a time and shows its error. @param {() => Promise<void>} action */
  async attempt(action) {
    if (this.busy) return;
    this.busy = true;
    try { await whileBusy(action); } catch (error) {
      say(error.message);
      this.status.replaceChildren(make("p", { class: "refused" }, error.message));
    }
    this.busy = false;
  }

  async rule(e) {
    const author = await askAuthor(t`Accept a move by a ruling`);
    if (!author) return;
    await post(`${this.path}/rulings`, { author, ply: e.ply, ruling: e.rule, move: this.move.value.trim(), reason: this.reason.value.trim() });
    this.reload();
  }

  /** The list of rulings. @param {any[]} rulings */
  list(rulings) {
    if (!rulings.length) return "";
    return make("ol", { class: "revisions", "aria-label": t`Rulings` }, ...rulings.map((r) => {
      const withdraw = async () => {
        if (!this.reason.reportValidity()) return;
        const author = await askAuthor(t`Withdraw a ruling`);
        if (!author) return;
        await call(`${this.path}/rulings/${r.number}?${new URLSearchParams({ author, reason: this.reason.value.trim() })}`, { method: "DELETE" });
        this.reload();
      };
      const state = r.lifted ? [t` (withdrawn by `, ...signed(r.lifter, r.lifted, r.because), ")"] : [r.held ? "" : t` (no effect on the current record)`];
      return make("li", { value: r.number }, t`Ply ${r.ply}, ${r.move}, ${r.rule}. `, ...signed(r.arbiter, r.ruled, r.reason), ...state, " ",
        !r.lifted && make("button", { type: "button", onclick: () => this.attempt(withdraw) }, t`Withdraw`, make("span", { class: "unseen" }, t` ruling ${r.number}`)));
    }));
  }
}
