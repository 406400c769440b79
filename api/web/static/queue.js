// Keeps the submission queue up to date.
import { connectEventPicker } from "./eventpicker.js";
import { watchQueue } from "./queuestream.js";
import { by, call, say } from "./rest.js";
import { t } from "./text.js";

connectEventPicker(by("of"));

/** Updates the queue if it has changed; leaves the filter form alone. */
async function renew() {
  let text;
  try { text = await (await call(location.pathname + location.search)).text(); } catch { return; } // retried later
  const next = new DOMParser().parseFromString(text, "text/html");
  if (["counts", "queue"].every((id) => next.getElementById(id)?.innerHTML === by(id).innerHTML)) return;
  const at = document.activeElement?.closest("#queue a")?.getAttribute("href");
  for (const id of ["counts", "queue"]) by(id).replaceChildren(...next.getElementById(id).childNodes);
  if (at) by("queue").querySelector(`a[href="${at}"]`)?.focus();
  document.querySelector(".more")?.remove();
  by("queue").after(next.querySelector(".more") || "");
  say(t`The queue has changed.`);
}

watchQueue("", renew);
