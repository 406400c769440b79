package lab

import (
	"math"
	"math/rand/v2"
	"slices"

	"assay/analysis/logistic"
)

// Figure is a measured property of a variant.
type Figure struct {
	Name     string `json:"name"`
	Strength Kind   `json:"strength,omitempty"` // even or high; "" for games of both
	Unit     string `json:"unit,omitempty"`     // "%", or empty
	Estimate
}

// FigureKind describes a figure.
type FigureKind struct {
	Name  string
	Title string
}

// Kinds lists the figures in the order of a report, with the metrics elsewhere
// that they follow.
var Kinds = []FigureKind{
	{"firstPlayerScore", "First player's score"}, // Ludii: AdvantageP1
	{"firstPlayerWins", "First player wins"},
	{"secondPlayerWins", "Second player wins"},
	{"decisive", "Decisive games"},              // chess-variant-stats
	{"draws", "Draws"},                          // Ludii: Drawishness
	{"unfinished", "Unfinished games"},          // Ludii: Timeouts
	{"balance", "Balance"},                      // Ludii: Balance
	{"outcomeUniformity", "Outcome uniformity"}, // Ludii: OutcomeUniformity
	{"length", "Length, mean"},                  // Ludii: DurationMoves
	{"lengthLowerQuartile", "Length, lower quartile"},
	{"lengthMedian", "Length, median"},
	{"lengthUpperQuartile", "Length, upper quartile"},
	{"branching", "Moves to choose from"},               // Ludii: BranchingFactorAvg
	{"gameTree", "Size of the game tree, log10"},        // Ludii: GameTreeComplexity
	{"drama", "Drama"},                                  // Ludii: Drama
	{"leadChanges", "Lead changes per ply"},             // Ludii: LeadChange
	{"decisivenessThreshold", "Decisiveness threshold"}, // Ludii: DecisivenessThreshold
	{"decisivenessMoves", "Moves after the threshold"},  // Ludii: DecisivenessMoves, as described
	{"clarity", "Clarity, narrowness"},                  // Ludii: ClarityNarrowness
	{"skillTrace", "Skill trace"},                       // Ludii: SkillTrace
}

// perGame has a figure's value for each game.
type perGame struct{ y, m []float64 }

func (g *perGame) add(y, m float64) {
	g.y, g.m = append(g.y, y), append(g.m, m)
}

// outcomes adds the figures that follow from results and lengths.
func (m *measurement) outcomes(strength Kind, games []*Game) {
	var score, wins, losses, draws, decisive, unfinished, utility, plies []float64
	flag := func(to *[]float64, is bool) {
		v := 0.0
		if is {
			v = 1
		}
		*to = append(*to, v)
	}
	for _, g := range games {
		score = append(score, g.Points())
		utility = append(utility, 2*g.Points()-1)
		plies = append(plies, float64(len(g.Moves)))
		flag(&wins, g.Result == "1-0")
		flag(&losses, g.Result == "0-1")
		flag(&decisive, g.decided())
		flag(&unfinished, g.Termination == Unfinished)
		flag(&draws, !g.decided() && g.Termination != Unfinished)
	}
	percent := func(name string, y []float64) {
		e, ok := share(y)
		m.figure(name, strength, "%", e.scaled(100), ok)
	}
	percent("firstPlayerScore", score)
	percent("firstPlayerWins", wins)
	percent("secondPlayerWins", losses)
	percent("decisive", decisive)
	percent("draws", draws)
	percent("unfinished", unfinished)
	lead := make([]float64, len(wins))
	middle, ok := mean(utility)
	off := make([]float64, len(utility))
	for i, u := range utility {
		lead[i] = wins[i] - losses[i]
		off[i] = (u - middle.Value) * (u - middle.Value)
	}
	if e, enough := mean(lead); enough {
		m.figure("balance", strength, "", absolute(e), true)
	}
	e, _ := mean(off)
	m.figure("outcomeUniformity", strength, "", Estimate{1 - e.Value, 1 - e.High, 1 - e.Low, e.Games}, ok)
	e, ok = mean(plies)
	m.figure("length", strength, "", e, ok)
	for _, q := range []struct {
		name string
		at   float64
	}{{"lengthLowerQuartile", 0.25}, {"lengthMedian", 0.5}, {"lengthUpperQuartile", 0.75}} {
		e, ok := quantile(plies, q.at)
		m.figure(q.name, strength, "", e, ok)
	}
}

