// The visitor's name, as the author of annotations and changes.
import { make } from "./rest.js";
import { t } from "./text.js";

let known = "";

/** The name of the person who is signed in, or "". */
export const person = () => document.body.dataset.name || "";

/** The name of the person who is signed in, else the name entered last, or "". */
export function author() {
  if (person()) return person();
  try { return localStorage.getItem("author") || known; } catch { return known; }
}

/** @param {string} name */
export function remember(name) {
  known = name;
  try { localStorage.setItem("author", name); } catch { /* remembered by this page only */ }
}

/**
 * Returns the author's name, after asking for it if necessary; "" if cancelled.
 * @param {string} action that needs the name, as the dialog's title
 * @returns {Promise<string>}
 */
export function askAuthor(action) {
  const name = author();
  if (name) return Promise.resolve(name);
  return new Promise((done) => {
    const field = make("input", { id: "author-name", required: true, maxlength: 100, autocomplete: "name" });
    const dialog = make("dialog", { class: "dialog", "aria-labelledby": "author-action" },
      make("form", { method: "dialog", onsubmit: (e) => {
        const typed = field.value.trim();
        if (!typed) { e.preventDefault(); field.focus(); return; }
        remember(typed);
        dialog.returnValue = typed;
      } },
      make("h2", { id: "author-action" }, action),
      make("label", { for: "author-name" }, t`Your name`), field,
      make("p", { class: "hint" }, t`It is shown with your changes and remembered in this browser.`),
      make("div", { class: "chips" }, make("button", { class: "primary" }, t`Continue`), make("button", { type: "button", onclick: () => dialog.close("") }, t`Cancel`))));
    const before = document.activeElement;
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before instanceof HTMLElement) before.focus();
      done(author());
    });
    document.body.append(dialog);
    dialog.showModal();
    field.focus();
  });
}
