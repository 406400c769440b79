// Reads exported games with programs of others, which must find every move of
// the main line and the remarks of both authors. Each line of the list has a
// format, a file, and the number of plies.
import { Chess } from "chess.js";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { importCSA, importJKFString, importKI2, importKIF, Move, Record } from "tsshogi";

const { Parsers } = createRequire(import.meta.url)("json-kifu-format");

const chess = (text) => {
  const game = new Chess();
  game.loadPgn(text);
  return [game.history().length, game.getComments().map((c) => c.comment).join(" ")];
};

const shogi = (read) => (text) => {
  const record = read(text);
  if (record instanceof Error) throw record;
  const moves = record.moves.filter((node) => node.move instanceof Move);
  return [moves.length, record.moves.map((node) => node.comment).join(" ")];
};

const kifu = (read) => (text) => {
  const { moves } = read(text);
  return [moves.filter((node) => node.move).length, moves.flatMap((node) => node.comments ?? []).join(" ")];
};

const readers = {
  pgn: { "chess.js": chess },
  kif: { tsshogi: shogi(importKIF), "json-kifu-format": kifu(Parsers.parseKIF) },
  ki2: { tsshogi: shogi(importKI2), "json-kifu-format": kifu(Parsers.parseKI2) },
  csa: { tsshogi: shogi(importCSA), "json-kifu-format": kifu(Parsers.parseCSA) },
  jkf: { tsshogi: shogi(importJKFString), "json-kifu-format": kifu(JSON.parse) },
  usi: { tsshogi: shogi((text) => Record.newByUSI(text.trim())) },
};

for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const [format, file, plies] = line.split("\t"), text = readFileSync(file, "utf8");
  for (const [name, read] of Object.entries(readers[format])) {
    const [found, comments] = read(text);
    if (found !== Number(plies)) throw new Error(`${name} finds ${found} of ${plies} plies in ${file}`);
    if (format !== "usi") {
      for (const remark of ["Adas remark", "Bens remark"]) {
        if (!comments.includes(remark)) throw new Error(`${name} does not find "${remark}" in ${file}: ${comments}`);
      }
    }
    console.log(`read: ${format} by ${name}, ${found} plies`);
  }
}
