// A side line played on the board of the game page.
import { apply } from "/static/board.js";
import { Problem, ask, by, say } from "/static/rest.js";

export class Trial {
  /** @param {any} game @param {{ply: number, path: string[]}} where @param {any} line that grows */
  constructor(game, where, line) {
    this.game = game;
    this.where = where;
    this.line = line;
    this.from = null;
    this.position = null;
    this.texts = [];
  }

  async start() {
    const { board } = this.game;
    Object.assign(board.options, { spots: true, onpress: (place) => this.press(place), onmove: (from, to) => this.carry(from, to) });
    await this.ask("");
  }

  /** Leaves the board to the game. */
  stop() {
    this.ended = true;
    clearTimeout(this.later);
    Object.assign(this.game.board.options, { spots: false, onpress: null, onmove: null });
  }

  /** Shows where the line leads, when nobody types any more. */
  follow() {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.ask(""), 350);
  }

  /** Asks where the line leads, with one more move. @param {string} move */
  async ask(move) {
    const { line, where } = this, before = line.text;
    const words = new URLSearchParams({ game: this.game.tree.game, ply: String(where.ply), instead: String(line.instead), line: before, move });
    for (const step of where.path) words.append("path", step);
    const asked = this.asked = words.toString(), shown = this.position;
    this.position = null; // nothing moves until it is known where the line stands
    let position;
    try {
      position = await ask(`/line.json?${asked}`);
    } catch (e) {
      if (asked !== this.asked || this.ended) return;
      if (move) this.position = shown;
      line.refuse(e instanceof Problem && e.body.error, e.message);
      return;
    }
    if (asked !== this.asked || this.ended) return;
    if (move) { this.texts.push(before); line.text = position.line; }
    line.accept();
    this.show(position, Boolean(move));
  }

  show(position, glide) {
    const { game } = this;
    this.position = position;
    this.from = null;
    game.board.setView(position.view, apply(new Map(), position.filled), position.last || [], glide);
    const n = position.moves.length, last = position.plies.at(-1);
    const turn = position.ended ? `The game is over: ${position.ended}.` : `${position.view.sides[position.side]} to move, ${n} legal move${n === 1 ? "" : "s"}.`;
    const caption = last ? `Side line, after ${last}` : "A side line from here";
    by("caption").textContent = caption;
    game.board.label(`${caption}. ${turn}`);
    game.turn(position.side, position.ended);
    this.mark();
    this.line.tell(turn, position.moves.filter((_, i) => !position.ways[i]), (move) => this.choose(move, 0));
    say(`${last ? `${last}. ` : ""}${turn}`);
  }

  /** The moves that lead from a place, and to another. */
  fitting(from, to) {
    return this.position.moves.filter((_, i) => this.position.ways[i]?.[0] === from && (to == null || this.position.ways[i][1] === to));
  }

  mark() {
    const { board } = this.game;
    if (this.from == null) { board.draw([]); return; }
    const targets = new Set(this.position.ways.filter((way) => way?.[0] === this.from).map((way) => way[1]));
    board.draw([{ from: this.from, colour: "B" }, ...[...targets].map((from) => ({ from, colour: "G" }))]);
  }

  /** Chooses what moves, then where to. @param {number} place */
  press(place) {
    if (!this.position) return;
    const { board } = this.game;
    if (this.from != null) {
      const moves = this.fitting(this.from, place);
      if (moves.length === 1) { this.ask(moves[0]); return; }
      if (moves.length) {
        this.line.tell(`${moves.length} moves fit: choose one.`, moves, (move) => this.choose(move, place), true);
        say(`${moves.length} moves fit: choose one.`);
        return;
      }
    }
    const moves = place === this.from ? [] : this.fitting(place);
    this.from = moves.length ? place : null;
    this.mark();
    say(moves.length ? `${board.words(place)}: ${moves.length} move${moves.length === 1 ? "" : "s"}` : `${board.words(place)}: nothing moves from here`);
  }

  /** Plays a move of those offered, and goes back to the board. */
  choose(move, place) {
    this.game.board.focus(place);
    this.ask(move);
  }

  /** Takes a piece from one place to another. */
  carry(from, to) {
    if (to == null) return;
    this.from = null;
    this.press(from);
    if (this.from != null) this.press(to);
  }

  /** Takes the last move back that was played here. */
  back() {
    if (!this.texts.length) { say("Nothing was played on the board."); return; }
    this.line.text = this.texts.pop();
    this.ask("");
  }
}
