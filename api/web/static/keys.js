// The keyboard shortcuts of a game's page.
import { make } from "./rest.js";
import { t } from "./text.js";

const keys = [
  ["← →", t`previous move, next move`], ["↑ ↓", t`previous variation, next variation`], ["Home End", t`start, end`],
  ["p", t`start or stop autoplay`], ["f", t`flip the board`], [t`Tab to the board`, t`arrow keys move between squares, Enter picks up and places a piece`],
  ["Escape", t`deselect a piece; close what was opened last`], ["?", t`show this list`],
];

/** Shows the shortcuts in a dialog. */
export function showKeys() {
  const before = document.activeElement;
  const dialog = make("dialog", { class: "dialog", "aria-labelledby": "keys-title" },
    make("h2", { id: "keys-title" }, t`Keyboard shortcuts`),
    make("dl", { class: "keys" }, ...keys.flatMap(([key, what]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)])),
    make("form", { method: "dialog" }, make("button", { class: "primary" }, t`Close`)));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
