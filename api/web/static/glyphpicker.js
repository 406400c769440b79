// The picker of annotation symbols (NAGs).
import { make, say } from "./rest.js";
import { t } from "./text.js";

/** @typedef {{number: number, sign: string, words: string}} Glyph */

const maxGlyphs = 16;

export class GlyphPicker {
  /** @param {Glyph[]} known ones @param {number[]} chosen @param {() => void} onchange */
  constructor(known, chosen, onchange) {
    this.known = known;
    this.chosen = [...chosen];
    this.onchange = onchange;
    const row = (name, list) => make("div", { class: "chips glyphs", role: "group", "aria-label": name }, ...list.map((g) => this.button(g)));
    const number = make("input", { id: "glyph-number", type: "number", min: 1, max: 255, inputmode: "numeric" });
    this.others = make("span", { class: "chips" });
    const add = () => {
      const n = Number(number.value);
      if (!Number.isInteger(n) || n < 1 || n > 255) { say(t`Enter a number from 1 to 255.`); number.focus(); return; }
      if (!this.chosen.includes(n)) this.toggle(n);
      number.value = "";
      number.focus();
    };
    number.addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); add(); } });
    const rest = known.filter((g) => g.number > 6);
    this.more = make("details", { class: "extra" }, make("summary", {}, t`More symbols`),
      row(t`Position`, rest.filter((g) => g.number > 8 && g.number < 20)), row(t`Other`, rest.filter((g) => g.number <= 8 || g.number >= 20)),
      make("div", { class: "chips" }, make("label", { for: "glyph-number" }, t`By number (NAG)`), number, make("button", { type: "button", onclick: add }, t`Add`), this.others));
    this.more.open = this.chosen.some((n) => n > 6);
    this.element = make("div", {}, row(t`Move`, known.filter((g) => g.number <= 6)), this.more);
    this.show();
  }

  /** @param {Glyph} g */
  button(g) {
    const ambiguous = this.known.filter((other) => other.sign === g.sign).length > 1;
    return make("button", { type: "button", class: "legal", title: g.words, "aria-label": g.words, "data-glyph": g.number, onclick: () => this.toggle(g.number) },
      g.sign, ambiguous && make("sub", {}, String(g.number)));
  }

  /** @param {number} n */
  toggle(n) {
    const at = this.chosen.indexOf(n);
    if (at >= 0) this.chosen.splice(at, 1);
    else if (this.chosen.length === maxGlyphs) { say(t`At most ${maxGlyphs} symbols.`); return; }
    else this.chosen.push(n);
    this.show();
    this.onchange();
  }

  show() {
    for (const b of this.element.querySelectorAll("[data-glyph]")) b.setAttribute("aria-pressed", String(this.chosen.includes(Number(b.dataset.glyph))));
    this.others.replaceChildren(...this.chosen.filter((n) => !this.known.some((g) => g.number === n))
      .map((n) => make("button", { type: "button", class: "legal", "aria-pressed": "true", "aria-label": t`Remove symbol ${n}`, onclick: () => this.toggle(n) }, `$${n}`)));
  }
}
