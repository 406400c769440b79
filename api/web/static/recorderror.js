// The fault of a record in its text: where it stands, how it is shown, and how it is mended.
import { Board, apply } from "./board.js";
import { ask, make } from "./rest.js";
import { warningList } from "./warnings.js";

/** The number in front of a ply, as numbered lists have it. */
const number = /^\d+\. /;

class Fault {
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

/** What is there of a promise that may be broken. @template T @param {Promise<T>} promise */
const or = (promise) => promise.catch(() => null);

/**
 * Shows the fault of a report: the board before it, the move that does not
 * hold, its ruling, the lines around it, and what would hold, each a click away.
 * @param {Element} place that it is added to
 * @param {any} report
 * @param {string|null|Promise<string|null>} record the text that the report is about, null where it is not known
 * @param {((mend: (text: string) => string) => void)|null} take what is done with a legal move, given what writes it into the text, which may have been written on since; null for nothing
 * @param {{name?: string, drawn?: boolean}} [options] the name of its file; whether the board stands on the page already
 * @returns {Promise<{side: HTMLElement, text: string|null}>} what stands beside the board, and the text
 */
export async function showFault(place, report, record, take, { name = "", drawn = false } = {}) {
  const e = report.error;
  const box = make("div", { class: "board-box" }), side = make("div", {}), both = make("div", { class: "split" }, box, side);
  const words = new URLSearchParams({ variant: report.variant || "" });
  if (report.options) words.set("options", report.options);
  const options = report.options ? `?options=${encodeURIComponent(report.options)}` : "";
  place.append(both);
  const [position, rules, text] = await Promise.all([
    !drawn && report.final && or(ask(`/board.json?${words}&position=${encodeURIComponent(report.final)}`)),
    report.variant && e.rule && or(ask(`/api/v1/variants/${report.variant}${options}`)),
    record,
  ]);
  let board = null;
  if (position) {
    board = new Board(box, position.view, { label: `The board before ply ${e.ply}` });
    board.set(apply(new Map(), position.filled), []);
  } else {
    box.remove();
    both.className = "";
  }
  const fault = new Fault(e, text ?? "");
  const wrong = board ? board.moveMarks(e.squares, "R") : [];
  board?.draw(wrong);
  const chip = ({ move, squares, meant }) => {
    const show = () => board?.draw([...wrong, ...board.moveMarks(squares, "G")]);
    const hide = () => board?.draw(wrong);
    return make("li", { class: meant ? "meant" : null }, meant && "Probably meant: ", make("button", { type: "button", class: "legal", title: take && "Write this in its place and check again",
      onmouseenter: show, onfocus: show, onmouseleave: hide, onblur: hide, onclick: () => take?.((now) => new Fault(e, now).mended(move, meant)) }, move));
  };
  const ruling = rules && rules.rulingTexts.find((r) => r.number === e.rule);
  const address = `/variants/${report.variant}${options}#${e.rule}`;
  const where = e.line ? `${name && name + ", "}line ${e.line}, column ${e.column}` : name;
  side.append(
    make("div", { class: "ruling" }, make("h2", {}, e.ply ? `Ply ${e.ply}, ${e.side}: ${e.text}` : report.verdict === "unreadable" ? "It cannot be read" : "The record does not hold"),
      make("p", {}, e.message),
      ruling && make("blockquote", { cite: address }, ruling.says, " ", make("cite", {}, make("a", { href: address }, e.rule))),
      where && make("p", { class: "hint" }, where)),
    warningList(report.warnings), fault.source());
  const nearest = fault.nearest();
  if (nearest.length) side.append(make("p", { class: "hint" }, "Nearest legal moves"), make("ul", { class: "chips", "aria-label": "Nearest legal moves" }, ...nearest.map(chip)));
  return { side, text };
}
