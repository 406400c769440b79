// A published page: each game has its own board.

/** The drawings and the board that this page shares with others; null if it has its own. */
const shared = typeof sharedBoard === "object" ? sharedBoard : null;
if (shared) document.body.insertAdjacentHTML("beforeend", shared.symbols);
const pieces = shared?.pieces ?? JSON.parse(document.getElementById("pieces").textContent);
const root = document.documentElement;

class Reader extends Player {
  /** @param {HTMLElement} section of the game */
  constructor(section) {
    super();
    this.section = section;
    const { view = shared?.view, nodes } = JSON.parse(section.querySelector("script").textContent);
    this.read({ view, nodes: unpack(nodes) });
    this.view.symbols = pieces;
    this.slider = section.querySelector("input");
    this.playButton = this.button("play");
    this.links = new Map([...section.querySelectorAll(".moves a")].map((a) => [idOf(a), a]));
    const box = document.createElement("div");
    box.className = "picture";
    section.querySelector(".board :is(svg,.empty)").replaceWith(box);
    this.mount(box);
    this.swipe(box);
    this.stage = section.querySelector(".stage");
    this.panel = section.querySelector(".panel");
    this.button("full").hidden = !document.fullscreenEnabled;
    this.show(Number(section.dataset.at || 0));
  }

  button(name) { return this.section.querySelector(`[data-do=${name}]`); }

  /** The nodes from the start through the current one to the end of its line. */
  line() {
    const path = [];
    for (let i = this.node; i >= 0; i = this.nodes[i].p) path.unshift(i);
    for (let i = this.node; this.child(i) !== i;) path.push(i = this.child(i));
    return path;
  }

  get words() {
    const link = this.links.get(this.node);
    return link ? `${link.dataset.n} ${link.textContent}` : "Starting position";
  }

  /** Shows a node. @param {number} i */
  show(i) {
    this.links.get(this.node)?.removeAttribute("aria-current");
    this.place(i);
    const path = this.line(), { words } = this;
    this.slider.max = path.length - 1;
    this.slider.value = path.indexOf(i);
    this.slider.setAttribute("aria-valuetext", words);
    this.board.label(`Position after ${words}`, this.description());
    const here = this.section.querySelector(".here"), key = this.nodes[i].h;
    if (here && key) here.href = `../search.html?key=${key}`;
    const last = this.child() === i;
    for (const [name, off] of [["first", !i], ["back", !i], ["on", last], ["last", last]]) this.button(name).disabled = off;
  }

  go(i) {
    if (i === this.node) return;
    this.show(i);
    if (this.child() === i) this.play(false);
    const link = this.links.get(i);
    if (link) history.replaceState(null, "", `#${link.id}`);
    this.mark();
    this.stage.scrollIntoView({ block: "nearest" });
  }

  /** Marks the current move in its panel, which alone is scrolled to it, and shows its comment. */
  mark() {
    const link = this.links.get(this.node), { panel } = this;
    if (link) {
      link.setAttribute("aria-current", "step");
      const [box, view] = [link.getBoundingClientRect(), panel.getBoundingClientRect()];
      if (box.top < view.top || box.bottom > view.bottom) panel.scrollTop += (box.top + box.bottom - view.top - view.bottom) / 2;
    } else panel.scrollTop = 0;
    const now = this.section.querySelector(".now"), comment = this.comment(link);
    now.textContent = link || comment ? this.words + (comment && `: ${comment}`) : "";
    now.scrollTop = 0;
  }

  /** The comments on a ply in the list, or those before the first one. */
  comment(link) {
    const out = [], aside = link?.closest(".v");
    let note = !link ? this.section.querySelector(".moves").firstElementChild : aside ? link.nextElementSibling : link.parentElement.nextElementSibling;
    for (; note?.matches(aside ? "i,small" : ".k"); note = note.nextElementSibling) if (!note.matches("small")) out.push(note.innerText);
    return out.join(" ");
  }

  /** The pieces as text. */
  description() {
    const { places, sides, symbols } = this.view, at = [...this.pieces(this.node)];
    const word = (name, { symbol, count }, place) => {
      const where = places[place].startsWith("hand") ? "in hand" : places[place].startsWith("pocket") ? "in the pocket" : places[place];
      return `${count > 1 ? `${count} ` : ""}${symbols[symbol].name.replace(`${name} `, "")} ${where}`;
    };
    const walls = at.filter(([, piece]) => symbols[piece.symbol].side < 0).map(([place]) => places[place]);
    return sides.map((name, side) => {
      const own = at.filter(([, piece]) => symbols[piece.symbol].side === side).sort(([a], [b]) => a - b);
      return `${name}: ${own.map(([place, piece]) => word(name, piece, place)).join(", ")}.`;
    }).join(" ") + (walls.length ? ` Walls: ${walls.join(", ")}.` : "");
  }

