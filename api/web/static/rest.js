// Calls of the REST interface, and the few things that all pages do.

/** The path that the server lies under, "" for none. */
export const base = new URL("..", import.meta.url).pathname.slice(0, -1);

/** An address of the server, where a path is given. @param {string} path */
export const at = (path) => (path.startsWith("/") ? base + path : path);

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
 * What is said of games that lack the data which conditions need; empty if none do.
 * @param {{message?: string}[]} [coverage] of an answer
 */
export const covered = (coverage = []) => coverage.filter((c) => c.message)
  .map((c) => `${c.message.replace(/^./, (first) => first.toUpperCase()).replace(/([^?])$/, "$1.")}`).join(" ");

/** Whether a fault is the server's, or of the way to it, so that the same may do a moment later. @param {any} fault */
export const passing = (fault) => !(fault instanceof Problem) || fault.status >= 500 || fault.status === 429;

/** What is said where no answer comes. */
export const unreachable = "The server cannot be reached. Nothing here is lost; try again when it is back.";

/**
 * Imports a module once the server is there, as browsers keep that one could not be had.
 * @param {string} file
 */
export async function load(file) {
  await fetch(new URL(file, import.meta.url));
  return import(file);
}

/**
 * Asks the server.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>} an answer that is no problem
 */
export async function call(path, init) {
  let answer;
  try {
    answer = await fetch(at(path), init);
  } catch (e) { throw e.name === "AbortError" ? e : new Error(unreachable); }
  if (answer.ok) return answer;
  const text = await answer.text(), wait = answer.headers.get("Retry-After");
  let body = { detail: "" };
  try { body = JSON.parse(text); } catch { body.detail = text.length < 300 && !text.includes("<") ? text : `The server answers with an error (${answer.status}).`; } // a proxy's
  const fault = new Problem(body, answer.status);
  if (wait && /^\d+$/.test(wait) && !/again in/.test(fault.message)) fault.message += ` (Try again in ${wait} s.)`;
  throw fault;
}

/**
 * Asks the server and reads its JSON.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>} an empty object where nothing is said
 */
export async function ask(path, init) {
  const text = await (await call(path, init)).text();
  return text ? JSON.parse(text) : {};
}

/**
 * Asks the server, and reads an answer of one JSON object a line as it comes.
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
      const one = JSON.parse(line);
      if (one.status) throw new Problem(one, one.status);
      yield one;
    }
  }
}

/** @param {string} path @param {any} body @param {Record<string, string>} [headers] @param {string} [method] */
export const post = (path, body, headers = {}, method = "POST") =>
  ask(path, { method, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, any>} [attributes] those that begin with "on" listen; href and src may be paths of the server
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
  return e;
}

/** @param {string} id @returns {any} */
export const by = (id) => document.getElementById(id);

/** Gives the page a game's colours, and its board's section the board's shape. @param {any} view */
export function wear(view) {
  by("board").parentElement.classList.toggle("tall", Boolean(view.tall));
  for (const [side, colours] of view.colours.entries()) {
    ["ground", "edge", "ink"].forEach((name, i) => document.documentElement.style.setProperty(`--${name}${side}`, colours[i]));
  }
}

/** What is known of a date: its year, year and month, or all of it; "" for nothing. @param {string} date */
export const known = (date) => (date || "").replace(/(-\?\?){1,2}$/, "").replace(/^\?{4}$/, "");

/**
 * Does one thing while the button that was pressed for it says that it waits.
 * @template T
 * @param {() => Promise<T>} what
 */
export async function waiting(what) {
  const active = document.activeElement, button = active?.closest("button") || active?.closest("form")?.querySelector("button:not([type=button])");
  button?.setAttribute("aria-busy", "true");
  try { return await what(); } finally { button?.removeAttribute("aria-busy"); }
}

/**
 * What does one thing at a time, and says at a place why not; what is asked for
 * meanwhile, by a second click, is left.
 * @param {string} where its id
 */
export function attempts(where) {
  let busy = false;
  return async (/** @type {() => Promise<void>} */ what) => {
    if (busy) return;
    busy = true;
    by(where).textContent = "";
    try { await waiting(what); } catch (fault) { by(where).textContent = fault.message; }
    busy = false;
  };
}

/** What the tab keeps under a key until it is closed, null for nothing. @param {string} key @returns {any} */
export function stored(key) {
  try { return JSON.parse(sessionStorage.getItem(key) || "null"); } catch { return null; }
}

/** Has the tab keep a value, null for none. @param {string} key @param {any} value */
export function store(key, value) {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch { /* it is there as long as the page */ }
}

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
