// The texts of boards for screen readers, in the language of the page.
import { texts } from "./board.js";
import { t } from "./text.js";

Object.assign(texts, {
  board: t`Board`, empty: t`empty`,
  held: (side, what) => (what === "hand" ? t`${side}'s hand` : t`${side}'s pocket`),
  several: (name, count) => t`${name} times ${count}`,
});
