// The annotations of a game.
import { AnnotationStream } from "./annotationstream.js";
import { CommentPolicy } from "./policy.js";
import { AnnotationView } from "./annotationview.js";
import { ask, by, load, make, toast } from "./rest.js";
import { count, t } from "./text.js";

export class Annotations {
  /** @param {any} game */
  constructor(game) {
    this.game = game;
    /** @type {any[]} */
    this.all = [];
    /** The open form, or null. @type {any} */
    this.form = null;
    /** The annotations listed at the current ply, and the deleted ones, by number. @type {Map<number, AnnotationView>[]} */
    this.views = [new Map(), new Map()];
    this.writing = 0; // number of pending changes
    /** Annotations received while changes are pending. @type {any[]} */
    this.pending = [];
    this.stale = false; // the move list lacks annotations of others
    this.policy = new CommentPolicy(game.tree.game, () => this.showControls());
    by("annotate").onclick = () => this.open();
    by("deleted").addEventListener("toggle", () => { if (by("deleted").open) this.showDeleted(); });
    this.stream = new AnnotationStream(`${this.path}/events`, { onconnect: () => this.reload(), onannotation: (a) => this.receive(a) });
  }

  get path() { return `/api/v1/games/${this.game.tree.game}/annotations`; }

  /** Returns all pages of a list. @param {string} [filter] */
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
      if (turn !== this.turn) return; // superseded
      this.all = all;
      this.listed = true;
      by("deleted").hidden = total === 0;
      by("deleted").querySelector("summary").textContent = count(total, "{1} deleted annotation", "{1} deleted annotations");
      if (by("deleted").open) await this.showDeleted();
    } catch (e) { toast(e.message); }
    this.show();
  }

  /** Loads the list when the stream is connected, and reports what others have changed. */
  async reload() {
    const before = this.listed && this.all;
    await this.load();
    if (before && !this.writing) this.reportChanges(before);
  }

  /** Handles an annotation that someone saved, after pending changes of this page. */
  async receive(a) {
    if (this.writing) { this.pending.push(a); return; }
    const before = this.all, known = before.find((other) => other.id === a.id);
    if (known ? known.etag === a.etag : a.deleted) return; // saved by this page, or already listed
    await this.load();
    this.reportChanges(before, a);
  }

  /** Reports what others changed. @param {any[]} before the previous list @param {any} [last] the latest change */
  reportChanges(before, last) {
    const same = (list, a) => list.find((other) => other.id === a.id);
    const changed = this.all.filter((a) => same(before, a)?.etag !== a.etag);
    const removed = before.filter((a) => !same(this.all, a));
    if (!changed.length && !removed.length) return;
    const [a] = changed;
    if (changed.length + removed.length > 1) toast(t`Others changed annotations.`);
    else if (!a) toast(last?.deleted ? t`${last.editor} deleted an annotation.` : t`An annotation was deleted.`);
    else toast(a.revision > 1 ? t`${a.editor} changed an annotation.` : t`New annotation by ${a.author}.`);
    for (const other of changed) this.form?.overtaken(other);
    for (const other of removed) this.form?.overtaken({ ...other, etag: "", deleted: true, editor: last?.deleted ? last.editor : t`Someone` });
    this.renew();
  }

  /** Runs a change; changes by others are handled after it. @param {() => Promise<void>} change */
  async write(change) {
    this.writing++;
    try {
      await change();
    } finally {
      if (--this.writing === 0) {
        for (const a of this.pending.splice(0)) this.receive(a);
        if (this.stale) this.renew();
      }
    }
  }

  /** Whether the board is in use, so that the page cannot be updated. */
  get busy() { return Boolean(this.form) || this.game.own.mover.path.length > 0; }

  /** Updates the move list with annotations of others, now or when the board is free. */
  async renew() {
    this.stale = true;
    if (this.busy || this.writing) return;
    this.stale = false;
    try {
      if (!await this.game.refresh(() => this.busy)) this.stale = true;
    } catch (e) { toast(t`This page is out of date: ${e.message}`); }
  }

  /** Shows the controls that the comment policy allows. */
  showControls() {
    const { comments } = this.policy;
    by("annotate").hidden = comments === "closed";
    this.game.analysis.allow(comments === "open");
    by("annotate").textContent = comments === "reports" ? t`Report an illegal move` : t`Annotate`;
    this.show();
  }

  /** Whether the comment policy allows a kind of annotation. @param {string} kind */
  allows(kind) { return this.policy.comments === "open" || this.policy.comments === "reports" && kind === "report"; }

  /** The place of a node, as annotations store it. @param {number} [i] default: the current node */
  place(i = this.game.node) {
    const path = [];
    for (; i > this.game.tree.plies; i = this.game.nodes[i].p) path.unshift(this.game.nodes[i].m);
    return { ply: i, path };
  }

  /** Lists the annotations of the current ply. */
  show() {
    const { ply, path } = this.place();
    const here = this.all.filter((a) => a.ply === ply && (a.path || []).join() === path.join());
    const shown = JSON.stringify([ply, path, this.policy.comments, here.map((a) => a.etag)]);
    if (shown === this.shown) return; // keep what is expanded
    this.shown = shown;
    by("annotations").hidden = here.length === 0;
    this.arrange(by("annotations"), 0, here);
    if (this.stale && !this.busy) this.renew();
  }

  /**
   * Updates the annotations in a box. Unchanged ones stay as they are. So do those
   * in use (history open, about to be changed); they show a message instead.
   * @param {HTMLElement} box @param {number} which of the lists @param {any[]} annotations
   */
  arrange(box, which, annotations) {
    const before = this.views[which], { comments } = this.policy;
    const views = this.views[which] = new Map(annotations.map((a) => {
      const view = before.get(a.id);
      if (!view || view.comments !== comments || view.a.etag !== a.etag && !view.inUse) return [a.id, new AnnotationView(this, a)];
      if (view.a.etag !== a.etag) view.overtaken(a);
      return [a.id, view];
    }));
    const elements = [...views.values()].map((view) => view.element);
    for (const child of [...box.children]) if (!elements.includes(child)) child.remove();
    elements.forEach((e, i) => { if (box.children[i] !== e) box.insertBefore(e, box.children[i] || null); });
  }

  async showDeleted() {
    const box = by("deleted").querySelector("div");
    try {
      this.arrange(box, 1, await this.list("&deleted=true"));
    } catch (e) { box.replaceChildren(make("p", { class: "refused", role: "alert" }, e.message)); }
  }

  /** Reloads the game after a change. @param {string} message @param {number} id of the annotation */
  async changed(message, id) {
    toast(message);
    const before = this.all;
    try {
      this.stale = false;
      await this.game.refresh();
    } catch (e) { toast(t`${message} This page is out of date: ${e.message}`); }
    this.views = [new Map(), new Map()];
    this.shown = "";
    await this.load();
    // Annotations by others may be listed but not yet part of the move list.
    this.stale ||= this.all.some((a) => a.id !== id && before.find((other) => other.id === a.id)?.etag !== a.etag);
    const view = document.querySelector(`#annotations [data-annotation="${id}"]`);
    const deleted = by("deleted");
    if (view) view.focus();
    else if (!deleted.hidden) deleted.querySelector("summary").focus();
    else by("annotate").focus();
  }

  /**
   * Opens the form for an annotation, or for a new one, which then includes the
   * visitor's own line through the node.
   */
  async open(a = null, i = this.game.node) {
    const own = a ? null : this.game.own.written(i);
    if (own) this.game.go(own.base);
    const where = this.place();
    if (!a && this.policy.comments === "closed") { toast(t`This game is closed to comments: ${this.policy.because}.`); return; }
    if (!a && this.policy.comments === "reports" && (where.ply === 0 || where.path.length)) { toast(t`Only moves of the game itself can be reported. Go to the illegal move first.`); return; }
    const { Form } = await load("./annotationform.js");
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

  /** Adds an arrow drawn with the mouse. */
  async arrow(from, to) {
    if (!this.form && this.policy.comments === "reports") { toast(t`You cannot draw on a game that is still being played.`); return; }
    if (!this.form) await this.open();
    this.form?.arrow(from, to);
  }

  /** The drawings of the open form, if its ply is shown. */
  get drawing() { return this.form?.there ? this.form.drawing : null; }

  /** Whether a variation is being played on the board. */
  get playingLine() { return Boolean(this.form?.lineBoard); }

  /** Returns the board to the game. */
  leave() { if (this.playingLine) this.form.stopLine(); }
}
