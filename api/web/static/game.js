// The page of a game: navigation, moves, explorer, analysis and annotations.
import "./boardtext.js";
import { GameAnalysis } from "./analysis.js";
import { Annotations } from "./annotations.js";
import { sign } from "./difference.js";
import { connectMenus } from "./menu.js";
import { OwnLines } from "./ownlines.js";
import { Player } from "./player.js";
import { applyColours, at, by, call, knock, load, make, say, toast, unreachable } from "./rest.js";
import { Tabs } from "./tabs.js";
import { t, word } from "./text.js";

/** The actions of the buttons below the board, by id. */
const buttons = { "to-start": "first", back: "back", forward: "on", "to-end": "last", play: "play", flip: "turn" };

class Game extends Player {
  constructor() {
    super();
    this.take(document);
    this.setTabStops();
    const served = Number(by("slider").getAttribute("value"));
    this.mount(by("board"), {
      drawn: { at: this.pieces(served), last: this.nodes[served].l || [] },
      ondraw: (from, to) => this.annotations?.arrow(from, to),
      spots: true,
    });
    this.playButton = by("play");
    this.swipe(by("board"));
    this.later = 0;
    this.unsaid = ""; // announcement delayed until stepping stops
    this.moved = false;
    for (const id of ["play", "slider", "flip", "annotate", "tabs"]) by(id).hidden = false;
    for (const [id, name] of Object.entries(buttons)) {
      by(id).onclick = (e) => {
        e.preventDefault();
        this.act(name);
      };
    }
    by("slider").oninput = (e) => { this.play(false); this.go(Number(e.target.value)); };
    by("moves").addEventListener("click", (e) => {
      const link = e.target.closest("[data-node]");
      if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
      e.preventDefault();
      this.play(false);
      this.go(Number(link.dataset.node));
      this.keepInView();
    });
    for (const [id, page] of [["search-here", "/search"], ["play-here", "/new"]]) {
      for (const event of ["pointerdown", "focus", "click"]) {
        by(id).addEventListener(event, () => {
          const { variant, options } = this.tree;
          by(id).href = at(`${page}?${new URLSearchParams({ variant, options, position: this.nodes[this.node].t })}`);
        });
      }
    }
    applyColours(this.tree.view);
    this.connectLegalMoves();
    connectMenus();
    by("keys").hidden = false;
    const showKeys = async () => { try { (await load("./keys.js")).showKeys(); } catch { toast(unreachable); } };
    by("keys").onclick = showKeys;
    document.addEventListener("keydown", (e) => {
      if (!e.target.closest("input:not([type=range]), textarea, select, dialog, .spots")) {
        if (e.key === "?") showKeys();
        else this.press(e, "p");
      }
    });
    addEventListener("popstate", () => this.go(this.nodeOfURL(), true));
    addEventListener("hashchange", () => this.go(this.nodeOfURL(), true));
    this.tabs = new Tabs(by("tabs"), (panel) => {
      if (panel === "explorer") this.explore();
      try { localStorage.setItem("game tab", panel); } catch { /* not remembered */ }
    });
    for (const link of document.querySelectorAll('a[href="#correct"]')) link.addEventListener("click", () => { by("correct").open = true; });
    this.analysis = new GameAnalysis(this);
    this.annotations = new Annotations(this);
    this.own = new OwnLines(this);
    this.go(this.nodeOfURL(), true);
    this.connectShare();
    let tab = "";
    try { tab = localStorage.getItem("game tab") || ""; } catch { /* the first */ }
    if (tab === "explorer") this.tabs.open(by("tab-explorer"));
    if (new URLSearchParams(location.search).has("ply") && !location.hash) this.keepInView();
  }

  /** Scrolls the page so that board, controls and comment are in the window. */
  keepInView() { document.querySelector(".stage").scrollIntoView({ block: "nearest" }); }

  /** The text of a button of the Share menu. @param {DOMStringMap} button its data */
  async shared({ copy, as }) {
    if (copy === "record") return (await call(`/api/v1/games/${this.tree.game}/export?as=${as}`)).text();
    return copy === "position" ? this.nodes[this.node].t : document.querySelector("[data-share=link]").value;
  }

