// The board on which a definition is tried, by its own rules.
import { Board, apply } from "/static/board.js";
import { Mover } from "/static/mover.js";
import { ask, by, make, post } from "/static/rest.js";

export class Table {
  constructor() {
    this.moves = [];
    by("take-back").onclick = () => this.show(this.moves.slice(0, -1));
    by("engine-move").onclick = () => this.reply();
  }

  /** Sets the board up by other rules; moves that still hold stay. @param {string} variant of a checked definition */
  async begin(variant) {
    this.variant = variant;
    if (!await this.show(this.moves)) await this.show([]);
  }

  /** Shows where moves lead. @param {string[]} moves @returns {Promise<boolean>} whether they hold */
  async show(moves) {
    const { variant } = this, asked = this.asked = Symbol("asked");
    by("refused").textContent = "";
    let now;
    try {
      now = await post("/play.json", { variant, options: "", position: "", moves });
    } catch (e) {
      if (asked === this.asked) by("refused").textContent = e.message;
      return false;
    }
    if (asked !== this.asked) return true;
    this.now = now;
    this.moves = now.plies;
    const { view, filled, last, side, ended, moves: legal, ways, set } = now;
    if (!this.board) {
      this.board = new Board(by("board"), view, { spots: true });
      this.mover = new Mover(this.board, { play: (move) => this.show([...this.moves, move]), choices: by("choices") });
      this.mover.listen();
    }
    this.board.setView(view, apply(new Map(), filled), last || []);
    by("board").parentElement.dataset.set = set;
    this.mover.set({ moves: legal, ways: ways || [] });
    const turn = ended ? `The game is over: ${ended}` : `${view.sides[side]} to move, ${legal.length} legal`;
    by("turn").textContent = turn;
    this.board.label(turn);
    by("tried").replaceChildren(...this.moves.map((move) => make("li", {}, move)));
    by("take-back").disabled = !this.moves.length;
    by("engine-move").disabled = Boolean(ended);
    return true;
  }

  /** Has the engine move. */
  async reply() {
    by("engine-move").disabled = true;
    try {
      const { line } = await ask("/api/v1/analysis", { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ variant: this.variant, options: "", position: this.now.text, nodes: 5000 }) });
      if (line.length) await this.show([...this.moves, line[0]]);
    } catch (e) { by("refused").textContent = e.message; }
    by("engine-move").disabled = Boolean(this.now.ended);
  }
}
