// Sample games of a definition, played automatically.
import { by, lines, make } from "./rest.js";
import { LongTask } from "./longtask.js";
import { t } from "./text.js";

/** Moves with their numbers: 1. e4 e5 2. Nf3. @param {string[]} moves */
export const numbered = (moves) => moves.map((move, i) => (i % 2 ? move : `${i / 2 + 1}. ${move}`)).join(" ");

export class Sampling {
  /** @param {() => {variant: string, card: any}} checked @param {(moves: string[]) => void} step opens a game on the board */
  constructor(checked, step) {
    this.checked = checked;
    this.step = step;
    this.task = new LongTask(by("sampling"), by("sampled"), (signal) => this.play(signal));
  }

  async play(signal) {
    const { variant, card } = this.checked(), body = { variant, games: Number(by("games").value), by: by("by").value, seed: Number(by("seed").value) };
    this.clear();
    by("sampled").textContent = t`Playing…`;
    for await (const game of lines("/api/v1/positions/sample", body, signal)) {
      if (game.summary) this.summarize(game.summary, card.sides);
      else by("samples").append(make("li", {}, make("button", { type: "button", class: "legal", onclick: () => this.step(game.moves) }, t`${game.result}, ${game.plies} plies`), ` ${game.termination} `,
        make("details", {}, make("summary", {}, t`Moves`), numbered(game.moves))));
    }
  }

  summarize(s, sides) {
    const won = [[t`${sides[0]} won`, s.first], [t`${sides[1]} won`, s.second], [t`drawn`, s.draws], [t`unfinished`, s.unfinished]].filter(([, n]) => n).map(([word, n]) => `${word} ${n}`).join(", ");
    by("sampled").textContent = t`Games: ${s.games} (${won}). Length ${s.shortest} to ${s.longest} plies, median ${s.median}.` + (s.cut ? t` Time limit reached.` : "");
    by("endings").tBodies[0].replaceChildren(...s.endings.map((e) => make("tr", {}, ...[e.termination, e.rule || "–", String(e.games)].map((text) => make("td", {}, text)))));
    by("endings").hidden = false;
  }

  clear() {
    by("samples").replaceChildren();
    by("endings").hidden = true;
    by("sampled").textContent = "";
  }

  /** Discards the games of another definition. */
  forget() { this.task.stop(); this.clear(); }
}
