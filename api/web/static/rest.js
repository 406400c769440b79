// Requests to the REST interface, and helpers shared by all pages.

import { lang, loadSentences, t, word } from "./text.js";

/** The base path of the server, or "". */
export const base = new URL("..", import.meta.url).pathname.slice(0, -1);

/** Adds the base path to a path; leaves other URLs alone. @param {string} path */
export const at = (path) => (path.startsWith("/") ? base + path : path);

/** An error response (RFC 9457). */
export class Problem extends Error {
  /** @param {any} body @param {number} status */
  constructor(body, status) {
    super(body.detail || body.title || `status ${status}`);
    this.body = body;
    this.status = status;
  }
}

/**
 * The messages about games that lack data needed by conditions.
 * @param {{message?: string}[]} [coverage] of a response
 */
export const coverageText = (coverage = []) => coverage.filter((c) => c.message)
  .map((c) => `${c.message.replace(/^./, (first) => first.toUpperCase()).replace(/([^?])$/, "$1.")}`).join(" ");

/** Whether an error is temporary, so that a retry may succeed. @param {any} error */
export const isTemporary = (error) => !(error instanceof Problem) || error.status >= 500 || error.status === 429;

/** The message if the server does not respond. */
export const unreachable = t`Cannot reach the server. Your input on this page is kept; try again later.`;

/**
 * Imports a module after fetching it, because browsers remember failed imports.
 * @param {string} file
 */
export async function load(file) {
  await fetch(new URL(file, import.meta.url));
  return import(file);
}

/** The keys of sentences in answers. */
const said = new Set(["message", "detail", "says", "termination", "help", "goal"]);

/**
 * Parses an answer, with its sentences in the language of the page.
 * @param {string} text
 */
export async function parse(text) {
  if (lang === "en" || !/"(message|detail|says|termination|help|goal)":/.test(text)) return JSON.parse(text);
  await loadSentences();
  return JSON.parse(text, (key, value) => (typeof value === "string" && said.has(key) ? word(value, key === "goal" ? 0 : undefined) : value));
}

/**
 * Sends a request. Throws a Problem for error responses.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export async function call(path, init) {
  let answer;
  try {
    answer = await fetch(at(path), init);
  } catch (e) { throw e.name === "AbortError" ? e : new Error(unreachable); }
  if (answer.ok) return answer;
  const text = await answer.text(), wait = answer.headers.get("Retry-After");
  let body = { detail: "" };
  try { body = await parse(text); } catch { body.detail = text.length < 300 && !text.includes("<") ? text : t`The server returned an error (${answer.status}).`; } // a proxy's
  const problem = new Problem(body, answer.status);
  if (wait && /^\d+$/.test(wait) && !/again in/.test(problem.message)) problem.message += t` (Try again in ${wait} s.)`;
  throw problem;
}

/**
 * Sends a request and parses the JSON of the response.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>} an empty object if the response is empty
 */
export async function ask(path, init) {
  const text = await (await call(path, init)).text();
  return text ? parse(text) : {};
}

/**
 * Sends a request and yields the lines of a JSON Lines response as they arrive.
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal} signal
 */
export async function* lines(path, body, signal) {
  const answer = await call(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = "", done = false, value; !done;) {
    ({ done, value } = await reader.read());
    const whole = (rest + (value || "")).split("\n");
    rest = whole.pop();
    for (const line of whole) {
      const value = await parse(line);
      if (value.status) throw new Problem(value, value.status);
      yield value;
    }
  }
}

/** @param {string} path @param {any} body @param {Record<string, string>} [headers] @param {string} [method] @param {AbortSignal} [signal] */
export const post = (path, body, headers = {}, method = "POST", signal = undefined) =>
  ask(path, { method, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body), signal });

const looks = JSON.parse(document.body.dataset.looks || "{}");

/** The reader's display settings for a variant, as keys of requests. @param {string} variant */
export const look = (variant) => looks[variant];

/**
 * Creates an element.
 * @param {string} name
 * @param {Record<string, any>} [attributes] "on…" adds a listener; href and src may be paths of the server
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {any}
 */
export function make(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value != null) e.setAttribute(key, key === "href" || key === "src" ? at(String(value)) : String(value));
  }
  e.append(...children.filter((c) => c || c === ""));
  const script = name === "bdi" && scripts.find(([, letters]) => letters.test(e.textContent));
  if (script) [e.lang] = script;
  return e;
}

/** Languages that their script tells. @type {[string, RegExp][]} */
const scripts = [["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u], ["ko", /\p{Script=Hangul}/u], ["th", /\p{Script=Thai}/u]];

/** @param {string} id @returns {any} */
export const by = (id) => document.getElementById(id);

/** Sets the colours of the sides, and the layout for tall boards. @param {any} view */
export function applyColours(view) {
  by("board").parentElement.classList.toggle("tall", Boolean(view.tall));
  for (const [side, colours] of view.colours.entries()) {
    ["ground", "edge", "ink"].forEach((name, i) => document.documentElement.style.setProperty(`--${name}${side}`, colours[i]));
  }
}

/** The known part of a date: year, year and month, or all of it; or "". @param {string} date */
export const knownDate = (date) => (date || "").replace(/(-\?\?){1,2}$/, "").replace(/^\?{4}$/, "");

/**
 * Marks the pressed button as busy during an action.
 * @template T
 * @param {() => Promise<T>} action
 */
export async function whileBusy(action) {
  const active = document.activeElement, button = active?.closest("button") || active?.closest("form")?.querySelector("button:not([type=button])");
  button?.setAttribute("aria-busy", "true");
  try { return await action(); } finally { button?.removeAttribute("aria-busy"); }
}

/**
 * Returns a function that runs one action at a time and shows its error. It
 * ignores calls while an action is running, such as by a second click.
 * @param {string} id of the element for errors
 */
export function attempts(id) {
  let busy = false;
  return async (/** @type {() => Promise<void>} */ action) => {
    if (busy) return;
    busy = true;
    by(id).textContent = "";
    try { await whileBusy(action); } catch (error) { by(id).textContent = sentence(error.message); }
    busy = false;
  };
}

/** Reads a value from session storage; null if there is none. @param {string} key @returns {any} */
export function stored(key) {
  try { return JSON.parse(sessionStorage.getItem(key) || "null"); } catch { return null; }
}

/** Writes a value to session storage; null deletes it. @param {string} key @param {any} value */
export function store(key, value) {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch { /* kept by this page only */ }
}

/** Plays the sound of a move, if sounds are on. */
export function knock() { if (document.documentElement.dataset.sounds === "on") import("./sound.js").then((sound) => sound.knock()); }

/** Announces a text to screen readers. @param {string} text */
export function say(text) {
  const live = by("live");
  if (live) live.textContent = text;
}

/** A message as a sentence, as on the server's pages. @param {string} text */
export const sentence = (text) => text.replace(/^\p{L}(?=\p{L}+,? [^"])/u, (first) => first.toUpperCase())
  .replace(/[\p{L}\p{N}]$/u, `$&${stops[lang] ?? "."}`);

/** The full stops of languages that use another one. @type {Record<string, string>} */
const stops = { ja: "。", th: "", "zh-CN": "。", "zh-TW": "。" };

/** Shows a message for a moment and announces it. @param {string} text */
export function toast(text) {
  for (const old of document.querySelectorAll(".toast")) old.remove();
  const note = make("p", { class: "toast" }, text);
  document.body.append(note);
  say(text);
  setTimeout(() => note.remove(), 3500);
}
