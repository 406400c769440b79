package engine

// term is a pair of middlegame and endgame values, in sixteenths of a
// centipawn.
type term struct{ mg, eg int }

// parameters are the constants of the evaluation. All variants share them,
// except what is fitted.
type parameters struct {
	mobility term // per square that a piece can go to and that no least valuable piece attacks
	byLesser term // per eighth of the value of a piece attacked by a lesser one
	hanging  term // per eighth of the value of an attacked, unprotected piece
	contact  term // per other attacked piece
	loose    term // per unprotected piece
	guarded  term // per piece protected by a least valuable one
	shelter  term // per least valuable piece next to its royal
	guards   term // per other piece next to its royal
	doubled  term // per pawn with an own pawn ahead on its file
	isolated term // per pawn without own pawns on adjacent files
	chain    term // per pawn protected by a pawn
	screen   term // per file at the royal without an own pawn ahead
	passed   term // passed pawn, times its advance
	stopped  term // blocked passed pawn, times its advance
	pair     term // per tenth of the value of a pair on both colours
	tempo    term // side to move

	hits, attackers, weakSquares, checks, drops, dropSquares, shield int // factors of the danger to a royal

	centre, reach                [2]float64 // per square: centrality, and reach above the piece's mean
	home, middle                 [2]float64 // per royal's square: distance from its first rank, and centrality
	nearPromotion                [2]float64 // share of the promotion gain one move before the zone
	linear, quadratic, offset    [2]float64 // piece value = linear*reach + quadratic*reach² - offset
	crowded, empty               float64    // share of occupied squares, middlegame and endgame
	promotion, inHand, returning float64    // share of the promotion; factor in hand; damping if captured pieces return
}

// fittedTerm points to a parameter that can be fitted; eg is nil for factors of
// danger.
type fittedTerm struct{ mg, eg *int }

// terms returns the parameters that can be fitted for a variant, by name,
// except mobility.
func (w *parameters) terms() map[string]fittedTerm {
	out := map[string]fittedTerm{
		"hits": {
			&w.hits,
			nil,
		}, "attackers": {&w.attackers, nil}, "weakness": {&w.weakSquares, nil}, "checks": {&w.checks, nil},
		"drops": {&w.drops, nil}, "room": {&w.dropSquares, nil}, "shield": {&w.shield, nil},
	}
	for name, t := range map[string]*term{
		"lesser": &w.byLesser, "hanging": &w.hanging, "contact": &w.contact, "loose": &w.loose, "firm": &w.guarded,
		"shelter": &w.shelter, "guards": &w.guards, "doubled": &w.doubled, "isolated": &w.isolated, "chain": &w.chain,
		"screens": &w.screen, "passed": &w.passed, "stopped": &w.stopped, "pair": &w.pair, "tempo": &w.tempo,
	} {
		out[name] = fittedTerm{&t.mg, &t.eg}
	}
	return out
}

// defaultParameters are the parameters without and with pieces in hand.
var defaultParameters = [2]parameters{
	{
		mobility: term{34, 4},
		byLesser: term{15, 6},
		hanging:  term{14, 56},
		contact:  term{43, 48},
		loose:    term{-240, -106},
		guarded:  term{20, 35},
		shelter:  term{374, 25},
		guards:   term{45, 1},
		doubled:  term{-40, -121},
		isolated: term{-407, -122},
		chain:    term{57, 49},
		screen:   term{-122, 1},
		passed:   term{14, 14},
		stopped:  term{-15, 10},
		pair:     term{10, 5},
		tempo:    term{320, 192},

		hits: 16, attackers: -14, weakSquares: 12, checks: 15, drops: 30, dropSquares: 3, shield: -12,

		centre:        [2]float64{27.27, 1.93},
		reach:         [2]float64{5.65, 0.69},
		home:          [2]float64{-6.92, 0.36},
		middle:        [2]float64{-55.47, 120.00},
		nearPromotion: [2]float64{0.10, 0.06},
		linear:        [2]float64{68.35, 57.12},
		quadratic:     [2]float64{1.80, 1.09},
		offset:        [2]float64{9.67, 1.97},
		crowded:       0.299, empty: 0.249, promotion: 0.024, inHand: 1.05, returning: 3.3e+03,
	}, {
		mobility: term{40, 16},
		byLesser: term{37, 16},
		hanging:  term{36, 10},
		contact:  term{-7, 48},
		loose:    term{-323, -64},
		guarded:  term{54, 64},
		shelter:  term{862, 0},
		guards:   term{386, 0},
		doubled:  term{-160, -288},
		isolated: term{-160, -192},
		chain:    term{0, 0},
		screen:   term{0, 0},
		passed:   term{6, 16},
		stopped:  term{3, 8},
		pair:     term{0, 0},
		tempo:    term{640, 192},

		hits: -5, attackers: 30, weakSquares: 11, checks: 2, drops: 11, dropSquares: 3, shield: -11,

		centre:        [2]float64{13.79, 5.99},
		reach:         [2]float64{10.27, 2.00},
		home:          [2]float64{-72.07, 0.00},
		middle:        [2]float64{-36.47, 6.00},
		nearPromotion: [2]float64{0.14, 0.15},
		linear:        [2]float64{50.84, 50.84},
		quadratic:     [2]float64{0.21, 0.21},
		offset:        [2]float64{29.05, 29.05},
		crowded:       0.295, empty: 0.24, promotion: 0.497, inHand: 1.19, returning: 693,
	},
}
