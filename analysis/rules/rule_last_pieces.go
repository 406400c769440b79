package rules

import (
	"cmp"
	"fmt"
	"strings"

	"assay/analysis/variant"
)

// royalCapture ends the game when a side's last royal is captured (CSG-8,
// AC-5).
type royalCapture struct{ ruleCited }

var royalCaptureKind = moduleOf("royal-capture", "Capturing the other side's last royal wins.",
	func(c *moduleContext, m *royalCapture) {
		if c.rules.royals == 0 {
			c.report("needs a royal piece")
		}
		c.rules.caps.royalCaptureWins = true
		c.add(m)
	})

func (royalCapture) describe(r *Rules) string {
	if royals := r.royalNames(); strings.Contains(royals, " or ") {
		return "Capturing the other side's last royal, " + royals + ", wins"
	}
	return "Capturing the other side's " + r.royalNames() + " wins"
}

func (royalCapture) endedByPly(p *Position) bool {
	st := &p.stack[len(p.stack)-1]
	return (p.rules.royals.Has(st.captured.Type()) || p.rules.royals.Has(st.capturedVia.Type())) &&
		p.royals(p.side).Empty()
}

func (royalCapture) isOver(p *Position) (over, exposed bool) {
	return p.royals(First).Empty() || p.royals(Second).Empty(), false
}

func (m *royalCapture) outcome(p *Position) Outcome {
	r := p.rules
	words := "all royals captured"
	if r.royals&(r.royals-1) == 0 {
		words = strings.ToLower(r.pieceTypes[r.royalType()].name) + " captured"
	}
	winner := First
	if p.royals(First).Empty() {
		winner = Second
	}
	return Outcome{winFor[winner], words, m.ruleID}
}

// extinction ends the game when a side has no more of certain pieces (W-10).
type extinction struct {
	ruleCited
	Pieces  []string       `yaml:"pieces" says:"the pieces that count; all if omitted"`
	Each    bool           `yaml:"each" says:"true: the last of any of these types counts; false: the last of them all"`
	Against int            `yaml:"against" says:"how many of them the other side must have; 0 if omitted"`
	Claim   bool           `yaml:"claim" says:"true: it applies at once only to the side that has just moved; to the other side if the mover has one more than against"`
	Left    int            `yaml:"left" says:"how many may be left; 0 if omitted"`
	Side    variant.Party  `yaml:"side" says:"first or second, if it applies to one side only"`
	Result  string         `yaml:"result" says:"loss, win or draw, for the side without them; loss if omitted"`
	Royal   string         `yaml:"royal" says:"last: if losing one more ends the game, none may be left attacked; all: nor may all of them be attacked at once"`
	Before  bool           `yaml:"before" says:"true: with royal, a piece made by promotion only counts from the next move on, so that the last one before must be safe"`
	Ends    string         `yaml:"ends" says:"name of the ending; extinction if omitted"`
	kinds   []PieceTypeSet // a side must keep pieces of each of these sets
}

var extinctionKind = moduleOf("extinction",
	"A side without any more of certain pieces, on the board and in hand, loses, wins or draws.",
	func(c *moduleContext, m *extinction) {
		c.checkParty(m.Side)
		c.checkOneOf("result", m.Result, "", "loss", "win", "draw")
		m.Ends = cmp.Or(m.Ends, "extinction")
		all := c.piecesOr(m.Pieces, c.rules.allTypes())
		m.kinds = []PieceTypeSet{all}
		if m.Each {
			m.kinds = nil
			for ; all != 0; all &= all - 1 {
				m.kinds = append(m.kinds, all&-all)
			}
		}
		c.checkOneOf("royal", m.Royal, "", "last", "all")
		if m.Royal != "" && m.Result == "draw" {
			c.report("royal and result: draw exclude each other")
		}
		if m.Royal == "" {
			c.add(m)
			return
		}
		for _, kinds := range m.kinds {
			c.rules.caps.lastRoyals |= kinds
		}
		c.rules.caps.royalSafety, c.rules.plan.playToTest, c.rules.plan.playPromotionsToTest = true, true, true
		c.add(&lastRoyals{m})
	})

