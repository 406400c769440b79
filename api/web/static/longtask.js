// A form whose button begins what takes a while, and ends it.

export class Running {
  /** @param {HTMLFormElement} form @param {HTMLElement} told where faults are told @param {(signal: AbortSignal) => Promise<void>} what */
  constructor(form, told, what) {
    this.button = form.querySelector("button");
    this.word = this.button.textContent;
    form.addEventListener("submit", async (e) => {
      e.preventDefault();
      if (this.stop()) return;
      const mine = this.under = new AbortController();
      this.button.textContent = "Stop";
      try { await what(mine.signal); } catch (fault) { if (!mine.signal.aborted) told.textContent = fault.message; }
      if (this.under === mine) this.stop();
    });
  }

  /** Ends what is under way; false where nothing is. */
  stop() {
    if (!this.under) return false;
    this.under.abort();
    this.under = null;
    this.button.textContent = this.word;
    return true;
  }
}
