package rules

import (
	"cmp"
	"fmt"
	"strings"

	"assay/analysis/variant"
)

// noMoves decides the game of a side that cannot move (CSG-9, W-2, AC-8).
type noMoves struct {
	ruleCited
	Result   string    `yaml:"result" says:"loss, draw or win, whether or not the royal is attacked; more or fewer: the side that has more or fewer pieces wins; first or second: that side wins"`
	Attacked string    `yaml:"attacked" says:"loss, draw or win, if the royal is attacked"`
	Free     string    `yaml:"free" says:"loss, draw or win, if it is not"`
	Royal    string    `yaml:"royal" says:"the royal that must be attacked; any if omitted"`
	royal    PieceType // NoPieceType for any royal
}

var noMovesKind = moduleOf("no-moves", "A side without a legal move loses, draws or wins.",
	func(c *moduleContext, m *noMoves) {
		if m.Result != "" {
			m.Attacked, m.Free = m.Result, m.Result
		}
		verdicts := append([]string{"loss", "win"}, undecidedResults...)
		c.checkOneOf("attacked", m.Attacked, verdicts...)
		c.checkOneOf("free", m.Free, verdicts...)
		if m.Royal != "" {
			m.royal = c.piece(m.Royal)
		}
		c.add(m)
	})

func (m *noMoves) describe(r *Rules) string {
	verbs := map[string]string{"loss": "loses", "draw": "draws", "win": "wins",
		"more":  "wins if it has more pieces than the other side, and loses if it has fewer,",
		"fewer": "wins if it has fewer pieces than the other side, and loses if it has more,"}
	for side, word := range []string{"first", "second"} {
		verbs[word] = "gives the game to " + r.SideName(Side(side))
	}
	if m.Attacked == m.Free {
		return "A side without a legal move " + strings.TrimSuffix(verbs[m.Free], ",")
	}
	royal := cmp.Or(r.royalNames(), "last royal")
	if m.royal != NoPieceType {
		royal = r.pieceTypes[m.royal].name
	}
	return fmt.Sprintf("A side without a legal move %s if its %s is attacked, and %s if not", verbs[m.Attacked], royal,
		verbs[m.Free])
}

func (m *noMoves) outcomeWithoutMove(p *Position) Outcome {
	attacked := p.InCheck(p.side)
	if m.royal != NoPieceType {
		s := p.pieces[NewPiece(m.royal, p.side)]
		attacked = s.Empty() || p.attacked(s.First(), m.royal, p.side.Other(), p.occupied, p.own[p.side.Other()])
	}
	verdict := m.Free
	if attacked {
		verdict = m.Attacked
	}
	switch verdict {
	case "draw":
		return Outcome{draw, "stalemate", m.ruleID}
	case "more", "fewer", "first", "second":
		return p.settledOutcome(verdict, "no legal move", m.ruleID)
	case "win":
		return Outcome{winFor[p.side], "no legal move", m.ruleID}
	}
	if !attacked || !p.rules.caps.royalSafety {
		return Outcome{winFor[p.side.Other()], "no legal move", m.ruleID}
	}
	for _, x := range p.rules.special.mateRevisers {
		if o, revised := x.revise(p); revised {
			return o
		}
	}
	return Outcome{winFor[p.side.Other()], "checkmate", m.ruleID}
}

// mateBy restricts the pieces that may give checkmate (W-9). A side that mates
// with excluded pieces alone loses. A mate at the end of a series of checks is
// a draw if no required piece gave any of them.
type mateBy struct {
	ruleCited
	Never        []string `yaml:"never" says:"pieces that may not give mate alone: the mated side wins"`
	Among        []string `yaml:"among" says:"one of these pieces must have given one of the uninterrupted checks that end with the mate; otherwise it draws"`
	never, among PieceTypeSet
}

var mateByKind = moduleOf("mate-by", "A checkmate wins only if certain pieces take part in it.",
	func(c *moduleContext, m *mateBy) {
		c.needsOneRoyal()
		if len(m.Never)+len(m.Among) == 0 {
			c.report("needs never or among")
		}
		m.never, m.among = c.pieces(m.Never), c.pieces(m.Among)
		c.add(m)
	})

func (m *mateBy) describe(r *Rules) string {
	says := "A checkmate wins"
	if m.among != 0 {
		says += fmt.Sprintf(" if one of the uninterrupted checks that end with it was given by a %s, and "+
			"otherwise draws", r.definition.PieceNames(m.Among, "or"))
	}
	if m.never != 0 {
		says += fmt.Sprintf("; a side that is mated by a %s alone wins", r.definition.PieceNames(m.Never, "or"))
	}
	return says
}

func (m *mateBy) revise(p *Position) (Outcome, bool) {
	checked := func(p *Position, by PieceTypeSet) bool {
		enemy := p.side.Other()
		royals := p.royals(p.side)
		return !royals.Empty() &&
			p.attacked(royals.First(), p.rules.royalType(), enemy, p.occupied, p.ofTypes(enemy, by))
	}
	if m.never != 0 && !checked(p, p.rules.allTypes()&^m.never) {
		return Outcome{winFor[p.side], "checkmate by a piece that may not", m.ruleID}, true
	}
	if m.among == 0 {
		return Outcome{}, false
	}
	for before := p.Clone(); before.InCheck(before.side); {
		if checked(before, m.among) {
			return Outcome{}, false
		}
		if len(before.stack) < 2 {
			break
		}
		before.Undo()
		before.Undo()
	}
	return Outcome{draw, "checkmate without a strong check", m.ruleID}, true
}

