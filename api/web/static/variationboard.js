// A side line played on the board of the game page.
import { apply } from "./board.js";
import { Mover } from "./mover.js";
import { Problem, ask, by, say } from "./rest.js";

export class Trial {
  /** @param {any} game @param {{ply: number, path: string[]}} where @param {any} line that grows */
  constructor(game, where, line) {
    this.game = game;
    this.where = where;
    this.line = line;
    this.position = null;
    this.texts = [];
    this.mover = new Mover(game.board, { play: (move) => this.ask(move), choices: line.choices });
  }

  async start() {
    this.mover.listen();
    await this.ask("");
  }

  /** Leaves the board to the game. */
  stop() {
    this.ended = true;
    clearTimeout(this.later);
    this.game.own.listen();
  }

  /** Shows where the line leads, when nobody types any more. */
  follow() {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.ask(""), 350);
  }

  /** Asks where the line leads, with one more move. @param {string} move */
  async ask(move) {
    const { line, where } = this, before = line.text;
    const words = new URLSearchParams({ game: this.game.tree.game, ply: String(where.ply), instead: String(line.instead), line: before, move, notation: this.game.tree.notation });
    for (const step of where.path) words.append("path", step);
    const asked = this.asked = words.toString(), shown = this.position;
    this.position = null;
    this.mover.set(null); // nothing moves until it is known where the line stands
    let position;
    try {
      position = await ask(`/line.json?${asked}`);
    } catch (e) {
      if (asked !== this.asked || this.ended) return;
      if (move) this.mover.set(this.position = shown);
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
    game.board.setView(position.view, apply(new Map(), position.filled), position.last || [], glide);
    const n = position.moves.length, last = position.told.at(-1);
    const turn = position.ended ? `The game is over: ${position.ended}.` : `${position.view.sides[position.side]} to move, ${n} legal move${n === 1 ? "" : "s"}.`;
    const caption = last ? `Side line, after ${last}` : "A side line from here";
    by("caption").textContent = caption;
    game.board.label(`${caption}. ${turn}`);
    game.turn(position.side, position.ended);
    this.mover.set(position);
    this.mover.mark();
    this.line.tell(turn);
    say(`${last ? `${last}. ` : ""}${turn}`);
  }

  /** Takes the last move back that was played here. */
  back() {
    if (!this.texts.length) { say("Nothing was played on the board."); return; }
    this.line.text = this.texts.pop();
    this.ask("");
  }
}
