// Assay without a server: the rules of every built-in variant, their notations,
// and the verification of records. See index.d.ts for the types.
import "./wasm_exec.js";

/** An error of a request. For an illegal move, index is its index and fault says why. */
export class AssayError extends Error {
  constructor({ message, index, fault }) {
    super(message);
    this.name = "AssayError";
    this.index = index;
    this.fault = fault;
  }
}

/** Returns the response with the program, which may be given as bytes. */
async function read(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return new Response(source);
  const from = new URL(source ?? "./assay.wasm.gz", import.meta.url);
  if (from.protocol === "file:") {
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:fs/promises");
    return new Response(await readFile(from));
  }
  const response = await fetch(from);
  if (!response.ok) throw new Error(`Cannot load ${from}: status ${response.status}.`);
  return response;
}

/** Compiles the program. Servers may have decompressed it already. */
async function compile(source) {
  const bytes = new Uint8Array(await (await read(source)).arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return WebAssembly.compile(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

async function start(source) {
  const module = await compile(source), go = new globalThis.Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const answer = await new Promise((resolve, reject) => {
    globalThis.assayReady = resolve;
    go.run(instance).then(() => reject(new Error("Assay has stopped.")), reject);
  });
  delete globalThis.assayReady;
  return new Assay(answer);
}

let loaded;

/**
 * Loads Assay once; later calls return the same.
 * @param {string|URL|ArrayBuffer|ArrayBufferView} [source] the program, by default the file of the package
 * @returns {Promise<Assay>}
 */
export function load(source) {
  loaded ??= start(source).catch((e) => { loaded = undefined; throw e; });
  return loaded;
}

export class Assay {
  #answer;

  constructor(answer) { this.#answer = answer; }

  #ask(name, request = {}, record = undefined) {
    const text = this.#answer(name, JSON.stringify(request), ...(record ? [record] : []));
    const { result, error } = JSON.parse(text);
    if (error) throw new AssayError(error);
    return result;
  }

  /** Lists the variants. */
  variants() { return this.#ask("variants"); }

  /** Lists the names of notations, for the requests of positions. */
  notations() { return this.#ask("notations"); }

  /** Returns a position after moves, with its legal moves. */
  position(request) { return this.#ask("play", request); }

  /** Counts the leaves of the tree of legal moves at a depth. */
  perft(request) { return this.#ask("perft", request); }

  /** Verifies the records of a text or a file. */
  verify(record, request = {}) {
    const bytes = typeof record === "string" ? new TextEncoder().encode(record) : new Uint8Array(record);
    return this.#ask("verify", typeof record === "string" ? { encoding: "utf-8", ...request } : request, bytes);
  }

  /** Begins a game of a variant. */
  game(variant, { position = "", options = "", notation = "" } = {}) {
    return new Game(this, { variant, position, options, notation });
  }
}

export class Game {
  #assay;
  #start;
  #moves = [];

  constructor(assay, start) {
    this.#assay = assay;
    this.#start = start;
    this.view = assay.position(this.#request([]));
  }

  #request(moves, more = {}) {
    const { notation, ...start } = this.#start;
    return { ...start, ...(notation ? { notation } : {}), moves, ...more };
  }

  /** The position (FEN). */
  get position() { return this.view.position; }

  /** The moves played, as they were given. */
  get moves() { return [...this.#moves]; }

  /** The end of the game, or null. */
  get outcome() { return this.view.outcome; }

  /** Lists the legal moves in a notation, by default that of the game. @param {string} [notation] */
  legal(notation) { return notation ? this.#assay.position(this.#request(this.#moves, { notation })).moves : this.view.moves; }

  /** Plays a move in any notation of the variant. Throws an AssayError, and changes nothing, if it is illegal. */
  play(...moves) {
    const all = [...this.#moves, ...moves];
    this.view = this.#assay.position(this.#request(all));
    this.#moves = all;
    return this;
  }

  /** Takes back the last move. */
  undo() {
    this.#moves = this.#moves.slice(0, -1);
    this.view = this.#assay.position(this.#request(this.#moves));
    return this;
  }
}
