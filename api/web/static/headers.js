// The form that edits the headers of a record.
import { askAuthor } from "./author.js";
import { conflict, restored } from "./correction.js";
import { ask, make, post, store, stored, whileBusy } from "./rest.js";
import { t } from "./text.js";

export class Headers {
  /** @param {HTMLElement} place that the form stands in @param {number} game */
  constructor(place, game) {
    this.place = place;
    this.path = `/api/v1/games/${game}`;
    this.kept = `headers ${game}`; // session storage key
    addEventListener("pagehide", () => this.keep());
  }

  async show() {
    const [game, history] = await Promise.all([ask(this.path), ask(`${this.path}/revisions`)]);
    this.etag = history.etag;
    /** The field and the saved value of each key. */
    this.fields = new Map();
    this.list = make("div", { class: "fields" });
    for (const { key, value } of game.tags) if (!this.fields.has(key)) this.add(key, value);
    this.key = make("input", { id: "header-key", autocomplete: "off", spellcheck: "false", list: "header-keys" });
    this.reason = make("input", { id: "header-reason", required: true, maxlength: 1000, autocomplete: "off" });
    this.status = make("div", { role: "status" });
    this.place.replaceChildren(make("form", { onsubmit: (e) => { e.preventDefault(); this.attempt(() => this.save()); } },
      this.restoreUnsaved(), this.list,
      make("p", {}, make("label", { for: "header-key" }, t`Add a header`), " ", this.key, " ",
        make("button", { type: "button", onclick: () => this.addTyped() }, t`Add`)),
      make("datalist", { id: "header-keys" }, ...["White", "Black", "Event", "Site", "Date", "Round", "WhiteElo", "BlackElo", "Opening", "TimeControl"].map((value) => make("option", { value }))),
      this.status,
      make("label", { for: "header-reason" }, t`Reason`), " ", this.reason,
      make("p", { class: "hint" }, t`Empty headers are removed. Earlier revisions of the record are kept.`),
      make("p", { class: "chips" }, make("button", { class: "primary" }, t`Save as new revision`))));
  }

  /** The changed headers, by key. */
  get changed() {
    return Object.fromEntries([...this.fields].map(([key, { field, value }]) => [key, field.value.trim(), value.trim()]).filter(([, now, before]) => now !== before));
  }

  /** Keeps unsaved changes when the page is left. */
  keep() {
    if (!this.reason) return;
    const headers = this.changed, reason = this.reason.value;
    store(this.kept, reason || Object.keys(headers).length ? { headers, reason, etag: this.etag } : null);
  }

  /** Restores unsaved changes of this tab; returns a message about them. */
  restoreUnsaved() {
    const kept = stored(this.kept);
    if (!kept) return "";
    for (const [key, value] of Object.entries(kept.headers)) this.field(key).value = value;
    this.reason.value = kept.reason;
    this.etag = kept.etag; // others may have saved a revision since
    return restored(() => this.discard());
  }

  discard() {
    for (const { field, value } of this.fields.values()) field.value = value;
    this.reason.value = "";
  }

  /** The field of a key, added if missing. @param {string} key */
  field(key) { return this.fields.get(key)?.field ?? this.add(key, ""); }

  /** @param {string} key @param {string} value in the record */
  add(key, value) {
    const id = `header-${this.fields.size + 1}`;
    const field = make("input", { id, autocomplete: "off" });
    field.value = value;
    this.fields.set(key, { field, value });
    this.list.append(make("p", {}, make("label", { for: id }, key), " ", field));
    return field;
  }

  /** Adds a field for the typed key. */
  addTyped() {
    const key = this.key.value.trim();
    if (!key) { this.key.focus(); return; }
    this.key.value = "";
    this.field(key).focus();
  }

  /** Runs one action at a time and shows its error. @param {() => Promise<void>} action */
  async attempt(action) {
    if (this.busy) return;
    this.busy = true;
    try { await whileBusy(action); } catch (error) { this.status.replaceChildren(make("p", { class: "refused" }, error.message)); }
    this.busy = false;
  }

  async save() {
    const headers = this.changed;
    if (!Object.keys(headers).length) { this.status.replaceChildren(make("p", { class: "hint" }, t`No changes to save.`)); return; }
    const author = await askAuthor(t`Edit the headers`);
    if (!author) return;
    try {
      await post(`${this.path}/record`, { author, reason: this.reason.value.trim(), headers }, { "If-Match": this.etag }, "PATCH");
    } catch (error) {
      if (error.status !== 412) throw error;
      const { etag, revisions } = await ask(`${this.path}/revisions`);
      this.status.replaceChildren(conflict(revisions.at(-1), () => this.attempt(() => { this.etag = etag; return this.save(); }), () => this.discard()));
      return;
    }
    this.discard();
    location.reload();
  }
}
