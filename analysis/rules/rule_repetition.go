package rules

import (
	"fmt"
	"slices"

	"assay/analysis/variant"
)

// repetition ends the game when a position occurs for the count-th time (NE-15,
// PSC-16, AC-20).
type repetition struct {
	ruleCited
	Count          int    `yaml:"count" says:"the number of occurrences that ends the game, 2 or more"`
	PerpetualCheck string `yaml:"perpetual-check" says:"loses: a side whose moves between the occurrences all gave check loses"`
}

var repetitionKind = moduleOf("repetition", "A position that occurs often enough ends the game in a draw.",
	func(c *moduleContext, m *repetition) {
		c.checkOneOf("perpetual-check", m.PerpetualCheck, "", "loses")
		if m.Count < 2 {
			c.report("count must be 2 or more: the number of occurrences that ends the game")
		}
		c.rules.caps.tracksHistory = true
		c.add(m)
	})

func (m *repetition) describe(*Rules) string {
	text := fmt.Sprintf("When a position occurs %d times the game is drawn", m.Count)
	if m.perpetual() {
		text += ", but lost for a side that gave check by every one of its moves between"
	}
	return text
}

func (m *repetition) perpetual() bool { return m.PerpetualCheck == "loses" }

func (m *repetition) reached(p *Position) bool {
	return p.history != nil && p.history.occurrencesNow() >= m.Count
}

func (m *repetition) outcome(p *Position) Outcome {
	o := (&perpetual{checks: m.perpetual()}).outcome(p)
	o.Rule = m.ruleID
	return o
}

// noRepetition forbids repeating an earlier position of the game (CSG-10).
type noRepetition struct{ ruleCited }

var noRepetitionKind = moduleOf("no-repetition", "No move may repeat an earlier position of the game.",
	func(c *moduleContext, m *noRepetition) {
		c.rules.caps.tracksHistory, c.rules.caps.tracksBoards = true, true
		c.add(m)
	})

func (noRepetition) describe(*Rules) string {
	return "No move may repeat an earlier position of the game"
}

// restrict requires a test of each move only if a move can lead to an earlier
// position. Compared with the board, that position may differ on two squares
// for the mover's pieces and on one for the opponent's.
func (noRepetition) restrict(p *Position, legal *legality) {
	if p.history == nil || legal.testBans {
		return
	}
	if len(p.rules.special.effects) > 0 { // a move may change any number of squares
		legal.testBans = true
		return
	}
	mine, theirs := p.own[p.side], p.own[p.side.Other()]
	for i := len(p.history.boards) - 4; i >= 0; i -= 2 {
		b := &p.history.boards[i]
		if b[p.side.Other()].Xor(theirs).Len() <= 1 && b[p.side].Xor(mine).Len() <= 2 {
			legal.testBans = true
			return
		}
	}
}

func (noRepetition) forbids(p *Position, m Move) bool {
	if p.history == nil || len(p.history.positions) < 4 {
		return false
	}
	key, secret := p.keysAfter(m)
	return p.history.occurrences(key, secret) > 0
}

func (noRepetition) explain(p *Position, m Move) (reason, message string) {
	key, secret := p.keysAfter(m)
	at := p.history.slots[p.history.slot(key, secret)]
	return "repetition", fmt.Sprintf("it repeats the position after ply %d", at-1)
}

// keysAfter returns the keys of the position after a move.
func (p *Position) keysAfter(m Move) (key, secret uint64) {
	if m.Kind() == Step && p.board[m.To()] == NoPiece && p.enPassant.Empty() && p.rights.Empty() {
		k := p.rules.zobrist
		pc := p.board[m.From()]
		after := pc
		if into := m.Into(); into != NoPieceType {
			after = NewPiece(into, p.side)
		}
		z := [3][2]uint64{k.board[pc][m.From()], k.board[after][m.To()], k.side}
		return p.key ^ z[0][0] ^ z[1][0] ^ z[2][0], p.repetitionKey ^ z[0][1] ^ z[1][1] ^ z[2][1]
	}
	history := p.playProbe(m)
	key, secret = p.key, p.repetitionKey
	p.undoProbe(history)
	return key, secret
}

// perpetual decides a game whose positions repeat.
type perpetual struct {
	checks bool   // perpetual check loses
	chase  *chase // perpetual chase loses; nil if it does not
	winner string // the winner otherwise, as in definitions; "" for a draw
}

// outcome returns the outcome of a repetition. Perpetual check takes precedence
// over perpetual chase. If both sides do the same, neither loses.
func (e *perpetual) outcome(p *Position) Outcome {
	if e.checks || e.chase != nil {
		checked, chased := e.conductSinceFirst(p)
		for _, side := range []Side{First, Second} {
			other := side.Other()
			switch {
			case checked[side] && !checked[other]:
				return Outcome{Result: winFor[other], Termination: "perpetual check"}
			case chased[side] && !chased[other] && !checked[other]:
				return Outcome{Result: winFor[other], Termination: "perpetual chase"}
			}
		}
	}
	return p.claimOutcome(e.winner, "repetition")
}

