// A position to be set up: pieces are dragged, or chosen and put.
import { Board, apply, pieceIcon } from "./board.js";
import { ask, by, make, say, wear } from "./rest.js";

/** How long a finger rests on a place to clear it, in milliseconds. */
const long = 550;

export class Editor {
  /**
   * @param {string} variant
   * @param {{onchange: (text: string) => void, ontouch: () => void, onmark: () => void, loose: () => boolean}} acts a position is read, or "" is none; somebody sets up; a square is marked; whether pieces alone are wanted
   */
  constructor(variant, acts) {
    this.variant = variant;
    this.options = "";
    this.why = ""; // what is set up is no position
    this.acts = acts;
    this.text = "";
    this.reading = Promise.resolve(); // what is set up, by the server
    /** What was set up before, and what was taken back, as snapshots. */
    this.past = [];
    this.future = [];
    /** What is chosen to be put: a symbol, "erase", "any", "empty", or null. */
    this.tool = null;
    this.special = new Map();
    for (const tool of ["erase", "any", "empty"]) by(tool).onclick = () => this.choose(this.tool === tool ? null : tool);
    by("start").onclick = () => { this.acts.ontouch(); this.load(""); };
    by("clear").onclick = () => {
      this.at = new Map();
      this.special.clear();
      this.tail = this.tail.replace(/^[A-Za-z]+( |$)/, "-$1"); // no castling on an empty board
      this.acts.onmark();
      this.changed();
    };
    by("flip").onclick = () => { this.board.flip(); this.redraw(); };
    by("turn").onchange = () => this.changed();
    by("undo").onclick = () => this.step(this.past, this.future);
    by("redo").onclick = () => this.step(this.future, this.past);
    by("board").addEventListener("contextmenu", (e) => e.preventDefault());
    addEventListener("keydown", (e) => {
      if (!(e.ctrlKey || e.metaKey) || e.altKey || e.target.matches?.("input:not([type=radio], [type=checkbox]), textarea")) return;
      const key = e.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      e.preventDefault();
      if (key === "z" && !e.shiftKey) this.step(this.past, this.future);
      else this.step(this.future, this.past);
    });
  }

  /**
   * Shows a position text; none is the start. Of text that is no position it
   * shows what stands where; text that cannot be read stays in its field, and the
   * board as it was.
   * @param {string} text @param {boolean} [anew] forget what was set up before
   * @returns {Promise<boolean|null>} whether it is shown; null where something else was asked for meanwhile
   */
  async load(text, anew = false) {
    const words = new URLSearchParams({ variant: this.variant, options: this.options, position: text, hands: "all", setup: "true" });
    const asked = this.asked = words.toString();
    let p;
    try {
      p = await ask(`/board.json?${words}`);
    } catch (e) {
      if (asked !== this.asked) return null;
      this.refuse(e.message);
      return false;
    }
    if (asked !== this.asked) return null;
    if (anew) this.past = this.now = null;
    if (this.now) this.past.push(this.now);
    this.past ||= [];
    this.future = [];
    this.mount(p.view, p);
    this.tail = p.text.split(" ").slice(2).join(" ");
    this.special = new Map();
    this.at = apply(new Map(), p.filled);
    by("turn").value = String(p.side);
    this.now = this.snapshot();
    this.redraw();
    this.take(p);
    return true;
  }

  /** Puts up a view with its pieces. */
  mount(view, { kinds, asked, sides }) {
    const flipped = this.board?.flipped;
    this.view = view;
    this.known = { kinds, asked, sides };
    this.kinds = kinds;
    this.board = new Board(by("board"), view, {
      spots: true, label: "Position editor: arrow keys go from square to square, Enter puts the chosen piece, Delete takes one off",
      onpress: (place) => this.put(place), onmove: (from, to) => this.move(from, to),
    });
    wear(view);
    this.board.options.ongrab = (place, e) => this.grab(place, e);
    this.board.options.ondrag = (e) => this.drag(e);
    this.board.options.ondrop = () => this.drop();
    if (flipped) this.board.flip();
    by("turn").replaceChildren(...view.sides.map((name, i) => make("option", { value: i }, name)));
    this.choose(null);
    this.pools();
  }

  /** What is set up now. */
  snapshot() {
    return { view: this.view, known: this.known, at: new Map(this.at), special: new Map(this.special), tail: this.tail, turn: by("turn").value };
  }

  /** Goes back to what was set up before, or on again. */
  step(from, to) {
    const then = from.pop();
    if (!then) return;
    to.push(this.now);
    this.now = then;
    if (then.view !== this.view) this.mount(then.view, then.known);
    this.at = new Map(then.at);
    this.special = new Map(then.special);
    this.tail = then.tail;
    by("turn").value = then.turn;
    say(from === this.past ? "Taken back" : "Done again");
    this.read();
  }

