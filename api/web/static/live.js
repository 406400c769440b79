// Keeps the boards of followed games up to date.
import { at, by, call } from "./rest.js";

/** Replaces the boards that have changed, so that the others keep their place. */
async function renew() {
  let text;
  try { text = await (await call(location.pathname)).text(); } catch { return; } // retried at the next change
  const next = new DOMParser().parseFromString(text, "text/html").getElementById("boards");
  [...next.children].forEach((board, i) => {
    const shown = by("boards").children[i];
    if (!shown) by("boards").append(board.cloneNode(true));
    else if (shown.outerHTML !== board.outerHTML) shown.replaceWith(board.cloneNode(true));
  });
  while (by("boards").children.length > next.children.length) by("boards").lastElementChild.remove();
}

let events = null, timer = 0;
const schedule = () => { clearTimeout(timer); timer = setTimeout(renew, 200); };

/** Connects while the page is visible: browsers limit connections to a server. */
function connect() {
  if (document.visibilityState === "hidden") { events?.close(); events = null; return; }
  if (events) return;
  events = new EventSource(at("/api/v1/live/events"));
  events.addEventListener("board", schedule);
}
document.addEventListener("visibilitychange", connect);
connect();
