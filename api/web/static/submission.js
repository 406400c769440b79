// What an arbiter and a submitter do with a record that waits.
import { askAuthor, person } from "./author.js";
import { live } from "./live.js";
import { local, moment } from "./moment.js";
import { pick } from "./pick.js";
import { RecordText } from "./recordtext.js";
import { ask, by, make, post, store, stored, waiting } from "./rest.js";

const { submission: id, etag, delivery } = by("submission").dataset, path = `/api/v1/submissions/${id}`;

let stepping = false;

/** The record to be written, once it is there, and how it stands; what the tab kept of what was written before. */
let record = null, shown = "";
const key = `submission ${id}`, kept = stored(key);

/** Keeps what is written and not sent, whatever shows another page. */
addEventListener("pagehide", () => {
  const reason = by("reason").value, text = record ? (record.area.value === shown ? null : record.area.value) : kept?.text ?? null;
  store(key, reason || text !== null ? { reason, text } : null);
});

/** Does something with the submission, and shows it anew; true where it is on its way. @param {any} what */
async function step(what) {
  by("refused").textContent = "";
  const author = person() ? "" : await askAuthor("Answer a submission");
  if (!author && !person()) return false;
  await post(`${path}/steps`, { author, reason: by("reason").value.trim(), ...what }, what.action === "comment" ? {} : { "If-Match": etag });
  by("reason").value = "";
  if (what.action === "repair") record.area.value = shown;
  location.reload();
  return true;
}

/** Does one thing at a time, and says why not. @param {() => Promise<boolean>} what */
async function attempt(what) {
  if (stepping) return;
  stepping = true;
  try { stepping = await waiting(what); } catch (fault) {
    stepping = false;
    by("refused").textContent = fault.message;
    by("refused").scrollIntoView({ block: "nearest" });
  }
}

/** Does what takes a reason, where there is one. @param {() => Promise<void>} what */
function reasoned(what) {
  if (by("reason").value.trim()) return attempt(what);
  by("refused").textContent = "Say why, in words.";
  by("reason").focus();
}

by("steps").onsubmit = (e) => e.preventDefault();
for (const button of document.querySelectorAll("[data-act]")) {
  const act = () => step({ action: button.dataset.act });
  button.onclick = () => ("reasoned" in button.dataset ? reasoned(act) : attempt(act));
}

const assign = by("assign");
if (assign) {
  by("deadline").value = local(by("deadline").dataset.at);
  pick(by("of"));
  const before = { assignee: by("assignee").value, deadline: by("deadline").value, of: by("of").value };
  assign.onsubmit = (e) => {
    e.preventDefault();
    attempt(() => {
      const what = { action: "assign" };
      if (by("assignee").value !== before.assignee) what.assignee = by("assignee").value.trim();
      if (by("deadline").value !== before.deadline) what.deadline = moment(by("deadline").value);
      if (by("of").value !== before.of) what.event = Number(by("of").value);
      return step(what);
    });
  };
}

/** What a repair changes. @param {any} offer @param {number} i @param {boolean} takes whether it can be taken */
function offered(offer, i, takes) {
  const change = (c) => make("li", {}, `Line ${c.line}, column ${c.column}, ${c.kind}: `, c.was ? make("del", {}, c.was) : "nothing", " → ", c.now ? make("ins", {}, c.now) : "nothing");
  return make("li", { class: "panel" }, make("ul", {}, ...offer.changes.map(change)),
    make("p", { class: "chips" }, takes && make("button", { type: "button", "data-repair": i + 1, onclick: () => attempt(() => step({ action: "repair", repair: i + 1 })) }, "Take this repair", make("span", { class: "unseen" }, ` (${i + 1})`)),
      make("span", { class: "hint" }, `${Math.round(offer.likelihood * 100)} % likely`)));
}

/** Asks for what an arbiter lets stand. @param {any} e the fault of the record */
function letStand(e) {
  const move = make("input", { id: "rule-move", autocomplete: "off", spellcheck: "false", placeholder: "as the record has it" });
  const rule = () => step({ action: "rule", rulings: [{ ply: e.ply, ruling: e.rule, move: move.value.trim() }] });
  return make("form", { class: "panel headers", id: "rule", onsubmit: (event) => { event.preventDefault(); reasoned(rule); } },
    make("p", {}, `Ply ${e.ply}, `, make("code", {}, e.text), `, breaks ${e.rule}. As the arbiter you may let it stand, for the reason above: what was played is the position then, and the rest of the record is proved from there.`),
    make("label", { for: "rule-move" }, "Move"), move,
    make("p", { class: "chips" }, make("button", {}, `Let ply ${e.ply} stand`)));
}

/** Shows what is wrong with the record, and what can be done with it. */
async function begin() {
  let found;
  try {
    found = await ask(`${path}?repair=true`);
  } catch (fault) {
    by("refused").replaceChildren(`${fault.message} `, make("button", { type: "button", onclick: () => { by("refused").textContent = ""; begin(); } }, "Try again"));
    return;
  }
  const { text, report, actions } = found, repairs = actions.includes("repair");
  if (actions.includes("rule") && report.error?.ply) by("steps").after(letStand(report.error));
  if (!report.error && !repairs) return;
  const place = by("record");
  record = new RecordText(text, place.dataset, { fixed: !repairs });
  shown = record.area.value;
  const parts = [record.said];
  if (report.repairs?.length) parts.push(make("h3", {}, "Probably meant"), make("ol", { class: "repairs", id: "repairs" }, ...report.repairs.map((offer, i) => offered(offer, i, repairs))));
  if (repairs) {
    const back = kept?.text != null && kept.text !== shown;
    if (back) record.area.value = kept.text;
    parts.push(make("details", { class: "panel mend", id: "rewrite", open: back }, make("summary", {}, "Write another text"),
      back && make("p", { class: "hint" }, "Your text that was not saved is back. ", make("button", { type: "button", onclick: (e) => { record.area.value = shown; e.target.parentElement.remove(); record.area.focus(); } }, "Start afresh")),
      record.area,
      make("p", { class: "chips" }, make("button", { type: "button", class: "primary", onclick: () => attempt(() => step({ action: "repair", text: record.written() })) }, "Save this text"),
        make("button", { type: "button", onclick: () => record.check() }, "Only check"))));
  }
  if (report.error) {
    await record.tell({ ...report, warnings: [] }, shown); // which the page lists already
    place.replaceChildren(...parts);
  } else place.append(...parts);
}

/** What is written, and would be lost if the page were shown anew. */
const written = () => ["reason", "assignee", "deadline", "of", "rule-move"].map((id) => by(id)?.value || "").join("\n");
const unwritten = written();
by("reason").value ||= kept?.reason ?? "";

await begin();

/** Shows what somebody else did with the submission. */
async function renew() {
  const now = await ask(path).catch(() => null);
  if (!now || now.etag === etag || stepping) return;
  if (written() !== unwritten || by("rewrite")?.open) by("changed").hidden = false; else location.reload();
}

by("changed").querySelector("button").onclick = () => location.reload();
live(`?delivery=${delivery}`, renew);
