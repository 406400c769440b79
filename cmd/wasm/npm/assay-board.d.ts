import type { PositionView } from "./index.js";

/** The detail of an `assay-move` event. */
export interface MoveDetail {
  /** The move in the notation of the board, and in UCI. */
  move: string;
  uci: string;
  /** The moves from the start, as in numbered lists. */
  moves: string[];
  position: PositionView;
}

/**
 * `<assay-board variant="shogi">`: a board on which legal moves are played.
 * Attributes: variant, options, position, moves (UCI, separated by blanks),
 * notation, set, board, flip, readonly.
 */
export class AssayBoard extends HTMLElement {
  /** The moves from the start. */
  moves: string[];
  /** The shown position; undefined until it is loaded. */
  readonly view?: PositionView;
  /** Resolves when the board shows its position. */
  readonly ready: Promise<void>;
  undo(): void;
}

declare global {
  interface HTMLElementTagNameMap { "assay-board": AssayBoard }
  interface HTMLElementEventMap {
    "assay-move": CustomEvent<MoveDetail>;
    "assay-show": CustomEvent<PositionView>;
    "assay-error": CustomEvent<Error>;
  }
}
