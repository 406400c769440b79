// The page of people, for administrators.
import { at, attempts, by, make, post } from "./rest.js";
import { t } from "./text.js";

const attempt = attempts("refused");

/** Shows an invitation or password link. @param {any} invited */
function show(invited) {
  const address = new URL(at(`/join/${invited.secret}`), location.href).href;
  by("link").replaceChildren(t`Send ${invited.person.name} this link. It works once, until ${invited.expires.slice(0, 10)}: `, make("a", { href: address, id: "address" }, address));
  by("link").hidden = false;
}

for (const row of document.querySelectorAll("[data-person]")) {
  const path = `/api/v1/people/${row.dataset.person}`, role = row.querySelector("[data-role]");
  const before = role.value;
  role.onchange = () => attempt(async () => {
    try { await post(path, { role: role.value }, {}, "PATCH"); } catch (error) { role.value = before; throw error; }
  });
  row.querySelector("[data-suspend]").onclick = (e) => attempt(async () => {
    await post(path, { barred: e.currentTarget.dataset.suspend === "true" }, {}, "PATCH");
    location.reload();
  });
  row.querySelector("[data-link]").onclick = () => attempt(async () => show(await post(`${path}/link`, {})));
}

by("invite").onsubmit = (e) => {
  e.preventDefault();
  attempt(async () => {
    show(await post("/api/v1/people", { name: by("name").value, role: by("role").value, mail: by("mail")?.value ?? "" }));
    by("invite").reset();
  });
};
