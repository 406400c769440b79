// The error of a record: its place in the text, its display, and its correction.
import "./boardtext.js";
import { Board, apply } from "./board.js";
import { ask, look, make, post, sentence } from "./rest.js";
import { warningList } from "./warnings.js";
import { t } from "./text.js";

/** The number before a ply in numbered lists. */
const number = /^\d+\. /;

class RecordError {
  /** @param {any} error of a report @param {string} text of the file */
  constructor(error, text) {
    this.error = error;
    // Lines and line ends alternate.
    this.parts = text.split(/(\r\n|\r|\n)/);
    this.at = (error.line - 1) * 2;
    this.found = this.at >= 0 && this.at < this.parts.length;
  }

  /**
   * The nearest legal moves, first the one that was probably intended, with their
   * from and to squares.
   * @returns {{move: string, squares: string[], intended: boolean}[]}
   */
  nearest() {
    const { legal, legalSquares: squares = [], suggestion } = this.error;
    const all = legal.map((move, i) => ({ move, squares: squares[i], intended: move === suggestion?.replace(number, "") }));
    return [...all.filter((m) => m.intended), ...all.filter((m) => !m.intended)];
  }

  /** The lines around it. */
  source() {
    if (!this.found) return "";
    const lines = this.parts.filter((_, i) => i % 2 === 0), i = this.at / 2;
    const characters = [...lines[i]], from = this.error.column - 1, to = from + Math.max(1, [...this.error.text].length);
    const cut = (line) => ([...line].length > 300 ? [...line].slice(0, 300).join("") + "…" : line);
    const before = lines.slice(Math.max(0, i - 2), i).map((l) => cut(l) + "\n").join("");
    const after = lines.slice(i + 1, i + 3).map((l) => "\n" + cut(l)).join("");
    const start = Math.max(0, from - 200);
    return make("div", { class: "source", tabindex: 0, role: "region", "aria-label": t`The record near the error` },
      before + (start ? "…" : "") + characters.slice(start, from).join(""), make("mark", {}, characters.slice(from, to).join("")), cut(characters.slice(to).join("")) + after);
  }

  /**
   * The text with a legal move instead of the illegal one; everything else is
   * unchanged. The number of an intended move replaces the number in the text.
   * @param {string} move @param {boolean} intended
   */
  corrected(move, intended) {
    if (!this.found) return this.parts.join("");
    const parts = [...this.parts], { column, text, suggestion } = this.error;
    const characters = [...parts[this.at]], from = column - 1, end = from + [...text].length;
    if (characters.slice(from, end).join("") !== text) return this.parts.join("");
    let before = characters.slice(0, from).join("");
    const given = intended && number.exec(suggestion)?.[0].trim();
    if (given) before = before.replace(/\d+\.(\s*)$/, `${given}$1`);
    parts[this.at] = before + move + characters.slice(end).join("");
    return parts.join("");
  }
}

/** Replaces a rejection by null. @template T @param {Promise<T>} promise */
const orNull = (promise) => promise.catch(() => null);

/**
 * Shows the error of a report: the board before it, the illegal move, the broken
 * rule, the text around it, and the nearest legal moves as buttons. Corrections of
 * the whole record have their place (.mended) before the text.
 * @param {Element} place that it is added to
 * @param {any} report
 * @param {string|null|Promise<string|null>} record the text of the record, null if unknown
 * @param {((correct: (text: string) => string) => void)|null} onchoose called with a function that writes the chosen move into the current text; null if the text cannot be changed
 * @param {{name?: string, drawn?: boolean}} [options] the file's name; whether the page already shows the board
 * @returns {Promise<{side: HTMLElement, text: string|null}>} the column next to the board, and the text
 */
export async function showError(place, report, record, onchoose, { name = "", drawn = false } = {}) {
  const e = report.error;
  const box = make("div", { class: "board-box" }), side = make("div", {}), both = make("div", { class: "split" }, box, side);
  const options = report.options ? `?options=${encodeURIComponent(report.options)}` : "";
  place.append(both);
  const [position, rules, text] = await Promise.all([
    !drawn && report.final && orNull(post("/api/v1/positions/play", { variant: report.variant, options: report.options, position: report.final, drawing: true, ...look(report.variant) })),
    report.variant && e.rule && orNull(ask(`/api/v1/variants/${report.variant}${options}`)),
    record,
  ]);
  let board = null;
  if (position) {
    board = new Board(box, position.drawing.view, { label: t`The board before ply ${e.ply}` });
    board.set(apply(new Map(), position.drawing.filled), []);
  } else {
    box.remove();
    both.className = "";
  }
  const error = new RecordError(e, text ?? "");
  const wrong = board ? board.moveMarks(e.squares, "R") : [];
  board?.draw(wrong);
  const chip = ({ move, squares, intended }) => {
    const show = () => board?.draw([...wrong, ...board.moveMarks(squares, "G")]);
    const hide = () => board?.draw(wrong);
    return make("li", { class: intended ? "intended" : null }, intended && t`Probably meant: `, make("button", { type: "button", class: "legal", title: onchoose && t`Replace the illegal move by this one and check again`,
      onmouseenter: show, onfocus: show, onmouseleave: hide, onblur: hide, onclick: () => onchoose?.((now) => new RecordError(e, now).corrected(move, intended)) }, move));
  };
  const ruling = rules && rules.rulingTexts.find((r) => r.number === e.rule);
  const address = `/variants/${report.variant}${options}#${e.rule}`;
  const where = e.line ? (name && name + ", ") + t`line ${e.line}, column ${e.column}` : name;
  side.append(
    make("div", { class: "ruling" }, make("h2", {}, e.ply ? t`Ply ${e.ply}, ${e.side}: ${e.text}` : report.verdict === "unreadable" ? t`The record is unreadable` : t`The record is illegal`),
      make("p", {}, sentence(e.message)),
      ruling && make("blockquote", { cite: address }, ruling.says, " ", make("cite", {}, make("a", { href: address }, e.rule))),
      where && make("p", { class: "hint" }, where)),
    make("div", { class: "mended" }), warningList(report.warnings) ?? "", error.source());
  const nearest = error.nearest();
  if (nearest.length) side.append(make("p", { class: "hint" }, t`Nearest legal moves`), make("ul", { class: "chips", "aria-label": t`Nearest legal moves` }, ...nearest.map(chip)));
  return { side, text };
}
