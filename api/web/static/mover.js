// Moves made on a board: what moves is chosen, then where to, then what else there is to choose.
import { make, say } from "./rest.js";

/**
 * What a page does with it: play a move, draw what else is marked, and have a
 * place for moves that the board cannot tell apart.
 * @typedef {object} Acts
 * @property {(move: string) => void} play
 * @property {() => any[]} [marks]
 * @property {HTMLElement} choices
 */

export class Mover {
  /** @param {import("./board.js").Board} board @param {Acts} acts */
  constructor(board, acts) {
    this.board = board;
    this.acts = acts;
    /** Moves, as readers are shown them where that differs, the places that each leads from, to and on to, and the ruling of those that have none: passes. @type {{moves: string[], shown?: string[], ways: (number[]|null)[], pass?: string}|null} */
    this.legal = null;
    this.path = [];
  }

  /** Has Escape let go of what is chosen, on the board and where there is more to choose. */
  escapes() {
    for (const part of [this.board.box, this.acts.choices]) {
      part.addEventListener("keydown", (e) => { if (e.key === "Escape" && this.leave()) e.preventDefault(); });
    }
  }

  /** Has the board's presses and drags come here. */
  listen() {
    Object.assign(this.board.options, { onpress: (place) => this.press(place), onmove: (from, to) => this.carry(from, to) });
  }

  /** Says what is legal now; nothing is chosen then. @param {Mover["legal"]} legal */
  set(legal) {
    this.legal = legal;
    this.path = [];
    this.offer((legal?.moves || []).filter((_, i) => !legal.ways[i]?.length));
  }

  /** Offers moves as buttons. @param {string[]} moves @param {boolean} [now] they are to be chosen from */
  offer(moves, now = false) {
    const shown = (move) => {
      const { moves: all, shown: told, ways, pass } = this.legal, i = all.indexOf(move);
      return (told?.[i] || move) + (pass && !ways[i]?.length ? ` (${pass})` : "");
    };
    this.acts.choices.replaceChildren(...moves.map((move) => make("button", { type: "button", class: "legal", onclick: (e) => this.choose(move, e.detail === 0) }, shown(move))));
    if (!now) return;
    say(`${moves.length} moves fit: choose one.`);
    this.acts.choices.firstElementChild.focus();
  }

  /** Plays a move of those offered; the keyboard goes back to the board. */
  choose(move, keyboard) {
    if (keyboard && this.path.length) this.board.focus(this.path.at(-1));
    this.play(move);
  }

  play(move) {
    this.path = [];
    this.acts.choices.replaceChildren();
    this.acts.play(move);
  }

  /** The moves whose ways begin like this, by their numbers. @param {number[]} path */
  fitting(path) {
    return this.legal.ways.flatMap((way, i) => (way?.length && path.every((place, k) => way[k] === place) ? [i] : []));
  }

  /** Draws what is chosen, and where it may go. */
  mark() {
    const rest = this.acts.marks?.() || [], { path } = this;
    if (!path.length) { this.board.draw(rest); return; }
    const targets = new Set(this.fitting(path).map((i) => this.legal.ways[i][path.length]).filter((place) => place != null));
    this.board.draw([...path.map((from) => ({ from, colour: "B" })), ...[...targets].map((from) => ({ from, colour: "G", shape: this.board.at.has(from) ? "ring" : "dot" }))]);
  }

  /** Takes a place as the next of a move, or as where another begins. @param {number} place */
  press(place) {
    if (!this.legal) return;
    const longer = [...this.path, place], fits = this.path.length || this.ends(place) ? this.fitting(longer) : [];
    if (fits.length) {
      this.path = longer;
      const { ways, moves } = this.legal, on = fits.some((i) => ways[i].length > longer.length);
      if (fits.length === 1) { this.play(moves[fits[0]]); return; }
      this.mark();
      if (on) say("Choose the next place.");
      else this.offer(fits.map((i) => moves[i]), true);
      return;
    }
    const begun = this.path[0];
    this.path = [];
    this.offer(this.legal.moves.filter((_, i) => !this.legal.ways[i]?.length));
    if (place !== begun && this.ends(place)) { this.press(place); return; }
    const n = place === begun ? 0 : this.fitting([place]).length;
    if (n) this.path = [place];
    this.mark();
    say(n ? `${this.board.words(place)}: ${n} move${n === 1 ? "" : "s"}` : `${this.board.words(place)}: nothing moves from here`);
  }

  /** Whether all moves that begin at a place end there: pieces that come from nowhere. @param {number} place */
  ends(place) {
    const fits = this.fitting([place]);
    return fits.length > 0 && fits.every((i) => this.legal.ways[i].length === 1);
  }

  /** Takes a piece from one place to another. */
  carry(from, to) {
    if (to == null || !this.legal || this.ends(from)) return;
    this.path = [];
    this.press(from);
    if (this.path.length && (this.fitting([from, to]).length || !this.ends(to))) this.press(to);
  }

  /** Forgets what was chosen; false where nothing was. */
  leave() {
    if (!this.path.length) return false;
    const [begun] = this.path, offered = this.acts.choices.contains(document.activeElement);
    this.set(this.legal);
    this.mark();
    if (offered) this.board.focus(begun);
    return true;
  }
}
