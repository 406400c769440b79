// The kinds of pieces and their moves, by clicks on a diagram around the piece.
import { pieceIcon } from "./board.js";
import { boardText, rows } from "./fen.js";
import { Language } from "./language.js";
import { by, look, make, post } from "./rest.js";
import { t } from "./text.js";

/** How far the diagram reaches from the piece. */
const reach = 4;

/** @typedef {import("./studio.js").Leap} Leap */

const gcd = (a, b) => (b ? gcd(b, a % b) : Math.abs(a));

/** The ways of moving to a clicked square; each returns its leap, or null if there is none. */
const ways = {
  leap: (x, y) => ({ files: x, ranks: y, hop: "", range: 1, lame: false }),
  slide: (x, y) => ({ files: x / gcd(x, y), ranks: y / gcd(x, y), hop: "", range: 0, lame: false }),
  ride: (x, y) => ({ files: x, ranks: y, hop: "", range: 0, lame: false }),
  lame: (x, y) => ({ files: x, ranks: y, hop: "", range: 1, lame: true }),
  jump: (x, y) => ([x, y].every((n) => n === 0 || Math.abs(n) === 2) ? { files: x, ranks: y, hop: "over", range: 1, lame: false } : null),
  cannon: (x, y) => line(x, y) && { ...line(x, y), hop: "over", range: 0, lame: false },
  grasshopper: (x, y) => line(x, y) && { ...line(x, y), hop: "behind", range: 0, lame: false },
};

/** The step along the line to a square, or null. */
function line(x, y) {
  const files = x / gcd(x, y), ranks = y / gcd(x, y);
  return Math.max(Math.abs(files), Math.abs(ranks)) === 1 ? { files, ranks } : null;
}

/** The squares like one, by symmetry. @param {string} symmetry @returns {number[][]} */
function alike(symmetry, x, y) {
  const all = { one: [[x, y]], sides: [[x, y], [-x, y]], all: [[x, y], [-x, y], [x, -y], [-x, -y], [y, x], [-y, x], [y, -x], [-y, -x]] }[symmetry];
  return all.filter(([a, b], i) => all.findIndex(([c, d]) => a === c && b === d) === i);
}

/** The squares of the diagram that a leap reaches. @param {Leap} leap */
function reached({ files, ranks, hop, range }) {
  const out = [], rides = range !== 1;
  for (let n = hop && rides ? 2 : 1; n <= (range || 2 * reach); n++) {
    const x = n * files, y = n * ranks;
    if (Math.max(Math.abs(x), Math.abs(y)) > reach) break;
    out.push([x, y]);
  }
  return out;
}

const sameKind = (a, b) => a.files === b.files && a.ranks === b.ranks && a.hop === b.hop && (a.range === 1) === (b.range === 1) && a.lame === b.lame && a.first === b.first;

