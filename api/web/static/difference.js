// Annotations as text, and the differences between two revisions.
import { make } from "./rest.js";
import { t } from "./text.js";

/** The displayed name of a place. @param {any} view of the board @param {string} place its own name */
const displayName = ({ places, called: names }, place) => names?.[places.indexOf(place)] || place;

/** @param {any} a @param {any} view of the board @returns {string[]} its drawings as text */
export const drawings = (a, view) => [
  ...(a.marks || []).map((m) => t`${m.colour} mark on ${displayName(view, m.square)}`),
  ...(a.arrows || []).map((m) => t`${m.colour} arrow ${displayName(view, m.from)}–${displayName(view, m.to)}`),
];

/** @param {any} a @returns {string[]} its variations as text */
export const lines = (a) => (a.lines || []).map((l) => `${l.instead ? t`instead of this move: ` : ""}${l.text}`);

/** @param {{number: number, sign: string}[]} glyphs known ones @param {number} n */
export const sign = (glyphs, n) => glyphs.find((g) => g.number === n)?.sign || `$${n}`;

/** An evaluation as text. @param {string} text @param {string[]} sides */
function evaluated(text, sides) {
  const [value, depth] = text.split(",");
  return value.replace(/^#\+?(-?)(\d+)$/, (_, minus, n) => t`${sides[minus ? 1 : 0]} mates in ${n}`) + (depth ? t`, depth ${depth}` : "");
}

/**
 * The contents of an annotation.
 * @param {any} a @param {any} tree of its game
 * @returns {Node[]}
 */
export function parts(a, { glyphs, view }) {
  const drawn = drawings(a, view);
  return [
    a.before && make("p", {}, make("span", { class: "part" }, t`Before the move: `), a.before),
    (a.nags || []).length > 0 && make("p", {}, make("span", { class: "part" }, t`Symbols: `), a.nags.map((n) => sign(glyphs, n)).join(" ")),
    a.comment && make("p", {}, a.comment),
    a.evaluation && make("p", {}, make("span", { class: "part" }, t`Evaluation: `), evaluated(a.evaluation, view.sides)),
    drawn.length > 0 && make("p", { class: "hint" }, t`Drawings: ${drawn.join(", ")}`),
    ...(a.lines || []).map((l) => make("p", { class: "hint" }, l.instead ? t`Variation (instead of this move): ${l.text}` : t`Variation: ${l.text}`)),
  ].filter(Boolean);
}

/**
 * The differences between two revisions of an annotation.
 * @param {any} from @param {any} to @param {any} tree of its game
 * @returns {Node[]} empty if they are equal
 */
export function differences(from, to, { glyphs, view }) {
  const out = [];
  const row = (name, nodes) => out.push(make("p", {}, make("span", { class: "part" }, `${name}: `), ...nodes));
  for (const [name, key] of [[t`Before the move`, "before"], [t`Comment`, "comment"]]) {
    if ((from[key] || "") !== (to[key] || "")) row(name, changed(words(from[key]), words(to[key])));
  }
  for (const [name, list] of [
    [t`Symbols`, (a) => (a.nags || []).map((n) => sign(glyphs, n))], [t`Evaluation`, (a) => (a.evaluation ? [a.evaluation] : [])],
    [t`Drawings`, (a) => drawings(a, view)], [t`Variations`, lines],
  ]) {
    const x = list(from), y = list(to);
    if (x.join("\n") !== y.join("\n")) row(name, changed(x, y, ", "));
  }
  return out;
}

/** @param {string} text */
const words = (text) => (text || "").match(/\s*\S+/g) || [];

/** The removed and added words, by longest common subsequence. */
function changed(from, to, between = "") {
  if (from.length * to.length > 250_000) return [make("del", {}, from.join(between)), " ", make("ins", {}, to.join(between))];
  const same = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1));
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) same[i][j] = from[i] === to[j] ? same[i + 1][j + 1] + 1 : Math.max(same[i + 1][j], same[i][j + 1]);
  }
  /** @type {{name: string, words: string[]}[]} */
  const runs = [];
  const add = (name, word) => {
    if (runs.at(-1)?.name === name) runs.at(-1).words.push(word);
    else runs.push({ name, words: [word] });
  };
  let i = 0, j = 0;
  while (i < from.length || j < to.length) {
    if (i < from.length && j < to.length && from[i] === to[j]) { add("span", from[i]); i++; j++; }
    else if (j === to.length || i < from.length && same[i + 1][j] >= same[i][j + 1]) add("del", from[i++]);
    else add("ins", to[j++]);
  }
  return runs.flatMap((run, n) => [n > 0 && (between || !/^\s/.test(run.words[0]) && " "), make(run.name, {}, run.words.join(between))].filter(Boolean));
}
