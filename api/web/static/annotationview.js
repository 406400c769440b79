// A note as it is read: what it says, who said it, its history.
import { askAuthor } from "./author.js";
import { differences, parts } from "./difference.js";
import { Problem, ask, make, post, say } from "./rest.js";

/** @param {string} time */
const day = (time) => time.slice(0, 10);

/** @param {string} time */
const instant = (time) => new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

export class Note {
  /**
   * @param {any} all the game's annotations, which the note is one of
   * @param {any} a the annotation
   */
  constructor(all, a) {
    this.all = all;
    this.a = a;
    this.comments = all.policy.comments;
    const button = (name, act, attributes = {}) => make("button", { type: "button", onclick: act, ...attributes }, name);
    this.past = make("div", { class: "past", hidden: true });
    this.trouble = make("div", { class: "trouble", role: "group", "aria-label": "Changed meanwhile", hidden: true });
    this.history = button("History", () => this.unfold(), { "aria-expanded": "false" });
    const where = all.game.nodes[a.ply], on = a.ply ? `ply ${where ? where.y : a.ply}` : "the start";
    this.element = make("article", { class: "note", tabindex: "-1", "data-note": a.id, "aria-label": `${a.kind === "report" ? "Report" : "Note"} of ${a.author} on ${on}` },
      make("header", {}, make("strong", {}, a.author), make("time", { datetime: a.updated, title: instant(a.updated) }, day(a.updated)),
        a.kind === "report" && make("span", { class: "chip" }, "report"),
        a.deleted && make("span", {}, "on ", make("a", { href: `?ply=${a.ply}`, onclick: (e) => { e.preventDefault(); all.game.go(a.ply); } }, on), `, deleted by ${a.editor}`),
        !a.deleted && a.revision > 1 && make("span", {}, a.editor === a.author ? "edited" : `edited by ${a.editor}`),
        make("span", { class: "acts" },
          !a.deleted && all.takes(a.kind) && button("Edit", () => all.open(a)),
          !a.deleted && button("Delete", () => this.remove(a.etag)),
          a.deleted && all.takes(a.kind) && button("Restore", () => this.restore(0, a.etag)),
          this.history)),
      ...parts(a, all.game.tree), this.trouble, this.past);
  }

  get path() { return `${this.all.path}/${this.a.id}`; }

  /** Whether somebody is at it, who is not to lose what is shown. */
  get used() { return Boolean(this.busy) || !this.past.hidden || !this.trouble.hidden || this.element.contains(document.activeElement); }

  /** Says that somebody has saved another text. @param {any} a the annotation as it is now */
  overtaken(a) {
    if (this.busy || this.trouble.querySelector(".again")) return; // what is under way tells it by itself
    this.trouble.hidden = false;
    this.trouble.replaceChildren(make("p", { class: "hint" }, `${a.editor} has saved another text:`), ...parts(a, this.all.game.tree),
      make("button", { type: "button", onclick: () => this.all.changed("Shown as it is now", a.id) }, "Show it alone"));
  }

  /** Shows all revisions, the last first, or puts them away. */
  async unfold() {
    const open = this.past.hidden;
    this.history.setAttribute("aria-expanded", String(open));
    this.past.hidden = !open;
    if (!open) return;
    let revisions;
    try {
      ({ revisions } = await ask(`${this.path}/history`));
    } catch (e) { this.past.replaceChildren(make("p", { class: "refused" }, e.message)); say(e.message); return; }
    const { tree } = this.all.game, last = revisions.at(-1);
    this.past.replaceChildren(make("ol", { reversed: true, "aria-label": "Revisions, the last first" }, ...revisions.map((r, i) => {
      const before = revisions[i - 1];
      let what = i ? differences(before, r, tree) : parts(r, tree);
      if (r.deleted) what = [make("p", {}, "Deleted.")];
      else if (before?.deleted) what.unshift(make("p", {}, "Restored."));
      if (!what.length) what = [make("p", {}, "Saved again, unchanged.")];
      return make("li", { "data-revision": r.revision }, make("header", {}, make("strong", {}, r.editor), make("time", { datetime: r.updated }, instant(r.updated)),
        r === last && !r.deleted && make("span", {}, "holds now"),
        !r.deleted && (r !== last) && this.all.takes(r.kind) && make("button", {
          type: "button", "aria-label": `Restore revision ${r.revision}`,
          onclick: () => this.restore(r.revision, last.etag),
        }, "Restore")),
      ...what);
    }).reverse()));
    say(`${revisions.length} revision${revisions.length > 1 ? "s" : ""}`);
  }

  /**
   * The name of who changes the note; "" where none is given, or where a change
   * is on its way already.
   * @param {string} what is done
   */
  async asking(what) {
    if (this.busy) return "";
    this.busy = true;
    const name = await askAuthor(what);
    this.busy = Boolean(name);
    return name;
  }

  /** Makes a revision hold again; 0 is what was deleted. */
  restore(revision, etag) { return this.all.write(() => this.restoring(revision, etag)); }

  async restoring(revision, etag) {
    const name = await this.asking("Restore the note");
    if (!name) return;
    try {
      await post(`${this.path}/restore`, { author: name, revision }, { "If-Match": etag });
    } catch (e) { this.late(e, "Restore all the same", (current) => this.restore(revision, current.etag)); return; } finally { this.busy = false; }
    if (this.a.deleted && !this.a.path?.length) this.all.game.go(this.a.ply);
    await this.all.changed("Restored", this.a.id);
  }

  remove(etag) { return this.all.write(() => this.removing(etag)); }

  async removing(etag) {
    const name = await this.asking("Delete the note");
    if (!name) return;
    try {
      await ask(`${this.path}?author=${encodeURIComponent(name)}`, { method: "DELETE", headers: { "If-Match": etag } });
    } catch (e) { this.late(e, "Delete all the same", (current) => this.remove(current.etag)); return; } finally { this.busy = false; }
    await this.all.changed("Deleted; it can be restored", this.a.id);
  }

  /** Shows what somebody else has saved meanwhile, and goes on only when told to. */
  late(e, again, act) {
    const current = e instanceof Problem ? e.body.current : null;
    this.trouble.hidden = false;
    if (!current) {
      this.trouble.replaceChildren(make("p", { class: "refused", role: "alert" }, e.message));
      return;
    }
    const onward = make("button", { type: "button", class: "again", onclick: () => { this.trouble.hidden = true; act(current); } }, again);
    this.trouble.replaceChildren(
      make("p", { class: "refused", role: "alert" }, `${current.editor} has ${current.deleted ? "deleted the note" : "saved another text"} meanwhile. Nothing was changed.`),
      ...(current.deleted ? [] : parts(current, this.all.game.tree)),
      make("div", { class: "chips" }, onward, make("button", { type: "button", onclick: () => this.all.changed("Left as it is", this.a.id) }, "Leave it")));
    onward.focus();
  }
}