  /** Copies a text of the Share menu when it is pressed. */
  connectShare() {
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.onclick = async () => {
        try {
          await navigator.clipboard.writeText(await this.shared(button.dataset));
          toast(t`Copied.`);
        } catch (e) { toast(e.message); }
      };
    }
    for (const field of document.querySelectorAll("[data-share]")) {
      if (!field.matches("input, textarea")) continue;
      field.addEventListener("click", async () => {
        field.select();
        await navigator.clipboard?.writeText(field.value).then(() => say(t`Copied.`), () => {});
      });
    }
  }

  /** Updates the Share menu. @param {number} ply */
  share(ply) {
    for (const field of document.querySelectorAll("[data-share]")) {
      const key = field.matches("a") ? "href" : "value";
      field[key] = field[key].replace(/(\/games\/\d+)(\?ply=\d+)?(?=$|")/, ply ? `$1?ply=${ply}` : "$1").replace(/([?&]ply=)\d+$/, `$1${ply}`);
    }
  }

  /** Reads the game from a document: this page or a newer copy. */
  take(page) {
    this.tree = JSON.parse(page.getElementById("tree").textContent);
    this.read(this.tree);
    this.links = new Map();
  }

  /** Makes the move list one tab stop; arrow keys step through it. */
  setTabStops() {
    for (const link of by("moves").querySelectorAll(".move[data-node]")) link.tabIndex = -1;
    this.stop = null;
  }

  /**
   * Reloads the game after annotations have changed. A later call supersedes a
   * pending one.
   * @param {() => boolean} [busy] whether the board cannot be redrawn now
   * @returns {Promise<boolean>} false if it was busy
   */
  async refresh(busy = () => false) {
    const turn = this.fetched = (this.fetched || 0) + 1;
    const answer = await call(`/games/${this.tree.game}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (turn !== this.fetched) return true;
    if (busy()) return false;
    const box = by("moves"), hadFocus = box.contains(document.activeElement), { scrollTop } = box, top = this.current?.offsetTop ?? scrollTop;
    const outOfView = top < scrollTop || top > scrollTop + box.clientHeight;
    const { ply, path } = this.annotations.place(); // the visitor may have moved on
    const own = this.own.pack(this.own.numbers);
    this.take(page);
    box.replaceChildren(...document.importNode(page.getElementById("moves"), true).childNodes);
    this.setTabStops();
    this.own.attach(own);
    this.own.keep();
    this.board.setView(this.view, new Map(), []);
    // The nodes of variations may have new numbers.
    let node = ply;
    for (const move of path) node = this.nodes[node].next.find((i) => i > this.tree.plies && this.nodes[i].m === move) ?? node;
    this.moved ||= node !== this.node;
    this.go(node, true);
    if (outOfView) box.scrollTop = scrollTop;
    if (hadFocus) this.stop?.focus({ preventScroll: true });
    return true;
  }

  /** The node of the URL. */
  nodeOfURL() {
    const words = new URLSearchParams(location.search), hash = new URLSearchParams(location.hash.slice(1));
    const node = Number(words.get("node") ?? hash.get("node"));
    if (Number.isInteger(node) && node > 0 && node < this.nodes.length) return node;
    const ply = hash.get("ply") ?? words.get("ply");
    if (ply == null) return Number(by("slider").value);
    return Math.max(0, Math.min(Math.trunc(Number(ply)) || 0, this.tree.plies));
  }

  /** The end of the main line or of the current variation. */
  end() { return this.node <= this.tree.plies ? this.tree.plies : super.end(); }

  /** Shows a node. @param {number} i @param {boolean} [still] do not change the URL */
  go(i, still = false) {
    if (i === this.node && !still) return;
    const n = this.nodes[i];
    if (n.own && !n.at) { this.own.fetch(i).then((found) => found && this.go(i, still)); return; }
    this.annotations?.leave();
    this.place(i);
    this.own?.leave();
    const main = i <= this.tree.plies;
    if (main) by("slider").value = i;
    by("counter").textContent = main ? `${i}/${this.tree.plies}` : n.own ? t`your line` : t`variation`;
    const caption = this.caption(i);
    by("caption").textContent = caption + (n.e ? ` · ${n.e}` : "");
    this.board.label(caption);
    by("now").textContent = (n.c || []).join("\n");
    by("now").hidden = !n.c?.length;
    if (!still) this.announce([caption, ...(n.c || [])].join(". "));
    this.mark(i);
    this.turn(n.s, n.o);
    this.clocks(i);
    this.analysis.show();
    this.moved ||= !still;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.settle(), 160);
  }

  /** Shows a node on the board; a position with larger hands has another view. @param {number} i */
  place(i) {
    const n = this.nodes[i], view = n.view || this.view;
    this.previewed = [];
    if (i && n.p === this.node) knock();
    if (this.board.view === view) { super.place(i); return; }
    const forward = n.p === this.node;
    this.node = i;
    this.board.setView(view, this.pieces(i), n.l || [], forward);
    this.board.draw(this.marks());
  }

  /** The caption of a node. @param {number} i */
  caption(i) {
    if (i === 0) return t`Starting position`;
    const n = this.nodes[i], glyphs = (n.g || []).map((g) => `${g > 6 ? " " : ""}${sign(this.tree.glyphs, g)}`).join("");
    const move = t`ply ${n.y}, ${word(this.view.sides[this.nodes[n.p].s])}: ${n.w || n.m}` + glyphs;
    return `${i <= this.tree.plies ? "" : n.own ? t`Your line, ` : t`Variation, `}${move}${n.x ? t`, check` : ""}${n.z?.countTo ? t`, count ${n.z.counted || 0} of ${n.z.countTo}` : ""}${n.o ? ` — ${n.o}` : ""}`;
  }

  /** Announces a step to screen readers, at once or when stepping stops. @param {string} words */
  announce(words) {
    if (this.later || this.timer) this.unsaid = words;
    else say(words);
  }

  /** Announces the last step. */
  announceLast() {
    if (this.unsaid) say(this.unsaid);
    this.unsaid = "";
  }

  /** Updates what can wait until stepping stops; browsers limit changes of the URL. */
  settle() {
    const i = this.node, n = this.nodes[i], main = i <= this.tree.plies;
    this.later = 0;
    if (!this.timer) this.announceLast();
    if (this.moved) history.replaceState(null, "", main ? `?ply=${i}` : n.own ? `?ply=${this.annotations.place().ply}` : `?ply=${n.y}&node=${i}`);
    const { game, variant, options } = this.tree, aside = new URLSearchParams({ variant, options, position: n.t });
    for (const link of document.querySelectorAll("a.export")) {
      const { as, settings } = link.dataset;
      if (as !== "svg" && as !== "png" && as !== "position") continue;
      if (main) link.href = at(`/api/v1/games/${game}/export?as=${as}&ply=${i}${settings}`);
      else if (as === "png") continue; // a picture of a variation is drawn as SVG
      else link.href = as === "svg" ? at(`/api/v1/diagram.svg?${aside}${settings}`) : `data:text/plain;charset=utf-8,${encodeURIComponent(`${n.t}\n`)}`;
      link.download = main ? "" : `game-${game}-variation.${as === "svg" ? as : "txt"}`;
    }
    this.share(main ? i : n.y);
    const shown = document.querySelector("#settings [name=ply]");
    if (shown instanceof HTMLInputElement) shown.value = String(main ? i : n.y);
    this.moved = false;
    this.name(i);
    this.explore();
    this.annotations?.show();
    this.analysis.follow();
    this.own?.prepare();
    this.describe();
  }

  /** Marks the current move in the list and scrolls to it. */
  mark(i) {
    const hadFocus = by("moves").contains(document.activeElement) && document.activeElement.matches(".move");
    this.current?.removeAttribute("aria-current");
    this.stop?.setAttribute("tabindex", "-1");
    this.current = this.links.get(i) || by(`n${i}`);
    this.stop = this.current || by("moves").querySelector(".move[data-node]");
    this.stop?.setAttribute("tabindex", "0");
    if (hadFocus) this.stop.focus({ preventScroll: true });
    if (!this.current) { if (i === 0) by("moves").scrollTop = 0; return; }
    this.links.set(i, this.current);
    this.current.setAttribute("aria-current", "true");
    const box = by("moves"), top = this.current.offsetTop;
    if (top < box.scrollTop + 30 || top > box.scrollTop + box.clientHeight - 60) box.scrollTop = top - box.clientHeight / 2;
  }

  /** Shows both sides' remaining times or points after a node, if there are any. @param {number} i */
  clocks(i) {
    const left = this.nodes[i].z?.points?.map((points) => t`${points} points`) || ["", ""];
    for (; i > 0; i = this.nodes[i].p) left[this.nodes[this.nodes[i].p].s] ||= this.nodes[i].q || "";
    for (const place of document.querySelectorAll(".clock")) place.textContent = left[place.dataset.side];
  }

  /** Shows the side to move. @param {number} side @param {string} [ended] how the game ended */
  turn(side, ended) {
    for (const [id, who] of [["bar-top", this.board.flipped ? 0 : 1], ["bar-bottom", this.board.flipped ? 1 : 0]]) {
      by(id).classList.toggle("turn", who === side && !ended);
    }
  }

  /** Lists the pieces as text. */
  describe() {
    const where = new Map(), { symbols } = this.board.view;
    for (const [place, { symbol, count }] of this.pieces(this.node)) {
      const name = this.board.name(place);
      if (!where.has(symbol)) where.set(symbol, []);
      where.get(symbol).push(name.startsWith("hand") ? t`${count} in hand` : name);
    }
    const lines = [...where].sort((x, y) => symbols[x[0]].side - symbols[y[0]].side);
    by("words").replaceChildren(...lines.map(([symbol, places]) => make("li", {}, `${symbols[symbol].name}: ${places.join(", ")}`)));
  }

  /** The marks of the current node: annotations, best move, and the error of the record. */
  marks() {
    const n = this.nodes[this.node], { error } = this.tree;
    const out = this.board.drawn(this.annotations?.drawing || n.k);
    out.unshift(...this.analysis?.marks() || []);
    if (error && this.node === this.tree.plies && error.ply === n.y + 1) out.push(...this.board.moveMarks(error.squares, "R"));
    return out.concat(this.previewed);
  }

  /** Shows marks temporarily, in addition to those of the node. @param {any[]} marks */
  preview(marks) {
    this.previewed = marks;
    this.board.draw(this.marks());
  }

  /** Shows the nearest legal moves on the board while they are hovered or focused. */
  connectLegalMoves() {
    for (const chip of document.querySelectorAll("#record-error button.legal")) {
      const show = () => {
        this.go(this.tree.plies);
        this.preview(this.board.moveMarks(chip.dataset.squares.split(" "), "G"));
      };
      const hide = () => this.preview([]);
      chip.onclick = chip.onmouseenter = chip.onfocus = show;
      chip.onmouseleave = chip.onblur = hide;
    }
  }

  /** Shows the label of the last named position up to a node. @param {number} i */
  name(i) {
    while (i > 0 && !this.nodes[i].b) i = this.nodes[i].p;
    by("label").hidden = !this.nodes[i].b;
    by("label").textContent = this.nodes[i].b || "";
  }

  /** Shows the explorer, which is loaded when its tab is first opened. */
  async explore() {
    if (by("explorer").hidden) return;
    this.explorer ||= load("./explorer.js").then(({ Explorer }) => new Explorer(by("explored"), this.tree, {
      onhover: (squares) => this.preview(this.board.moveMarks(squares, "B")),
      onchoose: (move) => this.follow(move),
    }));
    try {
      (await this.explorer).show(this.nodes[this.node].t);
    } catch {
      this.explorer = null;
      by("explored").replaceChildren(make("p", { class: "hint" }, unreachable));
    }
  }

  /** Plays a move of the explorer. */
  follow(move) { this.own.type(move); }

  flip() {
    this.board.flip();
    const top = by("bar-top"), bottom = by("bar-bottom");
    const inner = [...top.childNodes];
    top.replaceChildren(...bottom.childNodes);
    bottom.replaceChildren(...inner);
    for (const bar of [top, bottom]) { bar.classList.toggle("first"); bar.classList.toggle("second"); }
    this.turn(this.nodes[this.node].s, this.nodes[this.node].o);
    if (!this.annotations.playingLine) this.go(this.node, true);
  }

  /** @param {boolean} on */
  play(on) {
    super.play(on);
    if (!on && !this.later) this.announceLast();
  }
}

if (by("tree")) window.game = new Game();

/**
 * Loads a panel of the page when it is first opened; offers to retry on failure.
 * @param {string} id of the details element
 * @param {() => Promise<new (place: HTMLElement, game: number) => {show: () => Promise<void>}>} module
 */
function loadPanel(id, module) {
  const details = by(id);
  if (!details) return;
  const place = details.querySelector("div");
  const show = async () => {
    try {
      const Panel = await module();
      await new Panel(place, Number(details.dataset.game)).show();
    } catch (error) {
      place.replaceChildren(make("p", { class: "refused", role: "alert" }, error instanceof TypeError ? unreachable : error.message),
        make("button", { type: "button", onclick: show }, t`Try again`));
    }
  };
  details.hidden = false;
  details.addEventListener("toggle", show, { once: true });
}

loadPanel("correct", async () => (await load("./correction.js")).Correction);
loadPanel("edit-headers", async () => (await load("./headers.js")).Headers);
loadPanel("rule", async () => (await load("./rulings.js")).Rulings);
