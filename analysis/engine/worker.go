package engine

import (
	"math"
	"slices"
	"time"

	"assay/analysis/rules"
)

// worker is one thread of a search, with its own position.
type worker struct {
	*task
	number    int // worker 0 reports lines and ends the search
	p         *rules.Position
	root      int // ply of the root in the position's history
	nodes     uint64
	nodeLimit uint64 // of the search; 0 means no limit
	reserves  bool   // nodeLimit leaves nodes for the proof of a mate
	counted   uint64 // nodes already added to task.nodes
	halted    bool
	depth     int // of the current iteration
	selDepth  int // longest line of the iteration, in plies
	stack     [maxPly + 2]frame
	roots     []rootMove
	evals     evaluations
	completed []rootMove // roots after the last completed iteration
	lineIndex int        // MultiPV line being searched; earlier ones are done

	*histories
}

// histories rate quiet moves by how often they caused cutoffs: by piece and
// target square, and after the moves one and two plies earlier.
type histories struct {
	history      [1 << 16]int16
	continuation [1 << 19]int16
}

// frame is the state of one ply of the search.
type frame struct {
	list           []rules.Move
	candidates     []candidate // list, in the order of picking
	ratings        []int32     // of the candidates
	killers        [2]rules.Move
	played         candidate // the move being searched
	static         int
	staticIsBound  bool   // static is only a bound
	lazyCorrection int    // static evaluation minus lazyScore, here or last on this line
	inCheck        bool   // of the side to move
	excluded       uint16 // tag of the move a singular search leaves out, or 0
	pv             []rules.Move
	quiets         []uint16 // history indexes of quiet moves that failed low here
}

type rootMove struct {
	move     rules.Move
	score    int
	depth    int
	selDepth int
	pv       []rules.Move
}

// newWorker returns the worker of a thread for a new search. It reuses the
// memory of the last one.
func newWorker(s *task, p *rules.Position, moves []rules.Move, w *worker, number int) *worker {
	if w.histories == nil {
		w.histories = new(histories)
	}
	w.task, w.number, w.p, w.nodeLimit = s, number, p.Clone(), s.limits.threadLimit()
	w.root = w.p.Ply()
	w.nodes, w.counted, w.reserves, w.halted, w.depth, w.selDepth, w.lineIndex = 0, 0, false, false, 0, 0, 0
	w.roots, w.completed = make([]rootMove, 0, len(moves)), nil
	for i := range w.stack {
		f := &w.stack[i]
		*f = frame{list: f.list[:0], candidates: f.candidates[:0], ratings: f.ratings[:0], pv: f.pv[:0],
			quiets: f.quiets[:0]}
	}
	for _, m := range moves {
		w.roots = append(w.roots, rootMove{move: m, score: -infinite, pv: []rules.Move{m}})
	}
	return w
}

// deepen searches to increasing depths until a limit is reached.
func (w *worker) deepen() {
	f := &w.stack[0]
	f.static, f.inCheck = noStatic, w.p.InCheck(w.p.Side())
	if w.lazyEval(f, -infinite, infinite); f.inCheck {
		f.static = noStatic
	}
	w.orderRoots()
	w.saveRoots()
	most := maxPly - 8
	if n := w.limits.Depth; n > 0 {
		most = min(most, n)
	}
	for w.depth = 1; w.depth <= most; w.depth++ {
		if w.number > 0 && (w.depth+w.number)%3 == 0 && w.depth < most {
			continue
		}
		for i := range w.roots {
			w.roots[i].depth = 0
		}
		count := min(max(w.limits.MultiPV, 1), len(w.roots))
		for w.lineIndex = 0; w.lineIndex < count; w.lineIndex++ {
			w.selDepth = 0
			w.searchAspiration()
			if w.halted {
				break
			}
			sortRoots(w.roots[:w.lineIndex+1]) // a later line may score higher
		}
		if w.halted {
			w.restoreRoots()
			break
		}
		w.saveRoots()
		if w.number == 0 {
			w.reportLines(count)
			if w.isDecided() || w.isEnough(count) {
				break
			}
			if best := w.roots[0].score; w.nodeLimit > 0 && !w.reserves && (best > mateBound || best < -mateBound) {
				w.nodeLimit, w.reserves = max(w.nodeLimit-min(w.limits.Proof, w.nodeLimit), 1), true
			}
		}
	}
	w.shareNodes()
}

