package rules

import "slices"

// mustCapture makes captures compulsory (W-9).
type mustCapture struct{ ruleCited }

var mustCaptureKind = moduleOf("must-capture", "A side that can capture has to.",
	func(c *moduleContext, m *mustCapture) { c.add(m) })

func (mustCapture) describe(*Rules) string { return "A side that can capture has to" }

func (mustCapture) generate(p *Position, ml *moveList) {
	legal := p.acquireLegality()
	defer p.releaseLegality(legal)
	legal.countBefore, legal.listedBefore = ml.count, len(ml.moves)
	before := ml.size()
	legal.preferCaptures = p.rules.capturesAlwaysLegal && p.enPassant.Empty()
	legal.capturesOnly = !legal.preferCaptures
	p.generateGuarded(ml, legal)
	if ml.size() == before && legal.capturesOnly {
		legal.capturesOnly = false
		p.generateGuarded(ml, legal)
	}
}

// discardQuiet discards the quiet moves generated before the first capture.
func (legal *legality) discardQuiet(ml *moveList) {
	ml.count, ml.moves = legal.countBefore, ml.moves[:legal.listedBefore]
	legal.preferCaptures, legal.capturesOnly = false, true
}

// findsCapturesAlwaysLegal reports whether every pseudo-legal capture is legal, so
// that captures need not be generated before other moves.
func (r *Rules) findsCapturesAlwaysLegal() bool {
	if len(r.safetyRules)+len(r.wallRules)+len(r.banRules) > 0 || r.firstMove != nil {
		return false
	}
	return !slices.ContainsFunc(r.tables[:], func(t *moveTable) bool {
		return t != nil && (t.testPromotions || t.rifle || t.twoSteps != nil)
	})
}

func (mustCapture) provesLegalMove(*Position, Move) bool { return true }

func (mustCapture) objection(p *Position, m Move) (reason, message string) {
	if p.Captured(m) != NoPiece {
		return "", ""
	}
	ml := moveList{counting: true, firstOnly: true}
	legal := p.acquireLegality()
	legal.capturesOnly = true
	p.generateGuarded(&ml, legal)
	p.releaseLegality(legal)
	if ml.empty() {
		return "", ""
	}
	return "capture", "a capture is possible and has to be made"
}
