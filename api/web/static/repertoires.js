// The page that lists repertoires: add one from a file, a text or a study.
import { at, attempts, by, make, post } from "./rest.js";
import { t } from "./text.js";

const form = by("create"), attempt = attempts("refused");
form.onsubmit = (e) => {
  e.preventDefault();
  attempt(async () => {
    const [file] = by("file").files, address = by("study").value.trim();
    const text = file ? await file.text() : by("records").value;
    const study = address.split("/studies/").pop().split(/[/?#]/)[0];
    if (!text.trim() && !study) throw new Error(t`Choose a file, paste records or name a study.`);
    const added = await post("/api/v1/repertoires", {
      name: by("name").value.trim(), side: by("side").value, variant: by("variant").value,
      ...(text.trim() ? { text } : {}), ...(study ? { studies: [study] } : {}),
    });
    if (!added.leftOut.length) { location.assign(at(`/repertoires/${added.id}`)); return; }
    by("left").replaceChildren(make("a", { href: `/repertoires/${added.id}` }, added.name), ". ", t`Left out: ${added.leftOut.join("; ")}`);
  });
};
