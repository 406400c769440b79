// The error of a query, shown at its place.
import { make } from "./rest.js";
import { t } from "./text.js";

const context = 80; // maximum of characters shown before, at and after the error

/** The first or last characters of a text. @param {string} text @param {boolean} [last] */
function excerpt(text, last = false) {
  const all = [...text];
  if (all.length <= context) return text;
  return last ? `…${all.slice(-context).join("")}` : `${all.slice(0, context).join("")}…`;
}

export class QueryError {
  /** @param {HTMLInputElement} input of the query @param {HTMLElement} box for messages */
  constructor(input, box) {
    this.input = input;
    this.box = box;
    input.addEventListener("input", () => this.clear());
  }

  clear() {
    this.box.hidden = true;
    this.input.removeAttribute("aria-invalid");
  }

  /**
   * @param {{detail?: string, column?: number, suggestion?: string}} problem
   * @param {number} before number of characters of the whole query before the field's text
   */
  show(problem, before) {
    const typed = [...this.input.value], at = (problem.column || 0) - 1 - before;
    const why = (problem.detail || "").replace(/^column \d+: /, "");
    this.box.hidden = false;
    if (!problem.column || at < 0 || at > typed.length) { this.box.replaceChildren(why); return; }
    this.input.setAttribute("aria-invalid", "true");
    const word = typed.slice(at).join("").match(/^[\p{L}\p{N}_+]+|^"[^"]*"|^\S/u)?.[0] || "";
    const end = at + [...word].length, text = (from, to) => typed.slice(from, to).join("");
    this.box.replaceChildren(t`Column ${at + 1}: ${why}`, make("code", {}, excerpt(text(0, at), true), make("mark", {}, excerpt(word) || " "), excerpt(text(end))));
    if (problem.suggestion && word) {
      this.box.append(make("button", { type: "button", onclick: () => {
        this.input.value = text(0, at) + problem.suggestion + text(end);
        this.clear();
        this.input.focus();
      } }, t`Replace by ${problem.suggestion}`));
    }
    const start = text(0, at).length;
    this.input.focus();
    this.input.setSelectionRange(start, start + word.length);
  }
}
