// Chooses one of many variants by name and picture, instead of a long list.
import { make } from "./rest.js";
import { t } from "./text.js";

/** Local storage key and number of the variants chosen last. */
const recentKey = "recent variants", maxRecent = 6;

/** @returns {string[]} IDs, the last chosen first */
function recent() {
  try {
    const all = JSON.parse(localStorage.getItem(recentKey) || "[]");
    return all.filter((id) => typeof id === "string").slice(0, maxRecent);
  } catch { return []; } // nothing stored, or no storage
}

/** A text without case and marks, for comparisons. @param {string} text */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

class VariantPicker {
  /** @param {HTMLSelectElement} select */
  constructor(select) {
    this.select = select;
    this.label = (select.labels[0]?.firstChild?.textContent || t`Variant`).trim();
    this.button = make("button", { type: "button", class: "picker", "aria-haspopup": "dialog", onclick: () => this.open() });
    select.hidden = true;
    select.after(this.button);
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value");
    // Scripts of the page set the value.
    Object.defineProperty(select, "value", { get, set: (value) => { set.call(select, value); this.show(); } });
    select.addEventListener("change", () => this.show());
    select.form?.addEventListener("reset", () => setTimeout(() => this.show()));
    this.show();
  }

  /** Shows the choice on the button. */
  show() {
    const name = this.select.selectedOptions[0]?.text || "";
    this.button.textContent = name;
    this.button.setAttribute("aria-label", `${this.label}: ${name}`);
  }

  /** The button of a variant in the dialog. @param {HTMLOptionElement} option */
  choice({ value, text }) {
    const words = plain(`${text} ${value}`);
    return make("button", { type: "button", "data-words": words, "aria-pressed": String(value === this.select.value), onclick: () => this.choose(value) },
      value && make("img", { src: `/api/v1/diagram.svg?variant=${encodeURIComponent(value)}`, alt: "", loading: "lazy" }), make("span", {}, text));
  }

  open() {
    const options = [...this.select.options], last = recent();
    const first = options.filter(({ value }) => !value || last.includes(value)), others = options.filter((option) => !first.includes(option));
    first.sort((a, b) => last.indexOf(a.value) - last.indexOf(b.value));
    const field = make("input", { placeholder: t`Name of a variant`, "aria-label": t`Name of a variant`, autocomplete: "off", oninput: () => this.filter(field.value) });
    this.list = make("div", { class: "variants" }, ...[...first, ...others].map((option) => this.choice(option)));
    this.none = make("p", { class: "hint", role: "status" });
    this.dialog = make("dialog", { class: "dialog wide", "aria-label": this.label },
      make("form", { method: "dialog", class: "find" }, field, make("button", { "aria-label": t`Close` }, "×")), this.none, this.list);
    field.addEventListener("keydown", (e) => {
      if (e.key === "Enter") { e.preventDefault(); this.visible()[0]?.click(); }
    });
    this.dialog.addEventListener("keydown", (e) => this.key(e));
    this.dialog.addEventListener("close", () => { this.dialog.remove(); this.button.focus(); });
    document.body.append(this.dialog);
    this.dialog.showModal();
    field.focus();
  }

  /** @returns {HTMLElement[]} */
  visible() { return [...this.list.children].filter((e) => !e.hidden); }

  /** Shows the variants with all words of a text. @param {string} text */
  filter(text) {
    const words = plain(text).split(/\s+/);
    for (const e of this.list.children) e.hidden = !words.every((word) => e.dataset.words.includes(word));
    this.none.textContent = this.visible().length ? "" : t`No variant has this name.`;
  }

  /** Moves between variants by arrow keys. @param {KeyboardEvent} e */
  key(e) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key], all = this.visible(), i = all.indexOf(document.activeElement);
    if (!step || i < 0 && e.key !== "ArrowDown") return;
    e.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, i + step))]?.focus();
  }

  /** @param {string} value */
  choose(value) {
    if (value) try { localStorage.setItem(recentKey, JSON.stringify([value, ...recent().filter((id) => id !== value)].slice(0, maxRecent))); } catch { /* not remembered */ }
    this.dialog.close();
    if (value === this.select.value) return;
    this.select.value = value;
    this.select.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

for (const select of document.querySelectorAll("select#variant, select#new-variant, select[name=variant]")) new VariantPicker(select);
