package engine

//go:generate sh -c "go run ../rules/internal/narrow Narrow see.go > see_narrow.tmp && mv see_narrow.tmp see_narrow.go"
//go:generate sh -c "go run ../rules/internal/narrow Small see.go > see_small.tmp && mv see_small.tmp see_small.go"

import "assay/analysis/rules"

// seen is what is seen of a position while it is judged.
type seen struct {
	side   [2]seenSide
	pieces [rules.MaxSquares]bearing // those of one kind together
	kinds  [2 * kinds]alike          // those of one side together
}

// alike is where the pieces of a kind begin and end.
type alike struct {
	piece    rules.Piece
	striding bool // they were looked at together, by each of their strides
	from, to int
}

// bearing is what a piece bears upon, or all of a kind by one of their strides.
type bearing struct{ quiet, cover rules.Bitboard }

// seenSide is what is seen of a side.
type seenSide struct {
	from, to   int            // where its kinds begin and end
	worth      term           // early and late, but for its pieces where they stand
	own, pawns rules.Bitboard // where its pieces stand
	royals     rules.Bitboard
	lesser     rules.Bitboard // the pieces that are worth least
	cover      rules.Bitboard // what its pieces bear upon,
	twice      rules.Bitboard // more than one of them,
	firm       rules.Bitboard // any but its royals,
	least      rules.Bitboard // those that are worth least
	royal      rules.Square   // NoSquare where it has none or several
	near       rules.Bitboard // the squares around its royal
	open       rules.Bitboard // those from which nothing stands between
	coloured   [2]rules.PieceTypeSet
	attackers  int // its pieces that reach the squares around the other's royal
	hits       int // and how often
	checks     int // squares from which they could give check and not be taken
	dropChecks int // and squares from which pieces in hand could
	held       int // how many pieces it has in hand
}

// add counts a term so many times.
func (s *seenSide) add(t term, times int) {
	s.worth.early += t.early * times
	s.worth.late += t.late * times
}

