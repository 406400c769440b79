// The comment policy of a game.
import { ask, by, load, make, post, toast, unreachable } from "./rest.js";
import { t, word } from "./text.js";

const modes = [["auto", t`automatic (from the record)`], ["open", t`open`], ["reports", t`reports of illegal moves only`], ["closed", t`closed`]];

export class CommentPolicy {
  /** @param {number} game @param {() => void} onchange */
  constructor(game, onchange) {
    this.path = `/api/v1/games/${game}/comments`;
    this.onchange = onchange;
    this.comments = "open";
    this.because = "";
  }

  async load() {
    this.apply(await ask(this.path));
  }

  /** @param {any} policy */
  apply(policy) {
    const text = JSON.stringify(policy);
    if (text === this.applied) return; // keep what is being typed
    this.applied = text;
    Object.assign(this, policy, { because: word(policy.because) });
    this.show();
    this.onchange();
  }

  /** Who set the policy, as text. */
  get origin() {
    if (this.setting === "auto") return this.comments === "closed" ? t`A header of the record requires it.` : "";
    return t`${this.author} set this on ${this.updated.slice(0, 10)}` + (this.reason ? `: “${this.reason}”` : ".");
  }

  /** Asks who changes the policy; "" if cancelled. @param {string} action */
  async askName(action) {
    try { return await (await load("./author.js")).askAuthor(action); } catch { toast(unreachable); }
    return "";
  }

  /** Opens a game whose record does not say that it is over. */
  async reopen() {
    const author = await this.askName(t`Open for analysis`);
    if (!author) return;
    try {
      this.apply(await post(this.path, { comments: "open", author, reason: t`The game is over.` }, {}, "PUT"));
    } catch (problem) { toast(problem.message); }
  }

  show() {
    const box = by("policy");
    box.hidden = false;
    box.classList.toggle("notice", this.comments !== "open");
    box.open = this.comments !== "open";
    const heading = {
      open: t`Open to comments`, reports: t`Open to reports of illegal moves only`,
      closed: this.setting === "auto" ? t`Closed to comments` : t`Closed to comments by ${this.author}`,
    }[this.comments];
    const mode = make("select", { id: "mode" }, ...modes.map(([value, words]) => make("option", { value, selected: value === this.setting }, words)));
    const reason = make("input", { id: "reason", maxlength: 250, autocomplete: "off" });
    const message = make("p", { class: "refused", role: "alert" });
    box.replaceChildren(make("summary", {}, heading),
      make("p", {}, t`${this.because[0].toUpperCase()}${this.because.slice(1)} (rule ${this.rule} of the kibitzing etiquette). ${this.origin}`),
      this.comments !== "open" && this.setting === "auto" && make("p", {}, make("button", { type: "button", class: "primary", id: "reopen", onclick: () => this.reopen() }, t`Open for analysis`), " ", t`Do this only if the game is over.`),
      make("p", { class: "hint" }, t`The players decide whether their game is open to comments. Names are not verified; all changes are logged.`),
      make("form", { class: "settings", onsubmit: async (e) => {
        e.preventDefault();
        const author = await this.askName(t`Change the comment policy`);
        if (!author) return;
        try {
          this.apply(await post(this.path, { comments: mode.value, author, reason: reason.value.trim() }, {}, "PUT"));
        } catch (problem) { message.textContent = problem.message; return; }
        toast(box.querySelector("summary").textContent);
        box.querySelector("summary").focus();
      } },
      make("label", { for: "mode" }, t`Comments`), mode, make("label", { for: "reason" }, t`Reason`), reason, make("button", {}, t`Save`), message));
  }
}
