// Completion: suggestions for the word at the cursor.
import { ask, make, say } from "./rest.js";
import { count, t } from "./text.js";

/**
 * Where suggestions come from, and how they are inserted.
 * @typedef {object} Source
 * @property {(text: string, cursor: number) => Promise<{word: string, kind: string, help: string}[]>} words cursor in UTF-16 units
 * @property {RegExp} typed matches the start of a word before the cursor
 * @property {boolean} [quiet] suggests nothing until a word is begun or the list is requested
 * @property {(e: KeyboardEvent) => boolean} opens whether a key opens the list
 * @property {(word: string) => string} put adds what follows a word
 * @property {(list: HTMLElement, before: string) => void} [place] positions the list
 */

/** The source for queries. @param {() => {variant: string, options: string}} game @returns {Source} */
export const querySource = (game) => ({
  words: async (text, cursor) => (await ask(`/api/v1/query/completions?${new URLSearchParams({ text, cursor: String([...text.slice(0, cursor)].length + 1), ...game() })}`)).completions,
  typed: /[\p{L}\p{N}_+]*$/u,
  opens: (e) => e.key === "ArrowDown",
  put: (word) => word + (/[\p{L}\p{N}]$/u.test(word) ? " " : ""),
});

export class Completion {
  /** @param {HTMLInputElement|HTMLTextAreaElement} input @param {HTMLUListElement} list @param {Source} source */
  constructor(input, list, source) {
    this.input = input;
    this.list = list;
    this.source = source;
    this.words = [];
    this.chosen = -1;
    input.addEventListener("input", () => { this.stale = true; clearTimeout(this.timer); this.timer = setTimeout(() => this.fetch(), 90); });
    input.addEventListener("keydown", (e) => this.key(e));
    input.addEventListener("focus", () => { if (!input.value) this.fetch(); });
    input.addEventListener("blur", () => setTimeout(() => { if (document.activeElement !== input) this.close(); }, 150));
    addEventListener("resize", () => this.close());
  }

  /** The word before the cursor. */
  typed() { return this.input.value.slice(0, this.input.selectionStart).match(this.source.typed)[0]; }

  /** Requests suggestions. @param {boolean} [explicit] also for a complete word */
  async fetch(explicit = false) {
    const request = this.request = Symbol("request");
    if (this.source.quiet && !explicit && !this.typed()) { this.close(); return; }
    try {
      const got = await this.source.words(this.input.value, this.input.selectionStart);
      const typed = this.typed().toLowerCase(), whole = !explicit && got.some((c) => c.word.toLowerCase() === typed);
      if (request === this.request) this.open(whole ? [] : got.slice(0, 60));
    } catch { this.close(); }
  }

  /** Sets whether the list is open, for screen readers. */
  expand(open) { if (this.input.getAttribute("role") === "combobox") this.input.setAttribute("aria-expanded", String(open)); }

  open(words) {
    this.stale = false;
    this.words = words;
    this.chosen = -1;
    this.list.replaceChildren(...words.map((w, i) => {
      const take = (e) => {
        e.preventDefault(); // keep the focus in the field
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
    say(words.length === 1 ? t`1 suggestion: ${words[0].word}` : count(words.length, "{1} suggestion", "{1} suggestions"));
  }

  close() {
    this.list.hidden = true;
    this.chosen = -1;
    this.input.removeAttribute("aria-activedescendant");
    this.expand(false);
  }

  /** Closes the list, and ignores a pending request. */
  dismiss() {
    clearTimeout(this.timer);
    this.request = null;
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
