package rules

// mustCapture leaves captures only where there are any (W-9).
type mustCapture struct{ ruled }

var mustCaptureKind = moduleOf("must-capture", "A side that can capture has to.",
	func(c *moduleContext, _ noParams) { c.add(&mustCapture{c.ruled}) })

func (mustCapture) says(*Rules) string { return "A side that can capture has to" }

func (mustCapture) generate(p *Position, k *sink) {
	g := p.guard()
	defer p.release(g)
	g.capturing = true
	p.generateGuarded(k, g)
	if !k.empty() {
		return
	}
	g.capturing = false
	p.generateGuarded(k, g)
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
