// Moves that were not played: side lines of one's own, kept in the tab until they are saved as a note.
import { apply } from "./board.js";
import { Mover } from "./mover.js";
import { ask, by, make, post, say, store, stored, toast } from "./rest.js";

/** What of a node is kept. */
const kept = ({ m, w, s, y, t, x, o, line, label }) => ({ m, w, s, y, t, x, o, line, label });

export class OwnLines {
  /** @param {any} game */
  constructor(game) {
    this.game = game;
    this.mover = new Mover(game.board, { play: (move) => this.play(move), marks: () => game.marks(), choices: by("choices") });
    this.listen();
    by("typing").onsubmit = (e) => { e.preventDefault(); this.type(by("typed").value); };
    by("typing").hidden = false;
    this.mover.escapes();
    this.attach(stored(this.key) || []);
  }

  /** Has the board's moves come here. */
  listen() {
    this.mover.listen();
    Object.assign(this.game.board.options, {
      onpress: (place) => this.ready().then((legal) => legal && this.mover.press(place)),
      onmove: (from, to) => this.ready().then((legal) => legal && this.mover.carry(from, to)),
    });
  }

  /** What the tab has the lines by: each a node with its place, or with the number of the one before it. */
  get key() { return `lines ${this.game.tree.game}`; }

  /** The own nodes, by their numbers. @returns {number[]} */
  get numbers() { return this.game.nodes.flatMap((n, i) => (n.own ? [i] : [])); }

  /** Own nodes as they are kept: each with where it follows. @param {number[]} own */
  pack(own) {
    const { nodes } = this.game;
    return own.map((i) => {
      const after = own.indexOf(nodes[i].p);
      return { ...kept(nodes[i]), ...(after < 0 ? { where: this.game.annotations.place(nodes[i].p) } : { after }) };
    });
  }

  keep() { store(this.key, this.pack(this.numbers)); }

  /** Puts lines into the game; what is in its record or notes meanwhile is not put there again. @param {any[]} all */
  attach(all) {
    const { game } = this, at = [];
    for (const { where, after, ...n } of all) {
      let p = where ? where.ply : at[after];
      for (const move of where?.path || []) p = game.nodes[p]?.next.find((i) => game.nodes[i].m === move);
      if (p != null && game.nodes[p]) at.push(game.nodes[p].next.find((i) => game.nodes[i].m === n.m) ?? this.add({ ...n, p }));
      else at.push(null);
    }
    this.list();
  }

  /** @returns {number} the node's */
  add(n) {
    const { nodes } = this.game, i = nodes.length;
    nodes.push({ own: true, d: [], next: [], ...n });
    nodes[n.p].next.push(i);
    return i;
  }

  /** Asks the server where the own moves to a node lead, with one more. @param {number} i @param {string} [move] */
  ask(i, move = "") {
    const { game } = this, n = game.nodes[i];
    let base = i;
    while (game.nodes[base].own) base = game.nodes[base].p;
    const { ply, path } = game.annotations.place(base);
    const words = new URLSearchParams({ game: game.tree.game, ply: String(ply), line: n.own ? n.line : "", move, notation: game.tree.notation });
    for (const step of path) words.append("path", step);
    return ask(`/line.json?${words}`);
  }

  /** Takes what the server says of a node: what stands where, and what is legal. */
  take(n, answer) {
    const { view } = this.game;
    const fits = answer.filled.every(([place]) => view.places.includes(answer.view.places[place]));
    n.legal = { moves: answer.moves, shown: answer.shown, pass: answer.pass, ways: answer.ways || [], places: answer.view.places, label: answer.label };
    if (!n.own) return;
    const places = answer.view.places.map((name) => view.places.indexOf(name));
    const symbols = answer.view.symbols.map((symbol) => {
      const same = view.symbols.findIndex(({ svg }) => svg[0] === symbol.svg[0] && svg[1] === symbol.svg[1]);
      return same < 0 ? view.symbols.push(symbol) - 1 : same;
    });
    n.view = fits ? view : answer.view; // one with more in hand than the game's board has room for
    n.at = apply(new Map(), fits ? answer.filled.map(([place, symbol, count]) => [places[place], symbols[symbol], count]) : answer.filled);
    n.l = (answer.last || []).map((place) => (fits ? places[place] : place));
  }

  /** What is legal at the node that is shown, on its board; null where that is not known. */
  async ready() {
    const { game } = this, i = game.node, n = game.nodes[i];
    if (!n.legal) {
      try {
        this.take(n, await this.ask(i));
      } catch (e) { toast(e.message); return null; }
    }
    if (game.node !== i) return null;
    if (this.shown !== n) {
      this.shown = n;
      const { names } = game.board;
      this.mover.set({ moves: n.legal.moves, shown: n.legal.shown, pass: n.legal.pass, ways: n.legal.ways.map((way) => way?.map((place) => names.get(n.legal.places[place]))) });
    }
    return n.legal;
  }

