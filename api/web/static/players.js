// Merges names of players and splits them off again; shows a player's ratings.
import { askAuthor } from "./author.js";
import { ask, attempts, by, call, make, post } from "./rest.js";
import { t } from "./text.js";

const attempt = attempts("refused");

for (const button of document.querySelectorAll("[data-decision]")) {
  button.onclick = () => attempt(async () => {
    const { decision, name, player } = button.dataset;
    const author = await askAuthor(button.textContent);
    if (!author) return;
    await post("/api/v1/players/names", { author, decision, names: [name], ...(decision === "merge" && { player }) });
    const { claims } = decision === "merge" ? await ask("/api/v1/players/claims").catch(() => ({ claims: [] })) : { claims: [] };
    const linked = claims.filter((c) => c.conflict && c.names.includes(player)).map((c) => c.name);
    if (linked.length) by("refused").textContent = t`More than one account is linked to this player: ${linked.join(", ")}. An arbiter can refuse all but one.`;
    else if (!button.closest("#suggestions")) return location.reload();
    button.dataset.decision = decision === "merge" ? "split" : "merge";
    button.textContent = decision === "merge" ? t`Undo` : t`Merge`;
    button.closest("tr").classList.toggle("done", decision === "merge");
  });
}

for (const button of document.querySelectorAll("[data-claim]")) {
  button.onclick = () => attempt(async () => {
    const { claim, person, player } = button.dataset;
    await post("/api/v1/players/claims", { person: Number(person), player, decision: claim });
    location.reload();
  });
}

// Ratings are computed from all games of the archive, so the page does not wait
// for them. If they do not arrive, it has the link to them.
const ratings = document.getElementById("ratings");
if (ratings) {
  const text = await call(`/ratings?player=${encodeURIComponent(ratings.dataset.player)}`).then((answer) => answer.text(), () => "");
  for (const chart of new DOMParser().parseFromString(text, "text/html").querySelectorAll(".charts")) {
    if (chart.dataset.player === ratings.dataset.player) ratings.append(make("h3", {}, chart.dataset.variant), chart);
  }
}