// orderRoots sorts the root moves before the first iteration.
func (w *worker) orderRoots() {
	f := &w.stack[0]
	f.list = f.list[:0]
	for i := range w.roots {
		f.list = append(f.list, w.roots[i].move)
	}
	w.rateMoves(f, 0, 0)
	order := make(map[rules.Move]int32, len(f.list))
	for i := range f.list {
		c, rating := w.pickMove(f, i, sortedMoves)
		order[c.move] = rating
	}
	slices.SortStableFunc(w.roots, func(a, b rootMove) int { return int(order[b.move]) - int(order[a.move]) })
}

// saveRoots stores the root moves of a completed iteration.
func (w *worker) saveRoots() {
	w.completed = w.completed[:0]
	for _, r := range w.roots {
		r.pv = slices.Clone(r.pv)
		w.completed = append(w.completed, r)
	}
}

// restoreRoots restores the root moves after an unfinished iteration, but keeps
// a better first move that the iteration found. With several lines it keeps
// nothing, because scores of two iterations cannot be compared.
func (w *worker) restoreRoots() {
	if w.lineIndex > 0 || w.roots[0].depth < w.depth ||
		w.depth > 1 && (w.roots[0].move == w.completed[0].move || w.limits.MultiPV > 1) {
		w.roots = w.completed
		return
	}
	found := w.roots[0]
	w.roots = slices.DeleteFunc(w.completed, func(r rootMove) bool { return r.move == found.move })
	w.roots = slices.Insert(w.roots, 0, found)
}

// isDecided reports whether a deeper search cannot improve the result.
func (w *worker) isDecided() bool {
	best := w.roots[0].score
	if w.limits.Mate > 0 && best > mateBound && mate-best <= w.limits.Mate {
		return true
	}
	// a search to twice the depth of this mate finds no shorter one
	if best > mateBound || best < -mateBound {
		return w.depth > 2*(mate-max(best, -best))+2 && w.limits.MultiPV <= 1
	}
	return false
}

// isEnough reports whether the lines of the iteration are enough for the
// caller.
func (w *worker) isEnough(count int) bool {
	if w.limits.Enough == nil {
		return false
	}
	w.shareNodes()
	return w.limits.Enough(w.linesOf(w.roots[:count]))
}

// searchAspiration searches the root moves from w.lineIndex on, in a window
// around the previous score that widens until the score lies inside.
func (w *worker) searchAspiration() {
	before := w.roots[w.lineIndex].score
	alpha, beta, delta := -infinite, infinite, 20
	if w.depth >= 5 && !w.fullWidth && before > -mateBound && before < mateBound {
		alpha, beta = max(before-delta, -infinite), min(before+delta, infinite)
	}
	for {
		score := w.searchRoot(alpha, beta)
		if w.halted {
			return
		}
		sortRoots(w.roots[w.lineIndex:])
		switch {
		case score <= alpha && alpha > -infinite:
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -infinite)
		case score >= beta && beta < infinite:
			beta = min(score+delta, infinite)
		default:
			return
		}
		if delta += delta; delta > 1000 {
			alpha, beta = -infinite, infinite
		}
	}
}

// sortRoots sorts root moves by score, the best first.
func sortRoots(moves []rootMove) {
	slices.SortStableFunc(moves, func(a, b rootMove) int { return b.score - a.score })
}

