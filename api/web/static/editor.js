// A position to be set up: pieces are dragged, or chosen and put.
import { Board, apply, named, pieceIcon } from "/static/board.js";
import { ask, by, make, say } from "/static/rest.js";

export class Editor {
  /** @param {string} variant @param {(text: string) => void} onchange */
  constructor(variant, onchange) {
    this.variant = variant;
    this.options = "";
    this.onchange = onchange;
    this.text = "";
    /** What is chosen to be put: a symbol, "erase", "any", "empty", or null. */
    this.tool = null;
    this.special = new Map();
    for (const tool of ["erase", "any", "empty"]) by(tool).onclick = () => this.choose(this.tool === tool ? null : tool);
    by("start").onclick = () => this.load("");
    by("clear").onclick = () => {
      this.at = new Map();
      this.special.clear();
      this.tail = this.tail.replace(/^[A-Za-z]+( |$)/, "-$1"); // no castling on an empty board
      document.querySelector('input[name="how"][value="part"]').checked = true;
      this.changed();
    };
    by("flip").onclick = () => { this.board.flip(); this.redraw(); };
    by("turn").onchange = () => this.changed();
  }

  /** Shows a position text; none is the start. */
  async load(text) {
    const words = new URLSearchParams({ variant: this.variant, options: this.options, position: text, hands: "all" });
    const asked = this.asked = words.toString();
    let p;
    try {
      p = await ask(`/board.json?${words}`);
    } catch (e) { by("fault").textContent = e.message; return; }
    if (asked !== this.asked) return;
    by("fault").textContent = p.ended ? `The game is over here: ${p.ended}.` : "";
    this.stage = p.stage;
    this.kinds = p.kinds;
    this.tail = p.text.split(" ").slice(2).join(" ");
    this.special.clear();
    this.at = apply(new Map(), p.filled);
    this.board = new Board(by("board"), p.stage, {
      spots: true, label: "Position editor: arrow keys go from square to square, Enter puts the chosen piece, Delete takes one off",
      onpress: (place) => this.put(place), onmove: (from, to) => this.move(from, to),
    });
    this.board.options.ongrab = (place, e) => this.grab(place, e);
    this.board.options.ondrag = (e) => this.drag(e);
    this.board.options.ondrop = () => this.drop();
    by("turn").replaceChildren(...p.stage.sides.map((name, i) => make("option", { value: i, selected: i === p.side }, name)));
    this.pools();
    this.text = p.text;
    this.redraw();
    this.onchange(p.text);
  }

  pools() {
    for (const [side, id] of [[0, "pool-first"], [1, "pool-second"]]) {
      by(id).replaceChildren(...this.kinds.filter((k) => this.stage.symbols[k].side === side).map((symbol) => {
        const button = make("button", { type: "button", "aria-label": this.stage.symbols[symbol].name, title: this.stage.symbols[symbol].name, "aria-pressed": "false", "data-symbol": symbol, onclick: () => this.choose(this.tool === symbol ? null : symbol) }, pieceIcon(this.stage, symbol));
        button.addEventListener("pointerdown", (e) => this.pull(e, symbol));
        return button;
      }));
    }
  }

  choose(tool) {
    this.tool = tool;
    for (const b of document.querySelectorAll(".tray button")) b.setAttribute("aria-pressed", String(Number(b.dataset.symbol) === tool));
    for (const id of ["erase", "any", "empty"]) by(id).setAttribute("aria-pressed", String(tool === id));
    if (typeof tool === "number") say(`${this.stage.symbols[tool].name} chosen`);
  }

