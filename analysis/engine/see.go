package engine

//go:generate sh -c "go run ../rules/internal/narrow see.go > see_narrow.tmp && mv see_narrow.tmp see_narrow.go"

import "assay/analysis/rules"

// seen is what is seen of a position while it is judged.
type seen struct {
	side   [2]seenSide
	pieces [rules.MaxSquares]bearing // the first count
	count  int
}

// bearing is a piece and what it bears upon.
type bearing struct {
	at           rules.Square
	piece        rules.Piece
	quiet, cover rules.Bitboard
}

// seenSide is what is seen of a side.
type seenSide struct {
	worth       term           // early and late, but for its pieces where they stand
	own, pawns  rules.Bitboard // where its pieces stand
	royals      rules.Bitboard
	lesser      rules.Bitboard // the pieces that are worth least
	cover       rules.Bitboard // what its pieces bear upon,
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
func (s *seenSide) add(t term, times int) {
	s.worth.early += t.early * times
	s.worth.late += t.late * times
}

// see is the worth of a position to the side to move, and how much material
// there is.
func (m *mind) see(p *rules.Position, v *seen) (worth, material int) {
	v.count = 0
	for side := range v.side {
		v.side[side] = seenSide{royal: p.Royal(rules.Side(side)), own: p.Own(rules.Side(side))}
		if a := &v.side[side]; a.royal != rules.NoSquare {
			a.near, a.open = m.sets.rings[a.royal], p.Lines(a.royal).Or(m.sets.beside[a.royal])
		}
		m.look(p, v, side)
	}
	for i := range v.count {
		m.bear(p, v, &v.pieces[i])
	}
	for side := range v.side {
		a := &v.side[side]
		m.holdings(p, v, rules.Side(side))
		m.footing(a)
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

// look finds what a side's pieces bear upon.
func (m *mind) look(p *rules.Position, v *seen, side int) {
	a := &v.side[side]
	var all, twice, firm, least rules.Bitboard
	for own := a.own; !own.Empty(); {
		s := own.Pop()
		pc := p.At(s)
		t := pc.Type()
		b := &v.pieces[v.count]
		v.count++
		quiet, cover := p.Cover(pc, s)
		b.at, b.piece, b.quiet, b.cover = s, pc, quiet, cover
		twice = twice.Or(all.And(cover))
		all = all.Or(cover)
		if m.royal.Has(t) {
			a.royals.Add(s)
		} else {
			firm = firm.Or(cover)
		}
		if m.least.Has(t) {
			least = least.Or(cover)
			a.lesser.Add(s)
		}
		if m.pawns.Has(t) {
			a.pawns.Add(s)
		}
		if m.bound.Has(t) {
			a.coloured[m.colour[s]].Add(t)
		}
	}
	a.cover, a.twice, a.firm, a.least = all, twice, firm, least
}

// bear counts what a piece may do.
func (m *mind) bear(p *rules.Position, v *seen, b *bearing) {
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
		switch {
		case m.royal.Has(victim):
		case m.board[victim] > m.board[t]+50:
			a.add(m.by.lesser, min(m.board[victim], 1000)/8)
		case !other.cover.Has(s):
			a.add(m.by.hanging, min(m.board[victim], 1000)/8)
		default:
			a.add(m.by.contact, 1)
		}
	}
	if other.royal == rules.NoSquare {
		return
	}
	if hits := b.cover.And(other.near); !hits.Empty() {
		a.attackers++
		a.hits += hits.Len()
	}
	if m.sets.strikes[b.piece] == nil {
		return
	}
	strikes := m.sets.strikes[b.piece][other.royal].And(other.open)
	if strikes = b.quiet.And(strikes); !strikes.Empty() {
		a.checks += strikes.AndNot(other.cover.AndNot(a.twice.AndNot(other.firm))).Len()
	}
}

// footing counts how a side's pieces are covered, and those around its royal.
func (m *mind) footing(a *seenSide) {
	if m.losing {
		return
	}
	others := a.own.AndNot(a.royals)
	a.add(m.by.loose, others.AndNot(a.cover).Len())
	a.add(m.by.firm, others.AndNot(a.lesser).And(a.cover).And(a.least).Len())
	near := a.near.And(others)
	a.add(m.by.shelter, near.And(a.lesser).Len())
	a.add(m.by.guards, near.AndNot(a.lesser).Len())
}

// structure counts how a side's pawns stand to each other and to those of the
// other.
func (m *mind) structure(p *rules.Position, v *seen, side int) {
	a, other := &v.side[side], v.side[side^1].pawns
	if m.pawns != 0 && a.royal != rules.NoSquare {
		bare := 0
		for _, file := range m.sets.ahead[side][a.royal].files {
			if !file.Empty() && !file.Meets(a.pawns) {
				bare++
			}
		}
		a.add(m.by.screen, bare)
	}
	for b := a.pawns; !b.Empty(); {
		s := b.Pop()
		ahead := &m.sets.ahead[side][s]
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
func (m *mind) holdings(p *rules.Position, v *seen, side rules.Side) {
	a, other := &v.side[side], &v.side[side.Other()]
	if p.HandSize(side) > 0 {
		for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
			n := p.InHand(side, t)
			if n == 0 {
				continue
			}
			a.held += n * m.hand[t]
			a.count += n
			if strikes := m.sets.strikes[rules.NewPiece(t, side)]; strikes != nil && other.royal != rules.NoSquare {
				from := strikes[other.royal].And(other.open).AndNot(a.own).AndNot(other.own)
				a.dropChecks += from.AndNot(other.cover.AndNot(a.cover.AndNot(other.firm))).Len()
			}
		}
	}
	if t := p.Pocket(side); t != rules.NoPieceType {
		a.held += m.hand[t]
	}
	a.worth.early, a.worth.late = a.worth.early+16*a.held, a.worth.late+16*a.held
	if m.aims.Checks > 0 {
		given := m.aims.Checks - p.ChecksLeft(side)
		worth := 16 * 600 * given * given / (m.aims.Checks * m.aims.Checks)
		a.worth.early, a.worth.late = a.worth.early+worth, a.worth.late+worth
	}
}

// danger is what a side's attack on the other's royal is worth, in sixteenths.
func (v *seen) danger(m *mind, side rules.Side) int {
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
func (v *seen) weigh(m *mind, p *rules.Position) (worth, material int) {
	side := p.Side()
	a, b := &v.side[side], &v.side[side.Other()]
	sum, material := m.sum(p)
	if side == rules.Second {
		sum = term{-sum.early, -sum.late}
	}
	sum.early, sum.late = sum.early+a.worth.early-b.worth.early, sum.late+a.worth.late-b.worth.late
	if !m.losing {
		danger := v.danger(m, side) - v.danger(m, side.Other())
		sum.early, sum.late = sum.early+danger, sum.late+danger/4
	}
	material += a.held + b.held
	return m.mix(sum, material), material
}