// conductSinceFirst reports, for each side, whether all its moves since the
// position's first occurrence gave check, and whether all of them newly
// threatened the same piece.
func (e *perpetual) conductSinceFirst(p *Position) (checked, chased [2]bool) {
	c := p.Clone()
	first := c.history.firstOf()
	if len(c.history.positions)-1 == first {
		return checked, chased
	}
	checked = [2]bool{e.checks, e.checks}
	var prey [2]Bitboard // by hunting side: squares of the prey in c
	begun := [2]bool{e.chase == nil, e.chase == nil}
	for len(c.history.positions)-1 > first {
		hunter := c.side.Other()
		checked[hunter] = checked[hunter] && c.InCheck(c.side)
		if !begun[hunter] || !prey[hunter].Empty() {
			threats := e.chase.newThreats(c)
			if begun[hunter] {
				threats = threats.And(prey[hunter])
			}
			begun[hunter], prey[hunter] = true, threats
		}
		if begun[First] && begun[Second] && !checked[First] && !checked[Second] && prey[First].Empty() &&
			prey[Second].Empty() {
			return checked, chased
		}
		m, _ := c.LastMove()
		c.Undo()
		if from, to := m.From(), m.To(); m.Kind() == Step && prey[hunter.Other()].Has(to) {
			prey[hunter.Other()] = prey[hunter.Other()].AndNot(bit(to)).Or(bit(from))
		}
	}
	return checked, [2]bool{!prey[First].Empty(), !prey[Second].Empty()}
}

// chase says which threats count for perpetual chase: a side that keeps
// threatening one piece loses (W-1).
type chase struct {
	by, of  PieceTypeSet
	within  [2][maxTypes]Bitboard  // by the victim's side: squares on which it counts as threatened
	despite [maxTypes]PieceTypeSet // by attacker: victims that count even when protected
}

func (r *Rules) newChase(d *variant.Chase) *chase {
	c := &chase{by: r.typeSet(d.By), of: r.typeSet(d.Of)}
	for _, side := range []Side{First, Second} {
		for t := range c.within[side] {
			c.within[side][t] = r.all
		}
		for letter, name := range d.Within.All() {
			c.within[side][r.names.byLetter[letter]] = r.region(name, side)
		}
	}
	for letter, victims := range d.Despite.All() {
		c.despite[r.names.byLetter[letter]] = r.typeSet(victims)
	}
	return c
}

// typeSet returns the types with the given letters.
func (r *Rules) typeSet(letters []string) (out PieceTypeSet) {
	for _, letter := range letters {
		out.Add(r.names.byLetter[letter])
	}
	return out
}

// newThreats returns the squares of the pieces that the last move newly
// threatens. A threat that existed before is new only if a protector has become
// pinned.
func (c *chase) newThreats(p *Position) (prey Bitboard) {
	hunter := p.side.Other()
	p.side = hunter
	after := c.captures(nil, p)
	p.side = hunter.Other()
	if len(after) == 0 {
		return prey
	}
	last, _ := p.LastMove()
	before := p.Clone()
	before.Undo()
	old := c.captures(nil, before)
	for _, now := range after {
		if !now.wins {
			continue
		}
		from := now.from
		if from == last.To() && last.Kind() == Step {
			from = last.From()
		}
		known := slices.IndexFunc(old, func(t threat) bool { return t.from == from && t.to == now.to })
		if known < 0 || !old[known].wins && now.pinned {
			prey.Add(now.to)
		}
	}
	return prey
}

// threat is a possible capture.
type threat struct {
	from, to Square
	wins     bool // no legal recapture, or recaptures do not matter
	pinned   bool // a recapture exists but is illegal because of the royal
}

// captures appends the counting captures of the side to move. Two pieces of the
// same type that could capture each other offer an exchange, which is no
// threat.
func (c *chase) captures(dst []threat, p *Position) []threat {
	for _, m := range p.Forcing(nil, 0) {
		if m.Kind() != Step || p.board[m.To()] == NoPiece {
			continue
		}
		t := threat{from: m.From(), to: m.To()}
		captor, victim := p.board[t.from].Type(), p.board[t.to]
		if !c.by.Has(captor) || !c.of.Has(victim.Type()) || !c.within[victim.Side()][victim.Type()].Has(t.to) {
			continue
		}
		if captor == victim.Type() && p.canRecapture(t.to, t.from) {
			continue
		}
		t.wins = c.despite[captor].Has(victim.Type())
		if !t.wins {
			t.wins, t.pinned = p.winsPiece(m)
		}
		dst = append(dst, t)
	}
	return dst
}

// canRecapture reports whether the opponent's piece on from could legally
// capture the piece on to.
func (p *Position) canRecapture(from, to Square) bool {
	p.side = p.side.Other()
	legal := p.Legal(NewMove(Step, from, to, NoPieceType))
	p.side = p.side.Other()
	return legal
}

// winsPiece reports whether there is no legal recapture, and whether there is a
// pseudo-legal recapture.
func (p *Position) winsPiece(m Move) (unanswered, pinned bool) {
	p.Play(m)
	defer p.Undo()
	for _, answer := range p.Forcing(nil, 0) {
		if answer.To() == m.To() {
			return false, false
		}
	}
	return true, !p.Attackers(m.To(), p.board[m.To()].Type(), p.side, p.occupied).Empty()
}
