// Sets an event up, or up otherwise.
import { local, moment } from "./moment.js";
import { at, attempts, by, post } from "./rest.js";

const form = by("event"), lines = (id) => by(id).value.split("\n").map((line) => line.trim()).filter(Boolean);

by("deadline").value = local(by("deadline").dataset.at);

const attempt = attempts("refused");

form.onsubmit = (e) => {
  e.preventDefault();
  const { event, etag } = form.dataset;
  const body = {
    name: by("name").value.trim(),
    variants: lines("played").map((line) => { const [variant, ...options] = line.split(/\s+/); return { variant, options: options.join(" ") }; }),
    from: by("from").value, to: by("to").value, deadline: moment(by("deadline").value) || null, timeControl: by("control").value.trim(),
    role: by("role").value, people: lines("people"), approval: by("approval").checked,
  };
  attempt(async () => {
    const path = "/api/v1/events";
    const kept = await (event ? post(`${path}/${event}`, body, { "If-Match": etag }, "PUT") : post(path, body));
    location.assign(at(`/events/${kept.id}`));
  });
};
