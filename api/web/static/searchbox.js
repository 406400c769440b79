// The search box of the archive: it recognises records, positions and queries.
import { Completion, querySource } from "./complete.js";
import { at, by, post, toast } from "./rest.js";
import { t } from "./text.js";

/** The variants to which a position may belong, by its number of ranks. */
const variantsOf = {
  4: ["dobutsu"], 5: ["minishogi"], 7: ["torishogi"], 8: ["chess", "crazyhouse", "makruk"], 9: ["shogi", "csg-1", "csg-3"], 10: ["xiangqi", "janggi", "grand"], 12: ["chushogi"],
};

/** What a text is: a record, a position, a query, or words. @param {string} text */
export function kindOf(text) {
  const typed = text.trim();
  if (/\n/.test(typed) || /^\[\w+ "/.test(typed) || /(^|\s)1\. ?\S.*\s2\. ?\S/.test(typed)) return "record";
  if (/^[^\s/]+(\/[^\s/]+){3,}(\s|$)/.test(typed)) return "position";
  return /^\w+:\S|\s\w+:\S|[<>=]|\w\(/.test(typed) ? "query" : "words";
}

export class SearchBox {
  /** @param {(text: string) => void} onrecord */
  constructor(onrecord) {
    const box = by("q"), form = by("filters");
    this.onrecord = onrecord;
    new Completion(box, by("words"), { ...querySource(() => ({ variant: this.variant, options: "" })), quiet: true });
    box.addEventListener("input", () => this.explain());
    box.addEventListener("paste", (e) => {
      const text = e.clipboardData.getData("text");
      if (kindOf(text) !== "record") return;
      e.preventDefault();
      onrecord(text);
    });
    form.addEventListener("submit", (e) => {
      const kind = kindOf(box.value);
      if (kind === "words") return;
      e.preventDefault();
      if (kind === "record") onrecord(box.value);
      else this.search(kind, box.value.trim());
    });
    addEventListener("keydown", (e) => {
      if (e.key !== "/" || e.ctrlKey || e.metaKey || e.target.closest("input, textarea, select, dialog")) return;
      e.preventDefault();
      box.focus();
      box.select();
    });
  }

  /** The variant of the filter, or "". */
  get variant() { return by("filters").elements.variant.value; }

  /** Says what Enter does with the text. */
  explain() {
    const text = by("q").value;
    by("meaning").textContent = text.trim() && {
      record: t`A record: Enter opens it, to be checked and saved.`, position: t`A position: Enter finds the games that reached it.`,
      query: t`A query: Enter searches moves and positions.`, words: t`Enter finds games with these words in a header, such as players or events.`,
    }[kindOf(text)];
  }

  /** Opens the search page. @param {string} kind @param {string} text */
  async search(kind, text) {
    const variant = this.variant || (kind === "position" ? await this.variantOf(text) : await this.found(text)), words = new URLSearchParams({ [kind]: text });
    if (variant) words.set("variant", variant);
    else if (kind === "position") { toast(t`No common variant has such a position. Choose the variant under Filter.`); return; }
    location.href = at(`/search?${words}`);
  }

  /** The first variant that has a position, or "". @param {string} position */
  async variantOf(position) {
    const board = position.split(/[\s[]/)[0].replace(/\/$/, ""), all = variantsOf[board.split("/").length] || [];
    for (const variant of position.includes("[") ? all.toSorted((a, b) => Number(b === "crazyhouse") - Number(a === "crazyhouse")) : all) {
      try {
        await post("/api/v1/positions/play", { variant, position, moves: [] });
        return variant;
      } catch { /* of another variant */ }
    }
    return "";
  }

  /** The variant of the first game that a query finds, or "". @param {string} query */
  async found(query) {
    try {
      const { hits: [hit] } = await post("/api/v1/positions/search", { query, limit: 1 });
      return hit?.summary.variant || "";
    } catch { return ""; } // the query is of positions, or has an error
  }
}
