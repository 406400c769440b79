package engine

//go:generate sh -c "go run ../rules/internal/widths 128 static.go > static128_gen.tmp && mv static128_gen.tmp static128_gen.go"
//go:generate sh -c "go run ../rules/internal/widths 64 static.go > static64_gen.tmp && mv static64_gen.tmp static64_gen.go"

import "assay/analysis/rules"

// evaluation is the working memory of one static evaluation.
type evaluation struct {
	side   [2]sideEvaluation
	pieces [rules.MaxSquares]attackSet // grouped by piece type
	kinds  [2 * maxKinds]pieceGroup    // grouped by side
}

// pieceGroup is the range in evaluation.pieces of one piece type of one side.
type pieceGroup struct {
	piece    rules.Piece
	setWise  bool // pieces holds one entry per direction, not per piece
	from, to int
}

// attackSet is the squares that a piece, or a piece type in one direction, can
// move to without capturing, and those that it attacks.
type attackSet struct{ quiet, attacks rules.Bitboard }

// sideEvaluation is the part of an evaluation that concerns one side.
type sideEvaluation struct {
	from, to        int  // its range in evaluation.kinds
	score           term // all terms except piece-square values
	own, pawns      rules.Bitboard
	royals          rules.Bitboard
	leastValuable   rules.Bitboard // its pieces of the lowest value
	attacks         rules.Bitboard // squares attacked by its pieces
	attackedTwice   rules.Bitboard // by two or more of them
	nonRoyalAttacks rules.Bitboard // by pieces that are not royal
	leastAttacks    rules.Bitboard // by pieces of the lowest value
	royal           rules.Square   // NoSquare without exactly one royal
	royalZone       rules.Bitboard // the royal's square and its neighbours
	openLines       rules.Bitboard // squares with a free line to the royal
	colours         [2]rules.PieceTypeSet
	attackers       int // pieces that attack the other royal's zone
	hits            int // squares of that zone they attack, each counted per piece
	checks          int // squares from which its pieces could check safely
	dropChecks      int // the same for pieces in hand
	inHand          int // number of pieces in hand
}

// add adds a term, multiplied.
func (s *sideEvaluation) add(t term, times int) {
	s.score.mg += t.mg * times
	s.score.eg += t.eg * times
}

// evaluate returns the static evaluation for the side to move in centipawns,
// and the material of both sides.
func (m *evaluator) evaluate(p *rules.Position, v *evaluation) (score, material int) {
	known, pieces := 0, 0
	for side := range v.side {
		v.side[side] = sideEvaluation{royal: p.Royal(rules.Side(side)), own: p.Own(rules.Side(side))}
		if a := &v.side[side]; a.royal != rules.NoSquare {
			a.royalZone, a.openLines = m.sets.zones[a.royal], p.Lines(a.royal).Or(m.sets.offLines[a.royal])
		}
		known, pieces = m.findAttacks(p, v, side, known, pieces)
	}
	for side := range v.side {
		a := &v.side[side]
		m.scoreAttacks(p, v, side)
		m.scoreHand(p, v, rules.Side(side))
		m.scoreSafety(a)
		m.scorePawns(p, v, side)
		if pairs := a.colours[0] & a.colours[1]; pairs != 0 {
			for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
				if pairs.Has(t) {
					a.add(m.params.pair, m.mg[t]/10)
				}
			}
		}
	}
	return v.score(m, p)
}

