package selftest

import (
	"slices"

	"assay/analysis/rules"
)

// hasFirstMove reports whether the piece on a square may still make its
// first-move leaps.
func (b *board) hasFirstMove(s int) bool {
	pc := b.at[s]
	if !b.firstMoves[s] || !b.kinds[pc.Type()].Royal {
		return b.firstMoves[s]
	}
	attackers := *b
	attackers.firstMoves = make([]bool, len(b.firstMoves)) // first moves do not capture
	return !attackers.royalAttacked(pc.Side())
}

// withGates returns a move with each piece in hand that can be gated in on its
// origin.
func (b *board) withGates(m rules.Move) []rules.Move {
	from := int(m.From())
	if b.definition.Gating == nil || !b.firstMoves[from] || m.Use() != rules.NoSecond {
		return nil
	}
	side := b.at[from].Side()
	var out []rules.Move
	for t := 1; t < len(b.kinds); t++ {
		if b.hand[side][t] > 0 && !b.banned(side, rules.PieceType(t), from) {
			out = append(out, m.With(rules.Gate, m.From(), rules.PieceType(t)))
		}
	}
	return out
}

// finishEntry places a gated piece and clears the first-move rights of the
// squares in gone.
func (b *board) finishEntry(side rules.Side, m rules.Move, gone ...int) {
	for _, s := range gone {
		b.firstMoves[s] = false
	}
	if m.Use() == rules.Gate {
		b.at[m.Second()] = rules.NewPiece(m.Gated(), side)
		b.hand[side][m.Gated()]--
	}
	var how struct{ Pieces []string }
	if m.Kind() != rules.Step || !b.rule("aimed-royal", &how) {
		return
	}
	to := int(m.To())
	for s, pc := range b.at {
		if pc != rules.NoPiece && pc.Side() != side && b.kinds[pc.Type()].Royal &&
			slices.Contains(how.Pieces, b.letters[b.at[to].Type()-1]) &&
			(s%b.files == to%b.files || s/b.files == to/b.files) {
			b.firstMoves[s] = false
		}
	}
}
