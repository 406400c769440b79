// The page of a game: steps, moves, explorer and annotations.
import { Annotations } from "./annotate.js";
import { sign } from "./difference.js";
import { Explorer } from "./explorer.js";
import { help } from "./keys.js";
import { menus } from "./menu.js";
import { Opinion } from "./opinion.js";
import { OwnLines } from "./own.js";
import { Player } from "./player.js";
import { at, by, call, load, make, say, unreachable, wear } from "./rest.js";

/** What the buttons under the board do, by their ids. */
const buttons = { "to-start": "first", back: "back", forward: "on", "to-end": "last", play: "play", flip: "turn" };

class Game extends Player {
  constructor() {
    super();
    this.take(document);
    this.stops();
    const served = Number(by("slider").getAttribute("value"));
    this.mount(by("board"), {
      drawn: { at: this.pieces(served), last: this.nodes[served].l || [] },
      ondraw: (from, to) => this.annotations?.arrow(from, to),
      spots: true,
    });
    this.playButton = by("play");
    this.later = 0;
    this.unsaid = ""; // of a run of steps
    this.moved = false;
    for (const id of ["play", "slider", "flip", "annotate", "explorer"]) by(id).hidden = false;
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
    });
    for (const [id, page] of [["search-here", "/search"], ["play-here", "/new"]]) {
      for (const event of ["pointerdown", "focus", "click"]) {
        by(id).addEventListener(event, () => {
          const { variant, options } = this.tree;
          by(id).href = at(`${page}?${new URLSearchParams({ variant, options, position: this.nodes[this.node].t })}`);
        });
      }
    }
    wear(this.tree.view);
    this.chips();
    menus();
    by("keys").hidden = false;
    by("keys").onclick = help;
    document.addEventListener("keydown", (e) => {
      if (!e.target.closest("input:not([type=range]), textarea, select, dialog, .spots")) {
        if (e.key === "?") help();
        else this.press(e, "p");
      }
    });
    addEventListener("popstate", () => this.go(this.asked(), true));
    addEventListener("hashchange", () => this.go(this.asked(), true));
    this.explorer = new Explorer(by("explored"), this.tree, {
      onhover: (squares) => this.look(this.board.moveMarks(squares, "B")),
      onchoose: (move) => this.follow(move),
    });
    by("explorer").addEventListener("toggle", () => this.explore());
    this.opinion = new Opinion(this);
    this.annotations = new Annotations(this);
    this.own = new OwnLines(this);
    this.go(this.asked(), true);
  }

  /** Takes the game from a page: this one, or a newer one of the same game. */
  take(page) {
    this.tree = JSON.parse(page.getElementById("tree").textContent);
    this.read(this.tree);
    this.links = new Map();
  }

  /** Makes the list of moves one tab stop: arrows step through it. */
  stops() {
    for (const link of by("moves").querySelectorAll(".move[data-node]")) link.tabIndex = -1;
    this.stop = null;
  }

  /**
   * Fetches the page anew after something was said; a later one takes the place
   * of one that is on its way.
   * @param {() => boolean} [busy] whether the board cannot be drawn anew now
   * @returns {Promise<boolean>} false where it was not, for that
   */
  async refresh(busy = () => false) {
    const turn = this.fetched = (this.fetched || 0) + 1;
    const answer = await call(`/games/${this.tree.game}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (turn !== this.fetched) return true;
    if (busy()) return false;
    const box = by("moves"), held = box.contains(document.activeElement), { scrollTop } = box, top = this.current?.offsetTop ?? scrollTop;
    const away = top < scrollTop || top > scrollTop + box.clientHeight;
    const { ply, path } = this.annotations.place(); // somebody may have stepped on meanwhile
    const own = this.own.pack(this.own.numbers);
    this.take(page);
    box.replaceChildren(...document.importNode(page.getElementById("moves"), true).childNodes);
    this.stops();
    this.own.attach(own);
    this.own.keep();
    this.board.setView(this.view, new Map(), []);
    // Side lines may be numbered anew.
    let node = ply;
    for (const move of path) node = this.nodes[node].next.find((i) => i > this.tree.plies && this.nodes[i].m === move) ?? node;
    this.moved ||= node !== this.node;
    this.go(node, true);
    if (away) box.scrollTop = scrollTop;
    if (held) this.stop?.focus({ preventScroll: true });
    return true;
  }

  /** The node that the address names. */
  asked() {
    const words = new URLSearchParams(location.search), hash = new URLSearchParams(location.hash.slice(1));
    const node = Number(words.get("node") ?? hash.get("node"));
    if (Number.isInteger(node) && node > 0 && node < this.nodes.length) return node;
    const ply = hash.get("ply") ?? words.get("ply");
    if (ply == null) return Number(by("slider").value);
    return Math.max(0, Math.min(Math.trunc(Number(ply)) || 0, this.tree.plies));
  }

  /** The end of the main line, or of the side line that is shown. */
  end() { return this.node <= this.tree.plies ? this.tree.plies : super.end(); }

  /** Shows a node. @param {number} i @param {boolean} [still] leave the address alone */
  go(i, still = false) {
    if (i === this.node && !still) return;
    const n = this.nodes[i];
    if (n.own && !n.at) { this.own.fetch(i).then((found) => found && this.go(i, still)); return; }
    this.annotations?.leave();
    this.place(i);
    this.own?.leave();
    const main = i <= this.tree.plies;
    if (main) by("slider").value = i;
    by("counter").textContent = main ? `${i}/${this.tree.plies}` : n.own ? "your line" : "side line";
    const caption = this.caption(i);
    by("caption").textContent = caption + (n.e ? ` · ${n.e}` : "");
    this.board.label(caption);
    if (!still) this.tell([caption, ...(n.c || [])].join(". "));
    this.mark(i);
    this.turn(n.s, n.o);
    this.opinion.show();
    this.moved ||= !still;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.settle(), 160);
  }

  /** Puts a node on the board, which is another one where more is in hand. @param {number} i */
  place(i) {
    const n = this.nodes[i], view = n.view || this.view;
    this.looked = [];
    if (this.board.view === view) { super.place(i); return; }
    const forward = n.p === this.node;
    this.node = i;
    this.board.setView(view, this.pieces(i), n.l || [], forward);
    this.board.draw(this.marks());
  }

  /** What led to a node, in words. @param {number} i */
  caption(i) {
    if (i === 0) return "The start";
    const n = this.nodes[i], glyphs = (n.g || []).map((g) => `${g > 6 ? " " : ""}${sign(this.tree.glyphs, g)}`);
    const move = `ply ${n.y}, ${this.view.sides[this.nodes[n.p].s]}: ${n.w || n.m}${glyphs.join("")}`;
    return `${i <= this.tree.plies ? "" : n.own ? "Your line, " : "Side line, "}${move}${n.x ? ", check" : ""}${n.o ? ` — ${n.o}` : ""}`;
  }

  /** Tells a screen reader of a step: at once, or when a run of steps is over. @param {string} words */
  tell(words) {
    if (this.later || this.timer) this.unsaid = words;
    else say(words);
  }

  /** Tells the last of a run of steps. */
  speak() {
    if (this.unsaid) say(this.unsaid);
    this.unsaid = "";
  }

  /** Does what can wait until nobody steps on: browsers bound how often an address changes. */
  settle() {
    const i = this.node, n = this.nodes[i], main = i <= this.tree.plies;
    this.later = 0;
    if (!this.timer) this.speak();
    if (this.moved) history.replaceState(null, "", main ? `?ply=${i}` : n.own ? `?ply=${this.annotations.place().ply}` : `?ply=${n.y}&node=${i}`);
    const { game, variant, options } = this.tree, aside = new URLSearchParams({ variant, options, position: n.t });
    for (const link of document.querySelectorAll("a.export")) {
      const { as, look } = link.dataset;
      if (as !== "svg" && as !== "position") continue;
      if (main) link.href = at(`/api/v1/games/${game}/export?as=${as}&ply=${i}${look}`);
      else link.href = as === "svg" ? at(`/api/v1/diagram.svg?${aside}${look}`) : `data:text/plain;charset=utf-8,${encodeURIComponent(`${n.t}\n`)}`;
      link.download = main ? "" : `game-${game}-aside.${as === "svg" ? as : "txt"}`;
    }
    const shown = document.querySelector("#look [name=ply]");
    if (shown instanceof HTMLInputElement) shown.value = String(main ? i : n.y);
    this.moved = false;
    this.explore();
    this.annotations?.show();
    this.opinion.follow();
    this.describe();
  }

  /** Marks the move in the list, which is one tab stop, and brings it into view. */
  mark(i) {
    const held = by("moves").contains(document.activeElement) && document.activeElement.matches(".move");
    this.current?.removeAttribute("aria-current");
    this.stop?.setAttribute("tabindex", "-1");
    this.current = this.links.get(i) || by(`n${i}`);
    this.stop = this.current || by("moves").querySelector(".move[data-node]");
    this.stop?.setAttribute("tabindex", "0");
    if (held) this.stop.focus({ preventScroll: true });
    if (!this.current) { if (i === 0) by("moves").scrollTop = 0; return; }
    this.links.set(i, this.current);
    this.current.setAttribute("aria-current", "true");
    const box = by("moves"), top = this.current.offsetTop;
    if (top < box.scrollTop + 30 || top > box.scrollTop + box.clientHeight - 60) box.scrollTop = top - box.clientHeight / 2;
  }

  /** Says who is to move. @param {number} side @param {string} [ended] how the game is over */
  turn(side, ended) {
    for (const [id, who] of [["bar-top", this.board.flipped ? 0 : 1], ["bar-bottom", this.board.flipped ? 1 : 0]]) {
      by(id).classList.toggle("turn", who === side && !ended);
    }
  }

  describe() {
    const where = new Map(), { symbols } = this.board.view;
    for (const [place, { symbol, count }] of this.pieces(this.node)) {
      const name = this.board.name(place);
      if (!where.has(symbol)) where.set(symbol, []);
      where.get(symbol).push(name.startsWith("hand") ? `${count} in hand` : name);
    }
    const lines = [...where].sort((x, y) => symbols[x[0]].side - symbols[y[0]].side);
    by("words").replaceChildren(...lines.map(([symbol, places]) => make("li", {}, `${symbols[symbol].name}: ${places.join(", ")}`)));
  }

  /** What is drawn at a node: its annotations, and the fault of the record. */
  marks() {
    const n = this.nodes[this.node], broken = this.tree.broken;
    const out = this.board.drawn(this.annotations?.drawing || n.k);
    out.unshift(...this.opinion?.marks() || []);
    if (broken && this.node === this.tree.plies && broken.ply === n.y + 1) out.push(...this.board.moveMarks(broken.squares, "R"));
    return out.concat(this.looked);
  }

  /** Draws a move while it is looked at, whatever else is drawn anew meanwhile. @param {any[]} marks */
  look(marks) {
    this.looked = marks;
    this.board.draw(this.marks());
  }

  /** Draws the legal moves beside a fault while they are looked at. */
  chips() {
    for (const chip of document.querySelectorAll("#fault button.legal")) {
      const show = () => {
        this.go(this.tree.plies);
        this.look(this.board.moveMarks(chip.dataset.squares.split(" "), "G"));
      };
      const hide = () => this.look([]);
      chip.onclick = chip.onmouseenter = chip.onfocus = show;
      chip.onmouseleave = chip.onblur = hide;
    }
  }

  explore() { if (by("explorer").open) this.explorer.show(this.nodes[this.node].t); }

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
    if (!this.annotations.trying) this.go(this.node, true);
  }

  /** @param {boolean} on */
  play(on) {
    super.play(on);
    if (!on && !this.later) this.speak();
  }
}

if (by("tree")) window.game = new Game();

/**
 * Shows a part of the page when it is first opened, and again where that failed.
 * @param {string} id of its details
 * @param {() => Promise<new (place: HTMLElement, game: number) => {show: () => Promise<void>}>} module
 */
function part(id, module) {
  const details = by(id);
  if (!details) return;
  const place = details.querySelector("div");
  const show = async () => {
    try {
      const Part = await module();
      await new Part(place, Number(details.dataset.game)).show();
    } catch (fault) {
      place.replaceChildren(make("p", { class: "refused", role: "alert" }, fault instanceof TypeError ? unreachable : fault.message),
        make("button", { type: "button", onclick: show }, "Try again"));
    }
  };
  details.hidden = false;
  details.addEventListener("toggle", show, { once: true });
}

part("mend", async () => (await load("./mend.js")).Mend);
part("retag", async () => (await load("./headers.js")).Headers);
part("rule", async () => (await load("./rulings.js")).Rulings);
