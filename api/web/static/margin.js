// The margin of a text that is written: the numbers of its lines, and its faults at theirs.
import { by, make } from "./rest.js";

export class Margin {
  /** @param {HTMLTextAreaElement} area @param {HTMLElement} box */
  constructor(area, box) {
    this.area = area;
    this.box = box;
    /** The faults by their lines. @type {Map<number, {line: number, column: number, message: string}[]>} */
    this.faults = new Map();
    for (const event of ["scroll", "input", "change"]) area.addEventListener(event, () => this.draw());
    for (const event of ["keyup", "click", "input", "change"]) area.addEventListener(event, () => this.tell());
    area.addEventListener("keydown", (e) => { if (e.key === "F8") { e.preventDefault(); this.next(e.shiftKey); } });
    new ResizeObserver(() => this.draw()).observe(area);
  }

  /** @param {{line: number, column: number, message: string}[]} problems */
  set(problems) {
    this.faults = new Map();
    for (const p of problems) this.faults.set(p.line, [...this.faults.get(p.line) || [], p]);
    this.draw();
    this.tell();
  }

  /** Draws the lines that are in sight, however many there are. */
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
    const faults = this.faults.get(line), says = faults?.map((f) => f.message).join("\n");
    const e = make("span", { class: faults && "fault", title: says, onclick: () => this.go(faults?.[0] || { line, column: 0 }) }, String(line));
    e.style.top = `${top}px`;
    return e;
  }

  /** The line of the cursor, from 1. */
  line() { return this.area.value.slice(0, this.area.selectionStart).split("\n").length; }

  /** Says what is wrong with the line of the cursor. */
  tell() {
    const faults = this.faults.get(this.line()) || [];
    const says = faults.length ? `Line ${faults[0].line}: ${faults.map((f) => f.message).join("; ")}` : this.faults.size ? "F8 goes to the next fault." : "";
    if (by("here").textContent !== says) by("here").textContent = says;
  }

  /** Goes to the next line with a fault, or the one before. @param {boolean} back */
  next(back) {
    const here = this.line(), lines = [...this.faults.keys()].filter(Boolean).sort((a, b) => a - b);
    const line = back ? lines.findLast((n) => n < here) ?? lines.at(-1) : lines.find((n) => n > here) ?? lines[0];
    if (line) this.go(this.faults.get(line)[0]);
  }

  /** Selects the word of a fault, or its line. @param {{line: number, column: number}} fault */
  go({ line, column }) {
    const { area } = this, lines = area.value.split("\n"), text = lines[line - 1] || "";
    const start = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0);
    const from = column ? [...text].slice(0, column - 1).join("").length : 0; // columns count characters
    const word = column ? text.slice(from).match(/^[^\s,:{}[\]"']+/)?.[0].length : 0;
    area.focus();
    area.setSelectionRange(start + from, start + (word ? from + word : text.length));
    area.scrollTop = (line - 5) * area.scrollHeight / lines.length;
    if (!column) area.scrollLeft = 0;
    this.tell();
  }
}
