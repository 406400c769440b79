// Node counts of a definition, shown as they are counted.
import { by, lines, make } from "./rest.js";
import { Running } from "./running.js";

export class Counting {
  /** @param {() => {variant: string, card: any}} checked */
  constructor(checked) {
    this.checked = checked;
    this.running = new Running(by("counting"), by("counted"), (signal) => this.count(signal));
  }

  async count(signal) {
    const { variant, card } = this.checked(), rows = by("counts").tBodies[0], nodes = [];
    const said = card.nodeCounts.find((n) => !n.options && !n.position)?.nodes || [];
    rows.replaceChildren();
    by("counts").hidden = false;
    by("counted").textContent = "Counting…";
    for await (const line of lines("/api/v1/positions/count", { variant, depth: Number(by("depth").value) }, signal)) {
      const row = rows.rows[line.depth - 1] || rows.insertRow(), other = said[line.depth - 1];
      const held = other === undefined ? "–" : !line.done ? String(other) : other === line.nodes ? `✓ ${other}` : `✗ ${other}`;
      row.replaceChildren(...[String(line.depth), `${line.nodes.toLocaleString("en")}${line.done ? "" : " …"}`, held].map((text) => make("td", {}, text)));
      if (line.done) nodes.push(line.nodes);
      by("counted").replaceChildren(...line.cut ? ["The time is over. "] : [], ...nodes.length ? [make("code", {}, `- nodes: [${nodes.join(", ")}]`)] : []);
    }
  }

  /** Forgets what was counted of another definition. */
  forget() {
    this.running.stop();
    by("counts").hidden = true;
    by("counted").textContent = "";
  }
}
