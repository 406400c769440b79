// A side line as it is typed, or played on the board.
import { make, say } from "./rest.js";

export class SideLine {
  /**
   * @param {any} form that it is part of
   * @param {{text: string, instead: boolean, format?: string}} [line]
   */
  constructor(form, line) {
    this.form = form;
    /** As it was saved; its format holds while it stays so. */
    this.saved = line;
    this.field = Object.assign(make("textarea", { rows: 2, spellcheck: "false", autocomplete: "off", oninput: () => this.changed() }), { value: line?.text || "" });
    this.label = make("label");
    this.tick = make("input", { type: "checkbox", checked: line ? line.instead : form.where.ply > 0, onchange: () => this.changed() });
    this.beside = make("label", { class: "beside" }, this.tick, "instead of this ply, not after it");
    this.beside.hidden = form.atStart;
    if (form.atStart) this.tick.checked = false;
    this.play = make("button", { type: "button", class: "play", "aria-pressed": "false", onclick: (e) => form.play(this, e.detail === 0) }, "Play it on the board");
    this.undo = make("button", { type: "button", hidden: true, onclick: () => this.form.trial?.back() }, "Take back");
    this.remove = make("button", { type: "button", onclick: () => form.drop(this) }, "Remove");
    this.told = make("p", { class: "hint" });
    this.choices = make("p", { class: "chips choices" });
    this.fault = make("div", { class: "fault" });
    this.element = make("fieldset", {}, this.legend = make("legend"), this.label, this.field, this.fault,
      make("div", { class: "chips" }, this.beside, this.play, this.undo, this.remove), this.told, this.choices);
  }

  /** Numbers the line among those of its form. @param {number} n from 0 */
  number(n) {
    const id = n ? `line-${n + 1}` : "line";
    this.legend.textContent = `Side line ${n + 1}`;
    this.label.textContent = "Moves, in any notation";
    this.label.htmlFor = this.field.id = id;
    this.fault.id = `${id}-fault`;
    this.remove.setAttribute("aria-label", `Remove side line ${n + 1}`);
    this.play.setAttribute("aria-label", `Play it on the board, side line ${n + 1}`);
  }

  get text() { return this.field.value; }

  set text(text) {
    this.field.value = text;
    this.form.keep();
  }

  get instead() { return this.tick.checked; }

  /** As it is sent. */
  get value() {
    const text = this.text.trim(), { instead } = this;
    const same = this.saved && this.saved.text.replaceAll("\r\n", "\n").trim() === text && this.saved.instead === instead;
    return { text, instead, format: same ? this.saved.format || "" : "" };
  }

  changed() {
    this.accept();
    this.form.keep();
    if (this.form.trial?.line === this) this.form.trial.follow();
  }

  /** Nothing is wrong with the line any more. */
  accept() {
    this.fault.replaceChildren();
    this.field.removeAttribute("aria-invalid");
    this.field.removeAttribute("aria-describedby");
  }

  /**
   * Says what is wrong, with the nearest legal moves.
   * @param {any} error of the answer, where it tells of a move
   * @param {string} message
   */
  refuse(error, message) {
    this.field.setAttribute("aria-invalid", "true");
    this.field.setAttribute("aria-describedby", this.fault.id);
    const chip = (move) => make("button", { type: "button", class: "legal", onclick: () => this.mend(error, move) }, move);
    const says = make("p", { class: "refused", role: "alert" });
    this.fault.replaceChildren(says);
    if (!error) { says.textContent = message; return; }
    const rule = error.rule && make("a", { href: `/variants/${encodeURIComponent(this.form.game.tree.variant)}#${encodeURIComponent(error.rule)}` }, error.rule);
    says.append(...[`Move ${error.number} of ${error.side}, `, make("code", {}, error.text || "…"), `: ${error.message}`, rule && " (", rule, rule && ")"].filter(Boolean));
    if (error.suggestion) this.fault.append(make("p", {}, "Probably meant: ", chip(error.suggestion)));
    const legal = (error.legal || []).filter((move) => move !== error.suggestion);
    if (legal.length) this.fault.append(make("p", { class: "hint" }, "Nearest legal moves"), make("p", { class: "chips" }, ...legal.map(chip)));
  }

  /** Puts a legal move where the one at fault is. */
  mend(error, move) {
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
    say(`${move} in place of ${error.text}`);
    if (this.form.trial?.line === this) this.form.trial.follow();
  }

  /** Whether the line is being played on the board. @param {boolean} on */
  playing(on) {
    this.play.setAttribute("aria-pressed", String(on));
    this.undo.hidden = !on;
    if (!on) { this.told.textContent = ""; this.choices.replaceChildren(); }
  }

  /** Says how the line stands. @param {string} text */
  tell(text) { this.told.textContent = text; }
}
