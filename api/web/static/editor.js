// The position editor: pieces are dragged, or selected and placed.
import "./boardtext.js";
import { Board, apply, pieceIcon } from "./board.js";
import { applyColours, by, look, make, post, say } from "./rest.js";
import { t } from "./text.js";

/** Duration of a long press, which clears a place, in milliseconds. */
const longPress = 550;

export class Editor {
  /**
   * @param {string} variant
   * @param {{onchange: (text: string) => void, ontouch: () => void, onmark: () => void, loose: () => boolean}} acts a position was read ("" if invalid); pieces were moved; a square was marked; whether an incomplete position will do
   * @param {string} [prefix] of the ids of the editor's elements
   */
  constructor(variant, acts, prefix = "") {
    this.variant = variant;
    this.prefix = prefix;
    this.options = "";
    this.problem = ""; // why the position is invalid
    this.acts = acts;
    this.text = "";
    this.reading = Promise.resolve(); // the pending request
    /** Snapshots for undo and redo. */
    this.past = [];
    this.future = [];
    /** The selected tool: a symbol, "erase", "any", "empty", or null. */
    this.tool = null;
    this.special = new Map();
    for (const tool of this.tools()) this.by(tool).onclick = () => this.choose(this.tool === tool ? null : tool);
    if (this.by("start")) this.by("start").onclick = () => { this.acts.ontouch(); this.load(""); };
    this.by("clear").onclick = () => {
      this.at = new Map();
      this.special.clear();
      this.tail = this.tail.replace(/^[A-Za-z]+( |$)/, "-$1"); // no castling on an empty board
      this.acts.onmark();
      this.changed();
    };
    this.by("flip").onclick = () => { this.board.flip(); this.redraw(); };
    this.by("turn").onchange = () => this.changed();
    this.by("undo").onclick = () => this.step(this.past, this.future);
    this.by("redo").onclick = () => this.step(this.future, this.past);
    this.by("board").addEventListener("contextmenu", (e) => e.preventDefault());
    addEventListener("keydown", (e) => {
      if (!(e.ctrlKey || e.metaKey) || e.altKey || e.target.matches?.("input:not([type=radio], [type=checkbox]), textarea")) return;
      const key = e.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      e.preventDefault();
      if (key === "z" && !e.shiftKey) this.step(this.past, this.future);
      else this.step(this.future, this.past);
    });
  }

  /** An element of the editor. @param {string} id */
  by(id) { return by(this.prefix + id); }

  /** The tools that the page has besides pieces. */
  tools() { return ["erase", "any", "empty"].filter((id) => this.by(id)); }

  /**
   * Shows a position (FEN); "" is the starting position. Invalid positions are
   * shown too. Unreadable text stays in its field, and the board unchanged.
   * @param {string} text @param {boolean} [reset] clear the undo history
   * @returns {Promise<boolean|null>} whether it is shown; null if superseded
   */
  async load(text, reset = false) {
    const request = this.request = Symbol("request");
    let p;
    try {
      p = await this.setUp({ position: text, roomy: true });
    } catch (e) {
      if (request !== this.request) return null;
      this.refuse(e.message);
      return false;
    }
    if (request !== this.request) return null;
    if (reset) this.past = this.now = null;
    if (this.now) this.past.push(this.now);
    this.past ||= [];
    this.future = [];
    this.mount(p.drawing.view, p.drawing.pieces);
    this.tail = p.position.split(" ").slice(2).join(" ");
    this.special = new Map();
    this.at = apply(new Map(), p.drawing.filled);
    this.by("turn").value = String(p.drawing.turn);
    this.now = this.snapshot();
    this.redraw();
    this.take(p);
    return true;
  }

  /** Requests a position from the server. @param {any} keys */
  setUp(keys) { return post("/api/v1/positions/setup", { variant: this.variant, options: this.options, ...look(this.variant), ...keys }); }

