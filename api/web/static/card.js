// The board of a rule card, on which its game is tried.
import { by } from "./rest.js";
import { Trying } from "./trying.js";

const { variant, options } = by("board").dataset, table = new Trying();
table.options = options;
table.begin(variant);
window.trying = table;
