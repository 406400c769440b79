// Searches saved in this browser.
import { make, say } from "./rest.js";
import { t } from "./text.js";

const maxSearches = 50;

/** @typedef {{address: string, words: string}} Search the query string of /search, and the displayed name */

/** @returns {Search[]} the newest first */
function read() {
  try {
    const all = JSON.parse(localStorage.getItem("searches"));
    return all.filter((s) => typeof s.words === "string" && s.address.startsWith("?")).slice(0, maxSearches);
  } catch { return []; } // nothing saved, or no storage
}

export class SavedSearches {
  /** @param {HTMLElement} box around the list */
  constructor(box) {
    this.box = box;
    this.show();
    addEventListener("storage", () => this.show()); // saved in another tab
  }

  /** @param {Search[]} all */
  write(all) {
    try { localStorage.setItem("searches", JSON.stringify(all.slice(0, maxSearches))); } catch { return false; }
    this.show();
    return true;
  }

  /** Saves a search; replaces one with the same address. @param {Search} search */
  save(search) {
    const others = read().filter((s) => s.address !== search.address);
    say(this.write([search, ...others]) ? t`Saved in this browser: ${search.words}` : t`This browser does not allow saving searches.`);
  }

  remove(address) {
    this.write(read().filter((s) => s.address !== address));
    this.box.querySelector(this.box.hidden ? "summary" : "button, summary")?.focus();
  }

  show() {
    const all = read();
    this.box.hidden = !all.length;
    this.box.querySelector("ul").replaceChildren(...all.map(({ address, words }) => make("li", {},
      make("a", { href: `/search${address}` }, words),
      make("button", { type: "button", "aria-label": t`Delete ${words}`, onclick: () => this.remove(address) }, t`Delete`))));
  }
}
