package engine

// term is what one of something counts, early and late in a game, in sixteenths
// of a hundredth of a pawn.
type term struct{ early, late int }

// weights are what the terms of the evaluation count, and what the formulas
// behind the worths of pieces and squares take. They are the same in all games.
type weights struct {
	mobility term // a square that a piece can go to without being taken by one of the least, by its freedom
	lesser   term // an eighth of the worth of a piece that a lesser one attacks
	hanging  term // an eighth of that of a piece that is attacked and not covered
	contact  term // another piece that is attacked
	loose    term // a piece that is not covered
	firm     term // a piece that one of the least covers
	shelter  term // one of the least beside its royal
	guards   term // any other piece beside its royal
	doubled  term // a pawn with another before it on its file
	isolated term // a pawn with none on the files beside
	chain    term // a pawn that another covers
	screen   term // a file before a royal, or beside that, without a pawn of its own
	passed   term // a pawn that no other can stop, by how far it has come
	stopped  term // the same, where something stands before it
	pair     term // a tenth of the worth of two alike on squares of both colours
	tempo    term // the right to move

	hits, attackers, weak, checks, drops, room, shield int // of the danger to a royal

	centre, reach        [2]float64 // a square by its nearness to the middle, and by how much of its piece's reach is left there
	home, middle         [2]float64 // a royal's square by its distance from its first rank, and from the edges
	rise                 [2]float64 // of what a piece gains by promotion, one move before it
	base, more, less     [2]float64 // of what a piece reaches, the worth of a square, what each adds to the others, and what the first are not worth
	crowded, empty       float64    // how many squares hold a piece, early and late
	promotion, held, fed float64    // what a piece may become; what it is worth in a hand; by which worths shrink where pieces return
}

// named is a weight that can be fitted; late is nil for one of the danger.
type named struct{ early, late *int }

// terms are the weights that can be fitted for a game, but for what its pieces'
// freedom is worth.
func (w *weights) terms() map[string]named {
	out := map[string]named{
		"hits": {&w.hits, nil}, "attackers": {&w.attackers, nil}, "weakness": {&w.weak, nil}, "checks": {&w.checks, nil},
		"drops": {&w.drops, nil}, "room": {&w.room, nil}, "shield": {&w.shield, nil},
	}
	for name, t := range map[string]*term{
		"lesser": &w.lesser, "hanging": &w.hanging, "contact": &w.contact, "loose": &w.loose, "firm": &w.firm,
		"shelter": &w.shelter, "guards": &w.guards, "doubled": &w.doubled, "isolated": &w.isolated, "chain": &w.chain,
		"screens": &w.screen, "passed": &w.passed, "stopped": &w.stopped, "pair": &w.pair, "tempo": &w.tempo,
	} {
		out[name] = named{&t.early, &t.late}
	}
	return out
}

// weighed are the weights for games in which what is captured is gone, and for
// those in which it may come into a hand.
var weighed = [2]weights{
	{
		mobility: term{34, 4},
		lesser:   term{15, 6},
		hanging:  term{14, 56},
		contact:  term{43, 48},
		loose:    term{-240, -106},
		firm:     term{20, 35},
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

		hits: 16, attackers: -14, weak: 12, checks: 15, drops: 30, room: 3, shield: -12,

		centre:  [2]float64{27.27, 1.93},
		reach:   [2]float64{5.65, 0.69},
		home:    [2]float64{-6.92, 0.36},
		middle:  [2]float64{-55.47, 120.00},
		rise:    [2]float64{0.10, 0.06},
		base:    [2]float64{68.35, 57.12},
		more:    [2]float64{1.80, 1.09},
		less:    [2]float64{9.67, 1.97},
		crowded: 0.299, empty: 0.249, promotion: 0.024, held: 1.05, fed: 3.3e+03,
	}, {
		mobility: term{40, 16},
		lesser:   term{37, 16},
		hanging:  term{36, 10},
		contact:  term{-7, 48},
		loose:    term{-323, -64},
		firm:     term{54, 64},
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

		hits: -5, attackers: 30, weak: 11, checks: 2, drops: 11, room: 3, shield: -11,

		centre:  [2]float64{13.79, 5.99},
		reach:   [2]float64{10.27, 2.00},
		home:    [2]float64{-72.07, 0.00},
		middle:  [2]float64{-36.47, 6.00},
		rise:    [2]float64{0.14, 0.15},
		base:    [2]float64{50.84, 50.84},
		more:    [2]float64{0.21, 0.21},
		less:    [2]float64{29.05, 29.05},
		crowded: 0.295, empty: 0.24, promotion: 0.497, held: 1.19, fed: 693,
	},
}
