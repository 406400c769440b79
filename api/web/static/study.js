// The page of a study: read a chapter, solve it, or write it with others.
import { askAuthor } from "./author.js";
import { sign } from "./difference.js";
import { GlyphPicker } from "./glyphpicker.js";
import { showKeys } from "./keys.js";
import { connectMenus } from "./menu.js";
import { Mover, legalMoves } from "./mover.js";
import { Player } from "./player.js";
import { applyColours, ask, at, attempts, base, by, call, look, make, post, say, store, stored, toast } from "./rest.js";
import { t } from "./text.js";

const { study, chapter, path, ...data } = by("study").dataset;
const api = `/api/v1/studies/${study}`, attempt = attempts("refused");

/** How long the page waits for more text before it saves a comment, and before a reply, in milliseconds. */
const saveDelay = 1500, replyDelay = 500;

/** The version that the next change of the chapter, and of the study, follows. */
let { chapterEtag: tag, etag: coverTag } = data;

/** Colours of drawings by their letters. */
const colours = { G: "green", R: "red", Y: "yellow", B: "blue" };

let queue = Promise.resolve();

/** Runs an action after those before it, such as a move after a comment. @param {() => Promise<void>} action */
const run = (action) => { queue = queue.then(() => attempt(action)); };

const reload = (to = location.href) => location.assign(to);

/** Sends a change of the chapter. A conflict shows both texts. @param {any} change @returns {Promise<any>} null after a conflict */
async function save(change) {
  const author = await askAuthor(t`Save`);
  if (!author) return null;
  try {
    const saved = await post(`${api}/chapters/${chapter}`, { author, ...change }, { "If-Match": tag }, "PUT");
    tag = saved.etag;
    if (by("text")) by("text").value = saved.text;
    return saved;
  } catch (e) {
    if (e.status !== 412 || !e.body?.study?.chapter) throw e;
    conflict(e.body.study);
    return null;
  }
}

/** Shows both texts. Yours is kept in the tab until you choose. @param {any} both */
function conflict({ yourChapter, chapter: theirs }) {
  store(`study ${study} ${chapter}`, yourChapter);
  const half = (name, text, readonly, ...buttons) => make("div", {}, make("h3", {}, name), make("textarea", { rows: 10, "aria-label": name, readonly, spellcheck: "false" }, text), make("p", { class: "chips" }, ...buttons));
  const mine = half(t`Yours`, yourChapter.text, false, make("button", { type: "button", onclick: () => attempt(async () => {
    tag = theirs.etag;
    const text = mine.querySelector("textarea").value;
    if (await save({ text, name: yourChapter.name, mode: yourChapter.mode })) { store(`study ${study} ${chapter}`, null); reload(); }
  }) }, t`Use mine`));
  by("conflict").replaceChildren(make("p", { class: "refused", role: "alert" }, t`${theirs.author} changed this chapter in the meantime. Choose a text; you can edit yours first.`),
    make("div", { class: "both" }, mine, half(`${theirs.author}’s`, theirs.text, true,
      make("button", { type: "button", onclick: () => { store(`study ${study} ${chapter}`, null); reload(); } }, t`Use theirs`))));
  by("conflict").scrollIntoView({ block: "nearest" });
}

/** Sends a change of the study. @param {any} change @param {string} [to] the page to open */
async function saveCover(change, to) {
  const author = await askAuthor(t`Save`);
  if (!author) return;
  try {
    await post(api, { author, ...change }, { "If-Match": coverTag }, "PUT");
  } catch (e) {
    const now = e.body?.study?.study;
    if (e.status !== 412 || !now) throw e;
    coverTag = now.etag; // what was typed stays in the form
    throw new Error(t`${now.author} changed this study in the meantime. Save again to keep your settings.`);
  }
  reload(to);
}

