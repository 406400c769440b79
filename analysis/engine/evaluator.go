package engine

import "assay/analysis/rules"

// evaluator holds what is derived once per variant: piece values, piece-square
// tables, attack sets, and which search methods its rules allow.
type evaluator struct {
	rules *rules.Rules
	pieceValues
	pst           squareTables
	aims          rules.Aims
	startMaterial int           // of both sides in the starting position
	incremental   rules.Weights // piece-square and hand values, which positions sum incrementally
	sets          sets[rules.Bitboard]
	sets128       sets[rules.Set128] // sets, for boards of these widths
	sets64        sets[rules.Set64]
	leastValuable rules.PieceTypeSet // piece types of the lowest value
	colourBound   rules.PieceTypeSet // piece types that reach squares of one colour only
	pawns         rules.PieceTypeSet // piece types that advance by single steps and promote, in variants without drops
	mobility      [maxKinds]term     // per square that a piece can move to

	royal           rules.PieceTypeSet
	effects         bool               // a move may change squares other than its own
	compulsory      bool               // captures are compulsory
	mayExposeRoyal  bool               // a legal move may leave the last royal capturable
	nullMoveAllowed bool               // passing never helps, so that a null move gives a bound
	promotes        rules.PieceTypeSet // piece types whose promotions the quiescence search tries
	occurrences     int                // of a position that end the game or allow a claim
	futilityMargin  int                // centipawns that one ply may change
	lmpBase         int                // moves searched before late-move pruning starts
	lazy            bool               // the piece-square score approximates the evaluation
}

// sets are precomputed sets of squares for the evaluation, indexed by square.
type sets[B rules.Bitboard | rules.Set128 | rules.Set64] struct {
	zones          []B               // the square and its neighbours
	offLines       []B               // squares that share no rank, file or diagonal with it
	dark           B                 // the squares of one colour
	reverseAttacks [2 * maxKinds][]B // by piece and target: squares from which it attacks on an empty board
	spans          [2][]pawnSpan[B]
}

func narrowSets[B rules.Set128 | rules.Set64](of *sets[rules.Bitboard], one func(rules.Bitboard) B) (out sets[B]) {
	all := func(from []rules.Bitboard) (to []B) {
		for _, b := range from {
			to = append(to, one(b))
		}
		return to
	}
	out.zones, out.offLines, out.dark = all(of.zones), all(of.offLines), one(of.dark)
	for pc := range of.reverseAttacks {
		out.reverseAttacks[pc] = all(of.reverseAttacks[pc])
	}
	for side := range of.spans {
		for _, a := range of.spans[side] {
			files := all(a.fronts[:])
			out.spans[side] = append(out.spans[side], pawnSpan[B]{
				one(a.front), one(a.passedSpan), one(a.neighbours), a.next, [3]B(files), a.passedValue,
			})
		}
	}
	return out
}

// addIncremental fills the values that positions sum as pieces move.
func (m *evaluator) addIncremental() {
	for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
		for side, sign := range []int32{1, -1} {
			pc := rules.NewPiece(t, rules.Side(side))
			for s := range m.pst.mg[pc] {
				m.incremental.Board[pc] = append(m.incremental.Board[pc], rules.Sum{
					Early: sign * int32(m.pst.mg[pc][s]), Late: sign * int32(m.pst.eg[pc][s]), Material: int32(m.eg[t]),
				})
			}
			held := int32(m.hand[t])
			m.incremental.Hand[pc] = rules.Sum{Early: sign * held, Late: sign * held, Material: held}
		}
	}
}

