package lab

import (
	"cmp"
	"math"
	"slices"
)

// normal is the 97.5 % quantile of the normal distribution.
const normal = 1.959964

// Estimate is a figure with its interval at 95 % confidence.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Games int     `json:"games"`
}

// deviation returns the standard error that the interval stands for.
func (e *Estimate) deviation() float64 { return (e.High - e.Low) / 2 / normal }

// scaled returns the estimate in another unit.
func (e Estimate) scaled(by float64) Estimate {
	return Estimate{e.Value * by, e.Low * by, e.High * by, e.Games}
}

// student approximates the 97.5 % quantile of Student's distribution.
func student(freedom float64) float64 {
	return normal + (normal*normal*normal+normal)/(4*max(freedom, 1))
}

// ratio estimates the sum of y divided by the sum of m, where each index is a
// game: a mean if every m is 1. The games are independent, not what is counted
// in them. It is false for fewer than two games with an m.
func ratio(y, m []float64) (Estimate, bool) {
	var sum, weight float64
	n := 0
	for i := range y {
		sum += y[i]
		weight += m[i]
		if m[i] != 0 {
			n++
		}
	}
	if n < 2 {
		return Estimate{Games: n}, false
	}
	value, squares := sum/weight, 0.0
	for i := range y {
		off := y[i] - value*m[i]
		squares += off * off
	}
	size := float64(n)
	half := student(size-1) * math.Sqrt(squares*size/(size-1)) / weight
	return Estimate{value, value - half, value + half, n}, true
}

// mean is ratio for one value per game.
func mean(y []float64) (Estimate, bool) {
	ones := make([]float64, len(y))
	for i := range ones {
		ones[i] = 1
	}
	return ratio(y, ones)
}

// share estimates the mean of values from 0 to 1.
func share(y []float64) (Estimate, bool) {
	if len(y) == 0 {
		return Estimate{}, false
	}
	sum, squares := 0.0, 0.0
	for _, v := range y {
		sum += v
		squares += v * v
	}
	return wilson(len(y), sum, squares), true
}

// wilson estimates the mean of values from 0 to 1 by Wilson's interval, from
// their number, sum and sum of squares. Draws vary less than wins and losses of
// the same mean, which counts as more games.
func wilson(games int, sum, squares float64) Estimate {
	n := float64(games)
	p := sum / n
	size := n
	if spread := squares/n - p*p; spread > 0 {
		size = n * p * (1 - p) / spread
	}
	middle, scale := p+normal*normal/(2*size), 1+normal*normal/size
	half := normal * math.Sqrt(p*(1-p)/size+normal*normal/(4*size*size))
	return Estimate{p, max((middle-half)/scale, 0), min((middle+half)/scale, 1), games}
}

// Share estimates a side's share of the points in percent. Without games it is
// a half, of which nothing is known.
func Share(wins, draws, losses int) Estimate {
	games := wins + draws + losses
	if games == 0 {
		return Estimate{Value: 50, High: 100}
	}
	w, d := float64(wins), float64(draws)
	return wilson(games, w+d/2, w+d/4).scaled(100)
}

// quantile estimates a quantile by order statistics. It is false for so few
// values that the smallest and the largest one enclose the quantile with less
// than 95 % confidence.
func quantile(y []float64, q float64) (Estimate, bool) {
	n := len(y)
	if math.Pow(q, float64(n))+math.Pow(1-q, float64(n)) > 0.05 {
		return Estimate{Games: n}, false
	}
	sorted := slices.Clone(y)
	slices.Sort(sorted)
	at := func(rank float64) float64 { return sorted[min(max(int(rank), 0), n-1)] }
	middle := q * float64(n)
	half := normal * math.Sqrt(float64(n)*q*(1-q))
	return Estimate{at(middle), at(math.Floor(middle - half)), at(math.Ceil(middle + half)), n}, true
}

