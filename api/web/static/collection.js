// Export of several games as one file.
import { at, call } from "./rest.js";
import { t } from "./text.js";

/**
 * Makes the links of a menu download files and report errors and losses.
 * @param {HTMLElement} menu with links [data-as]
 * @param {HTMLElement} status for messages
 */
export function connectExports(menu, status) {
  menu.addEventListener("click", async (e) => {
    const link = e.target.closest?.("a[data-as]");
    if (!link) return;
    e.preventDefault();
    status.textContent = t`Preparing ${link.download}…`;
    try {
      status.textContent = await save(link.href, link.download);
    } catch (error) { status.textContent = t`Export failed: ${error.message}`; }
  });
}

/** Downloads a URL as a file; returns a message. */
async function save(url, file) {
  const answer = await call(url);
  const blob = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = blob;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(blob), 60_000);
  const lost = JSON.parse(answer.headers.get("Assay-Losses") || "[]");
  return lost.length ? t`Downloaded ${file}. The format cannot represent: ${lost.slice(0, 4).join("; ") + (lost.length > 4 ? " …" : "")}` : t`Downloaded ${file}.`;
}

/**
 * Sets which games the links of a menu export.
 * @param {HTMLElement} menu @param {Record<string, string>} conditions parameters of /api/v1/export
 * @param {number} total number of games
 */
export function setConditions(menu, conditions, total) {
  const list = menu.querySelector("ul");
  list.hidden = total > Number(list.dataset.limit);
  menu.querySelector(".limit").hidden = !list.hidden;
  for (const link of menu.querySelectorAll("a[data-as]")) link.href = at(`/api/v1/export?${new URLSearchParams({ as: link.dataset.as, ...conditions })}`);
}
