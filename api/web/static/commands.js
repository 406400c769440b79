// Commands of the field for moves, for players who hear the board.
import { make } from "./rest.js";
import { count, t } from "./text.js";

/**
 * What a page knows about its position.
 * @typedef {object} Source
 * @property {() => import("./board.js").Board} board
 * @property {() => Promise<import("./mover.js").Mover["legal"]>} legal
 * @property {() => string} last the last move, or ""
 * @property {() => string} about whose turn it is, and the state of the game
 */

/** Whether the name of a place is one of pieces in hand or in the pocket. @param {string} name */
const held = (name) => /^(hand|pocket)[12]/.test(name);

/** The commands, with what they tell. */
const commands = [
  ["l", t`the last move`], ["p N", t`where the pieces of a letter or name are`], ["s e4", t`what is on a square, a file or a rank`],
  ["hand", t`the pieces in hand`], ["m e4", t`the legal moves of a square, or of the hand`], ["i", t`whose turn it is`], ["?", t`this list`],
];

/** Where the pieces with a letter or name are. @param {import("./board.js").Board} board @param {string} wanted */
function pieces(board, wanted) {
  const places = new Map(), text = wanted.toLowerCase();
  for (const [place, { symbol }] of board.at) {
    const { letter, name } = board.view.symbols[symbol];
    if (letter.toLowerCase() !== text && !name.toLowerCase().split(" ").includes(text)) continue;
    const where = held(board.view.places[place]) ? board.words(place).split(",")[0] : board.name(place);
    places.set(name, [...places.get(name) || [], where]);
  }
  return [...places].map(([name, where]) => `${name}: ${where.toSorted().join(", ")}`).join("; ") || t`No such piece on the board: ${wanted}`;
}

/** What is on a square, or on the squares of a file or rank. @param {import("./board.js").Board} board @param {string} wanted */
function squares(board, wanted) {
  const all = board.view.places.map((name, place) => ({ name, place, called: board.name(place) }));
  const one = all.find(({ name, called }) => name === wanted || called === wanted);
  if (one) return board.words(one.place);
  const line = all.filter(({ name, place }) => !held(name) && board.at.has(place) && name.match(/^[a-z]+|\d+$/g)?.includes(wanted));
  if (line.length) return line.map(({ place }) => board.words(place)).join("; ");
  return all.some(({ name }) => name.match(/^[a-z]+|\d+$/g)?.includes(wanted)) ? t`empty` : t`No such square: ${wanted}`;
}

/** The pieces in hand, and in pockets. @param {import("./board.js").Board} board */
function hands(board) {
  return [...board.at.keys()].filter((place) => held(board.view.places[place])).map((place) => board.words(place)).join("; ") || t`No pieces in hand.`;
}

/** The legal moves of a place, or of all places in hand. @param {Source} source @param {string} wanted */
async function moves(source, wanted) {
  const legal = await source.legal(), board = source.board();
  if (!legal?.moves.length) return t`No legal moves.`;
  const all = legal.moves.map((move, i) => legal.shown?.[i] || move);
  if (!wanted) return count(all.length, "{1} legal move", "{1} legal moves");
  const from = (place) => (wanted === "hand" ? held(board.view.places[place]) : board.view.places[place] === wanted || board.name(place) === wanted);
  return all.filter((_, i) => legal.paths[i]?.length && from(legal.paths[i][0])).join(", ") || t`No legal moves.`;
}

/** The answer to a command; null for other texts. @param {string} text @param {Source} source @returns {string|Promise<string>|null} */
function answer(text, source) {
  const [, name, wanted = ""] = /^(l|p|s|m|i|hand|\?)(?:\s+(\S+))?$/.exec(text) || [];
  switch (wanted || !"ps".includes(name) ? name : "") {
    case "l": return source.last() || t`No move yet.`;
    case "p": return pieces(source.board(), wanted);
    case "s": return squares(source.board(), wanted);
    case "m": return moves(source, wanted);
    case "hand": return hands(source.board());
    case "i": return source.about();
    case "?": return commands.map(([key, what]) => `${key}: ${what}`).join("; ");
  }
  return null;
}

/** Answers commands that are typed into a form for moves. @param {HTMLFormElement} form @param {Source} source */
export function connectCommands(form, source) {
  const field = form.querySelector("input"), said = make("p", { class: "hint spoken", role: "status" });
  form.append(said);
  field.title = t`A move, or a command: type ? for a list`;
  form.addEventListener("submit", async (e) => {
    const told = source.board() && answer(field.value.trim(), source);
    if (told === null || told === undefined) { said.textContent = ""; return; }
    e.preventDefault();
    e.stopImmediatePropagation();
    field.value = "";
    said.textContent = "";
    said.textContent = await told;
  }, true);
}
