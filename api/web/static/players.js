// Merges names of players and splits them off again.
import { askAuthor } from "./author.js";
import { attempts, post } from "./rest.js";
import { t } from "./text.js";

const attempt = attempts("refused");

for (const button of document.querySelectorAll("[data-decision]")) {
  button.onclick = () => attempt(async () => {
    const { decision, name, player } = button.dataset;
    const author = await askAuthor(button.textContent);
    if (!author) return;
    await post("/api/v1/players/names", { author, decision, names: [name], ...(decision === "merge" && { player }) });
    if (!button.closest("#suggestions")) return location.reload();
    button.dataset.decision = decision === "merge" ? "split" : "merge";
    button.textContent = decision === "merge" ? t`Undo` : t`Merge`;
    button.closest("tr").classList.toggle("done", decision === "merge");
  });
}
