package engine

import "assay/analysis/rules"

// fullEval returns the complete static evaluation for the side to move, cached
// in the frame.
func (w *worker) fullEval(f *frame) int {
	if f.static == noStatic {
		f.static = w.eval.staticEval(w.p, &w.evals)
	}
	return f.static
}

// maxEval bounds static evaluations, in centipawns either way.
const maxEval = 20_000

// evaluations is reused working memory for static evaluations, by board width.
type evaluations struct {
	work256  evaluation
	work128  evaluation128
	work64   evaluation64
	material int // of both sides, in the last evaluated position
}

// staticEval returns the static evaluation for the side to move in centipawns
// and sets v.material.
func (m *evaluator) staticEval(p *rules.Position, v *evaluations) (score int) {
	switch m.rules.Width() {
	case rules.Width64:
		score, v.material = m.evaluate64(p, &v.work64)
	case rules.Width128:
		score, v.material = m.evaluate128(p, &v.work128)
	default:
		score, v.material = m.evaluate(p, &v.work256)
	}
	return score
}

// pieceSquareScore returns the incremental piece-square and hand values from
// First's view, and the material of both sides.
func (m *evaluator) pieceSquareScore(p *rules.Position) (score term, material int) {
	sum := p.Weighed(&m.incremental)
	return term{16 * int(sum.Early), 16 * int(sum.Late)}, int(sum.Material)
}

// taper returns a term for the side to move in centipawns: the mean of its
// middlegame and endgame values, weighted by the remaining material.
func (m *evaluator) taper(t term, material int) int {
	phase := m.phase(material)
	mg, eg := t.mg+m.params.tempo.mg, t.eg+m.params.tempo.eg
	return max(min((mg*phase+eg*(256-phase))/256/16, maxEval), -maxEval)
}

// phase returns the weight of middlegame values for the remaining material,
// from 0 to 256.
func (m *evaluator) phase(material int) int {
	return min(abs(material)*256/max(abs(m.startMaterial), 1), 256)
}

func abs(n int) int { return max(n, -n) }
