package rules

import "slices"

// mustCapture makes captures compulsory (W-9).
type mustCapture struct{ ruled }

var mustCaptureKind = moduleOf("must-capture", "A side that can capture has to.",
	func(c *moduleContext, m *mustCapture) { c.add(m) })

func (mustCapture) says(*Rules) string { return "A side that can capture has to" }

func (mustCapture) generate(p *Position, ml *sink) {
	legal := p.guard()
	defer p.release(legal)
	legal.n, legal.listed = ml.n, len(ml.moves)
	before := ml.size()
	legal.preferring = p.rules.capturesAtOnce && p.enPassant.Empty()
	legal.capturing = !legal.preferring
	p.generateGuarded(ml, legal)
	if ml.size() == before && legal.capturing {
		legal.capturing = false
		p.generateGuarded(ml, legal)
	}
}

// capturesOnly discards the quiet moves generated before the first capture.
func (legal *guard) capturesOnly(ml *sink) {
	ml.n, ml.moves = legal.n, ml.moves[:legal.listed]
	legal.preferring, legal.capturing = false, true
}

// findsCapturesAtOnce reports whether every pseudo-legal capture is legal, so
// that captures need not be generated before other moves.
func (r *Rules) findsCapturesAtOnce() bool {
	if len(r.safeties)+len(r.placers)+len(r.bans) > 0 || r.unmoved != nil {
		return false
	}
	return !slices.ContainsFunc(r.tables[:], func(t *table) bool {
		return t != nil && (t.tested || t.rifle || t.again != nil)
	})
}

func (mustCapture) admits(*Position, Move) bool { return true }

func (mustCapture) objection(p *Position, m Move) (reason, message string) {
	if p.Captured(m) != NoPiece {
		return "", ""
	}
	ml := sink{counting: true, any: true}
	legal := p.guard()
	legal.capturing = true
	p.generateGuarded(&ml, legal)
	p.release(legal)
	if ml.empty() {
		return "", ""
	}
	return "capture", "a capture is possible and has to be made"
}
