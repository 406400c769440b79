// An annotation as displayed: contents, author and history.
import { differences, parts } from "./difference.js";
import { ask, load, make, post, Problem, say, unreachable } from "./rest.js";
import { count, t } from "./text.js";

/** @param {string} time */
const day = (time) => time.slice(0, 10);

/** @param {string} time */
const instant = (time) => new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

export class AnnotationView {
  /**
   * @param {any} all the game's annotations
   * @param {any} a the annotation
   */
  constructor(all, a) {
    this.all = all;
    this.a = a;
    this.comments = all.policy.comments;
    const button = (name, act, attributes = {}) => make("button", { type: "button", onclick: act, ...attributes }, name);
    this.past = make("div", { class: "past", hidden: true });
    this.conflictBox = make("div", { class: "conflict", role: "group", "aria-label": t`Conflict`, hidden: true });
    this.history = button(t`History`, () => this.toggleHistory(), { "aria-expanded": "false" });
    const where = all.game.nodes[a.ply], on = a.ply ? t`ply ${where ? where.y : a.ply}` : t`the starting position`;
    this.element = make("article", { class: "annotation", tabindex: "-1", "data-annotation": a.id, "aria-label": a.kind === "report" ? t`Report by ${a.author} on ${on}` : t`Annotation by ${a.author} on ${on}` },
      make("header", {}, make("strong", {}, a.author), make("time", { datetime: a.updated, title: instant(a.updated) }, day(a.updated)),
        a.kind === "report" && make("span", { class: "chip" }, t`report`),
        a.deleted && make("span", {}, t`on `, make("a", { href: `?ply=${a.ply}`, onclick: (e) => { e.preventDefault(); all.game.go(a.ply); } }, on), t`, deleted by ${a.editor}`),
        !a.deleted && a.revision > 1 && make("span", {}, a.editor === a.author ? t`edited` : t`edited by ${a.editor}`),
        make("span", { class: "acts" },
          !a.deleted && all.allows(a.kind) && button(t`Edit`, () => all.open(a)),
          !a.deleted && button(t`Delete`, () => this.remove(a.etag)),
          a.deleted && all.allows(a.kind) && button(t`Restore`, () => this.restore(0, a.etag)),
          this.history)),
      ...parts(a, all.game.tree), this.conflictBox, this.past);
  }

  get path() { return `${this.all.path}/${this.a.id}`; }

  /** Whether the visitor is using it, so that it must stay as it is. */
  get inUse() { return Boolean(this.busy) || !this.past.hidden || !this.conflictBox.hidden || this.element.contains(document.activeElement); }

  /** Shows that someone else changed the annotation. @param {any} a its current version */
  overtaken(a) {
    if (this.busy || this.conflictBox.querySelector(".retry")) return; // reported by the pending change
    this.conflictBox.hidden = false;
    this.conflictBox.replaceChildren(make("p", { class: "hint" }, t`${a.editor} changed this annotation:`), ...parts(a, this.all.game.tree),
      make("button", { type: "button", onclick: () => this.all.changed(t`Updated.`, a.id) }, t`Show this version`));
  }

  /** Shows or hides all revisions, latest first. */
  async toggleHistory() {
    const open = this.past.hidden;
    this.history.setAttribute("aria-expanded", String(open));
    this.past.hidden = !open;
    if (!open) return;
    let revisions;
    try {
      ({ revisions } = await ask(`${this.path}/history`));
    } catch (e) { this.past.replaceChildren(make("p", { class: "refused" }, e.message)); say(e.message); return; }
    const { tree } = this.all.game, last = revisions.at(-1);
    this.past.replaceChildren(make("ol", { reversed: true, "aria-label": t`Revisions, latest first` }, ...revisions.map((r, i) => {
      const before = revisions[i - 1];
      let what = i ? differences(before, r, tree) : parts(r, tree);
      if (r.deleted) what = [make("p", {}, t`Deleted.`)];
      else if (before?.deleted) what.unshift(make("p", {}, t`Restored.`));
      if (!what.length) what = [make("p", {}, t`Saved without changes.`)];
      return make("li", { "data-revision": r.revision }, make("header", {}, make("strong", {}, r.editor), make("time", { datetime: r.updated }, instant(r.updated)),
        r === last && !r.deleted && make("span", {}, t`current`),
        !r.deleted && (r !== last) && this.all.allows(r.kind) && make("button", {
          type: "button", "aria-label": t`Restore revision ${r.revision}`,
          onclick: () => this.restore(r.revision, last.etag),
        }, t`Restore`)),
      ...what);
    }).reverse()));
    say(count(revisions.length, "{1} revision", "{1} revisions"));
  }

  /**
   * Returns the author's name; "" if cancelled or if a change is pending.
   * @param {string} action the dialog's title
   */
  async askName(action) {
    if (this.busy) return "";
    this.busy = true;
    let name = "";
    try {
      name = await (await load("./author.js")).askAuthor(action);
    } catch { this.conflict(new Error(unreachable)); }
    this.busy = Boolean(name);
    return name;
  }

  /** Restores a revision; 0 means the deleted text. */
  restore(revision, etag) { return this.all.write(() => this.sendRestore(revision, etag)); }

  async sendRestore(revision, etag) {
    const name = await this.askName(t`Restore the annotation`);
    if (!name) return;
    try {
      await post(`${this.path}/restore`, { author: name, revision }, { "If-Match": etag });
    } catch (e) { this.conflict(e, t`Restore anyway`, (current) => this.restore(revision, current.etag)); return; } finally { this.busy = false; }
    if (this.a.deleted && !this.a.path?.length) this.all.game.go(this.a.ply);
    await this.all.changed(t`Restored.`, this.a.id);
  }

  remove(etag) { return this.all.write(() => this.sendRemove(etag)); }

  async sendRemove(etag) {
    const name = await this.askName(t`Delete the annotation`);
    if (!name) return;
    try {
      await ask(`${this.path}?author=${encodeURIComponent(name)}`, { method: "DELETE", headers: { "If-Match": etag } });
    } catch (e) { this.conflict(e, t`Delete anyway`, (current) => this.remove(current.etag)); return; } finally { this.busy = false; }
    await this.all.changed(t`Deleted. You can restore it.`, this.a.id);
  }

  /** Shows the current version if someone else changed it, and offers to continue. */
  conflict(e, label, retry) {
    const current = e instanceof Problem ? e.body.current : null;
    this.conflictBox.hidden = false;
    if (!current) {
      this.conflictBox.replaceChildren(make("p", { class: "refused", role: "alert" }, e.message));
      return;
    }
    const button = make("button", { type: "button", class: "retry", onclick: () => { this.conflictBox.hidden = true; retry(current); } }, label);
    this.conflictBox.replaceChildren(
      make("p", { class: "refused", role: "alert" }, current.deleted
        ? t`${current.editor} has deleted this annotation in the meantime. Your change was not saved.`
        : t`${current.editor} has changed this annotation in the meantime. Your change was not saved.`),
      ...(current.deleted ? [] : parts(current, this.all.game.tree)),
      make("div", { class: "chips" }, button, make("button", { type: "button", onclick: () => this.all.changed(t`Nothing was changed.`, this.a.id) }, t`Cancel`)));
    button.focus();
  }
}
