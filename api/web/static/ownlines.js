// The visitor's own variations, kept in the tab until saved as annotations.
import { apply } from "./board.js";
import { Mover, legalMoves } from "./mover.js";
import { by, load, look, make, post, say, store, stored, toast } from "./rest.js";
import { t } from "./text.js";

/** The stored fields of a node. */
const kept = ({ m, w, s, y, t, x, o, line, label }) => ({ m, w, s, y, t, x, o, line, label });

export class OwnLines {
  /** @param {any} game */
  constructor(game) {
    this.game = game;
    this.mover = new Mover(game.board, { play: (move) => this.play(move), marks: () => game.marks(), choices: by("choices") });
    this.connect();
    by("typing").onsubmit = (e) => { e.preventDefault(); this.type(by("typed").value); };
    by("typing").hidden = false;
    this.connectCommands();
    this.mover.connectEscape();
    this.attach(stored(this.key) || []);
  }

  /** Loads the commands when the field is first used; texts wait for them. */
  connectCommands() {
    const form = by("typing"), { game } = this;
    let held = false;
    const hold = (e) => { e.preventDefault(); e.stopImmediatePropagation(); held = true; };
    form.addEventListener("focusin", async () => {
      form.addEventListener("submit", hold, true);
      try {
        (await load("./commands.js")).connectCommands(form, {
          board: () => game.board, legal: async () => await this.ready() && this.mover.legal,
          last: () => game.nodes[game.node].w || game.nodes[game.node].m || "",
          about: () => {
            const n = game.nodes[game.node], side = game.tree.view.sides[n.s];
            return `${n.o ? t`Game over: ${n.o}` : t`${side} to move` + (n.x ? t`, in check` : "")}; ${t`ply ${n.y}`}`;
          },
        });
      } catch { /* moves only */ }
      form.removeEventListener("submit", hold, true);
      if (held) form.requestSubmit();
    }, { once: true });
  }

  /** Connects the board. */
  connect() {
    this.mover.connect();
    Object.assign(this.game.board.options, {
      onpress: (place) => this.ready().then((legal) => legal && this.mover.press(place)),
      onmove: (from, to) => this.ready().then((legal) => legal && this.mover.drag(from, to)),
      ongrab: (place, e) => !e.button && this.ready().then((legal) => legal && place === this.game.board.pressed && this.mover.grab(place, e)),
    });
    this.game.board.box.onpointerenter = () => this.prepare();
  }

  /** Requests the legal moves of the current node, so that targets can be shown at once. */
  prepare() {
    const { game } = this;
    if (game.board.box.matches(":hover")) this.legal(game.node).catch(() => {});
  }

  /** Loads the legal moves of a node, once. @param {number} i */
  async legal(i) {
    const n = this.game.nodes[i];
    if (!n.legal) await (n.asked ||= this.ask(i).then((answer) => this.setPosition(n, answer)).finally(() => { n.asked = null; }));
  }

  /** The session storage key. Each stored node has its place, or the index of its predecessor. */
  get key() { return `lines ${this.game.tree.game}`; }

  /** The numbers of own nodes. @returns {number[]} */
  get numbers() { return this.game.nodes.flatMap((n, i) => (n.own ? [i] : [])); }

  /** Own nodes in stored form. @param {number[]} own */
  pack(own) {
    const { nodes } = this.game;
    return own.map((i) => {
      const after = own.indexOf(nodes[i].p);
      return { ...kept(nodes[i]), ...(after < 0 ? { where: this.game.annotations.place(nodes[i].p) } : { after }) };
    });
  }

  keep() { store(this.key, this.pack(this.numbers)); }

  /** Adds stored lines to the game, except moves that it has by now. @param {any[]} all */
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

  /** @returns {number} the number of the new node */
  add(n) {
    const { nodes } = this.game, i = nodes.length;
    nodes.push({ own: true, d: [], next: [], ...n });
    nodes[n.p].next.push(i);
    return i;
  }

  /** Requests the position after the own moves to a node and one more. @param {number} i @param {string} [move] */
  ask(i, move = "") {
    const { game } = this, n = game.nodes[i];
    let base = i;
    while (game.nodes[base].own) base = game.nodes[base].p;
    const { ply, path } = game.annotations.place(base);
    const { game: id, variant, notation } = game.tree;
    return post(`/api/v1/games/${id}/line`, { ...look(variant), notation, ply, path, line: n.own ? n.line : "", move });
  }

  /** Stores the server's position and legal moves in a node. */
  setPosition(n, answer) {
    const { view } = this.game;
    const { drawing } = answer, fits = drawing.filled.every(([place]) => view.places.includes(drawing.view.places[place]));
    n.legal = { ...legalMoves(answer), places: drawing.view.places, label: drawing.label };
    if (!n.own) return;
    const places = drawing.view.places.map((name) => view.places.indexOf(name));
    const symbols = drawing.view.symbols.map((symbol) => {
      const same = view.symbols.findIndex(({ svg }) => svg[0] === symbol.svg[0] && svg[1] === symbol.svg[1]);
      return same < 0 ? view.symbols.push(symbol) - 1 : same;
    });
    n.view = fits ? view : drawing.view; // a view with larger hands
    n.at = apply(new Map(), fits ? drawing.filled.map(([place, symbol, count]) => [places[place], symbols[symbol], count]) : drawing.filled);
    n.l = (drawing.last || []).map((place) => (fits ? places[place] : place));
  }