class Study extends Player {
  constructor() {
    super();
    this.writes = "writable" in data;
    this.solves = "hidden" in data;
    this.take(document);
    const served = Number(by("slider").getAttribute("value"));
    this.mount(by("board"), { drawn: { at: this.pieces(served), last: this.nodes[served].l || [] }, spots: true, ondraw: (from, to) => this.draw(from, to) });
    this.mover = new Mover(this.board, { play: (move) => this.made(move), marks: () => this.marks(), choices: by("choices") });
    this.mover.connect();
    this.mover.connectEscape();
    for (const id of ["slider", "flip", "keys"]) by(id).hidden = false;
    by("typing").hidden = !this.writes && !this.solves;
    for (const [id, act] of Object.entries({ "to-start": "first", back: "back", forward: "on", "to-end": "last", flip: "turn" })) {
      by(id).onclick = (e) => { e.preventDefault(); if (!this.solves) this.act(act); };
    }
    by("slider").oninput = (e) => !this.solves && this.go(Number(e.target.value));
    by("keys").onclick = showKeys;
    document.addEventListener("keydown", (e) => {
      if (this.solves || e.target.closest("input:not([type=range]), textarea, select, dialog, .spots")) return;
      if (e.key === "?") showKeys();
      else this.press(e, "p");
    });
    by("moves").addEventListener("click", (e) => {
      const link = e.target.closest("[data-node]");
      if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
      e.preventDefault();
      this.go(Number(link.dataset.node));
    });
    by("typing").onsubmit = (e) => { e.preventDefault(); run(() => this.type()); };
    if (this.solves) {
      by("reveal").onclick = () => {
        this.solves = by("moves").hidden = false;
        by("reveal").hidden = true;
        this.go(this.node);
      };
    }
    applyColours(this.tree.view);
    if (this.writes) this.connectNotes();
    this.go(this.solves ? 0 : Number(new URLSearchParams(location.search).get("node")) || served);
    if (/\[Orientation "black"\]/.test(by("text")?.value || "")) this.act("turn");
  }

  /** Reads the chapter from a document: this page or a newer copy. */
  take(page) {
    this.tree = JSON.parse(page.getElementById("tree").textContent);
    this.read(this.tree);
  }

  connectNotes() {
    by("notes").hidden = false;
    by("notes").onsubmit = (e) => e.preventDefault();
    by("comment").oninput = () => { clearTimeout(this.later); this.later = setTimeout(() => run(() => this.keep()), saveDelay); };
    by("comment").onchange = () => run(() => this.keep());
    by("pen").onclick = () => {
      this.board.drawing = !this.board.drawing;
      by("pen").setAttribute("aria-pressed", String(this.board.drawing));
      this.board.build();
      this.board.draw(this.marks());
    };
    by("clear-drawings").onclick = () => run(() => this.edit({ marks: [], arrows: [] }));
    by("promote").onclick = () => run(() => this.edit({ action: "promote" }));
    by("delete").onclick = () => run(async () => { if (this.node) await this.edit({ action: "delete" }, this.parent()); });
  }

  /** The place of a node: a ply of the main line and the moves from there. */
  where(i = this.node) {
    const moves = [];
    for (; i > this.tree.plies; i = this.nodes[i].p) moves.unshift(this.nodes[i].m);
    return { ply: i, path: moves };
  }

  /** The comment of a node as the server joins it. @param {any} n */
  comment(n) { return (n.c || []).join("\n\n"); }

  /** Saves the comment if it was changed. */
  async keep() {
    clearTimeout(this.later);
    const node = this.noted, text = by("comment").value.trim();
    if (node == null || text === this.comment(this.nodes[node])) return;
    await this.edit({ comment: text }, this.node, node);
  }

  /** Saves a change of a ply and shows the new chapter. @param {any} change @param {number} [to] node to show @param {number} [node] node to change */
  async edit(change, to = this.node, node = this.node) {
    const at = this.where(to);
    by("saved").textContent = "";
    if (!await save({ edit: { ...this.where(node), ...change } })) return;
    await this.refresh(at);
    by("saved").textContent = t`Saved.`;
  }

