// Suggested corrections of a record, with the lines that they change.
import { ask, make } from "./rest.js";
import { count, t } from "./text.js";

/** Maximum number of changed lines shown. */
const maxLines = 400;

/** Characters shown before and after a change. */
const maxAround = 40;

/** The lines of a text. @param {string} text */
const split = (text) => text.split(/\r\n|\r|\n/);

/**
 * The lines that differ: removed and added ones, in order. Lines before the first
 * and after the last difference are left out.
 * @param {string} was @param {string} now
 * @returns {{change: "removed"|"added", text: string, other?: string}[]} other is the line before or after the change
 */
export function changedLines(was, now) {
  const a = split(was), b = split(now), out = [];
  let start = 0, end = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const left = a.slice(start, a.length - end), right = b.slice(start, b.length - end);
  if (left.length !== right.length) return [...left.map((text) => ({ change: "removed", text })), ...right.map((text) => ({ change: "added", text }))];
  left.forEach((text, i) => { if (text !== right[i]) out.push({ change: "removed", text, other: right[i] }, { change: "added", text: right[i], other: text }); });
  return out;
}

/**
 * The words of a line that differ from another line, and some text around them.
 * @param {string} line @param {string|undefined} other
 */
function marked(line, other) {
  if (other == null) return [line];
  const a = [...line], b = [...other], shorter = Math.min(a.length, b.length);
  let start = 0, end = 0;
  while (start < shorter && a[start] === b[start]) start++;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  while (start > 0 && a[start - 1] !== " ") start--;
  while (end > 0 && a.at(-end) !== " ") end--;
  const from = Math.max(0, start - maxAround), to = Math.min(a.length, a.length - end + maxAround), text = (i, j) => a.slice(i, j).join("");
  return [from ? "…" : "", text(from, start), make("strong", {}, text(start, a.length - end)), text(a.length - end, to), to < a.length ? "…" : ""];
}

/** Suggested corrections of a text that holds one record. @param {string} path of the request @param {BodyInit} body @param {Record<string, string>} [headers] */
export async function findRepairs(path, body, headers = {}) {
  const reports = await ask(`${path}${path.includes("?") ? "&" : "?"}repair=true`, { method: "POST", body, headers }).catch(() => []);
  return reports.length === 1 ? reports[0].repairs || [] : [];
}

/** The changed lines of a correction. @param {string} text @param {string} record @param {string} label */
export function changes(text, record, label) {
  const lines = changedLines(text, record);
  return make("pre", { class: "source changes", tabindex: 0, role: "region", "aria-label": label },
    ...lines.slice(0, maxLines).map((l) => make(l.change === "added" ? "ins" : "del", {}, ...marked(l.text, l.other), "\n")), lines.length > maxLines ? "…" : null);
}

/**
 * The list of suggested corrections, each with its changed lines and a button that
 * accepts all of them; "" if there are none.
 * @param {{record: string, likelihood: number}[]|undefined} repairs
 * @param {string} text of the record
 * @param {((record: string, i: number) => void)|null} onaccept null if the visitor may not change the record
 * @param {string} [word] the button's
 */
export function repairList(repairs, text, onaccept, word = t`Apply`) {
  if (!repairs?.length) return "";
  const offer = ({ record, likelihood }, i) => {
    const n = changedLines(text, record).filter((l) => l.change === "added").length;
    return make("li", { class: "panel" }, changes(text, record, t`Changes of correction ${i + 1}`),
      make("p", { class: "chips" },
        onaccept && make("button", { type: "button", class: i === 0 ? "primary" : null, "data-repair": i + 1, onclick: () => onaccept(record, i) }, word, make("span", { class: "unseen" }, t` correction ${i + 1}`)),
        make("span", { class: "hint" }, count(n, "{1} line changed", "{1} lines changed") + t`, ${Math.round(likelihood * 100)} % likely`)));
  };
  return make("div", { class: "mend" }, make("h3", {}, t`Probably meant`), make("ol", { class: "repairs" }, ...repairs.map(offer)));
}