// Difference compares a figure of two variants.
type Difference struct {
	Name     string   `json:"name"`
	Strength Kind     `json:"strength,omitempty"`
	Unit     string   `json:"unit,omitempty"`
	Here     Estimate `json:"here"`
	There    Estimate `json:"there"`
	Value    float64  `json:"value"` // there minus here
	Low      float64  `json:"low"`
	High     float64  `json:"high"`
	P        float64  `json:"p"` // two-sided
	// Significant reports that the difference remains at 5 % although many
	// figures are compared (Holm's correction).
	Significant bool `json:"significant"`
}

// compare returns the difference of two independent estimates.
func compare(here, there Estimate) Difference {
	d := Difference{Here: here, There: there, Value: there.Value - here.Value, P: 1}
	deviation := math.Hypot(here.deviation(), there.deviation())
	d.Low, d.High = d.Value-normal*deviation, d.Value+normal*deviation
	switch {
	case deviation > 0:
		d.P = math.Erfc(math.Abs(d.Value) / deviation / math.Sqrt2)
	case d.Value != 0:
		d.P = 0
	}
	d.P = max(d.P, smallestP(here.Games, there.Games))
	return d
}

// smallestP returns the two-sided p-value of a permutation test if all values
// of one sample exceed the other's. Few games that are equal by chance
// have an interval without width, but show no smaller p-value.
func smallestP(here, there int) float64 {
	logFactorial := func(n int) float64 {
		v, _ := math.Lgamma(float64(n) + 1)
		return v
	}
	return min(2*math.Exp(logFactorial(here)+logFactorial(there)-logFactorial(here+there)), 1)
}

// correct sets Significant by Holm's correction.
func correct(all []Difference) {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[a].P, all[b].P) })
	for i, at := range order {
		if all[at].P > 0.05/float64(len(all)-i) {
			return
		}
		all[at].Significant = true
	}
}

// Compare returns the differences of the figures that two reports share.
func Compare(here, there *Report) []Difference {
	var out []Difference
	add := func(name, unit string, strength Kind, a, b Estimate) {
		d := compare(a, b)
		d.Name, d.Unit, d.Strength = name, unit, strength
		out = append(out, d)
	}
	for _, f := range here.Figures {
		if other, ok := there.Figure(f.Name, f.Strength); ok {
			add(f.Name, f.Unit, f.Strength, f.Estimate, other)
		}
	}
	for _, v := range here.Values {
		i := slices.IndexFunc(there.Values, func(o Value) bool { return o.Piece == v.Piece })
		if i < 0 || v.Unit || here.Unit != there.Unit {
			continue
		}
		other := there.Values[i]
		if v.Board != nil && other.Board != nil {
			add("value of "+v.Piece, "", "", *v.Board, *other.Board)
		}
		if v.Hand != nil && other.Hand != nil {
			add("value of "+v.Piece+" in hand", "", "", *v.Hand, *other.Hand)
		}
	}
	for _, e := range here.Endings {
		add("ending by "+e.Termination, "%", e.Strength, e.Share, there.ending(e.Termination, e.Rule, e.Strength))
	}
	for _, e := range there.Endings {
		if !slices.ContainsFunc(here.Endings,
			func(o Ending) bool { return o.same(e.Termination, e.Rule, e.Strength) }) {
			add("ending by "+e.Termination, "%", e.Strength, here.ending(e.Termination, e.Rule, e.Strength), e.Share)
		}
	}
	for _, u := range here.Pieces {
		if i := slices.IndexFunc(there.Pieces, func(o PieceUse) bool { return o.Piece == u.Piece }); i >= 0 {
			o := there.Pieces[i]
			add("moves of each "+u.Piece, "", "", u.Mobility, o.Mobility)
			add("captured "+u.Piece, "", "", u.Captured, o.Captured)
		}
	}
	correct(out)
	return out
}

// same reports whether an ending is this one.
func (e *Ending) same(termination, rule string, strength Kind) bool {
	return e.Termination == termination && e.Rule == rule && e.Strength == strength
}

// ending returns the share of an ending, which may be none.
func (r *Report) ending(termination, rule string, strength Kind) Estimate {
	for _, e := range r.Endings {
		if e.same(termination, rule, strength) {
			return e.Share
		}
	}
	e, _ := share(make([]float64, r.Games[strength]))
	return e.scaled(100)
}
