// The studio: edits a definition by pictures and forms. Text and pictures stay
// in step.
import { ArrayEditor } from "./array.js";
import { Details } from "./details.js";
import { Pieces } from "./pieces.js";
import { by, make, post, say } from "./rest.js";
import { t } from "./text.js";

/** Delay between typing and the pictures, in milliseconds. */
const delay = 300;

/**
 * @typedef {{files: number, ranks: number, hop: string, range: number, move: boolean, capture: boolean, lame: boolean, first: boolean}} Leap
 * @typedef {{letter: string, name: string, leaps: Leap[], others: string[]}} Kind
 * @typedef {{text: string, variant: string|null, start: string, pieces: Kind[], regions: {name: string, places: string[]}[], cells: string, files: number, ranks: number, tree: any}} Design
 */

export class Studio {
  /** @param {HTMLTextAreaElement} area */
  constructor(area) {
    this.area = area;
    /** What the text says. @type {Design|null} */
    this.design = null;
    this.seen = null; // the text of the design
    /** Texts before and after each change by pictures, for undo. */
    this.past = [];
    this.working = Promise.resolve();
    this.waiting = 0; // changes that are not requested yet
    this.views = { "panel-array": new ArrayEditor(this), "panel-pieces": new Pieces(this), "panel-details": new Details(this) };
    by("undo-edit").hidden = false;
    by("undo-edit").onclick = () => this.undo();
    area.addEventListener("input", () => this.typed());
    area.addEventListener("change", () => this.typed());
  }

  /** Shows a panel. @param {string} panel */
  async open(panel) {
    this.panel = panel;
    if (!this.views[panel]) return;
    if (this.seen === this.area.value) this.show();
    else await this.edit([]);
  }

  /** Reads the text again after a while. */
  typed() {
    clearTimeout(this.timer);
    this.enable();
    if (this.seen === this.area.value || !this.views[this.panel]) return;
    this.timer = setTimeout(() => this.edit([]), delay);
  }

  /**
   * Makes changes to the text, one request after the other. Without changes the
   * text is only read.
   * @param {any[]} edits
   * @param {string} [said] what was done, for screen readers
   */
  edit(edits, said = "") {
    this.waiting++;
    this.working = this.working.then(() => { this.waiting--; return this.request(edits, said); });
    return this.working;
  }

  async request(edits, said) {
    if (edits.length && this.area.readOnly) return false;
    const before = this.area.value;
    let design;
    try {
      design = await post("/api/v1/variants/design", { text: before, edits });
    } catch (e) {
      this.refuse(edits.length ? e.message : t`The pictures show the last readable text. ${e.message}`);
      return false;
    }
    if (this.area.value !== before) return this.request(edits, said); // typed meanwhile
    if (!this.waiting) { // else the pictures are ahead of this answer
      this.design = design;
      this.seen = design.text;
    }
    if (design.text !== before) {
      this.past.push({ before, after: design.text });
      this.put(design.text);
    }
    this.refuse("");
    if (!this.waiting) this.show();
    if (said) say(said);
    return true;
  }

  /** Shows why a change was refused, or "". @param {string} message */
  refuse(message) {
    for (const note of document.querySelectorAll(".studio-note")) note.textContent = message;
  }

  /** Replaces the changed part of the text. @param {string} text */
  put(text) {
    const { area } = this, before = area.value;
    let from = 0, end = 0;
    while (from < before.length && before[from] === text[from]) from++;
    while (end < Math.min(before.length, text.length) - from && before.at(-1 - end) === text.at(-1 - end)) end++;
    area.setRangeText(text.slice(from, text.length - end), from, before.length - end, "preserve");
    const line = text.slice(0, from).split("\n").length - 1, height = area.scrollHeight / text.split("\n").length;
    if (line * height < area.scrollTop || (line + 2) * height > area.scrollTop + area.clientHeight) area.scrollTop = (line - 4) * height;
    area.dispatchEvent(new Event("input", { bubbles: true }));
    this.enable();
  }

  /** Undoes the last change by pictures, if the text is still the same. */
  undo() {
    const last = this.past.at(-1);
    if (!last || last.after !== this.area.value) return;
    this.past.pop();
    this.put(last.before);
    this.edit([], t`Undone`);
  }

  enable() { by("undo-edit").disabled = this.past.at(-1)?.after !== this.area.value; }

  show() {
    this.enable();
    this.views[this.panel]?.show(this.design);
  }
}
