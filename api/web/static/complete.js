// Completion of a text: a list of the words that may stand at its cursor.
import { ask, make, say } from "./rest.js";

/**
 * Where the words come from, and how they are put.
 * @typedef {object} Source
 * @property {(text: string, cursor: number) => Promise<{word: string, kind: string, help: string}[]>} words cursor in units of the text
 * @property {RegExp} typed the beginning of a word before the cursor
 * @property {boolean} [quiet] nothing is listed before a word is begun, unless it is asked for
 * @property {(e: KeyboardEvent) => boolean} opens whether a key opens the list
 * @property {(word: string) => string} put what a word is followed by
 * @property {(list: HTMLElement, before: string) => void} [place] puts the list where it is seen
 */

/** The source of a query's words. @param {() => {variant: string, options: string}} game @returns {Source} */
export const ofQueries = (game) => ({
  words: async (text, cursor) => (await ask(`/api/v1/query/completions?${new URLSearchParams({ text, cursor: String([...text.slice(0, cursor)].length + 1), ...game() })}`)).completions,
  typed: /[\p{L}\p{N}_+]*$/u,
  opens: (e) => e.key === "ArrowDown",
  put: (word) => word + (/[\p{L}\p{N}]$/u.test(word) ? " " : ""),
});

export class Complete {
  /** @param {HTMLInputElement|HTMLTextAreaElement} input @param {HTMLUListElement} list @param {Source} source */
  constructor(input, list, source) {
    this.input = input;
    this.list = list;
    this.source = source;
    this.words = [];
    this.chosen = -1;
    input.addEventListener("input", () => { this.stale = true; clearTimeout(this.later); this.later = setTimeout(() => this.fetch(), 90); });
    input.addEventListener("keydown", (e) => this.key(e));
    input.addEventListener("focus", () => { if (!input.value) this.fetch(); });
    input.addEventListener("blur", () => setTimeout(() => { if (document.activeElement !== input) this.close(); }, 150));
    addEventListener("resize", () => this.close());
  }

  /** The word before the cursor. */
  typed() { return this.input.value.slice(0, this.input.selectionStart).match(this.source.typed)[0]; }

  /** Asks what may stand at the cursor. @param {boolean} [wanted] over a word that is whole too */
  async fetch(wanted = false) {
    const asked = this.asked = Symbol("asked");
    if (this.source.quiet && !wanted && !this.typed()) { this.close(); return; }
    try {
      const got = await this.source.words(this.input.value, this.input.selectionStart);
      const typed = this.typed().toLowerCase(), whole = !wanted && got.some((c) => c.word.toLowerCase() === typed);
      if (asked === this.asked) this.open(whole ? [] : got.slice(0, 60));
    } catch { this.close(); }
  }

  /** Says whether the list is open, where the field is one that says so. */
  expand(open) { if (this.input.getAttribute("role") === "combobox") this.input.setAttribute("aria-expanded", String(open)); }

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
    this.expand(!this.list.hidden);
    this.input.removeAttribute("aria-activedescendant");
    if (this.list.hidden) return;
    this.source.place?.(this.list, this.input.value.slice(0, this.input.selectionStart - this.typed().length));
    say(words.length === 1 ? `${words[0].word} may stand here` : `${words.length} words may stand here`);
  }

  close() {
    this.list.hidden = true;
    this.chosen = -1;
    this.input.removeAttribute("aria-activedescendant");
    this.expand(false);
  }

  /** Closes the list, and keeps it closed when an answer comes late. */
  dismiss() {
    clearTimeout(this.later);
    this.asked = null;
    this.close();
  }

  key(e) {
    if (e.key === "Enter" && this.chosen < 0) { this.dismiss(); return; }
    if (this.list.hidden || this.stale) { if (this.source.opens(e)) { e.preventDefault(); this.fetch(true); } return; }
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
    const { word } = this.words[i], put = this.source.put(word), at = this.input.selectionStart;
    const typed = this.typed();
    let keep = typed.length;
    while (keep > 0 && !put.toLowerCase().startsWith(typed.slice(typed.length - keep).toLowerCase())) keep--;
    this.input.setRangeText(put, at - keep, at, "end");
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
    this.close();
    this.fetch(put !== word);
  }
}
