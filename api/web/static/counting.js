// Perft counts of a definition, shown while they are computed.
import { by, lines, make } from "./rest.js";
import { LongTask } from "./longtask.js";
import { t } from "./text.js";

export class Counting {
  /** @param {() => {variant: string, card: any}} checked */
  constructor(checked) {
    this.checked = checked;
    this.task = new LongTask(by("counting"), by("counted"), (signal) => this.count(signal));
  }

  async count(signal) {
    const { variant, card } = this.checked(), rows = by("counts").tBodies[0], nodes = [];
    const declared = card.nodeCounts.find((n) => !n.options && !n.position)?.nodes || [];
    rows.replaceChildren();
    by("counts").hidden = false;
    by("counted").textContent = t`Counting…`;
    for await (const line of lines("/api/v1/positions/count", { variant, depth: Number(by("depth").value) }, signal)) {
      const row = rows.rows[line.depth - 1] || rows.insertRow(), expected = declared[line.depth - 1];
      const comparison = expected === undefined ? "–" : !line.done ? String(expected) : expected === line.nodes ? `✓ ${expected}` : `✗ ${expected}`;
      row.replaceChildren(...[String(line.depth), `${line.nodes.toLocaleString("en")}${line.done ? "" : " …"}`, comparison].map((text) => make("td", {}, text)));
      if (line.done) nodes.push(line.nodes);
      by("counted").replaceChildren(...line.cut ? [t`Time limit reached. `] : [], ...nodes.length ? [make("code", {}, `- nodes: [${nodes.join(", ")}]`)] : []);
    }
  }

  /** Discards the counts of another definition. */
  forget() {
    this.task.stop();
    by("counts").hidden = true;
    by("counted").textContent = "";
  }
}
