// The fault of a record in its text: where it stands, and how it is mended.
import { make } from "/static/rest.js";

/** The number in front of a ply, as numbered lists have it. */
const number = /^\d+\. /;

export class Fault {
  /** @param {any} error of a report @param {string} text of the file */
  constructor(error, text) {
    this.error = error;
    // Lines, and what ends them, one after the other.
    this.parts = text.split(/(\r\n|\r|\n)/);
    this.at = (error.line - 1) * 2;
    this.there = this.at >= 0 && this.at < this.parts.length;
  }

  /**
   * The legal moves beside the one at fault, first the one that was probably
   * meant. Squares are from where to where each leads.
   * @returns {{move: string, squares: string[], meant: boolean}[]}
   */
  nearest() {
    const { legal, legalSquares: squares = [], suggestion } = this.error;
    const all = legal.map((move, i) => ({ move, squares: squares[i], meant: move === suggestion.replace(number, "") }));
    return [...all.filter((m) => m.meant), ...all.filter((m) => !m.meant)];
  }

  /** The lines around it. */
  source() {
    if (!this.there) return "";
    const lines = this.parts.filter((_, i) => i % 2 === 0), i = this.at / 2;
    const characters = [...lines[i]], from = this.error.column - 1, to = from + Math.max(1, [...this.error.text].length);
    const cut = (line) => ([...line].length > 300 ? [...line].slice(0, 300).join("") + "…" : line);
    const before = lines.slice(Math.max(0, i - 2), i).map((l) => cut(l) + "\n").join("");
    const after = lines.slice(i + 1, i + 3).map((l) => "\n" + cut(l)).join("");
    const start = Math.max(0, from - 200);
    return make("div", { class: "source", tabindex: 0, role: "region", "aria-label": "The record around the fault" },
      before + (start ? "…" : "") + characters.slice(start, from).join(""), make("mark", {}, characters.slice(from, to).join("")), cut(characters.slice(to).join("")) + after);
  }

  /**
   * The text with a legal move in place of the one at fault; all else stays,
   * line ends too. The move that was meant may come with its number, which then
   * takes the place of the one that is there.
   * @param {string} move @param {boolean} meant
   */
  mended(move, meant) {
    if (!this.there) return this.parts.join("");
    const parts = [...this.parts], { column, text, suggestion } = this.error;
    const characters = [...parts[this.at]], from = column - 1, end = from + [...text].length;
    if (characters.slice(from, end).join("") !== text) return this.parts.join("");
    let before = characters.slice(0, from).join("");
    const given = meant && number.exec(suggestion)?.[0].trim();
    if (given) before = before.replace(/\d+\.(\s*)$/, `${given}$1`);
    parts[this.at] = before + move + characters.slice(end).join("");
    return parts.join("");
  }
}
