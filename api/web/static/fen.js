// The board of a position (FEN) as rows of cells.

const cell = /\+?[A-Za-z][~']?|\d+|\*/g;

/** The rows of a board's text (FEN), from the last rank; empty cells are "". @param {string} board */
export const rows = (board) => board.split("/").map((row) => (row.match(cell) || []).flatMap((c) => (/^\d+$/.test(c) ? Array(Number(c)).fill("") : [c])));

/** The text (FEN) of rows. @param {string[][]} cells */
export const boardText = (cells) => cells.map((row) => {
  let text = "", empty = 0;
  for (const c of [...row, null]) {
    if (c === "") { empty++; continue; }
    text += (empty || "") + (c || "");
    empty = 0;
  }
  return text;
}).join("/");