  pools() {
    for (const [side, id] of [[0, "pool-first"], [1, "pool-second"]]) {
      by(id).replaceChildren(...this.kinds.filter((k) => this.view.symbols[k].side === side).map((symbol) => {
        const { name } = this.view.symbols[symbol], act = () => this.choose(this.tool === symbol ? null : symbol);
        const button = make("button", { type: "button", "aria-label": name, title: name, "aria-pressed": "false", "data-symbol": symbol, onclick: act }, pieceIcon(this.view, symbol));
        button.addEventListener("pointerdown", (e) => this.pull(e, symbol));
        return button;
      }));
    }
  }

  choose(tool) {
    this.tool = tool;
    for (const b of document.querySelectorAll(".tray button")) b.setAttribute("aria-pressed", String(Number(b.dataset.symbol) === tool));
    for (const id of ["erase", "any", "empty"]) by(id).setAttribute("aria-pressed", String(tool === id));
    if (typeof tool === "number") say(`${this.view.symbols[tool].name} chosen`);
  }

  /** Drags a new piece from a tray onto the board. */
  pull(e, symbol) {
    if (e.button) return;
    const x = e.clientX, y = e.clientY;
    let dragged = false;
    const move = (m) => {
      if (!dragged && Math.hypot(m.clientX - x, m.clientY - y) > 5) { dragged = true; this.lift(symbol); }
      this.drag(m);
    };
    const up = (m) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      this.drop();
      const place = dragged && m.type === "pointerup" ? this.board.placeAt(m) : null;
      if (place != null) this.set(place, symbol);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  grab(place, e) {
    this.wiped = e.button === 2;
    if (this.wiped) { this.wipe(place); return; }
    this.held = { symbol: this.at.get(place)?.symbol, x: e.clientX, y: e.clientY };
    if (e.pointerType === "touch") this.rest = setTimeout(() => { this.wiped = true; this.drop(); this.wipe(place); }, long);
  }

  lift(symbol) {
    this.ghost = make("div", { class: "ghost" }, pieceIcon(this.view, symbol));
    document.body.append(this.ghost);
  }

  drag(e) {
    if (!this.ghost && this.held && Math.hypot(e.clientX - this.held.x, e.clientY - this.held.y) > 5) {
      clearTimeout(this.rest);
      if (this.held.symbol != null) this.lift(this.held.symbol);
    }
    if (this.ghost) { this.ghost.style.left = `${e.clientX}px`; this.ghost.style.top = `${e.clientY}px`; }
  }

  drop() {
    clearTimeout(this.rest);
    this.ghost?.remove();
    this.ghost = this.held = null;
  }

  /** Empties a place. */
  wipe(place) {
    if (!this.at.has(place) && !this.special.has(place)) return;
    const here = this.at.get(place);
    if (here?.count > 1) this.at.set(place, { symbol: here.symbol, count: here.count - 1 });
    else this.at.delete(place);
    this.special.delete(place);
    this.changed();
    say(this.words(place));
  }

  /** Puts what is chosen on a place. */
  put(place) {
    if (this.wiped || this.tool === null) { this.wiped = false; return; }
    if (this.tool === "erase") { this.wipe(place); return; }
    if (this.tool === "any" || this.tool === "empty") {
      if (place >= this.view.files * this.view.ranks) { say("Only squares are marked"); return; }
      this.at.delete(place);
      if (this.special.get(place) === this.tool) this.special.delete(place); else this.special.set(place, this.tool);
      this.acts.onmark();
      this.changed();
      say(this.words(place));
      return;
    }
    const here = this.at.get(place);
    if (here && here.symbol === this.tool && place < this.view.files * this.view.ranks) { this.at.delete(place); this.changed(); return; }
    this.set(place, this.tool);
  }

  set(place, symbol) {
    const { places, symbols, files, ranks } = this.view;
    this.special.delete(place);
    const off = place - files * ranks;
    if (off >= 0) { // what lies off the board is its holder's
      const side = off < (places.length - files * ranks) / 2 ? 0 : 1, letter = symbols[symbol].letter.replace(/[+~]/g, ""); // nothing is held promoted
      symbol = this.kinds.find((k) => symbols[k].side === side && symbols[k].letter.toUpperCase() === letter.toUpperCase()) ?? symbol;
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
    if (this.wiped) { this.wiped = false; return; }
    const here = this.at.get(from), mark = this.special.get(from);
    if (!here && !mark) return;
    this.special.delete(from);
    if (!here) { if (to != null && to < this.view.files * this.view.ranks) { this.at.delete(to); this.special.set(to, mark); } this.changed(); return; }
    if (here.count > 1) this.at.set(from, { symbol: here.symbol, count: here.count - 1 });
    else this.at.delete(from);
    if (to == null) this.changed();
    else this.set(to, here.symbol);
  }

  redraw() {
    this.board.set(this.at, []);
    this.board.relabel(this.board.marks.map((m) => m.from));
    this.board.draw([...this.special].map(([from, tool]) => (tool === "any" ? { from, colour: "B", shape: "any" } : { from, colour: "R", shape: "cross" })));
    for (const place of this.special.keys()) this.board.spots[place].setAttribute("aria-label", this.words(place));
    by("undo").disabled = !this.past.length;
    by("redo").disabled = !this.future.length;
  }

  /** What a place holds or wants, in words. */
  words(place) {
    const mark = this.special.get(place);
    return mark ? `${this.board.name(place)}, ${mark === "any" ? "any piece" : "must be empty"}` : this.board.words(place);
  }

  /** Draws where a move leads. @param {string[]} squares */
  hint(squares) {
    this.redraw();
    this.board.draw([...this.board.marks, ...this.board.moveMarks(squares, "G")]);
  }

  /** Notes what was set up, and reads it. */
  changed() {
    this.acts.ontouch();
    this.past.push(this.now);
    this.future = [];
    this.now = this.snapshot();
    this.read();
  }

  /** Has the server write the text of what is set up, and read it. */
  read() {
    this.redraw();
    this.reading = this.answer(new URLSearchParams({
      variant: this.variant, options: this.options, setup: "true",
      pieces: this.pieces().join(), turn: by("turn").value, fields: this.tail,
    }));
  }

  async answer(words) {
    const asked = this.asked = words.toString();
    try {
      const p = await ask(`/board.json?${words}`);
      if (this.asked === asked) this.take(p);
    } catch (e) { if (this.asked === asked) this.refuse(e.message); }
  }

  /** Whether the game has places off the board; so it may before it is loaded. */
  holds() { return !this.view || this.view.places.length > this.view.files * this.view.ranks; }

  /** The pieces with their places, as the server reads them: "e5:k", "hand1:P". */
  pieces() {
    const { places, symbols } = this.view;
    return [...this.at].flatMap(([place, { symbol, count }]) => {
      const { side, letter } = symbols[symbol];
      const piece = side === 0 ? letter.toUpperCase() : letter.toLowerCase();
      return Array(count).fill(`${places[place].replace(/^(hand[12])\..*/, "$1")}:${piece}`);
    });
  }

  /** Takes what the server says of what is set up. */
  take(p) {
    this.text = by("position").value = p.text;
    if (p.why) this.refuse(p.why);
    else this.accept(p);
  }

  accept(p) {
    this.why = "";
    this.notation = p.notation;
    by("position").removeAttribute("aria-invalid");
    by("fault").classList.remove("refused");
    by("fault").textContent = p.ended ? `The game is over here: ${p.ended}.` : "";
    this.acts.onchange(p.text);
  }

  /** Tells why the text is no position. @param {string} why */
  refuse(why) {
    this.why = why;
    this.judge();
    this.acts.onchange("");
  }

  /** Weighs that again: pieces to be found need not be a whole position. */
  judge() {
    if (!this.why) return;
    const loose = this.acts.loose();
    by("position").removeAttribute("aria-invalid");
    if (!loose) by("position").setAttribute("aria-invalid", "true");
    by("fault").classList.toggle("refused", !loose);
    by("fault").textContent = loose ? `No whole position, but pieces that can be found: ${this.why}` : this.why;
  }

  /** All that is set up, as conditions of a query: pieces at least, marks, and what is held at least. */
  conditions() {
    const limit = this.view.files * this.view.ranks, on = new Map(), held = new Map();
    const add = (map, key, n) => map.set(key, (map.get(key) || []).concat(n));
    for (const [place, { symbol, count }] of this.at) {
      const { side, kind } = this.known.asked[this.kinds.indexOf(symbol)], name = this.view.places[place];
      if (place < limit) { add(on, `${side} ${kind} on`, name); continue; }
      const holder = this.known.sides[place - limit < (this.view.places.length - limit) / 2 ? 0 : 1];
      add(held, `${name.startsWith("pocket") ? "pocket" : "hand"}(${holder}).${kind}`, Array(count).fill(1));
    }
    for (const [place, mark] of this.special) add(on, mark === "any" ? "any on" : "empty", this.view.places[place]);
    const words = [];
    for (const [what, names] of on) words.push(names.length === 1 ? `${what} ${names[0]}` : `${what} ${what === "empty" ? "" : "every "}{${names.join(", ")}}`);
    for (const [what, ones] of held) words.push(`${what} >= ${ones.length}`);
    return words;
  }

  /** The names of the squares with a mark. @param {string} mark */
  marked(mark) { return [...this.special].filter(([, m]) => m === mark).map(([place]) => this.view.places[place]); }

  /** Marks squares, by their names. @param {Record<string, string[]>} marks */
  mark(marks) {
    for (const [mark, names] of Object.entries(marks)) {
      for (const name of names) {
        const place = this.board.names.get(name);
        if (place == null || place >= this.view.files * this.view.ranks) continue;
        this.at.delete(place);
        this.special.set(place, mark);
      }
    }
    this.now = this.snapshot();
    this.redraw();
  }
}