// see is the worth of a position to the side to move, and how much material
// there is.
func (m *mind) see(p *rules.Position, v *seen) (worth, material int) {
	known, pieces := 0, 0
	for side := range v.side {
		v.side[side] = seenSide{royal: p.Royal(rules.Side(side)), own: p.Own(rules.Side(side))}
		if a := &v.side[side]; a.royal != rules.NoSquare {
			a.near, a.open = m.sets.rings[a.royal], p.Lines(a.royal).Or(m.sets.beside[a.royal])
		}
		known, pieces = m.look(p, v, side, known, pieces)
	}
	for side := range v.side {
		a := &v.side[side]
		m.bear(p, v, side)
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

// look finds what a side's pieces bear upon, behind so many kinds and pieces
// that are known.
func (m *mind) look(p *rules.Position, v *seen, side, known, n int) (int, int) {
	a := &v.side[side]
	a.from = known
	for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
		pc := rules.NewPiece(t, rules.Side(side))
		on := p.Where(pc)
		if on.Empty() {
			continue
		}
		if m.pawns.Has(t) {
			a.pawns = a.pawns.Or(on)
		}
		if m.bound.Has(t) {
			if on.Meets(m.sets.dark) {
				a.coloured[1].Add(t)
			}
			if !on.AndNot(m.sets.dark).Empty() {
				a.coloured[0].Add(t)
			}
		}
		least := m.least.Has(t)
		if least {
			a.lesser = a.lesser.Or(on)
		}
		royal := m.royal.Has(t)
		if royal {
			a.royals = a.royals.Or(on)
		}
		var all, twice rules.Bitboard
		kind := &v.kinds[known]
		known++
		kind.piece, kind.from, kind.striding = pc, n, false
		if strides := p.Strides(pc); len(strides) > 0 && len(strides) <= on.Len() {
			kind.striding = true
			for i := range strides {
				quiet, cover := p.CoverBy(&strides[i], on)
				b := &v.pieces[n]
				b.quiet, b.cover = quiet, cover
				n++
				twice = twice.Or(cover.And(all))
				all = all.Or(cover)
			}
		} else {
			for !on.Empty() {
				quiet, cover := p.Cover(pc, on.Pop())
				b := &v.pieces[n]
				b.quiet, b.cover = quiet, cover
				n++
				twice = twice.Or(cover.And(all))
				all = all.Or(cover)
			}
		}
		kind.to = n
		a.twice = a.twice.Or(twice).Or(a.cover.And(all))
		a.cover = a.cover.Or(all)
		if !royal {
			a.firm = a.firm.Or(all)
		}
		if least {
			a.least = a.least.Or(all)
		}
	}
	a.to = known
	return known, n
}

// bear counts what a side's pieces may do.
func (m *mind) bear(p *rules.Position, v *seen, side int) {
	a, other := &v.side[side], &v.side[side^1]
	own := other.own
	var victims, near, open rules.Bitboard
	if !m.losing {
		victims, near = own.AndNot(other.royals), other.near
		if other.royal != rules.NoSquare {
			open = other.open.AndNot(other.cover.AndNot(a.twice.AndNot(other.firm)))
		}
	}
	lesser, hanging, contact := 0, 0, 0
	attackers, hits, checks := 0, 0, 0
	for k := range v.kinds[a.from:a.to] {
		kind := &v.kinds[a.from+k]
		t := kind.piece.Type()
		var barred, strikes, reaching rules.Bitboard
		if !m.least.Has(t) {
			barred = other.least
		}
		if from := m.sets.strikes[kind.piece]; other.royal != rules.NoSquare && from != nil {
			strikes = from[other.royal].And(open)
		}
		freedom, free := m.freedom[t], 0
		strides := p.Strides(kind.piece)
		pieces := v.pieces[kind.from:kind.to]
		for i := range pieces {
			b := &pieces[i]
			quiet, cover := b.quiet, b.cover
			if freedom != (term{}) {
				free += quiet.Or(cover.And(own)).AndNot(barred).Len()
			}
			for taken := cover.And(victims); !taken.Empty(); {
				s := taken.Pop()
				switch worth := m.board[p.At(s).Type()]; {
				case worth > m.board[t]+50:
					lesser += min(worth, 1000) / 8
				case !other.cover.Has(s):
					hanging += min(worth, 1000) / 8
				default:
					contact++
				}
			}
			if hit := cover.And(near); !hit.Empty() {
				hits += hit.Len()
				if kind.striding {
					reaching = reaching.Or(hit.Shift(-strides[i].By))
				} else {
					attackers++
				}
			}
			if from := quiet.And(strikes); !from.Empty() {
				checks += from.Len()
			}
		}
		attackers += reaching.Len()
		a.add(freedom, free)
	}
	a.attackers, a.hits, a.checks = attackers, hits, checks
	a.add(m.by.lesser, lesser)
	a.add(m.by.hanging, hanging)
	a.add(m.by.contact, contact)
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
	a.add(m.by.chain, a.pawns.And(a.least).Len())
	passed, stopped, doubled, isolated := 0, 0, 0, 0
	for b := a.pawns; !b.Empty(); {
		ahead := &m.sets.ahead[side][b.Pop()]
		switch {
		case ahead.file.Meets(a.pawns):
			doubled++
		case ahead.way.Meets(other):
		case ahead.next != rules.NoSquare && p.At(ahead.next) != rules.NoPiece:
			stopped += ahead.passed
		default:
			passed += ahead.passed
		}
		if !ahead.beside.Meets(a.pawns) {
			isolated++
		}
	}
	a.add(m.by.passed, passed)
	a.add(m.by.stopped, stopped)
	a.add(m.by.doubled, doubled)
	a.add(m.by.isolated, isolated)
}

// holdings counts what a side has off the board, and what it could do with it.
func (m *mind) holdings(p *rules.Position, v *seen, side rules.Side) {
	a, other := &v.side[side], &v.side[side.Other()]
	a.held = p.HandSize(side)
	if a.held > 0 && other.royal != rules.NoSquare {
		free := other.open.AndNot(a.own).AndNot(other.own).AndNot(other.cover.AndNot(a.cover.AndNot(other.firm)))
		for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
			if strikes := m.sets.strikes[rules.NewPiece(t, side)]; p.InHand(side, t) > 0 && strikes != nil {
				a.dropChecks += strikes[other.royal].And(free).Len()
			}
		}
	}
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
	if a.held > 0 {
		room = other.near.AndNot(other.firm).AndNot(a.own).AndNot(other.own).Len() * min(a.held, 8)
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
	return m.mix(sum, material), material
}