func (w *worker) searchRoot(alpha, beta int) int {
	best, found := -infinite, w.lineIndex
	for i := w.lineIndex; i < len(w.roots); i++ {
		r := &w.roots[i]
		var c candidate
		c.set(w, r.move)
		w.play(0, &c)
		extended := w.depth - 1
		if w.stack[1].inCheck && !w.fullWidth {
			extended++
		}
		var score int
		if i == w.lineIndex {
			score = -w.search(-beta, -alpha, extended, 1, false)
		} else {
			reduced := extended
			if !w.fullWidth && w.depth >= 3 && i > w.lineIndex+3 && !w.stack[1].inCheck && !c.forcing {
				reduced -= baseReduction(w.depth, i-w.lineIndex) * 2 / 3
			}
			if score = -w.search(-alpha-1, -alpha, reduced, 1, true); score > alpha && reduced < extended {
				score = -w.search(-alpha-1, -alpha, extended, 1, true)
			}
			if score > alpha && score < beta {
				score = -w.search(-beta, -alpha, extended, 1, false)
			}
		}
		w.undo()
		if w.halted {
			first := w.roots[found] // the best root move searched so far
			copy(w.roots[w.lineIndex+1:found+1], w.roots[w.lineIndex:found])
			w.roots[w.lineIndex] = first
			return best
		}
		if i == w.lineIndex || score > alpha {
			r.score, r.depth, r.selDepth = score, w.depth, w.selDepth
			r.pv = append(append(r.pv[:0], r.move), w.stack[1].pv...)
		} else {
			r.score = -infinite
		}
		best = max(best, score)
		if score > alpha {
			if alpha, found = score, i; score >= beta {
				break
			}
		}
	}
	return best
}

// reportLines reports the first count lines of a completed iteration.
func (w *worker) reportLines(count int) {
	if w.report == nil {
		return
	}
	w.shareNodes()
	for _, line := range w.linesOf(w.roots[:count]) {
		w.report(line)
	}
}

// lines returns the lines of the search, the best first.
func (w *worker) lines() []Line {
	count := min(max(w.limits.MultiPV, 1), len(w.roots))
	return w.linesOf(w.roots[:count])
}

func (w *worker) linesOf(roots []rootMove) []Line {
	var out []Line
	elapsed, filled := time.Since(w.began), w.table.hashfull()
	for i, r := range roots {
		line := Line{
			MultiPV: i + 1, Depth: r.depth, SelDepth: r.selDepth, Moves: slices.Clone(r.pv),
			Nodes: w.task.nodes.Load(), Time: elapsed, Hash: filled,
		}
		if r.score > -infinite {
			line.setScore(r.score)
		} else {
			line.CP = w.eval.staticEval(w.p, &w.evals) // stopped before the first iteration ended
			if i > 0 && out[i-1].Mate == 0 {
				line.CP = min(line.CP, out[i-1].CP)
			}
		}
		out = append(out, line)
	}
	return out
}

// shareNodes adds this thread's new nodes to the total.
func (w *worker) shareNodes() {
	w.task.nodes.Add(w.nodes - w.counted)
	w.counted = w.nodes
}

// visit counts a node and reports whether the search continues.
func (w *worker) visit() bool {
	if w.halted {
		return false
	}
	w.nodes++
	if w.nodeLimit > 0 && w.nodes-w.counted+w.sharedNodes() >= w.nodeLimit {
		w.halted = true
	}
	if w.nodes%shareInterval == 0 {
		w.shareNodes()
		w.halted = w.halted || w.stop.Load()
	}
	return !w.halted
}

func (w *worker) sharedNodes() uint64 {
	if w.limits.Threads <= 1 {
		return w.counted
	}
	return w.task.nodes.Load()
}

// play makes a move at a ply and prepares the next frame.
func (w *worker) play(ply int, c *candidate) {
	f := &w.stack[ply]
	f.played = *c
	w.table.prefetch(w.p.LikelyKey(c.move))
	w.p.Play(c.move)
	next := &w.stack[ply+1]
	next.inCheck, next.lazyCorrection = w.p.InCheck(w.p.Side()), -f.lazyCorrection
	next.pv = next.pv[:0]
}

func (w *worker) undo() { w.p.Undo() }

// claimHorizon is the number of plies before a possible claim from which scores
// depend on the remaining plies.
const claimHorizon = 32

// key returns the hash-table key of the position. Near a possible claim the key
// includes the remaining plies, in steps of four.
func (w *worker) key() uint64 {
	key := w.p.Key()
	if left := w.p.Unclaimed(); left < claimHorizon {
		key ^= uint64(left/4+1) * 0x9e3779b97f4a7c15
	}
	return key
}

// baseReductions are late-move reductions in plies, by depth and move number.
var baseReductions = func() (out [64][64]int) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			out[d][n] = int(0.4 + math.Log(float64(d))*math.Log(float64(n))/2)
		}
	}
	return out
}()

func baseReduction(depth, n int) int { return baseReductions[min(depth, 63)][min(n, 63)] }
