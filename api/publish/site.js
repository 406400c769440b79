// The search of a published site, over the lines of games.js. The search text is
// kept in the URL.
"use strict";
(() => {
const maxShown = 200;
const by = (id) => document.getElementById(id);
const input = by("words"), position = by("position"), count = by("count"), found = by("found");
const lines = games.split("\n").slice(0, -1), folded = lines.map(fold);
const asked = new URLSearchParams(location.search);

/** Lower case without accents. @param {string} text */
function fold(text) { return text.toLowerCase().normalize("NFD").replace(/\p{Mn}/gu, ""); }

/** The hash of a position: FNV-1a of its pieces and the side to move. @param {string} text */
function hash(text) {
  let h = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text.trim().split(/\s+/).slice(0, 2).join(" "))) h = Math.imul(h ^ byte, 0x01000193) >>> 0;
  return h.toString(16).padStart(8, "0");
}

/** Lists hits. @param {{line: string, ply?: number}[]} hits */
function show(hits, words) {
  found.replaceChildren(...hits.slice(0, maxShown).map(({ line, ply }) => {
    const [page, title, played] = line.split("\t");
    const item = document.createElement("li"), link = document.createElement("a"), small = document.createElement("small");
    link.href = `game/${page}.html${ply ? `#g1-${ply}` : ""}`;
    link.textContent = title;
    small.textContent = played;
    item.append(link, " ", small);
    return item;
  }));
  const more = hits.length > maxShown ? `, of which the first ${maxShown} are shown` : "";
  count.textContent = words ? `${hits.length} of ${lines.length} games${more}` : `${lines.length} games`;
}

function search() {
  const words = fold(input.value).split(/\s+/).filter(Boolean);
  show(words.length ? lines.filter((_, i) => words.every((word) => folded[i].includes(word, folded[i].indexOf("\t")))).map((line) => ({ line })) : [], words.length);
  history.replaceState(null, "", words.length ? `?q=${encodeURIComponent(input.value)}` : location.pathname);
}

/** Called by the file of a part of the positions with its entries of 8 bytes. */
let loaded;
window.positions = (text) => loaded(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));

/** Finds the games with a position. @param {string} key its hash in hexadecimal digits */
async function searchPosition(key) {
  const bytes = await new Promise((done) => {
    loaded = done;
    const script = document.createElement("script");
    script.src = `position/${key.slice(0, 2)}.js`;
    script.onerror = () => done(new Uint8Array());
    document.head.append(script);
  });
  const rest = parseInt(key.slice(2), 16), hits = [];
  let last = -1;
  for (let i = 0; i < bytes.length; i += 8) {
    if ((bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2]) !== rest) continue;
    const game = bytes[i + 3] << 16 | bytes[i + 4] << 8 | bytes[i + 5];
    if (game !== last) hits.push({ line: lines[game], ply: bytes[i + 6] << 8 | bytes[i + 7] });
    last = game;
  }
  show(hits, true);
  history.replaceState(null, "", `?key=${key}`);
}

input.disabled = position.disabled = false;
input.value = asked.get("q") ?? "";
input.addEventListener("input", search);
position.addEventListener("change", () => position.value.trim() ? searchPosition(hash(position.value)) : search());
const key = asked.get("key") ?? (asked.has("position") ? hash(asked.get("position")) : "");
position.value = asked.get("position") ?? "";
if (/^[0-9a-f]{8}$/.test(key)) searchPosition(key);
else search();
})();
