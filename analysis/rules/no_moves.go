package rules

import "fmt"

// noMoves decides the game of a side that cannot move (CSG-9, W-2, AC-8).
type noMoves struct {
	ruled
	attacked string    // loss, draw or win, when the royal is attacked
	free     string    // when it is not
	royal    PieceType // whose attack counts; any royal when NoPieceType
}

type noMovesParams struct {
	Result   string `yaml:"result" says:"loss, draw or win, whether or not the royal is attacked; more or fewer: the side that has more or fewer pieces wins"`
	Attacked string `yaml:"attacked" says:"loss, draw or win, when the royal is attacked"`
	Free     string `yaml:"free" says:"loss, draw or win, when it is not"`
	Royal    string `yaml:"royal" says:"the royal piece whose attack counts; any royal when left out"`
}

var noMovesKind = moduleOf("no-moves", "A side without a legal move loses, draws or wins.",
	func(c *moduleContext, params noMovesParams) {
		if params.Result != "" {
			params.Attacked, params.Free = params.Result, params.Result
		}
		c.oneOf("attacked", params.Attacked, "loss", "draw", "win", "more", "fewer")
		c.oneOf("free", params.Free, "loss", "draw", "win", "more", "fewer")
		m := &noMoves{ruled: c.ruled, attacked: params.Attacked, free: params.Free}
		if params.Royal != "" {
			m.royal = c.piece(params.Royal)
		}
		c.add(m)
	})

func (m *noMoves) says(r *Rules) string {
	verbs := map[string]string{"loss": "loses", "draw": "draws", "win": "wins", "more": "wins if it has more pieces than the other one, and loses if it has fewer,", "fewer": "wins if it has fewer pieces than the other one, and loses if it has more,"}
	if m.attacked == m.free {
		return fmt.Sprintf("A side without a legal move %s", verbs[m.free])
	}
	royal := r.royalNames()
	if m.royal != NoPieceType {
		royal = r.pieceTypes[m.royal].name
	}
	return fmt.Sprintf("A side without a legal move %s if its %s is attacked, and %s if not", verbs[m.attacked], royal, verbs[m.free])
}

func (m *noMoves) stalled(p *Position) Outcome {
	attacked := p.InCheck(p.side)
	if m.royal != NoPieceType {
		s := p.pieces[NewPiece(m.royal, p.side)]
		attacked = s.Empty() || p.attacked(s.First(), m.royal, p.side.Other(), p.occupied(), p.own[p.side.Other()])
	}
	verdict := m.free
	if attacked {
		verdict = m.attacked
	}
	if verdict == "more" || verdict == "fewer" {
		return p.counted(verdict == "more", m.ruling)
	}
	if verdict == "draw" {
		return Outcome{draw, "stalemate", m.ruling}
	}
	if verdict == "win" {
		return Outcome{winFor[p.side], "no legal move", m.ruling}
	}
	if !attacked || !p.rules.royalSafe {
		return Outcome{winFor[p.side.Other()], "no legal move", m.ruling}
	}
	for _, x := range p.rules.revisers {
		if o, revised := x.revise(p); revised {
			return o
		}
	}
	return Outcome{winFor[p.side.Other()], "checkmate", m.ruling}
}

// counted gives the game to the side that has more pieces, or fewer.
func (p *Position) counted(more bool, ruling string) Outcome {
	o := Outcome{draw, "pieces counted", ruling}
	first, second := p.count(First, p.rules.allTypes()), p.count(Second, p.rules.allTypes())
	switch {
	case first == second:
	case first > second == more:
		o.Result = winFor[First]
	default:
		o.Result = winFor[Second]
	}
	return o
}
