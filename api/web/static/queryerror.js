// A fault of a query, shown where it is.
import { make } from "./rest.js";

const near = 80; // characters that are shown on either side of a fault, and of it

/** The first characters of a text, or the last. @param {string} text @param {boolean} [last] */
function some(text, last = false) {
  const all = [...text];
  if (all.length <= near) return text;
  return last ? `…${all.slice(-near).join("")}` : `${all.slice(0, near).join("")}…`;
}

export class QueryFault {
  /** @param {HTMLInputElement} input of the query @param {HTMLElement} box under it */
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
   * @param {number} before how many characters of the query asked stand before the field's
   */
  show(problem, before) {
    const typed = [...this.input.value], at = (problem.column || 0) - 1 - before;
    const why = (problem.detail || "").replace(/^column \d+: /, "");
    this.box.hidden = false;
    if (!problem.column || at < 0 || at > typed.length) { this.box.replaceChildren(why); return; }
    this.input.setAttribute("aria-invalid", "true");
    const word = typed.slice(at).join("").match(/^[\p{L}\p{N}_+]+|^"[^"]*"|^\S/u)?.[0] || "";
    const end = at + [...word].length, text = (from, to) => typed.slice(from, to).join("");
    this.box.replaceChildren(`Column ${at + 1}: ${why}`, make("code", {}, some(text(0, at), true), make("mark", {}, some(word) || " "), some(text(end))));
    if (problem.suggestion && word) {
      this.box.append(make("button", { type: "button", onclick: () => {
        this.input.value = text(0, at) + problem.suggestion + text(end);
        this.clear();
        this.input.focus();
      } }, `Write ${problem.suggestion}`));
    }
    const start = text(0, at).length;
    this.input.focus();
    this.input.setSelectionRange(start, start + word.length);
  }
}
