package engine

import (
	"math"
	"slices"
	"time"

	"assay/analysis/rules"
)

// worker is one thread of a search with its own board.
type worker struct {
	*task
	number int // 0 reports and decides when the search ends
	p      *rules.Position
	root   int // ply of the root in the position's history
	nodes  uint64
	shared uint64 // nodes that were added to those of the search
	halted bool
	depth  int // of the iteration
	sel    int // longest line looked at
	stack  [maxPly + 2]frame
	roots  []rootMove
	view   view
	ready  []rootMove // as they stood at the end of the last iteration
	best   int        // lines of roots that are of this iteration

	*memory
}

// memory is how often moves were good, by what moved where, and by that and
// what moved where one ply and two plies before.
type memory struct {
	history      [1 << 16]int16
	continuation [1 << 19]int16
}

// frame is what is known at a ply.
type frame struct {
	list    []rules.Move
	choices []choice // of them, those that were picked first
	ratings []int32  // of the choices
	killers [2]rules.Move
	played  choice // from here
	static  int
	rough   bool   // static is a bound
	off     int    // how far a glance was off for the side to move: here, or where a position on the way was judged last
	check   bool   // the side to move is in check
	skip    uint16 // mark of a move that is not looked at; 0 for none
	pv      []rules.Move
	quiets  []uint16 // what moved where, tried here and found wanting
}

type rootMove struct {
	move  rules.Move
	score int
	depth int
	sel   int
	pv    []rules.Move
}

func newWorker(s *task, p *rules.Position, moves []rules.Move, past *memory, number int) *worker {
	w := &worker{task: s, number: number, p: p.Clone(), memory: past}
	w.root = w.p.Ply()
	for _, m := range moves {
		w.roots = append(w.roots, rootMove{move: m, score: -infinite, pv: []rules.Move{m}})
	}
	return w
}

// deepen searches plies by plies until a limit is met.
func (w *worker) deepen() {
	f := &w.stack[0]
	f.static, f.check = noStatic, w.p.InCheck(w.p.Side())
	if w.estimate(f, -infinite, infinite); f.check {
		f.static = noStatic
	}
	w.arrange()
	w.keep()
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
		for w.best = 0; w.best < count; w.best++ {
			w.sel = 0
			w.aspire()
			if w.halted {
				break
			}
			sortRoots(w.roots[:w.best+1]) // a later line may turn out to be worth more
		}
		if w.halted {
			w.settle()
			break
		}
		w.keep()
		if w.number == 0 {
			w.tell(count)
			if w.enough() {
				break
			}
		}
	}
	w.share()
}

// arrange sorts the first moves before any is searched.
func (w *worker) arrange() {
	f := &w.stack[0]
	f.list = f.list[:0]
	for i := range w.roots {
		f.list = append(f.list, w.roots[i].move)
	}
	w.rate(f, 0, 0)
	order := make(map[rules.Move]int32, len(f.list))
	for i := range f.list {
		c, rating := w.pick(f, i, early)
		order[c.move] = rating
	}
	slices.SortStableFunc(w.roots, func(a, b rootMove) int { return int(order[b.move]) - int(order[a.move]) })
}

// keep remembers the first moves as they stand.
func (w *worker) keep() {
	w.ready = w.ready[:0]
	for _, r := range w.roots {
		r.pv = slices.Clone(r.pv)
		w.ready = append(w.ready, r)
	}
}

// settle takes back what an iteration that was not finished changed, but for a
// better first move that it had found. Of several lines, scores of two
// iterations would not tell which is the better one.
func (w *worker) settle() {
	if w.best > 0 || w.roots[0].depth < w.depth || w.depth > 1 && (w.roots[0].move == w.ready[0].move || w.limits.MultiPV > 1) {
		w.roots = w.ready
		return
	}
	found := w.roots[0]
	w.roots = slices.DeleteFunc(w.ready, func(r rootMove) bool { return r.move == found.move })
	w.roots = slices.Insert(w.roots, 0, found)
}

// enough reports whether deeper search is of no use.
func (w *worker) enough() bool {
	best := w.roots[0].score
	if w.limits.Mate > 0 && best > mateBound && mate-best <= w.limits.Mate {
		return true
	}
	// a mate that was found at twice its depth is not to be bettered
	if best > mateBound || best < -mateBound {
		return w.depth > 2*(mate-max(best, -best))+2 && w.limits.MultiPV <= 1
	}
	return false
}

