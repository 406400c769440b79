// What the engine thinks of a game: a bar, a graph, arrows and lines.
import { svg } from "./board.js";
import { ask, at, by, call, make, post, say, toast } from "./rest.js";

/** For how many positions the position shown is searched. */
const alongNodes = 200_000;

/** How many moves of a line are shown. */
const shown = 10;

/** Win% of an evaluation, as reports of games have it. @param {number} cp */
const chance = (cp) => 100 / (1 + Math.exp(-0.00368208 * Math.max(-1000, Math.min(1000, cp))));

export class Opinion {
  /** @param {any} game */
  constructor(game) {
    this.game = game;
    /** Of the game, by plies. @type {any} */
    this.report = null;
    /** Of positions, by their texts. @type {Map<string, any>} */
    this.thoughts = new Map();
    this.along = this.allowed = false;
    by("analyse").onclick = () => this.request();
    by("along").onclick = () => this.think(!this.along);
    by("cancel-job").onclick = () => this.cancel();
    by("graph").onclick = (e) => this.point(e);
    this.load();
  }

  /** Fetches what is kept, and takes up a job that is under way. */
  async load() {
    try {
      const { analysis, lines, job } = await ask(`/opinion.json?game=${this.game.tree.game}`);
      this.report = analysis && { ...analysis, lines };
      if (job && (job.state === "waiting" || job.state === "running")) this.watch(job);
    } catch (e) { toast(e.message); return; }
    this.draw();
  }

  /** Offers what the game's etiquette allows. @param {boolean} allowed */
  invite(allowed) {
    this.allowed = allowed;
    by("opinion").hidden = !allowed;
    if (!allowed && this.along) this.think(false);
    this.draw();
    this.game.board.draw(this.game.marks());
  }

  async request() {
    by("analyse").disabled = true;
    try {
      this.watch(await post(`/api/v1/games/${this.game.tree.game}/analysis`, {}));
      say("The game waits to be analysed.");
    } catch (e) {
      by("analyse").disabled = false;
      toast(e.message);
    }
  }

  /** Shows how far a job is, until it ends. */
  watch(job) {
    this.job = job.id;
    this.progress(job);
    const events = new EventSource(at(`/api/v1/jobs/${job.id}/events`));
    events.addEventListener("job", (e) => {
      const now = JSON.parse(e.data);
      if (now.state === "waiting" || now.state === "running") { this.progress(now); return; }
      events.close();
      this.ended(now);
    });
  }

