// The form in which an annotation is written.
import { author, person, remember } from "./author.js";
import { drawn, parts } from "./difference.js";
import { Glyphs } from "./glyphs.js";
import { Problem, by, make, post, say, store, stored, toast } from "./rest.js";
import { SideLine } from "./sideline.js";
import { Trial } from "./trial.js";

const blank = { before: "", comment: "", nags: [], marks: [], arrows: [], evaluation: "", lines: [] };

/** What of an annotation is written in the form, in its usual order. */
const contentOf = ({ before, comment, nags, marks, arrows, evaluation, lines }) => ({
  before: before || "", comment: comment || "", nags: [...(nags || [])],
  marks: (marks || []).map(({ square, colour }) => ({ square, colour })),
  arrows: (arrows || []).map(({ from, to, colour }) => ({ from, to, colour })),
  evaluation: evaluation || "", lines: (lines || []).map(({ text, instead, format }) => ({ text: text.replaceAll("\r\n", "\n").trim(), instead, format: format || "" })),
});

export class Form {
  /**
   * @param {any} all the game's annotations
   * @param {any} a the annotation to be edited, null for a new one
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
      say("Your text that was not saved is back.");
    }
    this.onkey = (e) => this.key(e);
    document.addEventListener("keydown", this.onkey);
    (this.report || author() ? this.comment : this.name).focus();
    if (!author()) this.name.focus();
  }

  build() {
    const n = this.game.nodes[this.node], full = !this.report;
    this.name = make("input", { id: "said-by", required: true, maxlength: 100, autocomplete: "name", value: author(), readonly: !!person() });
    this.comment = make("textarea", { id: "comment", rows: 4, oninput: () => this.keep() });
    this.before = make("textarea", { id: "before", rows: 2, oninput: () => this.keep() });
    this.evaluation = make("input", {
      id: "evaluation", maxlength: 24, spellcheck: "false", autocomplete: "off", "aria-describedby": "evaluation-hint",
      oninput: () => {
        this.evaluation.removeAttribute("aria-invalid");
        this.keep();
      },
    });
    this.restored = make("p", { class: "hint", hidden: true }, "Your text that was not saved is back. ",
      make("button", { type: "button", class: "legal", onclick: () => this.afresh() }, "Start afresh"));
    this.later = make("p", { class: "hint", hidden: true });
    this.lineBox = make("div");
    this.pen = make("button", { type: "button", id: "pen", "aria-pressed": "false", onclick: (e) => this.draw(!this.game.board.drawing, e.detail === 0) }, "Draw on the board");
    this.colour = make("select", { id: "colour", "aria-label": "Colour" }, ...["green", "red", "yellow", "blue"].map((name) => make("option", { value: name }, name)));
    this.drawings = make("span", { class: "chips", id: "drawn" });
    this.refused = make("p", { class: "refused", id: "refused", role: "alert" });
    this.question = make("div", { class: "question", role: "group", "aria-label": "Close without saving", hidden: true });
    this.glyphBox = make("div");
    this.extras = make("details", { class: "extra" }, make("summary", {}, "Evaluation and a remark before the move"),
      make("label", { for: "evaluation" }, "Evaluation"), this.evaluation,
      make("p", { class: "hint", id: "evaluation-hint" }, `Pawns as ${this.game.view.sides[0]} sees them, such as 0.25 or -1.5; #3 or #-3 for a mate; a depth after a comma, as in 0.25,12`),
      !this.atStart && make("label", { for: "before" }, "Before the move"), !this.atStart && this.before);
    const form = this.element = by("editor");
    form.replaceChildren(...[
      make("strong", {}, this.game.node ? `On ply ${n.y}: ${n.w || n.m}` : "On the start"), this.restored, this.later,
      make("label", { for: "said-by" }, "Your name"), this.name, make("label", { for: "comment" }, "Comment"), this.comment,
      !full && make("p", { class: "hint" }, `Only reports of illegal moves are taken: ${this.all.policy.because}.`),
      full && !this.atStart && this.glyphBox, full && this.extras, full && this.lineBox,
      full && make("button", { type: "button", id: "add-line", onclick: () => this.add() }, "Add a side line"),
      full && make("div", { class: "chips" }, this.pen, this.colour, make("button", { type: "button", onclick: () => this.wipe() }, "Wipe"), this.drawings),
      this.refused, this.question,
      make("div", { class: "chips" }, make("button", { class: "primary" }, "Save"), make("button", { type: "button", id: "cancel", onclick: () => this.leave() }, "Cancel")),
    ].filter(Boolean));
    form.noValidate = true;
    form.onsubmit = (e) => { e.preventDefault(); this.all.write(() => this.save()); };
    form.hidden = false;
  }

  /** Puts a content into the fields. */
  fill(content) {
    if (this.trial) this.stopTrial();
    this.comment.value = content.comment;
    this.before.value = content.before;
    this.evaluation.value = content.evaluation;
    this.extras.open ||= Boolean(content.before || content.evaluation);
    this.glyphs = new Glyphs(this.game.tree.glyphs, content.nags, () => this.keep());
    this.glyphBox.replaceChildren(this.glyphs.element);
    this.marks = [...content.marks];
    this.arrows = [...content.arrows];
    this.lines = (content.lines.length ? content.lines : [undefined]).map((l) => new SideLine(this, l));
    this.list();
    this.redraw();
  }

