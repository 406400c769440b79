package search

import (
	"errors"
	"math"

	"assay/analysis/evaluation"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/analyse"
	"assay/index/tape"
	"assay/store"
)

// tapeAnalysis returns the evaluations to index: nil if there is no analysis of
// the game's current record.
func (r *searchedGame) tapeAnalysis() (*tape.Analysis, error) {
	if r.analysis == nil || !r.Game.Playable() {
		return nil, nil
	}
	found, err := r.analysis()
	if errors.Is(err, store.ErrGone) {
		return nil, nil // deleted since it was read; the deletion is a change of its own
	}
	if err != nil || found == nil || len(found.Plies) != len(r.Game.Moves)+1 {
		return nil, err
	}
	p := r.Game.Start()
	out := &tape.Analysis{Plies: make([]tape.Evaluation, len(found.Plies))}
	for side, summary := range []*analyse.SideAnalysis{&found.Summary.First, &found.Summary.Second} {
		out.Accuracy[side] = tape.NoAccuracy
		if summary.Accuracy != nil {
			out.Accuracy[side] = hundredths(*summary.Accuracy)
		}
	}
	var before evaluation.Score
	best := false
	for i := range found.Plies {
		ply := &found.Plies[i]
		after := scoreOf(ply, p.Side())
		out.Plies[i].Score = centipawns(after)
		if i > 0 {
			out.Plies[i].Swing = hundredths(math.Abs(ply.Win - found.Plies[i-1].Win))
			out.Plies[i].Marks = marks(&found.Summary.WinCurve, ply, before, after, p.Side() == rules.Second, best)
		}
		if before = after; i < len(r.Game.Moves) {
			m := r.Game.Moves[i]
			best = ply.Best != nil && *ply.Best == notation.UCI{}.Format(p, m)
			p.Play(m)
		}
	}
	return out, nil
}

func hundredths(f float64) int { return int(math.Round(100 * f)) }

// scoreOf returns the evaluation from the first player's point of view; side is
// to move. Without an evaluation the game is over, and Win has its result.
func scoreOf(a *analyse.PlyAnalysis, side rules.Side) evaluation.Score {
	switch {
	case a.CP != nil, a.Mate != nil:
		return (&analyse.PositionAnalysis{CP: a.CP, Mate: a.Mate}).Score(side)
	case a.Win > 50:
		return evaluation.Score{Result: "1-0"}
	case a.Win < 50:
		return evaluation.Score{Result: "0-1"}
	}
	return evaluation.Score{Result: "1/2-1/2"}
}

// centipawns returns a score in hundredths of a pawn.
func centipawns(s evaluation.Score) int {
	switch {
	case s.Mate > 0, s.Result == "1-0":
		return tape.MaxScore
	case s.Mate < 0, s.Result == "0-1":
		return -tape.MaxScore
	}
	return min(max(s.CP, -tape.MaxScore), tape.MaxScore)
}

// marks returns the judgements of a ply.
func marks(curve *evaluation.Curve, ply *analyse.PlyAnalysis, before, after evaluation.Score, first,
	best bool) (set tape.Marks) {
	if ply.Judgement != nil {
		switch *ply.Judgement {
		case evaluation.Inaccuracy:
			set = tape.Inaccuracy
		case evaluation.Mistake:
			set = tape.Mistake
		case evaluation.Blunder:
			set = tape.Blunder
		}
	}
	switch _, change := curve.Judge(before, after, first, best); change {
	case evaluation.MissedMate:
		set |= tape.MissedMate
	case evaluation.AllowedMate:
		set |= tape.AllowedMate
	}
	return set
}
