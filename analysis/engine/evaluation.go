package engine

import "assay/analysis/rules"

// evaluate is what a position is worth to the side to move without looking
// ahead.
func (w *worker) evaluate(f *frame) int {
	if f.static == noStatic {
		f.static = w.mind.judge(w.p)
	}
	return f.static
}

// most is the worth of a position at most, either way.
const most = 20_000

// tempo is what the right to move is worth.
const tempo = 12

// judge is the worth of a position to the side to move.
func (m *mind) judge(p *rules.Position) int {
	var v view
	for side := range v.side {
		v.side[side].near = m.near(p, rules.Side(side))
	}
	for occupied := p.Occupied(); !occupied.Empty(); {
		s := occupied.Pop()
		if pc := p.At(s); pc != rules.Walled {
			m.look(p, &v, s, pc)
		}
	}
	for side := range v.side {
		m.holdings(p, rules.Side(side), &v.side[side])
		m.structure(&v, side)
	}
	return v.weigh(m, p)
}

// look counts what a piece is worth where it stands, where it goes and what it
// threatens.
func (m *mind) look(p *rules.Position, v *view, s rules.Square, pc rules.Piece) {
	side, t := pc.Side(), pc.Type()
	a := &v.side[side]
	a.early += int(m.place.early[pc][s])
	a.later += int(m.place.late[pc][s])
	a.material += m.late[t]
	if m.pawns.Has(t) {
		a.pawns.Add(s)
	}
	quiet, capture := p.Reach(s)
	roams := quiet.Or(capture).Len() * m.freedom[t] / 16
	a.early += roams
	a.later += roams
	for b := capture; !b.Empty(); {
		if more := m.board[p.At(b.Pop()).Type()] - m.board[t]; more > 50 {
			a.threats += min(more/8, 40)
		} else {
			a.threats += 4
		}
	}
	if !m.walks.Has(t) {
		capture = capture.Or(quiet)
	}
	if hits := capture.And(v.side[side^1].near).Len(); hits > 0 {
		a.attackers++
		a.hits += hits
	}
}

// view is what is seen of a position while it is judged.
type view struct{ side [2]sideView }

type sideView struct {
	early, later    int            // worth by what the board holds early and late in a game
	material        int            // what it has, by which the two are mixed
	near            rules.Bitboard // the squares around its royal
	attackers, hits int            // its pieces that reach the squares around the other's royal, and how often
	threats         int            // what its pieces could take
	held            int            // what it has in hand
	pawns           rules.Bitboard
}

// structure counts how a side's pawns stand to each other and to those of the
// other.
func (m *mind) structure(v *view, side int) {
	a, other := &v.side[side], v.side[side^1].pawns
	for b := a.pawns; !b.Empty(); {
		s := b.Pop()
		ahead := &m.ahead[side][s]
		if !ahead.file.Meets(a.pawns) && !ahead.way.Meets(other) {
			a.early += ahead.passed / 3
			a.later += ahead.passed
		}
		if ahead.file.Meets(a.pawns) {
			a.early, a.later = a.early-10, a.later-18
		}
		if !ahead.beside.Meets(a.pawns) {
			a.early, a.later = a.early-10, a.later-12
		}
	}
	a.early += 8 * a.pawns.And(a.near).Len()
}

// holdings counts what a side has off the board.
func (m *mind) holdings(p *rules.Position, side rules.Side, v *sideView) {
	if m.rules.HasHand() {
		for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
			if n := p.InHand(side, t); n > 0 {
				v.held += n * m.hand[t]
			}
		}
	}
	if t := p.Pocket(side); t != rules.NoPieceType {
		v.held += m.hand[t]
	}
	v.early, v.later, v.material = v.early+v.held, v.later+v.held, v.material+v.held
	if m.aims.Checks > 0 {
		given := m.aims.Checks - p.ChecksLeft(side)
		worth := 600 * given * given / (m.aims.Checks * m.aims.Checks)
		v.early, v.later = v.early+worth, v.later+worth
	}
}

// near is the squares on and around a side's royal.
func (m *mind) near(p *rules.Position, side rules.Side) rules.Bitboard {
	s := p.Royal(side)
	if s == rules.NoSquare {
		return rules.Bitboard{}
	}
	return m.rings[s]
}

// weigh mixes what counts early with what counts late by what is left.
func (v *view) weigh(m *mind, p *rules.Position) int {
	side := p.Side()
	a, b := &v.side[side], &v.side[side.Other()]
	left := min(abs(a.material+b.material)*256/max(abs(m.material), 1), 256)
	early, late := a.early-b.early, a.later-b.later
	danger := func(s *sideView) int {
		if s.attackers < 2 && s.held == 0 {
			return 0
		}
		return min(s.hits*s.hits*min(s.attackers, 5)*(400+min(s.held, 1200))/400/2, 500)
	}
	early += danger(a) - danger(b)
	early, late = early+a.threats-b.threats/2, late+a.threats-b.threats/2
	return max(min((early*left+late*(256-left))/256+tempo, most), -most)
}

func abs(n int) int { return max(n, -n) }