func newEvaluator(r *rules.Rules, fit *Fit) *evaluator {
	m := &evaluator{rules: r, effects: r.HasEffects(), aims: r.Aims()}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if r.Royal(t) {
			m.royal.Add(t)
		}
	}
	m.pieceValues = newPieceValues(r, m.royal, fit)
	m.compulsory = m.aims.Compulsory
	m.mayExposeRoyal = m.royal != 0 && m.royal&(m.royal-1) == 0 && !m.aims.Guarded
	m.nullMoveAllowed = !m.compulsory && !r.Passes() && !m.losing && !m.aims.Counting && m.aims.Adds == 0
	m.pst = newSquareTables(r, &m.pieceValues, m.royal)
	m.addZones()
	m.addKinds()
	m.addPawns()
	m.applyTables(fit)
	m.addIncremental()
	m.sets128, m.sets64 = narrowSets(&m.sets, rules.Bitboard.Set128), narrowSets(&m.sets, rules.Bitboard.Set64)
	m.futilityMargin, m.lmpBase = 100, 4
	m.lazy = m.aims.Checks == 0
	if r.HasHand() {
		m.futilityMargin, m.lmpBase = 120, 8
	}
	m.occurrences = r.Claimed()
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		for _, into := range r.PromotesTo(rules.NewPiece(t, rules.First)) {
			if m.mg[into]-m.mg[t] >= 150 {
				m.promotes.Add(t)
			}
		}
	}
	start := r.Start()
	for b := start.Occupied(); !b.Empty(); {
		m.startMaterial += m.pieceValues.eg[start.At(b.Pop()).Type()]
	}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			m.startMaterial += start.InHand(side, t) * m.hand[t]
		}
	}
	return m
}

func (m *evaluator) addZones() {
	files, ranks := m.rules.Files(), m.rules.Ranks()
	m.sets.zones, m.sets.offLines = make([]rules.Bitboard, files*ranks), make([]rules.Bitboard, files*ranks)
	for a := range m.sets.zones {
		if (a%files+a/files)&1 != 0 {
			m.sets.dark.Add(rules.Square(a))
		}
		for b := range m.sets.zones {
			if across, up := a%files-b%files, a/files-b/files; across*across <= 1 && up*up <= 1 {
				m.sets.zones[a].Add(rules.Square(b))
			}
			if across, up := a%files-b%files, a/files-b/files; across*up != 0 && across != up && across != -up {
				m.sets.offLines[a].Add(rules.Square(b))
			}
		}
	}
}

// addKinds finds the least valuable and the colour-bound piece types, and fills
// the reverse attacks.
func (m *evaluator) addKinds() {
	lowest := 1 << 20
	for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
		if m.mg[t] > 0 && !m.royal.Has(t) {
			lowest = min(lowest, m.mg[t])
		}
	}
	squares := rules.Square(m.rules.Files() * m.rules.Ranks())
	for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
		if m.mg[t] > 0 && m.mg[t] <= lowest*8/5 {
			m.leastValuable.Add(t)
		}
		bound, goes := true, false
		for _, side := range []rules.Side{rules.First, rules.Second} {
			pc := rules.NewPiece(t, side)
			m.sets.reverseAttacks[pc] = make([]rules.Bitboard, squares)
			for s := range squares {
				for b := m.rules.EmptyCover(pc, s); !b.Empty(); {
					to := b.Pop()
					m.sets.reverseAttacks[pc][to].Add(s)
					bound, goes = bound && m.sets.dark.Has(s) == m.sets.dark.Has(to), true
				}
			}
		}
		if bound && goes && !m.royal.Has(t) {
			m.colourBound.Add(t)
		}
	}
}

// hasNonPawnMaterial reports whether the side to move has more than royals and
// pawns. Otherwise zugzwang is likely, and a null move proves nothing.
func (m *evaluator) hasNonPawnMaterial(p *rules.Position) bool {
	sum := 0
	for b := p.Occupied(); !b.Empty(); {
		if pc := p.At(b.Pop()); pc.Side() == p.Side() && !m.royal.Has(pc.Type()) && m.mg[pc.Type()] > 150 {
			sum += m.mg[pc.Type()]
		}
	}
	for t := rules.PieceType(1); int(t) <= m.rules.Types() && m.rules.HasHand(); t++ {
		sum += p.InHand(p.Side(), t) * m.hand[t]
	}
	return sum > 500
}

// captureGain returns the material gain of a move in centipawns: the captured
// piece, its value in hand if it is kept, and the promotion.
func (m *evaluator) captureGain(captured rules.Piece, mover, into rules.PieceType) int {
	gain := 0
	if captured != rules.NoPiece {
		gain = m.captureValues[captured.Type()]
	}
	if into != rules.NoPieceType {
		gain += m.mg[into] - m.mg[mover]
	}
	return gain
}

// captureValue returns the material that a side loses with a piece, including
// the opponent's gain in hand.
func (m *evaluator) captureValue(t rules.PieceType) int { return m.captureValues[t] }

// promotionGains reports whether a piece gains value if it becomes another.
func (m *evaluator) promotionGains(from, into rules.PieceType) bool { return m.mg[into] > m.mg[from] }
