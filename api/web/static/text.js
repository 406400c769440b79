// The texts of scripts in the language of the page.

export const { lang } = document.documentElement;

/** @type {Record<string, string | Record<string, string>>} translations by message */
let translations = {};
if (lang !== "en") {
  try { translations = (await import(`./messages-${lang}.js`)).default; } catch { /* English then */ }
}
const plurals = new Intl.PluralRules(lang);

/** @param {string} text @param {any[]} values */
const fill = (text, values) => text.replace(/\{(\d+)\}/g, (_, n) => String(values[n - 1]));

/**
 * Translates a message, the tag of a template literal: t`Game ${id}`. Its values
 * are expressions without braces and template literals. White space at its ends
 * is no part of the message.
 * @param {TemplateStringsArray} parts
 * @param {...any} values
 */
export function t(parts, ...values) {
  const [, before, message, after] = parts.reduce((text, part, i) => `${text}{${i}}${part}`).match(/^(\s*)([^]*?)(\s*)$/);
  const found = translations[message];
  return before + fill(typeof found === "string" ? found : message, values) + after;
}

/**
 * Translates a message about n things. Both texts name the number {1}.
 * @param {number} n
 * @param {string} one text for one thing
 * @param {string} many text for other numbers, and the message of the catalogue
 */
export function count(n, one, many) {
  const found = translations[many];
  if (found === undefined) return fill(n === 1 ? one : many, [n]);
  return fill(typeof found === "string" ? found : found[plurals.select(n)] || found.other, [n]);
}

/**
 * The sentences that the server writes, with their translations and forms, the
 * longest first.
 * @type {{form: RegExp, inner: (i: number) => boolean, values: string[], letters: number, text: string}[]}
 */
let sentences = [];
let loading = null;

/** Longer texts are not compared with sentences, because that may take long. */
const maxSentence = 1000;

/** Loads the translations of the sentences that the server writes. */
export const loadSentences = () => (loading ||= lang === "en" ? Promise.resolve() : import(`./sentences-${lang}.js`).then((module) => {
  for (const [message, text] of Object.entries(module.default)) {
    const parts = message.split(/\{(\d)\}/);
    if (parts.length === 1) { translations[message] ??= text; continue; }
    const literal = parts.filter((_, i) => i % 2 === 0), first = literal[0] ? -1 : 0, last = literal.at(-1) ? -1 : literal.length - 2;
    const [begin, ...rest] = literal.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    sentences.push({
      // What follows the first value is repeated in lists: leave the last to the sentence.
      form: new RegExp(`^${begin}${rest.map((part, i) => (i === first ? "(.+)" : "(.+?)") + part).join("")}$`, "s"),
      inner: (i) => i !== first && i !== last, values: parts.filter((_, i) => i % 2), letters: literal.join("").replace(/\P{L}/gu, "").length, text,
    });
  }
  sentences.sort((a, b) => b.letters - a.letters);
}).catch(() => { loading = null; }));

/**
 * Translates a text that the server sends: a word, such as a verdict, or one of
 * the loaded sentences with its values.
 * @param {string} text @param {number} [letters] least number outside of values
 * @returns {string}
 */
export function word(text, letters = minLetters) {
  const known = translations[text];
  if (typeof known === "string") return known;
  if (text.length > maxSentence) return text;
  const long = sentences.findIndex((s) => s.letters < minLetters);
  const said = translated(text, sentences.slice(0, long));
  if (said !== undefined) return said;
  for (const joint of ["; ", ": "]) {
    const at = text.indexOf(joint), first = text.slice(0, at);
    const begun = at > 0 ? word(first) : first;
    if (begun !== first) return begun + joint + word(text.slice(at + joint.length), 0);
  }
  return letters < minLetters && translated(text, sentences.slice(long)) || text;
}

/** Sentences with fewer letters outside of values only join values. */
const minLetters = 5;

/** Translates a text by the first sentence that matches it. @param {string} text @param {typeof sentences} all */
function translated(text, all) {
  for (const s of all) {
    const found = s.form.exec(text);
    if (!found || found.slice(1).some((value, i) => /[a-z)]\. [A-Z]/.test(value) || s.inner(i) && value.includes("; "))) continue;
    const values = [];
    s.values.forEach((n, i) => { values[Number(n) - 1] = word(found[i + 1], 0); });
    const form = typeof s.text === "string" ? s.text : s.text[plurals.select(Number(values[0]))] || s.text.other;
    return fill(form, values);
  }
  return undefined;
}