// pass lets a side pass, unless its royal is attacked. If pieces have points,
// these decide the game after two passes in a row, or after a pass while the
// royals face each other.
type pass struct {
	ruleCited
	Stalemated bool                 `yaml:"stalemated" says:"true: only a side without any other move may pass, and must; a side without pieces on the board cannot"`
	Side       variant.Party        `yaml:"side" says:"first or second, if only that side may pass"`
	Twice      string               `yaml:"twice" says:"result of two passes in a row: draw; more or fewer: the side that has more or fewer pieces wins; first or second: that side wins"`
	Facing     bool                 `yaml:"facing" says:"true: a side may pass although its royal faces the other one on an open file"`
	Points     variant.Ordered[int] `yaml:"points" says:"points of pieces on the board, in tenths; two passes in a row, or one while the royals face each other, then end the game in favour of the side with more"`
	Second     int                  `yaml:"second" says:"points that Second gets for moving second, in tenths"`
	points     [maxTypes]int
}

// PassRule returns the ID of the rule that lets a side pass, "" if there is
// none.
func (r *Rules) PassRule() string {
	for _, x := range r.special.passes {
		return x.rule()
	}
	return ""
}

var passKind = moduleOf("pass", "A side may pass unless its royal is attacked.",
	func(c *moduleContext, m *pass) {
		if m.Facing {
			c.needsOneRoyal()
			if m.Points.Len() == 0 && m.Twice == "" {
				c.report("facing needs points or twice, so that such a pass ends the game; otherwise a side could " +
					"leave its royal attacked")
			}
		}
		c.checkParty(m.Side)
		c.checkOneOf("twice", m.Twice, append([]string{""}, undecidedResults...)...)
		m.points = c.points(m.Points)
		c.add(m)
	})

func (m *pass) describe(r *Rules) string {
	if m.Stalemated || r.royals == 0 {
		return m.describePlain(r)
	}
	text := r.sideOf(m.Side) + " whose " + r.royalNames() + " is not attacked may pass"
	if m.Facing {
		text += ", even if the other one faces it on an open file"
	}
	if !m.decides() {
		return text
	}
	text += "; after two passes in a row"
	if m.Facing {
		text += ", or one that leaves them facing each other,"
	}
	if m.Points.Len() == 0 {
		return text + " " + r.describeUndecided(m.Twice)
	}
	text += " the side with more points on the board wins: " + r.pointList(m.Points, 10)
	if m.Second != 0 {
		text += fmt.Sprintf(", and %s for %s", decimal(m.Second, 10), r.SideName(Second))
	}
	return text
}

// describePlain describes passing if no royal is in danger.
func (m *pass) describePlain(r *Rules) string {
	text := " may pass"
	if m.Stalemated {
		text = " that has no move and is not in check must pass"
	}
	if m.Twice != "" {
		text += "; after two passes in a row " + r.describeUndecided(m.Twice)
	}
	return r.sideOf(m.Side) + text
}

// decides reports whether passes can end the game.
func (m *pass) decides() bool { return m.Twice != "" || m.Points.Len() > 0 }

func (m *pass) allowed(p *Position) bool {
	if !m.Side.Has(p.side == Second) || p.own[p.side].Empty() {
		return false
	}
	if m.Stalemated && p.hasOtherMove() {
		return false
	}
	return m.Facing && p.royalsFace() || !p.InCheck(p.side)
}

// objection says why a side may not pass now.
func (m *pass) objection(p *Position) (reason, message string) {
	switch {
	case !m.Side.Has(p.side == Second):
		return "no pass", p.rules.SideName(p.side) + " may not pass"
	case p.own[p.side].Empty():
		return "no pass", "a side without a piece on the board cannot pass"
	case m.Stalemated && p.hasOtherMove():
		return "no pass", "a side that has another move may not pass"
	}
	return "royal attacked", "a side whose royal is attacked may not pass"
}

// hasOtherMove reports whether there is a legal move other than passing.
func (p *Position) hasOtherMove() bool {
	ml := moveList{counting: true, firstOnly: true}
	legal := p.acquireLegality()
	p.generateMoves(&ml, legal)
	p.releaseLegality(legal)
	return !ml.empty()
}

func (m *pass) endedByPly(p *Position) bool {
	n := len(p.stack)
	return m.decides() && p.stack[n-1].move.Kind() == Pass &&
		(n > 1 && p.stack[n-2].move.Kind() == Pass || m.Facing && p.royalsFace())
}

// isOver reports whether passing ends the game. If a royal is attacked, its
// side must have passed while the royals faced each other.
func (m *pass) isOver(p *Position) (over, exposed bool) {
	over = m.decides() && m.Facing && p.royalsFace() && p.InCheck(p.side.Other())
	return over, over
}

// outcome compares points after the pass that ended the game.
func (m *pass) outcome(p *Position) Outcome {
	ends := "both passed"
	if m.Facing && p.royalsFace() {
		ends = "royals face"
	}
	if m.Twice != "" {
		return p.settledOutcome(m.Twice, ends, m.ruleID)
	}
	points := m.tally(p)
	return Outcome{resultOfLead(points[First] - points[Second]), ends, m.ruleID}
}

// tally returns the points of both sides, in tenths.
func (m *pass) tally(p *Position) (points [2]int) {
	points[Second] = m.Second
	for _, pc := range p.board[:p.rules.squares] {
		if pc != NoPiece && pc != Walled {
			points[pc.Side()] += m.points[pc.Type()]
		}
	}
	return points
}
