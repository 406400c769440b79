// The visitor's tokens and password.
import { ask, at, attempts, by, make, post } from "./rest.js";
import { t } from "./text.js";

const tryToken = attempts("token-refused"), tryAccount = attempts("password-refused"), tryClaim = attempts("claim-refused");

by("claim").onsubmit = (e) => {
  e.preventDefault();
  tryClaim(async () => {
    await post("/api/v1/me/player", { player: by("claim-player").value.trim() }, {}, "PUT");
    location.reload();
  });
};

document.getElementById("unclaim")?.addEventListener("click", () => tryClaim(async () => {
  await ask("/api/v1/me/player", { method: "DELETE" });
  location.reload();
}));

let typed = 0;
by("claim-player").oninput = async (e) => {
  const turn = ++typed, text = e.target.value.trim();
  if (!text) return;
  const found = await ask(`/api/v1/players?limit=10&q=${encodeURIComponent(text)}`).catch(() => null);
  if (found && turn === typed) by("claim-players").replaceChildren(...found.players.map((p) => make("option", { value: p.name })));
};

by("sign-out").onclick = () => tryAccount(async () => {
  await ask("/api/v1/session", { method: "DELETE" });
  location.assign(at("/"));
});

by("tokens").onclick = (e) => {
  const id = e.target.closest("button")?.dataset.end;
  if (id) tryToken(async () => {
    await ask(`/api/v1/tokens/${id}`, { method: "DELETE" });
    e.target.closest("tr").remove();
  });
};

by("token").onsubmit = (e) => {
  e.preventDefault();
  tryToken(async () => {
    const scopes = [...document.querySelectorAll("[name=scope]:checked")].map((box) => box.value);
    const made = await post("/api/v1/tokens", { name: by("token-name").value, scopes, days: Number(by("days").value) });
    by("new-token").replaceChildren(t`Copy the token now; it is shown only once: `, make("code", { id: "secret" }, made.token));
    by("new-token").hidden = false;
    by("tokens").append(make("tr", {}, make("td", {}, made.name), make("td", {}, made.scopes.join(", ")), make("td", {}, made.expires.slice(0, 10)),
      make("td", {}, make("button", { type: "button", "data-end": made.id }, t`Revoke`))));
    by("tokens").querySelector("td.hint")?.parentElement.remove();
  });
};

by("password").onsubmit = (e) => {
  e.preventDefault();
  tryAccount(async () => {
    await post("/api/v1/password", { old: by("old").value, password: by("new").value }, {}, "PUT");
    by("password").reset();
    by("password-refused").textContent = t`Password changed.`;
  });
};
