package tournament

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Standing is a player's place and the values of the tie-breaks.
type Standing struct {
	Player    *Player
	Place     int // from 1; equal players share a place
	Points    float64
	TieBreaks []float64 // in the order requested; NaN if it does not apply
}

// tieBreak is a tie-break of C.07. A greater value is better.
type tieBreak struct {
	code, title string
	cuts        bool // takes the modifiers C1, C2, M1 and M2
	value       func(s *scores, p *Player, low, high int) float64
}

// tieBreaks lists the tie-breaks, except direct encounter, which compares the
// players of a tie.
var tieBreaks = []tieBreak{
	{"BH", "Buchholz", true, (*scores).buchholz},
	{"SB", "Sonneborn-Berger", true, (*scores).sonnebornBerger},
	{"PS", "progressive scores", true, (*scores).progressive},
	{"ARO", "average rating of opponents", true, (*scores).averageRating},
	{"WIN", "rounds with the points of a win", false, (*scores).wins},
	{"WON", "games won", false, (*scores).gamesWon},
	{"BPG", "games played with Black", false, (*scores).gamesWithBlack},
	{"BWG", "games won with Black", false, (*scores).wonWithBlack},
	{"KS", "Koya: points against players with half of the points", false, (*scores).koya},
}

const directEncounter = "DE"

// TieBreakCodes describes the tie-breaks, for help.
func TieBreakCodes() []string {
	all := []string{directEncounter + " (direct encounter)"}
	for _, t := range tieBreaks {
		all = append(all, t.code+" ("+t.title+")")
	}
	return all
}

// TieBreaks reads a comma-separated list of tie-breaks, such as
// "BH/C1,BH,SB,DE". It returns their codes in a uniform spelling.
func TieBreaks(text string) ([]string, error) {
	var all []string
	for word := range strings.SplitSeq(text, ",") {
		word = strings.ToUpper(strings.TrimSpace(word))
		if word == "" || word == "PTS" { // points always come first
			continue
		}
		code, modifier, cut := strings.Cut(strings.NewReplacer("-", "/", ":", "/").Replace(word), "/")
		t, known := tieBreakOf(code)
		switch {
		case code == directEncounter && !cut:
		case !known:
			return nil, fmt.Errorf("tie-break %q: expected %s", word, strings.Join(TieBreakCodes(), ", "))
		case cut && !t.cuts:
			return nil, fmt.Errorf("tie-break %q: %s takes no cut", word, code)
		case cut && !slices.Contains([]string{"C1", "C2", "M1", "M2"}, modifier):
			return nil, fmt.Errorf("tie-break %q: expected /C1, /C2 (without the lowest), /M1 or /M2 (without the "+
				"lowest and highest)", word)
		}
		if cut {
			code += "/" + modifier
		}
		if slices.Contains(all, code) {
			return nil, fmt.Errorf("tie-break %q is listed twice", word)
		}
		all = append(all, code)
	}
	return all, nil
}

func tieBreakOf(code string) (*tieBreak, bool) {
	i := slices.IndexFunc(tieBreaks, func(t tieBreak) bool { return t.code == code })
	if i < 0 {
		return nil, false
	}
	return &tieBreaks[i], true
}

// scores are the points of a tournament up to its last round.
type scores struct {
	*Tournament
	rounds   int
	total    map[int]float64 // by starting number
	adjusted map[int]float64 // as opponents count them (C.07 16.3)
}

func (t *Tournament) scores() *scores {
	s := &scores{t, t.LastRound(), map[int]float64{}, map[int]float64{}}
	for i := range t.Players {
		p := &t.Players[i]
		left := true // only voluntary unplayed rounds follow
		for round := s.rounds; round > 0; round-- {
			r := p.Round(round)
			points := t.PointsFor(r)
			s.total[p.Number] += points
			if left && r.requestedBye() {
				points = t.Award('D')
			}
			s.adjusted[p.Number] += points
			left = left && r.voluntary()
		}
	}
	return s
}