  /** Draws the diagrams that the page leaves to the script. */
  illustrate() {
    for (const figure of this.section.querySelectorAll("figure[data-at]:not(:has(svg))")) {
      const node = Number(figure.dataset.at), box = document.createElement("div");
      box.className = "drawn";
      figure.prepend(box);
      const board = new Board(box, this.view), n = this.nodes[node];
      board.set(this.pieces(node), n.l, false, n.s);
      board.draw(board.drawn(n.k));
      board.label(figure.textContent);
    }
  }

  flip() {
    this.board.flip();
    this.button("turn").setAttribute("aria-pressed", String(this.board.flipped));
    this.section.querySelector(".board").classList.toggle("flipped", this.board.flipped);
    this.board.label(`Position after ${this.words}`, this.description());
  }

  /** Fills the screen with the game, or leaves it. */
  full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.stage.requestFullscreen();
  }
}

/** Restores what nodes leave out. @param {object[]} nodes */
function unpack(nodes) {
  nodes.forEach((n, i) => {
    if (!n) return;
    n.p ??= i - 1;
    n.s ??= 1 - nodes[n.p].s;
    n.l ??= n.d.length === 2 && n.d[0].length === 2 && n.d[1].length === 1 ? [n.d[1][0], n.d[0][0]] : [];
    n.d = n.d.map(([place, symbol = -1, count = symbol < 0 ? 0 : 1]) => [place, symbol, count]);
  });
  return nodes;
}

/** The node of a link in the list of moves. */
const idOf = (link) => Number(link.id.split("-")[1]);

const readers = new Map();

/** The reader of a section; null if it has no board. */
function readerOf(section) {
  if (!section?.querySelector(".board")) return null;
  if (!readers.has(section)) readers.set(section, new Reader(section));
  return readers.get(section);
}

const sections = [...document.querySelectorAll(".game")];
let current = null;

/** The game that keys control: the one last used, else the first visible one. */
function activeReader() {
  const visible = (section) => {
    const box = section.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  };
  return readerOf(current && visible(current) ? current : sections.find((s) => s.querySelector(".board") && visible(s)));
}

/** Draws the diagrams of all games. */
function illustrate() {
  if (shared) for (const section of sections) readerOf(section)?.illustrate();
}

/** The buttons at the top of the page. */
const page = {
  theme() {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme:dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  },
  diagrams(button) {
    illustrate();
    button.setAttribute("aria-pressed", String(!root.classList.toggle("played")));
  },
};

document.addEventListener("click", (event) => {
  const link = event.target.closest(".moves a"), button = event.target.closest("[data-do]"), name = button?.dataset.do;
  if (!link && !button) return;
  if (page[name]) { page[name](button); return; }
  current = event.target.closest(".game");
  const reader = readerOf(current);
  if (button) reader?.act(name);
  else if (reader?.nodes[idOf(link)]) {
    event.preventDefault();
    reader.play(false);
    reader.go(idOf(link));
  }
});

document.addEventListener("input", (event) => {
  if (event.target.matches(".find")) {
    const words = event.target.value.toLowerCase().split(/\s+/);
    for (const line of document.querySelectorAll(".contents li")) {
      const text = line.textContent.toLowerCase();
      line.hidden = !words.every((word) => text.includes(word));
    }
  } else if (event.target.matches(".play input")) {
    current = event.target.closest(".game");
    const reader = readerOf(current);
    reader.play(false);
    reader.go(reader.line()[Number(event.target.value)]);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input,textarea") || event.key === " " && event.target.matches("button,a")) return;
  const reader = activeReader();
  if (!reader) return;
  reader.press(event, " ");
  if (event.defaultPrevented) current = reader.section;
});

addEventListener("beforeprint", illustrate);

document.addEventListener("fullscreenchange", () => {
  for (const button of document.querySelectorAll("[data-do=full]")) button.setAttribute("aria-pressed", String(Boolean(document.fullscreenElement)));
});

root.classList.add("played");
for (const hidden of document.querySelectorAll("[data-script]")) hidden.hidden = false;
const target = location.hash && document.getElementById(location.hash.slice(1));
const reader = target && target.closest(".moves") && readerOf(target.closest(".game")) || sections.length === 1 && readerOf(sections[0]);
if (reader) {
  if (target && reader.nodes[idOf(target)]) reader.go(idOf(target));
  else reader.mark();
  // The browser has scrolled to the place in the list; show the board.
  addEventListener("load", () => requestAnimationFrame(() => { reader.stage.scrollIntoView({ block: "nearest" }); reader.mark(); }));
}
