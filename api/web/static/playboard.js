// A board on which moves are played one after the other, from a position of any game.
import { Board, apply } from "./board.js";
import { Mover } from "./mover.js";
import { ask, by, make, passing, post, wear } from "./rest.js";

export class Table {
  constructor() {
    this.variant = this.options = this.position = "";
    this.moves = [];
  }

  /**
   * Shows the position that moves lead to; what does not hold is said, and
   * nothing changes.
   * @param {string[]} moves @param {boolean} [glide]
   * @returns {Promise<boolean|undefined>} whether they hold; undefined where
   * something else was to be shown meanwhile
   */
  async show(moves, glide = false) {
    const { variant, options, position } = this, asked = this.asked = Symbol("asked");
    by("refused").textContent = "";
    this.pending = true;
    const slow = setTimeout(() => { by("board").ariaBusy = "true"; }, 400);
    let now;
    try {
      now = await post("/play.json", { variant, options, position, moves });
    } catch (e) {
      if (asked !== this.asked) return undefined;
      this.pending = false;
      await this.refuse(e, () => this.show(moves, glide));
      return false;
    } finally {
      clearTimeout(slow);
      if (asked === this.asked) by("board").ariaBusy = null;
    }
    if (asked !== this.asked) return undefined;
    this.pending = false;
    const fresh = this.now?.variant !== variant;
    this.now = { ...now, variant };
    this.moves = now.plies;
    this.place(glide);
    this.shown(fresh);
    return true;
  }

  /** Says why a position is not shown, and tries again where it was the server's fault. @param {any} e @param {() => void} again */
  async refuse(e, again) {
    by("refused").replaceChildren(`${e.message} `, ...(passing(e) ? [make("button", { type: "button", onclick: again }, "Try again")] : []));
  }

  /** Puts the position on the board. */
  place(glide) {
    const { view, filled, last, moves, shown, ways, pass } = this.now;
    if (!this.board) {
      this.board = new Board(by("board"), view, { spots: true });
      this.mover = new Mover(this.board, { play: (move) => this.add(move), choices: by("choices") });
      this.mover.listen();
      this.mover.escapes();
    }
    this.board.setView(view, apply(new Map(), filled), last || [], glide);
    wear(view);
    this.mover.set({ moves, shown, pass, ways: ways || [] });
  }

  /** Plays a move. @param {string} move */
  add(move) { return this.show([...this.moves, move], true); }

  /** What the engine plays here, "" for nothing. @param {number} nodes @param {AbortSignal} [signal] */
  async best(nodes, signal) {
    const { variant, options, now } = this;
    const { line } = await ask("/api/v1/analysis", {
      method: "POST", headers: { "Content-Type": "application/json" }, signal, body: JSON.stringify({ variant, options, position: now.text, nodes }),
    });
    return line[0] || "";
  }
}
