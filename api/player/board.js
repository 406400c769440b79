// A board of any variant, drawn with the server's pieces.

const SVG = "http://www.w3.org/2000/svg";

/** The colours of marks by the letters of [%csl] and [%cal]. */
const tones = { G: "#00805d", R: "#d55e00", B: "#0072b2", Y: "#b58900", P: "#8a4a74", O: "#c26a00", C: "#007a87" };

let boards = 0;

/** The texts for screen readers, in English unless a page replaces them. */
export const texts = {
  board: "Board",
  empty: "empty",
  /** @param {string} side @param {string} what hand or pocket */
  held: (side, what) => `${side}'s ${what}`,
  /** @param {string} name @param {number} count */
  several: (name, count) => `${name} times ${count}`,
};

/**
 * @typedef {{width: number, height: number, ground: string, frame?: string, captions?: string[][], points: number[][], cell?: string}} Way
 * @typedef {{name: string, letter: string, side: number, svg: string[]}} Piece
 * @typedef {{files: number, ranks: number, sides: string[], places: string[], ways: Way[], symbols: Piece[]}} View
 *
 * drawn is the position that the server has already drawn in the box; spots makes
 * places focusable.
 * @typedef {object} Options
 * @property {{at: Map<number, {symbol: number, count: number}>, last: number[]}} [drawn]
 * @property {(place: number, event: PointerEvent|KeyboardEvent) => void} [onpress]
 * @property {(from: number, to: number) => void} [ondraw]
 * @property {(from: number, to: number|null) => void|Promise<unknown>} [onmove] its promise keeps a dropped piece where it is
 * @property {(place: number, event: PointerEvent) => void} [ongrab]
 * @property {(event: PointerEvent) => void} [ondrag]
 * @property {() => void} [ondrop]
 * @property {boolean} [carry] whether dragged pieces follow the pointer
 * @property {boolean} [spots]
 * @property {string} [label]
 */

/** Creates an SVG element. @param {string} name @param {Record<string, string|number>} [attributes] */
export function svg(name, attributes = {}) {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
  return e;
}

export class Board {
  /**
   * @param {HTMLElement} box filled by the board
   * @param {View} view
   * @param {Options} [options]
   */
  constructor(box, view, options = {}) {
    this.box = box;
    this.view = view;
    this.options = options;
    this.flipped = false;
    /** @type {Map<number, {symbol: number, count: number}>} */
    this.at = new Map();
    this.last = [];
    this.marks = [];
    this.id = `b${++boards}`;
    this.names = new Map(view.places.map((name, i) => [name, i]));
    if (options.drawn) this.adopt(options.drawn.at, options.drawn.last);
    else this.build();
  }

  /** Takes over the drawing of the server. */
  adopt(at, last) {
    this.root = this.box.querySelector("svg.board");
    [this.defs, , this.lastLayer, this.frame, this.pieces] = this.root.children;
    this.id = this.root.dataset.symbols;
    this.known = new Set([...this.defs.children].map((symbol) => Number(symbol.id.split("-")[1])));
    this.shown = new Map();
    for (const use of this.pieces.querySelectorAll("use")) {
      const place = Number(use.dataset.at), count = use.nextElementSibling;
      this.shown.set(place, { ...at.get(place), elements: count?.tagName === "text" ? [use, count] : [use] });
    }
    this.at = at;
    this.last = last;
    this.markLayer = svg("g", { class: "marks" });
    this.root.append(this.markLayer);
    if (this.options.spots) {
      this.root.setAttribute("role", "application");
      this.addSpots();
      this.relabel(this.spots.keys());
    }
    this.connect();
  }

  /** @returns {Way} */
  get way() { return this.view.ways[this.flipped ? 1 : 0]; }

