// A field that finds events by name, if there are too many for a list.
import { ask, make } from "./rest.js";
import { t } from "./text.js";

/** @param {HTMLSelectElement} select has data-more if events are missing from it */
export function connectEventPicker(select) {
  if (!("more" in select.dataset)) return;
  const none = select.options[0], found = new Map([...select.options].slice(1).map((o) => [o.text, o.value]));
  const list = make("datalist", { id: `${select.id}-found` });
  const field = make("input", { id: `${select.id}-name`, list: list.id, autocomplete: "off", placeholder: none.text });
  field.defaultValue = field.value = select.selectedOptions[0] === none ? "" : select.selectedOptions[0].text;
  for (const label of select.labels) if (label.htmlFor) label.htmlFor = field.id;
  select.before(field, list);
  select.hidden = true;

  let requests = 0;
  const choose = () => {
    const name = field.value.trim(), id = name ? found.get(name) : none.value;
    field.setCustomValidity(id === undefined ? t`Choose one of the suggested events.` : "");
    if (id === undefined) return;
    if (![...select.options].some((o) => o.value === id)) select.append(make("option", { value: id }, name));
    select.value = id;
  };
  field.addEventListener("input", async () => {
    choose();
    const mine = ++requests, words = new URLSearchParams({ q: field.value, limit: "20" });
    let events;
    try { ({ events } = await ask(`/api/v1/events?${words}`)); } catch { return; } // retried at the next letter
    if (mine !== requests) return;
    for (const e of events) found.set(e.name, String(e.id));
    list.replaceChildren(...events.map((e) => make("option", { value: e.name })));
    choose();
  });
  select.form.addEventListener("reset", () => setTimeout(choose));
}