func (m *extinction) describe(r *Rules) string {
	what := "pieces"
	if len(m.Pieces) > 0 {
		what = r.definition.PieceNames(m.Pieces, "or")
	}
	left := "no " + what + " left"
	if m.Left > 0 {
		left = fmt.Sprintf("at most %d %s left", m.Left, what)
	}
	if m.Each && len(m.kinds) > 1 {
		left += " (of any one of these kinds)"
	}
	if m.Against > 0 {
		left += fmt.Sprintf(" while the other side has %d or more", m.Against)
	}
	verb := "loses"
	switch m.Result {
	case "win":
		verb = "wins"
	case "draw":
		verb = "draws"
	}
	says := fmt.Sprintf("A side that has %s %s", left, verb)
	if m.Side != "" {
		says = fmt.Sprintf("%s %s if it has %s", r.sideOf(m.Side), verb, left)
	}
	says += describeName(m.Ends, "extinction")
	if m.Claim {
		says += fmt.Sprintf(". This applies at once to the side that has just moved; to the other side only if the "+
			"mover has %d or more", m.Against+1)
	}
	switch m.Royal {
	case "last":
		says += ". If losing one more would end the game, none may be left attacked"
	case "all":
		says += ". If losing one more would end the game, none may be left attacked; nor may all that are left be " +
			"attacked at once"
	}
	if m.Before {
		says += ". A piece made by promotion counts for this from the next move on"
	}
	return says
}

// extinct returns a side that lacks its pieces. The side that moved last is
// checked first.
func (m *extinction) extinct(p *Position) (Side, bool) {
	for _, side := range []Side{p.side.Other(), p.side} {
		if !m.Side.Has(side == Second) {
			continue
		}
		for _, kinds := range m.kinds {
			against := m.Against
			if m.Claim && side == p.side {
				against++
			}
			if p.count(side, kinds) <= m.Left && p.count(side.Other(), kinds) >= against {
				return side, true
			}
		}
	}
	return First, false
}

func (m *extinction) endedByPly(p *Position) bool {
	st := &p.stack[len(p.stack)-1]
	if !m.Claim && st.captured == NoPiece && st.capturedVia == NoPiece && st.changedSquares == 0 &&
		st.move.Into() == NoPieceType {
		return false // nothing left the board, and the rule applies to both sides alike
	}
	over, _ := m.isOver(p)
	return over
}

func (m *extinction) isOver(p *Position) (over, exposed bool) {
	_, over = m.extinct(p)
	return over, true
}

func (m *extinction) outcome(p *Position) Outcome {
	side, _ := m.extinct(p)
	if m.Result == "draw" {
		return Outcome{draw, m.Ends, m.ruleID}
	}
	if m.Result != "win" {
		side = side.Other()
	}
	return Outcome{winFor[side], m.Ends, m.ruleID}
}

// bareRoyal ends the game of a side reduced to one royal (CHU-13). That side
// loses unless it can capture the opponent's royal, or the opponent's only
// other piece, at once. If both sides are bare and neither royal is attacked,
// the game is drawn.
type bareRoyal struct {
	ruleCited
	Stuck        []string `yaml:"stuck" says:"pieces that do not count in the region, where they are stuck"`
	Region       string   `yaml:"region" says:"that region"`
	Small        []string `yaml:"small" says:"pieces that do not count against a bare royal"`
	stuck, small PieceTypeSet
	stuckRegion  [2]Bitboard // squares on which those pieces are stuck
}

var bareRoyalKind = moduleOf("bare-royal",
	"A side reduced to one royal loses to a side with more, unless it can even the score at once.",
	func(c *moduleContext, m *bareRoyal) {
		if c.rules.royals == 0 {
			c.report("needs a royal piece")
		}
		m.stuck, m.small = c.pieces(m.Stuck), c.pieces(m.Small)
		if (len(m.Stuck) > 0) != (m.Region != "") {
			c.report("stuck and region go together: the pieces, and the squares on which they do not count")
		}
		if m.Region != "" {
			m.stuckRegion = c.regions(m.Region)
		}
		c.add(m)
	})

func (m *bareRoyal) describe(r *Rules) string {
	royals := r.royalNames()
	says := fmt.Sprintf("A side with nothing but one %s loses to a side with another piece", royals)
	if m.small != 0 {
		says += fmt.Sprintf(" (not counting a %s)", r.typeList(m.small, "or"))
	}
	says += ", unless it attacks that side's royal or only other piece; two bare sides draw, unless one attacks " +
		"the other"
	if m.stuck != 0 {
		says += fmt.Sprintf(". A %s on %s does not count", r.typeList(m.stuck, "or"), r.definition.Place(m.Region))
	}
	return says
}

