// Tells a page of what becomes of submissions while somebody looks at it.
import { at } from "./rest.js";

/**
 * Calls a function when submissions that match have changed, and when it listens
 * again after a time in which it did not. A page that nobody sees does not listen:
 * a browser keeps few connections to a server.
 * @param {string} query of the list of submissions @param {() => void} changed
 */
export function live(query, changed) {
  let events = null, wait = 0;
  const soon = () => { clearTimeout(wait); wait = setTimeout(changed, 200); };
  const look = () => {
    if (document.visibilityState === "hidden") { events?.close(); events = null; return; }
    if (events) return;
    events = new EventSource(at(`/api/v1/queue/events${query}`));
    events.onopen = soon;
    events.addEventListener("submission", soon);
  };
  document.addEventListener("visibilitychange", look);
  look();
}
