// Whether a game takes comments, and who decided that.
import { askAuthor } from "./author.js";
import { ask, by, make, post, toast } from "./rest.js";

const modes = [["auto", "as the record says"], ["open", "open to all"], ["reports", "reports of illegal moves only"], ["closed", "closed"]];

export class CommentPolicy {
  /** @param {number} game @param {() => void} onchange */
  constructor(game, onchange) {
    this.path = `/api/v1/games/${game}/comments`;
    this.onchange = onchange;
    this.comments = "open";
    this.because = "";
  }

  async load() { this.take(await ask(this.path)); }

  /** @param {any} policy */
  take(policy) {
    const taken = JSON.stringify(policy);
    if (taken === this.taken) return; // and what is being typed there stays
    this.taken = taken;
    Object.assign(this, policy);
    this.show();
    this.onchange();
  }

  /** Who decided, in words. */
  get decided() {
    if (this.setting === "auto") return this.comments === "closed" ? "A header of its record says so." : "";
    return `${this.author} set this on ${this.updated.slice(0, 10)}${this.reason ? `: “${this.reason}”` : "."}`;
  }

  show() {
    const box = by("policy");
    box.hidden = false;
    box.classList.toggle("notice", this.comments !== "open");
    box.open = this.comments !== "open";
    const heading = {
      open: "Open to comments", reports: "Only reports of illegal moves are taken",
      closed: this.setting === "auto" ? "Closed to comments" : `Closed to comments by ${this.author}`,
    }[this.comments];
    const mode = make("select", { id: "mode" }, ...modes.map(([value, words]) => make("option", { value, selected: value === this.setting }, words)));
    const reason = make("input", { id: "reason", maxlength: 250, autocomplete: "off" });
    const fault = make("p", { class: "refused", role: "alert" });
    box.replaceChildren(make("summary", {}, heading),
      make("p", {}, `${this.because[0].toUpperCase()}${this.because.slice(1)} (rule ${this.rule} of the kibitzing etiquette). ${this.decided}`),
      make("p", { class: "hint" }, "It is for the players to open or close their game. The archive asks for a name and checks none; every change is kept."),
      make("form", { class: "settings", onsubmit: async (e) => {
        e.preventDefault();
        const author = await askAuthor("Decide on comments");
        if (!author) return;
        try {
          this.take(await post(this.path, { comments: mode.value, author, reason: reason.value.trim() }, {}, "PUT"));
        } catch (problem) { fault.textContent = problem.message; return; }
        toast(box.querySelector("summary").textContent);
        box.querySelector("summary").focus();
      } },
      make("label", { for: "mode" }, "Comments"), mode, make("label", { for: "reason" }, "Why"), reason, make("button", {}, "Set"), fault));
  }
}
