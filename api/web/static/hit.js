// A game that was found.
import { known, make } from "./rest.js";

/** The name of the file that a game came in, without its folders. @param {{file?: string}} summary */
export const fileOf = ({ file }) => (file ? [" ", make("small", {}, make("bdi", {}, file.replace(/.*[/\\]/, "")))] : []);

/**
 * Who played, each name on its own whichever way it is written; the game's
 * number and its file where nobody is named.
 * @param {{first?: string, second?: string, file?: string}} summary @param {number} game
 */
export const players = (summary, game) => (summary.first || summary.second ? [make("bdi", {}, summary.first || "?"), " – ", make("bdi", {}, summary.second || "?")]
  : [`Game ${game}`, ...fileOf(summary)]);

/** @param {any} h as /api/v1/positions/search and /similar answer @param {any} request what was asked */
export function hit(h, request) {
  const s = h.summary, at = (ply) => `/games/${h.game}?ply=${ply}`;
  const aside = !h.score && !h.plies.length && h.side?.length ? h.side[0] : null; // found in side lines alone
  const ply = aside ? aside.from : h.ply;
  const picture = aside && request.position
    ? `/api/v1/diagram.svg?${new URLSearchParams({ variant: request.variant, options: request.options, position: request.position })}`
    : `/api/v1/games/${h.game}/export?as=svg&ply=${ply}${h.squares && !aside ? `&mark=${h.squares}` : ""}`;
  const facts = [s.result, known(s.date)].filter(Boolean).join(" · ");
  return make("article", { class: "hit" },
    make("a", { href: at(ply) },
      s.verdict === "unsupported" || s.verdict === "unreadable" ? null : make("img", {
        loading: "lazy", src: picture,
        alt: aside ? `The position in a side line from ply ${ply}` : `The position after ply ${ply}`,
      }),
      make("strong", {}, ...players(s, h.game)),
      make("span", {}, aside ? `side line from ply ${ply}` : `ply ${ply}`, facts && ` · ${facts}`),
      h.next && make("span", {}, `then ${h.next}`)),
    h.score != null && likeness(h),
    h.plies?.length > 1 && make("details", {}, make("summary", {}, `and ${h.plies.length - 1} more ${h.plies.length > 2 ? "plies" : "ply"}`),
      make("p", { class: "plies" }, ...h.plies.slice(1).map((n) => make("a", { href: at(n), "aria-label": `ply ${n}` }, String(n))))),
    ...(h.side || []).map((line) => make("details", {},
      make("summary", {}, `side line from ply ${line.from}`),
      make("p", {}, make("a", { href: at(line.from) }, line.moves)),
      make("p", {}, `found after ply ${line.plies.join(", ")} along it`))));
}

/** How like a position is, in words. */
function likeness(h) {
  const share = ({ common, of }, what) => `${common} of ${of} ${what}`;
  return make("p", {}, make("b", {}, `${(h.score / 10).toFixed(1)} % alike`), ": ", [share(h.placement, "pieces on the same squares"), share(h.structure, "squares held by the same side"),
    h.hands && share(h.hands, "in hand")].filter(Boolean).join(", "));
}
