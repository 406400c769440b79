// Plays a variation of the annotation form on the board of the game's page.
import { apply } from "./board.js";
import { Mover, legalMoves } from "./mover.js";
import { Problem, by, look, post, say } from "./rest.js";
import { count, t } from "./text.js";

export class VariationBoard {
  /** @param {any} game @param {{ply: number, path: string[]}} where @param {any} line the variation */
  constructor(game, where, line) {
    this.game = game;
    this.where = where;
    this.line = line;
    this.position = null;
    this.texts = [];
    this.mover = new Mover(game.board, { play: (move) => this.ask(move), choices: line.choices });
  }

  async start() {
    this.mover.connect();
    await this.ask("");
  }

  /** Returns the board to the game. */
  stop() {
    this.ended = true;
    clearTimeout(this.timer);
    this.game.own.connect();
  }

  /** Updates the position when typing stops. */
  follow() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(""), 350);
  }

  /** Requests the position after the variation and one more move. @param {string} move */
  async ask(move) {
    const { line, where } = this, before = line.text;
    const { game, variant, notation } = this.game.tree, request = this.request = Symbol("request"), shown = this.position;
    this.position = null;
    this.mover.set(null); // no moves until the position is known
    let position;
    try {
      position = await post(`/api/v1/games/${game}/line`, { ...look(variant), notation, ply: where.ply, path: where.path, instead: line.instead, line: before, move });
    } catch (e) {
      if (request !== this.request || this.ended) return;
      if (move) this.mover.set(this.position = shown);
      line.refuse(e instanceof Problem && e.body.error, e.message);
      return;
    }
    if (request !== this.request || this.ended) return;
    if (move) { this.texts.push(before); line.text = position.line; }
    line.accept();
    this.show(position, Boolean(move));
  }

  show(position, glide) {
    const { game } = this;
    this.position = position;
    const { moves, outcome, drawing } = position, n = moves.length, last = drawing.plies.at(-1)?.text;
    game.board.setView(drawing.view, apply(new Map(), drawing.filled), drawing.last || [], glide);
    const turn = outcome ? t`Game over: ${outcome.termination}.` : t`${drawing.view.sides[drawing.turn]} to move` + ", " + count(n, "{1} legal move", "{1} legal moves") + ".";
    const caption = last ? t`Variation, after ${last}` : t`Variation from here`;
    by("caption").textContent = caption;
    game.board.label(`${caption}. ${turn}`);
    game.turn(drawing.turn, outcome?.termination || "");
    this.mover.set(legalMoves(position));
    this.mover.mark();
    this.line.showStatus(turn);
    say(`${last ? `${last}. ` : ""}${turn}`);
  }

  /** Undoes the last move played here. */
  undo() {
    if (!this.texts.length) { say(t`Nothing to undo.`); return; }
    this.line.text = this.texts.pop();
    this.ask("");
  }
}
