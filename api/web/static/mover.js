// Moves made on a board: select a piece, its target, and further choices.
import "./boardtext.js";
import { make, say } from "./rest.js";
import { count, t } from "./text.js";

/**
 * Callbacks of the page: play a move, the other marks of the board, and the
 * element for moves that the board cannot distinguish.
 * @typedef {object} Acts
 * @property {(move: string) => void|Promise<unknown>} play
 * @property {() => any[]} [marks]
 * @property {HTMLElement} choices
 */

/** The legal moves of a drawn position, for a mover. @param {any} position */
export const legalMoves = ({ moves, drawing: { numbered, paths, pass } }) => ({ moves: numbered, shown: moves, paths, pass });

export class Mover {
  /** @param {import("./board.js").Board} board @param {Acts} acts */
  constructor(board, acts) {
    this.board = board;
    this.acts = acts;
    /** The legal moves, their displayed form if different, their places (from, to, second), and the rule ID of passes, which have no places. @type {{moves: string[], shown?: string[], paths: (number[]|null)[], pass?: string}|null} */
    this.legal = null;
    this.path = [];
  }

  /** Makes Escape deselect, on the board and in the choices. */
  connectEscape() {
    for (const part of [this.board.box, this.acts.choices]) {
      part.addEventListener("keydown", (e) => { if (e.key === "Escape" && this.leave()) e.preventDefault(); });
    }
  }

  /** Connects the presses and drags of the board. */
  connect() {
    Object.assign(this.board.options, { carry: true, onpress: (place) => this.press(place), onmove: (from, to) => this.drag(from, to), ongrab: (place, e) => this.grab(place, e), ondrop: () => this.drop() });
  }

  /** Shows the targets of a piece while it is pressed. @param {number} place @param {PointerEvent} event */
  grab(place, event) {
    if (!this.legal || event.button || this.board.drawing || this.ends(place) || !this.matching([place]).length || this.path.length && this.matching([...this.path, place]).length) return;
    this.grabbed = true;
    this.mark([place]);
  }

  /** Hides the targets of the pressed piece. */
  drop() {
    if (!this.grabbed) return;
    this.grabbed = false;
    this.mark();
  }

  /** Sets the legal moves and deselects. @param {Mover["legal"]} legal */
  set(legal) {
    this.legal = legal;
    this.path = [];
    this.offer((legal?.moves || []).filter((_, i) => !legal.paths[i]?.length));
  }

  /** Offers moves as buttons. @param {string[]} moves @param {boolean} [required] the player must choose one now */
  offer(moves, required = false) {
    const shown = (move) => {
      const { moves: all, shown: displayed, paths, pass } = this.legal, i = all.indexOf(move);
      return (displayed?.[i] || move) + (pass && !paths[i]?.length ? ` (${pass})` : "");
    };
    this.acts.choices.replaceChildren(...moves.map((move) => make("button", { type: "button", class: "legal", onclick: (e) => this.choose(move, e.detail === 0) }, shown(move))));
    if (!required) return;
    say(t`${moves.length} possible moves. Choose one.`);
    this.acts.choices.firstElementChild.focus();
  }

  /** Plays an offered move; keyboard focus returns to the board. */
  choose(move, keyboard) {
    if (keyboard && this.path.length) this.board.focus(this.path.at(-1));
    this.play(move);
  }

  play(move) {
    this.path = [];
    this.acts.choices.replaceChildren();
    return this.acts.play(move);
  }

  /** The indexes of the moves whose places begin with a path. @param {number[]} path */
  matching(path) {
    return this.legal.paths.flatMap((places, i) => (places?.length && path.every((place, k) => places[k] === place) ? [i] : []));
  }

  /** Marks the selection and its targets. @param {number[]} [path] the selected places */
  mark(path = this.path) {
    const rest = this.acts.marks?.() || [];
    if (!path.length) { this.board.draw(rest); return; }
    const targets = new Set(this.matching(path).map((i) => this.legal.paths[i][path.length]).filter((place) => place != null));
    this.board.draw([...path.map((from) => ({ from, colour: "B" })), ...[...targets].map((from) => ({ from, colour: "G", shape: this.board.at.has(from) ? "ring" : "dot" }))]);
  }

  /**
   * Extends the selected path by a place, or begins another move.
   * @param {number} place @returns {any} what a played move returns
   */
  press(place) {
    if (!this.legal) return undefined;
    const longer = [...this.path, place], matches = this.path.length || this.ends(place) ? this.matching(longer) : [];
    if (matches.length) {
      this.path = longer;
      const { paths, moves } = this.legal, more = matches.some((i) => paths[i].length > longer.length);
      if (matches.length === 1) return this.play(moves[matches[0]]);
      this.mark();
      if (more) say(t`Choose the next square.`);
      else this.offer(matches.map((i) => moves[i]), true);
      return undefined;
    }
    const begun = this.path[0];
    this.path = [];
    this.offer(this.legal.moves.filter((_, i) => !this.legal.paths[i]?.length));
    if (place !== begun && this.ends(place)) return this.press(place);
    const n = place === begun ? 0 : this.matching([place]).length;
    if (n) this.path = [place];
    this.mark();
    say(n ? `${this.board.words(place)}: ${count(n, "{1} move", "{1} moves")}` : t`${this.board.words(place)}: no legal move from here`);
    return undefined;
  }

  /** Whether all moves of a place have no other: pieces are placed there. @param {number} place */
  ends(place) {
    const matches = this.matching([place]);
    return matches.length > 0 && matches.every((i) => this.legal.paths[i].length === 1);
  }

  /** Moves a piece by dragging. @returns {any} what the played move returns */
  drag(from, to) {
    if (to == null || !this.legal || this.ends(from)) return undefined;
    this.path = [];
    this.press(from);
    return this.path.length && (this.matching([from, to]).length || !this.ends(to)) ? this.press(to) : undefined;
  }

  /** Deselects; returns false if nothing was selected. */
  leave() {
    if (!this.path.length) return false;
    const [start] = this.path, inChoices = this.acts.choices.contains(document.activeElement);
    this.set(this.legal);
    this.mark();
    if (inChoices) this.board.focus(start);
    return true;
  }
}
