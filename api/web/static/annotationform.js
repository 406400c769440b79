// The form for an annotation.
import { author, person, remember } from "./author.js";
import { drawings, parts } from "./difference.js";
import { GlyphPicker } from "./glyphpicker.js";
import { Problem, by, make, post, say, store, stored, toast } from "./rest.js";
import { Variation } from "./variation.js";
import { VariationBoard } from "./variationboard.js";
import { t } from "./text.js";

const blank = { before: "", comment: "", nags: [], marks: [], arrows: [], evaluation: "", lines: [] };

/** The contents of an annotation that the form edits, in normal form. */
const contentOf = ({ before, comment, nags, marks, arrows, evaluation, lines }) => ({
  before: before || "", comment: comment || "", nags: [...(nags || [])],
  marks: (marks || []).map(({ square, colour }) => ({ square, colour })),
  arrows: (arrows || []).map(({ from, to, colour }) => ({ from, to, colour })),
  evaluation: evaluation || "", lines: (lines || []).map(({ text, instead, format }) => ({ text: text.replaceAll("\r\n", "\n").trim(), instead, format: format || "" })),
});

export class Form {
  /**
   * @param {any} all the game's annotations
   * @param {any} a the annotation to edit, or null for a new one
   * @param {{ply: number, path: string[]}} where the place of a new one
   */
  constructor(all, a, where) {
    this.all = all;
    this.game = all.game;
    this.edited = a;
    this.where = a ? { ply: a.ply, path: a.path || [] } : where;
    this.node = this.game.node;
    this.report = (a?.kind || (all.policy.comments === "reports" ? "report" : "comment")) === "report";
    this.atStart = this.where.ply === 0 && this.where.path.length === 0;
    this.opener = document.activeElement;
    this.kept = this.draftKey();
    this.saved = JSON.stringify(contentOf(a || blank));
    this.build();
    const draft = stored(this.kept);
    this.fill(draft ? draft.content : JSON.parse(this.saved));
    if (draft) {
      if (a) this.edited = { ...a, etag: draft.etag };
      this.restored.hidden = false;
      say(t`Your unsaved text was restored.`);
    }
    this.onkey = (e) => this.key(e);
    document.addEventListener("keydown", this.onkey);
    (this.report || author() ? this.comment : this.name).focus();
    if (!author()) this.name.focus();
  }

