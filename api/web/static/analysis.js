// The engine's analysis of a game: bar, graph, arrows and lines.
import { svg } from "./board.js";
import { ask, at, by, call, make, post, say, toast } from "./rest.js";
import { count, lang, t } from "./text.js";

/** Search limit of live analysis, in nodes. */
const liveNodes = 200_000;

/** Number of displayed moves of a line. */
const lineLength = 10;

/** Win probability of an evaluation in percent, as in analysis reports. @param {number} cp */
const chance = (cp) => 100 / (1 + Math.exp(-0.00368208 * Math.max(-1000, Math.min(1000, cp))));

export class GameAnalysis {
  /** @param {any} game */
  constructor(game) {
    this.game = game;
    /** The stored analysis of the game. @type {any} */
    this.report = null;
    /** Live analysis by position. @type {Map<string, any>} */
    this.evaluations = new Map();
    this.live = this.allowed = false;
    by("analyse").onclick = () => this.request();
    by("live-analysis").onclick = () => this.setLive(!this.live);
    by("cancel-job").onclick = () => this.cancel();
    by("graph").onclick = (e) => this.point(e);
    this.load();
  }

  /** Loads the stored analysis, and watches a pending job. */
  async load() {
    try {
      const { game, notation } = this.game.tree, words = new URLSearchParams({ lines: "true", ...(notation && { notation }) });
      const { analysis, lines, job } = await ask(`/api/v1/games/${game}/analysis?${words}`);
      this.report = lines ? { ...analysis, lines } : null;
      if (job && (job.state === "waiting" || job.state === "running")) this.watch(job);
    } catch (e) { toast(e.message); return; }
    this.draw();
  }

  /** Shows or hides analysis, as the comment policy requires. @param {boolean} allowed */
  allow(allowed) {
    this.allowed = allowed;
    by("analysis").hidden = by("tab-analysis").hidden = !allowed;
    by("analyse").hidden = !allowed || !by("job").hidden;
    if (!allowed && by("tab-analysis").getAttribute("aria-selected") === "true") this.game.tabs.open(by("tab-moves"));
    if (!allowed && this.live) this.setLive(false);
    this.draw();
    this.game.board.draw(this.game.marks());
  }

  async request() {
    by("analyse").disabled = true;
    try {
      this.watch(await post(`/api/v1/games/${this.game.tree.game}/analysis`, {}));
      say(t`The analysis is queued.`);
    } catch (e) {
      by("analyse").disabled = false;
      toast(e.message);
    }
  }