// findAttacks fills the attack sets of a side. groups and pieces are the
// numbers of used entries of v.kinds and v.pieces; it returns the new numbers.
func (m *evaluator) findAttacks(p *rules.Position, v *evaluation, side, groups, pieces int) (int, int) {
	a := &v.side[side]
	a.from = groups
	for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
		pc := rules.NewPiece(t, rules.Side(side))
		standing := p.Where(pc)
		if standing.Empty() {
			continue
		}
		if m.pawns.Has(t) {
			a.pawns = a.pawns.Or(standing)
		}
		if m.colourBound.Has(t) {
			if standing.Meets(m.sets.dark) {
				a.colours[1].Add(t)
			}
			if !standing.AndNot(m.sets.dark).Empty() {
				a.colours[0].Add(t)
			}
		}
		least := m.leastValuable.Has(t)
		if least {
			a.leastValuable = a.leastValuable.Or(standing)
		}
		royal := m.royal.Has(t)
		if royal {
			a.royals = a.royals.Or(standing)
		}
		var all, twice rules.Bitboard
		group := &v.kinds[groups]
		groups++
		group.piece, group.from, group.setWise = pc, pieces, false
		if strides := p.Strides(pc); len(strides) > 0 && len(strides) <= standing.Len() {
			group.setWise = true
			for i := range strides {
				quiet, attacks := p.CoverBy(&strides[i], standing)
				b := &v.pieces[pieces]
				b.quiet, b.attacks = quiet, attacks
				pieces++
				twice = twice.Or(attacks.And(all))
				all = all.Or(attacks)
			}
		} else {
			for !standing.Empty() {
				quiet, attacks := p.Cover(pc, standing.Pop())
				b := &v.pieces[pieces]
				b.quiet, b.attacks = quiet, attacks
				pieces++
				twice = twice.Or(attacks.And(all))
				all = all.Or(attacks)
			}
		}
		group.to = pieces
		a.attackedTwice = a.attackedTwice.Or(twice).Or(a.attacks.And(all))
		a.attacks = a.attacks.Or(all)
		if !royal {
			a.nonRoyalAttacks = a.nonRoyalAttacks.Or(all)
		}
		if least {
			a.leastAttacks = a.leastAttacks.Or(all)
		}
	}
	a.to = groups
	return groups, pieces
}

// scoreAttacks adds mobility, threats against pieces, and pressure on the other
// royal's zone.
func (m *evaluator) scoreAttacks(p *rules.Position, v *evaluation, side int) {
	a, other := &v.side[side], &v.side[side^1]
	own := other.own
	var victims, zone, lines rules.Bitboard
	if !m.losing {
		victims, zone = own.AndNot(other.royals), other.royalZone
		if other.royal != rules.NoSquare {
			lines = other.openLines.AndNot(other.attacks.AndNot(a.attackedTwice.AndNot(other.nonRoyalAttacks)))
		}
	}
	byLesser, hanging, contact := 0, 0, 0
	attackers, hits, checks := 0, 0, 0
	for k := range v.kinds[a.from:a.to] {
		group := &v.kinds[a.from+k]
		t := group.piece.Type()
		var barred, checkSquares, reaching rules.Bitboard
		if !m.leastValuable.Has(t) {
			barred = other.leastAttacks
		}
		if from := m.sets.reverseAttacks[group.piece]; other.royal != rules.NoSquare && from != nil {
			checkSquares = from[other.royal].And(lines)
		}
		mobility, squares := m.mobility[t], 0
		strides := p.Strides(group.piece)
		pieces := v.pieces[group.from:group.to]
		for i := range pieces {
			b := &pieces[i]
			quiet, attacks := b.quiet, b.attacks
			if mobility != (term{}) {
				squares += quiet.Or(attacks.And(own)).AndNot(barred).Len()
			}
			for taken := attacks.And(victims); !taken.Empty(); {
				s := taken.Pop()
				switch value := m.mg[p.At(s).Type()]; {
				case value > m.mg[t]+50:
					byLesser += min(value, 1000) / 8
				case !other.attacks.Has(s):
					hanging += min(value, 1000) / 8
				default:
					contact++
				}
			}
			if hit := attacks.And(zone); !hit.Empty() {
				hits += hit.Len()
				if group.setWise {
					reaching = reaching.Or(hit.Shift(-strides[i].By))
				} else {
					attackers++
				}
			}
			if from := quiet.And(checkSquares); !from.Empty() {
				checks += from.Len()
			}
		}
		attackers += reaching.Len()
		a.add(mobility, squares)
	}
	a.attackers, a.hits, a.checks = attackers, hits, checks
	a.add(m.params.byLesser, byLesser)
	a.add(m.params.hanging, hanging)
	a.add(m.params.contact, contact)
}

// scoreSafety adds terms for protected and unprotected pieces and for the
// royal's shelter.
func (m *evaluator) scoreSafety(a *sideEvaluation) {
	if m.losing {
		return
	}
	others := a.own.AndNot(a.royals)
	a.add(m.params.loose, others.AndNot(a.attacks).Len())
	a.add(m.params.guarded, others.AndNot(a.leastValuable).And(a.attacks).And(a.leastAttacks).Len())
	near := a.royalZone.And(others)
	a.add(m.params.shelter, near.And(a.leastValuable).Len())
	a.add(m.params.guards, near.AndNot(a.leastValuable).Len())
}

