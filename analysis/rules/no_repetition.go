package rules

import "fmt"

// noRepetition forbids repeating an earlier position of the game (CSG-10).
type noRepetition struct{ ruleCited }

var noRepetitionKind = moduleOf("no-repetition", "No move may bring back an earlier position of the game.",
	func(c *moduleContext, m *noRepetition) {
		c.rules.trackHistory, c.rules.trackBoards = true, true
		c.add(m)
	})

func (noRepetition) describe(*Rules) string {
	return "No move may bring back an earlier position of the game"
}

// restrict has moves tested only if one move could lead to an earlier position:
// that position may differ in two squares for the mover's pieces, in one for
// the opponent's.
func (noRepetition) restrict(p *Position, legal *legality) {
	if p.history == nil || legal.testBans {
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
	if p.history == nil || len(p.history.keys) < 4 {
		return false
	}
	key, secret := p.keysAfter(m)
	return p.history.occurrences(key, secret) > 0
}

func (noRepetition) explain(p *Position, m Move) (reason, message string) {
	key, secret := p.keysAfter(m)
	at := p.history.slots[p.history.slot(key, secret)]
	return "repetition", fmt.Sprintf("it brings back the position after ply %d", at-1)
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
