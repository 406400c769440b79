// Sends record files, and shows what is wrong with those that are refused.
import { Board, apply, named, wrongMark } from "/static/board.js";
import { ask, by, make } from "/static/rest.js";

export class Upload {
  /** @param {() => Promise<void>} onadded */
  constructor(onadded) {
    this.onadded = onadded;
    const drop = by("drop"), files = by("files");
    by("add").hidden = false;
    by("add").onclick = () => { drop.hidden = !drop.hidden; if (!drop.hidden) files.focus(); };
    files.onchange = () => { this.send([...files.files]); files.value = ""; };
    by("paste").onclick = () => this.typed("", "typed.txt");
    let depth = 0;
    const holds = (e) => e.dataTransfer && [...e.dataTransfer.types].includes("Files");
    addEventListener("dragenter", (e) => { if (holds(e)) { depth++; drop.hidden = false; drop.classList.add("over"); } });
    addEventListener("dragleave", (e) => { if (holds(e) && --depth <= 0) drop.classList.remove("over"); });
    addEventListener("dragover", (e) => { if (holds(e)) e.preventDefault(); });
    addEventListener("drop", (e) => {
      if (!holds(e)) return;
      e.preventDefault();
      depth = 0;
      drop.classList.remove("over");
      this.send([...e.dataTransfer.files]);
    });
  }

  /** @param {File[]} files */
  async send(files) {
    by("drop").hidden = false;
    for (const file of files) await this.one(file, file.name);
  }

  /** Sends one body with progress. @param {Blob} body @param {string} name @param {Element} [card] that it takes the place of */
  one(body, name, card) {
    const bar = by("progress");
    bar.hidden = false;
    bar.value = 0;
    return new Promise((done) => {
      const call = new XMLHttpRequest();
      call.open("POST", `/api/v1/games?file=${encodeURIComponent(name)}`);
      call.upload.onprogress = (e) => { if (e.lengthComputable) bar.value = e.loaded / e.total * .9; };
      call.onerror = () => { bar.hidden = true; this.put(this.card(false, name, "The server cannot be reached."), card); done(undefined); };
      call.onload = async () => {
        bar.value = 1;
        bar.hidden = true;
        let answer = {};
        try { answer = JSON.parse(call.responseText); } catch { answer = { detail: call.responseText }; }
        await this.told(call.status, answer, body, name, card);
        done(undefined);
      };
      call.send(body);
    });
  }

  put(e, old) {
    if (old?.isConnected) old.replaceWith(e);
    else by("results").prepend(e);
    e.scrollIntoView({ block: "nearest" });
  }

  card(good, name, text, ...more) {
    return make("section", { class: good ? "report" : "report bad" },
      make("header", {}, make("strong", {}, name), make("span", {}, text), make("button", { type: "button", class: "quiet", "aria-label": `Put the report on ${name} away`, onclick: (e) => e.target.closest("section").remove() }, "×")), ...more);
  }

  async told(status, answer, body, name, old) {
    if (status === 200 || status === 201) {
      const games = answer.games, added = games.filter((g) => !g.existing).length;
      this.put(this.card(true, name, added === games.length ? `${added} game${added === 1 ? "" : "s"} archived.` : `${added} archived, ${games.length - added} were there already.`,
        make("p", { class: "chips" }, ...games.slice(0, 12).map((g) => make("a", { class: "button", href: `/games/${g.id}` }, `Open game ${g.id}`)))), old);
      await this.onadded();
      return;
    }
    const bad = (answer.games || []).filter((g) => g.error);
    if (!bad.length) { this.put(this.card(false, name, answer.detail || answer.title || `status ${status}`), old); return; }
    const text = await body.text();
    const report = bad[0];
    const card = this.card(false, name, `Record ${report.game}${bad.length > 1 ? ` and ${bad.length - 1} more` : ""} of ${answer.games.length} is ${report.verdict}; nothing was archived.`);
    this.put(card, old);
    await this.fault(card, report, text, name);
  }

  /** Opens a text to be written. */
  typed(text, name) {
    const card = this.card(true, name, "Write or paste a record.");
    this.editor(card, text, name);
    this.put(card);
    card.querySelector("textarea").focus();
  }

  editor(card, text, name) {
    const area = Object.assign(make("textarea", { rows: 12, spellcheck: "false", "aria-label": `Text of ${name}` }), { value: text });
    card.append(area, make("p", { class: "chips" },
      make("button", { type: "button", class: "primary", onclick: () => this.one(new Blob([area.value]), name, card) }, "Archive"),
      make("button", { type: "button", onclick: () => this.check(area.value, name, card) }, "Only check")));
    return area;
  }

