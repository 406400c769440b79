// Several games exported as one file.
import { at, call } from "./rest.js";

/**
 * Has the links of a menu say what they cannot give, and what a format lost.
 * @param {HTMLElement} menu links of [data-as]
 * @param {HTMLElement} status is told
 */
export function exporting(menu, status) {
  menu.addEventListener("click", async (e) => {
    const link = e.target.closest?.("a[data-as]");
    if (!link) return;
    e.preventDefault();
    status.textContent = `Writing ${link.download}…`;
    try {
      status.textContent = await save(link.href, link.download);
    } catch (fault) { status.textContent = `Nothing was written: ${fault.message}`; }
  });
}

/** Keeps an answer as a file, and says what it is worth. */
async function save(address, file) {
  const answer = await call(address);
  const held = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = held;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(held), 60_000);
  const lost = JSON.parse(answer.headers.get("Assay-Losses") || "[]");
  return lost.length ? `${file} is written, without what the format cannot hold: ${lost.slice(0, 4).join("; ")}${lost.length > 4 ? " …" : ""}` : `${file} is written.`;
}

/**
 * Leads the links of a menu to other games.
 * @param {HTMLElement} menu @param {Record<string, string>} conditions as /api/v1/export takes them
 * @param {number} total how many games these are
 */
export function lead(menu, conditions, total) {
  const list = menu.querySelector("ul");
  list.hidden = total > Number(list.dataset.limit);
  menu.querySelector(".limit").hidden = !list.hidden;
  for (const link of menu.querySelectorAll("a[data-as]")) link.href = at(`/api/v1/export?${new URLSearchParams({ as: link.dataset.as, ...conditions })}`);
}
