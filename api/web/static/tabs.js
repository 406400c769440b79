// Tabs.
import { by } from "./rest.js";

export class Tabs {
  /** @param {HTMLElement} list of tabs @param {(panel: string) => void} onopened */
  constructor(list, onopened) {
    this.tabs = [...list.querySelectorAll("[role=tab]")];
    this.onopened = onopened;
    for (const tab of this.tabs) tab.addEventListener("click", () => this.open(tab));
    list.addEventListener("keydown", (e) => this.key(e));
  }

  key(e) {
    const at = this.tabs.indexOf(document.activeElement), n = this.tabs.length;
    const to = { ArrowRight: at + 1, ArrowLeft: at + n - 1, Home: 0, End: n - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    this.open(this.tabs[to % n]);
    this.tabs[to % n].focus();
  }

  /** @param {HTMLElement} chosen */
  open(chosen) {
    for (const tab of this.tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      by(tab.getAttribute("aria-controls")).hidden = tab !== chosen;
    }
    this.onopened(chosen.getAttribute("aria-controls"));
  }

  /** The visible panel. */
  shown() { return this.tabs.find((tab) => tab.getAttribute("aria-selected") === "true").getAttribute("aria-controls"); }
}
