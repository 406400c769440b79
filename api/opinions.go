package api

import (
	"errors"
	"math"

	"assay/analysis/evaluation"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/index/tape"
	"assay/store"
)

// opinions returns the evaluations to index: nil if there is no analysis of the
// game's current record.
func (r *Replay) opinions() (*tape.Analysis, error) {
	if r.analysis == nil || !r.game.Playable() {
		return nil, nil
	}
	found, err := r.analysis()
	if errors.Is(err, store.ErrGone) {
		return nil, nil // deleted since it was read; the deletion is a change of its own
	}
	if err != nil || found == nil || len(found.Plies) != len(r.game.Moves)+1 {
		return nil, err
	}
	p := r.game.Start()
	o := &tape.Analysis{Plies: make([]tape.Evaluation, len(found.Plies))}
	for side, summary := range []*SideAnalysis{&found.Summary.First, &found.Summary.Second} {
		o.Accuracy[side] = tape.NoAccuracy
		if summary.Accuracy != nil {
			o.Accuracy[side] = hundredths(*summary.Accuracy)
		}
	}
	var before evaluation.Score
	best := false
	for i := range found.Plies {
		said := &found.Plies[i]
		now := said.score(p.Side())
		o.Plies[i].Score = worth(now)
		if i > 0 {
			o.Plies[i].Swing = hundredths(math.Abs(said.Win - found.Plies[i-1].Win))
			o.Plies[i].Marks = marks(&found.Summary.WinCurve, said, before, now, p.Side() == rules.Second, best)
		}
		if before = now; i < len(r.game.Moves) {
			m := r.game.Moves[i]
			best = said.Best != nil && *said.Best == notation.UCI{}.Format(p, m)
			p.Play(m)
		}
	}
	return o, nil
}

func hundredths(f float64) int { return int(math.Round(100 * f)) }

// score returns the evaluation from the first player's point of view; side is
// to move. Without an evaluation the game is over, and Win says who won.
func (a *PlyAnalysis) score(side rules.Side) evaluation.Score {
	switch {
	case a.CP != nil, a.Mate != nil:
		return score(&Thought{CP: a.CP, Mate: a.Mate}, side)
	case a.Win > 50:
		return evaluation.Score{Result: "1-0"}
	case a.Win < 50:
		return evaluation.Score{Result: "0-1"}
	}
	return evaluation.Score{Result: "1/2-1/2"}
}

// worth returns a score in hundredths of a pawn.
func worth(s evaluation.Score) int {
	switch {
	case s.Mate > 0, s.Result == "1-0":
		return tape.MaxScore
	case s.Mate < 0, s.Result == "0-1":
		return -tape.MaxScore
	}
	return min(max(s.CP, -tape.MaxScore), tape.MaxScore)
}

// marks returns the judgements of a ply.
func marks(curve *evaluation.Curve, said *PlyAnalysis, before, now evaluation.Score, first, best bool) (all tape.Marks) {
	if said.Judgement != nil {
		switch *said.Judgement {
		case evaluation.Inaccuracy:
			all = tape.Inaccuracy
		case evaluation.Mistake:
			all = tape.Mistake
		case evaluation.Blunder:
			all = tape.Blunder
		}
	}
	switch _, change := curve.Judge(before, now, first, best); change {
	case evaluation.MissedMate:
		all |= tape.MissedMate
	case evaluation.AllowedMate:
		all |= tape.AllowedMate
	}
	return all
}
