// The annotations of a game, received as others save them.
import { at } from "./rest.js";

/**
 * onconnect is called at each connection, as earlier annotations are not sent;
 * onannotation for each annotation.
 * @typedef {{onconnect: () => void, onannotation: (a: any) => void}} Handlers
 */

/**
 * Is connected while the page is visible: browsers limit the connections to a
 * server.
 */
export class AnnotationStream {
  /** @param {string} path of the events @param {Handlers} handlers */
  constructor(path, handlers) {
    this.path = path;
    this.handlers = handlers;
    this.connected = false;
    document.addEventListener("visibilitychange", () => this.connect());
    addEventListener("pagehide", () => this.stop());
    addEventListener("pageshow", () => this.connect());
    this.connect();
    if (!this.source) this.begin();
  }

  begin() {
    this.connected = true;
    this.handlers.onconnect();
  }

  connect() {
    if (document.hidden) { this.stop(); return; }
    if (this.source) return;
    const source = this.source = new EventSource(at(this.path));
    source.onopen = () => this.begin();
    source.addEventListener("annotation", (e) => this.handlers.onannotation(JSON.parse(e.data)));
    source.onerror = () => {
      if (!this.connected) this.begin();
      if (source.readyState === EventSource.CLOSED && this.source === source) this.source = null; // refused; retried when the page is shown again
    };
  }

  stop() {
    this.source?.close();
    this.source = null;
  }
}
