// Lists of warnings about records.
import { make } from "./rest.js";
import { t } from "./text.js";

/** Maximum number of listed warnings. */
const maxWarnings = 20;

/**
 * A list of warnings, null if there are none.
 * @param {any[]|undefined} warnings of one record
 * @param {string} [about] the record, if there are several
 */
export function warningList(warnings, about = "") {
  if (!warnings?.length) return null;
  const item = (w) => {
    const at = [w.ply ? t`ply ${w.ply}` : "", w.line ? t`line ${w.line}` : ""].filter(Boolean).join(", ");
    return make("li", {}, `${w.kind === "note" ? t`Note` : t`Warning`}${about && `, ${about}`}${at && ` (${at})`}: ${w.message}`);
  };
  return make("ul", { class: "notice warnings" }, ...warnings.slice(0, maxWarnings).map(item),
    warnings.length > maxWarnings ? make("li", {}, t`and ${warnings.length - maxWarnings} more`) : null);
}

/** The warnings about several records. @param {any[]} reports */
export const warningLists = (reports) =>
  reports.map((r) => warningList(r.warnings, reports.length > 1 ? t`record ${r.game}` : "")).filter(Boolean).slice(0, maxWarnings);
