// Searching: a position editor, a query, and what is found.
import { Complete } from "/static/complete.js";
import { Editor } from "/static/editor.js";
import { Explorer } from "/static/explorer.js";
import { by, make, post } from "/static/rest.js";

const select = by("variant");
const asked = new URLSearchParams(location.search);
let cursor = "", request = null;

const editor = new Editor(select.value, (text) => {
  by("position").value = text;
  explore(text);
});
editor.options = asked.get("options") || "";
let explorer = null;
let later = 0;

function explore(text) {
  clearTimeout(later);
  later = setTimeout(() => {
    if (!text || !by("explorer").open) return;
    explorer = new Explorer(by("explored"), { variant: select.value, options: editor.options }, { onhover: (move) => editor.hint(move), onchoose: (_, position) => editor.load(position) });
    explorer.show(text);
  }, 200);
}

new Complete(by("query"), by("words"), () => select.value);
select.onchange = () => { editor.variant = select.value; editor.options = ""; editor.load(""); by("hits").replaceChildren(); by("summary").textContent = ""; };
by("position").onchange = () => editor.load(by("position").value.trim());
by("more").onclick = () => find(true);
for (const example of document.querySelectorAll("[data-query]")) {
  example.onclick = () => {
    by("query").value = example.dataset.query;
    document.querySelector('input[name="how"][value="none"]').checked = true;
    find(false);
  };
}
by("form").onsubmit = (e) => { e.preventDefault(); find(false); };

/** What the form asks for. */
function ask() {
  const how = document.querySelector("input[name=how]:checked").value;
  const body = { variant: select.value, options: editor.options, limit: 24, side_lines: by("lines").checked };
  const parts = [];
  const typed = by("query").value.trim();
  if (editor.conditions().length) parts.unshift(...editor.conditions());
  if (how === "part") parts.unshift(...editor.standing());
  else if (how !== "none" && !editor.conditions().length) {
    body.position = editor.text;
    if (how === "hands") body.without_hands = true;
  } else if (how !== "none") parts.unshift(...editor.standing());
  if (typed) parts.push(parts.length ? `(${typed})` : typed);
  if (parts.length === 1) body.query = parts[0];
  else if (parts.length) body.query = parts.join(" and ");
  return body;
}

async function find(on) {
  if (!on) { request = ask(); cursor = ""; by("hits").replaceChildren(); }
  by("summary").textContent = "Searching…";
  let got;
  try {
    got = await post("/api/v1/positions/search", cursor ? { ...request, cursor } : request);
  } catch (e) {
    by("summary").textContent = e.message;
    by("more").hidden = true;
    if (e.body?.column) { by("query").focus(); const at = Math.min(e.body.column - 1, by("query").value.length); by("query").setSelectionRange(at, at); }
    return;
  }
  cursor = got.next;
  by("more").hidden = !cursor;
  by("summary").textContent = got.total === 0 ? "No game found." : `${got.total} game${got.total === 1 ? "" : "s"} found${got.cut ? " before the time was over" : ""}.`;
  by("hits").append(...got.hits.map(hit));
}

function hit(h) {
  const s = h.summary;
  const players = s.first || s.second ? `${s.first || "?"} – ${s.second || "?"}` : `Game ${h.game}`;
  return make("a", { class: "hit", href: `/games/${h.game}?ply=${h.ply}` },
    s.verdict === "unsupported" ? null : make("img", { loading: "lazy", alt: `The position after ply ${h.ply}`, src: `/api/v1/games/${h.game}/export?as=svg&ply=${h.ply}` }),
    make("strong", {}, players), make("span", {}, `ply ${h.ply}${h.plies.length > 1 ? ` and ${h.plies.length - 1} more` : ""} · ${s.result}${s.date ? ` · ${s.date}` : ""}`),
    h.next && make("span", {}, `then ${h.next}`));
}

editor.load(asked.get("position") || "").then(() => { if (asked.get("position")) find(false); });
if (asked.get("query")) { by("query").value = asked.get("query"); find(false); }
