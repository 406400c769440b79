// Changes of submissions, received while the page is visible.
import { at } from "./rest.js";

/**
 * Calls a function when matching submissions have changed, and after each
 * connection. Hidden pages are not connected: browsers limit the connections to
 * a server.
 * @param {string} query of the list of submissions @param {() => void} onchange
 */
export function watchQueue(query, onchange) {
  let events = null, timer = 0;
  const schedule = () => { clearTimeout(timer); timer = setTimeout(onchange, 200); };
  const connect = () => {
    if (document.visibilityState === "hidden") { events?.close(); events = null; return; }
    if (events) return;
    events = new EventSource(at(`/api/v1/queue/events${query}`));
    events.onopen = schedule;
    events.addEventListener("submission", schedule);
  };
  document.addEventListener("visibilitychange", connect);
  connect();
}
