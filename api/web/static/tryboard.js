// The board for trying a variant.
import { PlayBoard } from "./playboard.js";
import { by, make } from "./rest.js";
import { count, t } from "./text.js";

export class TryBoard extends PlayBoard {
  constructor() {
    super();
    by("try").hidden = false;
    by("undo-move").onclick = () => this.show(this.moves.slice(0, -1));
    by("engine-move").onclick = () => this.reply();
    by("step").onclick = () => this.show(this.line.slice(0, this.moves.length + 1), true);
    /** A game to step through. @type {string[]} */
    this.line = [];
  }

  /** Shows the start of a game to step through. @param {string[]} line */
  follow(line) {
    this.line = line;
    return this.show([]);
  }

  /** Switches to another variant; keeps the moves if they are legal. @param {string} variant ID, also of a checked definition */
  async begin(variant) {
    if (variant === this.variant && variant === this.now?.variant) return;
    this.variant = variant;
    if (await this.show(this.moves) === false) await this.show([]);
  }

  shown() {
    const { outcome, moves, drawing: { view, turn: side, plies } } = this.now;
    const turn = outcome ? t`Game over: ${outcome.termination}` : t`${view.sides[side]} to move` + ", " + count(moves.length, "{1} legal move", "{1} legal moves");
    by("turn").textContent = turn;
    this.board.label(turn);
    by("played-moves").replaceChildren(...plies.map(({ text }, i) => make("li", {}, i % 2 ? text : `${i / 2 + 1}. ${text}`)));
    by("step").hidden = this.moves.length >= this.line.length || this.moves.some((move, i) => move !== this.line[i]);
    by("undo-move").disabled = !plies.length;
    by("engine-move").disabled = Boolean(outcome);
  }

  /** Lets the engine move. */
  async reply() {
    const { now } = this;
    by("engine-move").disabled = true;
    by("engine-move").ariaBusy = "true";
    try {
      const move = await this.best(5000);
      if (move && now === this.now && !this.pending) await this.add(move);
    } catch (e) { by("refused").textContent = e.message; }
    by("engine-move").ariaBusy = null;
    by("engine-move").disabled = Boolean(this.now.outcome);
  }
}
