// The laboratory: starts runs, and follows one until its report is there.
import { at, attempts, by, call, post } from "./rest.js";
import { count, t } from "./text.js";

/** Requests a run, and opens its page. @param {HTMLFormElement} form */
async function start(form) {
  const { draft, version, options } = form.dataset, against = by("against").selectedOptions[0], most = Number(by("most").value);
  const compared = against.value && ("draft" in against.dataset ? { againstVersion: Number(against.value) } : { against: against.value });
  const path = draft ? `/api/v1/drafts/${draft}/lab?version=${version}`
    : `/api/v1/variants/${encodeURIComponent(by("variant").value)}/lab?${new URLSearchParams(options ? { options } : {})}`;
  const run = await post(path, { time: `${by("minutes").value}m`, ...(most && { games: most }), ...compared });
  location.assign(at(`/lab/${run.id}`));
}

/** @param {number} seconds */
const clock = (seconds) => {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

/** Shows how far a run has come. @param {any} run */
function show({ state, stage, played, elapsed, left }) {
  const bar = by("bar"), share = left === null ? NaN : elapsed / (elapsed + left);
  if (state === "running" && share >= 0) bar.value = share;
  else bar.removeAttribute("value");
  const games = count(played, "{1} game", "{1} games");
  by("progress").textContent = state === "waiting" ? t`The run waits until another one has ended.`
    : stage === "play" ? t`${games} played, ${clock(left || 0)} left` : t`${games} played. The report is being made.`;
}

/** Follows a run until it ends. @param {string} id */
function follow(id) {
  const events = new EventSource(at(`/api/v1/lab/${id}/events`));
  events.addEventListener("run", (e) => {
    const run = JSON.parse(e.data);
    if (run.state === "waiting" || run.state === "running") { show(run); return; }
    events.close();
    location.reload();
  });
  const attempt = attempts("refused"), cancel = by("cancel");
  if (cancel) cancel.onclick = () => attempt(async () => { await call(`/api/v1/lab/${id}`, { method: "DELETE" }); });
}

const form = by("start"), section = document.querySelector("section[data-run]");
if (form) {
  const attempt = attempts("refused");
  form.addEventListener("submit", (e) => { e.preventDefault(); attempt(() => start(form)); });
}
if (section && by("bar")) follow(section.dataset.run);
