// Uploads record files, and shows the errors of rejected ones.
import { showError } from "./recorderror.js";
import { warningLists } from "./warnings.js";
import { ask, at, by, call, make, say, unreachable } from "./rest.js";

/** Maximum length of editable text in characters. */
const maxEditable = 400_000;

/** @param {number} n @param {string} word @param {string} [several] */
const count = (n, word, several = word + "s") => `${n} ${n === 1 ? word : several}`;

/**
 * A record file: its original bytes, and their text if known.
 * @typedef {{name: string, body: Blob, text?: string}} RecordFile
 */

export class Upload {
  /** @param {() => Promise<void>} onadded */
  constructor(onadded) {
    this.onadded = onadded;
    const drop = by("drop"), files = by("files");
    by("add").hidden = false;
    by("add").onclick = () => {
      this.toggle(drop.hidden);
      if (!drop.hidden) files.focus();
    };
    files.onchange = () => { this.send([...files.files]); files.value = ""; };
    by("paste").onclick = () => this.openText("", "typed.txt");
    this.sending = make("span", { class: "hint" });
    this.stop = make("button", { type: "button", hidden: true, onclick: () => this.cancel() }, "Cancel");
    by("progress").after(this.sending, " ", this.stop);
    let depth = 0;
    const holds = (e) => e.dataTransfer && [...e.dataTransfer.types].includes("Files");
    addEventListener("dragenter", (e) => { if (holds(e)) { depth++; this.toggle(true); drop.classList.add("over"); } });
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

  /** Shows or hides the drop area. @param {boolean} on */
  toggle(on) {
    by("drop").hidden = !on;
    by("add").setAttribute("aria-expanded", String(on));
  }

  /**
   * Uploads files one after the other, after those of earlier calls.
   * @param {File[]} files
   */
  send(files) {
    this.toggle(true);
    this.queue = [...(this.queue || []), ...files];
    this.running ||= this.work().finally(() => { this.running = null; });
  }

  async work() {
    while (this.queue.length) {
      const file = this.queue.shift();
      await this.upload({ name: file.name, body: file });
    }
  }

  /** Stops uploading; archived games stay. */
  cancel() {
    this.queue = [];
    this.call?.abort();
  }

  /**
   * Uploads one file and shows the progress.
   * @param {RecordFile} sent @param {Element} [card] to replace @param {boolean} [keep] also archive illegal records
   */
  upload(sent, card, keep = false) {
    const bar = by("progress"), left = this.queue?.length || 0;
    bar.hidden = this.stop.hidden = false;
    bar.value = 0;
    this.sending.textContent = sent.name + (left ? `, ${count(left, "more file")}` : "");
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
        if (e.loaded === e.total) this.sending.textContent = `Checking ${sent.name}…`;
      };
      call.onerror = () => end(refused(unreachable));
      call.onabort = () => end(refused("Cancelled. If the upload was already complete, the file may have been archived."));
      call.onload = () => end(async () => {
        let answer = {};
        try { answer = JSON.parse(call.responseText); } catch { answer = { detail: call.responseText }; }
        await this.showResult(call.status, answer, sent, card);
      });
      call.send(sent.body);
    });
  }

  /** Shows why a file or text was rejected; it can be sent again or edited. @param {string} why @param {RecordFile} sent @param {Element} [old] */
  refuse(why, sent, old) {
    const card = this.card(false, sent.name, why);
    this.put(card, old);
    if (sent.text != null) { this.editor(card, sent); return; }
    const act = () => this.once(card, () => this.upload(sent, card));
    card.append(make("p", { class: "chips" }, make("button", { type: "button", onclick: act }, "Try again")));
  }

  /**
   * Runs one action of a card at a time; its text is read-only meanwhile.
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

  /** Adds a card to the page or replaces another, and announces it. */
  put(card, old) {
    const active = old?.contains(document.activeElement);
    if (old?.isConnected) old.replaceWith(card);
    else by("results").prepend(card);
    if (active) card.focus();
    card.scrollIntoView({ block: "nearest" });
    say(card.querySelector("header").innerText.replace("×", ""));
  }

  card(good, name, text, ...more) {
    const close = (e) => {
      const section = e.target.closest("section"), next = section.nextElementSibling || section.previousElementSibling || by("add");
      section.remove();
      next.focus();
    };
    return make("section", { class: good ? "report" : "report bad", tabindex: -1 },
      make("header", {}, make("strong", {}, name), " ", make("span", {}, text),
        make("button", { type: "button", class: "quiet", "aria-label": `Close the report on ${name}`, onclick: close }, "×")), ...more);
  }

  /** @param {number} status @param {any} answer @param {RecordFile} sent @param {Element} [old] */
  async showResult(status, answer, sent, old) {
    if (status === 200 || status === 201) {
      const games = answer.games, added = games.filter((g) => !g.existing).length;
      const existing = games.length - added;
      const deleted = games.filter((g) => g.deleted).length;
      this.put(this.card(true, sent.name, `${count(added, "game")} archived${existing ? `, ${existing} already in the archive` : ""}${deleted ? ` (${deleted} deleted)` : ""}.`,
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
    await this.showError(card, report, sent);
  }

  /** Opens an empty text field. */
  openText(text, name) {
    const card = this.card(true, name, "Type or paste a record.");
    this.editor(card, { name, body: new Blob([text]), text });
    this.put(card);
    card.querySelector("textarea").focus();
  }

  /**
   * Adds a text field and its buttons. Unchanged text is sent as the original
   * bytes.
   * @param {Element} card @param {RecordFile} sent
   */
  editor(card, sent) {
    const area = sent.text != null && sent.text.length <= maxEditable
      ? Object.assign(make("textarea", { rows: 12, spellcheck: "false", "aria-label": `Text of ${sent.name}` }), { value: sent.text }) : null;
    const shown = area?.value; // line ends are normalized
    const now = () => (area && area.value !== shown ? editedFile(sent.name, sent.text.includes("\r\n") ? area.value.replaceAll("\n", "\r\n") : area.value) : sent);
    const button = (name, act, attributes = {}) =>
      make("button", { type: "button", onclick: () => this.once(card.closest("section"), (inside) => act(now(), inside)), ...attributes }, name);
    card.append(area || make("p", { class: "hint" }, "This text is too long to edit here."),
      make("p", { class: "chips" },
        button("Save to archive", (changed, inside) => this.upload(changed, inside), { class: "primary" }),
        button("Check", (changed, inside) => this.check(changed, inside))));
    return { area, now };
  }

  /** @param {RecordFile} sent @param {Element} card */
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
      const verdicts = reports.slice(0, 3).map((r) => `${r.variant || "unknown variant"}: ${r.verdict}, ${count(r.plies, "ply", "plies")}, ${r.result}`);
      if (reports.length > 3) verdicts.push(`and ${count(reports.length - 3, "more record")}, all valid`);
      const good = this.card(true, sent.name, verdicts.join("; "), ...warningLists(reports));
      this.put(good, card);
      this.editor(good, sent);
      return;
    }
    const next = this.card(false, sent.name, `Record ${bad.game} is ${bad.verdict}.`);
    this.put(next, card);
    await this.showError(next, bad, sent);
  }

  /** Shows an error and the text to correct. */
  async showError(card, report, sent) {
    const known = sent.text ?? call("/api/v1/text", { method: "POST", body: sent.body }).then((answer) => answer.text()).catch(() => null);
    const onchoose = (correct) => this.once(card, () => this.check(editedFile(sent.name, correct(now().text ?? "")), card));
    const { side, text } = await showError(card, report, known, onchoose, { name: sent.name });
    if (text != null) sent.text = text;
    const { area, now } = this.editor(side, sent);
    if (area) area.rows = 8;
    if (report.encoding && report.encoding !== "utf-8-bom") side.append(make("p", { class: "hint" }, `The file's encoding is ${report.encoding}. Edited text is saved in UTF-8.`));
    if (report.verdict === "illegal" || report.verdict === "unreadable" && report.format) {
      const archive = () => this.once(card, () => this.upload(now(), card, true));
      side.querySelector(".primary").parentElement.append(make("button", { type: "button", onclick: archive }, "Save as illegal"));
    }
  }
}

/** A file with edited text. @param {string} name @param {string} text @returns {RecordFile} */
const editedFile = (name, text) => ({ name: name.replace(/\.(gz|zst)$/i, ""), body: new Blob([text]), text });
