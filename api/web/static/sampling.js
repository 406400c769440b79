// Games that are played to see how a definition's games end.
import { by, lines, make } from "./rest.js";
import { Running } from "./running.js";

export class Sampling {
  /** @param {() => {variant: string, card: any}} checked @param {(moves: string[]) => void} step opens a game on the board */
  constructor(checked, step) {
    this.checked = checked;
    this.step = step;
    this.running = new Running(by("sampling"), by("sampled"), (signal) => this.play(signal));
  }

  async play(signal) {
    const { variant, card } = this.checked(), body = { variant, games: Number(by("games").value), by: by("by").value, seed: Number(by("seed").value) };
    this.clear();
    by("sampled").textContent = "Playing…";
    for await (const game of lines("/api/v1/positions/sample", body, signal)) {
      if (game.summary) this.summarize(game.summary, card.sides);
      else by("samples").append(make("li", {}, make("button", { type: "button", class: "legal", onclick: () => this.step(game.moves) }, `${game.result}, ${game.plies} plies`), ` ${game.termination}`));
    }
  }

  summarize(s, sides) {
    const won = [[`${sides[0]} won`, s.first], [`${sides[1]} won`, s.second], ["drawn", s.draws], ["broken off", s.unfinished]];
    by("sampled").textContent = `${s.games} games: ${won.filter(([, n]) => n).map(([word, n]) => `${word} ${n}`).join(", ")}. From ${s.shortest} to ${s.longest} plies, ${s.median} in the middle.${s.cut ? " The time is over." : ""}`;
    by("endings").tBodies[0].replaceChildren(...s.endings.map((e) => make("tr", {}, ...[e.termination, e.rule || "–", String(e.games)].map((text) => make("td", {}, text)))));
    by("endings").hidden = false;
  }

  clear() {
    by("samples").replaceChildren();
    by("endings").hidden = true;
    by("sampled").textContent = "";
  }

  /** Forgets games of another definition. */
  forget() { this.running.stop(); this.clear(); }
}
