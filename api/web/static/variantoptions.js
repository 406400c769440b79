// The options of a variant.
import { ask, make } from "./rest.js";
import { t } from "./text.js";

export class VariantOptions {
  /** @param {HTMLFieldSetElement} box @param {(options: string) => void} onchange */
  constructor(box, onchange) {
    this.box = box;
    this.onchange = onchange;
    this.shown = "";
  }

  /** The options that differ from their defaults, as key=value words. */
  get text() {
    return [...this.box.querySelectorAll("select")].filter((s) => s.value !== s.dataset.default).map((s) => `${s.name}=${s.value}`).join(" ");
  }

  /**
   * Shows the options of a variant.
   * @param {string} variant @param {string} [options] selected ones
   */
  async show(variant, options = "") {
    if (this.shown !== variant) {
      this.shown = variant;
      this.box.hidden = true;
      let card;
      try {
        card = await ask(`/api/v1/variants/${encodeURIComponent(variant)}`);
      } catch {
        if (this.shown === variant) this.shown = ""; // retried next time
        return;
      }
      if (this.shown !== variant) return;
      this.box.replaceChildren(make("legend", {}, t`Options`), ...(card.options || []).map((o) => this.choice(o)));
      this.box.hidden = !card.options?.length;
    }
    const selected = new Map(options.split(" ").filter(Boolean).map((word) => word.split("=")));
    for (const select of this.box.querySelectorAll("select")) select.value = selected.get(select.name) ?? select.dataset.default;
  }

  /** @param {{name: string, summary: string, default: string, values: string[]}} option */
  choice({ name, summary, default: initial, values }) {
    return make("label", { title: summary }, `${name} `,
      make("select", { name, "data-default": initial, onchange: () => this.onchange(this.text) }, ...values.map((value) => make("option", { value }, value))));
  }
}