  async check(text, name, card) {
    let reports;
    try {
      reports = await ask(`/api/v1/validate?file=${encodeURIComponent(name)}`, { method: "POST", body: text });
    } catch (e) { this.put(this.card(false, name, e.message), card); return; }
    const bad = reports.find((r) => r.error);
    if (!bad) {
      const good = this.card(true, name, reports.map((r) => `${r.variant || "unknown game"}: ${r.verdict}, ${r.plies} plies, ${r.result}`).join("; "));
      this.put(good, card);
      this.editor(good, text, name);
      return;
    }
    const next = this.card(false, name, `Record ${bad.game} is ${bad.verdict}.`);
    this.put(next, card);
    await this.fault(next, bad, text, name);
  }

  /** Shows the board before a fault, the move that does not hold, its ruling, and what would. */
  async fault(card, report, text, name) {
    const e = report.error;
    const box = make("div", { class: "board-box" });
    const side = make("div", {});
    card.append(make("div", { class: "split" }, box, side));
    let board = null;
    if (report.final) {
      try {
        const words = new URLSearchParams({ variant: report.variant, position: report.final });
        if (report.options) words.set("options", report.options);
        const p = await ask(`/board.json?${words}`);
        board = new Board(box, p.stage, { label: `The board before ply ${e.ply}` });
        board.set(apply(new Map(), p.filled), []);
      } catch { box.remove(); }
    } else box.remove();
    const mark = (move, colour) => {
      const [from, to] = named(move, board.names);
      return from == null ? [] : [{ from, to, colour }];
    };
    const wrong = board ? wrongMark(e, board.names) : [];
    board?.draw(wrong);
    const chip = (move) => make("button", { type: "button", class: "legal", title: "Write this in its place and check again",
      onmouseenter: () => board?.draw([...wrong, ...mark(move, "G")]), onfocus: () => board?.draw([...wrong, ...mark(move, "G")]), onmouseleave: () => board?.draw(wrong),
      onclick: () => this.check(replace(text, e, move), name, card) }, move);
    side.append(
      make("div", { class: "ruling" }, make("h2", {}, e.ply ? `Ply ${e.ply}, ${e.side}: ${e.text}` : "It cannot be read"),
        make("blockquote", {}, e.message, e.rule && report.variant && " ", e.rule && report.variant && make("a", { href: `/variants/${report.variant}#${e.rule}` }, e.rule)),
        make("p", { class: "hint" }, `${name}, line ${e.line}, column ${e.column}`)),
      quote(text, e));
    if (e.suggestion) side.append(make("p", { class: "chips" }, "Probably meant: ", chip(e.suggestion)));
    const rest = (e.legal || []).filter((m) => m !== e.suggestion);
    if (rest.length) side.append(make("p", { class: "hint" }, "Nearest legal moves:"), make("p", { class: "chips" }, ...rest.map(chip)));
    const area = this.editor(side, text, name);
    area.rows = 8;
    side.querySelector(".chips:last-child").append(make("button", { type: "button", onclick: () => this.keep(text, name, card) }, "Archive it as illegal"));
  }

  async keep(text, name, card) {
    try {
      const got = await ask(`/api/v1/games?keep=illegal&file=${encodeURIComponent(name)}`, { method: "POST", body: text });
      await this.told(200, got, new Blob([text]), name, card);
    } catch (e) { this.put(this.card(false, name, e.message), card); }
  }
}

/** The lines around a fault. */
function quote(text, e) {
  const lines = text.split(/\r\n|\r|\n/), i = e.line - 1;
  if (i < 0 || i >= lines.length) return "";
  const line = lines[i], characters = [...line], at = e.column - 1, width = Math.max(1, [...(e.text || "")].length);
  const before = lines.slice(Math.max(0, i - 2), i).map((l) => l + "\n").join("");
  const after = lines.slice(i + 1, i + 3).map((l) => "\n" + l).join("");
  return make("div", { class: "source", tabindex: 0, role: "region", "aria-label": "The record around the fault" }, before + characters.slice(0, at).join(""), make("mark", {}, characters.slice(at, at + width).join("")), characters.slice(at + width).join("") + after);
}

/** The text with the faulty move replaced. */
function replace(text, e, move) {
  const parts = text.split(/(\r\n|\r|\n)/), i = (e.line - 1) * 2;
  if (i < 0 || i >= parts.length) return text;
  const characters = [...parts[i]], width = [...e.text].length;
  if (characters.slice(e.column - 1, e.column - 1 + width).join("") !== e.text) return text;
  characters.splice(e.column - 1, width, move);
  parts[i] = characters.join("");
  return parts.join("");
}