  /** Forgets what was chosen: another node is shown. */
  leave() {
    this.shown = null;
    this.mover.set(null);
  }

  /** Fetches what stands where at an own node that was kept. @param {number} i */
  async fetch(i) {
    const n = this.game.nodes[i];
    try {
      this.take(n, await this.ask(i));
    } catch (e) { toast(e.message); return false; }
    return true;
  }

  /** Plays a move from the node that is shown: along a line that is there, or one of one's own. @param {string} move as numbered lists write it */
  async play(move) {
    const { game } = this, from = game.node, before = game.nodes[from];
    const there = before.next.find((i) => game.nodes[i].m === move);
    if (there != null) { game.go(there); return; }
    if (!await this.ready()) return;
    let answer;
    try {
      answer = await this.ask(from, move);
    } catch (e) { toast(e.message); return; }
    if (game.node !== from) return;
    const i = this.add({
      p: from, m: answer.plies.at(-1), w: answer.told.at(-1), s: answer.side, y: before.y + 1, t: answer.text, x: answer.check, o: answer.ended, line: answer.line,
      label: before.legal.label,
    });
    this.take(game.nodes[i], answer);
    this.list();
    this.keep();
    game.go(i);
  }

  /** Plays what was typed, in any notation. @param {string} text */
  async type(text) {
    if (!text.trim()) return;
    const { variant, options } = this.game.tree, from = this.game.node;
    try {
      const { plies } = await post("/play.json", { variant, options, position: this.game.nodes[from].t, moves: [text.trim()] });
      if (this.game.node !== from) return;
      await this.play(plies[0]);
      if (by("typed").value === text) by("typed").value = "";
    } catch (e) { toast(e.message); }
  }

  /** The line through a node, as it is typed into a note, and the node it follows; null for none. @param {number} i */
  written(i) {
    const { nodes } = this.game;
    if (!nodes[i].own) return null;
    let base = i, end = i;
    while (nodes[base].own) base = nodes[base].p;
    while (nodes[end].next.length) end = nodes[end].next[0];
    return { base, text: nodes[end].line };
  }

  /** Whether a node is in the line that begins at another. @param {number} i @param {number} first */
  within(i, first) { return Boolean(this.game.nodes[i].own) && (i === first || this.within(this.game.nodes[i].p, first)); }

  /** Lists the lines beside the moves that they stand for. */
  list() {
    const { game } = this;
    for (const old of by("moves").querySelectorAll(".own.side-line")) old.remove();
    game.links.clear();
    game.nodes.forEach((n, i) => { if (n.own && !game.nodes[n.p].own) this.beside(n.p, this.line(i, true)); });
  }

  /** Puts a line behind the move that it stands for, and what is said of that. */
  beside(from, line) {
    const instead = this.game.nodes[from].next.find((i) => !this.game.nodes[i].own);
    let last = by(`n${instead ?? from}`);
    if (!last) { (by("moves").querySelector(".line.main")).prepend(line); return; }
    while (last.nextElementSibling?.matches(".comment, .side-line")) last = last.nextElementSibling;
    last.after(line);
  }

  /** @param {number} i its first node @param {boolean} [root] it follows what is not one's own */
  line(i, root = false) {
    const { game } = this, out = make("div", { class: "line side-line own", "aria-label": "A line of yours", role: "group" });
    for (let at = i, fresh = true; at != null; fresh = game.nodes[at].next.length > 1, at = game.nodes[at].next[0]) {
      const n = game.nodes[at], first = !game.nodes[n.p].s, numbered = first || fresh || n.label.endsWith(".");
      out.append(make("a", { class: `move ${first ? "first" : "second"}`, id: `n${at}`, "data-node": at, href: "#", tabindex: "-1" },
        numbered && make("span", { class: "number" }, n.label), numbered && " ", make("span", { class: "ply" }, n.w || n.m)), " ");
      if (at !== i) for (const other of game.nodes[n.p].next.slice(1)) out.append(this.line(other));
    }
    if (root) {
      out.append(make("span", { class: "acts" },
        make("button", { type: "button", class: "legal", onclick: () => game.annotations.open(null, this.within(game.node, i) ? game.node : i) }, "Keep as a note"),
        make("button", { type: "button", class: "legal", "aria-label": "Throw the line away", onclick: () => this.drop(i) }, "✕")));
    }
    return out;
  }

  /** Throws a line away. @param {number} i its first node */
  drop(i) {
    const { game } = this, { nodes } = game;
    game.go(nodes[i].p);
    const left = this.pack(this.numbers.filter((k) => !this.within(k, i)));
    nodes.length = this.numbers[0];
    for (const n of nodes) n.next = n.next.filter((k) => k < nodes.length);
    this.attach(left);
    this.keep();
    say("The line is gone.");
    by("typed").focus();
  }
}