// Standings ranks the players by points and tie-breaks, which are codes from
// [TieBreaks]. Equal players share a place and are in the order of
// their starting numbers.
func (t *Tournament) Standings(codes []string) []Standing {
	s := t.scores()
	table := make([]Standing, len(t.Players))
	for i := range t.Players {
		p := &t.Players[i]
		table[i] = Standing{Player: p, Points: s.total[p.Number], TieBreaks: make([]float64, len(codes))}
		for k, code := range codes {
			table[i].TieBreaks[k] = math.NaN()
			if name, modifier, _ := strings.Cut(code, "/"); name != directEncounter {
				b, _ := tieBreakOf(name)
				low, high := cutsOf(modifier)
				table[i].TieBreaks[k] = b.value(s, p, low, high)
			}
		}
	}
	slices.SortStableFunc(table, func(x, y Standing) int { return ascending(y.Points, x.Points) })
	groups := split(table, func(r *Standing) float64 { return r.Points })
	for k, code := range codes {
		var next [][]Standing
		for _, group := range groups {
			if code == directEncounter && len(group) > 1 {
				s.encounters(group, k)
			}
			if code != directEncounter || len(group) > 1 {
				slices.SortStableFunc(group, func(x, y Standing) int {
					return ascending(y.TieBreaks[k], x.TieBreaks[k])
				})
			}
			next = append(next, split(group, func(r *Standing) float64 { return r.TieBreaks[k] })...)
		}
		groups = next
	}
	place := 1
	for _, group := range groups {
		for i := range group {
			group[i].Place = place
		}
		place += len(group)
	}
	return table
}

// cutsOf returns how many of the lowest and highest values are cut.
func cutsOf(modifier string) (low, high int) {
	switch modifier {
	case "C1":
		return 1, 0
	case "C2":
		return 2, 0
	case "M1":
		return 1, 1
	case "M2":
		return 2, 2
	}
	return 0, 0
}

// ascending compares values; differences of rounding are none.
func ascending(x, y float64) int {
	switch {
	case same(x, y):
		return 0
	case x > y:
		return 1
	}
	return -1
}

func same(x, y float64) bool { return math.Abs(x-y) < 1e-9 || math.IsNaN(x) && math.IsNaN(y) }

// split splits sorted rows into groups with equal values.
func split(rows []Standing, value func(*Standing) float64) (groups [][]Standing) {
	for begin, i := 0, 1; i <= len(rows); i++ {
		if i == len(rows) || !same(value(&rows[begin]), value(&rows[i])) {
			groups = append(groups, rows[begin:i:i])
			begin = i
		}
	}
	return groups
}

// encounters sets the direct encounter of tied players (C.07 article 6): the
// points against each other, or, if some have not met, a rank for those who
// would have it whatever the missing results.
func (s *scores) encounters(group []Standing, k int) {
	in := map[int]int{}
	for i := range group {
		in[group[i].Player.Number] = i
	}
	points, met, missing := make([]float64, len(group)), make([]map[int]bool, len(group)), false
	for i := range group {
		met[i] = map[int]bool{}
		for round := range s.rounds {
			r := group[i].Player.Round(round + 1)
			if _, tied := in[r.Opponent]; tied && r.Played() {
				points[i] += s.PointsFor(r)
				met[i][r.Opponent] = true
			}
		}
		missing = missing || len(met[i]) < len(group)-1
	}
	if !missing {
		for i := range group {
			group[i].TieBreaks[k] = points[i]
		}
		return
	}
	// A player is ahead if no missing game can make another reach the points.
	left := make([]int, len(group))
	for i := range left {
		left[i] = i
	}
	for rank := len(group); len(left) > 1; rank-- {
		best := slices.MaxFunc(left, func(x, y int) int { return ascending(points[x], points[y]) })
		ahead := true
		for _, i := range left {
			open := 0
			for _, j := range left {
				if j != i && !met[i][group[j].Player.Number] {
					open++
				}
			}
			if i != best && points[i]+float64(open)*s.Award('W') >= points[best]-1e-9 {
				ahead = false
			}
		}
		if !ahead {
			break
		}
		group[best].TieBreaks[k] = float64(rank)
		left = slices.DeleteFunc(left, func(i int) bool { return i == best })
	}
	for _, i := range left {
		group[i].TieBreaks[k] = 0
	}
}

// contribution is what one round adds to a tie-break.
type contribution struct {
	opponent, value float64
	voluntary       bool
}

// contributions returns the points of each opponent, and weighted with the own
// points of the round. Unplayed rounds count as games against a dummy with the
// player's own points, bounded by those of a scheduled opponent or by draws in
// all rounds (C.07 16.4).
func (s *scores) contributions(p *Player, weighted bool) []contribution {
	own := s.total[p.Number]
	all := make([]contribution, 0, s.rounds)
	for round := range s.rounds {
		r := p.Round(round + 1)
		c := contribution{voluntary: r.voluntary()}
		switch {
		case r.Open():
			continue
		case r.Played():
			c.opponent = s.adjusted[r.Opponent]
		case r.Opponent != 0:
			c.opponent = min(own, s.adjusted[r.Opponent])
		default:
			c.opponent = min(own, s.Award('D')*float64(max(s.rounds, s.Rounds)))
		}
		c.value = c.opponent
		if weighted {
			c.value *= s.PointsFor(r)
		}
		all = append(all, c)
	}
	return all
}

