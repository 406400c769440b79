package rules

import "fmt"

// lastRoyals is an extinction whose last pieces must not be left attacked, so
// that only an explosion can cause it.
type lastRoyals struct{ *extinction }

func (m *lastRoyals) says(r *Rules) string {
	what := r.definition.PieceNames(m.Pieces, "or")
	says := fmt.Sprintf("%s may make no move that leaves ", r.partyName(m.Side))
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
	if r.capturesToTest {
		says += "; " + m.extinction.says(r)
	}
	return says
}

func (m *lastRoyals) safe(p *Position, v *view) bool {
	if over, _ := m.stands(p); over {
		side, _ := m.extinct(p)
		return side != v.side
	}
	return !m.exposed(p, v.side, m.madeOn(p))
}

// madeOn returns the square of a piece just made by promotion that only counts
// from the next move on, or NoSquare.
func (m *lastRoyals) madeOn(p *Position) Square {
	st := &p.stack[len(p.stack)-1]
	if m.Before && st.move.Into() != NoPieceType && !p.rules.lastRoyals.Has(st.moved.Type()) {
		return st.move.To()
	}
	return NoSquare
}

func (m *lastRoyals) fault(p *Position) (reason, message string) {
	return "last royal attacked", fmt.Sprintf("it leaves the %s attacked", p.rules.definition.PieceNames(m.Pieces, "or"))
}

func (m *lastRoyals) ends(p *Position) bool {
	return p.rules.capturesToTest && m.extinction.ends(p)
}

func (m *lastRoyals) stands(p *Position) (over, exposed bool) {
	if !p.rules.capturesToTest {
		return false, false
	}
	return m.extinction.stands(p)
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
			attacked := p.threatened(side, s, p.board[s].Type(), p.filled, p.own[side.Other()])
			if attacked && last {
				return true
			}
			all = all && attacked
		}
	}
	return all
}

func (m *lastRoyals) restrain(_ *Position, legal *guard) { legal.exact = true }