// scorePawns adds the pawn structure: open files before the royal, chains,
// passed, doubled and isolated pawns.
func (m *evaluator) scorePawns(p *rules.Position, v *evaluation, side int) {
	a, other := &v.side[side], v.side[side^1].pawns
	if m.pawns != 0 && a.royal != rules.NoSquare {
		openFiles := 0
		for _, file := range m.sets.spans[side][a.royal].fronts {
			if !file.Empty() && !file.Meets(a.pawns) {
				openFiles++
			}
		}
		a.add(m.params.screen, openFiles)
	}
	a.add(m.params.chain, a.pawns.And(a.leastAttacks).Len())
	passed, stopped, doubled, isolated := 0, 0, 0, 0
	for b := a.pawns; !b.Empty(); {
		span := &m.sets.spans[side][b.Pop()]
		switch {
		case span.front.Meets(a.pawns):
			doubled++
		case span.passedSpan.Meets(other):
		case span.next != rules.NoSquare && p.At(span.next) != rules.NoPiece:
			stopped += span.passedValue
		default:
			passed += span.passedValue
		}
		if !span.neighbours.Meets(a.pawns) {
			isolated++
		}
	}
	a.add(m.params.passed, passed)
	a.add(m.params.stopped, stopped)
	a.add(m.params.doubled, doubled)
	a.add(m.params.isolated, isolated)
}

// scoreHand adds checks by drops and, in variants won by checks, the checks
// given.
func (m *evaluator) scoreHand(p *rules.Position, v *evaluation, side rules.Side) {
	a, other := &v.side[side], &v.side[side.Other()]
	a.inHand = p.HandSize(side)
	if a.inHand > 0 && other.royal != rules.NoSquare {
		free := other.openLines.AndNot(a.own).AndNot(other.own).
			AndNot(other.attacks.AndNot(a.attacks.AndNot(other.nonRoyalAttacks)))
		for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
			if reverse := m.sets.reverseAttacks[rules.NewPiece(t, side)]; p.InHand(side, t) > 0 && reverse != nil {
				a.dropChecks += reverse[other.royal].And(free).Len()
			}
		}
	}
	if m.aims.Checks > 0 {
		given := m.aims.Checks - p.ChecksLeft(side)
		value := 16 * 600 * given * given / (m.aims.Checks * m.aims.Checks)
		a.score.mg, a.score.eg = a.score.mg+value, a.score.eg+value
	}
}

// royalDanger returns the value of a side's attack on the other royal, in
// sixteenths of a centipawn.
func (v *evaluation) royalDanger(m *evaluator, side rules.Side) int {
	a, other := &v.side[side], &v.side[side.Other()]
	if other.royal == rules.NoSquare {
		return 0
	}
	weak := other.royalZone.And(a.attacks).AndNot(other.nonRoyalAttacks).Len()
	dropSquares := 0
	if a.inHand > 0 {
		dropSquares = other.royalZone.AndNot(other.nonRoyalAttacks).AndNot(a.own).AndNot(other.own).
			Len() * min(a.inHand, 8)
	}
	d := m.params.hits*a.hits + m.params.attackers*a.attackers + m.params.weakSquares*weak +
		m.params.checks*min(a.checks, 8) +
		m.params.drops*min(a.dropChecks, 12) +
		m.params.dropSquares*dropSquares - m.params.shield*other.royalZone.And(other.own).Len()
	if d <= 0 {
		return 0
	}
	return min(d*d/4, 16*800)
}

// score adds all terms and tapers them by the remaining material.
func (v *evaluation) score(m *evaluator, p *rules.Position) (score, material int) {
	side := p.Side()
	a, b := &v.side[side], &v.side[side.Other()]
	sum, material := m.pieceSquareScore(p)
	if side == rules.Second {
		sum = term{-sum.mg, -sum.eg}
	}
	sum.mg, sum.eg = sum.mg+a.score.mg-b.score.mg, sum.eg+a.score.eg-b.score.eg
	if !m.losing {
		danger := v.royalDanger(m, side) - v.royalDanger(m, side.Other())
		sum.mg, sum.eg = sum.mg+danger, sum.eg+danger/4
	}
	return m.taper(sum, material), material
}
