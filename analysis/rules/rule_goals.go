package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/analysis/variant"
)

// goal ends the game when pieces of a side reach its goal (PSC-15).
type goal struct {
	ruleCited
	Pieces  []string `yaml:"pieces" says:"the pieces that count; the royals if omitted"`
	Region  string   `yaml:"region" says:"region of each side's goal"`
	Count   int      `yaml:"count" says:"how many of them must stand there at once; 1 if omitted"`
	Reply   bool     `yaml:"reply" says:"true: if Second can reach its goal right after First, it may play that move, which draws"`
	Safe    bool     `yaml:"safe" says:"true: it counts only if none of them is attacked, unless more than needed stand there"`
	Remains bool     `yaml:"stays" says:"true: they must still stand there after the other side's move; with safe, only if they are attacked"`
	Full    bool     `yaml:"full" says:"true: fewer are enough if the goal is full"`
	Ends    string   `yaml:"ends" says:"name of the ending; goal reached if omitted"`
	pieces  PieceTypeSet
	squares [2]Bitboard
}

var goalKind = moduleOf("goal", "A side whose pieces reach their goal wins.",
	func(c *moduleContext, m *goal) {
		if m.pieces = c.piecesOr(m.Pieces, c.rules.royals); m.pieces == 0 {
			c.report("pieces is missing: there is no royal piece")
		}
		if m.Reply && (m.Safe || m.Remains) {
			c.report("reply goes with neither safe nor stays")
		}
		m.Count = max(m.Count, 1)
		m.Ends = cmp.Or(m.Ends, "goal reached")
		m.squares = c.regions(m.Region)
		c.add(m)
	})

func (m *goal) describe(r *Rules) string {
	who := "A side whose " + r.typeList(m.pieces, "or") + " reaches"
	if m.Count > 1 {
		who = fmt.Sprintf("A side of whose %s %d stand on", r.typeList(m.pieces, "and"), m.Count)
	}
	where := r.squareList(m.squares[First])
	if m.squares[First] != m.squares[Second] {
		where = fmt.Sprintf("its goal, %s for %s and %s for %s,", where, r.SideName(First),
			r.squareList(m.squares[Second]), r.SideName(Second))
	}
	says := fmt.Sprintf("%s %s wins", who, where)
	for side := range Side(2) {
		if m.squares[side.Other()].Empty() {
			says = fmt.Sprintf("%s wins once its %s reaches %s", r.SideName(side), r.typeList(m.pieces, "or"),
				r.squareList(m.squares[side]))
			if m.Count > 1 {
				says = fmt.Sprintf("%s wins once %d of its %s stand on %s", r.SideName(side), m.Count,
					r.typeList(m.pieces, "and"), r.squareList(m.squares[side]))
			}
		}
	}
	if m.Full {
		says += ", as does a side whose goal is full if one of the pieces there is its own"
	}
	switch {
	case m.Safe && m.Remains:
		says += "; if they are attacked there, only once they have stayed for a move of the other side"
	case m.Safe:
		says += "; they do not count while one of them is attacked"
	case m.Remains:
		says += " once they have stayed for a move of the other side"
	}
	if m.Reply {
		says += fmt.Sprintf("; if %s can reach its goal right after %s, it may play that move, which draws",
			r.SideName(Second), r.SideName(First))
	}
	return says + describeName(m.Ends, "goal reached")
}

// inGoal reports whether enough of a side's pieces stand in its goal.
func (m *goal) inGoal(p *Position, side Side) bool {
	own := p.ofTypes(side, m.pieces).And(m.squares[side])
	return own.Len() >= m.Count || m.Full && !own.Empty() && m.squares[side].AndNot(p.occupied).Empty()
}

// unattacked reports whether enough of a side's pieces in its goal are
// unattacked.
func (m *goal) unattacked(p *Position, side Side) bool {
	own := p.ofTypes(side, m.pieces).And(m.squares[side])
	if own.Len() > m.Count {
		return true
	}
	for !own.Empty() {
		s := own.Pop()
		if p.attacked(s, p.board[s].Type(), side.Other(), p.occupied, p.own[side.Other()]) {
			return false
		}
	}
	return true
}

func (m *goal) isOver(p *Position) (over, exposed bool) {
	return m.result(p) != "", false
}

// result returns the result, "" if the game goes on.
func (m *goal) result(p *Position) string {
	last, next := p.side.Other(), p.side
	lastInGoal, nextInGoal := m.inGoal(p, last), m.inGoal(p, next)
	switch {
	case m.Reply && last == Second:
		switch {
		case lastInGoal && nextInGoal:
			return draw
		case nextInGoal:
			return winFor[First]
		}
	case m.Remains && nextInGoal:
		return winFor[next]
	case m.Safe && !m.Remains && nextInGoal && m.unattacked(p, next):
		if lastInGoal && m.unattacked(p, last) {
			return draw
		}
		return winFor[next]
	}
	switch {
	case !lastInGoal, m.Remains && !m.Safe, m.Safe && !m.unattacked(p, last), m.Reply && last == First &&
		m.canFollow(p):
		return ""
	}
	return winFor[last]
}