  build() {
    const n = this.game.nodes[this.node], full = !this.report;
    this.name = make("input", { id: "author", required: true, maxlength: 100, autocomplete: "name", value: author(), readonly: !!person() });
    this.comment = make("textarea", { id: "comment", rows: 4, oninput: () => this.keep() });
    this.before = make("textarea", { id: "before", rows: 2, oninput: () => this.keep() });
    this.evaluation = make("input", {
      id: "evaluation", maxlength: 24, spellcheck: "false", autocomplete: "off", "aria-describedby": "evaluation-hint",
      oninput: () => {
        this.evaluation.removeAttribute("aria-invalid");
        this.keep();
      },
    });
    this.restored = make("p", { class: "hint", hidden: true }, t`Your unsaved text was restored. `,
      make("button", { type: "button", class: "legal", onclick: () => this.discard() }, t`Discard`));
    this.later = make("p", { class: "hint", hidden: true });
    this.lineBox = make("div");
    this.pen = make("button", { type: "button", id: "pen", "aria-pressed": "false", onclick: (e) => this.draw(!this.game.board.drawing, e.detail === 0) }, t`Draw on the board`);
    this.colour = make("select", { id: "colour", "aria-label": t`Colour` }, ...Object.entries({ green: t`green`, red: t`red`, yellow: t`yellow`, blue: t`blue` }).map(([value, name]) => make("option", { value }, name)));
    this.drawingList = make("span", { class: "chips", id: "drawn" });
    this.refused = make("p", { class: "refused", id: "refused", role: "alert" });
    this.question = make("div", { class: "question", role: "group", "aria-label": t`Close without saving`, hidden: true });
    this.glyphBox = make("div");
    this.extras = make("details", { class: "extra" }, make("summary", {}, t`Evaluation and comment before the move`),
      make("label", { for: "evaluation" }, t`Evaluation`), this.evaluation,
      make("p", { class: "hint", id: "evaluation-hint" }, t`In pawns, positive if ${this.game.view.sides[0]} is better: 0.25 or -1.5. Mate in 3: #3 or #-3. Add a search depth after a comma: 0.25,12`),
      !this.atStart && make("label", { for: "before" }, t`Before the move`), !this.atStart && this.before);
    const form = this.element = by("editor");
    form.replaceChildren(...[
      make("strong", {}, this.game.node ? t`Annotate ply ${n.y}: ${n.w || n.m}` : t`Annotate the starting position`), this.restored, this.later,
      make("label", { for: "author" }, t`Your name`), this.name, make("label", { for: "comment" }, t`Comment`), this.comment,
      !full && make("p", { class: "hint" }, t`You can only report illegal moves in this game: ${this.all.policy.because}.`),
      full && !this.atStart && this.glyphBox, full && this.extras, full && this.lineBox,
      full && make("button", { type: "button", id: "add-line", onclick: () => this.add() }, t`Add a variation`),
      full && make("div", { class: "chips" }, this.pen, this.colour, make("button", { type: "button", onclick: () => this.clearDrawings() }, t`Clear drawings`), this.drawingList),
      this.refused, this.question,
      make("div", { class: "chips" }, make("button", { class: "primary" }, t`Save`), make("button", { type: "button", id: "cancel", onclick: () => this.leave() }, t`Cancel`)),
    ].filter(Boolean));
    form.noValidate = true;
    form.onsubmit = (e) => { e.preventDefault(); this.all.write(() => this.save()); };
    form.hidden = false;
  }

  /** Fills the fields. */
  fill(content) {
    if (this.lineBoard) this.stopLine();
    this.comment.value = content.comment;
    this.before.value = content.before;
    this.evaluation.value = content.evaluation;
    this.extras.open ||= Boolean(content.before || content.evaluation);
    this.glyphs = new GlyphPicker(this.game.tree.glyphs, content.nags, () => this.keep());
    this.glyphBox.replaceChildren(this.glyphs.element);
    this.marks = [...content.marks];
    this.arrows = [...content.arrows];
    this.lines = (content.lines.length ? content.lines : [undefined]).map((l) => new Variation(this, l));
    this.list();
    this.redraw();
  }

  /** The contents of the fields. */
  get content() {
    return {
      before: this.atStart ? "" : this.before.value.trim(), comment: this.comment.value.trim(), nags: this.atStart ? [] : this.glyphs.chosen,
      marks: this.marks, arrows: this.arrows, evaluation: this.evaluation.value.trim(),
      lines: this.lines.map((l) => l.value).filter((l) => l.text),
    };
  }

  get dirty() { return JSON.stringify(contentOf(this.content)) !== this.saved; }

  /** The session storage key of unsaved text. */
  draftKey() { return `draft ${this.game.tree.game} ${this.where.ply} ${this.where.path.join(",")} ${this.edited ? this.edited.id : "new"}`; }

  /** Keeps unsaved text until the tab is closed. */
  keep() { store(this.kept, this.dirty ? { content: this.content, etag: this.edited?.etag } : null); }

  forget() { store(this.kept, null); }

  discard() {
    this.forget();
    this.edited = this.edited && this.all.all.find((a) => a.id === this.edited.id) || this.edited;
    this.fill(contentOf(this.edited || blank));
    this.restored.hidden = true;
    this.comment.focus();
  }

  list() {
    this.lines.forEach((l, i) => l.number(i));
    this.lineBox.replaceChildren(...this.lines.map((l) => l.element));
  }