  /** Drags a new piece from a tray onto the board. */
  pull(e, symbol) {
    if (e.button) return;
    const x = e.clientX, y = e.clientY;
    const move = (m) => {
      if (!this.ghost && Math.hypot(m.clientX - x, m.clientY - y) > 5) this.lift(symbol);
      this.drag(m);
    };
    const up = (m) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      const dragged = !!this.ghost;
      this.drop();
      const place = dragged && m.type === "pointerup" ? this.board.placeAt(m) : null;
      if (place != null) this.set(place, symbol);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  grab(place, e) {
    this.held = this.at.get(place) ? { symbol: this.at.get(place).symbol, x: e.clientX, y: e.clientY } : null;
  }

  lift(symbol) {
    this.ghost = make("div", { class: "ghost" }, pieceIcon(this.stage, symbol));
    document.body.append(this.ghost);
  }

  drag(e) {
    if (!this.ghost && this.held && Math.hypot(e.clientX - this.held.x, e.clientY - this.held.y) > 5) this.lift(this.held.symbol);
    if (this.ghost) { this.ghost.style.left = `${e.clientX}px`; this.ghost.style.top = `${e.clientY}px`; }
  }

  drop() {
    this.ghost?.remove();
    this.ghost = this.held = null;
  }

  /** Puts what is chosen on a place. */
  put(place) {
    if (this.tool === null) return;
    if (this.tool === "erase") { this.at.delete(place); this.special.delete(place); this.changed(); return; }
    if (this.tool === "any" || this.tool === "empty") {
      if (place >= this.stage.files * this.stage.ranks) return;
      this.at.delete(place);
      if (this.special.get(place) === this.tool) this.special.delete(place); else this.special.set(place, this.tool);
      this.changed();
      return;
    }
    const here = this.at.get(place);
    if (here && here.symbol === this.tool && place < this.stage.files * this.stage.ranks) { this.at.delete(place); this.changed(); return; }
    this.set(place, this.tool);
  }

  set(place, symbol) {
    const { places, symbols, files, ranks } = this.stage;
    this.special.delete(place);
    const off = place - files * ranks;
    if (off >= 0) { // what lies off the board is its holder's
      const side = off < (places.length - files * ranks) / 2 ? 0 : 1;
      symbol = this.kinds.find((k) => symbols[k].side === side && symbols[k].letter === symbols[symbol].letter) ?? symbol;
    }
    let count = 1;
    if (places[place].startsWith("hand")) {
      const hand = places.map((name, i) => i).filter((i) => places[i].startsWith(places[place].slice(0, 6)));
      const same = hand.find((i) => this.at.get(i)?.symbol === symbol);
      if (same != null) { place = same; count += this.at.get(same).count; }
      else if (this.at.has(place)) place = hand.find((i) => !this.at.has(i)) ?? place;
    }
    this.at.set(place, { symbol, count });
    this.changed();
  }

  move(from, to) {
    const here = this.at.get(from);
    this.special.delete(from);
    if (!here) { this.changed(); return; }
    if (here.count > 1) this.at.set(from, { symbol: here.symbol, count: here.count - 1 });
    else this.at.delete(from);
    if (to == null) this.changed();
    else this.set(to, here.symbol);
  }

  redraw() {
    this.board.set(this.at, []);
    this.board.draw([...this.special].map(([from, tool]) => (tool === "any" ? { from, colour: "B" } : { from, colour: "R", shape: "cross" })));
  }

  hint(move) {
    this.redraw();
    const [from, to] = named(move, this.board.names);
    if (from != null) this.board.draw([...this.board.marks, { from, to, colour: "B" }]);
  }

  /** Writes the position text of what is set up, and has the server read it. */
  async changed() {
    this.redraw();
    const text = this.write();
    by("position").value = text;
    const words = new URLSearchParams({ variant: this.variant, options: this.options, position: text });
    try {
      const p = await ask(`/board.json?${words}`);
      if (this.write() !== text) return;
      this.text = p.text;
      by("fault").textContent = "";
      this.onchange(p.text);
    } catch (e) {
      this.text = text;
      by("fault").textContent = e.message;
    }
  }

  /** The position text. */
  write() {
    const { files, ranks, places, symbols } = this.stage;
    const letter = (symbol) => (symbols[symbol].side === 0 ? symbols[symbol].letter.toUpperCase() : symbols[symbol].letter.toLowerCase());
    const rows = [];
    for (let rank = ranks - 1; rank >= 0; rank--) {
      let row = "", gap = 0;
      for (let file = 0; file < files; file++) {
        const here = this.at.get(rank * files + file);
        if (!here) { gap++; continue; }
        row += (gap || "") + letter(here.symbol);
        gap = 0;
      }
      rows.push(row + (gap || ""));
    }
    let hand = "";
    const pockets = ["", ""];
    const off = places.some((name, i) => i >= files * ranks && !name.startsWith("pocket"));
    for (let place = files * ranks; place < places.length; place++) {
      const here = this.at.get(place);
      if (!here) continue;
      if (places[place].startsWith("pocket")) pockets[Number(places[place].slice(6)) - 1] = letter(here.symbol);
      else hand += letter(here.symbol).repeat(here.count);
    }
    const side = by("turn").value === "1" ? "b" : "w";
    const tail = places.includes("pocket1") ? [pockets.map((p) => p || "-").join("/"), ...this.tail.split(" ").slice(1)].join(" ") : this.tail;
    return [`${rows.join("/")}${off ? `[${hand}]` : ""}`, side, tail].filter(Boolean).join(" ");
  }

  /** What stands where, as conditions of a query. */
  standing() {
    const words = [], limit = this.stage.files * this.stage.ranks;
    const held = new Map();
    for (const [place, { symbol, count }] of this.at) {
      const piece = this.stage.symbols[symbol], name = this.stage.places[place];
      if (place < limit) words.push(`${piece.name.toLowerCase()} on ${name}`);
      else if (!name.startsWith("pocket")) held.set(symbol, (held.get(symbol) || 0) + count);
    }
    for (const [symbol, count] of held) {
      const piece = this.stage.symbols[symbol], side = this.stage.sides[piece.side];
      words.push(`hand(${side.toLowerCase()}).${piece.name.slice(side.length + 1).toLowerCase()} >= ${count}`);
    }
    return words;
  }

  /** The squares on which anything, or nothing, is wanted. */
  conditions() {
    return [...this.special].map(([place, tool]) => (tool === "any" ? `any on ${this.stage.places[place]}` : `empty ${this.stage.places[place]}`));
  }
}
