// Completion of queries: a combobox over the server's list of words.
import { ask, make, say } from "/static/rest.js";

export class Complete {
  /** @param {HTMLInputElement} input @param {HTMLUListElement} list @param {() => {variant: string, options: string}} game */
  constructor(input, list, game) {
    this.input = input;
    this.list = list;
    this.game = game;
    this.words = [];
    this.chosen = -1;
    input.addEventListener("input", () => { this.stale = true; clearTimeout(this.later); this.later = setTimeout(() => this.fetch(), 90); });
    input.addEventListener("keydown", (e) => this.key(e));
    input.addEventListener("focus", () => { if (!input.value) this.fetch(); });
    input.addEventListener("blur", () => setTimeout(() => this.close(), 150));
  }

  /** The word before the cursor. */
  typed() { return this.input.value.slice(0, this.input.selectionStart).match(/[\p{L}\p{N}_+]*$/u)[0]; }

  /** Asks what may stand at the cursor. @param {boolean} [wanted] over a word that is whole too */
  async fetch(wanted = false) {
    const cursor = [...this.input.value.slice(0, this.input.selectionStart)].length + 1;
    const words = new URLSearchParams({ text: this.input.value, cursor: String(cursor), ...this.game() });
    const asked = this.asked = words.toString();
    try {
      const got = await ask(`/api/v1/query/completions?${words}`);
      const typed = this.typed().toLowerCase(), whole = !wanted && got.completions.some((c) => c.word.toLowerCase() === typed);
      if (asked === this.asked) this.open(whole ? [] : got.completions.slice(0, 60));
    } catch { this.close(); }
  }

  open(words) {
    this.stale = false;
    this.words = words;
    this.chosen = -1;
    this.list.replaceChildren(...words.map((w, i) => {
      const take = (e) => {
        e.preventDefault(); // the focus stays in the field
        this.take(i);
      };
      return make("li", { role: "option", id: `word-${i}`, "aria-selected": "false", onpointerdown: take },
        make("b", {}, w.word), make("span", {}, w.kind), make("span", {}, w.help));
    }));
    this.list.hidden = !words.length || document.activeElement !== this.input;
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    this.input.removeAttribute("aria-activedescendant");
    if (!this.list.hidden) say(words.length === 1 ? `${words[0].word} may stand here` : `${words.length} words may stand here`);
  }

  close() {
    this.list.hidden = true;
    this.chosen = -1;
    this.input.removeAttribute("aria-activedescendant");
    this.input.setAttribute("aria-expanded", "false");
  }

  /** Closes the list, and keeps it closed when an answer comes late. */
  dismiss() {
    clearTimeout(this.later);
    this.asked = "";
    this.close();
  }

  key(e) {
    if (e.key === "Enter" && this.chosen < 0) { this.dismiss(); return; }
    if (this.list.hidden || this.stale) { if (e.key === "ArrowDown") { e.preventDefault(); this.fetch(true); } return; }
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      this.choose((this.chosen + (e.key === "ArrowDown" ? 1 : -1) + this.words.length) % this.words.length);
    } else if ((e.key === "Enter" || e.key === "Tab") && this.chosen >= 0) {
      e.preventDefault();
      this.take(this.chosen);
    } else if (e.key === "Escape") { e.preventDefault(); this.dismiss(); }
  }

  choose(i) {
    this.list.children[this.chosen]?.setAttribute("aria-selected", "false");
    this.chosen = i;
    const item = this.list.children[i];
    item.setAttribute("aria-selected", "true");
    item.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", item.id);
  }

  take(i) {
    const word = this.words[i].word, at = this.input.selectionStart, text = this.input.value;
    const before = text.slice(0, at);
    const typed = this.typed();
    let keep = typed.length;
    while (keep > 0 && !word.toLowerCase().startsWith(typed.slice(typed.length - keep).toLowerCase())) keep--;
    const start = before.slice(0, before.length - keep);
    const gap = /[\p{L}\p{N}]$/u.test(word) ? " " : "";
    this.input.value = start + word + gap + text.slice(at);
    this.input.selectionStart = this.input.selectionEnd = (start + word + gap).length;
    this.close();
    this.fetch();
  }
}