export class Pieces {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.letter = "";
    this.at = [0, 1];
    this.language = new Language();
    const form = by("piece-form");
    form.onsubmit = (e) => e.preventDefault();
    for (const key of ["name", "glyph", "value", "royal"]) by(`piece-${key}`).onchange = () => this.change(key);
    by("piece-remove").onclick = () => this.remove();
    by("piece-add").onsubmit = (e) => { e.preventDefault(); this.add(); };
    by("moves-grid").addEventListener("keydown", (e) => this.key(e));
    by("moves-clear").onclick = () => this.set([], t`No moves`);
    this.build();
  }

  /** Adds the squares of the diagram. */
  build() {
    const row = (y) => make("div", { role: "row" }, ...Array.from({ length: 2 * reach + 1 }, (_, i) => this.square(i - reach, y)));
    by("moves-grid").replaceChildren(...Array.from({ length: 2 * reach + 1 }, (_, i) => row(reach - i)));
  }

  square(x, y) {
    if (!x && !y) return make("span", { role: "gridcell", class: "self", id: "moves-self" });
    const button = make("button", { type: "button", "data-x": x, "data-y": y, tabindex: x === this.at[0] && y === this.at[1] ? 0 : -1, onclick: () => this.click(x, y) });
    return make("span", { role: "gridcell" }, button);
  }

  button(x, y) { return by("moves-grid").querySelector(`[data-x="${x}"][data-y="${y}"]`); }

  key(e) {
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[e.key];
    if (!step) return;
    e.preventDefault();
    let [x, y] = this.at.map((n, i) => Math.max(-reach, Math.min(reach, n + step[i])));
    if (!x && !y) [x, y] = step; // over the piece itself
    this.button(...this.at).tabIndex = -1;
    this.at = [x, y];
    this.button(x, y).tabIndex = 0;
    this.button(x, y).focus();
  }

  /** The chosen kind of piece. */
  get kind() { return this.studio.design.pieces.find(({ letter }) => letter === this.letter); }

  /** @param {import("./studio.js").Design} design */
  async show(design) {
    if (!this.kind) this.letter = design.pieces[0]?.letter || "";
    this.draw();
    await Promise.all([this.pictures(design), this.glyphs()]);
    if (design === this.studio.design) this.draw();
  }

  /** Requests the pictures of the pieces, once for each set of pieces. */
  async pictures(design) {
    if (!design.variant || design.variant === this.drawn) return;
    try {
      const { drawing } = await post("/api/v1/positions/setup", { variant: design.variant, position: "", roomy: true, ...look(design.variant) });
      this.drawn = design.variant;
      this.view = drawing.view;
      this.icons = new Map(drawing.pieces.map(({ symbol }) => drawing.view.symbols[symbol]).map((s, i) => [`${s.side}${s.letter.toUpperCase()}`, drawing.pieces[i].symbol]));
    } catch (e) { this.studio.refuse(e.message); }
  }

  /** Lists the names of pictures, once. */
  async glyphs() {
    if (by("piece-glyph").options.length > 1) return;
    const { mappings } = await this.language.table();
    const words = mappings.find(({ path }) => path === "pieces").keys.find(({ name }) => name === "glyph").words;
    for (const id of ["piece-glyph", "new-glyph"]) by(id).append(...words.map((w) => make("option", { value: w }, w)));
  }

  /** The picture of a kind, or its letter. @param {string} letter */
  icon(letter) {
    const symbol = this.icons?.get(`0${letter.toUpperCase()}`);
    return symbol === undefined ? letter : pieceIcon(this.view, symbol);
  }

  draw() {
    const { design } = this.studio, kind = this.kind, own = design.tree.pieces?.[this.letter] || {};
    by("piece-list").replaceChildren(...design.pieces.map(({ letter, name }) => make("button", {
      type: "button", "aria-pressed": String(letter === this.letter), title: name, "aria-label": `${name} (${letter})`, onclick: () => { this.letter = letter; this.draw(); },
    }, this.icon(letter))));
    by("piece-form").hidden = by("moves-tools").hidden = !kind;
    if (!kind) return;
    by("piece-letter").textContent = kind.letter;
    by("piece-name").value = own.name ?? "";
    by("piece-glyph").value = own.glyph ?? "";
    by("piece-value").value = own.value ?? "";
    by("piece-royal").checked = own.royal === true;
    const hexagons = design.cells === "hexagons";
    by("moves-tools").hidden = hexagons;
    by("moves-text").textContent = hexagons ? t`Edit the moves on hexagons in the text.` : this.text(own.moves);
    by("moves-self").replaceChildren(this.icon(kind.letter));
    this.marks(kind);
  }

  /** The moves as text. */
  text(moves) {
    const one = (m) => (typeof m === "object" && m ? `${m.betza} (${Object.entries(m).filter(([k]) => k !== "betza").map(([k, v]) => `${k}: ${v}`).join(", ")})` : String(m));
    const list = [moves ?? []].flat();
    return list.length ? t`Moves: ${list.map(one).join(" + ")}` : t`No moves yet. Choose how it moves, and click squares.`;
  }

  /** Draws the moves of a kind. */
  marks(kind) {
    const signs = new Map();
    for (const leap of kind.leaps) {
      for (const [x, y] of reached(leap)) signs.set(`${x},${y}`, [...signs.get(`${x},${y}`) || [], leap]);
    }
    for (const button of by("moves-grid").querySelectorAll("button")) {
      const x = Number(button.dataset.x), y = Number(button.dataset.y), here = signs.get(`${x},${y}`) || [];
      button.innerHTML = here.length ? `<svg class="moves" viewBox="-11 -11 22 22" aria-hidden="true">${here.map(sign).join("")}</svg>` : "";
      button.setAttribute("aria-label", `${place(x, y)}: ${here.map(words).join("; ") || t`no move`}`);
      button.setAttribute("aria-pressed", String(here.length > 0));
    }
  }

  /** Adds or removes the move to a clicked square, and those like it. */
  click(x, y) {
    const value = (name) => document.querySelector(`[name="${name}"]:checked`).value;
    const way = value("way"), mode = value("mode"), { leaps } = this.kind;
    this.button(...this.at).tabIndex = -1;
    this.at = [x, y];
    this.button(x, y).tabIndex = 0;
    const squares = alike(by("moves-symmetry").value, x, y);
    if (way === "remove") {
      this.set(leaps.filter((leap) => !reached(leap).some(([a, b]) => squares.some(([c, d]) => a === c && b === d))));
      return;
    }
    const range = Number(by("moves-range").value) || 0, made = [];
    for (const [a, b] of squares) {
      const leap = ways[way](a, b);
      if (!leap) { this.studio.refuse(way === "jump" ? t`It jumps over the square between: click two squares away.` : t`It hops along a line: click a square on a file, rank or diagonal.`); return; }
      if (leap.range !== 1 && !leap.hop) leap.range = range;
      const full = { ...leap, move: mode !== "capture", capture: mode !== "move", first: by("moves-first").checked };
      if (!made.some((m) => sameKind(m, full))) made.push(full);
    }
    const equal = (m, l) => sameKind(m, l) && m.move === l.move && m.capture === l.capture && m.range === l.range;
    const others = leaps.filter((l) => !made.some((m) => sameKind(m, l)));
    this.set(made.every((m) => leaps.some((l) => equal(m, l))) ? others : [...others, ...made]);
  }

  /** Sets the moves that the diagram shows. @param {Leap[]} leaps */
  async set(leaps, said = "") {
    const { kind } = this, before = kind.leaps;
    kind.leaps = leaps; // the next click may come before the answer
    if (await this.studio.edit([{ piece: kind.letter, leaps }], said) !== false) return;
    kind.leaps = before;
    this.draw();
  }

  /** Changes a key of the piece. @param {string} key */
  change(key) {
    const field = by(`piece-${key}`), path = ["pieces", this.letter, key];
    const value = key === "royal" ? field.checked : key === "value" ? Number(field.value) : field.value.trim();
    this.studio.edit([value ? { path, value } : { path }]);
  }

  /** Removes the piece, also from the starting position. */
  remove() {
    const { design } = this.studio, start = String(design.tree.start || ""), board = design.start;
    const cleared = boardText(rows(board).map((row) => row.map((c) => (c.toUpperCase() === this.letter ? "" : c))));
    const edits = [{ path: ["pieces", this.letter] }];
    if (cleared !== board && board) edits.push({ path: ["start"], value: cleared + start.slice(board.length) });
    this.studio.edit(edits);
  }

  /** Adds a piece without moves. */
  async add() {
    const name = by("new-name").value.trim().replace(/^./, (c) => c.toUpperCase()), { pieces } = this.studio.design;
    const free = [...name.toUpperCase(), ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((c) => /[A-Z]/.test(c) && !pieces.some(({ letter }) => letter === c));
    const letter = by("new-letter").value.trim().toUpperCase() || free, glyph = by("new-glyph").value;
    if (!name) { by("new-name").focus(); return; }
    if (pieces.some((p) => p.letter === letter)) { this.studio.refuse(t`The letter ${letter} is taken.`); return; }
    const value = { name, moves: [], ...(glyph && { glyph }) };
    if (!await this.studio.edit([{ path: ["pieces", letter], value }])) return;
    by("piece-add").reset();
    this.letter = letter;
    this.draw();
  }
}

