// Position texts of what is set up, be it a whole position or not.

/**
 * The text of what stands where.
 * @param {import("/static/board.js").Stage} view
 * @param {Map<number, {symbol: number, count: number}>} at
 * @param {string} side "1" where the second side is to move
 * @param {string} tail what stands behind the side to move
 */
export function writeArrangement(view, at, side, tail) {
  const { files, ranks, places, symbols } = view, squares = files * ranks;
  const letter = ({ symbol }) => (symbols[symbol].side === 0 ? symbols[symbol].letter.toUpperCase() : symbols[symbol].letter.toLowerCase());
  const rows = [];
  for (let rank = ranks - 1; rank >= 0; rank--) {
    let row = "", gap = 0;
    for (let file = 0; file < files; file++) {
      const here = at.get(rank * files + file);
      if (!here) { gap++; continue; }
      row += (gap || "") + letter(here);
      gap = 0;
    }
    rows.push(row + (gap || ""));
  }
  let hand = "";
  const pockets = ["-", "-"];
  for (let place = squares; place < places.length; place++) {
    const here = at.get(place);
    if (!here) continue;
    if (places[place].startsWith("pocket")) pockets[Number(places[place].slice(6)) - 1] = letter(here);
    else hand += letter(here).repeat(here.count);
  }
  const holds = places.some((name, i) => i >= squares && !name.startsWith("pocket"));
  const rest = places.includes("pocket1") ? [pockets.join("/"), ...tail.split(" ").slice(1)].join(" ") : tail;
  return [`${rows.join("/")}${holds ? `[${hand}]` : ""}`, side === "1" ? "b" : "w", rest].filter(Boolean).join(" ");
}

/**
 * What stands where by a text, or null where it does not fit the board.
 * @param {import("/static/board.js").Stage} view
 * @param {number[]} kinds symbols of all pieces
 * @param {string} text
 */
export function readArrangement(view, kinds, text) {
  const { files, ranks, places, symbols } = view, squares = files * ranks, at = new Map();
  const [board, side, ...tail] = text.split(" ");
  const words = (row) => row.match(/\+?[A-Za-z]['~]?|\d+|\S/g) || [];
  const symbolOf = (word) => kinds.find((k) => symbols[k].side === (/[a-z]/.test(word) ? 1 : 0) && symbols[k].letter.toUpperCase() === word.toUpperCase());
  const rows = board.replace(/\[.*/, "").split("/");
  if (rows.length !== ranks) return null;
  for (const [i, row] of rows.entries()) {
    let file = 0;
    for (const word of words(row)) {
      if (/\d/.test(word)) { file += Number(word); continue; }
      const symbol = symbolOf(word);
      if (symbol == null) return null;
      at.set((ranks - 1 - i) * files + file++, { symbol, count: 1 });
    }
    if (file !== files) return null;
  }
  const off = places.map((_, i) => i).slice(squares), half = off.length / 2;
  const hold = (word, pocket) => {
    const symbol = symbolOf(word);
    if (symbol == null) return;
    const own = (symbols[symbol].side === 0 ? off.slice(0, half) : off.slice(half)).filter((i) => places[i].startsWith("pocket") === pocket);
    const same = own.find((i) => places[i].startsWith("hand") && at.get(i)?.symbol === symbol);
    const place = same ?? own.find((i) => !at.has(i));
    if (place != null) at.set(place, { symbol, count: (at.get(place)?.count || 0) + 1 });
  };
  for (const word of words(board.match(/\[(.*)\]/)?.[1] || "")) hold(word, false);
  if (places.includes("pocket1")) for (const word of (tail[0] || "").split("/")) hold(word, true);
  return { at, side: side === "b" ? "1" : "0", tail: tail.join(" ") };
}
