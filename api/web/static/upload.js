// Uploads record files, and shows the errors of rejected ones.
import { readingPicker } from "./reading.js";
import { showError } from "./recorderror.js";
import { changes, findRepairs, repairList } from "./repairs.js";
import { sameAs, warningLists } from "./warnings.js";
import { ask, at, by, call, make, parse, say, unreachable } from "./rest.js";
import { count, t, word } from "./text.js";

/** Maximum length of editable text in characters. */
const maxEditable = 400_000;

/**
 * A record file: its original bytes, their text if known, and how it is read if
 * the reader chose that.
 * @typedef {{name: string, body: Blob, text?: string, variant?: string, encoding?: string, format?: string}} RecordFile
 */

/** The path of a request with a record file. @param {string} path @param {RecordFile} sent @param {Record<string, string>} [more] */
function addressOf(path, sent, more = {}) {
  const words = new URLSearchParams({ ...more, file: sent.name });
  for (const name of ["variant", "format"]) if (sent[name]) words.set(name, sent[name]);
  return `${path}?${words}`;
}

/** The headers of a request with a record file. @param {RecordFile} sent */
const headersOf = (sent) => ({ "Content-Type": "application/octet-stream" + (sent.encoding ? `; charset=${sent.encoding}` : "") });

/** Numbers of reports by a property, the largest first, as text. @param {any[]} reports @param {(r: any) => string} property */
function tally(reports, property) {
  const counts = new Map();
  for (const r of reports) counts.set(property(r), (counts.get(property(r)) || 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([name, n]) => `${n} ${name}`).join(", ");
}

/** Maximum number of games linked at once. */
const maxLinks = 200;

/** More files than this are reported together; so many of them are sent at a time. */
const maxCards = 12, parallel = 4;

/** Up to this many records, corrections are searched for unasked. */
const maxUnasked = 5;

/**
 * A report on a record of a file, with all reports on the file.
 * @typedef {{report: any, sent: RecordFile, games: any[]}} Result
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
    this.stop = make("button", { type: "button", hidden: true, onclick: () => this.cancel() }, t`Cancel`);
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
    this.queue = [...(this.queue || []), ...(files.length > maxCards ? [files] : files.map((file) => [file]))];
    this.running ||= this.work().finally(() => { this.running = null; });
  }

  async work() {
    while (this.queue.length) {
      const files = this.queue.shift().map((file) => ({ name: file.name, body: file }));
      await (files.length > 1 ? this.uploadAll(files) : this.upload(files[0]));
    }
  }

  /**
   * Uploads many files, several at a time, and reports on them together.
   * @param {RecordFile[]} files @param {Element} [old] to replace @param {boolean} [keep] also archive illegal records
   */
  async uploadAll(files, old, keep = false) {
    const bar = by("progress"), stop = this.call = new AbortController(), left = [...files.entries()];
    const results = [], refused = [];
    let done = 0;
    bar.hidden = this.stop.hidden = false;
    bar.value = 0;
    const work = async () => {
      while (!stop.signal.aborted && left.length) {
        const [i, sent] = left.shift();
        let games;
        try {
          ({ games } = await ask(addressOf("/api/v1/games", sent, keep ? { keep: "illegal" } : {}), { method: "POST", body: sent.body, headers: headersOf(sent), signal: stop.signal }));
        } catch (error) {
          if (stop.signal.aborted || error.status === 429) left.unshift([i, sent]);
          if (error.status === 429) { await new Promise((next) => setTimeout(next, 2000)); continue; }
          games = error.body?.games;
          if (!games?.some((g) => g.error && !g.id) && !stop.signal.aborted) refused.push(`${sent.name}: ${error.message}`);
        }
        results[i] = (games || []).map((report) => ({ report, sent, games }));
        bar.value = ++done / files.length;
        this.sending.textContent = t`${done} of ${files.length} files`;
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    bar.hidden = this.stop.hidden = true;
    this.sending.textContent = "";
    if (left.length) refused.push(t`Cancelled: ${left.length} files were not sent.`);
    await this.showResults(count(files.length, "{1} file", "{1} files"), results.flat(), old, refused);
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
    const bar = by("progress"), left = this.queue?.flat().length || 0;
    bar.hidden = this.stop.hidden = false;
    bar.value = 0;
    this.sending.textContent = sent.name + (left ? `, ${count(left, "{1} more file", "{1} more files")}` : "");
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
      call.open("POST", at(addressOf("/api/v1/games", sent, keep ? { keep: "illegal" } : {})));
      for (const [name, value] of Object.entries(headersOf(sent))) call.setRequestHeader(name, value);
      call.upload.onprogress = (e) => {
        if (!e.lengthComputable) return;
        bar.value = e.loaded / e.total * .9;
        if (e.loaded === e.total) this.sending.textContent = t`Checking ${sent.name}…`;
      };
      call.onerror = () => end(refused(unreachable));
      call.onabort = () => end(refused(t`Cancelled. If the upload was already complete, the file may have been archived.`));
      call.onload = () => end(async () => {
        let answer = {};
        try { answer = await parse(call.responseText); } catch { answer = { detail: call.responseText }; }
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
    card.append(make("p", { class: "chips" }, make("button", { type: "button", onclick: act }, t`Try again`)));
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
        make("button", { type: "button", class: "quiet", "aria-label": t`Close the report on ${name}`, onclick: close }, "×")), ...more);
  }

  /** @param {number} status @param {any} answer @param {RecordFile} sent @param {Element} [old] */
  async showResult(status, answer, sent, old) {
    const games = answer.games || [], failed = games.filter((g) => g.error && !g.id);
    if (status >= 300 && !failed.length) { this.refuse(answer.detail || answer.title || t`The server returned an error (${status}).`, sent, old); return; }
    if (games.length === 1 && failed.length) {
      const card = this.card(false, sent.name, t`The record is ${word(failed[0].verdict)}; nothing was archived.`);
      this.put(card, old);
      await this.showError(card, failed[0], sent);
      return;
    }
    await this.showResults(sent.name, games.map((report) => ({ report, sent, games })), old);
  }

  /**
   * Shows a summary of reports, then the records that are not archived, then the
   * archived games.
   * @param {string} name @param {Result[]} results @param {Element} [old] @param {string[]} [refused] reasons of files without reports
   */
  async showResults(name, results, old, refused = []) {
    const games = results.map((r) => r.report), failed = results.filter(({ report }) => report.error && !report.id);
    const archived = games.filter((g) => g.id), added = archived.filter((g) => !g.existing), existing = archived.length - added.length;
    const deleted = archived.filter((g) => g.deleted).length, twins = added.filter((g) => g.twin || g.alike), bad = failed.length > 0 || refused.length > 0;
    const rest = (existing ? t`, ${existing} already in the archive` : "") + (deleted ? t` (${deleted} deleted)` : "") + (failed.length ? t`; ${failed.length} not archived` : "") + ".";
    const card = this.card(!bad, name, (failed.length ? t`${added.length} of ${games.length} games archived` : count(added.length, "{1} game archived", "{1} games archived")) + rest);
    if (games.length > 1) card.append(make("p", { class: "facts" }, `${tally(games, (g) => word(g.verdict))} · ${tally(games, (g) => g.variant || t`unknown variant`)}`));
    if (refused.length) card.append(make("ul", { class: "notice" }, ...refused.slice(0, maxLinks).map((why) => make("li", {}, why)), refused.length > maxLinks ? make("li", {}, t`and ${refused.length - maxLinks} more`) : null));
    if (twins.length) card.append(this.twins(twins));
    if (failed.length) card.append(this.failures(failed));
    card.append(...this.successes(archived));
    this.put(card, old);
    if (added.length) await this.onadded();
  }

  /** The games with the moves of another one, or nearly. @param {any[]} twins */
  twins(twins) {
    const line = (g) => make("li", {}, make("a", { href: `/games/${g.id}` }, t`Game ${g.id}`), ": ", ...sameAs(g, g.id));
    if (twins.length < 4) return make("ul", { class: "notice warnings twins" }, ...twins.map(line));
    return this.folded("notice twins", count(twins.length, "{1} game that is archived twice or nearly so", "{1} games that are archived twice or nearly so"), () => [make("ul", {}, ...twins.slice(0, maxLinks).map(line), twins.length > maxLinks ? make("li", {}, t`and ${twins.length - maxLinks} more`) : null)]);
  }

  /** A folded part of a card, filled when it is opened. @param {string} name of its class @param {string} text @param {() => Node[]} fill */
  folded(name, text, fill) {
    const part = make("details", { class: name }, make("summary", {}, text));
    part.addEventListener("toggle", () => part.append(...fill()), { once: true });
    return part;
  }

  /** The links to archived games, and their warnings; many are folded. @param {any[]} archived */
  successes(archived) {
    const link = (g) => make("a", { class: "button", href: `/games/${g.id}` }, t`Open game ${g.id}` + (g.verdict === "legal" ? "" : `, ${word(g.verdict)}`));
    const fill = () => [make("p", { class: "chips" }, ...archived.slice(0, maxLinks).map(link), archived.length > maxLinks ? make("span", { class: "hint" }, t`and ${archived.length - maxLinks} more`) : null), ...warningLists(archived)];
    if (archived.length <= 12) return archived.length ? fill() : [];
    const doubtful = archived.filter((g) => (g.warnings || []).some((w) => w.kind !== "note")).length;
    return [this.folded("successes", count(archived.length, "{1} archived game", "{1} archived games") + (doubtful ? t`, ${doubtful} with warnings` : ""), fill)];
  }

  /**
   * The records that are not archived: each can be corrected, archived as it is, or
   * left; or all of them.
   * @param {Result[]} failed
   */
  failures(failed) {
    const list = make("div", { class: "failures" }), files = [...new Set(failed.map((f) => f.sent))], shown = failed.slice(0, maxLinks);
    const all = (act) => () => this.once(list.closest("section"), act);
    const leave = () => { const section = list.closest("section"); list.remove(); section.classList.remove("bad"); section.focus(); };
    const keep = (card) => (files.length > 1 ? this.uploadAll(files, card, true) : this.upload(files[0], card, true));
    const keepable = failed.filter(({ report }) => report.format).length;
    const look = make("button", { type: "button", "data-act": "look" }, t`Look for corrections`);
    const chips = make("p", { class: "chips" },
      keepable ? make("button", { type: "button", "data-act": "keep", onclick: all(keep) }, failed.length === 1 ? t`Save it as illegal` : t`Save all ${keepable} as illegal`) : null,
      make("button", { type: "button", "data-act": "leave", onclick: leave }, failed.length === 1 ? t`Leave it out` : t`Leave all ${failed.length} out`), failed.length > 1 ? look : null);
    list.append(chips);
    const parts = shown.map((f) => this.failure(f, files.length > 1));
    list.append(...parts);
    if (failed.length > maxLinks) list.append(make("p", { class: "hint" }, t`and ${failed.length - maxLinks} more`));
    const search = () => this.corrections(list, look, shown, parts);
    look.onclick = search;
    if (failed.length > 1 && failed.length <= maxUnasked) search();
    return list;
  }

  /** A record that is not archived, with its error when it is opened. @param {Result} failure @param {boolean} named whether to name its file */
  failure({ report, sent, games }, named) {
    const e = report.error, where = [e.ply ? t`ply ${e.ply}` : "", e.line ? t`line ${e.line}` : ""].filter(Boolean).join(", ");
    const part = make("details", { class: "failure" }, make("summary", {}, (named ? `${sent.name}: ` : "") + t`Record ${report.game} is ${word(report.verdict)}` + `${where && ` (${where})`}: ${e.message}`));
    part.addEventListener("toggle", async () => {
      const one = await recordOf(sent, report, games);
      const card = this.card(false, one.name, t`Record ${report.game} is ${word(report.verdict)}.`);
      part.append(card);
      await this.showError(card, one === sent ? report : { ...report, error: { ...e, line: e.line && e.line - report.line + 1 } }, one);
    }, { once: true });
    return part;
  }

  /**
   * Shows the likeliest correction of each record below it, and a button that
   * accepts all of them.
   * @param {HTMLElement} list @param {HTMLButtonElement} button that started it @param {Result[]} failed @param {HTMLElement[]} parts of the list
   */
  async corrections(list, button, failed, parts) {
    const found = [];
    button.disabled = true;
    for (const [i, { report, sent, games }] of failed.entries()) {
      button.textContent = t`Looking for corrections: ${i + 1} of ${failed.length}…`;
      if (!list.isConnected && i > 0 || !report.format) continue;
      const one = await recordOf(sent, report, games), [repair] = one === sent && games.length > 1 ? [] : await findRepairs(addressOf("/api/v1/validate", one), one.body, headersOf(one));
      if (!repair || !parts[i].isConnected) continue;
      const shown = changes(await textOf(one) ?? "", repair.record, t`Changes of record ${report.game}`);
      parts[i].after(shown);
      found.push({ file: editedFile(one.name, repair.record, one), parts: [parts[i], shown] });
    }
    if (!found.length) { button.textContent = t`No corrections found`; return; }
    button.disabled = false;
    button.dataset.act = "apply";
    button.className = "primary";
    button.textContent = count(found.length, "Apply {1} correction and save", "Apply {1} corrections and save");
    button.onclick = () => this.once(list.closest("section"), async () => {
      const open = found.filter(({ parts: [part] }) => part.isConnected && !part.querySelector(".report:not(.bad)")), place = make("div", {});
      for (const { parts } of open) for (const part of parts) part.remove();
      button.parentElement.replaceWith(place); // what is left has its own buttons
      await this.uploadAll(open.map(({ file }) => file), place);
      if (!list.querySelector(":scope > .failure, :scope > .report.bad")) list.closest("section").classList.remove("bad");
    });
  }

  /** Opens an empty text field. */
  openText(text, name) {
    const card = this.card(true, name, t`Type or paste a record.`);
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
      ? Object.assign(make("textarea", { rows: 12, spellcheck: "false", "aria-label": t`Text of ${sent.name}` }), { value: sent.text }) : null;
    const shown = area?.value; // line ends are normalized
    const now = () => (area && area.value !== shown ? editedFile(sent.name, sent.text.includes("\r\n") ? area.value.replaceAll("\n", "\r\n") : area.value, sent) : sent);
    const button = (name, act, attributes = {}) =>
      make("button", { type: "button", onclick: () => this.once(card.closest("section"), (inside) => act(now(), inside)), ...attributes }, name);
    card.append(area || make("p", { class: "hint" }, t`This text is too long to edit here.`),
      make("p", { class: "chips" },
        button(t`Save to archive`, (changed, inside) => this.upload(changed, inside), { class: "primary" }),
        button(t`Check`, (changed, inside) => this.check(changed, inside))));
    return { area, now };
  }

  /** @param {RecordFile} sent @param {Element} card */
  async check(sent, card) {
    let reports;
    try {
      reports = await ask(addressOf("/api/v1/validate", sent), { method: "POST", body: sent.body, headers: headersOf(sent) });
    } catch (e) {
      const refused = this.card(false, sent.name, e.message);
      this.put(refused, card);
      this.editor(refused, sent);
      return;
    }
    const bad = reports.find((r) => r.error);
    if (!bad) {
      const verdicts = reports.slice(0, 3).map((r) => `${r.variant || t`unknown variant`}: ${word(r.verdict)}, ${count(r.plies, "{1} ply", "{1} plies")}, ${r.result}`);
      if (reports.length > 3) verdicts.push(count(reports.length - 3, "and {1} more record, all valid", "and {1} more records, all valid"));
      const good = this.card(true, sent.name, verdicts.join("; "), ...warningLists(reports));
      this.put(good, card);
      this.editor(good, sent);
      return;
    }
    const next = this.card(false, sent.name, t`Record ${bad.game} is ${word(bad.verdict)}.`);
    this.put(next, card);
    await this.showError(next, bad, sent);
  }

  /** Shows an error and the text to correct. */
  async showError(card, report, sent) {
    if (report.file.startsWith(sent.name + "/")) { // in an archive, which cannot be edited here
      card.append(make("p", { class: "ruling" }, `${report.file}: ${report.error.message}`));
      return;
    }
    const known = sent.text ?? textOf(sent);
    const onchoose = (correct) => this.once(card, () => this.check(editedFile(sent.name, correct(now().text ?? ""), sent), card));
    const { side, text } = await showError(card, report, known, onchoose, { name: sent.name });
    if (text != null) sent.text = text;
    side.append(readingPicker(report, (reading) => this.once(card, () => this.upload({ ...sent, ...reading, text: reading.encoding ? undefined : sent.text }, card))));
    const { area, now } = this.editor(side, sent);
    if (area) area.rows = 8;
    const accept = (record) => this.once(card, () => this.upload(editedFile(sent.name, record, sent), card));
    const mark = side.querySelector(".source mark");
    mark?.scrollIntoView({ block: "center" });
    findRepairs(addressOf("/api/v1/validate", sent), sent.body, headersOf(sent)).then((repairs) => {
      side.querySelector(".mended").append(repairList(repairs, text ?? "", accept, t`Apply and save`));
      mark?.scrollIntoView({ block: "nearest" });
    });
    if (report.encoding && report.encoding !== "utf-8-bom") side.append(make("p", { class: "hint" }, t`The file's encoding is ${report.encoding}. Edited text is saved in UTF-8.`));
    if (report.verdict === "illegal" || report.verdict === "unreadable" && report.format) {
      const archive = () => this.once(card, () => this.upload(now(), card, true));
      side.querySelector(".primary").parentElement.append(make("button", { type: "button", onclick: archive }, t`Save as illegal`));
    }
  }
}

/** A file with edited text, read as another was. @param {string} name @param {string} text @param {RecordFile} [like] @returns {RecordFile} */
const editedFile = (name, text, like) => ({ name: name.replace(/\.(gz|zst)$/i, ""), body: new Blob([text]), text, variant: like?.variant, format: like?.format });

/** The text of a record file, null if it cannot be decoded. @param {RecordFile} sent @returns {Promise<string|null>} */
async function textOf(sent) {
  if (sent.text != null) return sent.text;
  try { return sent.text = await (await call("/api/v1/text", { method: "POST", body: sent.body, headers: headersOf(sent) })).text(); } catch { return null; }
}

/**
 * The file of one record of a file, the whole file if its lines are unknown or
 * shared. The bytes stay as they are, if a line end is one byte in their encoding.
 * @param {RecordFile} sent @param {any} report @param {any[]} games all reports on the file
 * @returns {Promise<RecordFile>}
 */
async function recordOf(sent, report, games) {
  const starts = games.filter((g) => g.file === report.file && g.line).map((g) => g.line);
  const text = !report.file.startsWith(sent.name + "/") && report.line && starts.indexOf(report.line) === starts.lastIndexOf(report.line) ? await textOf(sent) : null;
  if (text == null) return sent;
  const end = Math.min(...starts.filter((line) => line > report.line), Infinity);
  const one = text.split(/(?<=\n|\r(?!\n))/).slice(report.line - 1, end - 1).join("");
  if (/\.(gz|zst|bz2)$/i.test(sent.name) || /utf-16|-bom/.test(report.encoding || "")) return editedFile(sent.name, one, sent);
  const bytes = new Uint8Array(await sent.body.arrayBuffer()), at = [0];
  bytes.forEach((c, i) => { if (c === 10 || c === 13 && bytes[i + 1] !== 10) at.push(i + 1); });
  return { name: sent.name, body: new Blob([bytes.slice(at[report.line - 1], at[end - 1])]), text: one, variant: sent.variant, format: sent.format, encoding: sent.encoding || report.encoding };
}
