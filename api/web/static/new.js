// A new game: moves entered one by one, or played against the engine, and archived as a record.
import { Choices } from "./choices.js";
import { at, attempts, by, call, make, passing, post, say, store, stored } from "./rest.js";
import { Table } from "./table.js";

/** What the tab keeps the last game by, and each by what it began with. */
const last = "new game";
const keyOf = ({ variant, options, position }) => [last, variant, options, position].join(" ");

/** Fields of the record, by the headers that they write; those of players by side. */
const headers = { event: "Event", date: "Date" };

const fields = ["first", "second", "event", "date", "result", "as", "engine", "nodes"];

class NewGame extends Table {
  constructor() {
    super();
    const words = new URLSearchParams(location.search);
    this.variant = by("variant").value;
    this.options = words.get("options") || "";
    this.position = words.get("position") || "";
    this.moves = [];
    /** The moves that are shown, and those behind them that were taken back. @type {string[]} */
    this.line = [];
    this.take(stored(words.has("variant") ? keyOf(this) : last));
    this.choices = new Choices(by("options"), (options) => { this.options = options; this.open(""); });
    by("variant").onchange = (e) => { this.variant = e.target.value; this.options = ""; this.open(""); };
    by("position").onchange = (e) => this.open(e.target.value.trim());
    by("typing").onsubmit = (e) => { e.preventDefault(); this.type(); };
    by("undo").onclick = () => this.back();
    by("redo").onclick = () => this.again();
    by("flip").onclick = () => this.flip();
    by("anew").onclick = () => this.begin(this.position);
    const attempt = attempts("refused");
    by("record").onsubmit = (e) => { e.preventDefault(); attempt(() => this.archive()); };
    for (const name of fields) by(name).addEventListener("change", () => this.keep());
    by("engine").addEventListener("change", () => this.reply());
    this.show(this.moves);
  }

