// What was played from a position.
import { ask, covered, known, make } from "./rest.js";

const many = 24; // moves that are shown at first

export class Explorer {
  /**
   * @param {HTMLElement} box
   * @param {{variant: string, options: string, notation: string}} game
   * @param {{onhover?: (squares: string[]) => void, onchoose?: (move: string, position: string) => void}} acts where a move leads is shown, and it is played
   * @param {Record<string, string>} [games] which count, by the parameters of /api/v1/explorer
   */
  constructor(box, game, acts, games = {}) {
    this.box = box;
    this.game = game;
    this.acts = acts;
    this.games = games;
    this.asked = "";
    this.known = new Map();
  }

  /** @param {string} position */
  async show(position) {
    this.asked = position;
    let found = this.known.get(position);
    if (!found) {
      const words = new URLSearchParams({ variant: this.game.variant, position, notation: this.game.notation, ...this.games });
      if (this.game.options) words.set("options", this.game.options);
      try {
        found = await ask(`/api/v1/explorer?${words}`);
      } catch (e) {
        if (this.asked === position) this.box.replaceChildren(make("p", { class: "hint" }, e.message));
        return;
      }
      if (!found.behind) this.known.set(position, found);
    }
    if (this.asked === position) this.draw(found);
  }

  draw(found) {
    const held = this.box.contains(document.activeElement);
    this.fill(found);
    if (held) (this.box.querySelector("button") || this.box).focus();
  }

  /** @param {any} found @param {boolean} [all] moves, not the most frequent alone */
  fill(found, all = false) {
    const late = found.behind ? ` The index is ${found.behind} change${found.behind === 1 ? "" : "s"} behind the archive: there may be more.` : "";
    const lacking = covered(found.coverage), lacks = lacking ? [make("p", { class: "hint" }, lacking)] : [];
    if (!found.moves.length) {
      const none = found.games
        ? `${found.games} game${found.games > 1 ? "s" : ""} reached this position; none went on.`
        : Object.keys(this.games).length ? "None of these games reached this position." : "No archived game reached this position.";
      this.box.replaceChildren(make("p", { class: "hint" }, none + late), ...lacks);
      return;
    }
    const undecided = found.moves.some((m) => m.games > m.first + m.drawn + m.second);
    const rated = found.moves.some((m) => m.rating), name = [found.opening.code, found.opening.name].filter(Boolean).join(" ");
    const rows = found.moves.slice(0, all ? undefined : many).map((m) => make("tr", { onmouseenter: () => this.acts.onhover?.(m.squares), onfocusin: () => this.acts.onhover?.(m.squares) },
      make("td", {}, make("button", { type: "button", onclick: () => this.acts.onchoose?.(m.move, m.position) }, m.move)),
      make("td", {}, String(m.games)),
      make("td", {}, bar(m)),
      rated && make("td", {}, m.rating ? String(m.rating) : ""),
      make("td", {}, make("a", { href: `/games/${m.last.game}`, "aria-label": `last played in game ${m.last.game}${known(m.last.date) && `, ${known(m.last.date)}`}` }, known(m.last.date) || `game ${m.last.game}`))));
    this.box.replaceChildren(make("table", { class: "explored", onmouseleave: () => this.acts.onhover?.([]), onfocusout: () => this.acts.onhover?.([]) },
      make("caption", {}, `${name && `${name}: `}${found.games} game${found.games === 1 ? "" : "s"} reached this position${late && "." + late}`),
      make("thead", {}, make("tr", {},
        ...["Move", "Games", undecided ? "Won · drawn · lost · no result" : "Won · drawn · lost", rated && "Rating", "Last"].filter(Boolean).map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, ...rows)), ...lacks);
    if (rows.length === found.moves.length) return;
    const more = () => {
      this.fill(found, true);
      this.box.querySelectorAll("tbody button")[many].focus();
    };
    this.box.append(make("button", { type: "button", onclick: more }, `${found.moves.length - many} moves more`));
  }
}

/** Games without a result are a hatched part of their own, which is nobody's win. */
function bar(m) {
  const all = m.games, unknown = all - m.first - m.drawn - m.second;
  const words = `first won ${m.first}, drawn ${m.drawn}, second won ${m.second}${unknown ? `, without a result ${unknown}` : ""}`;
  const e = make("span", { class: "bar", role: "img", "aria-label": words, title: words });
  for (const [kind, n] of [["f", m.first], ["d", m.drawn], ["s", m.second], ["u", unknown]]) {
    if (!n) continue;
    const part = make("span", { class: kind }, n / all > .14 ? String(n) : "");
    part.style.width = `${100 * n / all}%`;
    e.append(part);
  }
  return e;
}
