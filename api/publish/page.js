// A published page: each of its games is played through on a board of its own.

const pieces = JSON.parse(document.getElementById("pieces").textContent);
const root = document.documentElement;

class Reader extends Player {
  /** @param {HTMLElement} section of the game */
  constructor(section) {
    super();
    this.section = section;
    this.read(JSON.parse(section.querySelector("script").textContent));
    this.view.symbols = pieces;
    this.slider = section.querySelector("input");
    this.playButton = this.button("play");
    this.links = new Map([...section.querySelectorAll(".moves a")].map((a) => [idOf(a), a]));
    const box = document.createElement("div");
    box.className = "picture";
    section.querySelector(".board svg").replaceWith(box);
    this.mount(box);
    this.show(0);
  }

  button(name) { return this.section.querySelector(`[data-do=${name}]`); }

  /** The way to a node, and on from it to the end of its line. */
  line() {
    const way = [];
    for (let i = this.node; i >= 0; i = this.nodes[i].p) way.unshift(i);
    for (let i = this.node; this.child(i) !== i;) way.push(i = this.child(i));
    return way;
  }

  get words() {
    const link = this.links.get(this.node);
    return link ? `${link.dataset.n} ${link.textContent}` : "The start";
  }

  /** Puts a node on the board and all beside it. @param {number} i */
  show(i) {
    this.links.get(this.node)?.removeAttribute("aria-current");
    this.place(i);
    const way = this.line(), { words } = this;
    this.slider.max = way.length - 1;
    this.slider.value = way.indexOf(i);
    this.slider.setAttribute("aria-valuetext", words);
    this.board.label(`Position after ${words}`, this.description());
    const last = this.child() === i;
    for (const [name, off] of [["first", !i], ["back", !i], ["on", last], ["last", last]]) this.button(name).disabled = off;
  }

  go(i) {
    if (i === this.node) return;
    this.show(i);
    if (this.child() === i) this.play(false);
    const link = this.links.get(i);
    if (link) {
      link.setAttribute("aria-current", "step");
      // The list scrolls where it stands beside the board.
      if (matchMedia("(min-width:56rem)").matches) link.scrollIntoView({ block: "nearest" });
      history.replaceState(null, "", `#${link.id}`);
    }
    this.section.querySelector(".now").textContent = this.words + this.remark(link);
  }

  /** What the list says of the ply right behind it. */
  remark(link) {
    const note = link?.closest(".moves > span")?.nextElementSibling;
    return note?.classList.contains("k") ? `: ${note.innerText}` : "";
  }

  /** Where the pieces stand, in words. */
  description() {
    const { places, sides, symbols } = this.view, at = [...this.pieces(this.node)];
    const word = (name, { symbol, count }, place) => {
      const where = places[place].startsWith("hand") ? "in hand" : places[place].startsWith("pocket") ? "in the pocket" : places[place];
      return `${count > 1 ? `${count} ` : ""}${symbols[symbol].name.replace(`${name} `, "")} ${where}`;
    };
    const walls = at.filter(([, held]) => symbols[held.symbol].side < 0).map(([place]) => places[place]);
    return sides.map((name, side) => {
      const own = at.filter(([, held]) => symbols[held.symbol].side === side).sort(([a], [b]) => a - b);
      return `${name}: ${own.map(([place, held]) => word(name, held, place)).join(", ")}.`;
    }).join(" ") + (walls.length ? ` Walls: ${walls.join(", ")}.` : "");
  }

  flip() {
    this.board.flip();
    this.button("turn").setAttribute("aria-pressed", String(this.board.flipped));
    this.board.label(`Position after ${this.words}`, this.description());
  }
}

/** The node of a link in the list of moves. */
const idOf = (link) => Number(link.id.split("-")[1]);

const readers = new Map();

/** The reader of a section; null where it has no board. */
function readerOf(section) {
  if (!section?.querySelector(".board")) return null;
  if (!readers.has(section)) readers.set(section, new Reader(section));
  return readers.get(section);
}

const sections = [...document.querySelectorAll(".game")];
let current = null;

/** The game that keys are for: the one last used, else the first that is seen. */
function chosen() {
  const seen = (section) => {
    const box = section.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  };
  return readerOf(current && seen(current) ? current : sections.find((s) => s.querySelector(".board") && seen(s)));
}

/** What the buttons at the head of the page do. */
const page = {
  theme() {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme:dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  },
  diagrams(button) { button.setAttribute("aria-pressed", String(!root.classList.toggle("played"))); },
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
  const reader = chosen();
  if (!reader) return;
  reader.press(event, " ");
  if (event.defaultPrevented) current = reader.section;
});

root.classList.add("played");
for (const hidden of document.querySelectorAll("[data-script]")) hidden.hidden = false;
const asked = location.hash && document.getElementById(location.hash.slice(1));
const named = asked && asked.closest(".moves") && readerOf(asked.closest(".game"));
if (named && named.nodes[idOf(asked)]) {
  named.go(idOf(asked));
  // In a frame the board is wanted, not the place in the list.
  if (window !== window.parent) addEventListener("load", () => requestAnimationFrame(() => named.section.querySelector(".board").scrollIntoView()));
}
