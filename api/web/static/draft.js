// A definition saved on the server: its URL, its versions, and publication.
import { askAuthor } from "./author.js";
import { ask, at, attempts, by, call, make, post, store, stored } from "./rest.js";
import { t } from "./text.js";

const path = "/api/v1/drafts";

export class Draft {
  /** @param {HTMLTextAreaElement} area @param {() => void} onopened */
  constructor(area, onopened) {
    this.area = area;
    this.onopened = onopened;
    this.id = new URLSearchParams(location.search).get("draft") || "";
    /** The text last saved on the server, or the initial text. */
    this.saved = area.value;
    this.attempt = attempts("kept");
    area.addEventListener("input", () => this.keep());
    by("save").onclick = () => this.attempt(() => this.save());
    by("publish").onclick = () => this.attempt(() => this.publish());
    by("versions").onchange = (e) => this.attempt(() => this.open(Number(e.target.value)));
    if (this.id) this.begin();
    else this.restoreUnsaved();
  }

  /** The session storage key of unsaved text. */
  get key() { return `definition ${this.id}`; }

  keep() {
    store(this.key, this.area.value === this.saved ? null : { text: this.area.value, after: this.last });
  }

  /** Restores unsaved text of this tab. */
  restoreUnsaved() {
    const kept = stored(this.key);
    if (!kept || kept.text === this.saved) return;
    if (kept.after) this.last = kept.after; // others may have saved a version since
    this.put(kept.text);
    by("kept").replaceChildren(t`Your unsaved text was restored. `, this.offer(t`Discard`, this.saved));
  }

  /** Returns a button that replaces the text of the field. @param {string} name @param {string} text */
  offer(name, text) {
    return make("button", { type: "button", onclick: () => {
      by("kept").textContent = "";
      this.put(text);
      this.area.focus();
    } }, name);
  }

  /** @param {string} text */
  put(text) {
    this.area.value = text;
    this.keep();
    this.onopened();
  }

  /** Opens the draft of the URL; the field is read-only until then. */
  async begin() {
    this.area.readOnly = by("save").disabled = true;
    by("kept").textContent = t`Opening…`;
    try {
      await this.open(0);
    } catch (error) {
      by("kept").replaceChildren(`${error.message} `, make("button", { type: "button", onclick: () => this.begin() }, t`Try again`));
      return;
    }
    this.area.readOnly = by("save").disabled = false;
    this.restoreUnsaved();
  }

  /** Shows a version, 0 for the latest; unsaved text can be restored. @param {number} version */
  async open(version) {
    const draft = await ask(`${path}/${this.id}?version=${version}`), mine = this.area.value;
    const unsaved = this.draft && mine !== this.saved;
    this.show(draft);
    this.area.value = this.saved;
    this.onopened();
    if (unsaved) by("kept").append(t` Your text was not saved. `, this.offer(t`Restore it`, mine));
  }

  /** @param {any} draft */
  show(draft) {
    this.draft = draft;
    this.id = draft.id;
    this.saved = draft.text.replaceAll("\r\n", "\n"); // as in the field
    /** The version that the next save follows. */
    this.last = draft.versions.at(-1).version;
    history.replaceState(null, "", at(`/check?draft=${draft.id}`));
    by("versions").replaceChildren(...draft.versions.toReversed().map((v) =>
      make("option", { value: v.version, selected: v.version === draft.version }, `${v.version}, ${v.author || t`unknown`}, ${v.created.slice(0, 10)}`)));
    by("lab").href = at(`/lab?draft=${draft.id}&version=${draft.version}`);
    by("versions").parentElement.hidden = by("publish").hidden = by("lab").hidden = false;
    by("kept").replaceChildren(t`Saved. This page's URL leads to the draft.`, ...(draft.published ? [t` Published as `, make("a", { href: `/variants/${draft.published}` }, draft.published), "."] : []));
  }

  /** Saves the text; returns false if that fails. */
  async save() {
    const author = await askAuthor(t`Save the definition`);
    if (!author) return false;
    const body = { author, text: this.area.value }, before = this.key;
    let saved;
    try {
      saved = await (this.id ? post(`${path}/${this.id}`, body, { "If-Match": `"${this.last}"` }, "PUT") : post(path, body));
    } catch (error) {
      if (error.status !== 412 && (error.status !== 403 || !this.id)) throw error;
      if (error.status === 412) await this.conflict();
      else this.foreign();
      return false;
    }
    store(before, null);
    this.show(saved);
    this.keep(); // what was typed while saving
    return true;
  }

  /** Reports that someone else saved a version, and offers what to do. */
  async conflict() {
    const { versions } = await ask(`${path}/${this.id}`), last = versions.at(-1), author = last.author || t`Someone`;
    const button = (name, act) => make("button", { type: "button", onclick: () => this.attempt(act) }, name);
    by("kept").replaceChildren(t`${author} saved version ${last.version} in the meantime. Your text is not saved yet. `,
      button(t`Show version ${last.version}`, () => this.open(last.version)), " ",
      button(t`Save mine as a new version`, async () => { this.last = last.version; await this.save(); }));
  }

  /** Says that the draft belongs to another user, and offers to save a copy. */
  foreign() {
    const button = make("button", { type: "button", onclick: () => this.attempt(async () => {
      const before = this.key;
      this.id = "";
      if (await this.save()) store(before, null);
    }) }, t`Save as my draft`);
    by("kept").replaceChildren(t`This draft belongs to another user. Nothing was saved. `, button);
  }

  /** Asks before publishing, and says what cannot change afterwards. @returns {Promise<boolean>} */
  confirmed() {
    const id = this.area.value.match(/^id:\s*["']?([\w-]+)/m)?.[1] || "", next = `${id}-2`, before = document.activeElement;
    const button = (name, value, attributes = {}) => make("button", { ...attributes, value }, name);
    const dialog = make("dialog", { class: "dialog", "aria-labelledby": "publish-title" }, make("form", { method: "dialog" },
      make("h2", { id: "publish-title" }, t`Publish ${id}?`),
      make("p", {}, t`Everybody who can read this archive then sees the variant, and games are verified by it.`),
      make("p", {}, t`Afterwards its ID, name, board, pieces, moves, starting position, rules and rule texts cannot change, and it cannot be withdrawn. Only its colours, pictures and other keys of “dress” can. For other rules, publish another ID, such as ${next}.`),
      make("div", { class: "chips" }, button(t`Publish`, "yes", { class: "primary", id: "publish-yes" }), button(t`Cancel`, "", { id: "publish-no" }))));
    return new Promise((done) => {
      dialog.addEventListener("close", () => {
        dialog.remove();
        if (before instanceof HTMLElement) before.focus();
        done(dialog.returnValue === "yes");
      });
      document.body.append(dialog);
      dialog.showModal();
      dialog.querySelector("#publish-no").focus();
    });
  }

  /** Publishes the saved version as a variant. */
  async publish() {
    if (!await this.confirmed()) return;
    if (this.area.value !== this.saved && !await this.save()) return;
    const { version } = this.draft;
    await call(`${path}/${this.id}/publish?version=${version}`, { method: "POST" });
    this.show(await ask(`${path}/${this.id}?version=${version}`));
  }
}