// absolute returns one minus the absolute value of an estimate.
func absolute(e Estimate) Estimate {
	near, far := min(math.Abs(e.Low), math.Abs(e.High)), max(math.Abs(e.Low), math.Abs(e.High))
	if e.Low < 0 && e.High > 0 {
		near = 0
	}
	return Estimate{1 - math.Abs(e.Value), max(1-far, 0), 1 - near, e.Games}
}

// minCurveGames is the smallest number of games to fit the curve of wins to.
const minCurveGames = 100

// curve returns the steepness at which search scores predict the results best.
func curve(games []*Game, usual float64) float64 {
	if len(games) < minCurveGames {
		return usual
	}
	var rows []logistic.Row
	for i, g := range games {
		for _, score := range g.Scores {
			rows = append(rows, logistic.Row{Game: i, Base: float64(min(max(score, -1000), 1000)), Result: g.Points(),
				Weight: 1 / float64(len(g.Scores))})
		}
	}
	return logistic.Steepness(rows)
}

// tension adds the figures that follow from the evaluations during the game,
// which lie between -1 and 1 for each side, as probabilities to win do.
func (m *measurement) tension(strength Kind, games []*Game) {
	var drama, changes, threshold, after perGame
	for _, g := range games {
		n := float64(len(g.Scores))
		if n == 0 {
			continue
		}
		sum, changed, highest, leader := 0.0, 0.0, -1.0, 2
		turn := len(g.Scores)
		values := make([]float64, len(g.Scores))
		for i, score := range g.Scores {
			v := 2*logistic.Sigmoid(m.curve*float64(score)) - 1
			now := 0
			if v > 0 {
				now = 1
			} else if v < 0 {
				now = -1
			}
			if now != leader {
				changed++
			}
			leader = now
			if g.Result == "0-1" {
				v = -v
			}
			values[i] = v
			if g.decided() {
				sum += math.Abs(v) - v
				highest = max(highest, -v)
			} else {
				sum += math.Abs(v)
			}
		}
		drama.add(sum/n, 1)
		changes.add(changed/n, 1)
		if !g.decided() {
			continue
		}
		if i := slices.IndexFunc(values, func(v float64) bool { return v > highest }); i >= 0 {
			turn = i
		}
		threshold.add(highest, 1)
		after.add(1-float64(turn)/n, 1)
	}
	m.ratio("drama", strength, "", drama, 1)
	m.ratio("leadChanges", strength, "", changes, 1)
	m.ratio("decisivenessThreshold", strength, "", threshold, 1)
	m.ratio("decisivenessMoves", strength, "%", after, 100)
}

// skillBootstraps is the number of bootstrap samples for the skill trace.
const skillBootstraps = 200

// skillTrace returns the skill trace and the stronger side's score per level:
// the score of one more doubling, by linear regression, and of what it leaves
// the mean of the levels. Scores count from -1 to 1, and negative ones as 0.
func skillTrace(games []*Game) (trace Estimate, levels []Estimate, ok bool) {
	byLevel := make([][]float64, skillLevels)
	for _, g := range games {
		if g.Kind != Skill {
			continue
		}
		points := g.Points()
		if g.Nodes[1] > g.Nodes[0] {
			points = 1 - points
		}
		byLevel[g.Level] = append(byLevel[g.Level], points)
		trace.Games++
	}
	for _, level := range byLevel {
		if len(level) < 2 {
			return trace, nil, false
		}
		e, _ := share(level)
		levels = append(levels, e.scaled(100))
	}
	trace.Value = traceOf(byLevel)
	random := rand.New(rand.NewPCG(23, uint64(trace.Games)))
	drawn := make([]float64, skillBootstraps)
	for i := range drawn {
		again := make([][]float64, skillLevels)
		for l, points := range byLevel {
			for range points {
				again[l] = append(again[l], points[random.IntN(len(points))])
			}
		}
		drawn[i] = traceOf(again)
	}
	slices.Sort(drawn)
	trace.Low, trace.High = drawn[skillBootstraps/40], drawn[skillBootstraps-1-skillBootstraps/40]
	return trace, levels, true
}

// traceOf returns the skill trace of the stronger side's points by level.
func traceOf(byLevel [][]float64) float64 {
	n := float64(len(byLevel))
	var area, sx, sy, sxx, sxy float64
	for x, points := range byLevel {
		y := 0.0
		for _, p := range points {
			y += (2*p - 1) / float64(len(points))
		}
		area += max(y, 0)
		x := float64(x)
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	slope := (n*sxy - sx*sy) / (n*sxx - sx*sx)
	next := min(max((sy-slope*sx)/n+slope*(n+1), 0), 1)
	return next + (1-next)*area/n
}