  /** Adds a variation. @param {string} [text] moves already played after this ply */
  add(text = "") {
    if (this.lines.some((l) => text && l.text.trim() === text)) { this.comment.focus(); return; } // restored from a draft
    const line = new Variation(this, text ? { text, instead: false } : undefined);
    if (text && !this.lines.at(-1)?.text.trim()) this.lines.pop();
    this.lines.push(line);
    this.list();
    if (text) { this.keep(); this.comment.focus(); } else line.field.focus();
  }

  /** Removes a variation. */
  drop(line) {
    if (this.lineBoard?.line === line) this.stopLine();
    const i = this.lines.indexOf(line);
    this.lines.splice(i, 1);
    this.list();
    this.keep();
    say(t`Variation ${i + 1} removed.`);
    (this.lines[Math.min(i, this.lines.length - 1)]?.field || by("add-line")).focus();
  }

  /** Warns that someone else changed the annotation. @param {any} a its current version */
  overtaken(a) {
    if (this.edited?.id !== a.id || this.edited.etag === a.etag || by("conflict")) return;
    this.later.textContent = a.deleted
      ? t`${a.editor} has deleted this annotation in the meantime. When you save, you will see both versions.`
      : t`${a.editor} has changed this annotation in the meantime. When you save, you will see both versions.`;
    this.later.hidden = false;
  }

  /** Whether the board shows the annotated ply. */
  get there() { return this.game.node === this.node; }

  /** Shows the annotated ply on the board. */
  come() { if (!this.there) this.game.go(this.node); }

  /** Starts or stops playing a variation on the board. @param {boolean} keyboard whether the button was pressed by keyboard */
  play(line, keyboard) {
    const on = this.lineBoard?.line !== line;
    if (this.lineBoard) this.stopLine();
    if (!on) return;
    this.draw(false);
    this.come();
    line.playing(true);
    this.game.board.box.scrollIntoView({ block: "nearest" });
    this.lineBoard = new VariationBoard(this.game, this.where, line);
    this.lineBoard.start().then(() => { if (keyboard && this.lineBoard?.line === line && this.lineBoard.position) this.game.board.focus(0); });
  }

  /** Returns the board to the game. */
  stopLine() {
    const { lineBoard } = this;
    this.lineBoard = null;
    lineBoard.stop();
    lineBoard.line.playing(false);
    this.game.board.setView(this.game.view, this.game.pieces(this.game.node), this.game.nodes[this.game.node].l || []);
    this.game.go(this.game.node, true);
  }

  /** Removes all drawings. */
  clearDrawings() {
    this.marks = [];
    this.arrows = [];
    this.redraw();
    this.keep();
    say(t`Drawings removed.`);
  }

  /** Turns drawing by left button and keyboard on or off. */
  draw(on, keyboard = false) {
    const { board } = this.game;
    if (Boolean(board.drawing) === on) return;
    if (on && this.lineBoard) this.stopLine();
    if (on) this.come();
    board.drawing = on;
    this.pen.setAttribute("aria-pressed", String(on));
    board.build();
    this.redraw();
    if (!on) return;
    say(t`Drawing. Move with the arrow keys. Enter starts and ends an arrow; press it twice on a square to mark the square.`);
    if (keyboard) board.focus(0);
  }

  /** Adds an arrow drawn on the board, or a mark if it begins and ends on one place. */
  arrow(from, to) {
    if (this.report || this.lineBoard) return;
    if (!this.there) { toast(t`This annotation belongs to another ply. Go to that ply to draw.`); return; }
    const { view } = this.game.board, { places } = view, colour = this.colour.value;
    if ([from, to].some((place) => places[place].startsWith("hand"))) { toast(t`You cannot mark pieces in hand.`); return; }
    const mark = from === to, list = mark ? this.marks : this.arrows;
    const made = mark ? { square: places[from], colour } : { from: places[from], to: places[to], colour };
    const same = list.findIndex((m) => (mark ? m.square === made.square : m.from === made.from && m.to === made.to));
    const repeated = same >= 0 && list[same].colour === colour;
    if (same >= 0) list.splice(same, 1);
    if (!repeated) list.push(made);
    const words = drawings(mark ? { marks: [made] } : { arrows: [made] }, view)[0];
    say(repeated ? t`${words} removed` : words);
    this.redraw();
    this.keep();
  }

