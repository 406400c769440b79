// Signs in with a password, or sets the first one by an invitation link.
import { at, by, post } from "./rest.js";
import { t } from "./text.js";

const form = by("login");

form.onsubmit = async (e) => {
  e.preventDefault();
  const password = by("password").value, joins = "join" in form.dataset;
  by("refused").textContent = "";
  if (joins && password !== by("repeat").value) {
    by("refused").textContent = t`The passwords do not match.`;
    by("repeat").focus();
    return;
  }
  try {
    await (joins
      ? post("/api/v1/join", { link: form.dataset.join, password })
      : post("/api/v1/session", { name: by("name").value, password }));
    location.assign(at(form.dataset.next));
  } catch (error) {
    by("refused").textContent = error.message;
    by("password").select();
  }
};
