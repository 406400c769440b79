// Completion of definitions, from the reference of the language.
import { ask } from "./rest.js";

/** Matches a block key after its dashes. */
const keyed = /^(\s*(?:- +)*)("[^"]*"|'[^']*'|[^\s:{}[\],#&*!|>'"][^:{}[\],]*):(?:\s|$)/;
/** Matches the start of a word before the cursor. */
export const typed = /[\p{L}\p{N}_+-]*$/u;
/** How many lines around the cursor are read. */
const maxLines = 2000;

/**
 * Locates the cursor: the keys that lead to its mapping, the key whose value it
 * is in (or null), and the text of the mapping.
 * @param {string} text @param {number} cursor
 * @returns {{path: string[], key: string|null, around: string}|null} null in a comment
 */
function locate(text, cursor) {
  const lines = text.slice(0, cursor).split("\n");
  let at = lines.length - 1, here = lines[at];
  if (/(^|\s)#/.test(here)) return null;
  while (at > 0 && lines.length - at < maxLines && /[,{[]\s*$/.test(lines[at - 1])) here = `${lines[--at]}\n${here}`;
  const level = here.match(/^\s*(?:- +)*/)[0].length, inner = inFlow(here.slice(level));
  const { path, around } = above(lines, at, level);
  const rest = text.slice(cursor).split("\n"), after = rest[0];
  if (inner.flow) return { path: [...path, ...inner.path], key: inner.key, around: inner.around + after.split("}")[0] };
  for (const line of rest.slice(1, maxLines)) {
    if (line.trim() && (line.match(/^\s*/)[0].length < level || /^\s*-/.test(line))) break;
    around.push(line);
  }
  return { path, key: inner.key, around: [...around, here, after].join("\n") };
}

/** The keys of the enclosing blocks, and the lines of the innermost one. */
function above(lines, at, level) {
  const path = [], around = [];
  let own = !/^\s*-/.test(lines[at]);
  for (let i = at - 1, below = level; i >= 0 && at - i < maxLines && below > 0; i--) {
    if (!lines[i].trim() || /^\s*#/.test(lines[i])) continue;
    const found = lines[i].match(keyed), indent = lines[i].match(/^\s*(?:- +)*/)[0].length;
    if (own && indent === level) { around.push(lines[i]); own = !/^\s*-/.test(lines[i]); }
    if (indent >= below || !found) continue;
    own = false;
    path.unshift(found[2]);
    below = /^\s*-/.test(lines[i]) ? lines[i].match(/^\s*/)[0].length + 1 : indent;
  }
  return { path, around };
}

/** The same inside braces. @param {string} text from after the line's dashes */
function inFlow(text) {
  const open = [];
  let key = null, from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '"' || c === "'") {
      const end = text.indexOf(c, i + 1);
      if (end < 0) return { path: [], key: "", around: "", flow: true }; // in quotes
      i = end;
    } else if (c === "{" || c === "[") {
      open.push({ key, brace: c === "{", from: i + 1 });
      if (c === "{") key = null;
      from = i + 1;
    } else if (c === "}" || c === "]") {
      key = open.pop()?.key ?? null;
      from = i + 1;
    } else if (c === ",") {
      if (open.at(-1)?.brace) key = null;
      from = i + 1;
    } else if (c === ":" && (i + 1 === text.length || /\s/.test(text[i + 1])) && key === null) {
      key = text.slice(from, i).trim();
    }
  }
  const braces = open.filter((o) => o.brace);
  return { path: braces.map((o) => o.key).filter((k) => k !== null), key, around: text.slice(braces.at(-1)?.from || 0), flow: braces.length > 0 };
}

/** The keys whose values are pieces or regions of the definition. */
export const pieceKeys = new Set(["pieces", "piece", "takes", "spares", "hops-not", "passing", "demotes", "order", "free", "as", "file-with", "never", "royal", "partner", "without", "of", "despite", "small", "stuck", "immune", "among", "guarded"]);
export const regionKeys = new Set(["within", "from", "zone", "in", "outside", "region", "may", "must", "except", "places"]);

/**
 * The names that a block of a definition declares, with their descriptions.
 * @param {string} text @param {"pieces"|"regions"} block
 */
function declared(text, block) {
  const lines = text.split("\n"), at = lines.findIndex((line) => line.startsWith(`${block}:`));
  if (at < 0) return [];
  const found = [], flow = lines[at].indexOf("{");
  if (flow >= 0) {
    const inner = lines.slice(at, at + maxLines).join("\n").slice(flow + 1).replace(/\[[^\]]*\]|\{[^{}]*\}/g, "").split("}")[0];
    for (const part of inner.split(",")) found.push([part.split(":")[0], ""]);
  } else {
    let level = 0;
    for (const line of lines.slice(at + 1, at + maxLines)) {
      if (/^[^\s#]/.test(line)) break;
      const name = line.match(keyed), indent = line.match(/^\s*/)[0].length;
      if (!name || (level ||= indent) !== indent) continue;
      const [, said = ""] = line.match(/\bname:\s*("[^"]*"|[^,}]*)/) || line.match(/:\s*(\[.*\])/) || [];
      found.push([name[2], said]);
    }
  }
  const bare = (word) => word.trim().replace(/^(["'])(.*)\1$/, "$2");
  return found.map(([name, said]) => ({ word: bare(name), kind: block.slice(0, -1), help: bare(said) })).filter((w) => w.word);
}

export class Language {
  /** The table of the language, requested once. */
  table() { return this.request ||= ask("/api/v1/definition-language").catch((e) => { this.request = null; throw e; }); }

  /** Returns suggestions for the cursor. @param {string} text @param {number} cursor */
  async words(text, cursor) {
    const place = locate(text, cursor);
    if (!place) return [];
    const table = await this.table(), mappings = new Map(table.mappings.map((m) => [m.path, m.keys]));
    const word = text.slice(0, cursor).match(typed)[0], begun = (all) => all.filter((w) => w.word.startsWith(word));
    const own = (key) => {
      if (pieceKeys.has(key)) return declared(text, "pieces");
      return regionKeys.has(key) ? declared(text, "regions") : [];
    };
    let path = "", keys = mappings.get("");
    for (let i = 0; i < place.path.length; i++) {
      const key = keys?.find((k) => k.name === place.path[i]);
      if (!key) return [];
      path = path ? `${path}.${key.name}` : key.name;
      keys = mappings.get(path);
      if (!key.value.startsWith("mapping of names")) continue;
      if (++i < place.path.length) continue;
      if (path === key.name) return []; // a name is declared here
      if (place.key !== null) return begun(own(key.name));
      return begun(key.name === "pieces" || own(key.name).length ? declared(text, "pieces") : []);
    }
    if (path === "rules") {
      const module = place.around.match(/module:\s*([\w-]+)/)?.[1];
      keys = [...keys, ...table.modules.find((m) => m.name === module)?.keys || []];
    }
    const help = (name) => table.modules.find((m) => m.name === name)?.says || "";
    if (place.key === null) return begun((keys || []).map((k) => ({ word: k.name, kind: "key", help: k.says })));
    const key = keys?.find((k) => k.name === place.key);
    return begun(key?.words?.map((w) => ({ word: w, kind: place.key, help: place.key === "module" ? help(w) : "" })) || (key && path ? own(place.key) : []));
  }
}

/** The source for definitions. @param {HTMLTextAreaElement} area */
export function definitionSource(area) {
  const language = new Language(), pen = document.createElement("canvas").getContext("2d");
  return {
    words: (text, cursor) => language.words(text, cursor),
    typed,
    quiet: true,
    opens: (e) => e.key === " " && e.ctrlKey,
    put: (word) => (locate(area.value, area.selectionStart)?.key === null && !/^\s*:/.test(area.value.slice(area.selectionStart)) ? `${word}: ` : word),
    place(list, before) {
      const style = getComputedStyle(area), lines = before.split("\n"), height = Number.parseFloat(style.lineHeight);
      pen.font = style.font;
      const left = area.offsetLeft + Number.parseFloat(style.paddingLeft) + pen.measureText(lines.at(-1)).width - area.scrollLeft;
      list.style.left = `${Math.max(0, Math.min(left, area.offsetLeft + area.offsetWidth - list.offsetWidth))}px`;
      list.style.top = `${Number.parseFloat(style.paddingTop) + lines.length * height - area.scrollTop}px`;
    },
  };
}
