// The choices that a game leaves to its players before the start.
import { ask, make } from "/static/rest.js";

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
      const card = await ask(`/api/v1/variants/${encodeURIComponent(variant)}`);
      if (this.shown !== variant) return;
      this.box.replaceChildren(make("legend", {}, "Played with"), ...(card.options || []).map((o) => make("label", { title: o.summary }, `${o.name} `,
        make("select", { name: o.name, "data-usual": o.default, onchange: () => this.onchange(this.text) }, ...o.values.map((v) => make("option", { value: v }, v))))));
      this.box.hidden = !card.options?.length;
    }
    const made = new Map(options.split(" ").filter(Boolean).map((word) => word.split("=")));
    for (const select of this.box.querySelectorAll("select")) select.value = made.get(select.name) ?? select.dataset.usual;
  }
}
