// Steps through a game on a board, along the main line and its variations.
import { Board, apply } from "./board.js";

/** How long autoplay shows each position, in milliseconds. */
const autoplayDelay = 900;

/** The actions of keys. */
export const keys = {
  ArrowLeft: "back", ArrowRight: "on", ArrowUp: "before", ArrowDown: "after",
  Home: "first", End: "last", f: "turn",
};

/**
 * @typedef {{p: number, s: number, d: number[][], l?: number[], k?: string[][]}} Node
 *
 * Pages extend it to show the rest of a node.
 */
export class Player {
  /** @param {{view: import("./board.js").View, nodes: Node[]}} game nodes without a position are null */
  read({ view, nodes }) {
    this.view = view;
    this.nodes = nodes;
    for (const n of nodes) if (n) n.next = [];
    nodes.forEach((n, i) => { if (n && n.p >= 0) nodes[n.p].next.push(i); });
  }

  /** Creates the board. @param {HTMLElement} box @param {import("./board.js").Options} [options] */
  mount(box, options) {
    this.board = new Board(box, this.view, options);
    this.node = 0;
    this.timer = 0;
  }

  /** The pieces at a node by place. @param {number} i */
  pieces(i) {
    const path = [];
    for (; i >= 0 && !this.nodes[i].at; i = this.nodes[i].p) path.push(i);
    let at = i >= 0 ? this.nodes[i].at : new Map();
    for (const n of path.reverse()) at = this.nodes[n].at = apply(at, this.nodes[n].d);
    return at;
  }

  parent() { return Math.max(0, this.nodes[this.node].p); }

  child(i = this.node) { return this.nodes[i].next[0] ?? i; }

  /** The last node of the line from here. */
  end() {
    let i = this.node;
    while (this.child(i) !== i) i = this.child(i);
    return i;
  }

  /** The alternatives to the current node, including itself, in order. */
  siblings() { return this.node ? this.nodes[this.parent()].next : [0]; }

  /** The next or previous alternative. @param {number} step 1 or -1 */
  alternative(step) {
    const all = this.siblings();
    return all[(all.indexOf(this.node) + step + all.length) % all.length];
  }

  /** Shows a node on the board. @param {number} i */
  place(i) {
    const n = this.nodes[i], forward = n.p === this.node;
    this.node = i;
    this.board.set(this.pieces(i), n.l || [], forward, n.s);
    this.board.draw(this.marks());
  }

  /** The marks of the current node. */
  marks() { return this.board.drawn(this.nodes[this.node].k); }

  /** Runs the action of a button or key. @param {string} name */
  act(name) {
    if (name !== "play" && name !== "turn") this.play(false);
    switch (name) {
      case "first": return this.go(0);
      case "back": return this.go(this.parent());
      case "on": return this.go(this.child());
      case "last": return this.go(this.end());
      case "before": return this.go(this.alternative(-1));
      case "after": return this.go(this.alternative(1));
      case "turn": return this.flip();
      case "play": return this.play(!this.timer);
      case "full": return this.full();
    }
  }

  /**
   * Steps by horizontal swipes of a finger over an element; to the left goes on.
   * @param {HTMLElement} box
   */
  swipe(box) {
    let start = null;
    box.addEventListener("pointerdown", (event) => {
      start = event.pointerType === "touch" && event.isPrimary && !event.defaultPrevented ? event : null;
    });
    box.addEventListener("pointerup", (event) => {
      if (!start) return;
      const x = event.clientX - start.clientX, y = event.clientY - start.clientY;
      start = null;
      if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) this.act(x < 0 ? "on" : "back");
    });
    box.addEventListener("pointercancel", () => { start = null; });
  }

  /**
   * Handles a key.
   * @param {KeyboardEvent} event @param {string} autoplayKey
   */
  press(event, autoplayKey) {
    const name = event.key === autoplayKey ? "play" : keys[event.key];
    if (!name || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if ((name === "before" || name === "after") && this.siblings().length < 2) return;
    event.preventDefault();
    this.act(name);
  }

  /** Starts or stops autoplay. @param {boolean} on */
  play(on) {
    clearInterval(this.timer);
    this.timer = 0;
    this.playButton.setAttribute("aria-pressed", String(on));
    if (!on) return;
    if (this.child() === this.node) this.go(0);
    this.timer = setInterval(() => {
      if (this.child() === this.node) this.play(false);
      else this.go(this.child());
    }, autoplayDelay);
  }
}
