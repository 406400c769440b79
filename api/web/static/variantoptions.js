// The choices that a game leaves to its players before the start.
import { ask, make } from "./rest.js";

export class Choices {
  /** @param {HTMLFieldSetElement} box @param {(options: string) => void} onchange */
  constructor(box, onchange) {
    this.box = box;
    this.onchange = onchange;
    this.shown = "";
  }

  /** The choices that differ from the usual ones, as key=value words. */
  get text() {
    return [...this.box.querySelectorAll("select")].filter((s) => s.value !== s.dataset.usual).map((s) => `${s.name}=${s.value}`).join(" ");
  }

  /**
   * Shows the choices of a game.
   * @param {string} variant @param {string} [options] those made
   */
  async show(variant, options = "") {
    if (this.shown !== variant) {
      this.shown = variant;
      this.box.hidden = true;
      let card;
      try {
        card = await ask(`/api/v1/variants/${encodeURIComponent(variant)}`);
      } catch {
        if (this.shown === variant) this.shown = ""; // it is asked again
        return;
      }
      if (this.shown !== variant) return;
      this.box.replaceChildren(make("legend", {}, "Played with"), ...(card.options || []).map((o) => this.choice(o)));
      this.box.hidden = !card.options?.length;
    }
    const made = new Map(options.split(" ").filter(Boolean).map((word) => word.split("=")));
    for (const select of this.box.querySelectorAll("select")) select.value = made.get(select.name) ?? select.dataset.usual;
  }

  /** @param {{name: string, summary: string, default: string, values: string[]}} option */
  choice({ name, summary, default: usual, values }) {
    return make("label", { title: summary }, `${name} `,
      make("select", { name, "data-usual": usual, onchange: () => this.onchange(this.text) }, ...values.map((value) => make("option", { value }, value))));
  }
}