// canFollow reports whether the side to move can reach its goal at once.
func (m *goal) canFollow(p *Position) bool {
	side := p.side
	for _, mv := range p.Moves(nil) {
		history := p.playProbe(mv)
		reached := m.inGoal(p, side)
		p.undoProbe(history)
		if reached {
			return true
		}
	}
	return false
}

func (m *goal) outcome(p *Position) Outcome {
	return Outcome{m.result(p), m.Ends, m.ruleID}
}

// castlingGoal ends the game when a side castles, or can no longer castle
// (W-10).
type castlingGoal struct {
	ruleCited
	First  []string `yaml:"first" says:"toward which files First castles to win: higher, lower; omitted if it wins otherwise"`
	Second []string `yaml:"second" says:"the same for Second"`
	Ends   string   `yaml:"ends" says:"name of the ending; castling if omitted"`
	wings  [2][]int // by side: the winning castling directions
}

var castlingGoalKind = moduleOf("castling-goal", "A side that castles wins, and one that can no longer castle loses.",
	func(c *moduleContext, m *castlingGoal) {
		for side, words := range [][]string{m.First, m.Second} {
			for _, word := range words {
				c.checkOneOf("first and second", word, "higher", "lower")
				m.wings[side] = append(m.wings[side], map[string]int{"higher": east, "lower": west}[word])
			}
		}
		if len(m.First)+len(m.Second) == 0 {
			c.report("first and second are missing: the sides that win by castling")
		}
		if c.rules.definition.Castling == nil {
			c.report("needs castling")
		}
		m.Ends = cmp.Or(m.Ends, "castling")
		c.add(m)
	})

func (m *castlingGoal) describe(r *Rules) string {
	var who []string
	for side, words := range [][]string{m.First, m.Second} {
		if len(words) > 0 {
			who = append(who, r.SideName(Side(side))+" wins by castling toward the "+strings.Join(words, " or the ")+
				" files, and loses when it can no longer do so")
		}
	}
	return strings.Join(who, "; ") + describeName(m.Ends, "castling")
}

// castled reports whether the last ply was a winning castling move.
func (m *castlingGoal) castled(p *Position) bool {
	last, ok := p.LastMove()
	if !ok || last.Kind() != Castle {
		return false
	}
	d, _ := p.castleDirection(last.From(), last.To())
	return slices.Contains(m.wings[p.side.Other()], d)
}

// lostRight returns a side that needs castling to win and has lost the right.
// The side that moved last is checked first.
func (m *castlingGoal) lostRight(p *Position) (Side, bool) {
	for _, side := range []Side{p.side.Other(), p.side} {
		open := len(m.wings[side]) == 0
		for _, d := range m.wings[side] {
			open = open || !p.rightsToward(side, d).Empty()
		}
		if !open {
			return side, true
		}
	}
	return First, false
}

func (m *castlingGoal) endedByPly(p *Position) bool {
	over, _ := m.isOver(p)
	return over || m.castled(p)
}

func (m *castlingGoal) isOver(p *Position) (over, exposed bool) {
	_, over = m.lostRight(p)
	return over, false
}

func (m *castlingGoal) outcome(p *Position) Outcome {
	if m.castled(p) {
		return Outcome{winFor[p.side.Other()], m.Ends, m.ruleID}
	}
	side, _ := m.lostRight(p)
	return Outcome{winFor[side.Other()], m.Ends, m.ruleID}
}

// maxChecks is the largest number of checks that may be needed to win.
const maxChecks = 9

// checkCount ends the game when a side has given a number of checks (W-10).
type checkCount struct {
	ruleCited
	Count int `yaml:"count" says:"number of checks that win, 1 to 9"`
}

var checkCountKind = moduleOf("check-count", "A side that has given a number of checks wins. Needs checks in 'state'.",
	func(c *moduleContext, m *checkCount) {
		if m.Count < 1 || m.Count > maxChecks {
			c.report("count must be from 1 to %d, found %d", maxChecks, m.Count)
			return
		}
		c.needsOneRoyal()
		c.needsField("checks")
		c.rules.caps.checksToWin = uint8(m.Count)
		c.add(m)
	})

func (m *checkCount) describe(r *Rules) string {
	if m.Count == 1 {
		return "The first side to give check wins"
	}
	return fmt.Sprintf("The first side to give check for the %s time wins", ordinals[m.Count])
}

var ordinals = [maxChecks + 1]string{2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh",
	8: "eighth", 9: "ninth"}

func (m *checkCount) apply(p *Position, _ *stateInfo) {
	if p.InCheck(p.side) {
		p.setChecks(p.side.Other(), p.checks[p.side.Other()]-1)
	}
}

func (m *checkCount) isOver(p *Position) (over, exposed bool) {
	return p.checks[p.side.Other()] == 0, false
}

func (m *checkCount) outcome(p *Position) Outcome {
	words := fmt.Sprintf("%d checks", m.Count)
	if m.Count == 1 {
		words = "check"
	}
	return Outcome{winFor[p.side.Other()], words, m.ruleID}
}

