// Search results.
import { knownDate, make } from "./rest.js";
import { count, t } from "./text.js";

/** The name of the imported file, without folders. @param {{file?: string}} summary */
export const fileOf = ({ file }) => (file ? [" ", make("small", {}, make("bdi", {}, file.replace(/.*[/\\]/, "")))] : []);

/**
 * The players, each isolated for either writing direction; without names, the
 * game's number and its file.
 * @param {{first?: string, second?: string, file?: string}} summary @param {number} game
 */
export const players = (summary, game) => (summary.first || summary.second ? [make("bdi", {}, summary.first || "?"), " – ", make("bdi", {}, summary.second || "?")]
  : [t`Game ${game}`, ...fileOf(summary)]);

/** Whether a name may be a player's: it has letters, and is not NN. @param {string=} name */
export const isPerson = (name) => /\p{L}/u.test(name || "") && !/^n\.? ?n\.?$/i.test(name);

/** Links to the pages of the players. @param {{first?: string, second?: string}} summary */
export const playerLinks = ({ first, second }) => [first, second].filter((name, i, all) => isPerson(name) && all.indexOf(name) === i)
  .map((name) => make("a", { href: `/player?name=${encodeURIComponent(name)}` }, make("bdi", {}, name)));

/** @param {any} h hit of /api/v1/positions/search or /similar @param {any} request */
export function hit(h, request) {
  const s = h.summary, at = (ply) => `/games/${h.game}?ply=${ply}`;
  const aside = !h.score && !h.plies.length && h.side?.length ? h.side[0] : null; // found in variations only
  const ply = aside ? aside.from : h.ply;
  const picture = aside && request.position
    ? `/api/v1/diagram.svg?${new URLSearchParams({ variant: request.variant, options: request.options, position: request.position })}`
    : `/api/v1/games/${h.game}/export?as=svg&ply=${ply}${h.squares && !aside ? `&mark=${h.squares}` : ""}`;
  const facts = [s.result, knownDate(s.date)].filter(Boolean).join(" · ");
  return make("article", { class: "hit" },
    make("a", { href: at(ply) },
      s.verdict === "unsupported" || s.verdict === "unreadable" ? null : make("img", {
        loading: "lazy", src: picture,
        alt: aside ? t`The position in a variation from ply ${ply}` : t`The position after ply ${ply}`,
      }),
      make("strong", {}, ...players(s, h.game)),
      make("span", {}, aside ? t`variation from ply ${ply}` : t`ply ${ply}`, facts && ` · ${facts}`),
      h.next && make("span", {}, t`then ${h.next}`)),
    h.score != null && similarity(h),
    make("p", { class: "hint" }, ...playerLinks(s).flatMap((link, i) => (i ? [" · ", link] : [link]))),
    h.plies?.length > 1 && make("details", {}, make("summary", {}, count(h.plies.length - 1, "and {1} more ply", "and {1} more plies")),
      make("p", { class: "plies" }, ...h.plies.slice(1).map((n) => make("a", { href: at(n), "aria-label": t`ply ${n}` }, String(n))))),
    ...(h.side || []).map((line) => make("details", {},
      make("summary", {}, t`variation from ply ${line.from}`),
      make("p", {}, make("a", { href: at(line.from) }, line.moves)),
      make("p", {}, t`found after ply ${line.plies.join(", ")} of the variation`))));
}

/** The similarity of a position as text. */
function similarity(h) {
  const shared = ({ common, of }, what) => t`${common} of ${of} ${what}`;
  return make("p", {}, make("b", {}, t`${(h.score / 10).toFixed(1)} % similar`), ": ", [shared(h.placement, t`pieces on the same squares`), shared(h.structure, t`squares occupied by the same side`),
    h.hands && shared(h.hands, t`pieces in hand`)].filter(Boolean).join(", "));
}
