// One's own tokens and password.
import { ask, at, attempts, by, make, post } from "./rest.js";

/** Do what controls ask for, and say beside them why not. */
const keys = attempts("token-refused"), doors = attempts("password-refused");

by("logout").onclick = () => doors(async () => {
  await ask("/api/v1/session", { method: "DELETE" });
  location.assign(at("/"));
});

by("tokens").onclick = (e) => {
  const id = e.target.closest("button")?.dataset.end;
  if (id) keys(async () => {
    await ask(`/api/v1/tokens/${id}`, { method: "DELETE" });
    e.target.closest("tr").remove();
  });
};

by("token").onsubmit = (e) => {
  e.preventDefault();
  keys(async () => {
    const scopes = [...document.querySelectorAll("[name=scope]:checked")].map((box) => box.value);
    const made = await post("/api/v1/tokens", { name: by("token-name").value, scopes, days: Number(by("days").value) });
    by("made").replaceChildren("Copy it now; it is not shown again: ", make("code", { id: "secret" }, made.token));
    by("made").hidden = false;
    by("tokens").append(make("tr", {}, make("td", {}, made.name), make("td", {}, made.scopes.join(", ")), make("td", {}, made.expires.slice(0, 10)),
      make("td", {}, make("button", { type: "button", "data-end": made.id }, "Take back"))));
    by("tokens").querySelector("td.hint")?.parentElement.remove();
  });
};

by("password").onsubmit = (e) => {
  e.preventDefault();
  doors(async () => {
    await post("/api/v1/password", { old: by("old").value, password: by("new").value }, {}, "PUT");
    by("password").reset();
    by("password-refused").textContent = "It is changed.";
  });
};
