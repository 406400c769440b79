// The page of webhooks, for administrators.
import { ask, attempts, by, post } from "./rest.js";
import { t } from "./text.js";

const path = "/api/v1/webhooks";

const attempt = attempts("refused");

/** Shows a secret once. @param {any} webhook */
function show(webhook) {
  by("secret").textContent = t`Copy the signing secret of ${webhook.address} now; it is shown only once: ${webhook.secret}`;
  by("secret").hidden = false;
}

for (const row of document.querySelectorAll("[data-webhook]")) {
  const mine = `${path}/${row.dataset.webhook}`;
  const on = (name, act) => row.querySelector(`[data-${name}]`)?.addEventListener("click", (e) => attempt(() => act(e.currentTarget.dataset)));
  on("off", async ({ off }) => { await post(mine, { off: off === "true" }, {}, "PATCH"); location.reload(); });
  on("rotate", async () => show(await post(mine, { rotate: true }, {}, "PATCH")));
  on("retire", async () => { await post(mine, { retire: true }, {}, "PATCH"); location.reload(); });
  on("remove", async () => { await ask(mine, { method: "DELETE" }); location.reload(); });
}

by("add").onsubmit = (e) => {
  e.preventDefault();
  attempt(async () => {
    show(await post(path, { address: by("address").value, kinds: [...by("kinds").selectedOptions].map((o) => o.value) }));
    by("add").reset();
  });
};
