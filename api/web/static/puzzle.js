// The page of a puzzle: find its moves on the board.
import { PlayBoard } from "./playboard.js";
import { ask, by, post, say } from "./rest.js";
import { t } from "./text.js";

/** How long a reply waits, in milliseconds. */
const pause = 500;

/** Nodes of the engine for each move of an exercise that it judges. */
const judged = 20_000;

/** Win probability of an evaluation in percent, as in analysis reports. @param {{cp?: number, mate?: number}} score */
const chance = ({ cp, mate }) => 100 / (1 + Math.exp(-0.00368208 * Math.max(-1000, Math.min(1000, mate ? mate * Infinity : cp || 0))));

/** A move without the bench cell of a dropped piece, which does not matter. @param {string} move */
const plain = (move) => move.replace(/ \S+ \* /, " * ");

export class PuzzleBoard extends PlayBoard {
  constructor() {
    super();
    by("typing").onsubmit = (e) => { e.preventDefault(); this.type(); };
    this.connectCommands();
    by("hint").onclick = () => this.hint();
    by("solve").onclick = () => this.solve();
    by("again").onclick = () => this.begin();
    by("flip").onclick = () => this.board.flip();
    this.open();
  }

  /** Reads the puzzle, and its solution as the server writes moves. */
  async open() {
    try {
      await this.take(await ask(`/api/v1/puzzles/${by("puzzle").dataset.puzzle}`));
    } catch (e) { await this.refuse(e, () => this.open()); }
  }

  /** Begins a puzzle, or a card of training. @param {any} puzzle */
  async take(puzzle) {
    const { variant, options = "", before, played, position } = puzzle, lead = before ? 1 : 0;
    const start = before || position;
    const written = async (moves) => {
      const { drawing: { plies } } = await post("/api/v1/positions/play", { variant, options, position: start, moves, drawing: true });
      return plies.map(({ move }) => move);
    };
    const moves = before ? [played, ...puzzle.moves] : puzzle.moves;
    const line = await written(moves);
    const also = await Promise.all((["mate", "mistake"].includes(puzzle.kind) ? [] : puzzle.also).map(async (move) => plain((await written([...moves.slice(0, -1), move])).at(-1))));
    Object.assign(this, { puzzle, variant, options, position: start, lead, line, also });
    await this.begin();
  }

  /** Called after a wrong move. */
  missed() {}

  /** Shows the start; the move that led here is played. */
  async begin() {
    this.hints = 0;
    this.ended = false;
    this.solving = null;
    by("solution").hidden = true;
    if (this.lead && await this.show([])) {
      this.turnBoard();
      await this.wait();
    }
    await this.show(this.line.slice(0, this.lead), true);
    this.turnBoard();
  }

  /** Turns the solver's side to the bottom, once. */
  turnBoard() {
    const solver = this.solver = (this.now.drawing.turn + this.lead + this.moves.length) % 2;
    if (this.turned || !this.board) return;
    this.turned = true;
    if (solver === 1) this.board.flip();
  }

  wait() { return new Promise((done) => { setTimeout(done, pause); }); }

  /** Whether the solver is to move. */
  get asks() { return !this.ended && !this.solving && this.moves.length >= this.lead && (this.moves.length - this.lead) % 2 === 0; }

  shown() {
    const { drawing: { view, turn } } = this.now;
    this.ended = !this.judging && this.moves.length >= this.line.length;
    const text = this.ended ? t`Solved.` : t`${view.sides[turn]} to move` + (this.puzzle.goal ? `. ${this.puzzle.goal}.` : ".");
    by("turn").textContent = text;
    this.board.label(text);
    for (const id of ["hint", "solve"]) by(id).disabled = this.ended;
    if (this.ended) {
      by("solution").hidden = false;
      this.mover.set(null);
      this.board.draw([]);
      say(t`Solved.` + ` ${this.puzzle.line}`);
    }
  }

  /** Whether the engine finds that a move loses little against the solution. @param {string[]} moves @param {string} move */
  async isAsGood(moves, move) {
    const { variant, options, position } = this;
    const [best, other] = await Promise.all([this.line[moves.length], move].map(async (last) => {
      const { position: after, outcome } = await post("/api/v1/positions/play", { variant, options, position, moves: [...moves, last], drawing: true });
      if (outcome) return { "1-0": [100, 0], "0-1": [0, 100] }[outcome.result]?.[this.solver] ?? 50;
      return 100 - chance(await post("/api/v1/analysis", { variant, options, position: after, nodes: judged }));
    }));
    return other >= best - 5;
  }

  /** Plays a move of the solver, and the reply to it. @param {string} move */
  async add(move) {
    if (!this.asks) return false;
    const { moves, line } = this, next = line[moves.length], last = moves.length === line.length - 1;
    this.judging = true;
    const legal = await this.show([...moves, move], true);
    this.judging = false;
    if (legal !== true) return false;
    const made = this.moves.at(-1);
    const right = plain(made) === plain(next) || this.puzzle.kind === "mistake" && await this.isAsGood(moves, made) || last && this.also.includes(plain(made)) || last && this.puzzle.kind === "mate" && this.now.outcome && this.now.outcome.result !== "1/2-1/2";
    if (!right) {
      this.missed();
      const text = this.now.drawing.plies.at(-1).text;
      this.mover.set(null);
      await this.wait();
      await this.show(moves);
      by("refused").textContent = t`${text} is not the solution. Try again.`;
      return false;
    }
    this.hints = 0;
    this.shown();
    if (!last) {
      await this.wait();
      await this.show([...this.moves, line[this.moves.length]], true);
    }
    return true;
  }

  /** Plays the typed move. */
  async type() {
    const text = by("typed").value.trim();
    if (!text) return;
    by("typed").value = "";
    await this.add(text);
  }

  /** Marks the piece that moves, and at the second press its target. */
  hint() {
    if (!this.asks) return;
    const { numbered, paths } = this.now.drawing, path = paths[numbered.indexOf(this.line[this.moves.length])];
    if (!path?.length) { say(this.line[this.moves.length]); return; }
    this.hints += 1;
    const places = path.slice(0, this.hints > 1 ? 2 : 1);
    this.board.draw(places.map((from) => ({ from, colour: "B" })));
    say(places.map((place) => this.board.words(place)).join(", "));
  }

  /** Plays the rest of the solution. */
  async solve() {
    const run = this.solving = Symbol("solution");
    while (this.solving === run && this.moves.length < this.line.length) {
      if (await this.show(this.line.slice(0, this.moves.length + 1), true) !== true) break;
      await this.wait();
    }
    if (this.solving === run) this.solving = null;
  }
}

if (by("puzzle").dataset.puzzle) window.puzzle = new PuzzleBoard();
