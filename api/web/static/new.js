// The page for a new game: enter moves, or play against the engine, then save it.
import { PlayBoard } from "./playboard.js";
import { at, attempts, by, call, isTemporary, make, say, store, stored } from "./rest.js";
import { VariantOptions } from "./variantoptions.js";
import { t } from "./text.js";

/** Session storage keys: of the last game, and of each game by its start. */
const lastKey = "new game";
const keyOf = ({ variant, options, position }) => [lastKey, variant, options, position].join(" ");

/** Form fields and their headers; players' headers depend on the variant. */
const headers = { event: "Event", date: "Date" };

/** The setups of janggi: the letters of horses (N) and elephants (B) from left to right, and their names. */
const setups = [["NBBN", "마상상마 馬象象馬"], ["BNNB", "상마마상 象馬馬象"], ["NBNB", "마상마상 馬象馬象"], ["BNBN", "상마상마 象馬象馬"]];

const fields = ["first", "second", "event", "date", "result", "as", "engine", "nodes"];

class NewGame extends PlayBoard {
  constructor() {
    super();
    const words = new URLSearchParams(location.search);
    this.variant = by("variant").value;
    this.options = words.get("options") || "";
    this.position = words.get("position") || "";
    this.moves = [];
    /** The moves shown, followed by those undone. @type {string[]} */
    this.line = [];
    this.restore(stored(words.has("variant") ? keyOf(this) : lastKey));
    this.variantOptions = new VariantOptions(by("options"), (options) => { this.options = options; this.open(""); });
    by("variant").onchange = (e) => { this.variant = e.target.value; this.options = ""; this.open(""); };
    by("position").onchange = (e) => this.open(e.target.value.trim());
    by("typing").onsubmit = (e) => { e.preventDefault(); this.type(); };
    this.connectCommands();
    by("undo").onclick = () => this.undo();
    by("redo").onclick = () => this.redo();
    by("flip").onclick = () => this.flip();
    by("start-over").onclick = () => this.begin(this.position);
    const attempt = attempts("refused");
    by("record").onsubmit = (e) => { e.preventDefault(); attempt(() => this.archive()); };
    for (const name of fields) by(name).addEventListener("change", () => this.keep());
    by("engine").addEventListener("change", () => this.reply());
    this.show(this.moves);
  }

  /** Restores a kept game, if any. @param {any} kept */
  restore(kept) {
    if (!kept) return;
    ({ variant: this.variant, options: this.options, position: this.position, moves: this.moves } = kept);
    by("variant").value = this.variant;
    for (const name of fields) if (kept[name] != null) by(name).value = kept[name];
    this.as = kept.as;
  }

  keep() {
    const { variant, options, position, moves } = this;
    const kept = { variant, options, position, moves };
    for (const name of fields) kept[name] = by(name).value;
    this.store(kept);
  }

  /** Keeps the game in session storage; null deletes it. @param {any} kept */
  store(kept) { for (const key of [lastKey, keyOf(this)]) store(key, kept); }

  /** Continues a kept game, or begins a new one. @param {string} position to start from, "" for the usual one */
  open(position) {
    const kept = stored(keyOf({ ...this, position }));
    if (!kept?.moves.length) { this.begin(position); return; }
    this.restore(kept);
    this.line = [];
    this.show(this.moves);
  }

  /** Begins a game from a position, "" for the usual one. @param {string} position */
  begin(position) {
    this.position = position;
    this.line = [];
    by("result").value = "*";
    this.show([]);
  }

  /** Handles an error; a kept game may not fit the variant's rules any more. */
  async refuse(e, retry) {
    await super.refuse(e, retry);
    if (isTemporary(e)) return;
    if (this.now) this.reply();
    else if (this.moves.length) { this.moves = []; await this.show([]); }
  }

  /** Shows a position and stops the engine. @param {string[]} moves @param {boolean} [glide] */
  show(moves, glide) {
    this.engineRequest?.abort();
    return super.show(moves, glide);
  }

  /** Updates the page for a new position. @param {boolean} fresh another variant is shown */
  shown(fresh) {
    if (this.moves.some((move, i) => move !== this.line[i])) this.line = this.moves;
    this.draw();
    if (fresh) {
      this.variantOptions.show(this.variant, this.options);
      this.showNames();
    }
    this.showSetups();
    const { variant, options, position } = this;
    const words = `?${new URLSearchParams(Object.entries({ variant, options, position }).filter(([, value]) => value))}`;
    if (words !== location.search) history.replaceState(null, "", words); // a reload shows the same game
    this.keep();
    this.reply();
  }

  /** Shows the names of the variant's sides and notations. */
  showNames() {
    const { view, formats } = this.now.drawing, [first, second] = view.sides;
    by("first-label").textContent = first;
    by("second-label").textContent = second;
    by("engine").options[1].textContent = first;
    by("engine").options[2].textContent = second;
    by("as").replaceChildren(...formats.map(({ format, name }) => make("option", { value: format }, name)));
    if (this.as && formats.some(({ format }) => format === this.as)) by("as").value = this.as;
    document.title = t`New game: ${by("variant").selectedOptions[0].textContent} · Assay`;
  }