  /** Shows the progress of a job until it ends. */
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
    const time = left == null ? "" : left < 90 ? t`, ${Math.ceil(left)} s left` : t`, ${Math.ceil(left / 60)} min left`;
    by("job-state").textContent = state === "waiting" || !plies ? t`Queued` : t`${ply} of ${plies} positions${time}`;
  }

  /** @param {{state: string, message: string}} job */
  async ended({ state, message }) {
    const hadFocus = by("job").contains(document.activeElement);
    by("job").hidden = true;
    by("analyse").hidden = !this.allowed;
    by("analyse").disabled = false;
    if (state === "done") {
      await Promise.all([this.load(), this.game.refresh()]); // the move list shows the judgements
      toast(t`Analysis complete.`);
    } else toast(state === "failed" ? t`Analysis failed: ${message}` : t`Analysis cancelled.`);
    if (hadFocus) by("analyse").focus();
  }

  async cancel() {
    try {
      await call(`/api/v1/jobs/${this.job}`, { method: "DELETE" });
    } catch (e) { toast(e.message); }
  }

  /** Shows the stored analysis. */
  draw() {
    const has = Boolean(this.report) && this.allowed;
    by("analyse").textContent = has ? t`Analyse again` : t`Analyse this game`;
    by("report").hidden = by("graph").hidden = !has;
    by("no-report").hidden = has;
    // The main action: correct a record with an error, else analyse, else annotate.
    by("analyse").classList.toggle("primary", !has && !this.game.tree.error);
    by("annotate").classList.toggle("primary", has);
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
    by("graph").setAttribute("aria-label", t`Winning chances over ${plies.length - 1} plies. ${a}: ${mistakes(first)}. ${b}: ${mistakes(second)}. Use the ply slider to move along the graph.`);
  }

  /** Goes to the clicked ply. @param {MouseEvent} e */
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
      make("table", { class: "explored" }, make("thead", {}, make("tr", {}, make("td"), ...[t`Accuracy`, t`?! inaccuracies`, t`? mistakes`, t`?? blunders`].map((name) => make("th", { scope: "col" }, name)))),
        make("tbody", {}, row(sides[0], summary.first), row(sides[1], summary.second))),
      [summary.first, summary.second].some((s) => s.mistakes + s.blunders > 0) && make("p", {}, make("a", { href: `/mistakes?game=${this.game.tree.game}` }, t`Learn from mistakes`)),
      make("p", { class: "hint" }, turn != null && t`Turning point: `, turn != null && make("a", { href: `?ply=${turn}`, onclick: (e) => { e.preventDefault(); this.game.go(turn); } }, t`ply ${turn}`), turn != null && " · ",
        [engine, thinking.nodes ? t`${thinking.nodes.toLocaleString(lang)} nodes per position` : t`depth ${thinking.depth}`, saved?.slice(0, 10)].filter(Boolean).join(", ")));
  }

  /** The analysis of the current node, or null. */
  get here() {
    const { node, nodes, tree } = this.game, n = nodes[node];
    if (this.live && this.evaluations.has(n.t)) return this.evaluations.get(n.t);
    if (!this.report || !this.allowed || node > tree.plies) return null;
    const ply = this.report.plies[node], { moves, squares } = this.report.lines[node];
    return { ...ply, moves, squares };
  }

  /** Shows the analysis of the current node. */
  show() {
    const { game } = this, here = this.here, n = game.nodes[game.node];
    if (this.cursor) this.cursor.setAttribute("d", game.node <= game.tree.plies ? `M${(1000 * game.node / Math.max(game.tree.plies, 1)).toFixed(1)} -4V104` : "");
    const bar = by("win-chances");
    bar.hidden = !this.allowed || !this.report && !this.live;
    by("evaluation-line").hidden = !here && !this.live;
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
    by("best").textContent = by("best").title = `${here.moves.slice(0, lineLength).join(" ")}${here.moves.length > lineLength ? " …" : ""}`;
  }

  /** The arrow of the best move. */
  marks() {
    const here = this.game.board && !this.game.annotations?.form ? this.here : null;
    return here?.squares.length ? this.game.board.moveMarks(here.squares, "P") : [];
  }

  /** Turns live analysis on or off. @param {boolean} on */
  setLive(on) {
    this.live = on;
    by("live-analysis").setAttribute("aria-pressed", String(on));
    this.liveRequest?.abort();
    this.liveRequest = null;
    this.show();
    this.game.board.draw(this.game.marks());
    if (on) this.follow();
  }

  /** Analyses the current position. */
  async follow() {
    const { nodes, node, tree: { variant, options } } = this.game, { t: position, o } = nodes[node];
    this.liveRequest?.abort();
    if (!this.live || o || this.evaluations.has(position)) return;
    const { signal } = this.liveRequest = new AbortController();
    try {
      const send = (path, body) => ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, signal, body: JSON.stringify({ variant, options, position, ...body }) });
      const result = await send("/api/v1/analysis", { nodes: liveNodes });
      const { drawing: { plies } } = await send("/api/v1/positions/play", { moves: result.line, notation: this.game.tree.notation, drawing: true });
      this.evaluations.set(position, { ...result, moves: plies.map(({ text }, i) => (i ? `· ${text}` : text)), squares: plies[0]?.squares || [] });
    } catch (e) {
      if (e.name !== "AbortError") { this.setLive(false); toast(e.message); }
      return;
    }
    if (this.game.nodes[this.game.node].t !== position) return;
    this.show();
    this.game.board.draw(this.game.marks());
    say(t`${by("score").textContent}, best ${by("best").textContent}`);
  }
}

/** A side's inaccuracies, mistakes and blunders as text. */
function mistakes(side) {
  return [count(side.inaccuracies, "{1} inaccuracy", "{1} inaccuracies"), count(side.mistakes, "{1} mistake", "{1} mistakes"),
    count(side.blunders, "{1} blunder", "{1} blunders")].join(", ");
}
