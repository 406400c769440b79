// Menus that open from a button.

/** Has the menus of a page close when they are left or used, and answer to Escape and the arrow keys. */
export function menus() {
  const open = () => document.querySelector(".menu[open]");
  const close = (menu) => {
    menu.open = false;
    menu.querySelector("summary").focus();
  };
  document.addEventListener("click", (e) => {
    const menu = open();
    if (!menu) return;
    if (!menu.contains(e.target)) menu.open = false;
    else if (e.target.closest("a")) close(menu);
  });
  document.addEventListener("focusin", (e) => {
    const menu = open();
    if (menu && !menu.contains(e.target)) menu.open = false;
  });
  document.addEventListener("keydown", (e) => {
    const menu = open(), way = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!menu?.contains(e.target) || !way && e.key !== "Escape") return;
    e.preventDefault();
    if (!way) { close(menu); return; }
    const links = [...menu.querySelectorAll("a")].filter((link) => link.checkVisibility()), at = links.indexOf(e.target);
    if (links.length) links[at < 0 && way < 0 ? links.length - 1 : (at + way + links.length) % links.length].focus();
  });
}
