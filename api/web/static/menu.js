// Menus that open from a button.

/** Closes menus when they are left or used, and handles Escape and arrow keys. */
export function connectMenus() {
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
    const menu = open(), step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!menu?.contains(e.target) || !step && e.key !== "Escape") return;
    e.preventDefault();
    if (!step) { close(menu); return; }
    const links = [...menu.querySelectorAll("a")].filter((link) => link.checkVisibility()), at = links.indexOf(e.target);
    if (links.length) links[at < 0 && step < 0 ? links.length - 1 : (at + step + links.length) % links.length].focus();
  });
}