  /** Shows a board and its pieces. */
  mount(view, known) {
    const flipped = this.board?.flipped;
    this.view = view;
    this.known = known;
    this.kinds = known.map(({ symbol }) => symbol);
    this.board = new Board(this.by("board"), view, {
      spots: true, label: t`Position editor: arrow keys move between squares, Enter places the selected piece, Delete removes one`,
      onpress: (place) => this.put(place), onmove: (from, to) => this.move(from, to),
    });
    applyColours(view);
    this.board.options.ongrab = (place, e) => this.grab(place, e);
    this.board.options.ondrag = (e) => this.drag(e);
    this.board.options.ondrop = () => this.drop();
    if (flipped) this.board.flip();
    this.by("turn").replaceChildren(...view.sides.map((name, i) => make("option", { value: i }, name)));
    this.choose(null);
    this.pools();
  }

  /** The current state of the editor. */
  snapshot() {
    return { view: this.view, known: this.known, at: new Map(this.at), special: new Map(this.special), tail: this.tail, turn: this.by("turn").value };
  }

  /** Undoes or redoes a change. */
  step(from, to) {
    const then = from.pop();
    if (!then) return;
    to.push(this.now);
    this.now = then;
    if (then.view !== this.view) this.mount(then.view, then.known);
    this.at = new Map(then.at);
    this.special = new Map(then.special);
    this.tail = then.tail;
    this.by("turn").value = then.turn;
    say(from === this.past ? t`Undone` : t`Redone`);
    this.read();
  }

  pools() {
    for (const [side, id] of [[0, "pool-first"], [1, "pool-second"]]) {
      this.by(id).replaceChildren(...this.kinds.filter((k) => this.view.symbols[k].side === side).map((symbol) => {
        const { name } = this.view.symbols[symbol], act = () => this.choose(this.tool === symbol ? null : symbol);
        const button = make("button", { type: "button", "aria-label": name, title: name, "aria-pressed": "false", "data-symbol": symbol, onclick: act }, pieceIcon(this.view, symbol));
        button.addEventListener("pointerdown", (e) => this.pull(e, symbol));
        return button;
      }));
    }
  }

