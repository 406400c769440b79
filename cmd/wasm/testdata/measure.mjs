// Measures the npm package in node: sizes, the time until it answers, and rates.
//
//	node cmd/wasm/testdata/measure.mjs PACKAGE [PGN [FFISH]]
//
// PGN is a file of chess games. FFISH is the folder of the npm package ffish-es6,
// which is measured too.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const [folder, games, peer] = process.argv.slice(2);
const row = (name, value) => console.log(`${name.padEnd(34)} ${value}`);
const size = (bytes) => `${(bytes.length / 1e6).toFixed(2)} MB`;
const timed = (work) => { const began = performance.now(), value = work(); return [value, performance.now() - began]; };
const best = (n, work) => Math.min(...Array.from({ length: n }, () => timed(work)[1]));

const packed = readFileSync(join(folder, "assay.wasm.gz"));
row("assay.wasm.gz", size(packed));
const began = performance.now();
const { load } = await import(pathToFileURL(resolve(folder, "index.js")));
const assay = await load();
row("until loaded", `${Math.round(performance.now() - began)} ms`);
assay.position({ variant: "chess" });
row("until the first legal moves", `${Math.round(performance.now() - began)} ms`);
for (const variant of ["chess", "shogi", "xiangqi"]) {
  assay.position({ variant, drawing: true });
  row(`a drawn position of ${variant}`, `${best(5, () => assay.position({ variant, drawing: true })).toFixed(1)} ms`);
}
for (const [variant, depth] of [["chess", 5], ["shogi", 4], ["xiangqi", 4]]) {
  const nodes = assay.perft({ variant, depth });
  row(`perft ${variant} ${depth}`, `${Math.round(nodes / best(2, () => assay.perft({ variant, depth })))} nodes/ms`);
}
const text = games && readFileSync(games);
if (text) {
  const [reports, first] = timed(() => assay.verify(text));
  const plies = reports.reduce((n, report) => n + report.plies, 0);
  row(`verify ${reports.length} games, first time`, `${Math.round(plies / first * 1000)} plies/s`);
  row(`verify ${reports.length} games`, `${Math.round(plies / best(3, () => assay.verify(text)) * 1000)} plies/s`);
}
if (peer) {
  const program = readFileSync(join(peer, "ffish.wasm"));
  row("ffish.wasm, gzip and brotli", `${size(gzipSync(program, { level: 9 }))}, ${size(brotliCompressSync(program))}`);
  const began = performance.now();
  const { default: Module } = await import(pathToFileURL(resolve(peer, "ffish.js")));
  const ffish = await Module({ wasmBinary: program });
  const board = new ffish.Board("chess");
  board.legalMoves();
  row("ffish until the first legal moves", `${Math.round(performance.now() - began)} ms`);
  if (text) {
    const list = text.toString().split(/\n\n(?=\[Event)/);
    let plies = 0;
    const [, spent] = timed(() => {
      for (const one of list) {
        const moves = ffish.readGamePGN(one).mainlineMoves();
        plies += moves.split(" ").length;
        board.reset();
        board.pushMoves(moves);
      }
    });
    row("ffish reads and plays them", `${Math.round(plies / spent * 1000)} plies/s`);
  }
}
process.exit();
