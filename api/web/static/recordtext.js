// The text field for correcting a record, and its verdict.
import { showError } from "./recorderror.js";
import { findRepairs, repairList } from "./repairs.js";
import { ask, make, say, whileBusy } from "./rest.js";
import { warningList } from "./warnings.js";
import { t } from "./text.js";

export class RecordText {
  /**
   * @param {string} text
   * @param {{format: string, variant: string, options?: string}} reading how it is read
   * @param {{drawn?: boolean, fixed?: boolean, mends?: boolean}} [options] whether the page already shows the board; whether the text is read-only; whether corrections are suggested
   */
  constructor(text, reading, options = {}) {
    this.reading = reading;
    this.options = options;
    this.crlf = text.includes("\r\n");
    this.area = Object.assign(make("textarea", { rows: 12, spellcheck: "false", "aria-label": t`Text of the record` }), { value: text });
    this.status = make("div", { role: "status" });
  }

  /** The text with the line ends of the record. */
  written() { return this.crlf ? this.area.value.replaceAll("\n", "\r\n") : this.area.value; }

  /** Runs one action at a time and shows its error. @param {() => Promise<void>} action */
  async attempt(action) {
    if (this.busy) return;
    this.busy = true;
    const text = this.area.value;
    try { await whileBusy(action); } catch (error) {
      const bad = error.body?.games?.find((g) => g.error);
      if (bad) await this.showReport(bad, text);
      else {
        say(error.message);
        this.status.replaceChildren(make("p", { class: "refused" }, error.message));
      }
    }
    this.busy = false;
  }

  /** Shows the report on a text, with the legal moves at an error. @param {any} report @param {string} [text] */
  async showReport(report, text = this.area.value) {
    const e = report.error;
    say(e ? e.message : t`The record is valid.`);
    if (!e) { this.status.replaceChildren(make("p", { class: "hint" }, t`Valid: ${report.plies} plies.`), warningList(report.warnings) || ""); return; }
    const shown = make("div", {});
    await showError(shown, report, text, this.options.fixed ? null : (correct) => this.replace(correct(this.area.value)), this.options);
    this.status.replaceChildren(shown);
    if (this.options.mends === false) return;
    findRepairs(this.address(), this.written()).then((repairs) => {
      shown.querySelector(".mended").append(repairList(repairs, text, this.options.fixed ? null : (record) => this.replace(record)));
      if (this.options.drawn) shown.querySelector(".source mark")?.scrollIntoView({ block: "nearest" });
    });
  }

  /** Replaces the text and checks it. @param {string} text */
  replace(text) {
    this.area.value = text;
    this.area.closest("details")?.setAttribute("open", "");
    return this.check();
  }

  /** The path of a request that checks the text. */
  address() {
    const { format, variant, options } = this.reading, words = new URLSearchParams();
    for (const [key, value] of Object.entries({ format, variant, options })) if (value) words.set(key, value);
    return `/api/v1/validate?${words}`;
  }

  check() {
    return this.attempt(async () => {
      const text = this.area.value;
      const reports = await ask(this.address(), { method: "POST", body: this.written() });
      await this.showReport(reports.find((r) => r.error) || reports[0], text);
    });
  }
}
