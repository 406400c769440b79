// The form that creates or edits an event.
import { fromLocal, toLocal } from "./times.js";
import { ask, at, attempts, by, make, post } from "./rest.js";
import { t } from "./text.js";

const form = by("event"), lines = (id) => by(id).value.split("\n").map((line) => line.trim()).filter(Boolean);

by("deadline").value = toLocal(by("deadline").dataset.at);

const attempt = attempts("refused");

/** Reports that someone else saved the event, and offers what to do. @param {any} now the event */
function conflict(now) {
  const button = (name, act) => make("button", { type: "button", onclick: act }, name);
  const editor = now.editor || t`Someone`;
  by("refused").replaceChildren(t`${editor} changed the event in the meantime. Your changes are not saved yet. `,
    button(t`Save mine anyway`, () => { form.dataset.etag = now.etag; form.requestSubmit(); }), " ", button(t`Discard mine and reload`, () => location.reload()));
}

form.onsubmit = (e) => {
  e.preventDefault();
  const { event, etag } = form.dataset;
  const body = {
    name: by("name").value.trim(),
    variants: lines("played").map((line) => { const [variant, ...options] = line.split(/\s+/); return { variant, options: options.join(" ") }; }),
    from: by("from").value, to: by("to").value, deadline: fromLocal(by("deadline").value) || null, timeControl: by("control").value.trim(),
    role: by("role").value, people: lines("people"), approval: by("approval").checked,
  };
  attempt(async () => {
    const path = "/api/v1/events";
    let saved;
    try {
      saved = await (event ? post(`${path}/${event}`, body, { "If-Match": etag }, "PUT") : post(path, body));
    } catch (error) {
      if (error.status !== 412) throw error;
      conflict(await ask(`${path}/${event}`));
      return;
    }
    location.assign(at(`/events/${saved.id}`));
  });
};

// The tournament report of an event, which the page of all events lacks.
const report = document.getElementById("report");
if (report) {
  const tryReport = attempts("report-refused");
  const send = (/** @type {RequestInit} */ how) => tryReport(async () => {
    await ask(`/api/v1/events/${report.dataset.event}/report`, { ...how, headers: { "Content-Type": "text/plain", "If-Match": report.dataset.etag } });
    location.reload();
  });
  report.onsubmit = (e) => {
    e.preventDefault();
    send({ method: "PUT", body: by("report-file").files[0] });
  };
  document.getElementById("remove-report")?.addEventListener("click", () => send({ method: "DELETE" }));
}
