// Comments, glyphs, drawings and side lines, written beside a game.
import { Problem, ask, by, make, post, say, toast } from "/static/rest.js";

const glyphs = [[1, "!"], [2, "?"], [3, "!!"], [4, "??"], [5, "!?"], [6, "?!"], [10, "="], [13, "∞"], [16, "±"], [17, "∓"]];

export class Annotations {
  /** @param {any} game */
  constructor(game) {
    this.game = game;
    /** @type {any[]} */
    this.all = [];
    /** @type {any} */
    this.draft = null;
    /** What comments the game takes, by the etiquette of those who look on. */
    this.manners = { comments: "open", because: "" };
    by("annotate").onclick = () => this.open();
    this.load();
  }

  get path() { return `/api/v1/games/${this.game.tree.game}/annotations`; }

  async load() {
    this.all = [];
    let cursor = "";
    try {
      this.manners = await ask(`/api/v1/games/${this.game.tree.game}/comments`);
      do {
        const page = await ask(`${this.path}?limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
        this.all.push(...page.annotations);
        cursor = page.next;
      } while (cursor);
    } catch (e) { toast(e.message); }
    this.show();
  }

  /** What the present ply is called in an annotation. */
  place() {
    const path = [];
    let i = this.game.node;
    for (; i > this.game.tree.plies; i = this.game.nodes[i].p) path.unshift(this.game.nodes[i].m);
    return { ply: i, path };
  }

  /** Lists what is said at the present ply, with who said it. */
  show() {
    const { ply, path } = this.place();
    const here = this.all.filter((a) => a.ply === ply && (a.path || []).join() === path.join());
    const box = by("said");
    box.hidden = here.length === 0;
    box.replaceChildren(...here.map((a) => make("div", { class: "note" },
      make("header", {}, make("strong", {}, a.author), make("time", { datetime: a.updated }, a.updated.slice(0, 10)),
        a.revision > 1 && make("span", {}, `edited ${a.revision - 1}×`),
        make("button", { type: "button", onclick: () => this.open(a) }, "Edit"),
        make("button", { type: "button", onclick: () => this.remove(a) }, "Delete")),
      a.comment && make("p", {}, a.comment),
      ...(a.lines || []).map((l) => make("p", { class: "hint" }, `Side line: ${l.text}`)))));
  }

  author() { try { return localStorage.getItem("author") || ""; } catch { return ""; } }

  /** Opens the form: for a new annotation, or one that is there. */
  open(a = null) {
    const { ply, path } = this.place();
    const reports = this.manners.comments === "reports" || a?.kind === "report";
    if (this.manners.comments === "closed") { toast(`No comments: ${this.manners.because}`); return; }
    this.reports = reports;
    this.editing = a;
    this.draft = { marks: [...(a?.marks || [])], arrows: [...(a?.arrows || [])], nags: new Set(a?.nags || []) };
    const form = by("editor");
    const n = this.game.nodes[this.game.node];
    form.hidden = false;
    form.replaceChildren(...[
      make("strong", {}, this.game.node ? `On ply ${n.y}: ${n.m}` : "On the start"),
      make("label", { for: "said-by" }, "Your name"), make("input", { id: "said-by", required: true, maxlength: 100, autocomplete: "name", value: this.author() }),
      make("label", { for: "comment" }, "Comment"), Object.assign(make("textarea", { id: "comment", rows: 4 }), { value: a?.comment || "" }),
      reports && make("p", { class: "hint" }, `Only reports of illegal moves are taken: ${this.manners.because}.`),
      !reports && make("div", { class: "chips", role: "group", "aria-label": "Glyphs" }, ...glyphs.map(([nag, sign]) => this.glyph(nag, sign))),
      !reports && make("label", { for: "line" }, "Side line, in any notation; it is proved like the game"), !reports && make("input", { id: "line", spellcheck: "false", value: a?.lines?.[0]?.text || "" }),
      !reports && this.game.node > 0 && make("label", {}, make("input", { type: "checkbox", id: "instead", checked: a ? !!a.lines?.[0]?.instead : true }), " instead of this ply, not after it"),
      !reports && make("div", { class: "chips" }, make("button", { type: "button", id: "pen", "aria-pressed": "false", onclick: () => this.pen() }, "Draw on the board"),
        make("select", { id: "colour", "aria-label": "Colour" }, ...[["G", "green"], ["R", "red"], ["B", "blue"], ["Y", "yellow"]].map(([v, t]) => make("option", { value: v }, t))),
        make("span", { class: "hint", id: "drawn" }), make("button", { type: "button", onclick: () => { this.draft.marks = []; this.draft.arrows = []; this.redraw(); } }, "Wipe")),
      make("p", { class: "refused", id: "refused", role: "alert" }),
      make("div", { class: "chips" }, make("button", { class: "primary" }, "Save"), make("button", { type: "button", onclick: () => this.close() }, "Cancel")),
    ].filter(Boolean));
    this.where = { ply, path };
    const instead = by("instead");
    if (instead) instead.parentElement.style.display = "inline-block";
    if (instead) instead.style.width = "auto";
    form.onsubmit = (e) => { e.preventDefault(); this.save(); };
    this.redraw();
    by(this.author() ? "comment" : "said-by").focus();
  }

  glyph(nag, sign) {
    return make("button", { type: "button", class: "legal", "aria-pressed": String(this.draft.nags.has(nag)), onclick: (e) => {
      const on = !this.draft.nags.has(nag);
      if (on) this.draft.nags.add(nag); else this.draft.nags.delete(nag);
      e.target.setAttribute("aria-pressed", String(on));
    } }, sign);
  }

  /** Lets the left button and the keyboard draw too. */
  pen() {
    const board = this.game.board, on = !board.drawing;
    board.drawing = on;
    by("pen").setAttribute("aria-pressed", String(on));
    board.options.spots = on;
    board.build();
    this.redraw();
    if (on) say("Drawing. Arrow keys go from square to square, Enter begins and ends an arrow.");
  }

  /** Takes an arrow from the mouse; from a place to itself it is a mark. */
  arrow(from, to) {
    if (!this.draft) this.open();
    if (!this.draft || this.reports) return;
    const places = this.game.tree.stage.places, colour = by("colour").value;
    const list = from === to ? this.draft.marks : this.draft.arrows;
    const made = from === to ? { square: places[from], colour } : { from: places[from], to: places[to], colour };
    const same = list.findIndex((m) => (from === to ? m.square === made.square : m.from === made.from && m.to === made.to));
    if (same >= 0) list.splice(same, 1); else list.push(made);
    this.redraw();
  }

  redraw() {
    const drawn = [...this.draft.marks.map((m) => [m.colour, m.square]), ...this.draft.arrows.map((a) => [a.colour, a.from, a.to])];
    this.game.board.draw(this.game.board.drawn(drawn));
    if (by("drawn")) by("drawn").textContent = drawn.length ? `${drawn.length} drawn` : "";
  }

  close() {
    const board = this.game.board;
    if (board.drawing) this.pen();
    this.draft = this.editing = null;
    by("editor").hidden = true;
    by("editor").replaceChildren();
    board.draw(this.game.marks());
    by("annotate").focus();
  }

  async save() {
    const a = this.editing, author = by("said-by").value.trim(), line = by("line")?.value.trim();
    try { localStorage.setItem("author", author); } catch { /* it is typed again next time */ }
    const lines = line ? [{ text: line, instead: !!by("instead")?.checked, format: "" }, ...(a?.lines || []).slice(1)] : [];
    const body = {
      author, kind: a?.kind || (this.reports ? "report" : "comment"), ply: this.where.ply, path: this.where.path, before: a?.before || "", comment: by("comment").value.trim(),
      nags: [...this.draft.nags], marks: this.draft.marks, arrows: this.draft.arrows, evaluation: a?.evaluation || "",
      lines: lines.map(({ text, instead, format }) => ({ text, instead, format: format || "" })),
    };
    if (a) { body.ply = a.ply; body.path = a.path; }
    try {
      if (a) await post(`${this.path}/${a.id}`, body, { "If-Match": a.etag }, "PUT");
      else await post(this.path, body);
    } catch (e) {
      if (e instanceof Problem && e.status === 409 && e.body.current) return this.conflict(e.body, body);
      by("refused").textContent = e.message;
      return;
    }
    this.close();
    toast("Saved");
    await this.game.refresh();
    await this.load();
  }

  /** Shows both texts where somebody else has saved meanwhile. */
  conflict(problem, mine) {
    const theirs = problem.current;
    const use = (text) => { by("comment").value = text; this.editing = theirs; by("both").remove(); by("refused").textContent = ""; by("comment").focus(); };
    by("both")?.remove();
    by("refused").textContent = `${theirs.editor} has saved another text meanwhile. Nothing is lost: choose what holds, then save again.`;
    by("refused").after(make("div", { id: "both", class: "both" },
      make("div", {}, make("h3", {}, "Yours"), make("pre", {}, mine.comment), make("button", { type: "button", onclick: () => use(mine.comment) }, "Keep mine")),
      make("div", {}, make("h3", {}, `${theirs.editor}’s`), make("pre", {}, theirs.comment), make("button", { type: "button", onclick: () => use(theirs.comment) }, "Keep theirs"),
        make("button", { type: "button", onclick: () => use(`${theirs.comment}\n\n${mine.comment}`) }, "Keep both"))));
  }

  async remove(a) {
    const author = this.author();
    if (!author) { this.open(a); by("refused").textContent = "Say who you are first, and save."; return; }
    try {
      await ask(`${this.path}/${a.id}?author=${encodeURIComponent(author)}`, { method: "DELETE", headers: { "If-Match": a.etag } });
    } catch (e) { toast(e.message); return; }
    toast("Deleted; its history keeps it");
    await this.game.refresh();
    await this.load();
  }
}
