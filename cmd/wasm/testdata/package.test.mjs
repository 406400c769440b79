// Tests of the npm package in node; its folder is in the variable PACKAGE.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const folder = process.env.PACKAGE;
const { AssayError, load } = await import(pathToFileURL(join(folder, "index.js")));
const assay = await load();

test("variants", () => {
  const ids = assay.variants().map(({ id }) => id);
  assert.ok(ids.length > 250);
  for (const id of ["chess", "shogi", "xiangqi", "csg-1"]) assert.ok(ids.includes(id), id);
  assert.ok(assay.notations().includes("uci"));
});

test("perft", () => {
  for (const [variant, depth, nodes] of [["chess", 4, 197281], ["shogi", 3, 25470], ["xiangqi", 3, 79666]]) {
    assert.equal(assay.perft({ variant, depth }), nodes, variant);
  }
  assert.throws(() => assay.perft({ variant: "chess", depth: 40 }), AssayError);
});

test("a game", () => {
  const game = assay.game("chess", { notation: "san" });
  assert.equal(game.legal("uci").length, 20);
  game.play("e4", "e7e5", "Qh5", "Nc6", "Bc4");
  assert.throws(() => game.play("Kd3"), (e) => e instanceof AssayError && e.index === 5 && e.fault.text === "Kd3");
  assert.equal(game.moves.length, 5);
  game.play("Nf6").play("h5f7");
  assert.deepEqual([game.view.last, game.outcome.result, game.outcome.termination], ["Qxf7#", "1-0", "checkmate"]);
  assert.equal(game.undo().outcome, null);
  assert.ok(game.legal().includes("Qxf7#"));
});

test("verification", () => {
  const [report] = assay.verify("1. e4 e5 2. Ke3", { variant: "chess" });
  assert.deepEqual([report.verdict, report.plies, report.error.ply, report.error.line], ["illegal", 2, 3, 1]);
  const shiftJIS = Uint8Array.from([...Buffer.from("1 "), 0x82, 0x56, 0x98, 0x5a, 0x95, 0xe0, ...Buffer.from("(77)\n")]);
  const [kif] = assay.verify(shiftJIS, { variant: "shogi" });
  assert.deepEqual([kif.verdict, kif.plies, kif.encoding], ["legal", 1, "shift_jis"]);
  assert.throws(() => assay.verify("1. e4", { variant: "nothing" }), /not defined/);
});

test("loading again, and from bytes", async () => {
  assert.equal(await load(), assay);
  const program = gunzipSync(await readFile(join(folder, "assay.wasm.gz")));
  const again = await import(pathToFileURL(join(folder, "index.js")) + "?again");
  assert.equal((await again.load(program)).perft({ variant: "chess", depth: 2 }), 400);
  const broken = await import(pathToFileURL(join(folder, "index.js")) + "?broken");
  await assert.rejects(broken.load(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  assert.equal((await broken.load()).perft({ variant: "chess", depth: 1 }), 20);
});

test("imports", async () => {
  for (const name of (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"))) {
    const text = await readFile(join(folder, name), "utf8");
    for (const [, path] of text.matchAll(/^(?:import|export) (?:[^"]* from )?"(\.[^"]+)";/gm)) {
      await assert.doesNotReject(readFile(join(folder, name, "..", path)), `${name} imports ${path}`);
    }
  }
});

test("files", async () => {
  const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const files = await readdir(folder);
  for (const paths of Object.values(exports)) {
    for (const path of typeof paths === "string" ? [paths] : Object.values(paths)) assert.ok(files.includes(path.slice(2)), path);
  }
  for (const name of ["LICENSE", "README.md", "licences"]) assert.ok(files.includes(name), name);
});