// aspire searches the first moves from w.best on, in a narrow window around the
// score of the last iteration.
func (w *worker) aspire() {
	before := w.roots[w.best].score
	alpha, beta, delta := -infinite, infinite, 20
	if w.depth >= 5 && !w.whole && before > -mateBound && before < mateBound {
		alpha, beta = max(before-delta, -infinite), min(before+delta, infinite)
	}
	for {
		score := w.searchRoot(alpha, beta)
		if w.halted {
			return
		}
		sortRoots(w.roots[w.best:])
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

// sortRoots puts the best of first moves in front.
func sortRoots(moves []rootMove) {
	slices.SortStableFunc(moves, func(a, b rootMove) int { return b.score - a.score })
}

func (w *worker) searchRoot(alpha, beta int) int {
	best, found := -infinite, w.best
	for i := w.best; i < len(w.roots); i++ {
		r := &w.roots[i]
		var c choice
		c.set(w, r.move)
		w.play(0, &c)
		extended := w.depth - 1
		if w.stack[1].check && !w.whole {
			extended++
		}
		var score int
		if i == w.best {
			score = -w.search(-beta, -alpha, extended, 1, false)
		} else {
			reduced := extended
			if !w.whole && w.depth >= 3 && i > w.best+3 && !w.stack[1].check && !c.forcing {
				reduced -= reduction(w.depth, i-w.best) * 2 / 3
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
			first := w.roots[found] // the best of those that were searched
			copy(w.roots[w.best+1:found+1], w.roots[w.best:found])
			w.roots[w.best] = first
			return best
		}
		if i == w.best || score > alpha {
			r.score, r.depth, r.sel = score, w.depth, w.sel
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

// tell reports the lines of an iteration.
func (w *worker) tell(count int) {
	if w.report == nil {
		return
	}
	w.share()
	for _, line := range w.linesOf(w.roots[:count]) {
		w.report(line)
	}
}

// lines is the lines of the search, the best first.
func (w *worker) lines() []Line {
	count := min(max(w.limits.MultiPV, 1), len(w.roots))
	return w.linesOf(w.roots[:count])
}

func (w *worker) linesOf(roots []rootMove) []Line {
	var out []Line
	spent, filled := time.Since(w.began), w.table.filled()
	for i, r := range roots {
		line := Line{
			MultiPV: i + 1, Depth: r.depth, SelDepth: r.sel, Moves: slices.Clone(r.pv),
			Nodes: w.task.nodes.Load(), Time: spent, Hash: filled,
		}
		if r.score > -infinite {
			line.worth(r.score)
		} else {
			line.CP = w.mind.judge(w.p, &w.view) // too few nodes for any iteration
			if i > 0 && out[i-1].Mate == 0 {
				line.CP = min(line.CP, out[i-1].CP)
			}
		}
		out = append(out, line)
	}
	return out
}

// share adds the nodes of this thread to those of the search.
func (w *worker) share() {
	w.task.nodes.Add(w.nodes - w.shared)
	w.shared = w.nodes
}

// visit counts a node and reports whether the search goes on.
func (w *worker) visit() bool {
	if w.halted {
		return false
	}
	w.nodes++
	if limit := w.limits.Nodes; limit > 0 && w.nodes-w.shared+w.sharedNodes() >= limit {
		w.halted = true
	}
	if w.nodes&255 == 0 {
		w.share()
		w.halted = w.halted || w.stop.Load()
	}
	return !w.halted
}

func (w *worker) sharedNodes() uint64 {
	if w.limits.Threads <= 1 {
		return w.shared
	}
	return w.task.nodes.Load()
}

// play makes a move of the position at a ply.
func (w *worker) play(ply int, c *choice) {
	f := &w.stack[ply]
	f.played = *c
	w.table.fetch(w.p.LikelyKey(c.move))
	w.p.Play(c.move)
	next := &w.stack[ply+1]
	next.check, next.off = w.p.InCheck(w.p.Side()), -f.off
	next.pv = next.pv[:0]
}

func (w *worker) undo() { w.p.Undo() }

// soonClaimed is the plies before a claim from which on what a position is
// worth hangs on how many are left.
const soonClaimed = 32

// key is what the table knows the position by: where it can soon be claimed
// that the game ends, with how soon.
func (w *worker) key() uint64 {
	key := w.p.Key()
	if left := w.p.Unclaimed(); left < soonClaimed {
		key ^= uint64(left/4+1) * 0x9e3779b97f4a7c15
	}
	return key
}

// reductions is how many plies less a late move is searched.
var reductions = func() (out [64][64]int) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			out[d][n] = int(0.4 + math.Log(float64(d))*math.Log(float64(n))/2)
		}
	}
	return out
}()

func reduction(depth, n int) int { return reductions[min(depth, 63)][min(n, 63)] }