// countingPieces returns a side's pieces that are not permanently stuck.
func (m *bareRoyal) countingPieces(p *Position, side Side) Bitboard {
	own := p.own[side]
	if dead := own.And(m.stuckRegion[side]); !dead.Empty() {
		return own.AndNot(dead.And(p.ofTypes(side, m.stuck)))
	}
	return own
}

// isBare reports whether a side has one royal and nothing else.
func (m *bareRoyal) isBare(p *Position, side Side) bool {
	all := m.countingPieces(p, side)
	return all.Single() && p.royals(side).Single() && p.royals(side).Meets(all)
}

// loses reports whether a side is bare and has lost.
func (m *bareRoyal) loses(p *Position, side Side) bool {
	if !m.isBare(p, side) {
		return false
	}
	other := side.Other()
	theirs := m.countingPieces(p, other).AndNot(p.ofTypes(other, m.small))
	return theirs.Len() > 1 && !p.royals(other).Empty() && !p.InCheck(other) &&
		(theirs.Len() > 2 || !p.rules.around[p.royals(side).First()].Meets(theirs))
}

func (m *bareRoyal) isOver(p *Position) (over, exposed bool) {
	return m.loses(p, First) || m.loses(p, Second) || m.drawn(p), false
}

// drawn reports whether both sides are bare and neither can capture.
func (m *bareRoyal) drawn(p *Position) bool {
	return m.isBare(p, First) && m.isBare(p, Second) && !p.InCheck(First) && !p.InCheck(Second)
}

func (m *bareRoyal) outcome(p *Position) Outcome {
	for _, side := range []Side{First, Second} {
		if m.loses(p, side) {
			return Outcome{winFor[side.Other()], "bare royal", m.ruleID}
		}
	}
	return Outcome{draw, "bare royals", m.ruleID}
}

// fullBoard ends the game when no square is empty (W-10).
type fullBoard struct {
	ruleCited
	Result string `yaml:"result" says:"draw; more or fewer: the side that has more or fewer pieces wins; first or second: that side wins"`
}

var fullBoardKind = moduleOf("full-board", "A board without an empty square ends the game.",
	func(c *moduleContext, m *fullBoard) {
		c.checkOneOf("result", m.Result, undecidedResults...)
		c.add(m)
	})

func (m *fullBoard) describe(r *Rules) string {
	return "When no square is empty, " + r.describeUndecided(m.Result)
}

func (m *fullBoard) isOver(p *Position) (over, exposed bool) {
	return p.rules.all.AndNot(p.occupied).Empty(), false
}

func (m *fullBoard) outcome(p *Position) Outcome {
	return p.settledOutcome(m.Result, "board full", m.ruleID)
}

// impasse is the agreed ending that is decided by points (NE-16).
type impasse struct {
	ruleCited
	Points variant.Ordered[int] `yaml:"points" says:"points of pieces, on the board and in hand"`
	Others int                  `yaml:"others" says:"points of every other piece except royals"`
	Least  int                  `yaml:"least" says:"points needed: a side with fewer loses to a side with enough"`
	points [maxTypes]int
}

var impasseKind = moduleOf("impasse",
	"The players may agree on an impasse, which is decided by points; a record that claims one is checked.",
	func(c *moduleContext, m *impasse) {
		if m.points = c.points(m.Points); m.Points.Len() == 0 {
			c.report("points is missing: the points of pieces")
		}
		for t := PieceType(1); int(t) < len(c.rules.pieceTypes); t++ {
			if _, given := m.Points.Get(c.rules.pieceTypes[t].letter); !given && !c.rules.royals.Has(t) {
				m.points[t] = m.Others
			}
		}
		c.add(m)
	})

func (m *impasse) describe(r *Rules) string {
	text := fmt.Sprintf("The players may agree on an impasse, in which a side with fewer than %d points loses to one "+
		"that has as many, and the game is drawn otherwise: %s", m.Least, r.pointList(m.Points, 1))
	if m.Others != 0 {
		text += fmt.Sprintf(", all others but the %s %d", r.royalNames(), m.Others)
	}
	return text + ", on the board and in hand"
}

func (m *impasse) settlement(p *Position) (Outcome, string) {
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
		p.rules.SideName(First), points[First], p.rules.SideName(Second), points[Second], m.Least)
	out := Outcome{draw, "impasse", m.ruleID}
	switch {
	case points[First] < m.Least && points[Second] >= m.Least:
		out.Result = winFor[Second]
	case points[Second] < m.Least && points[First] >= m.Least:
		out.Result = winFor[First]
	}
	return out, says
}