  /** What is in the fields. */
  get content() {
    return {
      before: this.atStart ? "" : this.before.value.trim(), comment: this.comment.value.trim(), nags: this.atStart ? [] : this.glyphs.chosen,
      marks: this.marks, arrows: this.arrows, evaluation: this.evaluation.value.trim(),
      lines: this.lines.map((l) => l.value).filter((l) => l.text),
    };
  }

  get dirty() { return JSON.stringify(contentOf(this.content)) !== this.saved; }

  /** What the form's text is kept by. */
  draftKey() { return `draft ${this.game.tree.game} ${this.where.ply} ${this.where.path.join(",")} ${this.edited ? this.edited.id : "new"}`; }

  /** Keeps what is not saved yet until the browser is closed. */
  keep() { store(this.kept, this.dirty ? { content: this.content, etag: this.edited?.etag } : null); }

  forget() { store(this.kept, null); }

  afresh() {
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

  /** Adds a side line. @param {string} [text] that was played already, after this ply */
  add(text = "") {
    if (this.lines.some((l) => text && l.text.trim() === text)) { this.comment.focus(); return; } // a draft has it
    const line = new SideLine(this, text ? { text, instead: false } : undefined);
    if (text && !this.lines.at(-1)?.text.trim()) this.lines.pop();
    this.lines.push(line);
    this.list();
    if (text) { this.keep(); this.comment.focus(); } else line.field.focus();
  }

  /** Takes a side line away. */
  drop(line) {
    if (this.trial?.line === line) this.stopTrial();
    const i = this.lines.indexOf(line);
    this.lines.splice(i, 1);
    this.list();
    this.keep();
    say(`Side line ${i + 1} removed.`);
    (this.lines[Math.min(i, this.lines.length - 1)]?.field || by("add-line")).focus();
  }

  /** Says that somebody has saved another text of the note that is written. @param {any} a the annotation as it is now */
  overtaken(a) {
    if (this.edited?.id !== a.id || this.edited.etag === a.etag || by("both")) return;
    this.later.textContent = `${a.editor} has ${a.deleted ? "deleted the note" : "saved another text"} meanwhile. When you save, both are shown.`;
    this.later.hidden = false;
  }

  /** Whether the game's board shows the ply that is written about. */
  get there() { return this.game.node === this.node; }

  /** Brings the board to the ply that is written about. */
  come() { if (!this.there) this.game.go(this.node); }

  /** Plays a line on the board, or stops that. @param {boolean} keyboard it was asked for by */
  play(line, keyboard) {
    const on = this.trial?.line !== line;
    if (this.trial) this.stopTrial();
    if (!on) return;
    this.draw(false);
    this.come();
    line.playing(true);
    this.game.board.box.scrollIntoView({ block: "nearest" });
    this.trial = new Trial(this.game, this.where, line);
    this.trial.start().then(() => { if (keyboard && this.trial?.line === line && this.trial.position) this.game.board.focus(0); });
  }

  /** Gives the board back to the game. */
  stopTrial() {
    const { trial } = this;
    this.trial = null;
    trial.stop();
    trial.line.playing(false);
    this.game.board.setView(this.game.view, this.game.pieces(this.game.node), this.game.nodes[this.game.node].l || []);
    this.game.go(this.game.node, true);
  }

  /** Takes off all that is drawn. */
  wipe() {
    this.marks = [];
    this.arrows = [];
    this.redraw();
    this.keep();
    say("Nothing is drawn.");
  }

  /** Lets the left button and the keyboard draw too. */
  draw(on, keyboard = false) {
    const { board } = this.game;
    if (Boolean(board.drawing) === on) return;
    if (on && this.trial) this.stopTrial();
    if (on) this.come();
    board.drawing = on;
    this.pen.setAttribute("aria-pressed", String(on));
    board.build();
    this.redraw();
    if (!on) return;
    say("Drawing. Arrow keys go from place to place, Enter begins and ends an arrow; twice on one place marks it.");
    if (keyboard) board.focus(0);
  }

  /** Takes an arrow of the board; from a place to itself it is a mark. */
  arrow(from, to) {
    if (this.report || this.trial) return;
    if (!this.there) { toast("The note is on another ply: drawings belong to that one."); return; }
    const { view } = this.game.board, { places } = view, colour = this.colour.value;
    if ([from, to].some((place) => places[place].startsWith("hand"))) { toast("Pieces in hand have no places to be marked."); return; }
    const mark = from === to, list = mark ? this.marks : this.arrows;
    const made = mark ? { square: places[from], colour } : { from: places[from], to: places[to], colour };
    const same = list.findIndex((m) => (mark ? m.square === made.square : m.from === made.from && m.to === made.to));
    const again = same >= 0 && list[same].colour === colour;
    if (same >= 0) list.splice(same, 1);
    if (!again) list.push(made);
    say(`${drawn(mark ? { marks: [made] } : { arrows: [made] }, view)[0]}${again ? " taken away" : ""}`);
    this.redraw();
    this.keep();
  }

  /** What is drawn, as a node of the game has it. */
  get drawing() { return [...this.marks.map((m) => [m.colour, m.square]), ...this.arrows.map((a) => [a.colour, a.from, a.to])]; }

  redraw() {
    if (this.there && !this.trial) this.game.board.draw(this.game.marks());
    const chip = (list, m, words) => make("button", { type: "button", class: "legal", "aria-label": `${words}, take away`, onclick: () => {
      list.splice(list.indexOf(m), 1);
      this.redraw();
      this.keep();
      say(`${words} taken away`);
      (this.drawings.querySelector("button") || this.pen).focus();
    } }, `${words} ✕`);
    this.drawings.replaceChildren(
      ...this.marks.map((m) => chip(this.marks, m, drawn({ marks: [m] }, this.game.board.view)[0])),
      ...this.arrows.map((m) => chip(this.arrows, m, drawn({ arrows: [m] }, this.game.board.view)[0])));
  }

  /** Escape leaves what was entered last: the board, then the form. */
  key(e) {
    if (e.key !== "Escape" || e.isComposing || e.defaultPrevented || document.querySelector("dialog[open]")) return;
    e.preventDefault();
    if (this.trial) {
      const { play } = this.trial.line;
      this.stopTrial();
      play.focus();
      say("No longer on the board.");
    } else if (this.game.board.drawing) {
      this.draw(false);
      this.pen.focus();
      say("No longer drawing.");
    } else this.leave();
  }

  /** Closes the form; asks first where something would be lost. */
  leave() {
    if (!this.dirty) { this.forget(); this.close(); return; }
    if (!this.question.hidden) { this.question.hidden = true; this.comment.focus(); return; }
    const button = (name, act, attributes = {}) => make("button", { type: "button", onclick: act, ...attributes }, name);
    this.question.hidden = false;
    const keep = button("Keep it for later", () => { this.keep(); this.close(); toast("Kept: it is there when you annotate this ply again."); }, { id: "keep" });
    this.question.replaceChildren(make("p", {}, "What you wrote is not saved."), make("div", { class: "chips" }, keep,
      button("Throw it away", () => { this.forget(); this.close(); toast("Thrown away"); }, { id: "discard" }),
      button("Go on writing", () => { this.question.hidden = true; this.comment.focus(); })));
    say("What you wrote is not saved.");
    keep.focus();
  }

  /** Puts the form away, and gives the focus back. */
  close() {
    document.removeEventListener("keydown", this.onkey);
    if (this.trial) this.stopTrial();
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
    if (!name) { this.refuse("Say who you are.", this.name); return; }
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
      if (this.all.form !== this) toast(`Not saved, but kept: ${e.message}`);
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
    if (this.all.form !== this) { await this.all.load(); return; } // it was left meanwhile
    if (more) { this.follow(saved); return; }
    this.close();
    await this.all.changed("Saved", saved.id);
  }

  /** Goes on writing on what was saved: more was written while that was on its way. */
  follow(saved) {
    this.forget();
    this.edited = saved;
    this.kept = this.draftKey();
    this.saved = JSON.stringify(contentOf(saved));
    this.keep();
    toast("Saved, but for what you wrote meanwhile: save again.");
    this.all.load();
  }

  /** Says what is refused, at the field where that is known. */
  refuse(message, field) {
    this.refused.textContent = message;
    if (!field) { this.refused.scrollIntoView({ block: "nearest" }); return; }
    field.setAttribute("aria-invalid", "true");
    field.closest("details")?.setAttribute("open", "");
    field.focus();
  }

  refuseLine(sent, problem) {
    const line = this.lines.find((l) => l.value.text === sent.text && l.value.instead === sent.instead);
    if (!line) { this.refuse(problem.detail); return; } // it was changed meanwhile
    this.refused.textContent = `Side line ${this.lines.indexOf(line) + 1} does not hold. Nothing was saved.`;
    line.refuse(problem.error, problem.detail);
    line.field.focus();
  }

  /** Shows both texts where somebody else has saved meanwhile. */
  conflict(theirs) {
    this.later.hidden = true;
    const mine = contentOf(this.content);
    by("both")?.remove();
    const use = (content) => {
      by("both").remove();
      this.refused.textContent = "";
      this.edited = theirs.deleted ? null : theirs;
      this.saved = JSON.stringify(contentOf(theirs.deleted ? blank : theirs));
      this.fill(content);
      this.keep();
      this.comment.focus();
      say("Look it over, then save again.");
    };
    const half = (name, a, ...buttons) => make("div", {}, make("h3", {}, name), make("div", { class: "text" }, ...parts(a, this.game.tree)), ...buttons);
    const button = (name, content) => make("button", { type: "button", onclick: () => use(content) }, name);
    if (theirs.deleted) {
      this.refused.textContent = `${theirs.editor} has deleted the note meanwhile. Nothing is lost: your text can be a new note.`;
      this.refused.after(make("div", { id: "both", class: "both" }, half("Yours", mine, button("Make it a new note", mine))));
    } else {
      this.refused.textContent = `${theirs.editor} has saved another text meanwhile. Nothing is lost: choose what holds, then save again.`;
      this.refused.after(make("div", { id: "both", class: "both" }, half("Yours", mine, button("Keep mine", mine)),
        half(`${theirs.editor}’s`, theirs, button("Keep theirs", contentOf(theirs)), button("Keep both", united(contentOf(theirs), mine)))));
    }
    by("both").querySelector("button").focus();
  }
}

/** Two contents in one: nothing of either is left out but an evaluation that the other replaces. */
function united(theirs, mine) {
  const both = (x, y) => [...x, ...y.filter((one) => !x.some((other) => JSON.stringify(other) === JSON.stringify(one)))];
  const texts = (x, y) => (x === y || !y ? x : [x, y].filter(Boolean).join("\n\n"));
  return {
    before: texts(theirs.before, mine.before), comment: texts(theirs.comment, mine.comment), nags: both(theirs.nags, mine.nags),
    marks: both(theirs.marks, mine.marks), arrows: both(theirs.arrows, mine.arrows), evaluation: mine.evaluation || theirs.evaluation, lines: both(theirs.lines, mine.lines),
  };
}
