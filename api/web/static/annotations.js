// What is said of a game, beside its record.
import { Arrivals } from "./arrivals.js";
import { CommentPolicy } from "./policy.js";
import { Note } from "./note.js";
import { ask, by, load, make, toast } from "./rest.js";

export class Annotations {
  /** @param {any} game */
  constructor(game) {
    this.game = game;
    /** @type {any[]} */
    this.all = [];
    /** The form that is open. @type {any} */
    this.form = null;
    /** What is listed at the present ply, and of the deleted, by number. @type {Map<number, Note>[]} */
    this.notes = [new Map(), new Map()];
    this.writing = 0; // changes that are on their way
    /** What came meanwhile. @type {any[]} */
    this.waiting = [];
    this.stale = false; // the moves lack what others said
    this.policy = new CommentPolicy(game.tree.game, () => this.invite());
    by("annotate").onclick = () => this.open();
    by("deleted").addEventListener("toggle", () => { if (by("deleted").open) this.showDeleted(); });
    this.arrivals = new Arrivals(`${this.path}/events`, { begin: () => this.begin(), take: (a) => this.take(a) });
  }

  get path() { return `/api/v1/games/${this.game.tree.game}/annotations`; }

  /** All pages of a list. @param {string} [filter] */
  async list(filter = "") {
    const all = [];
    for (let cursor = ""; ;) {
      const page = await ask(`${this.path}?limit=500${filter}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      all.push(...page.annotations);
      if (!(cursor = page.next)) return all;
    }
  }

  async load() {
    const turn = this.turn = (this.turn || 0) + 1;
    try {
      const [all, { total }] = await Promise.all([this.list(), ask(`${this.path}?deleted=true&limit=1`), this.policy.load()]);
      if (turn !== this.turn) return; // a later list is on its way, or there
      this.all = all;
      this.listed = true;
      by("deleted").hidden = total === 0;
      by("deleted").querySelector("summary").textContent = `${total} deleted note${total === 1 ? "" : "s"}`;
      if (by("deleted").open) await this.showDeleted();
    } catch (e) { toast(e.message); }
    this.show();
  }

  /** Lists what is said when others are listened to, for the first time or again. */
  async begin() {
    const before = this.listed && this.all;
    await this.load();
    if (before && !this.writing) this.tell(before);
  }

  /** Takes an annotation that somebody saved, when nothing is on its way from here. */
  async take(a) {
    if (this.writing) { this.waiting.push(a); return; }
    const before = this.all, known = before.find((one) => one.id === a.id);
    if (known ? known.etag === a.etag : a.deleted) return; // it was this page, or is listed already
    await this.load();
    this.tell(before, a);
  }

  /** Tells what others changed. @param {any[]} before what was listed @param {any} [last] of what changed */
  tell(before, last) {
    const others = (list, a) => list.find((one) => one.id === a.id);
    const came = this.all.filter((a) => others(before, a)?.etag !== a.etag);
    const gone = before.filter((a) => !others(this.all, a));
    if (!came.length && !gone.length) return;
    const [a] = came;
    if (came.length + gone.length > 1) toast("Others have changed notes");
    else if (!a) toast(last?.deleted ? `${last.editor} has deleted a note` : "A note was deleted");
    else toast(a.revision > 1 ? `${a.editor} has changed a note` : `A new note by ${a.author}`);
    for (const one of came) this.form?.overtaken(one);
    for (const one of gone) this.form?.overtaken({ ...one, etag: "", deleted: true, editor: last?.deleted ? last.editor : "Somebody" });
    this.renew();
  }

  /** Does something that changes what is said; what others save waits until it is done. @param {() => Promise<void>} act */
  async write(act) {
    this.writing++;
    try {
      await act();
    } finally {
      if (--this.writing === 0) {
        for (const a of this.waiting.splice(0)) this.take(a);
        if (this.stale) this.renew();
      }
    }
  }

  /** Whether the board is being used for something that a newer page would end. */
  get busy() { return Boolean(this.form) || this.game.own.mover.path.length > 0; }

  /** Shows the moves with what others said, now or when the board is free. */
  async renew() {
    this.stale = true;
    if (this.busy || this.writing) return;
    this.stale = false;
    try {
      if (!await this.game.refresh(() => this.busy)) this.stale = true;
    } catch (e) { toast(`The page is not up to date: ${e.message}`); }
  }

  /** Asks for what the game takes. */
  invite() {
    const { comments } = this.policy;
    by("annotate").hidden = comments === "closed";
    this.game.opinion.invite(comments === "open");
    by("annotate").textContent = comments === "reports" ? "Report an illegal move" : "Annotate";
    this.show();
  }

  /** Whether the game takes annotations of a kind. @param {string} kind */
  takes(kind) { return this.policy.comments === "open" || this.policy.comments === "reports" && kind === "report"; }

  /** What a ply is called in an annotation. @param {number} [i] its node, else the present one */
  place(i = this.game.node) {
    const path = [];
    for (; i > this.game.tree.plies; i = this.game.nodes[i].p) path.unshift(this.game.nodes[i].m);
    return { ply: i, path };
  }

  /** Lists what is said at the present ply. */
  show() {
    const { ply, path } = this.place();
    const here = this.all.filter((a) => a.ply === ply && (a.path || []).join() === path.join());
    const shown = JSON.stringify([ply, path, this.policy.comments, here.map((a) => a.etag)]);
    if (shown === this.shown) return; // and what is unfolded there stays so
    this.shown = shown;
    by("said").hidden = here.length === 0;
    this.arrange(by("said"), 0, here);
    if (this.stale && !this.busy) this.renew();
  }

  /**
   * Puts notes into a box. One that has not changed stays as it is, and so does
   * one that somebody reads the history of, or is about to change: it says that
   * there is another text.
   * @param {HTMLElement} box @param {number} which of the lists @param {any[]} said
   */
  arrange(box, which, said) {
    const before = this.notes[which], { comments } = this.policy;
    const notes = this.notes[which] = new Map(said.map((a) => {
      const note = before.get(a.id);
      if (!note || note.comments !== comments || note.a.etag !== a.etag && !note.used) return [a.id, new Note(this, a)];
      if (note.a.etag !== a.etag) note.overtaken(a);
      return [a.id, note];
    }));
    const elements = [...notes.values()].map((note) => note.element);
    for (const child of [...box.children]) if (!elements.includes(child)) child.remove();
    elements.forEach((e, i) => { if (box.children[i] !== e) box.insertBefore(e, box.children[i] || null); });
  }

  async showDeleted() {
    const box = by("deleted").querySelector("div");
    try {
      this.arrange(box, 1, await this.list("&deleted=true"));
    } catch (e) { box.replaceChildren(make("p", { class: "refused", role: "alert" }, e.message)); }
  }

  /** Shows the game anew after something was changed. @param {string} word for what was @param {number} id the annotation's */
  async changed(word, id) {
    toast(word);
    const before = this.all;
    try {
      this.stale = false;
      await this.game.refresh();
    } catch (e) { toast(`${word}, but the page is not up to date: ${e.message}`); }
    this.notes = [new Map(), new Map()];
    this.shown = "";
    await this.load();
    // What others saved may be listed and not yet be among the moves.
    this.stale ||= this.all.some((a) => a.id !== id && before.find((one) => one.id === a.id)?.etag !== a.etag);
    const note = document.querySelector(`#said [data-note="${id}"]`);
    const deleted = by("deleted");
    if (note) note.focus();
    else if (!deleted.hidden) deleted.querySelector("summary").focus();
    else by("annotate").focus();
  }

  /**
   * Opens the form: for a new annotation, with the own line through a node where
   * there is one, or for one that is there.
   */
  async open(a = null, i = this.game.node) {
    const own = a ? null : this.game.own.written(i);
    if (own) this.game.go(own.base);
    const where = this.place();
    if (!a && this.policy.comments === "closed") { toast(`No comments: ${this.policy.because}.`); return; }
    if (!a && this.policy.comments === "reports" && (where.ply === 0 || where.path.length)) { toast("A report is made on a ply of the game itself: go to the move that is illegal."); return; }
    const { Form } = await load("./form.js");
    if (this.form) {
      if (!a && this.form.there && !this.form.edited) {
        if (own) this.form.add(own.text);
        else this.form.comment.focus();
        return;
      }
      this.form.keep();
      this.form.close();
    }
    this.form = new Form(this, a, where);
    if (own) this.form.add(own.text);
    this.form.redraw();
  }

  /** Takes an arrow from the mouse. */
  async arrow(from, to) {
    if (!this.form && this.policy.comments === "reports") { toast("Nothing is drawn on a game that is being played."); return; }
    if (!this.form) await this.open();
    this.form?.arrow(from, to);
  }

  /** What the open form draws at the ply that is shown, if it is the form's. */
  get drawing() { return this.form?.there ? this.form.drawing : null; }

  /** Whether a side line is being played on the board. */
  get trying() { return Boolean(this.form?.trial); }

  /** Gives the board back to the game. */
  leave() { if (this.trying) this.form.stopTrial(); }
}
