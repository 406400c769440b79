// A definition kept on the server: its address, its versions, and the variant that it becomes.
import { askAuthor } from "./author.js";
import { ask, at, attempts, by, call, make, post } from "./rest.js";

const path = "/api/v1/drafts";

export class Draft {
  /** @param {HTMLTextAreaElement} area @param {() => void} onopened */
  constructor(area, onopened) {
    this.area = area;
    this.onopened = onopened;
    this.id = new URLSearchParams(location.search).get("draft") || "";
    this.attempt = attempts("kept");
    by("save").onclick = () => this.attempt(() => this.save());
    by("publish").onclick = () => this.attempt(() => this.publish());
    by("versions").onchange = (e) => this.attempt(() => this.open(Number(e.target.value)));
    if (this.id) this.attempt(() => this.open(0));
  }

  /** Shows a version, 0 for the last. @param {number} version */
  async open(version) {
    const draft = await ask(`${path}/${this.id}?version=${version}`);
    this.area.value = draft.text;
    this.show(draft);
    this.onopened();
  }

  /** @param {any} draft */
  show(draft) {
    this.draft = draft;
    this.id = draft.id;
    history.replaceState(null, "", at(`/check?draft=${draft.id}`));
    by("versions").replaceChildren(...draft.versions.toReversed().map((v) =>
      make("option", { value: v.version, selected: v.version === draft.version }, `${v.version}, ${v.author || "somebody"}, ${v.saved.slice(0, 10)}`)));
    by("versions").parentElement.hidden = by("publish").hidden = false;
    by("kept").replaceChildren("Kept under the address of this page.", ...(draft.published ? [" Published as ", make("a", { href: `/variants/${draft.published}` }, draft.published), "."] : []));
  }

  async save() {
    const author = await askAuthor("Keep the definition");
    if (!author) return;
    const body = { author, text: this.area.value };
    const last = this.draft?.versions.at(-1).version;
    this.show(await (this.id ? post(`${path}/${this.id}`, body, { "If-Match": `"${last}"` }, "PUT") : post(path, body)));
  }

  /** Makes the version that is kept a variant. */
  async publish() {
    if (this.area.value !== this.draft.text) await this.save();
    const { version } = this.draft;
    await call(`${path}/${this.id}/publish?version=${version}`, { method: "POST" });
    await this.open(version);
  }
}
