// Sets an event up, or up otherwise.
import { local, moment } from "./moment.js";
import { ask, at, attempts, by, make, post } from "./rest.js";

const form = by("event"), lines = (id) => by(id).value.split("\n").map((line) => line.trim()).filter(Boolean);

by("deadline").value = local(by("deadline").dataset.at);

const attempt = attempts("refused");

/** Says that somebody has saved the event meanwhile, and goes on only when told to. @param {any} now the event */
function late(now) {
  const button = (name, act) => make("button", { type: "button", onclick: act }, name);
  by("refused").replaceChildren(`${now.editor || "Somebody"} has changed the event meanwhile. Nothing of yours was saved or lost. `,
    button("Save mine all the same", () => { form.dataset.etag = now.etag; form.requestSubmit(); }), " ", button("Show that one, without mine", () => location.reload()));
}

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
    let kept;
    try {
      kept = await (event ? post(`${path}/${event}`, body, { "If-Match": etag }, "PUT") : post(path, body));
    } catch (fault) {
      if (fault.status !== 412) throw fault;
      late(await ask(`${path}/${event}`));
      return;
    }
    location.assign(at(`/events/${kept.id}`));
  });
};
