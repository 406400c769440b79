// What others say of a game, as they save it.
import { at } from "./rest.js";

/**
 * What is done with it: begin whenever it is listened anew, as nothing is told
 * of what came before, and take an annotation that came.
 * @typedef {{begin: () => void, take: (a: any) => void}} Hearing
 */

/**
 * Listens while the page is seen: browsers let few pages of a server listen at
 * a time.
 */
export class Arrivals {
  /** @param {string} path of the events @param {Hearing} hearing */
  constructor(path, hearing) {
    this.path = path;
    this.hearing = hearing;
    this.begun = false;
    document.addEventListener("visibilitychange", () => this.attend());
    addEventListener("pagehide", () => this.stop());
    addEventListener("pageshow", () => this.attend());
    this.attend();
    if (!this.source) this.begin();
  }

  begin() {
    this.begun = true;
    this.hearing.begin();
  }

  attend() {
    if (document.hidden) { this.stop(); return; }
    if (this.source) return;
    const source = this.source = new EventSource(at(this.path));
    source.onopen = () => this.begin();
    source.addEventListener("annotation", (e) => this.hearing.take(JSON.parse(e.data)));
    source.onerror = () => {
      if (!this.begun) this.begin();
      if (source.readyState === EventSource.CLOSED && this.source === source) this.source = null; // refused: the next look at the page tries again
    };
  }

  stop() {
    this.source?.close();
    this.source = null;
  }
}
