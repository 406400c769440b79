package rules

import "assay/analysis/variant"

// passing lets a side stay where it is, unless its royal is attacked. Where
// pieces have points, they decide the game after two passes in a row, or after
// one that leaves the royals facing each other.
type passing struct {
	ruled
	facing bool // also when it is attacked, if the royals face each other
	ends   bool // there are points
	points [maxTypes]int
	second int // points of Second for moving second
}

type passingParams struct {
	Facing bool                 `yaml:"facing"`
	Points variant.Ordered[int] `yaml:"points"` // of the pieces, in tenths
	Second int                  `yaml:"second"` // points that Second has for moving second, in tenths
}

func (m *passing) allowed(p *Position) bool {
	return m.facing && p.royalsFace() || !p.InCheck(p.side)
}

// JudgeNull tells why the side to move may not pass in a side line, nil if it
// may. There an annotator lets a turn pass to show what threatens, in games
// without a pass too; a royal must not be attacked then. Judge holds such a
// pass against the rules of the game.
func (p *Position) JudgeNull() *Violation {
	switch {
	case p.rules.passes != nil:
		return p.Judge(NewMove(Pass, 0, 0, NoType))
	case p.ended != goesOn:
		o, _ := p.Outcome()
		return o.Over()
	case p.InCheck(p.side):
		return &Violation{ruleOneMove, "royal attacked", "a side whose royal is attacked may not pass, in a side line either"}
	}
	return nil
}

// after is what a pass just played makes of the game.
func (m *passing) after(p *Position) ending {
	n := len(p.stack)
	if m.ends && (n > 1 && p.stack[n-2].move.Kind() == Pass || m.facing && p.royalsFace()) {
		return settledByPass
	}
	return goesOn
}

// passedInFace reports whether a royal that may not be left attacked can only
// be so because its side passed while the royals faced each other, which ends
// the game.
func (p *Position) passedInFace() bool {
	m := p.rules.passes
	return m != nil && m.ends && m.facing && p.royalsFace()
}

// outcome compares the points of the sides after the pass that ended the
// game.
func (m *passing) outcome(p *Position) Outcome {
	balance := -m.second
	for _, pc := range p.board[:p.rules.squares] {
		if pc.Side() == First {
			balance += m.points[pc.Type()]
		} else {
			balance -= m.points[pc.Type()]
		}
	}
	o := Outcome{Result: draw, Termination: "both passed", Rule: m.ruling}
	if m.facing && p.royalsFace() {
		o.Termination = "royals face"
	}
	switch {
	case balance > 0:
		o.Result = winFor[First]
	case balance < 0:
		o.Result = winFor[Second]
	}
	return o
}
