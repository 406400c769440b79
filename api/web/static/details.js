// Forms for all keys of a definition, from the reference of its language.
import { Language, pieceKeys, regionKeys } from "./language.js";
import { by, make } from "./rest.js";
import { t } from "./text.js";

/** A select element. @param {Record<string, any>} attributes @param {string[][]} choices values and texts @param {string} chosen */
function select(attributes, choices, chosen) {
  return make("select", attributes, ...choices.map(([value, text]) => make("option", { value, selected: value === chosen }, text)));
}

/** Top-level keys that other panels edit. */
const elsewhere = new Set(["board", "start", "regions"]);

/** What a text in a field stands for: a number, true or false, a list, or itself. @param {string} text */
function valueOf(text) {
  const plain = text.trim();
  if (/^\d{1,9}$/.test(plain)) return Number(plain);
  if (plain === "true" || plain === "false") return plain === "true";
  return plain.includes(",") ? wordsOf(plain) : plain;
}

/** @param {string} text */
const wordsOf = (text) => text.split(",").map((w) => w.trim()).filter(Boolean);

/** @param {any} value */
const shown = (value) => (Array.isArray(value) ? value.map((v) => (typeof v === "object" ? JSON.stringify(v) : v)).join(", ") : String(value ?? ""));

export class Details {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.language = new Language();
    /** Paths of empty fields that are shown but are not in the text yet. */
    this.pending = new Set();
    this.open = new Set();
  }

  /** @param {import("./studio.js").Design} design */
  async show(design) {
    const table = await this.language.table();
    this.table = table;
    this.mappings = new Map(table.mappings.map((m) => [m.path, m.keys]));
    const focused = document.activeElement?.id;
    by("details").replaceChildren(...this.mapping("", design.tree, []));
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Sets a value, or removes it. @param {string[]} path @param {any} value undefined removes */
  set(path, value) {
    for (const one of [...this.pending]) if (path.join("\n").startsWith(one)) this.pending.delete(one);
    const edits = [value === undefined ? { path } : { path, value }], start = String(this.studio.design.tree.start || "");
    if (path[0] === "hand" && value !== undefined && start && !start.includes("[")) edits.push({ path: ["start"], value: start.replace(/^\S+/, "$&[]") });
    if (path.length === 1 && path[0] === "hand" && value === undefined) edits.push({ path: ["start"], value: start.replace("[]", "") });
    return this.studio.edit(edits);
  }

  /** The fields of a mapping. @param {string} kind its path in the reference @param {any} node @param {string[]} path */
  mapping(kind, node, path) {
    const known = [...this.mappings.get(kind) || []];
    if (kind === "rules") known.push(...(this.table.modules.find((m) => m.name === node?.module)?.keys || []).map((k) => ({ ...k, value: "" })));
    const here = node && typeof node === "object" && !Array.isArray(node) ? node : {};
    const has = (k) => k.name in here || this.pending.has([...path, k.name].join("\n"));
    const listed = known.filter((k) => !(kind === "" && elsewhere.has(k.name)));
    const fields = listed.filter(has).map((k) => this.field(k, kind ? `${kind}.${k.name}` : k.name, here[k.name], [...path, k.name]));
    const absent = listed.filter((k) => !has(k));
    const add = absent.length && select({
      "aria-label": t`Add a key`, id: this.id([...path, "+"]), onchange: (e) => {
        this.pending.add([...path, e.target.value].join("\n"));
        this.open.add([...path, e.target.value].join("\n"));
        this.show(this.studio.design);
      },
    }, [["", t`Add a key…`], ...absent.map((k) => [k.name, k.says ? `${k.name}: ${k.says}` : k.name])], "");
    return [...fields, add].filter(Boolean);
  }

  id(path) { return `detail-${path.join("-").replace(/[^\w+~-]/g, "_")}`; }

  /** The field of a key. @param {any} key @param {string} kind @param {any} value @param {string[]} path */
  field(key, kind, value, path) {
    const form = key.value, remove = make("button", { type: "button", class: "remove", "aria-label": t`Remove ${path.join(" ")}`, title: t`Remove`, onclick: () => this.set(path) }, "×");
    if (form === "mapping" || form === "list of mappings" || form.startsWith("mapping of names") || form === "list of word or mappings" || form === "word or mapping") {
      if (kind === "pieces.moves") return this.plain(key, shown([value].flat().map((m) => m?.betza ?? m)), path);
      return this.group(key, kind, value, path, remove);
    }
    const id = this.id(path), input = this.input(key, value, path, id);
    return make("div", { class: "detail" }, make("label", { for: id, title: key.says }, key.name), input, remove, key.says && make("p", { class: "hint" }, key.says));
  }

  plain(key, text) { return make("div", { class: "detail" }, make("span", {}, key.name), make("span", {}, text || t`none`)); }

  /** The input of a plain value. */
  input(key, value, path, id) {
    const { design } = this.studio, names = key.words || (pieceKeys.has(key.name) && !key.value.startsWith("list") && key.value ? design.pieces.map((p) => p.letter) : null)
      || (regionKeys.has(key.name) && !key.value.startsWith("list") ? design.regions.map((r) => r.name) : null);
    if (key.value === "true or false") return make("input", { id, type: "checkbox", checked: value === true, onchange: (e) => this.set(path, e.target.checked || undefined) });
    if (names && typeof value !== "object") {
      const choices = [["", ""], ...names.map((n) => [n, n])];
      if (value !== undefined && !names.includes(String(value))) choices.push([String(value), String(value)]);
      return select({ id, onchange: (e) => this.set(path, e.target.value || undefined) }, choices, String(value ?? ""));
    }
    if (key.value === "number") return make("input", { id, type: "number", min: 0, value: shown(value), onchange: (e) => this.set(path, e.target.value === "" ? undefined : Number(e.target.value)) });
    const convert = key.value.startsWith("list") ? (text) => { const list = wordsOf(text); return list.length ? list : undefined; } : (text) => (key.value === "word" ? text.trim() || undefined : valueOf(text) === "" ? undefined : valueOf(text));
    if (value && typeof value === "object" && !(Array.isArray(value) && value.every((v) => typeof v !== "object"))) return make("span", { id }, t`Edit this value in the text.`);
    return make("input", { id, value: shown(value), placeholder: key.value.startsWith("list") ? t`one, two, three` : "", onchange: (e) => this.set(path, convert(e.target.value)) });
  }

  /** A key with entries of its own, which can be closed. */
  group(key, kind, value, path, remove) {
    const name = path.join("\n"), list = key.value === "list of mappings";
    const box = make("details", { class: "detail-group", open: this.open.has(name), ontoggle: (e) => {
      if (e.target !== box) return;
      if (box.open) this.open.add(name); else this.open.delete(name);
    } }, make("summary", { title: key.says }, key.name, " ", remove), key.says && make("p", { class: "hint" }, key.says));
    if (list) box.append(...this.list(kind, value, path));
    else if (key.value === "mapping") box.append(...this.mapping(kind, value, path));
    else box.append(...this.names(key, kind, value, path));
    return box;
  }

  /** The entries of a list of mappings. */
  list(kind, value, path) {
    const items = value === undefined ? [] : [value].flat();
    const entries = items.map((item, i) => {
      const here = Array.isArray(value) ? [...path, String(i)] : path;
      return make("fieldset", {}, make("legend", {}, `${item?.module || item?.name || i + 1} `, make("button", { type: "button", class: "remove", "aria-label": t`Remove ${here.join(" ")}`, onclick: () => this.set(here) }, "×")), ...this.mapping(kind, item, here));
    });
    const next = [...path, "-"];
    if (kind === "rules") {
      const modules = this.table.modules.map((m) => [m.name, `${m.name}: ${m.says}`]);
      return [...entries, select({ id: this.id(next), "aria-label": t`Add a rule`, onchange: (e) => this.set(next, { module: e.target.value }) }, [["", t`Add a rule…`], ...modules], "")];
    }
    const marker = next.join("\n");
    if (!this.pending.has(marker)) return [...entries, make("button", { type: "button", id: this.id(next), onclick: () => { this.pending.add(marker); this.show(this.studio.design); } }, t`Add an entry`)];
    return [...entries, make("fieldset", {}, make("legend", {}, t`New`), ...this.mapping(kind, {}, next))];
  }

  /** The entries of a mapping of names. */
  names(key, kind, value, path) {
    const entries = value && typeof value === "object" ? Object.entries(value) : [], inner = /mappings$/.test(key.value) && this.mappings.has(kind);
    const rows = entries.map(([name, v]) => {
      if (inner && v && typeof v === "object") return this.group({ name, says: "", value: "mapping" }, kind, v, [...path, name], make("button", { type: "button", class: "remove", "aria-label": t`Remove ${name}`, onclick: () => this.set([...path, name]) }, "×"));
      const id = this.id([...path, name]);
      return make("div", { class: "detail" }, make("label", { for: id }, name), this.input({ name: key.name, value: key.value.includes("list") ? "list" : key.value.includes("number") ? "number" : "word", words: null }, v, [...path, name], id),
        make("button", { type: "button", class: "remove", "aria-label": t`Remove ${name}`, onclick: () => this.set([...path, name]) }, "×"));
    });
    const id = this.id([...path, "+"]), field = make("input", { id, "aria-label": t`Name`, size: 8, placeholder: t`name` }), said = make("input", { "aria-label": t`Value`, id: `${id}-value`, placeholder: t`value` });
    const add = () => { if (field.value.trim() && said.value.trim()) this.set([...path, field.value.trim()], key.value.includes("list") ? wordsOf(said.value) : valueOf(said.value)); };
    return inner ? rows : [...rows, make("div", { class: "detail" }, field, said, make("button", { type: "button", onclick: add }, t`Add`))];
  }
}