  /** Reloads the chapter and goes to a place. */
  async refresh({ ply, path: moves }) {
    const page = new DOMParser().parseFromString(await (await call(location.pathname.slice(base.length))).text(), "text/html");
    const focus = document.activeElement === by("comment");
    this.take(page);
    by("moves").replaceChildren(...document.importNode(page.getElementById("moves"), true).childNodes);
    this.board.setView(this.view, new Map(), []);
    let node = Math.min(ply, this.tree.plies);
    for (const move of moves) node = this.nodes[node].next.find((i) => this.nodes[i].m === move) ?? node;
    const typed = by("comment").value;
    this.node = 0;
    this.go(node);
    if (focus) { by("comment").value = typed; by("comment").focus(); }
  }

  /** Shows a node. @param {number} i */
  go(i) {
    super.place(i);
    const n = this.nodes[i], main = i <= this.tree.plies;
    by("slider").max = this.tree.plies;
    if (main) by("slider").value = i;
    by("counter").textContent = main && !this.solves ? `${i}/${this.tree.plies}` : "";
    const glyphs = (n.g || []).map((g) => sign(this.tree.glyphs, g)).join("");
    const caption = i ? `${this.view.sides[this.nodes[n.p].s]}: ${n.w || n.m}${glyphs}${n.o ? ` — ${n.o}` : ""}` : t`Starting position`;
    by("caption").textContent = caption;
    this.board.label(caption);
    by("now").textContent = this.comment(n);
    by("now").hidden = !n.c?.length;
    say([caption, ...(n.c || [])].join(". "));
    by("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
    by(`n${i}`)?.setAttribute("aria-current", "true");
    this.board.draw(this.marks());
    this.mover.set(null);
    if (this.writes) {
      this.noted = i;
      by("comment").value = this.comment(n);
      by("glyphs").replaceChildren(i ? new GlyphPicker(this.tree.glyphs, n.g || [], function changed() { run(() => window.study.edit({ nags: this.chosen })); }).element : "");
      by("promote").disabled = main;
      by("delete").disabled = i === 0;
    }
    if (this.writes || this.solves) this.ready();
  }

  marks() { return this.board.drawn(this.nodes[this.node].k); }

  /** Loads the legal moves of the shown node. */
  async ready() {
    const i = this.node, { variant, options } = this.tree;
    try {
      const answer = await post("/api/v1/positions/play", { variant, options, position: this.nodes[i].t, moves: [], drawing: true, ...look(variant) });
      if (i !== this.node) return;
      const legal = legalMoves(answer), { places } = answer.drawing.view;
      this.mover.set({ ...legal, paths: legal.paths.map((p) => p?.map((place) => this.board.names.get(places[place]))) });
    } catch (e) { toast(e.message); }
  }

  /** Plays a typed move in any notation. */
  async type() {
    const { variant, options } = this.tree, text = by("typed").value.trim();
    if (!text) return;
    const { last } = await post("/api/v1/positions/play", { variant, options, position: this.nodes[this.node].t, moves: [text] });
    by("typed").value = "";
    this.made(last);
  }

  /** Plays a move: along a line, as a new line, or as an answer to the puzzle. @param {string} move */
  made(move) {
    const next = this.nodes[this.node].next, known = next.find((i) => this.nodes[i].m === move);
    by("wrong").textContent = "";
    if (this.solves) { this.answer(known, move); return; }
    if (known != null) { this.go(known); return; }
    run(async () => {
      const { ply, path: moves } = this.where(), place = { ply, path: [...moves, move] };
      if (!await save({ edit: place })) { this.go(this.node); return; }
      await this.refresh(place);
    });
  }

  /** Takes an answer; the move of the main line is right, and is replied to. @param {number|undefined} known @param {string} move */
  answer(known, move) {
    if (known !== this.child()) {
      const says = known == null ? [] : this.nodes[known].c || [];
      by("wrong").textContent = [t`${move} is not the solution. Try again.`, ...says].join(" ");
      this.go(this.node);
      return;
    }
    this.go(known);
    const reply = this.child();
    if (reply !== known) setTimeout(() => this.go(reply), replyDelay);
    if (reply === known || this.child(reply) === reply) { by("caption").textContent = t`Solved.`; by("moves").hidden = false; say(t`Solved.`); }
  }

  /** Adds or removes an arrow, or a mark if it ends where it begins. */
  draw(from, to) {
    if (!this.writes) return;
    const { places } = this.view, name = from === to ? [places[from]] : [places[from], places[to]];
    const all = this.nodes[this.node].k || [], same = ([, ...squares]) => squares.join() === name.join();
    const kept = all.some(same) ? all.filter((k) => !same(k)) : [...all, ["G", ...name]];
    const colour = (c) => colours[c] || c;
    run(() => this.edit({
      marks: kept.filter((k) => k.length === 2).map(([c, square]) => ({ colour: colour(c), square })),
      arrows: kept.filter((k) => k.length === 3).map(([c, a, b]) => ({ colour: colour(c), from: a, to: b })),
    }));
  }
}

if (by("tree")) window.study = new Study();
connectMenus();

/** Connects the forms of writers. */
function connectWriting() {
  const order = () => [...by("chapters").querySelectorAll("[data-chapter]")].map((li) => Number(li.dataset.chapter));
  const submit = (id, act) => { if (by(id)) by(id).onsubmit = (e) => { e.preventDefault(); attempt(act); }; };
  const click = (id, act) => { if (by(id)) by(id).onclick = () => attempt(act); };
  const move = (step) => () => {
    const all = order(), i = all.indexOf(Number(chapter)), j = i + step;
    if (j < 0 || j >= all.length) return Promise.resolve();
    [all[i], all[j]] = [all[j], all[i]];
    return saveCover({ chapters: all });
  };
  click("up", move(-1));
  click("down", move(1));
  click("remove", () => saveCover({ chapters: order().filter((n) => n !== Number(chapter)) }, at(path)));
  submit("cover", () => saveCover({
    name: by("study-name").value.trim(), text: by("introduction").value, access: by("access").value,
    writers: by("writers").value.split("\n").map((name) => name.trim()).filter(Boolean),
  }));
  submit("chapter", async () => {
    if (await save({ name: by("chapter-name").value.trim(), mode: by("mode").checked ? "puzzle" : "reading" })) reload();
  });
  submit("add", async () => {
    const author = await askAuthor(t`Add a chapter`);
    if (!author) return;
    const text = by("new-text").value, game = Number(by("new-game").value), name = by("new-name").value.trim();
    const source = text ? { text } : game ? { game } : { variant: by("new-variant").value, position: by("new-position").value.trim() };
    const { chapters } = await post(`${api}/chapters`, { author, name, ...source });
    reload(at(`${path}/${chapters.at(-1).id}`));
  });
  click("save-text", async () => { if (await save({ text: by("text").value })) reload(); });
  by("history")?.addEventListener("toggle", async () => {
    const { versions } = await ask(`${api}/chapters/${chapter}/versions`);
    by("versions").replaceChildren(...versions.toReversed().map((v, i) => make("li", { value: v.version }, make("bdi", {}, v.author), `, ${v.created.slice(0, 10)} `,
      i > 0 && make("button", { type: "button", onclick: () => attempt(async () => { if (await save({ restore: v.version })) reload(); }) }, t`Restore`))));
  });
  const kept = chapter && stored(`study ${study} ${chapter}`);
  if (kept && by("text")) {
    by("source").open = true;
    by("text").value = kept.text;
    by("refused").textContent = t`Your unsaved text was restored.`;
  }
}

if ("writable" in data) connectWriting();
