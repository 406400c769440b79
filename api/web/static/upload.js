// Sends record files, and shows what is wrong with those that are refused.
import { showFault } from "./fault.js";
import { warningLists } from "./warnings.js";
import { ask, at, by, call, make, say, unreachable } from "./rest.js";

/** The longest text that is put into a field, in characters. */
const longest = 400_000;

/** @param {number} n @param {string} word @param {string} [several] */
const count = (n, word, several = word + "s") => `${n} ${n === 1 ? word : several}`;

/**
 * A record file on its way: its bytes as they came, and their text where it is
 * known.
 * @typedef {{name: string, body: Blob, text?: string}} Sent
 */

export class Upload {
  /** @param {() => Promise<void>} onadded */
  constructor(onadded) {
    this.onadded = onadded;
    const drop = by("drop"), files = by("files");
    by("add").hidden = false;
    by("add").onclick = () => {
      this.unfold(drop.hidden);
      if (!drop.hidden) files.focus();
    };
    files.onchange = () => { this.send([...files.files]); files.value = ""; };
    by("paste").onclick = () => this.typed("", "typed.txt");
    this.sending = make("span", { class: "hint" });
    this.stop = make("button", { type: "button", hidden: true, onclick: () => this.cancel() }, "Cancel");
    by("progress").after(this.sending, " ", this.stop);
    let depth = 0;
    const holds = (e) => e.dataTransfer && [...e.dataTransfer.types].includes("Files");
    addEventListener("dragenter", (e) => { if (holds(e)) { depth++; this.unfold(true); drop.classList.add("over"); } });
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

  /** Shows the field for files, or puts it away. @param {boolean} on */
  unfold(on) {
    by("drop").hidden = !on;
    by("add").setAttribute("aria-expanded", String(on));
  }

  /**
   * Sends files one after the other; those of a later call follow.
   * @param {File[]} files
   */
  send(files) {
    this.unfold(true);
    this.queue = [...(this.queue || []), ...files];
    this.running ||= this.work().finally(() => { this.running = null; });
  }

  async work() {
    while (this.queue.length) {
      const file = this.queue.shift();
      await this.one({ name: file.name, body: file });
    }
  }

  /** Sends nothing more; what has been archived stays. */
  cancel() {
    this.queue = [];
    this.call?.abort();
  }

  /**
   * Sends one file with progress.
   * @param {Sent} sent @param {Element} [card] that it takes the place of @param {boolean} [keep] archive what is illegal
   */
  one(sent, card, keep = false) {
    const bar = by("progress"), left = this.queue?.length || 0;
    bar.hidden = this.stop.hidden = false;
    bar.value = 0;
    this.sending.textContent = sent.name + (left ? `, and ${count(left, "file")} after it` : "");
    return new Promise((done) => {
      const call = this.call = new XMLHttpRequest();
      const end = async (show) => {
        const stopped = document.activeElement === this.stop;
        bar.hidden = this.stop.hidden = true;
        this.sending.textContent = "";
        try { await show(); } finally { done(undefined); }
        if (stopped) by("results").querySelector("section").focus();
      };
      const refused = (why) => () => this.refuse(why, sent, card);
      call.open("POST", at(`/api/v1/games?${keep ? "keep=illegal&" : ""}file=${encodeURIComponent(sent.name)}`));
      call.upload.onprogress = (e) => {
        if (!e.lengthComputable) return;
        bar.value = e.loaded / e.total * .9;
        if (e.loaded === e.total) this.sending.textContent = `${sent.name} is being replayed…`;
      };
      call.onerror = () => end(refused(unreachable));
      call.onabort = () => end(refused("Cancelled. If it had been sent whole, it may have been archived all the same."));
      call.onload = () => end(async () => {
        let answer = {};
        try { answer = JSON.parse(call.responseText); } catch { answer = { detail: call.responseText }; }
        await this.told(call.status, answer, sent, card);
      });
      call.send(sent.body);
    });
  }

  /** Says why nothing became of a file, which can be sent again, or of a text, which can be written on. @param {string} why @param {Sent} sent @param {Element} [old] */
  refuse(why, sent, old) {
    const card = this.card(false, sent.name, why);
    this.put(card, old);
    if (sent.text != null) { this.editor(card, sent); return; }
    const act = () => this.once(card, () => this.one(sent, card));
    card.append(make("p", { class: "chips" }, make("button", { type: "button", onclick: act }, "Send it again")));
  }

  /**
   * Does one thing at a time with a card; what is typed in it stands still meanwhile.
   * @param {HTMLElement} card @param {(card: HTMLElement) => Promise<void>} act
   */
  async once(card, act) {
    if (card.ariaBusy === "true") return;
    const areas = card.querySelectorAll("textarea");
    card.ariaBusy = "true";
    for (const area of areas) area.readOnly = true;
    try { await act(card); } finally {
      card.ariaBusy = null;
      for (const area of areas) area.readOnly = false;
    }
  }

  /** Puts a card on the page, in place of another, and tells what it says. */
  put(card, old) {
    const active = old?.contains(document.activeElement);
    if (old?.isConnected) old.replaceWith(card);
    else by("results").prepend(card);
    if (active) card.focus();
    card.scrollIntoView({ block: "nearest" });
    say(card.querySelector("header").innerText.replace("×", ""));
  }

  card(good, name, text, ...more) {
    const away = (e) => {
      const section = e.target.closest("section"), next = section.nextElementSibling || section.previousElementSibling || by("add");
      section.remove();
      next.focus();
    };
    return make("section", { class: good ? "report" : "report bad", tabindex: -1 },
      make("header", {}, make("strong", {}, name), " ", make("span", {}, text),
        make("button", { type: "button", class: "quiet", "aria-label": `Put the report on ${name} away`, onclick: away }, "×")), ...more);
  }

  /** @param {number} status @param {any} answer @param {Sent} sent @param {Element} [old] */
  async told(status, answer, sent, old) {
    if (status === 200 || status === 201) {
      const games = answer.games, added = games.filter((g) => !g.existing).length;
      const there = games.length - added;
      const deleted = games.filter((g) => g.deleted).length;
      this.put(this.card(true, sent.name, `${count(added, "game")} archived${there ? `, ${there} ${there === 1 ? "was" : "were"} there already` : ""}${deleted ? `, of which ${deleted} ${deleted === 1 ? "is" : "are"} deleted` : ""}.`,
        make("p", { class: "chips" }, ...games.slice(0, 12).map((g) =>
          make("a", { class: "button", href: `/games/${g.id}` }, `Open game ${g.id}${g.verdict === "legal" ? "" : `, ${g.verdict}`}`))), ...warningLists(games)), old);
      await this.onadded();
      return;
    }
    const bad = (answer.games || []).filter((g) => g.error);
    if (!bad.length) { this.refuse(answer.detail || answer.title || `status ${status}`, sent, old); return; }
    const report = bad[0];
    const card = this.card(false, sent.name, `Record ${report.game}${bad.length > 1 ? ` and ${bad.length - 1} more` : ""} of ${answer.games.length} is ${report.verdict}; nothing was archived.`);
    this.put(card, old);
    await this.fault(card, report, sent);
  }

  /** Opens a text to be written. */
  typed(text, name) {
    const card = this.card(true, name, "Write or paste a record.");
    this.editor(card, { name, body: new Blob([text]), text });
    this.put(card);
    card.querySelector("textarea").focus();
  }

  /**
   * A field with the text, and what can be done with it. What nobody has changed
   * is sent as it came.
   * @param {Element} card @param {Sent} sent
   */
  editor(card, sent) {
    const area = sent.text != null && sent.text.length <= longest
      ? Object.assign(make("textarea", { rows: 12, spellcheck: "false", "aria-label": `Text of ${sent.name}` }), { value: sent.text }) : null;
    const shown = area?.value; // in which every line ends with a line feed
    const now = () => (area && area.value !== shown ? written(sent.name, sent.text.includes("\r\n") ? area.value.replaceAll("\n", "\r\n") : area.value) : sent);
    const button = (name, act, attributes = {}) =>
      make("button", { type: "button", onclick: () => this.once(card.closest("section"), (inside) => act(now(), inside)), ...attributes }, name);
    card.append(area || make("p", { class: "hint" }, "The text is too long to be edited here."),
      make("p", { class: "chips" },
        button("Archive", (changed, inside) => this.one(changed, inside), { class: "primary" }),
        button("Only check", (changed, inside) => this.check(changed, inside))));
    return { area, now };
  }

  /** @param {Sent} sent @param {Element} card */
  async check(sent, card) {
    let reports;
    try {
      reports = await ask(`/api/v1/validate?file=${encodeURIComponent(sent.name)}`, { method: "POST", body: sent.body });
    } catch (e) {
      const refused = this.card(false, sent.name, e.message);
      this.put(refused, card);
      this.editor(refused, sent);
      return;
    }
    const bad = reports.find((r) => r.error);
    if (!bad) {
      const verdicts = reports.slice(0, 3).map((r) => `${r.variant || "unknown game"}: ${r.verdict}, ${count(r.plies, "ply", "plies")}, ${r.result}`);
      if (reports.length > 3) verdicts.push(`and ${count(reports.length - 3, "record")} more, none at fault`);
      const good = this.card(true, sent.name, verdicts.join("; "), ...warningLists(reports));
      this.put(good, card);
      this.editor(good, sent);
      return;
    }
    const next = this.card(false, sent.name, `Record ${bad.game} is ${bad.verdict}.`);
    this.put(next, card);
    await this.fault(next, bad, sent);
  }

  /** Shows a fault, and the text to be mended. */
  async fault(card, report, sent) {
    const known = sent.text ?? call("/api/v1/text", { method: "POST", body: sent.body }).then((answer) => answer.text()).catch(() => null);
    const take = (mend) => this.once(card, () => this.check(written(sent.name, mend(now().text ?? "")), card));
    const { side, text } = await showFault(card, report, known, take, { name: sent.name });
    if (text != null) sent.text = text;
    const { area, now } = this.editor(side, sent);
    if (area) area.rows = 8;
    if (report.encoding && report.encoding !== "utf-8-bom") side.append(make("p", { class: "hint" }, `The file is in ${report.encoding}; what is changed here is sent in UTF-8.`));
    if (report.verdict === "illegal" || report.verdict === "unreadable" && report.format) {
      const archive = () => this.once(card, () => this.one(now(), card, true));
      side.querySelector(".primary").parentElement.append(make("button", { type: "button", onclick: archive }, "Archive it as illegal"));
    }
  }
}

/** A file as somebody has written it. @param {string} name @param {string} text @returns {Sent} */
const written = (name, text) => ({ name: name.replace(/\.(gz|zst)$/i, ""), body: new Blob([text]), text });