func (s *scores) buchholz(p *Player, low, high int) float64 {
	all := s.contributions(p, false)
	// Voluntary unplayed rounds are cut first (C.07 16.5).
	slices.SortFunc(all, func(x, y contribution) int {
		if x.voluntary != y.voluntary {
			if x.voluntary {
				return -1
			}
			return 1
		}
		return ascending(x.value, y.value)
	})
	all = all[min(low, len(all)):]
	slices.SortFunc(all, func(x, y contribution) int { return ascending(x.value, y.value) })
	return sum(all[:len(all)-min(high, len(all))])
}

func (s *scores) sonnebornBerger(p *Player, low, high int) float64 {
	all := s.contributions(p, true)
	order := func(x, y contribution) int {
		return cmp.Or(ascending(x.opponent, y.opponent), ascending(x.value, y.value))
	}
	for range min(low, len(all)) {
		// The contribution of the lowest opponent, or that of a voluntary
		// unplayed round if it has a higher value.
		cut := slices.MinFunc(all, order)
		var voluntary []contribution
		for _, c := range all {
			if c.voluntary {
				voluntary = append(voluntary, c)
			}
		}
		if len(voluntary) > 0 {
			lowest := slices.MinFunc(voluntary, func(x, y contribution) int {
				return cmp.Or(ascending(x.value, y.value), ascending(x.opponent, y.opponent))
			})
			if lowest.value >= cut.value {
				cut = lowest
			}
		}
		i := slices.Index(all, cut)
		all = slices.Delete(all, i, i+1)
	}
	slices.SortFunc(all, order)
	return sum(all[:len(all)-min(high, len(all))])
}

func sum(all []contribution) (total float64) {
	for _, c := range all {
		total += c.value
	}
	return total
}

// progressive adds up the points after each round; cuts leave out the first and
// the last rounds.
func (s *scores) progressive(p *Player, low, high int) float64 {
	running, total := 0.0, 0.0
	for round := range s.rounds {
		running += s.PointsFor(p.Round(round + 1))
		if round >= low && round < s.rounds-high {
			total += running
		}
	}
	return total
}

// averageRating is rounded to a whole number, half up.
func (s *scores) averageRating(p *Player, low, high int) float64 {
	var ratings []float64
	for round := range s.rounds {
		if r := p.Round(round + 1); r.Played() {
			if o := s.Player(r.Opponent); o.Rating > 0 {
				ratings = append(ratings, float64(o.Rating))
			}
		}
	}
	slices.Sort(ratings)
	ratings = ratings[min(low, len(ratings)):]
	ratings = ratings[:len(ratings)-min(high, len(ratings))]
	if len(ratings) == 0 {
		return 0
	}
	total := 0.0
	for _, r := range ratings {
		total += r
	}
	return math.Floor(total/float64(len(ratings)) + 0.5)
}

// count returns the number of rounds that meet a condition.
func (s *scores) count(p *Player, counts func(Round) bool) float64 {
	n := 0
	for round := range s.rounds {
		if counts(p.Round(round + 1)) {
			n++
		}
	}
	return float64(n)
}

func (s *scores) wins(p *Player, _, _ int) float64 {
	return s.count(p, func(r Round) bool {
		won := slices.Contains([]Result{Win, UnratedWin, ForfeitWin, FullBye}, r.Result)
		return won || r.Result == AllocatedBye && s.Award('P') == s.Award('W')
	})
}

// won reports whether a game was won over the board.
func (r Round) won() bool { return r.Played() && (r.Result == Win || r.Result == UnratedWin) }

func (s *scores) gamesWon(p *Player, _, _ int) float64 { return s.count(p, Round.won) }

func (s *scores) gamesWithBlack(p *Player, _, _ int) float64 {
	return s.count(p, func(r Round) bool { return r.Played() && r.Colour == 'b' })
}

func (s *scores) wonWithBlack(p *Player, _, _ int) float64 {
	return s.count(p, func(r Round) bool { return r.won() && r.Colour == 'b' })
}

func (s *scores) koya(p *Player, _, _ int) float64 {
	total, half := 0.0, s.Award('W')*float64(s.rounds)/2
	for round := range s.rounds {
		r := p.Round(round + 1)
		if (r.Played() || r.Forfeit()) && s.total[r.Opponent] >= half-1e-9 {
			total += s.PointsFor(r)
		}
	}
	return total
}
