// The margin of the editor: line numbers, and errors next to their lines.
import { by, make } from "./rest.js";
import { t } from "./text.js";

export class Margin {
  /** @param {HTMLTextAreaElement} area @param {HTMLElement} box */
  constructor(area, box) {
    this.area = area;
    this.box = box;
    /** Errors by line. @type {Map<number, {line: number, column: number, message: string}[]>} */
    this.errors = new Map();
    for (const event of ["scroll", "input", "change"]) area.addEventListener(event, () => this.draw());
    for (const event of ["keyup", "click", "input", "change"]) area.addEventListener(event, () => this.showMessage());
    area.addEventListener("keydown", (e) => { if (e.key === "F8") { e.preventDefault(); this.next(e.shiftKey); } });
    new ResizeObserver(() => this.draw()).observe(area);
  }

  /** @param {{line: number, column: number, message: string}[]} problems */
  set(problems) {
    this.errors = new Map();
    for (const p of problems) this.errors.set(p.line, [...this.errors.get(p.line) || [], p]);
    this.draw();
    this.showMessage();
  }

  /** Draws the visible lines. */
  draw() {
    const { area } = this, style = getComputedStyle(area);
    const height = Number.parseFloat(style.lineHeight), top = Number.parseFloat(style.paddingTop) + area.clientTop;
    const lines = area.value.split("\n").length, first = Math.floor(area.scrollTop / height);
    const last = Math.min(lines, first + Math.ceil(area.clientHeight / height) + 1);
    this.box.style.setProperty("--digits", String(String(lines).length));
    this.box.replaceChildren(...Array.from({ length: Math.max(0, last - first) }, (_, i) => this.number(first + i + 1, top + (first + i) * height - area.scrollTop)));
  }

  /** @param {number} line @param {number} top */
  number(line, top) {
    const errors = this.errors.get(line), message = errors?.map((e) => e.message).join("\n");
    const number = make("span", { class: errors && "error", title: message, onclick: () => this.go(errors?.[0] || { line, column: 0 }) }, String(line));
    number.style.top = `${top}px`;
    return number;
  }

  /** The line of the cursor, from 1. */
  line() { return this.area.value.slice(0, this.area.selectionStart).split("\n").length; }

  /** Shows the errors of the cursor's line. */
  showMessage() {
    const errors = this.errors.get(this.line()) || [];
    const message = errors.length ? t`Line ${errors[0].line}: ${errors.map((e) => e.message).join("; ")}` : this.errors.size ? t`Press F8 to go to the next error.` : "";
    if (by("here").textContent !== message) by("here").textContent = message;
  }

  /** Goes to the next or previous line with an error. @param {boolean} back */
  next(back) {
    const here = this.line(), lines = [...this.errors.keys()].filter(Boolean).sort((a, b) => a - b);
    const line = back ? lines.findLast((n) => n < here) ?? lines.at(-1) : lines.find((n) => n > here) ?? lines[0];
    if (line) this.go(this.errors.get(line)[0]);
  }

  /** Selects the word at an error, or its line. @param {{line: number, column: number}} error */
  go({ line, column }) {
    const { area } = this, lines = area.value.split("\n"), text = lines[line - 1] || "";
    const start = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0);
    const from = column ? [...text].slice(0, column - 1).join("").length : 0; // columns count characters
    const word = column ? text.slice(from).match(/^[^\s,:{}[\]"']+/)?.[0].length : 0;
    area.focus();
    area.setSelectionRange(start + from, start + (word ? from + word : text.length));
    area.scrollTop = (line - 5) * area.scrollHeight / lines.length;
    if (!column) area.scrollLeft = 0;
    this.showMessage();
  }
}
