package engine

import "assay/analysis/rules"

// mind is what the engine makes of a game, once: what its pieces are worth and
// where, and which ways of searching suit its rules.
type mind struct {
	rules *rules.Rules
	worths
	place    placement
	aims     rules.Aims
	material int           // of both sides at the start
	weights  rules.Weights // place and hand, as positions keep the sum of them
	sets     sets[rules.Bitboard]
	narrow   sets[rules.Narrow] // the same, for boards of these widths
	small    sets[rules.Small]
	least    rules.PieceTypeSet // these are worth least
	bound    rules.PieceTypeSet // these stay on squares of one colour
	pawns    rules.PieceTypeSet // these go on by single steps until they promote, in games without drops
	freedom  [kinds]term        // a square that a piece can go to

	royal       rules.PieceTypeSet
	effects     bool               // a move may change more than its squares
	compulsory  bool               // what can be captured has to be
	exposing    bool               // a move may leave the last royal to be captured
	passing     bool               // to pass is never an asset
	promoting   rules.PieceTypeSet // promotions of these are looked at when all else is quiet
	occurrences int                // of a position that end the game, or may be claimed to
	margin      int                // what a ply can be expected to change
	patience    int                // moves looked at before others are called late
	glances     bool               // what stands on the board and is in hand tells most of what a position is worth
}

// sets are the squares by which positions are judged, by square.
type sets[B rules.Bitboard | rules.Narrow | rules.Small] struct {
	rings   []B            // on and around each
	beside  []B            // on no line with each
	dark    B              // one colour of a board in two
	strikes [2 * kinds][]B // from where each piece would attack it if nothing were in its way
	ahead   [2][]ahead[B]
}

func narrowed[B rules.Narrow | rules.Small](of *sets[rules.Bitboard], one func(rules.Bitboard) B) (out sets[B]) {
	all := func(from []rules.Bitboard) (to []B) {
		for _, b := range from {
			to = append(to, one(b))
		}
		return to
	}
	out.rings, out.beside, out.dark = all(of.rings), all(of.beside), one(of.dark)
	for pc := range of.strikes {
		out.strikes[pc] = all(of.strikes[pc])
	}
	for side := range of.ahead {
		for _, a := range of.ahead[side] {
			files := all(a.files[:])
			out.ahead[side] = append(out.ahead[side], ahead[B]{
				one(a.file), one(a.way), one(a.beside), a.next, [3]B(files), a.passed,
			})
		}
	}
	return out
}

// addWeights has positions keep the sum of what pieces are worth where they
// stand, and off the board.
func (m *mind) addWeights() {
	for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
		for side, sign := range []int32{1, -1} {
			pc := rules.NewPiece(t, rules.Side(side))
			for s := range m.place.early[pc] {
				m.weights.Board[pc] = append(m.weights.Board[pc], rules.Sum{
					Early: sign * int32(m.place.early[pc][s]), Late: sign * int32(m.place.late[pc][s]), Material: int32(m.late[t]),
				})
			}
			held := int32(m.hand[t])
			m.weights.Hand[pc] = rules.Sum{Early: sign * held, Late: sign * held, Material: held}
		}
	}
}

func newMind(r *rules.Rules, fit *Fit) *mind {
	m := &mind{rules: r, effects: r.HasEffects(), aims: r.Aims()}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if r.Royal(t) {
			m.royal.Add(t)
		}
	}
	m.worths = newWorths(r, m.royal, fit)
	m.compulsory = m.aims.Compulsory
	m.exposing = m.royal != 0 && m.royal&(m.royal-1) == 0 && !m.aims.Guarded
	m.passing = !m.compulsory && !r.Passes() && !m.losing && !m.aims.Counting && m.aims.Adds == 0
	m.place = newPlacement(r, &m.worths, m.royal)
	m.addRings()
	m.addKinds()
	m.addPawns()
	m.takePlaces(fit)
	m.addWeights()
	m.narrow, m.small = narrowed(&m.sets, rules.Bitboard.Narrow), narrowed(&m.sets, rules.Bitboard.Small)
	m.margin, m.patience = 100, 4
	m.glances = m.aims.Checks == 0
	if r.HasHand() {
		m.margin, m.patience = 120, 8
	}
	m.occurrences = r.Claimed()
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		for _, into := range r.PromotesTo(rules.NewPiece(t, rules.First)) {
			if m.board[into]-m.board[t] >= 150 {
				m.promoting.Add(t)
			}
		}
	}
	start := r.Start()
	for b := start.Occupied(); !b.Empty(); {
		m.material += m.worths.late[start.At(b.Pop()).Type()]
	}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			m.material += start.InHand(side, t) * m.hand[t]
		}
	}
	return m
}

