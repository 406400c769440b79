/** A variant in lists. */
export interface Variant {
  id: string;
  name: string;
  aliases: string[];
  version: string;
  summary: string;
}

/** A piece on a square or in a bench cell, or a number of them in a hand. */
export interface Piece {
  square?: string;
  cell?: string;
  piece: string;
  letter: string;
  side: string;
  promoted: boolean;
  count?: number;
}

export interface Hand {
  side: string;
  pieces: Piece[];
  pocket?: Piece;
}

/** How a game ended. */
export interface Outcome {
  result: string;
  termination: string;
  rule: string;
}

/** A position, with the keys of the REST interface. */
export interface PositionView {
  ply: number;
  variant: string;
  options: string;
  /** FEN. */
  position: string;
  key: string | null;
  /** The side to move. */
  side: string;
  number: number;
  check: boolean;
  board: { files: number; ranks: number; pieces: Piece[]; walls?: string[] };
  hands: Hand[];
  /** The ply that led here. */
  last: string | null;
  outcome: Outcome | null;
  /** The legal moves, sorted. */
  moves: string[];
  /** For boards: drawings, pieces by place, and the places of each move. */
  drawing?: Drawing;
}

export interface Drawing {
  view: object;
  filled: [number, number, number][];
  last: number[] | null;
  turn: number;
  notation: string;
  numbered: string[];
  paths: number[][];
  plies: { move: string; text: string; squares: string[] }[];
}

export interface PositionRequest {
  /** ID, name or alias of the variant. */
  variant: string;
  /** `key=value` words. */
  options?: string;
  /** FEN; by default the start. */
  position?: string;
  /** Moves to play, in any notation of the variant. */
  moves?: string[];
  /** The notation of the answer, such as "uci" or "san". */
  notation?: string;
  drawing?: boolean;
  roomy?: boolean;
  set?: string;
  board?: string;
}

/** An error of a record or a move. */
export interface Fault {
  ply: number;
  number: number;
  side: string;
  file: string;
  line: number;
  column: number;
  text: string;
  /** The ID of the broken rule, or "". */
  rule: string;
  reason: string;
  message: string;
  legal: string[];
  suggestion?: string;
}

export interface Warning {
  kind: "warning" | "note";
  ply: number;
  line: number;
  column: number;
  rule: string;
  message: string;
}

/** The result of verifying a record. */
export interface Report {
  file: string;
  game: number;
  format: string;
  variant: string;
  options?: string;
  verdict: "legal" | "ruled" | "illegal" | "unreadable" | "unsupported";
  plies: number;
  result: string;
  termination: string | null;
  start: string;
  final: string;
  warnings: Warning[];
  error: Fault | null;
  /** The legal moves as in numbered lists, if requested. */
  moves?: string[];
}

export interface VerifyRequest {
  /** The variant of records that name none. */
  variant?: string;
  options?: string;
  /** The notation; by default it is detected. */
  format?: string;
  /** The encoding of bytes; by default it is detected. */
  encoding?: string;
  /** A name for reports. */
  file?: string;
  /** Treat warnings as errors. */
  strict?: boolean;
  /** Also return the legal moves of each record. */
  moves?: boolean;
}

/** An error of a request. */
export class AssayError extends Error {
  /** The index of an illegal move. */
  index?: number;
  fault?: Fault;
}

export class Assay {
  private constructor();
  variants(): Variant[];
  notations(): string[];
  position(request: PositionRequest): PositionView;
  perft(request: { variant: string; options?: string; position?: string; depth: number }): number;
  verify(record: string | ArrayBuffer | ArrayBufferView, request?: VerifyRequest): Report[];
  game(variant: string, start?: { position?: string; options?: string; notation?: string }): Game;
}

/** A game that is being played. */
export class Game {
  private constructor();
  readonly view: PositionView;
  readonly position: string;
  readonly moves: string[];
  readonly outcome: Outcome | null;
  legal(notation?: string): string[];
  /** Throws an AssayError, and changes nothing, if a move is illegal. */
  play(...moves: string[]): this;
  undo(): this;
}

/** Loads Assay once; later calls return the same. */
export function load(source?: string | URL | ArrayBuffer | ArrayBufferView): Promise<Assay>;