  /** Loads the legal moves of the current node; null on failure. */
  async ready() {
    const { game } = this, i = game.node, n = game.nodes[i];
    try {
      await this.legal(i);
    } catch (e) { toast(e.message); return null; }
    if (game.node !== i) return null;
    if (this.shown !== n) {
      this.shown = n;
      const { names } = game.board;
      this.mover.set({ moves: n.legal.moves, shown: n.legal.shown, pass: n.legal.pass, paths: n.legal.paths.map((path) => path?.map((place) => names.get(n.legal.places[place]))) });
    }
    return n.legal;
  }

  /** Deselects: another node is shown. */
  leave() {
    this.shown = null;
    this.mover.set(null);
  }

  /** Loads the position of a stored node. @param {number} i */
  async fetch(i) {
    const n = this.game.nodes[i];
    try {
      this.setPosition(n, await this.ask(i));
    } catch (e) { toast(e.message); return false; }
    return true;
  }

  /** Plays a move from the current node, along an existing line or a new one. @param {string} move in numbered-list notation */
  async play(move) {
    const { game } = this, from = game.node, before = game.nodes[from];
    const existing = before.next.find((i) => game.nodes[i].m === move);
    if (existing != null) { game.go(existing); return; }
    if (!await this.ready()) return;
    let answer;
    try {
      answer = await this.ask(from, move);
    } catch (e) { toast(e.message); return; }
    if (game.node !== from) return;
    const i = this.add({
      p: from, m: answer.drawing.plies.at(-1).move, w: answer.last, s: answer.drawing.turn, y: before.y + 1, t: answer.position, x: answer.check, o: answer.outcome?.termination || "", line: answer.line,
      label: before.legal.label,
    });
    this.setPosition(game.nodes[i], answer);
    this.list();
    this.keep();
    game.go(i);
  }

  /** Plays a typed move in any notation. @param {string} text */
  async type(text) {
    if (!text.trim()) return;
    const { variant, options } = this.game.tree, from = this.game.node;
    try {
      const { last } = await post("/api/v1/positions/play", { variant, options, position: this.game.nodes[from].t, moves: [text.trim()] });
      if (this.game.node !== from) return;
      await this.play(last);
      if (by("typed").value === text) by("typed").value = "";
    } catch (e) { toast(e.message); }
  }

  /** The text of the own line through a node, and the node it follows; or null. @param {number} i */
  written(i) {
    const { nodes } = this.game;
    if (!nodes[i].own) return null;
    let base = i, end = i;
    while (nodes[base].own) base = nodes[base].p;
    while (nodes[end].next.length) end = nodes[end].next[0];
    return { base, text: nodes[end].line };
  }

  /** Whether a node belongs to the line that begins at another. @param {number} i @param {number} first */
  within(i, first) { return Boolean(this.game.nodes[i].own) && (i === first || this.within(this.game.nodes[i].p, first)); }

  /** Shows the own lines in the move list. */
  list() {
    const { game } = this;
    for (const old of by("moves").querySelectorAll(".own.variation")) old.remove();
    game.links.clear();
    game.nodes.forEach((n, i) => { if (n.own && !game.nodes[n.p].own) this.insert(n.p, this.line(i, true)); });
  }

  /** Inserts a line after the move that it replaces and its comments. */
  insert(from, line) {
    const instead = this.game.nodes[from].next.find((i) => !this.game.nodes[i].own);
    let last = by(`n${instead ?? from}`);
    if (!last) { (by("moves").querySelector(".line.main")).prepend(line); return; }
    while (last.nextElementSibling?.matches(".comment, .variation")) last = last.nextElementSibling;
    last.after(line);
  }

  /** @param {number} i its first node @param {boolean} [root] it begins in the game itself */
  line(i, root = false) {
    const { game } = this, out = make("div", { class: "line variation own", "aria-label": t`Your line`, role: "group" });
    for (let at = i, fresh = true; at != null; fresh = game.nodes[at].next.length > 1, at = game.nodes[at].next[0]) {
      const n = game.nodes[at], first = !game.nodes[n.p].s, numbered = first || fresh || n.label.endsWith(".");
      out.append(make("a", { class: `move ${first ? "first" : "second"}`, id: `n${at}`, "data-node": at, href: "#", tabindex: "-1" },
        numbered && make("span", { class: "number" }, n.label), numbered && " ", make("span", { class: "ply" }, n.w || n.m)), " ");
      if (at !== i) for (const other of game.nodes[n.p].next.slice(1)) out.append(this.line(other));
    }
    if (root) {
      out.append(make("span", { class: "acts" },
        make("button", { type: "button", class: "legal", onclick: () => game.annotations.open(null, this.within(game.node, i) ? game.node : i) }, t`Save as annotation`),
        make("button", { type: "button", class: "legal", "aria-label": t`Delete this line`, onclick: () => this.drop(i) }, "✕")));
    }
    return out;
  }

  /** Deletes a line. @param {number} i its first node */
  drop(i) {
    const { game } = this, { nodes } = game;
    game.go(nodes[i].p);
    const left = this.pack(this.numbers.filter((k) => !this.within(k, i)));
    nodes.length = this.numbers[0];
    for (const n of nodes) n.next = n.next.filter((k) => k < nodes.length);
    this.attach(left);
    this.keep();
    say(t`Line deleted.`);
    by("typed").focus();
  }
}
