package rules

import "fmt"

// petrify turns capturing pieces into walls.
type petrify struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"pieces that become walls"`
	pieces PieceTypeSet
}

var petrifyKind = moduleOf("petrify", "A piece that captures becomes a wall, which nothing enters or passes afterwards; if captures explode, it does not shield a royal in that move.",
	func(c *moduleContext, m *petrify) {
		c.rules.hasWalls, c.rules.playCapturesToTest, c.rules.petrifies = true, true, true
		if m.pieces = c.requiredPieces(m.Pieces); m.pieces&c.rules.royals != 0 {
			c.report("a royal piece cannot become a wall; give it moves that do not capture")
		}
		c.add(m)
	})

func (m *petrify) describe(r *Rules) string {
	return fmt.Sprintf("A %s that captures becomes a wall where it stands then; nothing enters or passes it", r.definition.PieceNames(m.Pieces, "or"))
}

func (m *petrify) apply(p *Position, st *stateInfo) {
	if st.captured == NoPiece || !m.pieces.Has(st.moved.Type()) {
		return
	}
	s := petrifiedSquare(st.move)
	if p.board[s] != NoPiece {
		p.liftByEffect(st, s)
	}
	p.toggleWallByEffect(st, s)
}

// petrifiedSquare returns the square of the moving piece after a capture.
func petrifiedSquare(m Move) Square {
	if m.Kind() == RifleCapture {
		return m.From()
	}
	return m.To()
}