  /** The drawings in the form of a node's marks. */
  get drawing() { return [...this.marks.map((m) => [m.colour, m.square]), ...this.arrows.map((a) => [a.colour, a.from, a.to])]; }

  redraw() {
    if (this.there && !this.lineBoard) this.game.board.draw(this.game.marks());
    const chip = (list, m, words) => make("button", { type: "button", class: "legal", "aria-label": t`Remove ${words}`, onclick: () => {
      list.splice(list.indexOf(m), 1);
      this.redraw();
      this.keep();
      say(t`${words} removed`);
      (this.drawingList.querySelector("button") || this.pen).focus();
    } }, `${words} ✕`);
    this.drawingList.replaceChildren(
      ...this.marks.map((m) => chip(this.marks, m, drawings({ marks: [m] }, this.game.board.view)[0])),
      ...this.arrows.map((m) => chip(this.arrows, m, drawings({ arrows: [m] }, this.game.board.view)[0])));
  }

  /** Escape leaves the board first, then the form. */
  key(e) {
    if (e.key !== "Escape" || e.isComposing || e.defaultPrevented || document.querySelector("dialog[open]")) return;
    e.preventDefault();
    if (this.lineBoard) {
      const { play } = this.lineBoard.line;
      this.stopLine();
      play.focus();
      say(t`The board shows the game again.`);
    } else if (this.game.board.drawing) {
      this.draw(false);
      this.pen.focus();
      say(t`Drawing is off.`);
    } else this.leave();
  }

  /** Closes the form; asks first if text is unsaved. */
  leave() {
    if (!this.dirty) { this.forget(); this.close(); return; }
    if (!this.question.hidden) { this.question.hidden = true; this.comment.focus(); return; }
    const button = (name, act, attributes = {}) => make("button", { type: "button", onclick: act, ...attributes }, name);
    this.question.hidden = false;
    const keep = button(t`Keep as draft`, () => { this.keep(); this.close(); toast(t`Draft kept. It appears when you annotate this ply again.`); }, { id: "keep" });
    this.question.replaceChildren(make("p", {}, t`Your text is not saved.`), make("div", { class: "chips" }, keep,
      button(t`Discard`, () => { this.forget(); this.close(); toast(t`Discarded.`); }, { id: "discard" }),
      button(t`Continue editing`, () => { this.question.hidden = true; this.comment.focus(); })));
    say(t`Your text is not saved.`);
    keep.focus();
  }

  /** Closes the form and restores the focus. */
  close() {
    document.removeEventListener("keydown", this.onkey);
    if (this.lineBoard) this.stopLine();
    this.draw(false);
    this.all.form = null;
    this.element.hidden = true;
    this.element.replaceChildren();
    this.game.board.draw(this.game.marks());
    if (this.all.stale) this.all.renew();
    const opener = this.opener?.isConnected && this.opener.closest("button") || by("annotate");
    (opener.hidden ? by("policy").querySelector("summary") : opener).focus();
  }

  async save() {
    if (this.saving) return;
    const name = this.name.value.trim();
    this.refused.textContent = "";
    for (const l of this.lines) l.accept();
    if (!name) { this.refuse(t`Enter your name.`, this.name); return; }
    remember(name);
    const content = this.content, sent = JSON.stringify(contentOf(content));
    const body = { author: name, kind: this.report ? "report" : "comment", ...this.where, ...content };
    let saved;
    this.saving = true;
    this.element.ariaBusy = "true";
    try {
      saved = this.edited ? await post(`${this.all.path}/${this.edited.id}`, body, { "If-Match": this.edited.etag }, "PUT") : await post(this.all.path, body);
    } catch (e) {
      this.keep();
      if (this.all.form !== this) toast(t`Not saved, but kept as a draft: ${e.message}`);
      else if (e instanceof Problem && e.body.current) this.conflict(e.body.current);
      else if (e instanceof Problem && e.body.error && e.body.line) this.refuseLine(content.lines[e.body.line - 1], e.body);
      else this.refuse(e.message, this[/^(comment|before|evaluation)\b/.exec(e.message)?.[0]]);
      return;
    } finally {
      this.saving = false;
      this.element.ariaBusy = null;
    }
    const more = JSON.stringify(contentOf(this.content)) !== sent;
    if (!more) this.forget();
    if (this.all.form !== this) { await this.all.load(); return; } // the form was closed
    if (more) { this.follow(saved); return; }
    this.close();
    await this.all.changed(t`Saved.`, saved.id);
  }

