// Searches that are kept in this browser.
import { make, say } from "./rest.js";

const most = 50;

/** @typedef {{address: string, words: string}} Search with the address behind /search, and what it is called */

/** @returns {Search[]} the newest first */
function read() {
  try {
    const all = JSON.parse(localStorage.getItem("searches"));
    return all.filter((s) => typeof s.words === "string" && s.address.startsWith("?")).slice(0, most);
  } catch { return []; } // none are kept, or no storage
}

export class Kept {
  /** @param {HTMLElement} box of a list */
  constructor(box) {
    this.box = box;
    this.show();
    addEventListener("storage", () => this.show()); // another tab keeps one
  }

  /** @param {Search[]} all */
  write(all) {
    try { localStorage.setItem("searches", JSON.stringify(all.slice(0, most))); } catch { return false; }
    this.show();
    return true;
  }

  /** Keeps a search, in place of one with the same address. @param {Search} search */
  keep(search) {
    const others = read().filter((s) => s.address !== search.address);
    say(this.write([search, ...others]) ? `${search.words} is kept in this browser` : "This browser keeps nothing");
  }

  drop(address) {
    this.write(read().filter((s) => s.address !== address));
    this.box.querySelector(this.box.hidden ? "summary" : "button, summary")?.focus();
  }

  show() {
    const all = read();
    this.box.hidden = !all.length;
    this.box.querySelector("ul").replaceChildren(...all.map(({ address, words }) => make("li", {},
      make("a", { href: `/search${address}` }, words),
      make("button", { type: "button", "aria-label": `Drop ${words}`, onclick: () => this.drop(address) }, "Drop"))));
  }
}
