package rules

import "fmt"

// lastRoyals is an extinction whose last pieces must not be left attacked, so
// that only an explosion can cause it.
type lastRoyals struct{ *extinction }

func (m *lastRoyals) describe(r *Rules) string {
	what := r.definition.PieceNames(m.Pieces, "or")
	says := fmt.Sprintf("%s may make no move that leaves ", r.sideOf(m.Side))
	switch {
	case m.Left == 0:
		says += fmt.Sprintf("its last %s attacked", what)
	case m.Left+1 >= r.squares:
		says += fmt.Sprintf("a %s attacked", what)
	default:
		says += fmt.Sprintf("a %s attacked while it has no more than %d", what, m.Left+1)
	}
	if m.Royal == "all" {
		says += ", or all of them at once"
	}
	if r.playCapturesToTest {
		says += "; " + m.extinction.describe(r)
	}
	return says
}

func (m *lastRoyals) safe(p *Position, v *boardView) bool {
	if over, _ := m.isOver(p); over {
		side, _ := m.extinct(p)
		return side != v.side
	}
	return !m.exposed(p, v.side, m.promotedOn(p))
}

// promotedOn returns the square of a piece just made by promotion that only counts
// from the next move on, or NoSquare.
func (m *lastRoyals) promotedOn(p *Position) Square {
	st := &p.states[len(p.states)-1]
	if m.Before && st.move.Into() != NoPieceType && !p.rules.lastRoyals.Has(st.moved.Type()) {
		return st.move.To()
	}
	return NoSquare
}

func (m *lastRoyals) explain(p *Position) (reason, message string) {
	return "last royal attacked", fmt.Sprintf("it leaves the %s attacked", p.rules.definition.PieceNames(m.Pieces, "or"))
}

func (m *lastRoyals) endedByPly(p *Position) bool {
	return p.rules.playCapturesToTest && m.extinction.endedByPly(p)
}

func (m *lastRoyals) isOver(p *Position) (over, exposed bool) {
	if !p.rules.playCapturesToTest {
		return false, false
	}
	return m.extinction.isOver(p)
}

// inCheck reports whether a side could lose its last counting piece.
func (m *lastRoyals) inCheck(p *Position, side Side) bool {
	return m.exposed(p, side, NoSquare)
}

// exposed reports whether a side could lose its last counting piece. The piece
// on made does not count yet.
func (m *lastRoyals) exposed(p *Position, side Side, made Square) bool {
	if !m.Side.Has(side == Second) {
		return false
	}
	all := m.Royal == "all"
	for _, kinds := range m.kinds {
		own := p.ofTypes(side, kinds).AndNot(bit(made))
		all = all && !own.Empty()
		last := own.Len() <= m.Left+1
		for !own.Empty() && (last || all) {
			s := own.Pop()
			attacked := p.royalAttacked(side, s, p.board[s].Type(), p.occupied, p.own[side.Other()])
			if attacked && last {
				return true
			}
			all = all && attacked
		}
	}
	return all
}

func (m *lastRoyals) restrict(_ *Position, legal *legality) { legal.testEvery = true }
