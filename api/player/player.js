// A game that is played through on a board: the way from position to position
// along its main line and its side lines.
import { Board, apply } from "./board.js";

/** How long a position is shown while the game plays by itself, in milliseconds. */
const pace = 900;

/** What the keys do. */
export const keys = {
  ArrowLeft: "back", ArrowRight: "on", ArrowUp: "before", ArrowDown: "after",
  Home: "first", End: "last", f: "turn",
};

/**
 * @typedef {{p: number, s: number, d: number[][], l?: number[], k?: string[][]}} Node
 *
 * Pages extend it: they show what else there is of a node.
 */
export class Player {
  /** @param {{view: import("./board.js").View, nodes: Node[]}} game whose nodes are null where nothing is known */
  read({ view, nodes }) {
    this.view = view;
    this.nodes = nodes;
    for (const n of nodes) if (n) n.next = [];
    nodes.forEach((n, i) => { if (n && n.p >= 0) nodes[n.p].next.push(i); });
  }

  /** Puts up the board. @param {HTMLElement} box @param {import("./board.js").Options} [options] */
  mount(box, options) {
    this.board = new Board(box, this.view, options);
    this.node = 0;
    this.timer = 0;
  }

  /** Where all stands at a node. @param {number} i */
  pieces(i) {
    const path = [];
    for (; i >= 0 && !this.nodes[i].at; i = this.nodes[i].p) path.push(i);
    let at = i >= 0 ? this.nodes[i].at : new Map();
    for (const n of path.reverse()) at = this.nodes[n].at = apply(at, this.nodes[n].d);
    return at;
  }

  parent() { return Math.max(0, this.nodes[this.node].p); }

  child(i = this.node) { return this.nodes[i].next[0] ?? i; }

  /** The last node of the line that goes on from here. */
  end() {
    let i = this.node;
    while (this.child(i) !== i) i = this.child(i);
    return i;
  }

  /** The nodes that follow where the present one does, itself among them, in order. */
  siblings() { return this.node ? this.nodes[this.parent()].next : [0]; }

  /** The next line that begins where this one does. @param {number} way 1 or -1 */
  beside(way) {
    const all = this.siblings();
    return all[(all.indexOf(this.node) + way + all.length) % all.length];
  }

  /** Puts a node on the board. @param {number} i */
  place(i) {
    const n = this.nodes[i], forward = n.p === this.node;
    this.node = i;
    this.board.set(this.pieces(i), n.l || [], forward, n.s);
    this.board.draw(this.marks());
  }

  /** What is drawn at the present node. */
  marks() { return this.board.drawn(this.nodes[this.node].k); }

  /** Does what a button or a key is for. @param {string} name */
  act(name) {
    if (name !== "play" && name !== "turn") this.play(false);
    switch (name) {
      case "first": return this.go(0);
      case "back": return this.go(this.parent());
      case "on": return this.go(this.child());
      case "last": return this.go(this.end());
      case "before": return this.go(this.beside(-1));
      case "after": return this.go(this.beside(1));
      case "turn": return this.flip();
      case "play": return this.play(!this.timer);
    }
  }

  /**
   * Does what a key is for, if it is for anything here.
   * @param {KeyboardEvent} event @param {string} playing the key that plays
   */
  press(event, playing) {
    const name = event.key === playing ? "play" : keys[event.key];
    if (!name || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if ((name === "before" || name === "after") && this.siblings().length < 2) return;
    event.preventDefault();
    this.act(name);
  }

  /** Plays by itself, or stops. @param {boolean} on */
  play(on) {
    clearInterval(this.timer);
    this.timer = 0;
    this.playButton.setAttribute("aria-pressed", String(on));
    if (!on) return;
    if (this.child() === this.node) this.go(0);
    this.timer = setInterval(() => {
      if (this.child() === this.node) this.play(false);
      else this.go(this.child());
    }, pace);
  }
}
