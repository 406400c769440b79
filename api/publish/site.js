// The search of a published site, over the lines of games.js. The search text is
// kept in the URL.
"use strict";
(() => {
const maxShown = 200;
const input = document.getElementById("words"), count = document.getElementById("count"), found = document.getElementById("found");
const lines = games.split("\n").slice(0, -1), folded = lines.map(fold);

/** Lower case without accents. @param {string} text */
function fold(text) { return text.toLowerCase().normalize("NFD").replace(/\p{Mn}/gu, ""); }

function search() {
  const words = fold(input.value).split(/\s+/).filter(Boolean);
  const hits = words.length ? lines.filter((_, i) => words.every((word) => folded[i].includes(word, folded[i].indexOf("\t")))) : [];
  found.replaceChildren(...hits.slice(0, maxShown).map((line) => {
    const [page, title, played] = line.split("\t");
    const item = document.createElement("li"), link = document.createElement("a"), small = document.createElement("small");
    link.href = `game/${page}.html`;
    link.textContent = title;
    small.textContent = played;
    item.append(link, " ", small);
    return item;
  }));
  const more = hits.length > maxShown ? `, of which the first ${maxShown} are shown` : "";
  count.textContent = words.length ? `${hits.length} of ${lines.length} games${more}` : `${lines.length} games`;
  history.replaceState(null, "", words.length ? `?q=${encodeURIComponent(input.value)}` : location.pathname);
}

input.disabled = false;
input.value = new URLSearchParams(location.search).get("q") ?? "";
input.addEventListener("input", search);
search();
})();
