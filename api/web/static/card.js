// The board on a variant's page, for trying the variant.
import { by } from "./rest.js";
import { TryBoard } from "./tryboard.js";

const { variant, options } = by("board").dataset, board = new TryBoard();
board.options = options;
board.begin(variant);
window.tryBoard = board;
