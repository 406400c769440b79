// A board for playing moves from a position of any variant.
import { Board, apply } from "./board.js";
import { connectCommands } from "./commands.js";
import { Mover, legalMoves } from "./mover.js";
import { applyColours, ask, by, isTemporary, knock, look, make, post, sentence } from "./rest.js";
import { t } from "./text.js";

export class PlayBoard {
  constructor() {
    this.variant = this.options = this.position = "";
    this.moves = [];
  }

  /**
   * Shows the position after moves. If a move is illegal, it shows the error and
   * changes nothing.
   * @param {string[]} moves @param {boolean} [glide]
   * @returns {Promise<boolean|undefined>} whether they are legal; undefined if
   * superseded
   */
  async show(moves, glide = false) {
    const { variant, options, position } = this, request = this.request = Symbol("request");
    by("refused").textContent = "";
    this.pending = true;
    const slow = setTimeout(() => { by("board").ariaBusy = "true"; }, 400);
    let now;
    try {
      now = await post("/api/v1/positions/play", { variant, options, position, moves, drawing: true, roomy: true, ...look(variant) });
    } catch (e) {
      if (request !== this.request) return undefined;
      this.pending = false;
      await this.refuse(e, () => this.show(moves, glide));
      return false;
    } finally {
      clearTimeout(slow);
      if (request === this.request) by("board").ariaBusy = null;
    }
    if (request !== this.request) return undefined;
    this.pending = false;
    const fresh = this.now?.variant !== variant;
    this.now = { ...now, variant };
    this.moves = now.drawing.plies.map(({ move }) => move);
    this.place(glide);
    this.shown(fresh);
    return true;
  }

  /** Shows an error; offers to retry if it is temporary. @param {any} e @param {() => void} retry */
  async refuse(e, retry) {
    by("refused").replaceChildren(`${sentence(e.message)} `, ...(isTemporary(e) ? [make("button", { type: "button", onclick: retry }, t`Try again`)] : []));
  }

  /** Shows the current position on the board. */
  place(glide) {
    const { view, filled, last } = this.now.drawing;
    if (!this.board) {
      this.board = new Board(by("board"), view, { spots: true });
      this.mover = new Mover(this.board, { play: (move) => this.add(move), choices: by("choices") });
      this.mover.connect();
      this.mover.connectEscape();
    }
    this.board.setView(view, apply(new Map(), filled), last || [], glide);
    if (glide) knock();
    applyColours(view);
    this.mover.set(legalMoves(this.now));
  }

  /** Answers commands in the field for moves. */
  connectCommands() {
    connectCommands(by("typing"), {
      board: () => this.board, legal: async () => this.mover.legal, last: () => this.now.drawing.plies.at(-1)?.text || "",
      about: () => {
        const { outcome, check, drawing: { view, turn, plies } } = this.now;
        return `${outcome ? t`Game over: ${outcome.termination}` : t`${view.sides[turn]} to move` + (check ? t`, in check` : "")}; ${t`ply ${plies.length}`}`;
      },
    });
  }

  /** Plays a move. @param {string} move */
  add(move) { return this.show([...this.moves, move], true); }

  /** Returns the engine's move, or "". @param {number} nodes @param {AbortSignal} [signal] */
  async best(nodes, signal) {
    const { variant, options, now } = this;
    const { line } = await ask("/api/v1/analysis", {
      method: "POST", headers: { "Content-Type": "application/json" }, signal, body: JSON.stringify({ variant, options, position: now.position, nodes }),
    });
    return line[0] || "";
  }
}
