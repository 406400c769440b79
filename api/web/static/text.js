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

/** Translates a word that the server sends, such as a verdict. @param {string} word */
export function word(word) {
  const found = translations[word];
  return typeof found === "string" ? found : word;
}
