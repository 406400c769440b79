package engine

import "assay/analysis/rules"

// evaluate is what a position is worth to the side to move without looking
// ahead.
func (w *worker) evaluate(f *frame) int {
	if f.static == noStatic {
		f.static = w.mind.judge(w.p, &w.view)
	}
	return f.static
}

// most is the worth of a position at most, either way.
const most = 20_000

// view is what is seen of a position while it is judged.
type view struct {
	side   [2]sideView
	pieces []bearing // the first count
	count  int
}

// bearing is a piece and what it bears upon.
type bearing struct {
	at           rules.Square
	piece        rules.Piece
	quiet, cover rules.Bitboard
}

// sideView is what is seen of a side.
type sideView struct {
	worth       term           // early and late
	material    int            // what it has, by which the two are mixed
	own, pawns  rules.Bitboard // where its pieces stand
	cover       rules.Bitboard // what they bear upon,
	twice       rules.Bitboard // more than one of them,
	firm        rules.Bitboard // any but its royals,
	least       rules.Bitboard // those that are worth least
	royal       rules.Square   // NoSquare where it has none or several
	near        rules.Bitboard // the squares around its royal
	open        rules.Bitboard // those from which nothing stands between
	coloured    [2]rules.PieceTypeSet
	attackers   int // its pieces that reach the squares around the other's royal
	hits        int // and how often
	checks      int // squares from which they could give check and not be taken
	dropChecks  int // and squares from which pieces in hand could
	held, count int // what it has in hand, and how many
}

// add counts a term so many times.
func (s *sideView) add(t term, times int) {
	s.worth.early += t.early * times
	s.worth.late += t.late * times
}

// judge is the worth of a position to the side to move.
func (m *mind) judge(p *rules.Position, v *view) int {
	v.count = 0
	for side := range v.side {
		v.side[side] = sideView{royal: p.Royal(rules.Side(side))}
		if a := &v.side[side]; a.royal != rules.NoSquare {
			a.near, a.open = m.rings[a.royal], p.Lines(a.royal).Or(m.beside[a.royal])
		}
	}
	for occupied := p.Occupied(); !occupied.Empty(); {
		s := occupied.Pop()
		if pc := p.At(s); pc != rules.Walled {
			m.look(p, v, s, pc)
		}
	}
	for i := range v.count {
		m.bear(p, v, &v.pieces[i])
	}
	for side := range v.side {
		a := &v.side[side]
		m.holdings(p, v, rules.Side(side))
		m.structure(p, v, side)
		if pairs := a.coloured[0] & a.coloured[1]; pairs != 0 {
			for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
				if pairs.Has(t) {
					a.add(m.by.pair, m.board[t]/10)
				}
			}
		}
	}
	return v.weigh(m, p)
}

// look counts what a piece is worth where it stands, and what it bears upon.
func (m *mind) look(p *rules.Position, v *view, s rules.Square, pc rules.Piece) {
	t := pc.Type()
	a := &v.side[pc.Side()]
	a.worth.early += 16 * int(m.place.early[pc][s])
	a.worth.late += 16 * int(m.place.late[pc][s])
	a.material += m.late[t]
	a.own.Add(s)
	if m.pawns.Has(t) {
		a.pawns.Add(s)
	}
	if m.bound.Has(t) {
		a.coloured[m.colour[s]].Add(t)
	}
	if v.count == len(v.pieces) {
		v.pieces = append(v.pieces, bearing{})
	}
	b := &v.pieces[v.count]
	v.count++
	b.at, b.piece = s, pc
	b.quiet, b.cover = p.Cover(s)
	cover := b.cover
	a.twice = a.twice.Or(a.cover.And(cover))
	a.cover = a.cover.Or(cover)
	if !m.royal.Has(t) {
		a.firm = a.firm.Or(cover)
	}
	if m.least.Has(t) {
		a.least = a.least.Or(cover)
	}
}

// bear counts what a piece may do.
func (m *mind) bear(p *rules.Position, v *view, b *bearing) {
	t := b.piece.Type()
	a, other := &v.side[b.piece.Side()], &v.side[b.piece.Side().Other()]
	taken := b.cover.And(other.own)
	if n := m.freedom[t]; n != (term{}) {
		free := b.quiet.Or(taken)
		if !m.least.Has(t) {
			free = free.AndNot(other.least)
		}
		a.add(n, free.Len())
	}
	if m.losing {
		return
	}
	for !taken.Empty() {
		s := taken.Pop()
		victim := p.At(s).Type()
		worth := min(m.board[victim], 1000) / 8
		switch {
		case m.royal.Has(victim):
		case m.board[victim] > m.board[t]+50:
			a.add(m.by.lesser, worth)
		case !other.cover.Has(s):
			a.add(m.by.hanging, worth)
		default:
			a.add(m.by.contact, 1)
		}
	}
	if !m.royal.Has(t) {
		if !a.cover.Has(b.at) {
			a.add(m.by.loose, 1)
		} else if a.least.Has(b.at) && !m.least.Has(t) {
			a.add(m.by.firm, 1)
		}
	}
	if a.near.Has(b.at) && !m.royal.Has(t) {
		if m.least.Has(t) {
			a.add(m.by.shelter, 1)
		} else {
			a.add(m.by.guards, 1)
		}
	}
	if other.royal == rules.NoSquare {
		return
	}
	if hits := b.cover.And(other.near).Len(); hits > 0 {
		a.attackers++
		a.hits += hits
	}
	if m.strikes[b.piece] == nil {
		return
	}
	strikes := m.strikes[b.piece][other.royal].And(other.open)
	if strikes = b.quiet.And(strikes); !strikes.Empty() {
		a.checks += strikes.AndNot(other.cover.AndNot(a.twice.AndNot(other.firm))).Len()
	}
}

