// The keyboard shortcuts of a game's page.
import { make } from "./rest.js";

const keys = [
  ["← →", "previous move, next move"], ["↑ ↓", "previous variation, next variation"], ["Home End", "start, end"],
  ["p", "start or stop autoplay"], ["f", "flip the board"], ["Tab to the board", "arrow keys move between squares, Enter picks up and places a piece"],
  ["Escape", "deselect a piece; close what was opened last"], ["?", "show this list"],
];

/** Shows the shortcuts in a dialog. */
export function showKeys() {
  const before = document.activeElement;
  const dialog = make("dialog", { class: "dialog", "aria-labelledby": "keys-title" },
    make("h2", { id: "keys-title" }, "Keyboard shortcuts"),
    make("dl", { class: "keys" }, ...keys.flatMap(([key, what]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)])),
    make("form", { method: "dialog" }, make("button", { class: "primary" }, "Close")));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
