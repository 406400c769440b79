package engine

import "assay/analysis/rules"

// Scores are centipawns for the side to move. A win n plies after the root
// scores mate-n.
const (
	infinite  = 32001
	mate      = 32000
	mateBound = mate - maxPly // larger absolute scores are mates
	maxPly    = 128
)

// ending returns the score of an outcome at a ply, for the side to move.
func ending(o rules.Outcome, side rules.Side, ply int) int {
	switch o.Result {
	case "1-0":
		if side == rules.First {
			return mate - ply
		}
		return ply - mate
	case "0-1":
		if side == rules.First {
			return ply - mate
		}
		return mate - ply
	}
	return 0
}

// toTable converts a score for the hash table: mates count from the position
// itself, not from the root.
func toTable(score, ply int) int {
	switch {
	case score > mateBound:
		return score + ply
	case score < -mateBound:
		return score - ply
	}
	return score
}

// fromTable is the inverse of toTable.
func fromTable(score, ply int) int {
	switch {
	case score > mateBound:
		return score - ply
	case score < -mateBound:
		return score + ply
	}
	return score
}

// setScore sets CP or Mate of a line from a score.
func (l *Line) setScore(score int) {
	switch {
	case score > mateBound:
		l.CP, l.Mate = 0, mate-score
	case score < -mateBound:
		l.CP, l.Mate = 0, -(mate + score)
	default:
		l.CP, l.Mate = score, 0
	}
}