// structure counts how a side's pawns stand to each other and to those of the
// other.
func (m *mind) structure(p *rules.Position, v *view, side int) {
	a, other := &v.side[side], v.side[side^1].pawns
	if m.pawns != 0 && a.royal != rules.NoSquare {
		bare := 0
		for _, file := range m.ahead[side][a.royal].files {
			if !file.Empty() && !file.Meets(a.pawns) {
				bare++
			}
		}
		a.add(m.by.screen, bare)
	}
	for b := a.pawns; !b.Empty(); {
		s := b.Pop()
		ahead := &m.ahead[side][s]
		if a.least.Has(s) {
			a.add(m.by.chain, 1)
		}
		if !ahead.file.Meets(a.pawns) && !ahead.way.Meets(other) {
			if ahead.next != rules.NoSquare && p.At(ahead.next) != rules.NoPiece {
				a.add(m.by.stopped, ahead.passed)
			} else {
				a.add(m.by.passed, ahead.passed)
			}
		}
		if ahead.file.Meets(a.pawns) {
			a.add(m.by.doubled, 1)
		}
		if !ahead.beside.Meets(a.pawns) {
			a.add(m.by.isolated, 1)
		}
	}
}

// holdings counts what a side has off the board.
func (m *mind) holdings(p *rules.Position, v *view, side rules.Side) {
	a, other := &v.side[side], &v.side[side.Other()]
	if m.rules.HasHand() {
		for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
			n := p.InHand(side, t)
			if n == 0 {
				continue
			}
			a.held += n * m.hand[t]
			a.count += n
			if strikes := m.strikes[rules.NewPiece(t, side)]; strikes != nil && other.royal != rules.NoSquare {
				from := strikes[other.royal].And(other.open).AndNot(a.own).AndNot(other.own)
				a.dropChecks += from.AndNot(other.cover.AndNot(a.cover.AndNot(other.firm))).Len()
			}
		}
	}
	if t := p.Pocket(side); t != rules.NoPieceType {
		a.held += m.hand[t]
	}
	a.worth.early, a.worth.late, a.material = a.worth.early+16*a.held, a.worth.late+16*a.held, a.material+a.held
	if m.aims.Checks > 0 {
		given := m.aims.Checks - p.ChecksLeft(side)
		worth := 16 * 600 * given * given / (m.aims.Checks * m.aims.Checks)
		a.worth.early, a.worth.late = a.worth.early+worth, a.worth.late+worth
	}
}

// danger is what a side's attack on the other's royal is worth, in sixteenths.
func (v *view) danger(m *mind, side rules.Side) int {
	a, other := &v.side[side], &v.side[side.Other()]
	if other.royal == rules.NoSquare {
		return 0
	}
	weak := other.near.And(a.cover).AndNot(other.firm).Len()
	room := 0
	if a.count > 0 {
		room = other.near.AndNot(other.firm).AndNot(a.own).AndNot(other.own).Len() * min(a.count, 8)
	}
	d := m.by.hits*a.hits + m.by.attackers*a.attackers + m.by.weak*weak + m.by.checks*min(a.checks, 8) +
		m.by.drops*min(a.dropChecks, 12) + m.by.room*room - m.by.shield*other.near.And(other.own).Len()
	if d <= 0 {
		return 0
	}
	return min(d*d/4, 16*800)
}

// weigh mixes what counts early with what counts late by what is left.
func (v *view) weigh(m *mind, p *rules.Position) int {
	side := p.Side()
	a, b := &v.side[side], &v.side[side.Other()]
	worth := term{a.worth.early - b.worth.early, a.worth.late - b.worth.late}
	if !m.losing {
		danger := v.danger(m, side) - v.danger(m, side.Other())
		worth.early, worth.late = worth.early+danger, worth.late+danger/4
	}
	return m.mix(worth, a.material+b.material)
}

// mix is what a term is worth to the side to move with so much material left.
func (m *mind) mix(t term, material int) int {
	left := m.left(material)
	early, late := t.early+m.by.tempo.early, t.late+m.by.tempo.late
	return max(min((early*left+late*(256-left))/256/16, most), -most)
}

// left is how much of what counts early counts with so much material left, of
// 256.
func (m *mind) left(material int) int {
	return min(abs(material)*256/max(abs(m.material), 1), 256)
}

func abs(n int) int { return max(n, -n) }