  /** Offers the setups of janggi for both sides: the order of horses and elephants, from each player's left. */
  showSetups() {
    const box = by("setups"), { position, drawing: { view } } = this.now;
    box.hidden = !this.variant.startsWith("janggi") || this.moves.length > 0;
    if (box.hidden) return;
    const [board, ...rest] = position.split(" "), ranks = board.split("/"), own = (side) => (side ? [...ranks[0].toUpperCase()].reverse().join("") : ranks[9]);
    box.replaceChildren(make("legend", {}, t`Setup`), ...view.sides.map((name, side) => make("label", {}, `${name} `, make("select", { onchange: (e) => {
      const rank = `R${e.target.value.slice(0, 2)}${own(side).slice(3, 6)}${e.target.value.slice(2)}R`;
      const all = side ? [[...rank.toLowerCase()].reverse().join(""), ...ranks.slice(1)] : [...ranks.slice(0, 9), rank];
      this.open([all.join("/"), ...rest].join(" "));
    } }, ...setups.map(([order, label]) => make("option", { value: order, selected: own(side).slice(1, 3) + own(side).slice(6, 8) === order }, label))))));
  }

  draw() {
    const { outcome, check, drawing: { view, turn: side, plies, counted = 0, countTo } } = this.now;
    const turn = outcome ? t`Game over: ${outcome.termination}` : t`${view.sides[side]} to move` + (check ? t`, in check` : "") + (countTo ? t`, count ${counted} of ${countTo}` : "");
    const move = plies.length ? `${plies.at(-1).text}. ` : "";
    by("caption").textContent = turn;
    this.board.label(`${move}${turn}`);
    say(`${move}${turn}`);
    if (outcome && outcome.result !== "*") by("result").value = outcome.result;
    this.bars();
    by("undo").disabled = !this.moves.length;
    by("redo").disabled = !this.undone;
    by("position").value = this.position;
    this.list();
  }

  /** Shows the sides' names and the side to move. */
  bars() {
    const { outcome, drawing: { view, turn: side, points } } = this.now;
    for (const [id, who] of [["bar-top", this.board.flipped ? 0 : 1], ["bar-bottom", this.board.flipped ? 1 : 0]]) {
      by(id).classList.toggle("turn", who === side && !outcome);
      by(id).classList.toggle("first", who === 0);
      by(id).classList.toggle("second", who === 1);
      by(id).querySelector(".name").textContent = view.sides[who];
      by(id).querySelector(".clock").textContent = points ? t`${points[who]} points` : "";
    }
  }

  list() {
    const { plies, turn, byPlies } = this.now.drawing, begins = (turn + plies.length) % 2; // turns alternate, even with passes
    const number = (i) => (byPlies ? `${i + 1}. ` : (i + begins) % 2 === 0 || i === 0 ? `${Math.floor((i + begins) / 2) + 1}${(i + begins) % 2 ? "…" : "."} ` : "");
    by("line").replaceChildren(...plies.map(({ text }, i) => make("span", { class: `move ${(i + begins) % 2 ? "second" : "first"}`, "aria-current": i === plies.length - 1 ? "true" : null },
      number(i) && make("span", { class: "number" }, number(i)), text)));
    by("moves").scrollTop = by("moves").scrollHeight;
  }

  /** Plays the typed move after earlier ones; an illegal move returns to the field with all later ones. */
  async type() {
    const text = by("typed").value.trim(), before = this.typing;
    if (!text) return;
    by("typed").value = "";
    const mine = this.typing = (async () => await before !== false && await this.add(text))();
    if (await mine) return;
    by("typed").value = [by("typed").value, text].filter(Boolean).join(" ");
    if (this.typing === mine) this.typing = null;
  }

  /** Undoes the last move, together with the engine's reply. */
  undo() {
    const own = by("engine").value, n = own !== "" && this.moves.length > 1 && this.now.drawing.turn !== Number(own) ? 2 : 1;
    by("result").value = "*";
    this.show(this.moves.slice(0, -n));
  }

  /** The number of moves that can be redone. */
  get undone() { return Math.max(0, this.line.length - this.moves.length); }

  redo() { if (this.undone) this.show(this.line.slice(0, this.moves.length + 1), true); }

  flip() {
    this.board.flip();
    this.bars();
  }

  /** Lets the engine move if it is its turn. */
  async reply() {
    this.engineRequest?.abort();
    const { now } = this, own = by("engine").value;
    if (!now || own === "" || now.outcome || Number(own) !== now.drawing.turn) return;
    const { signal } = this.engineRequest = new AbortController();
    by("caption").textContent = t`${now.drawing.view.sides[now.drawing.turn]} is thinking…`;
    try {
      const move = await this.best(Number(by("nodes").value), signal);
      if (!signal.aborted && move) await this.add(move);
    } catch (e) {
      if (e.name === "AbortError") return;
      this.draw();
      super.refuse(e, () => { by("refused").textContent = ""; this.reply(); });
    }
  }

  /** The record in Assay's JSON format. */
  get record() {
    const tags = [...["first", "second"].map((name, side) => ({ key: this.now.drawing.view.sides[side], value: by(name).value.trim() })),
      ...Object.entries(headers).map(([name, key]) => ({ key, value: by(name).value.trim() }))].filter((tag) => tag.value);
    return {
      assay: 1, notation: "numbered", variant: this.variant, options: this.options || undefined, tags, start: this.position || undefined,
      result: by("result").value, plies: this.moves.map((text) => ({ text })),
    };
  }

  /** Archives the record in the selected notation. */
  async archive() {
    const send = (path, body) => call(path, { method: "POST", body, headers: { "Content-Type": "application/octet-stream" } });
    const text = await (await send(`/api/v1/text?format=json&as=${by("as").value}`, JSON.stringify(this.record))).text();
    const { games: [game] } = await (await send("/api/v1/games?file=new-game", text)).json();
    this.store(null);
    location.href = at(`/games/${game.id}?ply=${game.plies}`);
  }
}

window.newGame = new NewGame();