  /** Redraws the whole board. */
  build() {
    const way = this.way;
    const root = svg("svg", {
      class: this.drawing ? "board pen" : "board", viewBox: `0 0 ${way.width} ${way.height}`, preserveAspectRatio: "xMidYMin",
      role: this.options.spots ? "application" : "img", "aria-label": this.options.label || texts.board,
    });
    this.defs = svg("defs");
    this.lastLayer = svg("g", { class: "last" });
    this.frame = svg("g");
    this.pieces = svg("g", { class: "pieces", "stroke-linejoin": "round", "stroke-linecap": "round" });
    this.markLayer = svg("g", { class: "marks" });
    const ground = svg("g");
    ground.innerHTML = way.ground;
    root.append(this.defs, ground, this.lastLayer, this.frame, this.pieces, this.markLayer);
    this.known = new Set();
    this.shown = new Map();
    this.root = root;
    if (this.options.spots) this.addSpots();
    this.connect();
    this.box.replaceChildren(root);
    const at = this.at;
    this.at = new Map();
    this.set(at, this.last, false, this.turn);
    if (this.options.spots) this.relabel(this.spots.keys());
    this.draw(this.marks);
  }

  /** Connects pointer and keyboard to the drawing. */
  connect() {
    this.drawFrom = null;
    this.root.board = this;
    this.listen();
  }

  /**
   * Shows a position in another view of the game.
   * @param {View} view @param {Map<number, {symbol: number, count: number}>} at @param {number[]} last @param {boolean} [glide]
   */
  setView(view, at, last, glide = false) {
    const focused = this.root.contains(document.activeElement) ? this.view.places[Number(document.activeElement.dataset.place)] : null;
    this.view = view;
    this.names = new Map(view.places.map((name, i) => [name, i]));
    this.at = new Map();
    this.last = this.marks = [];
    this.build();
    this.set(at, last, glide);
    if (focused && this.options.spots) this.focus(this.names.get(focused) ?? 0);
  }

  /** Flips the board. */
  flip() {
    this.flipped = !this.flipped;
    this.build();
  }

  /** Sets the text for screen readers. @param {string} text @param {string} [description] longer text */
  label(text, description) {
    this.root.setAttribute("aria-label", text);
    if (!description) return;
    if (!this.root.querySelector("desc")) this.root.prepend(svg("desc"));
    this.root.querySelector("desc").textContent = description;
  }

  /** Returns the reference of a symbol, added at first use. @param {number} symbol */
  symbol(symbol) {
    if (!this.known.has(symbol)) {
      this.known.add(symbol);
      const g = svg("g", { id: `${this.id}-${symbol}` });
      g.innerHTML = this.view.symbols[symbol].svg[this.flipped ? 1 : 0];
      this.defs.append(g);
    }
    return `#${this.id}-${symbol}`;
  }

  /**
   * Shows a position; redraws only what has changed.
   * @param {Map<number, {symbol: number, count: number}>} at
   * @param {number[]} last squares of the last ply
   * @param {boolean} [glide] animate the moved piece
   * @param {number} [turn] the side to move, for boards with captions
   */
  set(at, last, glide = false, turn = -1) {
    const changed = new Set();
    for (const [place, shown] of this.shown) {
      const now = at.get(place);
      if (!now || now.symbol !== shown.symbol || now.count !== shown.count) {
        for (const e of shown.elements) e.remove();
        this.shown.delete(place);
        changed.add(place);
      }
    }
    for (const [place, now] of at) {
      if (this.shown.has(place)) continue;
      changed.add(place);
      const [x, y, scale] = this.way.points[place];
      const use = svg("use", { href: this.symbol(now.symbol), transform: `translate(${x} ${y})scale(${scale})` });
      const elements = [use];
      if (now.count > 1) {
        const count = svg("text", { class: "count", x: x + 14.5, y: y + 11 });
        count.textContent = String(now.count);
        elements.push(count);
      }
      this.pieces.append(...elements);
      this.shown.set(place, { ...now, elements });
      if (glide && last.length === 2 && place === last[1]) this.glide(use, last[0], place);
    }
    this.at = new Map(at);
    this.last = last || [];
    this.turn = turn;
    const { frame = "", captions = [] } = this.way;
    if (frame || captions.length) this.frame.innerHTML = frame + captions.map((caption, side) => caption[side === turn ? 1 : 0]).join("");
    this.lastLayer.replaceChildren(...this.last.map((place) => {
      const [x, y] = this.way.points[place];
      return this.cell(place, 1, { fill: "#b9cf4a", "fill-opacity": .75, stroke: "#6b7f10", "stroke-width": 1.8 }) || svg("rect", { x: x - 20, y: y - 20, width: 40, height: 40 });
    }));
    this.relabel(changed);
  }

