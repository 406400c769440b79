// The element <assay-board>: a board of any variant, on which legal moves are
// played by mouse, touch or keyboard. See assay-board.d.ts for its attributes.
import { load } from "./index.js";
import { Board, apply } from "./board/board.js";
import { Mover, legalMoves } from "./board/mover.js";
import { say } from "./board/rest.js";
import { count } from "./board/text.js";

const style = new CSSStyleSheet(); // allowed by policies against inline styles
style.replaceSync(`
  :host { display: block; max-width: 34rem; --board-ink: currentColor; }
  :host([hidden]) { display: none; }
  .board { width: 100%; display: block; user-select: none; touch-action: manipulation; }
  .board g[font-size="11"] { fill: var(--board-ink); }
  .board .last rect { fill: #b9cf4a; fill-opacity: .75; stroke: #6b7f10; stroke-width: 1.8; }
  .board .count { font: 700 11px sans-serif; fill: #2c261d; }
  .marks { pointer-events: none; }
  .spots { pointer-events: none; }
  .spots :is(rect, path) { fill: transparent; outline: none; }
  .spots :is(rect, path):focus-visible { stroke: #d55e00; stroke-width: 3; }
  .pieces use { cursor: grab; touch-action: none; }
  .board:has(.carried) { cursor: grabbing; }
  .carried { pointer-events: none; }
  :host([readonly]) .pieces use { cursor: default; touch-action: auto; }
  .choices { display: flex; flex-wrap: wrap; gap: .3rem; justify-content: center; margin: .3rem 0; }
  .choices:empty { display: none; }
  .choices button { font: inherit; padding: .2rem .6rem; cursor: pointer; }
  .error { margin: .3rem 0; }
  .error:empty { display: none; }`);

/** The attributes that say which position is shown, and how. */
const settings = ["variant", "options", "position", "notation", "set", "board"];

export class AssayBoard extends HTMLElement {
  static observedAttributes = [...settings, "moves", "flip", "readonly"];

  #moves = [];
  #board;
  #mover;
  #queued;
  #error;
  #stage;
  #choices;
  #shown;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style];
    root.innerHTML = `<div class="stage"></div><div class="choices" role="group" aria-label="Moves"></div><p class="error" role="alert"></p>`;
    [this.#stage, this.#choices, this.#error] = root.children;
    this.ready = new Promise((resolve) => { this.#shown = resolve; });
  }

  connectedCallback() { this.#update(); }

  attributeChangedCallback(name, before, now) {
    if (name === "moves") this.#moves = (now || "").split(/\s+/).filter(Boolean);
    else if (name === "variant" && before !== null && before !== now && !this.hasAttribute("moves")) this.#moves = [];
    this.#update();
  }

  get moves() { return [...this.#moves]; }

  set moves(moves) {
    this.#moves = [...moves];
    this.#update();
  }

  /** Takes back the last move. */
  undo() { this.moves = this.#moves.slice(0, -1); }

  /** Shows the position once after several changes. */
  #update() {
    if (!this.isConnected || this.#queued) return;
    this.#queued = true;
    queueMicrotask(async () => {
      try {
        this.assay ??= await load(this.getAttribute("src") ?? undefined);
        this.#queued = false;
        this.#show(this.#moves);
      } catch (e) {
        if (this.view) this.#moves = this.view.drawing.plies.map(({ move }) => move); // what is shown stays
        this.#refuse(e);
      }
      this.#queued = false;
    });
  }

  #request(moves) {
    const request = { variant: "chess", moves };
    for (const name of settings) if (this.getAttribute(name)) request[name] = this.getAttribute(name);
    return request;
  }

  #refuse(e) {
    this.#error.textContent = e.message;
    this.dispatchEvent(new CustomEvent("assay-error", { detail: e, bubbles: true, composed: true }));
  }

  /** Shows the position after moves. @param {string[]} moves @param {boolean} [glide] */
  #show(moves, glide = false) {
    const view = this.assay.position({ ...this.#request(moves), drawing: true, roomy: true });
    const { view: drawn, filled, last, plies } = view.drawing;
    this.view = view;
    this.#moves = plies.map(({ move }) => move);
    this.#error.textContent = "";
    if (!this.#board) this.#build(drawn);
    const focused = this.shadowRoot.activeElement?.dataset?.place;
    this.#board.flipped = this.hasAttribute("flip");
    this.#board.setView(drawn, apply(new Map(), filled), last || [], glide);
    if (focused !== undefined) this.#board.focus(Number(focused));
    const turn = view.outcome ? `Game over: ${view.outcome.termination}` :
      `${view.side} to move, ${count(view.moves.length, "{1} legal move", "{1} legal moves")}`;
    this.#board.label(turn);
    this.#mover.set(this.hasAttribute("readonly") || view.outcome ? null : legalMoves(view));
    this.#shown();
    this.dispatchEvent(new CustomEvent("assay-show", { detail: view, bubbles: true, composed: true }));
    return turn;
  }

  #build(view) {
    this.#board = new Board(this.#stage, view, { spots: true });
    this.#mover = new Mover(this.#board, { play: async (move) => { await undefined; this.#play(move); }, choices: this.#choices });
    this.#mover.connect();
    this.#mover.connectEscape();
  }

  /** Plays a move of the mover, and reports it. */
  #play(move) {
    const moves = [...this.#moves, move];
    try {
      const said = this.#show(moves, true);
      const { last: uci } = this.assay.position({ ...this.#request(this.#moves), notation: "uci" });
      say(`${this.view.last}. ${said}`);
      this.dispatchEvent(new CustomEvent("assay-move", {
        detail: { move: this.view.last, uci, moves: this.moves, position: this.view }, bubbles: true, composed: true,
      }));
    } catch (e) { this.#refuse(e); }
  }
}

customElements.define("assay-board", AssayBoard);
