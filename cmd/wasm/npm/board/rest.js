// Elements of the board, messages for screen readers, and what the modules of a
// server's pages request.
import { load } from "../index.js";

/** Creates an element; "on…" adds a listener. */
export function make(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else e.setAttribute(key, String(value));
  }
  e.append(...children);
  return e;
}

let live;

/** Announces a text to screen readers. @param {string} text */
export function say(text) {
  if (!live?.isConnected) {
    live = make("div", { role: "status" });
    live.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap";
    document.body.append(live);
  }
  live.textContent = text;
}

/** The element of the page with an ID. @param {string} id */
export const by = (id) => document.getElementById(id);

/** Answers a request of the server's pages for a position. @param {string} path @param {any} request */
export async function post(path, request) {
  if (path !== "/api/v1/positions/play") throw new Error(`Without a server, there is no ${path}.`);
  return (await load()).position(request);
}

/** Requests without an answer here. @param {string} path */
export const ask = (path) => post(path);

/** A message as a sentence. @param {string} text */
export const sentence = (text) => text.replace(/^\p{L}(?=\p{L}+,? [^"])/u, (first) => first.toUpperCase()).replace(/[\p{L}\p{N}]$/u, "$&.");

/** A second attempt never helps. */
export const isTemporary = () => false;

/** The readers of a site choose neither pieces and colours nor sounds. */
export const look = () => ({});
export const applyColours = () => {};
export const knock = () => {};
