// The page that compares two games that may be one.
import { askAuthor } from "./author.js";
import { attempts, by, post } from "./rest.js";
import { t } from "./text.js";

const pair = by("pair"), attempt = attempts("refused");
const { game, twin, etag } = pair.dataset;
const questions = {
  merge: t`Merge these games into one? You can undo it.`,
  distinct: t`Declare these two games, so that they are not listed again?`,
  undo: t`Undo this decision?`,
};

/** The choices of the form, by the name of their fields. */
const chosen = () => Object.fromEntries([...pair.querySelectorAll("input:checked")].map(({ name, value }) => [name, Number(value)]));

for (const button of pair.querySelectorAll("[data-decision]")) {
  button.onclick = () => attempt(async () => {
    const { decision } = button.dataset;
    if (!confirm(questions[decision])) return;
    const author = await askAuthor(button.textContent);
    if (!author) return;
    const { keep, ...rest } = chosen();
    const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name.replace("header ", ""), value]));
    await post(`/api/v1/games/${game}/twins/${twin}`, decision === "merge" ? { author, decision, keep, headers } : { author, decision }, { "If-Match": etag });
    location.reload();
  });
}
