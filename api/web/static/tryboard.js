// The board on which a definition is tried, by its own rules.
import { by, make } from "./rest.js";
import { Table } from "./table.js";

export class Trying extends Table {
  constructor() {
    super();
    by("trying").hidden = false;
    by("take-back").onclick = () => this.show(this.moves.slice(0, -1));
    by("engine-move").onclick = () => this.reply();
    by("step").onclick = () => this.show(this.line.slice(0, this.moves.length + 1), true);
    /** A game to be stepped through. @type {string[]} */
    this.line = [];
  }

  /** Shows the start of a game, to be stepped through. @param {string[]} line */
  follow(line) {
    this.line = line;
    return this.show([]);
  }

  /** Sets the board up by other rules; moves that still hold stay. @param {string} variant an id, or of a checked definition */
  async begin(variant) {
    if (variant === this.variant && variant === this.now?.variant) return;
    this.variant = variant;
    if (await this.show(this.moves) === false) await this.show([]);
  }

  shown() {
    const { view, side, ended, moves, told } = this.now;
    const turn = ended ? `The game is over: ${ended}` : `${view.sides[side]} to move, ${moves.length} legal`;
    by("turn").textContent = turn;
    this.board.label(turn);
    by("tried").replaceChildren(...told.map((move) => make("li", {}, move)));
    by("step").hidden = this.moves.length >= this.line.length || this.moves.some((move, i) => move !== this.line[i]);
    by("take-back").disabled = !told.length;
    by("engine-move").disabled = Boolean(ended);
  }

  /** Has the engine move. */
  async reply() {
    const { now } = this;
    by("engine-move").disabled = true;
    by("engine-move").ariaBusy = "true";
    try {
      const move = await this.best(5000);
      if (move && now === this.now && !this.pending) await this.add(move);
    } catch (e) { by("refused").textContent = e.message; }
    by("engine-move").ariaBusy = null;
    by("engine-move").disabled = Boolean(this.now.ended);
  }
}