// connection ends the game when pieces of a side stand in a row, in a square,
// or in a chain between two regions (W-10).
type connection struct {
	ruleCited
	Pieces     []string `yaml:"pieces" says:"the pieces that count; all if omitted"`
	Row        int      `yaml:"row" says:"how many adjacent pieces on a line"`
	Line       int      `yaml:"line" says:"how many pieces on a line, adjacent or not"`
	Square     int      `yaml:"square" says:"how many files and ranks of a filled square block"`
	From       string   `yaml:"from" says:"region where a chain starts"`
	To         string   `yaml:"to" says:"region where it ends"`
	Along      []string `yaml:"along" says:"files, ranks, diagonals: the lines that count; all if omitted"`
	Result     string   `yaml:"result" says:"win or loss, for that side; win if omitted"`
	Ends       string   `yaml:"ends" says:"name of the ending; connected if omitted"`
	pieces     PieceTypeSet
	directions []int
	from, to   [2]Bitboard // by side
}

var connectionKind = moduleOf("connection",
	"A side with pieces in a row, in a full square, or in a chain between two regions wins or loses.",
	func(c *moduleContext, m *connection) {
		m.pieces = c.piecesOr(m.Pieces, c.rules.allTypes())
		m.Ends = cmp.Or(m.Ends, "connected")
		c.checkOneOf("result", m.Result, "", "win", "loss")
		for _, along := range m.Along {
			c.checkOneOf("along", along, "files", "ranks", "diagonals")
		}
		for d, v := range directionVectors {
			along := "diagonals"
			switch {
			case v[0] == 0:
				along = "files"
			case v[1] == 0:
				along = "ranks"
			}
			if len(m.Along) == 0 || slices.Contains(m.Along, along) {
				m.directions = append(m.directions, d)
			}
		}
		if (m.From == "") != (m.To == "") {
			c.report("from and to go together: two regions")
		} else if m.From != "" {
			m.from, m.to = c.regions(m.From), c.regions(m.To)
		}
		if m.Row+m.Line+m.Square == 0 && m.From == "" {
			c.report("needs row, line, square, or from and to")
		}
		c.add(m)
	})

func (m *connection) describe(r *Rules) string {
	what := "pieces"
	if len(m.Pieces) > 0 {
		what = fmt.Sprintf("pieces (%s)", r.definition.PieceNames(m.Pieces, "or"))
	}
	verb := "wins"
	if m.Result == "loss" {
		verb = "loses"
	}
	where := fmt.Sprintf("lead in a chain from %s to %s", r.definition.Place(m.From), r.definition.Place(m.To))
	switch {
	case m.Row > 0:
		where = fmt.Sprintf("stand %d in a row", m.Row)
	case m.Line > 0:
		where = fmt.Sprintf("stand %d on one line", m.Line)
	case m.Square > 0:
		where = fmt.Sprintf("fill a square of %d by %d", m.Square, m.Square)
	}
	if len(m.Along) > 0 {
		where += " along " + variant.Enumerate(m.Along, "or")
	}
	return fmt.Sprintf("A side whose %s %s %s", what, where, verb) + describeName(m.Ends, "connected")
}

func (m *connection) isOver(p *Position) (over, exposed bool) {
	side := p.side.Other()
	own := p.ofTypes(side, m.pieces)
	for b := own; !b.Empty(); {
		s := b.Pop()
		for _, d := range m.directions {
			if m.Row > 1 && p.run(own, s, d) >= m.Row || m.Line > 1 && p.rules.rays[d][s].And(own).Len() >= m.Line-1 {
				return true, false
			}
		}
		if m.Row == 1 || m.Square > 0 && p.fills(own, s, m.Square) {
			return true, false
		}
	}
	return m.From != "" && m.chained(p, own, side), false
}

// run returns the number of consecutive squares of a set in a direction.
func (p *Position) run(own Bitboard, s Square, d int) int {
	n := 0
	for ok := true; ok && own.Has(s); n++ {
		s, ok = p.rules.step(s, d)
	}
	return n
}

// fills reports whether a square block, whose lowest square is s, is filled.
func (p *Position) fills(own Bitboard, s Square, size int) bool {
	for files := range size {
		for ranks := range size {
			if at, ok := p.rules.offset(s, files, ranks); !ok || !own.Has(at) {
				return false
			}
		}
	}
	return true
}

func (m *connection) chained(p *Position, own Bitboard, side Side) bool {
	reached := own.And(m.from[side])
	for open := reached; !open.Empty(); {
		s := open.Pop()
		for _, d := range m.directions {
			if at, ok := p.rules.step(s, d); ok && own.Has(at) && !reached.Has(at) {
				reached, open = reached.Or(bit(at)), open.Or(bit(at))
			}
		}
	}
	return reached.Meets(m.to[side])
}

func (m *connection) outcome(p *Position) Outcome {
	side := p.side.Other()
	if m.Result == "loss" {
		side = p.side
	}
	return Outcome{winFor[side], m.Ends, m.ruleID}
}
