// Elements of the board, and messages for screen readers.

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
