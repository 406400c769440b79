package evaluation

// Judgement classifies a bad move; it is empty for any other.
type Judgement string

// The judgements. They mean a loss of at least 0.1, 0.2 and 0.3 of the expected
// result, which ranges from -1 to 1.
const (
	Inaccuracy Judgement = "inaccuracy"
	Mistake    Judgement = "mistake"
	Blunder    Judgement = "blunder"
)

// NAG returns the annotation glyph of a judgement: ?!, ? or ??; 0 for none.
func (j Judgement) NAG() int {
	switch j {
	case Inaccuracy:
		return 6
	case Mistake:
		return 2
	case Blunder:
		return 4
	}
	return 0
}

// Change is the effect of a move on forced wins.
type Change int

// The changes.
const (
	NoChange    Change = iota
	MissedMate         // the mover had a forced win and lost it
	AllowedMate        // the move gave the other side a forced win
)

// Judge judges a move from the scores before and after it. The best move is
// never judged bad, even if the score after it is worse.
func (c *Curve) Judge(before, after Score, first, best bool) (Judgement, Change) {
	sign := 1
	if !first {
		sign = -1
	}
	was, is := sign*before.winning(), sign*after.winning()
	var judged Judgement
	change := NoChange
	switch {
	case was > 0 && is <= 0:
		change, judged = MissedMate, byAdvantage(sign*after.CP)
	case was == 0 && is < 0:
		change, judged = AllowedMate, byAdvantage(-sign*before.CP)
	case was == 0 && is == 0:
		judged = byChance(float64(sign) * (c.chance(before) - c.chance(after)))
	}
	if best {
		return "", NoChange
	}
	return judged, change
}

// byAdvantage judges a move that lost or allowed a forced win. cp is an
// advantage in centipawns: the mover's after losing a win, or the opponent's
// before being allowed one.
func byAdvantage(cp int) Judgement {
	switch {
	case cp > 999:
		return Inaccuracy
	case cp > 700:
		return Mistake
	}
	return Blunder
}

func byChance(loss float64) Judgement {
	switch {
	case loss >= 0.3:
		return Blunder
	case loss >= 0.2:
		return Mistake
	case loss >= 0.1:
		return Inaccuracy
	}
	return ""
}
