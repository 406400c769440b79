package rules

import (
	"fmt"
	"strings"

	"assay/analysis/variant"
)

// Outcome is how a game stands decided: a fact of the position and its
// history, not what a record says.
type Outcome struct {
	Result      string // 1-0, 0-1 or 1/2-1/2, from First's view
	Termination string // checkmate, stalemate, king captured, repetition …
	Rule        string // the ruling that ends the game
}

var winFor = [2]string{"1-0", "0-1"}

const draw = "1/2-1/2"

// royalCapture ends the game when a side's last royal is captured (CSG-8,
// AC-5).
type royalCapture struct{ ruled }

// camp ends the game when a royal reaches the square where the opponent's
// started (PSC-15).
type camp struct {
	ruled
	goal [2]Square
}

type campParams struct {
	Goals []string `yaml:"goals"`
}

// noMoves decides the game of a side that cannot move (CSG-9, W-2, AC-8).
type noMoves struct {
	ruled
	attacked string // loss or draw, when the royal is attacked
	free     string // when it is not
	royal    Type   // whose attack counts; any royal when NoType
}

type noMovesParams struct {
	Result   string `yaml:"result"`
	Attacked string `yaml:"attacked"`
	Free     string `yaml:"free"`
	Royal    string `yaml:"royal"`
}

// repetition ends the game when a position occurs for the count-th time
// (NE-15, PSC-16, AC-20).
type repetition struct {
	ruled
	count     int
	perpetual bool // a side that always gave check loses
}

type repetitionParams struct {
	Count          int    `yaml:"count"`
	PerpetualCheck string `yaml:"perpetual-check"`
}

// Outcome tells how the game ended with the last ply, if it did.
func (p *Position) Outcome() (Outcome, bool) {
	if o, over := p.settled(); over {
		return o, true
	}
	if m := p.rules.noMoves; m != nil && !p.HasMove() {
		return m.outcome(p), true
	}
	return p.repeated()
}

// OutcomeBefore is Outcome, without the search for a legal move where the next
// move is already known to be legal in itself.
func (p *Position) OutcomeBefore(legal bool) (Outcome, bool) {
	if !legal {
		return p.Outcome()
	}
	if !p.mayBeOver() {
		return Outcome{}, false
	}
	if o, over := p.settled(); over {
		return o, true
	}
	return p.repeated()
}

// mayBeOver reports whether the last ply itself ended the game, or repeated a
// position often enough.
func (p *Position) mayBeOver() bool {
	return p.ended != goesOn || p.rules.repetition != nil && p.history != nil && p.history.current() >= p.rules.repetition.count
}

// settled is an ending that the last ply itself brought about.
func (p *Position) settled() (Outcome, bool) {
	r := p.rules
	last := p.side.Other()
	switch p.ended {
	case royalsCaptured:
		words := "all royals captured"
		if r.royals&(r.royals-1) == 0 {
			words = strings.ToLower(r.kinds[r.royalType()].name) + " captured"
		}
		winner := First
		if p.royals(First).empty() {
			winner = Second
		}
		return Outcome{winFor[winner], words, r.royalCapture.ruling}, true
	case campReached:
		return Outcome{winFor[last], "camp mate", r.camp.ruling}, true
	case settledByPass:
		return r.passes.outcome(p), true
	}
	return Outcome{}, false
}

// repeated is the ending by repetition.
func (p *Position) repeated() (Outcome, bool) {
	r := p.rules
	if r.repetition != nil && p.history != nil && p.history.current() >= r.repetition.count {
		return r.repetition.outcome(p), true
	}
	return Outcome{}, false
}

func (m *noMoves) outcome(p *Position) Outcome {
	attacked := p.InCheck(p.side)
	if m.royal != NoType {
		s := p.pieces[NewPiece(m.royal, p.side)]
		attacked = s.empty() || p.attacked(s.first(), m.royal, p.side.Other(), p.occupied(), p.own[p.side.Other()])
	}
	verdict := m.free
	if attacked {
		verdict = m.attacked
	}
	if verdict == "draw" {
		return Outcome{draw, "stalemate", m.ruling}
	}
	winner := p.side.Other()
	words := "no legal move"
	if attacked && p.rules.royalSafety != nil {
		words = "checkmate"
		if d := p.rules.losingDropMate(p); d != nil {
			return Outcome{winFor[p.side], "pawn-drop mate", d.ruling}
		}
	}
	return Outcome{winFor[winner], words, m.ruling}
}

func (m *repetition) outcome(p *Position) Outcome {
	if m.perpetual {
		switch first, second := p.checkedThroughout(First), p.checkedThroughout(Second); {
		case first && !second:
			return Outcome{winFor[Second], "perpetual check", m.ruling}
		case second && !first:
			return Outcome{winFor[First], "perpetual check", m.ruling}
		}
	}
	return Outcome{draw, "repetition", m.ruling}
}

// checkedThroughout reports whether every move of a side since the first
// occurrence of this position gave check.
func (p *Position) checkedThroughout(side Side) bool {
	c := p.Clone()
	moved := false
	for n := c.history.firstOf(); len(c.history.keys)-1 > n; c.Undo() {
		if c.side.Other() != side {
			continue
		}
		moved = true
		if !c.InCheck(c.side) {
			return false
		}
	}
	return moved
}

// impasse is the agreed ending in which points decide (NE-16).
type impasse struct {
	ruled
	points [maxTypes]int
	least  int
}

type impasseParams struct {
	Points variant.Ordered[int] `yaml:"points"`
	Others int                  `yaml:"others"`
	Least  int                  `yaml:"least"`
}

// Impasse is the result that an agreed impasse has in this position, by the
// points on the board and in hand; false where the variant has no such rule.
func (p *Position) Impasse() (Outcome, string, bool) {
	m := p.rules.impasse
	if m == nil {
		return Outcome{}, "", false
	}
	var points [2]int
	for _, pc := range p.board[:p.rules.squares] {
		if pc != NoPiece {
			points[pc.Side()] += m.points[pc.Type()]
		}
	}
	for side := range 2 {
		for t, n := range p.hand[side] {
			points[side] += int(n) * m.points[t]
		}
	}
	says := fmt.Sprintf("%s has %d points, %s %d; %d are needed",
		p.rules.SideName(First), points[First], p.rules.SideName(Second), points[Second], m.least)
	out := Outcome{draw, "impasse", m.ruling}
	switch {
	case points[First] < m.least && points[Second] >= m.least:
		out.Result = winFor[Second]
	case points[Second] < m.least && points[First] >= m.least:
		out.Result = winFor[First]
	}
	return out, says, true
}