  progress({ state, ply, plies, left }) {
    by("analyse").hidden = true;
    by("job").hidden = false;
    const bar = by("job-progress");
    if (plies) bar.value = ply / plies;
    else bar.removeAttribute("value");
    const time = left == null ? "" : `, ${left < 90 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`} left`;
    by("job-state").textContent = state === "waiting" || !plies ? "Waiting" : `${ply} of ${plies} positions${time}`;
  }

  /** @param {{state: string, message: string}} job */
  async ended({ state, message }) {
    const held = by("job").contains(document.activeElement);
    by("job").hidden = true;
    by("analyse").hidden = by("analyse").disabled = false;
    if (state === "done") {
      await Promise.all([this.load(), this.game.refresh()]); // which has the advice beside the moves
      toast("The game is analysed.");
    } else toast(state === "failed" ? `Not analysed: ${message}` : "The analysis was cancelled.");
    if (held) by("analyse").focus();
  }

  async cancel() {
    try {
      await call(`/api/v1/jobs/${this.job}`, { method: "DELETE" });
    } catch (e) { toast(e.message); }
  }

  /** Shows what is kept of the whole game. */
  draw() {
    const has = Boolean(this.report) && this.allowed;
    by("analyse").textContent = has ? "Analyse anew" : "Analyse this game";
    by("report").hidden = by("graph").hidden = !has;
    if (has) {
      this.graph();
      this.summary();
    }
    this.show();
  }

  graph() {
    const { plies } = this.report, end = Math.max(plies.length - 1, 1);
    const points = plies.map(({ win }, i) => `${(1000 * i / end).toFixed(1)} ${(100 - win).toFixed(1)}`);
    const dots = plies.flatMap(({ win, judgement }, i) => (judgement ? [svg("path", { class: judgement, d: `M${(1000 * i / end).toFixed(1)} ${(100 - win).toFixed(1)}h0` })] : []));
    const picture = svg("svg", { viewBox: "0 -4 1000 108", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.cursor = svg("path", { class: "cursor", d: "" });
    picture.append(svg("path", { class: "won", d: `M0 100L${points.join("L")}L1000 100z` }), svg("path", { class: "even", d: "M0 50H1000" }),
      svg("path", { class: "course", d: `M${points.join("L")}` }), ...dots, this.cursor);
    by("graph").replaceChildren(picture);
    const { first, second } = this.report.summary, [a, b] = this.game.view.sides;
    by("graph").setAttribute("aria-label", `The chances over ${plies.length - 1} plies: ${a} made ${count(first)}, ${b} ${count(second)}. The ply slider goes along it.`);
  }

  /** Goes to the ply that is pointed at. @param {MouseEvent} e */
  point(e) {
    const box = by("graph").getBoundingClientRect();
    this.game.play(false);
    this.game.go(Math.round((e.clientX - box.left) / box.width * this.game.tree.plies));
  }

  summary() {
    const { summary, engine, thinking, saved } = this.report, { sides } = this.game.view;
    const row = (name, side) => make("tr", {}, make("th", { scope: "row" }, name),
      ...[side.accuracy == null ? "–" : `${side.accuracy.toFixed(1)} %`, side.inaccuracies, side.mistakes, side.blunders].map((cell) => make("td", {}, String(cell))));
    const turn = summary.turningPoint;
    by("report").replaceChildren(
      make("table", { class: "explored" }, make("thead", {}, make("tr", {}, make("td"), ...["Accuracy", "?! inaccuracies", "? mistakes", "?? blunders"].map((name) => make("th", { scope: "col" }, name)))),
        make("tbody", {}, row(sides[0], summary.first), row(sides[1], summary.second))),
      make("p", { class: "hint" }, turn != null && "Decided at ", turn != null && make("a", { href: `?ply=${turn}`, onclick: (e) => { e.preventDefault(); this.game.go(turn); } }, `ply ${turn}`), turn != null && " · ",
        `${engine}, ${thinking.nodes ? `${thinking.nodes.toLocaleString()} positions a ply` : `${thinking.depth} plies deep`}${saved ? `, ${saved.slice(0, 10)}` : ""}`));
  }

  /** What is thought of the node that is shown, null where nothing is. */
  get here() {
    const { node, nodes, tree } = this.game, n = nodes[node];
    if (this.along && this.thoughts.has(n.t)) return this.thoughts.get(n.t);
    if (!this.report || !this.allowed || node > tree.plies) return null;
    const ply = this.report.plies[node], { moves, squares } = this.report.lines[node];
    return { ...ply, moves, squares };
  }

  /** Shows it: at every step, so that nothing is done for what has not changed. */
  show() {
    const { game } = this, here = this.here, n = game.nodes[game.node];
    if (this.cursor) this.cursor.setAttribute("d", game.node <= game.tree.plies ? `M${(1000 * game.node / Math.max(game.tree.plies, 1)).toFixed(1)} -4V104` : "");
    const bar = by("chances");
    bar.hidden = !this.allowed || !this.report && !this.along;
    by("thought").hidden = !here && !this.along;
    if (!here) {
      by("score").textContent = n.o || "…";
      by("best").textContent = "";
      return;
    }
    const sign = n.s ? -1 : 1;
    const text = here.mate != null ? `#${sign * here.mate}` : here.cp == null ? n.o || "" : `${sign * here.cp > 0 ? "+" : ""}${(sign * here.cp / 100).toFixed(2)}`;
    const win = here.win ?? chance(sign * (here.mate != null ? 1000 * Math.sign(here.mate) : here.cp));
    bar.firstElementChild.style.width = `${win}%`;
    bar.setAttribute("aria-label", `${game.view.sides[0]} ${win.toFixed(0)} %, ${game.view.sides[1]} ${(100 - win).toFixed(0)} %`);
    by("score").textContent = text;
    by("best").textContent = by("best").title = `${here.moves.slice(0, shown).join(" ")}${here.moves.length > shown ? " …" : ""}`;
  }

  /** The arrow of the best move here. */
  marks() {
    const here = this.game.board && !this.game.annotations?.form ? this.here : null;
    return here?.squares.length ? this.game.board.moveMarks(here.squares, "P") : [];
  }

  /** Thinks along with whoever steps on, or stops. @param {boolean} on */
  think(on) {
    this.along = on;
    by("along").setAttribute("aria-pressed", String(on));
    this.asked?.abort();
    this.asked = null;
    this.show();
    this.game.board.draw(this.game.marks());
    if (on) this.follow();
  }

  /** Thinks about the position that is shown, once nobody steps on. */
  async follow() {
    const { nodes, node, tree: { variant, options } } = this.game, { t: position, o } = nodes[node];
    this.asked?.abort();
    if (!this.along || o || this.thoughts.has(position)) return;
    const { signal } = this.asked = new AbortController();
    try {
      const headers = { "Content-Type": "application/json" };
      const thought = await ask("/api/v1/analysis", { method: "POST", headers, signal, body: JSON.stringify({ variant, options, position, nodes: alongNodes }) });
      const { told, squares } = await ask("/play.json", { method: "POST", headers, signal, body: JSON.stringify({ variant, options, position, moves: thought.line, notation: this.game.tree.notation }) });
      this.thoughts.set(position, { ...thought, moves: told.map((ply, i) => (i ? `· ${ply}` : ply)), squares: squares[0] || [] });
    } catch (e) {
      if (e.name !== "AbortError") { this.think(false); toast(e.message); }
      return;
    }
    if (this.game.nodes[this.game.node].t !== position) return;
    this.show();
    this.game.board.draw(this.game.marks());
    say(`${by("score").textContent}, best ${by("best").textContent}`);
  }
}

/** The faults of a side, in words. */
function count({ inaccuracies, mistakes, blunders }) {
  return [[inaccuracies, "inaccuracies", "inaccuracy"], [mistakes, "mistakes", "mistake"], [blunders, "blunders", "blunder"]]
    .map(([n, many, one]) => `${n} ${n === 1 ? one : many}`).join(", ");
}
