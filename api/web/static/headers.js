// Changes the headers of a record: one field each, and some that are new.
import { askAuthor } from "./author.js";
import { brought, overtaken } from "./mend.js";
import { ask, make, post, store, stored, waiting } from "./rest.js";

export class Headers {
  /** @param {HTMLElement} place that the form stands in @param {number} game */
  constructor(place, game) {
    this.place = place;
    this.path = `/api/v1/games/${game}`;
    this.kept = `headers ${game}`; // what the tab keeps by
    addEventListener("pagehide", () => this.keep());
  }

  async show() {
    const [game, history] = await Promise.all([ask(this.path), ask(`${this.path}/revisions`)]);
    this.etag = history.etag;
    /** Of each key its field, and the value that it has. */
    this.fields = new Map();
    this.list = make("div", { class: "fields" });
    for (const { key, value } of game.tags) if (!this.fields.has(key)) this.add(key, value);
    this.key = make("input", { id: "header-key", autocomplete: "off", spellcheck: "false", list: "header-keys" });
    this.reason = make("input", { id: "header-reason", required: true, maxlength: 1000, autocomplete: "off" });
    this.said = make("div", { role: "status" });
    this.place.replaceChildren(make("form", { onsubmit: (e) => { e.preventDefault(); this.attempt(() => this.save()); } },
      this.bring(), this.list,
      make("p", {}, make("label", { for: "header-key" }, "Another header"), " ", this.key, " ",
        make("button", { type: "button", onclick: () => this.another() }, "Add")),
      make("datalist", { id: "header-keys" }, ...["White", "Black", "Event", "Site", "Date", "Round", "WhiteElo", "BlackElo", "Opening", "TimeControl"].map((value) => make("option", { value }))),
      this.said,
      make("label", { for: "header-reason" }, "Why"), " ", this.reason,
      make("p", { class: "hint" }, "A header without a value is taken out. The record as it was stays among its revisions."),
      make("p", { class: "chips" }, make("button", { class: "primary" }, "Save as a new revision"))));
  }

  /** What is written and the record does not have, by key. */
  get changed() {
    return Object.fromEntries([...this.fields].map(([key, { field, value }]) => [key, field.value.trim(), value.trim()]).filter(([, now, before]) => now !== before));
  }

  /** Keeps what is written and not saved, whatever shows another page. */
  keep() {
    if (!this.reason) return;
    const headers = this.changed, reason = this.reason.value;
    store(this.kept, reason || Object.keys(headers).length ? { headers, reason, etag: this.etag } : null);
  }

  /** Brings back what was written in this tab and not saved, and says so. */
  bring() {
    const kept = stored(this.kept);
    if (!kept) return "";
    for (const [key, value] of Object.entries(kept.headers)) this.field(key).value = value;
    this.reason.value = kept.reason;
    this.etag = kept.etag; // others may have saved since
    return brought(() => this.forget());
  }

  forget() {
    for (const { field, value } of this.fields.values()) field.value = value;
    this.reason.value = "";
  }

  /** The field of a key, a new one where there is none. @param {string} key */
  field(key) { return this.fields.get(key)?.field ?? this.add(key, ""); }

  /** @param {string} key @param {string} value that the record has */
  add(key, value) {
    const id = `header-${this.fields.size + 1}`;
    const field = make("input", { id, autocomplete: "off" });
    field.value = value;
    this.fields.set(key, { field, value });
    this.list.append(make("p", {}, make("label", { for: id }, key), " ", field));
    return field;
  }

  /** Adds a field for the key that is typed. */
  another() {
    const key = this.key.value.trim();
    if (!key) { this.key.focus(); return; }
    this.key.value = "";
    this.field(key).focus();
  }

  /** Does one thing at a time, and says why not. @param {() => Promise<void>} what */
  async attempt(what) {
    if (this.busy) return;
    this.busy = true;
    try { await waiting(what); } catch (fault) { this.said.replaceChildren(make("p", { class: "refused" }, fault.message)); }
    this.busy = false;
  }

  async save() {
    const headers = this.changed;
    if (!Object.keys(headers).length) { this.said.replaceChildren(make("p", { class: "hint" }, "Nothing is changed.")); return; }
    const author = await askAuthor("Change the headers");
    if (!author) return;
    try {
      await post(`${this.path}/record`, { author, reason: this.reason.value.trim(), headers }, { "If-Match": this.etag }, "PATCH");
    } catch (fault) {
      if (fault.status !== 412) throw fault;
      const { etag, revisions } = await ask(`${this.path}/revisions`);
      this.said.replaceChildren(overtaken(revisions.at(-1), () => this.attempt(() => { this.etag = etag; return this.save(); }), () => this.forget()));
      return;
    }
    this.forget();
    location.reload();
  }
}
