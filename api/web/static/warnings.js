// Warnings about a record, wherever its verdict is shown.
import { make } from "./rest.js";

/** The most warnings that are listed at once. */
const most = 20;

/**
 * A list of warnings, null if there are none.
 * @param {any[]|undefined} warnings of one record
 * @param {string} [about] which record they are about
 */
export function warningList(warnings, about = "") {
  if (!warnings?.length) return null;
  const one = (w) => {
    const at = [w.ply ? `ply ${w.ply}` : "", w.line ? `line ${w.line}` : ""].filter(Boolean).join(", ");
    return make("li", {}, `${w.kind === "note" ? "Note" : "Warning"}${about && `, ${about}`}${at && ` (${at})`}: ${w.message}`);
  };
  return make("ul", { class: "notice warnings" }, ...warnings.slice(0, most).map(one),
    warnings.length > most ? make("li", {}, `and ${warnings.length - most} more`) : null);
}

/** The warnings about several records. @param {any[]} reports */
export const warningLists = (reports) =>
  reports.map((r) => warningList(r.warnings, reports.length > 1 ? `record ${r.game}` : "")).filter(Boolean).slice(0, most);
