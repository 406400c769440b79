// The name of whoever writes here.
import { make } from "./rest.js";

let known = "";

/** The name of whoever has logged in, "" for nobody. */
export const person = () => document.body.dataset.name || "";

/** The name of whoever has logged in, or that was given last, "" for none. */
export function author() {
  if (person()) return person();
  try { return localStorage.getItem("author") || known; } catch { return known; }
}

/** @param {string} name */
export function remember(name) {
  known = name;
  try { localStorage.setItem("author", name); } catch { /* it holds as long as the page */ }
}

/**
 * The name, asked for where none is known; "" when it is not given.
 * @param {string} what the name is asked for
 * @returns {Promise<string>}
 */
export function askAuthor(what) {
  const name = author();
  if (name) return Promise.resolve(name);
  return new Promise((done) => {
    const field = make("input", { id: "asked-name", required: true, maxlength: 100, autocomplete: "name" });
    const dialog = make("dialog", { class: "asked", "aria-labelledby": "asked-what" },
      make("form", { method: "dialog", onsubmit: (e) => {
        const typed = field.value.trim();
        if (!typed) { e.preventDefault(); field.focus(); return; }
        remember(typed);
        dialog.returnValue = typed;
      } },
      make("h2", { id: "asked-what" }, what),
      make("label", { for: "asked-name" }, "Your name"), field,
      make("p", { class: "hint" }, "It stays in the history of what you change, and in this browser."),
      make("div", { class: "chips" }, make("button", { class: "primary" }, "Go on"), make("button", { type: "button", onclick: () => dialog.close("") }, "Cancel"))));
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
