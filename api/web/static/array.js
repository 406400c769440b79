// The starting position, its board and its regions, by mouse and keyboard.
import { boardText, rows } from "./fen.js";
import { Editor } from "./editor.js";
import { by, make } from "./rest.js";
import { t } from "./text.js";

export class ArrayEditor extends Editor {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    super("", { onchange: (text) => this.changedTo(text), ontouch() {}, onmark() {}, loose: () => true }, "array-");
    this.studio = studio;
    this.region = "";
    for (const key of ["files", "ranks"]) by(`array-${key}`).onchange = () => this.resize();
    by("array-checkered").onchange = (e) => studio.edit([e.target.checked ? { path: ["board", "checkered"], value: true } : { path: ["board", "checkered"] }]);
    by("array-region").onchange = (e) => this.markRegion(e.target.value);
    by("array-regions").onsubmit = (e) => { e.preventDefault(); this.addRegion(); };
    by("array-remove-region").onclick = () => this.removeRegion();
  }

  /** Shows the text's board. @param {import("./studio.js").Design} design */
  async show(design) {
    this.design = design;
    by("array-files").value = String(design.files);
    by("array-ranks").value = String(design.ranks);
    by("array-checkered").checked = Boolean(design.tree.board?.checkered);
    if (!design.regions.some(({ name }) => name === this.region)) this.region = "";
    by("array-region").replaceChildren(make("option", { value: "" }, t`Pieces`), ...design.regions.map(({ name }) => make("option", { value: name, selected: name === this.region }, name)));
    by("array-remove-region").disabled = !this.region;
    if (!design.variant) return;
    const known = this.variant === design.variant && this.view;
    if (known && this.boardShown === design.start) { this.redraw(); return; }
    const tool = this.tool !== null && this.view && this.view.symbols[this.tool];
    this.variant = design.variant;
    this.boardShown = design.start;
    const start = design.start || boardText(Array.from({ length: design.ranks }, () => Array(design.files).fill("")));
    this.quiet = true;
    const shown = await this.load(`${start} w`, !known);
    this.quiet = false;
    if (shown === false) { this.studio.refuse(this.problem); await this.load(""); }
    if (tool) {
      const again = this.kinds.find((k) => this.view.symbols[k].letter === tool.letter && this.view.symbols[k].side === tool.side);
      if (again !== undefined) this.choose(again);
    }
  }

  /** Writes a changed position to the text. @param {string} text a position, "" if it is invalid */
  changedTo(text) {
    const board = text.split(" ")[0].replace(/\[.*$/, "");
    if (this.quiet) this.boardDrawn = board;
    if (!board || board === this.boardDrawn) return;
    this.boardDrawn = this.boardShown = board;
    const old = String(this.design.tree.start || "");
    const rest = old.match(/^[^\s[]*(.*)$/s)[1] || " w";
    this.studio.edit([{ path: ["start"], value: board + rest }]);
  }

  /** The place of the opposite piece, or null. @param {number} place */
  opposite(place) {
    const { files, ranks } = this.view, n = files * ranks, how = by("array-mirror").value;
    if (!how || place >= n || this.view.ways[0].cell) return null;
    return how === "rotate" ? n - 1 - place : (ranks - 1 - Math.floor(place / files)) * files + (place % files);
  }

  /** Does the same to the opposite place. @param {number} place @param {number|null} symbol null removes */
  reflect(place, symbol) {
    const to = this.opposite(place);
    if (to === null || to === place) return;
    if (symbol === null) { this.at.delete(to); return; }
    const { symbols } = this.view, { letter, side } = symbols[symbol];
    const other = this.kinds.find((k) => symbols[k].side !== side && symbols[k].letter.toUpperCase() === letter.toUpperCase());
    if (other !== undefined) this.at.set(to, { symbol: other, count: 1 });
  }

  set(place, symbol) {
    this.reflect(place, symbol);
    super.set(place, symbol);
  }

  wipe(place) {
    if (this.at.has(place)) this.reflect(place, null);
    super.wipe(place);
  }

  move(from, to) {
    if (this.region) return;
    if (!this.wiped && this.at.has(from)) this.reflect(from, null);
    super.move(from, to);
  }

  pools() {
    this.kinds = this.kinds.filter((k) => this.design.pieces.some(({ letter }) => letter === this.view.symbols[k].letter.toUpperCase()));
    super.pools();
  }

  pull(e, symbol) {
    if (!this.region) super.pull(e, symbol);
  }

  put(place) {
    if (this.region) { this.toggle(place); return; }
    if (typeof this.tool === "number" && this.at.get(place)?.symbol === this.tool) this.reflect(place, null);
    super.put(place);
  }

  redraw() {
    if (!this.board) return;
    super.redraw();
    const region = this.design?.regions.find(({ name }) => name === this.region);
    if (region) this.board.draw(region.places.map((name) => ({ from: this.board.names.get(name), colour: "B" })).filter((m) => m.from != null));
  }

  /** Marks squares of a region instead of placing pieces. @param {string} name */
  markRegion(name) {
    this.region = name;
    by("array-remove-region").disabled = !name;
    for (const id of ["pool-first", "pool-second"]) this.by(id).classList.toggle("stale", Boolean(name));
    this.choose(null);
    this.redraw();
  }

  /** Adds a square to the region, or takes it out. @param {number} place */
  toggle(place) {
    const region = this.design.regions.find(({ name }) => name === this.region), { places } = region, square = this.view.places[place];
    const next = places.includes(square) ? places.filter((p) => p !== square) : [...places, square];
    if (!next.length) { this.studio.refuse(t`A region needs a square. Remove the region instead.`); return; }
    next.sort((a, b) => this.board.names.get(a) - this.board.names.get(b));
    region.places = next; // the next click may come before the answer
    this.studio.edit([{ region: this.region, places: next }], next.includes(square) ? t`${square} is in ${this.region}` : t`${square} is not in ${this.region}`);
  }

  /** Adds a region, which begins with the last rank. */
  async addRegion() {
    const field = by("array-region-name"), name = field.value.trim().toLowerCase().replace(/\s+/g, "-");
    if (!name) { field.focus(); return; }
    if (!await this.studio.edit([{ path: ["regions", name], value: [`rank ${this.design.ranks}`] }])) return;
    field.value = "";
    by("array-region").value = name;
    this.markRegion(name);
  }

  async removeRegion() {
    const name = this.region;
    this.markRegion("");
    await this.studio.edit([{ path: ["regions", name] }]);
  }

  /** Changes the size of the board. Pieces that no longer fit are removed. */
  resize() {
    if (!this.design) return;
    const size = (key) => Math.max(1, Math.min(16, Math.round(Number(by(`array-${key}`).value)) || 1));
    const files = size("files"), ranks = size("ranks"), old = rows(this.design.start || ""), half = Math.ceil(Math.min(old.length, ranks) / 2);
    const empty = Array(files).fill(""), all = old.map((row) => [...row, ...empty].slice(0, files));
    const kept = Math.min(all.length, ranks) - half;
    const next = [...all.slice(0, half), ...Array(Math.max(0, ranks - all.length)).fill(empty), ...(kept > 0 ? all.slice(-kept) : [])];
    const rest = String(this.design.tree.start || "").match(/^[^\s[]*(.*)$/s)[1] || " w";
    this.studio.edit([{ path: ["board", "files"], value: files }, { path: ["board", "ranks"], value: ranks }, { path: ["start"], value: boardText(next) + rest }]);
  }
}