/** The sign of a leap on a square it reaches. @param {Leap} leap */
function sign({ hop, range, move, capture, lame, first }) {
  const form = move ? `<circle class="go${capture ? " take" : ""}" r="5"${lame ? ' stroke-dasharray="3 2"' : ""}/>` : '<path class="take" d="M-5-5L5 5M5-5L-5 5"/>';
  const hurdle = hop ? '<rect class="hurdle" x="-8" y="-8" width="16" height="16"/>' : "", ride = range !== 1 && !hop ? '<circle class="ride" r="8"/>' : "";
  return form + hurdle + ride + (first ? '<text x="6" y="-4" class="first">1</text>' : "");
}

/** @param {Leap} leap */
function words({ hop, range, move, capture, lame, first }) {
  const how = hop ? (range === 1 ? t`jumps over a piece` : hop === "over" ? t`hops over a piece` : t`hops and lands behind a piece`) : range !== 1 ? t`slides or rides` : lame ? t`lame leap` : t`leaps`;
  return [how, move && capture ? t`moves and captures` : move ? t`only moves` : t`only captures`, first && t`first move only`].filter(Boolean).join(", ");
}

/** A square from the piece's view. */
function place(x, y) {
  return [y > 0 ? t`${y} forward` : y < 0 ? t`${-y} back` : "", x > 0 ? t`${x} right` : x < 0 ? t`${-x} left` : ""].filter(Boolean).join(", ");
}

