// How a record is read: its variant, its notation and its encoding, if they are
// in doubt.
import { ask, make } from "./rest.js";
import { t } from "./text.js";

/** The usual encodings besides UTF-8. */
export const encodings = ["windows-1250", "windows-1251", "windows-1252", "windows-1254", "koi8-r", "shift_jis", "euc-jp", "euc-kr", "gb18030", "big5", "windows-874", "utf-16le"];

/** The notations that can be read. */
export const formats = () => (document.body.dataset.formats || "").split(" ").filter(Boolean);

/** Maximum number of candidates with a button. */
const maxCandidates = 8;

let known = null;

/** All variants, loaded once. @returns {Promise<{id: string, name: string}[]>} */
const variants = () => (known ||= ask("/api/v1/variants").then((answer) => answer.variants).catch(() => { known = null; return []; }));

/**
 * Asks for the variant, the notation and the encoding of a record; one click or
 * choice reads it again.
 * @param {any} report
 * @param {(reading: {variant?: string, encoding?: string, format?: string}) => void} onchoose
 */
export function readingPicker(report, onchoose) {
  const candidates = report.candidates || [];
  const select = make("select", { "aria-label": t`Variant`, onchange: (e) => e.target.value && onchoose({ variant: e.target.value }) }, make("option", { value: "" }, t`another variant…`));
  const encoding = make("select", { "aria-label": t`Encoding`, onchange: (e) => e.target.value && onchoose({ encoding: e.target.value }) },
    make("option", { value: "" }, report.encoding ? t`encoding: ${report.encoding}` : t`encoding…`), ...encodings.map((name) => make("option", { value: name }, name)));
  const format = make("select", { "aria-label": t`Notation`, onchange: (e) => e.target.value && onchoose({ format: e.target.value }) },
    make("option", { value: "" }, report.format ? t`notation: ${report.format}` : t`Notation`), ...formats().map((name) => make("option", { value: name }, name)));
  const buttons = make("span", {});
  variants().then((all) => {
    const name = (id) => all.find((v) => v.id === id)?.name || id;
    buttons.append(...candidates.slice(0, maxCandidates).map((id) => make("button", { type: "button", "data-variant": id, onclick: () => onchoose({ variant: id }) }, name(id))));
    select.append(...all.map((v) => make("option", { value: v.id }, v.name)));
  });
  return make("p", { class: "chips reading" }, make("span", { class: "hint" }, t`Read it as`), buttons, select, format, encoding);
}