  /** Continues editing the saved version: text was typed while saving. */
  follow(saved) {
    this.forget();
    this.edited = saved;
    this.kept = this.draftKey();
    this.saved = JSON.stringify(contentOf(saved));
    this.keep();
    toast(t`Saved, except what you typed in the meantime. Save again.`);
    this.all.load();
  }

  /** Shows an error, at its field if known. */
  refuse(message, field) {
    this.refused.textContent = message;
    if (!field) { this.refused.scrollIntoView({ block: "nearest" }); return; }
    field.setAttribute("aria-invalid", "true");
    field.closest("details")?.setAttribute("open", "");
    field.focus();
  }

  refuseLine(sent, problem) {
    const line = this.lines.find((l) => l.value.text === sent.text && l.value.instead === sent.instead);
    if (!line) { this.refuse(problem.detail); return; } // changed in the meantime
    this.refused.textContent = t`Variation ${this.lines.indexOf(line) + 1} is illegal. Nothing was saved.`;
    line.refuse(problem.error, problem.detail);
    line.field.focus();
  }

  /** Shows both versions if someone else saved in the meantime. */
  conflict(theirs) {
    this.later.hidden = true;
    const mine = contentOf(this.content);
    by("conflict")?.remove();
    const use = (content) => {
      by("conflict").remove();
      this.refused.textContent = "";
      this.edited = theirs.deleted ? null : theirs;
      this.saved = JSON.stringify(contentOf(theirs.deleted ? blank : theirs));
      this.fill(content);
      this.keep();
      this.comment.focus();
      say(t`Check the text, then save again.`);
    };
    const half = (name, a, ...buttons) => make("div", {}, make("h3", {}, name), make("div", { class: "text" }, ...parts(a, this.game.tree)), ...buttons);
    const button = (name, content) => make("button", { type: "button", onclick: () => use(content) }, name);
    if (theirs.deleted) {
      this.refused.textContent = t`${theirs.editor} deleted this annotation in the meantime. You can save your text as a new annotation.`;
      this.refused.after(make("div", { id: "conflict", class: "both" }, half(t`Yours`, mine, button(t`Use as a new annotation`, mine))));
    } else {
      this.refused.textContent = t`${theirs.editor} changed this annotation in the meantime. Choose a version, then save again.`;
      this.refused.after(make("div", { id: "conflict", class: "both" }, half(t`Yours`, mine, button(t`Use mine`, mine)),
        half(`${theirs.editor}’s`, theirs, button(t`Use theirs`, contentOf(theirs)), button(t`Combine both`, combined(contentOf(theirs), mine)))));
    }
    by("conflict").querySelector("button").focus();
  }
}

/** Combines two contents; only an evaluation replaces the other. */
function combined(theirs, mine) {
  const both = (x, y) => [...x, ...y.filter((a) => !x.some((b) => JSON.stringify(b) === JSON.stringify(a)))];
  const texts = (x, y) => (x === y || !y ? x : [x, y].filter(Boolean).join("\n\n"));
  return {
    before: texts(theirs.before, mine.before), comment: texts(theirs.comment, mine.comment), nags: both(theirs.nags, mine.nags),
    marks: both(theirs.marks, mine.marks), arrows: both(theirs.arrows, mine.arrows), evaluation: mine.evaluation || theirs.evaluation, lines: both(theirs.lines, mine.lines),
  };
}
