package rules

import "slices"

// mustCapture makes captures compulsory (W-9).
type mustCapture struct{ ruled }

var mustCaptureKind = moduleOf("must-capture", "A side that can capture has to.",
	func(c *moduleContext, m *mustCapture) { c.add(m) })

func (mustCapture) says(*Rules) string { return "A side that can capture has to" }

func (mustCapture) generate(p *Position, k *sink) {
	g := p.guard()
	defer p.release(g)
	g.n, g.listed = k.n, len(k.moves)
	before := k.size()
	g.preferring = p.rules.capturesAtOnce && p.enPassant.Empty()
	g.capturing = !g.preferring
	p.generateGuarded(k, g)
	if k.size() == before && g.capturing {
		g.capturing = false
		p.generateGuarded(k, g)
	}
}

// capturesOnly discards the quiet moves generated before the first capture.
func (g *guard) capturesOnly(k *sink) {
	k.n, k.moves = g.n, k.moves[:g.listed]
	g.preferring, g.capturing = false, true
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
	k := sink{counting: true, any: true}
	g := p.guard()
	g.capturing = true
	p.generateGuarded(&k, g)
	p.release(g)
	if k.empty() {
		return "", ""
	}
	return "capture", "a capture is possible and has to be made"
}
