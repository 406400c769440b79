// Calls of the REST interface, and the few things that all pages do.

/** An answer that is a problem (RFC 9457). */
export class Problem extends Error {
  /** @param {any} body @param {number} status */
  constructor(body, status) {
    super(body.detail || body.title || `status ${status}`);
    this.body = body;
    this.status = status;
  }
}

/**
 * Asks the server and reads its JSON.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
export async function ask(path, init) {
  const answer = await fetch(path, init);
  const text = await answer.text();
  let body = {};
  if (text) try { body = JSON.parse(text); } catch { body = { detail: text }; }
  if (!answer.ok) throw new Problem(body, answer.status);
  return body;
}

/** @param {string} path @param {any} body @param {Record<string, string>} [headers] @param {string} [method] */
export const post = (path, body, headers = {}, method = "POST") =>
  ask(path, { method, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, any>} [attributes] those that begin with "on" listen
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {any}
 */
export function make(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value != null) e.setAttribute(key, String(value));
  }
  e.append(...children.filter((c) => c || c === ""));
  return e;
}

/** @param {string} id @returns {any} */
export const by = (id) => document.getElementById(id);

/** Tells a screen reader. @param {string} text */
export function say(text) {
  const live = by("live");
  if (live) live.textContent = text;
}

/** Shows a word for a moment, and tells it. @param {string} text */
export function toast(text) {
  for (const old of document.querySelectorAll(".toast")) old.remove();
  const note = make("p", { class: "toast" }, text);
  document.body.append(note);
  say(text);
  setTimeout(() => note.remove(), 3500);
}
