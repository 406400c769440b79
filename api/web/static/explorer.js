// The explorer: moves played from a position.
import { ask, coverageText, knownDate, make } from "./rest.js";
import { count, t } from "./text.js";

const maxMoves = 24; // shown at first

export class Explorer {
  /**
   * @param {HTMLElement} box
   * @param {{variant: string, options: string, notation: string}} game
   * @param {{onhover?: (squares: string[]) => void, onchoose?: (move: string, position: string) => void}} acts show a move, and play it
   * @param {Record<string, string>} [games] filter, as parameters of /api/v1/explorer
   */
  constructor(box, game, acts, games = {}) {
    this.box = box;
    this.game = game;
    this.acts = acts;
    this.games = games;
    this.requested = "";
    this.cache = new Map();
  }

  /** @param {string} position */
  async show(position) {
    this.requested = position;
    let found = this.cache.get(position);
    if (!found) {
      const words = new URLSearchParams({ variant: this.game.variant, position, notation: this.game.notation, ...this.games });
      if (this.game.options) words.set("options", this.game.options);
      try {
        found = await ask(`/api/v1/explorer?${words}`);
      } catch (e) {
        if (this.requested === position) this.box.replaceChildren(make("p", { class: "hint" }, e.message));
        return;
      }
      if (!found.behind) this.cache.set(position, found);
    }
    if (this.requested === position) this.draw(found);
  }

  draw(found) {
    const hadFocus = this.box.contains(document.activeElement);
    this.fill(found);
    if (hadFocus) (this.box.querySelector("button") || this.box).focus();
  }

  /** @param {any} found @param {boolean} [all] moves, not only the most frequent */
  fill(found, all = false) {
    const late = found.behind ? " " + count(found.behind, "{1} change is not indexed yet; more games may follow.", "{1} changes are not indexed yet; more games may follow.") : "";
    const missing = coverageText(found.coverage), notes = missing ? [make("p", { class: "hint" }, missing)] : [];
    if (!found.moves.length) {
      const none = found.games
        ? count(found.games, "{1} game reached this position; all ended here.", "{1} games reached this position; all ended here.")
        : Object.keys(this.games).length ? t`No matching game reached this position.` : t`No game in the archive reached this position.`;
      this.box.replaceChildren(make("p", { class: "hint" }, none + late), ...notes);
      return;
    }
    const undecided = found.moves.some((m) => m.games > m.first + m.drawn + m.second);
    const rated = found.moves.some((m) => m.rating), opening = found.label || found.opening, name = [opening.code, opening.name].filter(Boolean).join(" ");
    const rows = found.moves.slice(0, all ? undefined : maxMoves).map((m) => make("tr", { onmouseenter: () => this.acts.onhover?.(m.squares), onfocusin: () => this.acts.onhover?.(m.squares) },
      make("td", {}, make("button", { type: "button", title: m.label?.name || "", onclick: () => this.acts.onchoose?.(m.move, m.position) }, m.move)),
      make("td", {}, String(m.games)),
      make("td", {}, bar(m)),
      rated && make("td", {}, m.rating ? String(m.rating) : ""),
      make("td", {}, make("a", { href: `/games/${m.last.game}`, "aria-label": [t`last played in game ${m.last.game}`, knownDate(m.last.date)].filter(Boolean).join(", ") }, knownDate(m.last.date) || t`game ${m.last.game}`))));
    this.box.replaceChildren(make("table", { class: "explored", onmouseleave: () => this.acts.onhover?.([]), onfocusout: () => this.acts.onhover?.([]) },
      make("caption", {}, (name && `${name}: `) + count(found.games, "{1} game reached this position", "{1} games reached this position") + (late && "." + late)),
      make("thead", {}, make("tr", {},
        ...[t`Move`, t`Games`, undecided ? t`Won · drawn · lost · no result` : t`Won · drawn · lost`, rated && t`Rating`, t`Last`].filter(Boolean).map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, ...rows)), ...notes);
    if (rows.length === found.moves.length) return;
    const more = () => {
      this.fill(found, true);
      this.box.querySelectorAll("tbody button")[maxMoves].focus();
    };
    this.box.append(make("button", { type: "button", onclick: more }, t`${found.moves.length - maxMoves} more moves`));
  }
}

/** The bar of results; games without a result are hatched. */
function bar(m) {
  const all = m.games, unknown = all - m.first - m.drawn - m.second;
  const words = t`First won ${m.first}, drawn ${m.drawn}, Second won ${m.second}` + (unknown ? t`, no result ${unknown}` : "");
  const e = make("span", { class: "bar", role: "img", "aria-label": words, title: words });
  for (const [kind, n] of [["f", m.first], ["d", m.drawn], ["s", m.second], ["u", unknown]]) {
    if (!n) continue;
    const part = make("span", { class: kind }, n / all > .14 ? String(n) : "");
    part.style.width = `${100 * n / all}%`;
    e.append(part);
  }
  return e;
}