  /** Takes a game up that was kept, where there is one. @param {any} kept */
  take(kept) {
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

  /** Has the tab keep the game, null for none. @param {any} kept */
  store(kept) { for (const key of [last, keyOf(this)]) store(key, kept); }

  /** Goes on with the game that was left, or begins one. @param {string} position of its start, "" for the array */
  open(position) {
    const kept = stored(keyOf({ ...this, position }));
    if (!kept?.moves.length) { this.begin(position); return; }
    this.take(kept);
    this.line = [];
    this.show(this.moves);
  }

  /** Begins from a position, or from the array. @param {string} position */
  begin(position) {
    this.position = position;
    this.line = [];
    by("result").value = "*";
    this.show([]);
  }

  /** What was kept may be of other rules. */
  async refuse(e, again) {
    await super.refuse(e, again);
    if (passing(e)) return;
    if (this.now) this.reply();
    else if (this.moves.length) { this.moves = []; await this.show([]); }
  }

  /** What the engine thinks of is no longer asked. @param {string[]} moves @param {boolean} [glide] */
  show(moves, glide) {
    this.thinking?.abort();
    return super.show(moves, glide);
  }

  /** Says what is shown. @param {boolean} fresh it is of another game */
  shown(fresh) {
    if (this.moves.some((move, i) => move !== this.line[i])) this.line = this.moves;
    this.draw();
    if (fresh) {
      this.choices.show(this.variant, this.options);
      this.name();
    }
    const { variant, options, position } = this;
    const words = `?${new URLSearchParams(Object.entries({ variant, options, position }).filter(([, value]) => value))}`;
    if (words !== location.search) history.replaceState(null, "", words); // a reload shows the same game
    this.keep();
    this.reply();
  }

  /** Writes what belongs to the game that is played. */
  name() {
    const { view, formats } = this.now, [first, second] = view.sides;
    by("first-label").textContent = first;
    by("second-label").textContent = second;
    by("engine").options[1].textContent = first;
    by("engine").options[2].textContent = second;
    by("as").replaceChildren(...formats.map(({ format, name }) => make("option", { value: format }, name)));
    if (this.as && formats.some(({ format }) => format === this.as)) by("as").value = this.as;
    document.title = `New game of ${by("variant").selectedOptions[0].textContent} · Assay`;
  }

  draw() {
    const { view, side, ended, result, check, told } = this.now;
    const turn = ended ? `The game is over: ${ended}` : `${view.sides[side]} to move${check ? ", in check" : ""}`;
    const move = told.length ? `${told.at(-1)}. ` : "";
    by("caption").textContent = turn;
    this.board.label(`${move}${turn}`);
    say(`${move}${turn}`);
    if (result !== "*") by("result").value = result;
    this.bars();
    by("undo").disabled = !this.moves.length;
    by("redo").disabled = !this.behind;
    by("position").value = this.position;
    this.list();
  }

  /** Says who sits where, and whose turn it is. */
  bars() {
    const { view, side, ended } = this.now;
    for (const [id, who] of [["bar-top", this.board.flipped ? 0 : 1], ["bar-bottom", this.board.flipped ? 1 : 0]]) {
      by(id).classList.toggle("turn", who === side && !ended);
      by(id).classList.toggle("first", who === 0);
      by(id).classList.toggle("second", who === 1);
      by(id).querySelector(".name").textContent = view.sides[who];
    }
  }

  list() {
    const { told, side, byPlies } = this.now, begins = (side + told.length) % 2; // turns go to and fro, in games with passes too
    const number = (i) => (byPlies ? `${i + 1}. ` : (i + begins) % 2 === 0 || i === 0 ? `${Math.floor((i + begins) / 2) + 1}${(i + begins) % 2 ? "…" : "."} ` : "");
    by("line").replaceChildren(...told.map((move, i) => make("span", { class: `move ${(i + begins) % 2 ? "second" : "first"}`, "aria-current": i === told.length - 1 ? "true" : null },
      number(i) && make("span", { class: "number" }, number(i)), move)));
    by("moves").scrollTop = by("moves").scrollHeight;
  }

  /** Plays what was typed, after what was typed before; what does not hold comes back with all behind it. */
  async type() {
    const text = by("typed").value.trim(), before = this.typing;
    if (!text) return;
    by("typed").value = "";
    const mine = this.typing = (async () => await before !== false && await this.add(text))();
    if (await mine) return;
    by("typed").value = [by("typed").value, text].filter(Boolean).join(" ");
    if (this.typing === mine) this.typing = null;
  }

  /** Takes the last move back, and the engine's before it. */
  back() {
    const own = by("engine").value, n = own !== "" && this.moves.length > 1 && this.now.side !== Number(own) ? 2 : 1;
    by("result").value = "*";
    this.show(this.moves.slice(0, -n));
  }

  /** How many moves can be played again. */
  get behind() { return Math.max(0, this.line.length - this.moves.length); }

  again() { if (this.behind) this.show(this.line.slice(0, this.moves.length + 1), true); }

  flip() {
    this.board.flip();
    this.bars();
  }

  /** Has the engine move where it is its turn. */
  async reply() {
    this.thinking?.abort();
    const { now } = this, own = by("engine").value;
    if (!now || own === "" || now.ended || Number(own) !== now.side) return;
    const { signal } = this.thinking = new AbortController();
    by("caption").textContent = `${now.view.sides[now.side]} thinks…`;
    try {
      const move = await this.best(Number(by("nodes").value), signal);
      if (!signal.aborted && move) await this.add(move);
    } catch (e) {
      if (e.name === "AbortError") return;
      this.draw();
      super.refuse(e, () => { by("refused").textContent = ""; this.reply(); });
    }
  }

  /** The record in Assay's own form. */
  get record() {
    const tags = [...["first", "second"].map((name, side) => ({ key: this.now.view.sides[side], value: by(name).value.trim() })),
      ...Object.entries(headers).map(([name, key]) => ({ key, value: by(name).value.trim() }))].filter((tag) => tag.value);
    return {
      assay: 1, notation: "numbered", variant: this.variant, options: this.options || undefined, tags, start: this.position || undefined,
      result: by("result").value, plies: this.moves.map((text) => ({ text })),
    };
  }

  /** Archives the record in the notation that is chosen, proved like any other. */
  async archive() {
    const { text } = await post(`/record.json?as=${by("as").value}`, this.record);
    const { games: [game] } = await (await call("/api/v1/games?file=new-game", { method: "POST", body: text, headers: { "Content-Type": "application/octet-stream" } })).json();
    this.store(null);
    location.href = at(`/games/${game.id}?ply=${game.plies}`);
  }
}

window.newGame = new NewGame();
