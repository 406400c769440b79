// A form whose button starts and stops a long task.

import { t } from "./text.js";

export class LongTask {
  /** @param {HTMLFormElement} form @param {HTMLElement} status shows errors @param {(signal: AbortSignal) => Promise<void>} task */
  constructor(form, status, task) {
    this.button = form.querySelector("button");
    this.label = this.button.textContent;
    form.addEventListener("submit", async (e) => {
      e.preventDefault();
      if (this.stop()) return;
      const controller = this.controller = new AbortController();
      this.button.textContent = t`Stop`;
      try { await task(controller.signal); } catch (error) { if (!controller.signal.aborted) status.textContent = error.message; }
      if (this.controller === controller) this.stop();
    });
  }

  /** Stops the task; returns false if none is running. */
  stop() {
    if (!this.controller) return false;
    this.controller.abort();
    this.controller = null;
    this.button.textContent = this.label;
    return true;
  }
}