  glide(use, from, to) {
    if (this.dropped?.[0] === from && this.dropped[1] === to || matchMedia("(prefers-reduced-motion: reduce)").matches || !use.animate) return;
    const [x0, y0] = this.way.points[from], [x, y] = this.way.points[to];
    use.animate([{ transform: `translate(${x0}px, ${y0}px)` }, { transform: `translate(${x}px, ${y}px)` }], { duration: 110, easing: "ease-out" });
  }

  /**
   * Draws arrows and marks.
   * @param {{from: number, to?: number, colour: string, shape?: string}[]} marks
   */
  draw(marks) {
    this.marks = marks;
    this.markLayer.replaceChildren(...marks.flatMap((m) => {
      const colour = tones[m.colour] || tones.G;
      return m.to == null || m.to === m.from ? this.spotMark(m, colour) : [this.arrow(m, colour)];
    }));
  }

  /** The mark of a place, with a halo for contrast. */
  spotMark({ from, shape }, colour) {
    const [x, y, scale] = this.way.points[from], r = 18 * scale;
    const outline = (name, form) => [["#fff", 5], [colour, 3]].map(([stroke, width]) =>
      svg(name, { ...form, fill: "none", stroke, "stroke-width": width }));
    switch (shape) {
      case "cross":
        return [svg("path", { d: `M${x - 9} ${y - 9}l18 18M${x - 9} ${y + 9}l18-18`, fill: "none", stroke: colour, "stroke-width": 4 })];
      case "any":
        return [
          svg("circle", { cx: x, cy: y, r: 12, fill: "#fff", "fill-opacity": .85, stroke: colour, "stroke-width": 3, "stroke-dasharray": "5 3" }),
          svg("circle", { cx: x, cy: y, r: 4, fill: colour }),
        ];
      case "dot":
        return [svg("circle", { cx: x, cy: y, r: 7, fill: colour, stroke: "#fff", "stroke-width": 1.5 })];
      case "ring":
        return outline("circle", { cx: x, cy: y, r: r - 1 });
    }
    if (this.isCell(from)) return [["#fff", 5], [colour, 3]].map(([stroke, width]) => this.cell(from, .9, { fill: "none", stroke, "stroke-width": width }));
    return outline("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 3 });
  }

  /** Whether a place is a hexagon. @param {number} place */
  isCell(place) { return Boolean(this.way.cell) && place < this.view.files * this.view.ranks; }

  /**
   * The outline of a hexagon; null for other places.
   * @param {number} place @param {number} size relative to the cell @param {Record<string, string|number>} [attributes]
   */
  cell(place, size, attributes = {}) {
    if (!this.isCell(place)) return null;
    const [x, y] = this.way.points[place];
    return svg("path", { d: this.way.cell, transform: `translate(${x} ${y})scale(${size})`, "vector-effect": "non-scaling-stroke", ...attributes });
  }

  arrow({ from, to }, colour) {
    const [x, y] = this.way.points[from], [x2, y2] = this.way.points[to];
    const d = Math.hypot(x2 - x, y2 - y) || 1, ux = (x2 - x) / d, uy = (y2 - y) / d;
    const at = ([along, across]) => `${(x + ux * along - uy * across).toFixed(1)} ${(y + uy * along + ux * across).toFixed(1)}`;
    const outline = [[8, 3.2], [d - 15, 3.2], [d - 15, 9], [d, 0], [d - 15, -9], [d - 15, -3.2], [8, -3.2]];
    return svg("path", {
      d: `M${outline.map(at).join("L")}z`, fill: colour, "fill-opacity": .88,
      stroke: "#fff", "stroke-width": 1.2, "stroke-linejoin": "round",
    });
  }

  /**
   * The marks of an annotation, whose places are named. Red and yellow ones also
   * differ from green and blue ones by shape.
   * @param {string[][]} drawn
   */
  drawn(drawn) {
    return (drawn || []).map(([letter, from, to]) => {
      const colour = letter[0].toUpperCase();
      return { colour, from: this.names.get(from), to: to ? this.names.get(to) : undefined, shape: "ROMY".includes(colour) ? "" : "ring" };
    }).filter((m) => m.from != null);
  }

  /**
   * The place of a name in reports: a square, cell or pocket, or pieces in hand,
   * "hand1.P".
   * @param {string} name
   */
  place(name) {
    const [, hand, letter] = /^(hand[12]\.)(.+)$/.exec(name) || [];
    if (!hand) return this.names.get(name);
    return [...this.at.keys()].find((place) => this.view.places[place].startsWith(hand) && this.view.symbols[this.at.get(place).symbol].letter === letter);
  }

  /**
   * The mark of a move with named from and to places, or of one of them. Illegal
   * moves are red.
   * @param {string[]|undefined} squares @param {string} colour
   */
  moveMarks(squares, colour) {
    const [from, to] = (squares || []).map((name) => this.place(name)).filter((place) => place != null);
    return from == null ? [] : [{ from, to, colour, shape: to == null && colour === "R" ? "cross" : "" }];
  }

  /** The displayed name of a place. @param {number} place */
  name(place) { return this.view.called?.[place] || this.view.places[place]; }

  /** The contents of a place as text. @param {number} place */
  words(place) {
    const here = this.at.get(place);
    const name = this.name(place).replace(/^(hand|pocket)([12])(?:\.\d+)?$/, (_, what, n) => texts.held(this.view.sides[n - 1], what));
    return `${name}, ${this.held(here)}`;
  }

  /** A piece with its number as text. @param {{symbol: number, count: number}} [here] */
  held(here) {
    if (!here) return texts.empty;
    const { name } = this.view.symbols[here.symbol];
    return here.count > 1 ? texts.several(name, here.count) : name;
  }

  /** Adds a focusable spot per place, for the arrow keys. */
  addSpots() {
    const layer = svg("g", { class: "spots" });
    const first = this.way.points.findIndex(([, , scale]) => scale > 0);
    this.spots = this.way.points.map(([x, y, scale], place) => {
      const r = 20 * Math.min(1, scale + .05), spot = { tabindex: place === first ? 0 : -1, role: "button", "data-place": place };
      return this.cell(place, 1, spot) || svg("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, ...spot });
    });
    layer.append(...this.spots.filter((_, place) => this.way.points[place][2] > 0));
    this.root.append(layer);
  }

  /** Updates the labels of spots. @param {Iterable<number>} places */
  relabel(places) {
    if (this.spots) for (const place of places) this.spots[place].setAttribute("aria-label", this.words(place));
  }

  /** The pointer in units of the drawing, or null. @param {PointerEvent} event */
  pointAt(event) {
    const box = this.root.getScreenCTM();
    return box && new DOMPoint(event.clientX, event.clientY).matrixTransform(box.inverse());
  }

  /** Moves the piece of a place with the pointer, above the others. @param {number} from @param {PointerEvent} event */
  carry(from, event) {
    const piece = this.shown.get(from), point = this.pointAt(event);
    if (!piece || !point) return;
    if (!this.carried) {
      const [of] = piece.elements, use = piece.count > 1 ? of.cloneNode() : of; // others of the kind stay
      this.carried = { use, copy: use !== of, transform: of.getAttribute("transform"), next: of.nextSibling };
      use.classList.add("carried");
      this.pieces.append(use);
    }
    this.carried.use.setAttribute("transform", `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})scale(${this.way.points[from][2] * 1.1})`);
  }

  /** Puts the carried piece back. */
  release() {
    if (!this.carried) return;
    const { use, copy, transform, next } = this.carried;
    this.carried = null;
    if (copy) { use.remove(); return; }
    use.setAttribute("transform", transform);
    use.classList.remove("carried");
    if (use.isConnected && next?.isConnected) next.before(use);
  }

  /**
   * Reports a dragged piece; it stays on its new place until the move is played.
   * @param {number} from @param {number|null} to
   */
  async drop(from, to) {
    const { carried } = this, move = this.options.onmove?.(from, to);
    if (!carried || to == null || !(move instanceof Promise)) { this.release(); return; }
    const [x, y, scale] = this.way.points[to];
    carried.use.setAttribute("transform", `translate(${x} ${y})scale(${scale})`);
    this.dropped = [from, to];
    await move.catch(() => {});
    this.dropped = null;
    if (this.carried === carried) this.release();
  }

  /** The place nearest to the pointer, or null. @param {PointerEvent} event */
  placeAt(event) {
    const point = this.pointAt(event);
    if (!point) return null;
    let nearest = null, distance = Infinity;
    this.way.points.forEach(([x, y, scale], place) => {
      const dx = Math.abs(point.x - x), dy = Math.abs(point.y - y), wide = this.isCell(place) ? 23 : 20;
      if (scale > 0 && dx <= wide * scale + .5 && dy <= 20 * scale + .5 && dx * dx + dy * dy < distance) { distance = dx * dx + dy * dy; nearest = place; }
    });
    return nearest;
  }

  listen() {
    let from = null, grabbed = null;
    this.root.addEventListener("contextmenu", (e) => { if (this.options.ondraw) e.preventDefault(); });
    this.root.addEventListener("pointerdown", (e) => {
      from = e.isPrimary ? this.placeAt(e) : null; // ignore a second finger
      this.pressed = from;
      grabbed = from != null && this.options.carry && e.button === 0 && !this.drawing && this.at.has(from) ? e : null;
      if (!e.isPrimary) { this.release(); this.options.ondrop?.(); }
      if (from != null && (this.options.onmove || this.options.ondraw)) {
        if (this.options.onmove || e.button === 2 || this.drawing) { e.preventDefault(); this.root.setPointerCapture(e.pointerId); }
        this.options.ongrab?.(from, e);
      }
    });
    this.root.addEventListener("pointermove", (e) => {
      if (from == null) return;
      if (grabbed && (this.carried || Math.hypot(e.clientX - grabbed.clientX, e.clientY - grabbed.clientY) > 4)) this.carry(from, e);
      this.options.ondrag?.(e);
    });
    this.root.addEventListener("pointerup", (e) => {
      const to = this.placeAt(e), start = from;
      from = grabbed = this.pressed = null;
      this.options.ondrop?.();
      if (start == null) return;
      if (this.options.ondraw && (e.button === 2 || this.drawing)) { if (to != null) this.options.ondraw(start, to); return; }
      if (to !== start) { this.drop(start, to); return; }
      this.release();
      this.options.onpress?.(start, e);
    });
    this.root.addEventListener("pointercancel", () => { from = grabbed = this.pressed = null; this.release(); this.options.ondrop?.(); });
    this.root.addEventListener("keydown", (e) => {
      const place = Number(e.target.dataset?.place);
      if (!this.spots || Number.isNaN(place)) return;
      const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[e.key];
      if (step) {
        e.preventDefault();
        this.focus(this.neighbour(place, step[0], step[1]));
      } else if (e.key === "Enter" || e.key === " ") {
        e.preventDefault();
        if (this.drawing && this.options.ondraw) this.drawKey(place);
        else this.options.onpress?.(place, e);
      } else if (e.key === "Delete" || e.key === "Backspace") {
        e.preventDefault();
        this.options.onmove?.(place, null);
      }
    });
  }

  /** The nearest place in a direction. */
  neighbour(place, dx, dy) {
    const [x0, y0] = this.way.points[place];
    let best = place, distance = Infinity;
    this.way.points.forEach(([x, y, scale], i) => {
      if (!scale) return;
      const along = (x - x0) * dx + (y - y0) * dy, across = Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx);
      const far = along + (this.isCell(place) ? 1 : 3) * across; // files of hexagons are half a cell apart
      if (along > 5 && far < distance) { distance = far; best = i; }
    });
    return best;
  }

  focus(place) {
    for (const spot of this.spots) spot.tabIndex = -1;
    this.spots[place].tabIndex = 0;
    this.spots[place].focus();
  }

  drawKey(place) {
    if (this.drawFrom == null) { this.drawFrom = place; this.spots[place].classList.add("on"); return; }
    const from = this.drawFrom;
    this.spots[from].classList.remove("on");
    this.drawFrom = null;
    this.options.ondraw?.(from, place);
  }
}

/** Applies changes of places, as the server sends them. */
export function apply(at, changes) {
  const out = new Map(at);
  for (const [place, symbol, count] of changes) {
    if (symbol < 0) out.delete(place);
    else out.set(place, { symbol, count });
  }
  return out;
}

/** The picture of a piece. @param {View} view @param {number} symbol */
export function pieceIcon(view, symbol) {
  const e = svg("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" });
  e.innerHTML = `<g stroke-linejoin="round" stroke-linecap="round">${view.symbols[symbol].svg[0]}</g>`;
  return e;
}
