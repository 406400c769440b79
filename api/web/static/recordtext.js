// The text of a record that is mended: a field, and what it was found to be.
import { showFault } from "./fault.js";
import { ask, make, say, waiting } from "./rest.js";
import { warningList } from "./warnings.js";

export class RecordText {
  /**
   * @param {string} text
   * @param {{format: string, variant: string, options?: string}} reading how it is read
   * @param {{drawn?: boolean, fixed?: boolean}} [options] whether its board stands on the page already, and whether it stays as it is
   */
  constructor(text, reading, options = {}) {
    this.reading = reading;
    this.options = options;
    this.crlf = text.includes("\r\n");
    this.area = Object.assign(make("textarea", { rows: 12, spellcheck: "false", "aria-label": "Text of the record" }), { value: text });
    this.said = make("div", { role: "status" });
  }

  /** What is written, with the line ends that the record has. */
  written() { return this.crlf ? this.area.value.replaceAll("\n", "\r\n") : this.area.value; }

  /** Does something with it, one thing at a time, and says why not. @param {() => Promise<void>} what */
  async attempt(what) {
    if (this.busy) return;
    this.busy = true;
    const text = this.area.value;
    try { await waiting(what); } catch (fault) {
      const bad = fault.body?.games?.find((g) => g.error);
      if (bad) await this.tell(bad, text);
      else {
        say(fault.message);
        this.said.replaceChildren(make("p", { class: "refused" }, fault.message));
      }
    }
    this.busy = false;
  }

  /** Says what the record was found to be, with the legal moves beside a fault. @param {any} report @param {string} [text] that it is about */
  async tell(report, text = this.area.value) {
    const e = report.error;
    say(e ? e.message : "The record holds.");
    if (!e) { this.said.replaceChildren(make("p", { class: "hint" }, `It holds: ${report.plies} plies.`), warningList(report.warnings) || ""); return; }
    const shown = make("div", {});
    await showFault(shown, report, text, this.options.fixed ? null : (mend) => this.take(mend(this.area.value)), this.options);
    this.said.replaceChildren(shown);
  }

  /** Writes another text in its place, and checks it. @param {string} text */
  take(text) {
    this.area.value = text;
    this.area.closest("details")?.setAttribute("open", "");
    return this.check();
  }

  check() {
    return this.attempt(async () => {
      const { format, variant, options } = this.reading, words = new URLSearchParams();
      for (const [key, value] of Object.entries({ format, variant, options })) if (value) words.set(key, value);
      const text = this.area.value;
      const reports = await ask(`/api/v1/validate?${words}`, { method: "POST", body: this.written() });
      await this.tell(reports.find((r) => r.error) || reports[0], text);
    });
  }
}
