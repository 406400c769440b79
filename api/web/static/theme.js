// Applies the stored theme before the page is drawn, and switches display settings.
(() => {
  const root = document.documentElement, all = {};
  try { for (const name of ["theme", "contrast", "sounds"]) all[name] = localStorage.getItem(name); } catch { /* no storage */ }
  const keep = (name, value) => {
    root.dataset[name] = value;
    try { localStorage.setItem(name, value); } catch { /* this page only */ }
  };
  if (all.theme === "light" || all.theme === "dark") root.dataset.theme = all.theme;
  root.dataset.contrast = all.contrast || (matchMedia("(prefers-contrast: more)").matches ? "on" : "off");
  root.dataset.sounds = all.sounds || "off";
  document.addEventListener("DOMContentLoaded", () => {
    if (document.querySelector("select#variant, select#new-variant, select[name=variant]")) import("./variantpicker.js");
    const button = document.getElementById("theme");
    button.hidden = false;
    button.addEventListener("click", () => {
      const now = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
      keep("theme", now === "dark" ? "light" : "dark");
    });
    for (const box of document.querySelectorAll("[data-flag]")) {
      box.checked = root.dataset[box.dataset.flag] === "on";
      box.parentElement.hidden = false;
    }
    document.getElementById("settings")?.addEventListener("change", (e) => {
      if (e.target.dataset.flag) keep(e.target.dataset.flag, e.target.checked ? "on" : "off");
      else e.currentTarget.requestSubmit();
    });
  });
})();
