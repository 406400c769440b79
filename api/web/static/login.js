// Lets somebody in: by a password, or by a link that one is chosen by.
import { at, by, post } from "./rest.js";

const form = by("login");

form.onsubmit = async (e) => {
  e.preventDefault();
  const password = by("password").value, joins = "join" in form.dataset;
  by("refused").textContent = "";
  if (joins && password !== by("again").value) {
    by("refused").textContent = "The two are not the same.";
    by("again").focus();
    return;
  }
  try {
    await (joins
      ? post("/api/v1/join", { link: form.dataset.join, password })
      : post("/api/v1/session", { name: by("name").value, password }));
    location.assign(at(form.dataset.next));
  } catch (fault) {
    by("refused").textContent = fault.message;
    by("password").select();
  }
};
