package engine

import "assay/analysis/rules"

// Scores are hundredths of a pawn for the side to move. A game that ends n
// plies after the root is worth mate-n to its winner.
const (
	infinite  = 32001
	mate      = 32000
	mateBound = mate - maxPly // scores beyond it, either way, are mates
	maxPly    = 128
)

// ending is the score of an outcome, at a ply, to the side to move.
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

// toTable is a score as the table keeps it: mates by their distance from the
// position itself.
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

// worth puts a score into a line.
func (l *Line) worth(score int) {
	switch {
	case score > mateBound:
		l.CP, l.Mate = 0, mate-score
	case score < -mateBound:
		l.CP, l.Mate = 0, -(mate + score)
	default:
		l.CP, l.Mate = score, 0
	}
}