  choose(tool) {
    this.tool = tool;
    for (const b of document.querySelectorAll(`#${this.prefix}pool-first button, #${this.prefix}pool-second button`)) b.setAttribute("aria-pressed", String(Number(b.dataset.symbol) === tool));
    for (const id of this.tools()) this.by(id).setAttribute("aria-pressed", String(tool === id));
    if (typeof tool === "number") say(t`${this.view.symbols[tool].name} selected`);
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
    if (e.pointerType === "touch") this.rest = setTimeout(() => { this.wiped = true; this.drop(); this.wipe(place); }, longPress);
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

  /** Applies the selected tool to a place. */
  put(place) {
    if (this.wiped || this.tool === null) { this.wiped = false; return; }
    if (this.tool === "erase") { this.wipe(place); return; }
    if (this.tool === "any" || this.tool === "empty") {
      if (place >= this.view.files * this.view.ranks) { say(t`You can only mark squares of the board.`); return; }
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
    if (off >= 0) { // pieces off the board belong to their holder
      const side = off < (places.length - files * ranks) / 2 ? 0 : 1, letter = symbols[symbol].letter.replace(/[+~]/g, ""); // held pieces are unpromoted
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
    this.by("undo").disabled = !this.past.length;
    this.by("redo").disabled = !this.future.length;
  }

  /** The contents or condition of a place as text. */
  words(place) {
    const mark = this.special.get(place);
    return mark ? `${this.board.name(place)}, ${mark === "any" ? t`any piece` : t`must be empty`}` : this.board.words(place);
  }

  /** Draws a move. @param {string[]} squares */
  hint(squares) {
    this.redraw();
    this.board.draw([...this.board.marks, ...this.board.moveMarks(squares, "G")]);
  }

  /** Adds a change to the undo history and reads the position. */
  changed() {
    this.acts.ontouch();
    this.past.push(this.now);
    this.future = [];
    this.now = this.snapshot();
    this.read();
  }

  /** Requests the position (FEN) of the pieces from the server. */
  read() {
    this.redraw();
    this.reading = this.answer({ pieces: this.pieces(), turn: this.by("turn").value, fields: this.tail });
  }

  async answer(keys) {
    const request = this.request = Symbol("request");
    try {
      const p = await this.setUp(keys);
      if (this.request === request) this.take(p);
    } catch (e) { if (this.request === request) this.refuse(e.message); }
  }

  /** Whether the variant has places off the board; true until it is loaded. */
  hasReserves() { return !this.view || this.view.places.length > this.view.files * this.view.ranks; }

  /** The pieces and their places for the server, such as "e5:k" and "hand1:P". */
  pieces() {
    const { places, symbols } = this.view;
    return [...this.at].flatMap(([place, { symbol, count }]) => {
      const { side, letter } = symbols[symbol];
      const piece = side === 0 ? letter.toUpperCase() : letter.toLowerCase();
      return Array(count).fill(`${places[place].replace(/^(hand[12])\..*/, "$1")}:${piece}`);
    });
  }

  /** Handles the server's reading of the position. */
  take(p) {
    this.text = this.by("position").value = p.position;
    if (p.problem) this.refuse(p.problem);
    else this.accept(p);
  }

  accept(p) {
    this.problem = "";
    this.notation = p.drawing.notation;
    this.by("position").removeAttribute("aria-invalid");
    this.by("position-error").classList.remove("refused");
    this.by("position-error").textContent = p.outcome ? t`The game has ended here: ${p.outcome.termination}.` : "";
    this.acts.onchange(p.position);
  }

  /** Shows why the position is invalid. @param {string} problem */
  refuse(problem) {
    this.problem = problem;
    this.judge();
    this.acts.onchange("");
  }

  /** Shows the problem as an error, or as a hint if an incomplete position will do. */
  judge() {
    if (!this.problem) return;
    const loose = this.acts.loose();
    this.by("position").removeAttribute("aria-invalid");
    if (!loose) this.by("position").setAttribute("aria-invalid", "true");
    this.by("position-error").classList.toggle("refused", !loose);
    this.by("position-error").textContent = loose ? t`The position is incomplete, but you can search for these pieces: ${this.problem}` : this.problem;
  }

  /** The pieces, marks and minimum numbers of held pieces as conditions of a query. */
  conditions() {
    const limit = this.view.files * this.view.ranks, on = new Map(), held = new Map();
    const add = (map, key, n) => map.set(key, (map.get(key) || []).concat(n));
    for (const [place, { symbol, count }] of this.at) {
      const { side, kind } = this.known[this.kinds.indexOf(symbol)], name = this.view.places[place];
      if (place < limit) { add(on, `${side} ${kind} on`, name); continue; }
      const holder = this.sideName(place - limit < (this.view.places.length - limit) / 2 ? 0 : 1);
      add(held, `${name.startsWith("pocket") ? "pocket" : "hand"}(${holder}).${kind}`, Array(count).fill(1));
    }
    for (const [place, mark] of this.special) add(on, mark === "any" ? "any on" : "empty", this.view.places[place]);
    const words = [];
    for (const [what, names] of on) words.push(names.length === 1 ? `${what} ${names[0]}` : `${what} ${what === "empty" ? "" : "every "}{${names.join(", ")}}`);
    for (const [what, pieces] of held) words.push(`${what} >= ${pieces.length}`);
    return words;
  }

  /** The name of a side in queries. @param {number} side */
  sideName(side) { return this.known.find(({ symbol }) => this.view.symbols[symbol].side === side).side; }

  /** The squares with a mark, by name. @param {string} mark */
  marked(mark) { return [...this.special].filter(([, m]) => m === mark).map(([place]) => this.view.places[place]); }

  /** Marks squares by name. @param {Record<string, string[]>} marks */
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
