// What is said of a game, beside its record.
import { CommentPolicy } from "./policy.js";
import { Note } from "./note.js";
import { ask, by, make, toast } from "./rest.js";

export class Annotations {
  /** @param {any} game */
  constructor(game) {
    this.game = game;
    /** @type {any[]} */
    this.all = [];
    /** The form that is open. @type {any} */
    this.form = null;
    this.policy = new CommentPolicy(game.tree.game, () => this.invite());
    by("annotate").onclick = () => this.open();
    by("deleted").addEventListener("toggle", () => { if (by("deleted").open) this.showDeleted(); });
    this.load();
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
    try {
      const [all, { total }] = await Promise.all([this.list(), ask(`${this.path}?deleted=true&limit=1`), this.policy.load()]);
      this.all = all;
      by("deleted").hidden = total === 0;
      by("deleted").querySelector("summary").textContent = `${total} deleted note${total === 1 ? "" : "s"}`;
      if (by("deleted").open) await this.showDeleted();
    } catch (e) { toast(e.message); }
    this.show();
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
    by("said").replaceChildren(...here.map((a) => new Note(this, a).element));
  }

  async showDeleted() {
    const box = by("deleted").querySelector("div");
    try {
      box.replaceChildren(...(await this.list("&deleted=true")).map((a) => new Note(this, a).element));
    } catch (e) { box.replaceChildren(make("p", { class: "refused", role: "alert" }, e.message)); }
  }

  /** Shows the game anew after something was changed. @param {string} word for what was @param {number} id the annotation's */
  async changed(word, id) {
    toast(word);
    try {
      await this.game.refresh();
    } catch (e) { toast(`${word}, but the page is not up to date: ${e.message}`); }
    await this.load();
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
    const { Form } = await import("./form.js");
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
