// Submits records and shows the result of each.
import { askAuthor, person } from "./author.js";
import { connectEventPicker } from "./eventpicker.js";
import { players } from "./hit.js";
import { encodings, formats } from "./reading.js";
import { ask, by, make, say, sentence, store, stored } from "./rest.js";
import { sameAs, warningList } from "./warnings.js";
import { t, word } from "./text.js";

/** Returns a new idempotency key of 128 random bits. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

const form = by("submit");
let key = newKey();
connectEventPicker(by("event"));
by("encoding").append(...encodings.map((name) => make("option", {}, name)));
by("format").append(...formats().map((name) => make("option", {}, name)));
form.oninput = () => { key = newKey(); };

/** Keeps unsent text when the page is left, for example to sign in again. */
const fields = ["text", "comment"], kept = stored("submit");
for (const name of fields) by(name).value ||= kept?.[name] ?? "";
addEventListener("pagehide", () => store("submit", fields.some((name) => by(name).value) ? Object.fromEntries(fields.map((name) => [name, by(name).value])) : null));

/** The table row of a submitted record. @param {any} s */
function row(s) {
  const archived = s.state === "accepted";
  return make("tr", {},
    make("td", { class: "short" }, t`Record ${s.number}`), make("td", { class: "names" }, ...(s.first || s.second ? players(s, s.number) : [])),
    make("td", { class: "short" }, make("span", { class: `verdict ${s.verdict}` }, word(s.verdict))),
    make("td", { class: "short" }, archived ? make("a", { href: `/games/${s.game}` }, s.deleted ? t`Game ${s.game} (deleted)` : t`Archived as game ${s.game}`) : make("a", { href: `/submissions/${s.id}` }, t`Submission ${s.id} awaits an arbiter`)),
    make("td", {}, archived ? (s.deleted ? t`This game was archived before and then deleted. An arbiter can restore it.` : s.existing ? t`This game was already archived.` : "") : s.concerns.map((c) => sentence(c.message)).join("\n"), s.twin || s.alike ? make("p", { class: "twins" }, ...sameAs(s, s.game)) : null, warningList(s.warnings)));
}

form.onsubmit = async (e) => {
  e.preventDefault();
  by("refused").textContent = "";
  const file = by("file").files[0], text = by("text").value;
  if (Boolean(file) === Boolean(text.trim())) {
    by("refused").textContent = file ? t`Submit either a file or text, not both.` : t`Choose a file, or paste records.`;
    return;
  }
  const author = person() ? "" : await askAuthor(t`Submit records`);
  if (!author && !person()) return;
  const words = new URLSearchParams({ file: file ? file.name : "typed.txt" });
  for (const [name, value] of Object.entries({ author, event: by("event").value, variant: by("variant").value, format: by("format").value, comment: by("comment").value.trim() })) {
    if (value) words.set(name, value);
  }
  const button = form.querySelector(".primary");
  button.disabled = true;
  try {
    const { submissions } = await ask(`/api/v1/submissions?${words}`, { method: "POST", body: file || text, headers: { "Idempotency-Key": key, ...(file && by("encoding").value ? { "Content-Type": `application/octet-stream; charset=${by("encoding").value}` } : {}) } });
    const archived = submissions.filter((s) => s.state === "accepted").length, waiting = submissions.length - archived;
    const summary = t`${archived} archived, ${waiting} awaiting an arbiter.`;
    const section = make("section", { class: waiting ? "report bad" : "report" },
      make("header", {}, make("strong", {}, file ? file.name : t`Pasted text`), " ", make("span", {}, summary)), make("table", { class: "rows" }, make("tbody", {}, ...submissions.map(row))));
    by("results").prepend(section);
    section.scrollIntoView({ block: "nearest" });
    say(summary);
    form.reset();
    key = newKey();
  } catch (error) { by("refused").textContent = error.message; } finally { button.disabled = false; }
};
