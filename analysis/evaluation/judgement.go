package evaluation

// Judgement is what is said of a move, empty where nothing is.
type Judgement string

// The judgements, which cost at least a tenth, two and three tenths on the
// scale of expected results from -1 to 1.
const (
	Inaccuracy Judgement = "inaccuracy"
	Mistake    Judgement = "mistake"
	Blunder    Judgement = "blunder"
)

// NAG is the mark of a judgement in records: ?!, ? or ??; 0 for none.
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

// Change is what a move did to forced wins.
type Change int

// The changes.
const (
	NoChange    Change = iota
	MissedMate         // the mover could force a win, and cannot any more
	AllowedMate        // the other side can force a win, and could not before
)

// Judge judges a move from the scores before and after it. What is best cannot
// be bad, whatever a deeper look says of it afterwards.
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

// byAdvantage judges a move that lost or allowed a forced win, by what
// advantage is there without it.
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
