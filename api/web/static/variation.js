// A variation in the annotation form: typed, or played on the board.
import { make, say } from "./rest.js";
import { t } from "./text.js";

export class Variation {
  /**
   * @param {any} form
   * @param {{text: string, instead: boolean, format?: string}} [line]
   */
  constructor(form, line) {
    this.form = form;
    /** The saved variation; its format applies while the text is unchanged. */
    this.saved = line;
    this.field = Object.assign(make("textarea", { rows: 2, spellcheck: "false", autocomplete: "off", oninput: () => this.changed() }), { value: line?.text || "" });
    this.label = make("label");
    this.tick = make("input", { type: "checkbox", checked: line ? line.instead : form.where.ply > 0, onchange: () => this.changed() });
    this.insteadLabel = make("label", { class: "instead" }, this.tick, t`replaces this move (otherwise follows it)`);
    this.insteadLabel.hidden = form.atStart;
    if (form.atStart) this.tick.checked = false;
    this.play = make("button", { type: "button", class: "play", "aria-pressed": "false", onclick: (e) => form.play(this, e.detail === 0) }, t`Play on the board`);
    this.undo = make("button", { type: "button", hidden: true, onclick: () => this.form.lineBoard?.undo() }, t`Undo`);
    this.remove = make("button", { type: "button", onclick: () => form.drop(this) }, t`Remove`);
    this.status = make("p", { class: "hint" });
    this.choices = make("p", { class: "chips choices" });
    this.error = make("div", { class: "error" });
    this.element = make("fieldset", {}, this.legend = make("legend"), this.label, this.field, this.error,
      make("div", { class: "chips" }, this.insteadLabel, this.play, this.undo, this.remove), this.status, this.choices);
  }

  /** Numbers the variation within the form. @param {number} n from 0 */
  number(n) {
    const id = n ? `line-${n + 1}` : "line";
    this.legend.textContent = t`Variation ${n + 1}`;
    this.label.textContent = t`Moves, in any notation`;
    this.label.htmlFor = this.field.id = id;
    this.error.id = `${id}-error`;
    this.remove.setAttribute("aria-label", t`Remove variation ${n + 1}`);
    this.play.setAttribute("aria-label", t`Play on the board, variation ${n + 1}`);
  }

  get text() { return this.field.value; }

  set text(text) {
    this.field.value = text;
    this.form.keep();
  }

  get instead() { return this.tick.checked; }

  /** The variation in requests. */
  get value() {
    const text = this.text.trim(), { instead } = this;
    const same = this.saved && this.saved.text.replaceAll("\r\n", "\n").trim() === text && this.saved.instead === instead;
    return { text, instead, format: same ? this.saved.format || "" : "" };
  }

  changed() {
    this.accept();
    this.form.keep();
    if (this.form.lineBoard?.line === this) this.form.lineBoard.follow();
  }

  /** Removes the error. */
  accept() {
    this.error.replaceChildren();
    this.field.removeAttribute("aria-invalid");
    this.field.removeAttribute("aria-describedby");
  }

  /**
   * Shows an error with the nearest legal moves.
   * @param {any} error of the response, if it concerns a move
   * @param {string} message
   */
  refuse(error, message) {
    this.field.setAttribute("aria-invalid", "true");
    this.field.setAttribute("aria-describedby", this.error.id);
    const chip = (move) => make("button", { type: "button", class: "legal", onclick: () => this.correct(error, move) }, move);
    const text = make("p", { class: "refused", role: "alert" });
    this.error.replaceChildren(text);
    if (!error) { text.textContent = message; return; }
    const rule = error.rule && make("a", { href: `/variants/${encodeURIComponent(this.form.game.tree.variant)}#${encodeURIComponent(error.rule)}` }, error.rule);
    text.append(...[t`Move ${error.number} of ${error.side}, `, make("code", {}, error.text || "…"), `: ${error.message}`, rule && " (", rule, rule && ")"].filter(Boolean));
    if (error.suggestion) this.error.append(make("p", {}, t`Probably meant: `, chip(error.suggestion)));
    const legal = (error.legal || []).filter((move) => move !== error.suggestion);
    if (legal.length) this.error.append(make("p", { class: "hint" }, t`Nearest legal moves`), make("p", { class: "chips" }, ...legal.map(chip)));
  }

  /** Replaces the illegal move by a legal one. */
  correct(error, move) {
    const rows = this.text.split("\n");
    const row = [...(rows[error.line - 1] ?? "")], at = error.column - 1, wrong = [...error.text];
    if (wrong.length && row.slice(at, at + wrong.length).join("") === error.text) {
      row.splice(at, wrong.length, move);
      rows[error.line - 1] = row.join("");
      this.text = rows.join("\n");
    } else if (error.text && this.text.includes(error.text)) this.text = this.text.replace(error.text, () => move);
    else this.text = `${this.text.trimEnd()} ${move}`.trim();
    this.accept();
    this.field.focus();
    say(t`Replaced ${error.text} by ${move}`);
    if (this.form.lineBoard?.line === this) this.form.lineBoard.follow();
  }

  /** Sets whether the variation is being played on the board. @param {boolean} on */
  playing(on) {
    this.play.setAttribute("aria-pressed", String(on));
    this.undo.hidden = !on;
    if (!on) { this.status.textContent = ""; this.choices.replaceChildren(); }
  }

  /** Shows the state of the position. @param {string} text */
  showStatus(text) { this.status.textContent = text; }
}
