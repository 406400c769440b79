package ratings

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/lab"
)

// played is a game as ratings see it.
type played struct {
	period        int32
	first, second int32 // players
	score         int32 // of the first player, in half points
}

// undated is the period of games without a year. It comes before all others.
const undated = math.MinInt32

// periodOf returns the month of a date, counted from year 0. A date without a
// month is in the last one of its year.
func periodOf(date string) int32 {
	year, rest, _ := strings.Cut(date, "-")
	y, err := strconv.Atoi(year)
	if err != nil {
		return undated
	}
	month, _, _ := strings.Cut(rest, "-")
	m, err := strconv.Atoi(month)
	if err != nil {
		m = 12
	}
	return int32(12*y + m - 1)
}

// periodText returns a month as YYYY-MM, "" if undated.
func periodText(period int32) string {
	if period == undated {
		return ""
	}
	return fmt.Sprintf("%04d-%02d", period/12, period%12+1)
}

// pool has the games of a variant and their players.
type pool struct {
	games   []played
	players []string
	numbers map[string]int32 // of the players
}

func (p *pool) number(name string) int32 {
	n, known := p.numbers[name]
	if !known {
		n = int32(len(p.players))
		p.players, p.numbers[name] = append(p.players, name), n
	}
	return n
}

// sort orders players by name and games by period and players, so that nothing
// depends on the order of imports.
func (p *pool) sort() {
	sorted := slices.Sorted(slices.Values(p.players))
	moved := make([]int32, len(sorted))
	for i, name := range sorted {
		moved[p.numbers[name]], p.numbers[name] = int32(i), int32(i)
	}
	p.players = sorted
	for i := range p.games {
		g := &p.games[i]
		g.first, g.second = moved[g.first], moved[g.second]
	}
	slices.SortFunc(p.games, func(a, b played) int {
		return cmp.Or(cmp.Compare(a.period, b.period), cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second),
			cmp.Compare(a.score, b.score))
	})
}

// standing is a player in a run through the games.
type standing struct {
	strength
	last   int32 // period of the last games
	weight float64
	evidence
	games int32    // in the current period
	won   [3]int32 // games lost, drawn and won
}

// point is a player's rating after a period with games.
type point struct {
	player, period    int32
	rating, deviation float32
	games             int32
}

// run rates the players with an advantage of the first player. It calls after
// for each player of a period. With the result come the slope of the games' log
// likelihood in the advantage, and its curvature.
func (p *pool) run(ctx context.Context, advantage float64, after func(point)) (all []standing, slope, curvature float64,
	err error) {
	all = make([]standing, len(p.players))
	for i := range all {
		all[i] = standing{strength: unknown, last: undated}
	}
	var active []int32
	for games := p.games; len(games) > 0; {
		if err := ctx.Err(); err != nil {
			return nil, 0, 0, err
		}
		period, n := games[0].period, 1
		for n < len(games) && games[n].period == period {
			n++
		}
		active = active[:0]
		for _, g := range games[:n] {
			for _, player := range [2]int32{g.first, g.second} {
				if s := &all[player]; s.games == 0 {
					s.begin(period)
					active = append(active, player)
				}
				all[player].games++
			}
		}
		for _, g := range games[:n] {
			a, b, score := &all[g.first], &all[g.second], float64(g.score)/2
			lead := a.rating - b.rating + advantage
			a.add(b.weight, lead, score)
			b.add(a.weight, -lead, 1-score)
			a.won[g.score]++
			b.won[2-g.score]++
			var e evidence
			e.add(weight(math.Hypot(a.deviation, b.deviation)), lead, score)
			slope += e.surplus
			curvature += e.information
		}
		slices.Sort(active)
		for _, player := range active {
			s := &all[player]
			s.strength = s.strength.after(s.evidence)
			if after != nil {
				rating, deviation := s.points()
				after(point{player, period, float32(rating), float32(deviation), s.games})
			}
			s.evidence, s.games = evidence{}, 0
		}
		games = games[n:]
	}
	return all, slope, curvature, nil
}

// begin prepares a player for the games of a period.
func (s *standing) begin(period int32) {
	if s.last != undated {
		s.strength = s.idle(int(period-s.last) - 1)
	}
	s.last, s.weight = period, weight(s.deviation)
}

// normal is the 97.5 % quantile of the normal distribution.
const normal = 1.96

// Bounds of the fit of the first player's advantage.
const (
	maxRuns = 20
	// spread is the standard deviation of what is expected of an advantage
	// before any game is seen, which bounds it if there are few games.
	spread = 100 / scale
	// maxStep bounds the steps, and a smaller one than minStep ends the fit.
	maxStep, minStep = 0.5, 1e-5
)

// fit returns the advantage of the first player that makes the results most
// likely, each foretold from the ratings before its period. The ratings are
// computed with the same advantage.
func (p *pool) fit(ctx context.Context) (advantage float64, e lab.Estimate, err error) {
	for range maxRuns {
		_, slope, curvature, err := p.run(ctx, advantage, nil)
		if err != nil {
			return 0, e, err
		}
		curvature += 1 / (spread * spread)
		step := (slope - advantage/(spread*spread)) / curvature
		advantage += min(max(step, -maxStep), maxStep)
		margin := normal / math.Sqrt(curvature)
		e = lab.Estimate{Value: scale * advantage, Low: scale * (advantage - margin),
			High: scale * (advantage + margin), Games: len(p.games)}
		if math.Abs(step) < minStep {
			break
		}
	}
	return advantage, e, nil
}
