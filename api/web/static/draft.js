// A definition kept on the server: its address, its versions, and the variant that it becomes.
import { askAuthor } from "./author.js";
import { ask, at, attempts, by, call, make, post, store, stored } from "./rest.js";

const path = "/api/v1/drafts";

export class Draft {
  /** @param {HTMLTextAreaElement} area @param {() => void} onopened */
  constructor(area, onopened) {
    this.area = area;
    this.onopened = onopened;
    this.id = new URLSearchParams(location.search).get("draft") || "";
    /** What is kept on the server, or was there at first. */
    this.saved = area.value;
    this.attempt = attempts("kept");
    area.addEventListener("input", () => this.keep());
    by("save").onclick = () => this.attempt(() => this.save());
    by("publish").onclick = () => this.attempt(() => this.publish());
    by("versions").onchange = (e) => this.attempt(() => this.open(Number(e.target.value)));
    if (this.id) this.begin();
    else this.bring();
  }

  /** What the tab keeps the text by that was not saved. */
  get key() { return `definition ${this.id}`; }

  keep() {
    store(this.key, this.area.value === this.saved ? null : { text: this.area.value, after: this.last });
  }

  /** Brings back what was written in this tab and not saved. */
  bring() {
    const kept = stored(this.key);
    if (!kept || kept.text === this.saved) return;
    if (kept.after) this.last = kept.after; // others may have saved since
    this.put(kept.text);
    by("kept").replaceChildren("Your text that was not saved is back. ", this.offer("Start afresh", this.saved));
  }

  /** A button that puts a text into the field. @param {string} name @param {string} text */
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

  /** Opens the draft of the address; nothing is written before it is there. */
  async begin() {
    this.area.readOnly = by("save").disabled = true;
    by("kept").textContent = "Opening…";
    try {
      await this.open(0);
    } catch (fault) {
      by("kept").replaceChildren(`${fault.message} `, make("button", { type: "button", onclick: () => this.begin() }, "Try again"));
      return;
    }
    this.area.readOnly = by("save").disabled = false;
    this.bring();
  }

  /** Shows a version, 0 for the last; what was written and not saved can be had back. @param {number} version */
  async open(version) {
    const draft = await ask(`${path}/${this.id}?version=${version}`), mine = this.area.value;
    const unsaved = this.draft && mine !== this.saved;
    this.show(draft);
    this.area.value = this.saved;
    this.onopened();
    if (unsaved) by("kept").append(" What you wrote is not saved. ", this.offer("Bring it back", mine));
  }

  /** @param {any} draft */
  show(draft) {
    this.draft = draft;
    this.id = draft.id;
    this.saved = draft.text.replaceAll("\r\n", "\n"); // as a field has it
    /** The version that the next one follows. */
    this.last = draft.versions.at(-1).version;
    history.replaceState(null, "", at(`/check?draft=${draft.id}`));
    by("versions").replaceChildren(...draft.versions.toReversed().map((v) =>
      make("option", { value: v.version, selected: v.version === draft.version }, `${v.version}, ${v.author || "somebody"}, ${v.saved.slice(0, 10)}`)));
    by("versions").parentElement.hidden = by("publish").hidden = false;
    by("kept").replaceChildren("Kept under the address of this page.", ...(draft.published ? [" Published as ", make("a", { href: `/variants/${draft.published}` }, draft.published), "."] : []));
  }

  /** Saves what is written; false where it was not. */
  async save() {
    const author = await askAuthor("Keep the definition");
    if (!author) return false;
    const body = { author, text: this.area.value }, before = this.key;
    let saved;
    try {
      saved = await (this.id ? post(`${path}/${this.id}`, body, { "If-Match": `"${this.last}"` }, "PUT") : post(path, body));
    } catch (fault) {
      if (fault.status !== 412 && (fault.status !== 403 || !this.id)) throw fault;
      if (fault.status === 412) await this.late();
      else this.foreign();
      return false;
    }
    store(before, null);
    this.show(saved);
    this.keep(); // what was written meanwhile
    return true;
  }

  /** Says that somebody has saved a version meanwhile, and goes on only when told to. */
  async late() {
    const { versions } = await ask(`${path}/${this.id}`), last = versions.at(-1);
    const button = (name, act) => make("button", { type: "button", onclick: () => this.attempt(act) }, name);
    by("kept").replaceChildren(`${last.author || "Somebody"} has saved version ${last.version} meanwhile. Nothing of yours was saved or lost. `,
      button(`Show version ${last.version}`, () => this.open(last.version)), " ",
      button("Save mine as the next", async () => { this.last = last.version; await this.save(); }));
  }

  /** Says that the draft belongs to another user, and offers to save a copy. */
  foreign() {
    const button = make("button", { type: "button", onclick: () => this.attempt(async () => {
      const before = this.key;
      this.id = "";
      if (await this.save()) store(before, null);
    }) }, "Save as my draft");
    by("kept").replaceChildren("This draft belongs to another user. Nothing was saved. ", button);
  }

  /** Makes the version that is kept a variant. */
  async publish() {
    if (this.area.value !== this.saved && !await this.save()) return;
    const { version } = this.draft;
    await call(`${path}/${this.id}/publish?version=${version}`, { method: "POST" });
    this.show(await ask(`${path}/${this.id}?version=${version}`));
  }
}
