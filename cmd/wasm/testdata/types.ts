// Uses every type of the npm package; tsc --strict compiles it.
import { AssayError, load, type PositionView, type Report } from "./package/index.js";
import type { AssayBoard, MoveDetail } from "./package/assay-board.js";

const assay = await load();
const names: string[] = assay.variants().map(({ id }) => id);
const game = assay.game("chess", { notation: "san" }).play("e4");
const moves: string[] = game.legal("uci");
const view: PositionView = assay.position({ variant: "shogi", moves: ["7g7f"], notation: "western" });
const reports: Report[] = assay.verify("1. e4", { variant: "chess", strict: true });
const nodes: number = assay.perft({ variant: "xiangqi", depth: 2 });
try { game.play("e9"); } catch (e) { if (e instanceof AssayError) console.log(e.fault?.message, e.index); }
const show = (board: AssayBoard) => board.addEventListener("assay-move", ({ detail }) => { const made: MoveDetail = detail; console.log(made.uci); });
console.log(names, moves, view.outcome?.result, reports[0].error?.rule, nodes, show);
// @ts-expect-error a position needs a variant
assay.position({});
