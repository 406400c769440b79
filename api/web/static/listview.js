// The view of the list of games: its columns, and views saved in this browser.
import { by, make, toast } from "./rest.js";
import { t } from "./text.js";

/** The columns that can be hidden, with their widths. */
const widths = { result: "4.2rem", plies: "3.2rem", date: "6.5rem", event: "minmax(3.5rem, 2fr)", verdict: "7.3rem" };

/** @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try { return JSON.parse(localStorage.getItem(key) || "null") ?? otherwise; } catch { return otherwise; } // no storage
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { toast(t`This browser does not allow saving searches.`); }
}

/** Lets the reader choose the columns of the list. */
export function connectColumns() {
  const hidden = new Set(read("hidden columns", []).filter((name) => name in widths)), games = by("games");
  const apply = () => {
    games.dataset.hidden = [...hidden].join(" ");
    const shown = Object.entries(widths).filter(([name]) => !hidden.has(name)).map(([, width]) => width);
    games.style.setProperty("--columns", `minmax(5rem, 13rem) minmax(8rem, 3fr) ${shown.join(" ")}`);
  };
  const box = (name) => make("input", { type: "checkbox", checked: !hidden.has(name), onchange: (e) => {
    if (e.target.checked) hidden.delete(name);
    else hidden.add(name);
    write("hidden columns", [...hidden]);
    apply();
  } });
  by("columns").querySelector("ul").append(...Object.keys(widths).map((name) => make("li", {}, make("label", {}, box(name), ` ${games.querySelector(`[data-column=${name}]`).textContent}`))));
  by("columns").hidden = false;
  if (hidden.size) apply();
}

/** Lists the saved views, and saves the current one. */
export function connectViews() {
  const { search } = location, show = () => {
    const all = read("views", []);
    by("views").hidden = !all.length;
    by("views").querySelector("ul").replaceChildren(...all.map(({ search: address, name }) => make("li", {}, make("a", { href: `/${address}` }, name),
      make("button", { type: "button", class: "quiet", "aria-label": t`Delete ${name}`, onclick: () => { write("views", read("views", []).filter((v) => v.search !== address)); show(); } }, "×"))));
    by("save-view").hidden = !search || all.some((v) => v.search === search);
  };
  by("save-view").onclick = () => {
    const sorted = document.querySelector("#games [aria-sort]")?.textContent;
    const name = [...[...document.querySelectorAll(".chip.on span")].map((e) => e.textContent), sorted && t`sorted by ${sorted}`].filter(Boolean).join(", ");
    write("views", [{ search, name }, ...read("views", []).filter((v) => v.search !== search)].slice(0, 30));
    show();
    toast(t`Saved in this browser: ${name}`);
  };
  show();
}
