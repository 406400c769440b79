// The page of a puzzle of a published site. Assay runs in the browser.
import { load } from "./assay/index.js";
import { PuzzleBoard } from "./assay/board/puzzle.js";

class SitePuzzle extends PuzzleBoard {
  /** Reads the puzzle in the page. */
  async open() {
    const state = document.getElementById("turn");
    try {
      await load();
    } catch (e) {
      state.textContent = `Assay cannot run here: ${e.message}`;
      return;
    }
    for (const e of document.querySelectorAll("[disabled]")) e.disabled = false;
    await this.take(JSON.parse(document.getElementById("data").textContent));
  }
}

window.puzzle = new SitePuzzle();
