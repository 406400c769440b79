package rules

import "slices"

// legalityPlan says how the legality of moves can be tested in a variant, so
// that as few moves as possible are played to see whether they are safe.
type legalityPlan struct {
	playToTest           bool // every move must be played
	playCapturesToTest   bool // captures must be played
	playPromotionsToTest bool // promotions must be played
	wallsWithMoves       bool // each move puts a wall, which may block attacks
	plainSafety          bool // safety does not depend on a second square
	attackersOnLines     bool // see findAttackersOnLines
	capturesAlwaysLegal  bool // see findCapturesAlwaysLegal
	checksByAttack       bool // see findChecksByAttack
	checksByLastMove     bool // only the last move can have created a check
	stepsNeedSafetyOnly  bool // see findStepsNeedSafetyOnly
	royalsUncapturable   bool // see findRoyalsUncapturable
	castlesSafely        bool // castleTo has tested what the safety rules test
}

// makePlan completes the plan once all rules are compiled.
func (r *Rules) makePlan() {
	s, plan := &r.special, &r.plan
	plan.wallsWithMoves = len(s.walls) > 0 && !s.walls[0].replacesMove()
	plan.plainSafety = len(s.safety) > 0 && !plan.wallsWithMoves
	if plan.wallsWithMoves { // walls may block what these rules would restrict
		s.restrictors = slices.DeleteFunc(s.restrictors, func(x restrictor) bool {
			_, safety := x.(safetyRule)
			return safety
		})
	}
	plan.playToTest = plan.playToTest || r.attacks[First].hurdlesMatter || r.attacks[Second].hurdlesMatter
	r.finishTables()
	plan.attackersOnLines = r.findAttackersOnLines()
	plan.capturesAlwaysLegal = r.findCapturesAlwaysLegal()
	plan.checksByAttack = r.findChecksByAttack()
	plan.checksByLastMove = r.caps.royalSafety && len(s.effects)+len(s.checks)+len(s.exemptions) == 0
	plan.stepsNeedSafetyOnly = r.findStepsNeedSafetyOnly()
	plan.royalsUncapturable = r.findRoyalsUncapturable()
	plan.castlesSafely = plan.attackersOnLines && len(s.exemptions)+len(s.effects) == 0 && r.castling != nil &&
		r.royals.Has(r.castling.royal)
}

// findStepsNeedSafetyOnly reports whether a pseudo-legal step is legal if the
// safety rules allow it.
func (r *Rules) findStepsNeedSafetyOnly() bool {
	return len(r.special.bans)+len(r.special.selections)+len(r.special.walls) == 0 && !r.caps.twoSteps && !r.Gates()
}

// findAttackersOnLines reports whether royal safety is the only safety rule,
// with one royal, and its attackers only leap or slide. Then a move can expose
// the royal only by leaving a line to it.
func (r *Rules) findAttackersOnLines() bool {
	if !r.caps.royalSafety || len(r.special.safety) != 1 || r.plan.playToTest || r.plan.playCapturesToTest ||
		!r.plan.plainSafety {
		return false
	}
	for side := range r.attacks {
		if a := &r.attacks[side]; len(a.lame)+len(a.hops)+len(a.behinds) > 0 {
			return false
		}
	}
	return true
}

// findChecksByAttack reports whether a move can check or end the game only by
// attacking a royal.
func (r *Rules) findChecksByAttack() bool {
	if len(r.special.checks)+len(r.special.exemptions) > 0 {
		return false
	}
	counts := func(m any) bool { _, ok := m.(*checkCount); return ok }
	for _, m := range r.special.effects {
		if !counts(m) {
			return false
		}
	}
	for _, m := range r.special.endings {
		if _, ok := m.(*royalCapture); !ok && !counts(m) {
			return false
		}
	}
	return true
}

// findRoyalsUncapturable reports whether a royal that an overruled move left
// attacked still cannot be captured. This is so if royals must be safe and no
// ending depends on their capture.
func (r *Rules) findRoyalsUncapturable() bool {
	if !r.caps.royalSafety || r.caps.royalCaptureWins || r.plan.playCapturesToTest || r.royals == 0 {
		return false
	}
	for _, e := range r.special.endings {
		if x, ok := e.(*extinction); ok {
			for _, kinds := range x.kinds {
				if kinds&r.royals != 0 {
					return false
				}
			}
		}
	}
	return true
}

// findCapturesAlwaysLegal reports whether every pseudo-legal capture is legal,
// so that captures need not be generated before other moves.
func (r *Rules) findCapturesAlwaysLegal() bool {
	if len(r.special.safety)+len(r.special.walls)+len(r.special.bans) > 0 || r.firstMove != nil {
		return false
	}
	return !slices.ContainsFunc(r.tables[:], func(t *moveTable) bool {
		return t != nil && (t.testPromotions || t.rifle || t.twoSteps != nil)
	})
}
