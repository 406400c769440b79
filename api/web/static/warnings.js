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

/**
 * Names the game that a record is the same as, or nearly; nothing if there is none.
 * @param {any} g report of the record
 * @param {number} [id] the record's game, if it is archived
 * @returns {(string|Node|null)[]}
 */
export function sameAs(g, id) {
  const game = g.alike?.game || g.twin, nearly = g.alike && g.alike.kind !== "same";
  if (!game) return [];
  return [nearly ? t`Nearly the same as ` : t`The same moves as `, make("a", { href: `/games/${game}` }, t`game ${game}`), nearly ? ". " : t`, under other headers.`, " ",
    id ? make("a", { href: `/games/${game}/twins/${id}` }, t`Compare`) : null, nearly ? make("small", { lang: "en" }, " ", g.alike.reasons.join("; ")) : null];
}
