// Submits records, and says what became of each.
import { askAuthor, person } from "./author.js";
import { players } from "./hit.js";
import { pick } from "./pick.js";
import { ask, by, make, say, store, stored } from "./rest.js";
import { warningList } from "./warnings.js";

/** What a file that is sent again is known by: 128 random bits. */
const fresh = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

const form = by("submit");
let key = fresh();
pick(by("event"));
form.oninput = () => { key = fresh(); };

/** What is written and not sent is kept, whatever shows another page: somebody has to log in anew. */
const fields = ["text", "comment"], kept = stored("submit");
for (const name of fields) by(name).value ||= kept?.[name] ?? "";
addEventListener("pagehide", () => store("submit", fields.some((name) => by(name).value) ? Object.fromEntries(fields.map((name) => [name, by(name).value])) : null));

/** What became of a record. @param {any} s */
function row(s) {
  const archived = s.state === "accepted";
  return make("tr", {},
    make("td", {}, `Record ${s.number}`), make("td", {}, ...(s.first || s.second ? players(s, s.number) : [])),
    make("td", {}, make("span", { class: `verdict ${s.verdict}` }, s.verdict)),
    make("td", {}, archived ? make("a", { href: `/games/${s.game}` }, s.deleted ? `Game ${s.game}, deleted` : `Archived as game ${s.game}`) : make("a", { href: `/submissions/${s.id}` }, `Waits as submission ${s.id}`)),
    make("td", {}, archived ? (s.deleted ? "It was archived before and deleted. An arbiter can restore it." : s.existing ? "It was archived before." : "") : s.concerns.map((c) => c.message).join("; "), warningList(s.warnings)));
}

form.onsubmit = async (e) => {
  e.preventDefault();
  by("refused").textContent = "";
  const file = by("file").files[0], text = by("text").value;
  if (Boolean(file) === Boolean(text.trim())) {
    by("refused").textContent = file ? "Either the file is sent or the text: empty one of them." : "Choose a file, or paste the records.";
    return;
  }
  const author = person() ? "" : await askAuthor("Submit records");
  if (!author && !person()) return;
  const words = new URLSearchParams({ file: file ? file.name : "typed.txt" });
  for (const [name, value] of Object.entries({ author, event: by("event").value, variant: by("variant").value, comment: by("comment").value.trim() })) {
    if (value) words.set(name, value);
  }
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const { submissions } = await ask(`/api/v1/submissions?${words}`, { method: "POST", body: file || text, headers: { "Idempotency-Key": key } });
    const archived = submissions.filter((s) => s.state === "accepted").length, waiting = submissions.length - archived;
    const told = `${archived} archived, ${waiting} ${waiting === 1 ? "waits" : "wait"} for an arbiter.`;
    by("results").prepend(make("section", { class: waiting ? "report bad" : "report" },
      make("header", {}, make("strong", {}, file ? file.name : "The text"), " ", make("span", {}, told)), make("table", { class: "rows" }, make("tbody", {}, ...submissions.map(row)))));
    say(told);
    form.reset();
    key = fresh();
  } catch (fault) { by("refused").textContent = fault.message; } finally { button.disabled = false; }
};
