// What the keys of a game's page do.
import { make } from "./rest.js";

const keys = [
  ["← →", "a ply back, a ply on"], ["↑ ↓", "to the line beside this one, where there are some"], ["Home End", "to the start, to the end"],
  ["p", "plays by itself, or stops"], ["f", "turns the board"], ["Tab to the board", "arrows go from place to place, Enter takes a piece and puts it"],
  ["Escape", "lets go of a piece; leaves what was opened last"], ["?", "shows this"],
];

/** Shows the keys until they are put away. */
export function help() {
  const before = document.activeElement;
  const dialog = make("dialog", { class: "asked", "aria-labelledby": "keys-title" },
    make("h2", { id: "keys-title" }, "Keys"),
    make("dl", { class: "keys" }, ...keys.flatMap(([key, what]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)])),
    make("form", { method: "dialog" }, make("button", { class: "primary" }, "Close")));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