func (m *mind) addRings() {
	files, ranks := m.rules.Files(), m.rules.Ranks()
	m.sets.rings, m.sets.beside = make([]rules.Bitboard, files*ranks), make([]rules.Bitboard, files*ranks)
	for a := range m.sets.rings {
		if (a%files+a/files)&1 != 0 {
			m.sets.dark.Add(rules.Square(a))
		}
		for b := range m.sets.rings {
			if across, up := a%files-b%files, a/files-b/files; across*across <= 1 && up*up <= 1 {
				m.sets.rings[a].Add(rules.Square(b))
			}
			if across, up := a%files-b%files, a/files-b/files; across*up != 0 && across != up && across != -up {
				m.sets.beside[a].Add(rules.Square(b))
			}
		}
	}
}

// addKinds finds which kinds are worth least, which are bound to a colour, and
// from where each attacks.
func (m *mind) addKinds() {
	lowest := 1 << 20
	for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
		if m.board[t] > 0 && !m.royal.Has(t) {
			lowest = min(lowest, m.board[t])
		}
	}
	squares := rules.Square(m.rules.Files() * m.rules.Ranks())
	for t := rules.PieceType(1); int(t) <= m.rules.Types(); t++ {
		if m.board[t] > 0 && m.board[t] <= lowest*8/5 {
			m.least.Add(t)
		}
		bound, goes := true, false
		for _, side := range []rules.Side{rules.First, rules.Second} {
			pc := rules.NewPiece(t, side)
			m.sets.strikes[pc] = make([]rules.Bitboard, squares)
			for s := range squares {
				for b := m.rules.EmptyCover(pc, s); !b.Empty(); {
					to := b.Pop()
					m.sets.strikes[pc][to].Add(s)
					bound, goes = bound && m.sets.dark.Has(s) == m.sets.dark.Has(to), true
				}
			}
		}
		if bound && goes && !m.royal.Has(t) {
			m.bound.Add(t)
		}
	}
}

// rich reports whether the side to move has more than its royals and pawns, so
// that it is not likely to be better off without its move.
func (m *mind) rich(p *rules.Position) bool {
	sum := 0
	for b := p.Occupied(); !b.Empty(); {
		if pc := p.At(b.Pop()); pc.Side() == p.Side() && !m.royal.Has(pc.Type()) && m.board[pc.Type()] > 150 {
			sum += m.board[pc.Type()]
		}
	}
	for t := rules.PieceType(1); int(t) <= m.rules.Types() && m.rules.HasHand(); t++ {
		sum += p.InHand(p.Side(), t) * m.hand[t]
	}
	return sum > 500
}

// gain is what a move gives its side: what it captures, with what comes into
// the hand by it, and what its piece becomes.
func (m *mind) gain(captured rules.Piece, mover, into rules.PieceType) int {
	gain := 0
	if captured != rules.NoPiece {
		gain = m.swing[captured.Type()]
	}
	if into != rules.NoPieceType {
		gain += m.board[into] - m.board[mover]
	}
	return gain
}

// loss is what a piece is worth to the side that loses it.
func (m *mind) loss(t rules.PieceType) int { return m.swing[t] }

// rises reports whether a kind that becomes another gains by it.
func (m *mind) rises(from, into rules.PieceType) bool { return m.board[into] > m.board[from] }
