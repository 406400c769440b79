// The page that lists studies: create one, also from a file's text.
import { askAuthor } from "./author.js";
import { at, attempts, by, post } from "./rest.js";
import { t } from "./text.js";

const form = by("create");
if (form) {
  const attempt = attempts("refused");
  form.onsubmit = (e) => {
    e.preventDefault();
    attempt(async () => {
      const author = await askAuthor(t`Create a study`);
      if (!author) return;
      const name = by("name").value.trim(), records = by("records").value;
      const study = await post("/api/v1/studies", { author, records, ...(name && { name }) });
      location.assign(at(`/studies/${study.id}`));
    });
  };
}
