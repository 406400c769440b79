// The page of a submission, for its submitter and for arbiters.
import { askAuthor, person } from "./author.js";
import { connectEventPicker } from "./eventpicker.js";
import { watchQueue } from "./queuestream.js";
import { readingPicker } from "./reading.js";
import { RecordText } from "./recordtext.js";
import { repairList } from "./repairs.js";
import { ask, by, make, post, store, stored, whileBusy } from "./rest.js";
import { fromLocal, toLocal } from "./times.js";
import { t } from "./text.js";

const { submission: id, etag, revision, delivery } = by("submission").dataset, path = `/api/v1/submissions/${id}`;

let busy = false;

/** The record's text field once loaded, its initial text, and unsent text of this tab. */
let record = null, shown = "";
const key = `submission ${id}`, kept = stored(key);

/** Keeps unsent text when the page is left. */
addEventListener("pagehide", () => {
  const reason = by("reason").value, text = record ? (record.area.value === shown ? null : record.area.value) : kept?.text ?? null;
  store(key, reason || text !== null ? { reason, text } : null);
});

/** Sends an action and reloads the page; returns true if sent. @param {any} action */
async function step(action) {
  by("refused").textContent = "";
  const author = person() ? "" : await askAuthor(t`Answer the submission`);
  if (!author && !person()) return false;
  await post(`${path}/steps`, { author, reason: by("reason").value.trim(), ...action }, action.action === "comment" ? {} : { "If-Match": etag });
  by("reason").value = "";
  if (action.action === "repair") record.area.value = shown;
  location.reload();
  return true;
}

/** Runs one action at a time and shows its error. @param {() => Promise<boolean>} action */
async function attempt(action) {
  if (busy) return;
  busy = true;
  try { busy = await whileBusy(action); } catch (error) {
    busy = false;
    by("refused").textContent = error.message;
    by("refused").scrollIntoView({ block: "nearest" });
  }
}

/** Runs an action that requires a comment. @param {() => Promise<void>} action */
function withReason(action) {
  if (by("reason").value.trim()) return attempt(action);
  by("refused").textContent = t`Enter a comment with your reason.`;
  by("reason").focus();
}

by("steps").onsubmit = (e) => e.preventDefault();
for (const button of document.querySelectorAll("[data-act]")) {
  const act = () => step({ action: button.dataset.act });
  button.onclick = () => ("reasoned" in button.dataset ? withReason(act) : attempt(act));
}

const assign = by("assign");
if (assign) {
  // The page as it was sent: something may be typed before this runs.
  const chosen = [...by("of").options].find((o) => o.defaultSelected)?.value ?? "0";
  const before = { assignee: by("assignee").defaultValue, deadline: toLocal(by("deadline").dataset.at), of: chosen };
  by("deadline").value ||= before.deadline;
  connectEventPicker(by("of"));
  assign.onsubmit = (e) => {
    e.preventDefault();
    attempt(() => {
      const action = { action: "assign" };
      if (by("assignee").value !== before.assignee) action.assignee = by("assignee").value.trim();
      if (by("deadline").value !== before.deadline) action.deadline = fromLocal(by("deadline").value);
      if (by("of").value !== before.of) action.event = Number(by("of").value);
      return step(action);
    });
  };
}

/** The form for a ruling that accepts an illegal move. @param {any} e the error of the record */
function rulingForm(e) {
  const move = make("input", { id: "rule-move", autocomplete: "off", spellcheck: "false", placeholder: t`optional; if the record is unclear` });
  const rule = () => step({ action: "rule", rulings: [{ ply: e.ply, ruling: e.rule, move: move.value.trim() }] });
  return make("form", { class: "panel headers", id: "rule", onsubmit: (event) => { event.preventDefault(); withReason(rule); } },
    make("p", {}, t`Ply ${e.ply}, `, make("code", {}, e.text), t`, breaks ${e.rule}. As an arbiter you can accept it, with the comment above as the reason. The move is then played as written, and the rest of the record is checked from there.`),
    make("label", { for: "rule-move" }, t`Move played`), move,
    make("p", { class: "chips" }, make("button", {}, t`Accept ply ${e.ply}`)));
}

/** Shows the errors of the record and the possible actions. */
async function begin() {
  let found;
  try {
    found = await ask(`${path}?repair=true`);
  } catch (error) {
    by("refused").replaceChildren(`${error.message} `, make("button", { type: "button", onclick: () => { by("refused").textContent = ""; begin(); } }, t`Try again`));
    return;
  }
  const { text, report, actions, steps } = found, repairs = actions.includes("repair");
  if (actions.includes("rule") && report.error?.ply) by("steps").after(rulingForm(report.error));
  if (!report.error && !repairs) return;
  const place = by("record");
  record = new RecordText(text, place.dataset, { fixed: !repairs, mends: false });
  shown = record.area.value;
  const parts = [record.status];
  const accept = (/** @type {string} */ _, /** @type {number} */ i) => attempt(() => step({ action: "repair", repair: i + 1 }));
  if (repairs) {
    // Another encoding is read from the submitted bytes, which may name another variant.
    const variantOf = (reading) => (reading.encoding && steps.some((s) => s.action === "repair") ? { variant: report.variant } : {});
    parts.push(readingPicker(report, (reading) => attempt(() => step({ action: "repair", ...variantOf(reading), ...reading }))));
    const restored = kept?.text != null && kept.text !== shown;
    if (restored) record.area.value = kept.text;
    parts.push(make("details", { class: "panel correction", id: "rewrite", open: restored }, make("summary", {}, t`Edit the record`),
      restored && make("p", { class: "hint" }, t`Your unsaved text was restored. `, make("button", { type: "button", onclick: (e) => { record.area.value = shown; e.target.parentElement.remove(); record.area.focus(); } }, t`Discard`)),
      record.area,
      make("p", { class: "chips" }, make("button", { type: "button", class: "primary", onclick: () => attempt(() => step({ action: "repair", text: record.written() })) }, t`Save`),
        make("button", { type: "button", onclick: () => record.check() }, t`Check`))));
  }
  if (report.error) {
    await record.showReport({ ...report, warnings: [] }, shown); // the page already lists warnings
    place.replaceChildren(...parts);
    if (report.repairs?.length) record.status.querySelector(".mended").append(make("div", { id: "repairs" }, repairList(report.repairs, text, repairs ? accept : null)));
  } else place.append(...parts);
}

/** The input that a reload would lose. */
const input = () => ["reason", "assignee", "deadline", "of", "rule-move"].map((id) => by(id)?.value || "").join("\n");
const initialInput = input();
by("reason").value ||= kept?.reason ?? "";

await begin();

/** Handles a change by someone else. */
async function renew() {
  const now = await ask(path).catch(() => null);
  if (!now || String(now.revision) === revision || busy) return;
  if (input() !== initialInput || by("rewrite")?.open) by("changed").hidden = false; else location.reload();
}

by("changed").querySelector("button").onclick = () => location.reload();
watchQueue(`?delivery=${delivery}`, renew);
