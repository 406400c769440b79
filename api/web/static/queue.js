// Keeps the queue that is shown up to what it is.
import { live } from "./live.js";
import { pick } from "./pick.js";
import { by, call, say } from "./rest.js";

pick(by("of"));

/** Shows the queue anew where it has changed; what is written in the filter stays. */
async function renew() {
  let text;
  try { text = await (await call(location.pathname + location.search)).text(); } catch { return; } // it is looked for again
  const next = new DOMParser().parseFromString(text, "text/html");
  if (["counts", "queue"].every((id) => next.getElementById(id)?.innerHTML === by(id).innerHTML)) return;
  const at = document.activeElement?.closest("#queue a")?.getAttribute("href");
  for (const id of ["counts", "queue"]) by(id).replaceChildren(...next.getElementById(id).childNodes);
  if (at) by("queue").querySelector(`a[href="${at}"]`)?.focus();
  document.querySelector(".more")?.remove();
  by("queue").after(next.querySelector(".more") || "");
  say("The queue has changed.");
}

live("", renew);
