package lab

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/analysis/evaluation"
	"assay/analysis/rules"
)

// Report has what the games of a laboratory show.
type Report struct {
	Variant  string         `json:"variant"`
	Name     string         `json:"name"`
	Options  string         `json:"options,omitempty"`
	Revision string         `json:"revision"`
	Settings string         `json:"settings"`
	Games    map[Kind]int   `json:"games"`
	Repeated int            `json:"repeated"` // games with the moves of an earlier one
	Nodes    map[Kind]int64 `json:"nodes"`    // per move
	Unit     string         `json:"unit"`     // the piece that is the unit of values; "" if they are unknown

	Board      Board       `json:"-"`
	Figures    []Figure    `json:"-"`
	Endings    []Ending    `json:"-"`
	Values     []Value     `json:"-"`
	Levels     []Estimate  `json:"-"` // of the skill trace, in percent for the stronger side
	Pieces     []PieceUse  `json:"-"`
	Heat       []Heat      `json:"-"`
	Plies      []Ply       `json:"-"`
	Lengths    []int       `json:"-"` // of the games of both strengths
	Hazards    []Finding   `json:"-"`
	Never      []Finding   `json:"-"`
	FirstMoves []FirstMove `json:"-"`
	Openings   []Opening   `json:"-"`
	Samples    []Line      `json:"-"`
}

// Board is the size of the board with the names of its squares, "" for holes,
// in the order of the ranks.
type Board struct {
	Files   int      `json:"files"`
	Ranks   int      `json:"ranks"`
	Squares []string `json:"squares"`
}

// Ending is a way in which games end.
type Ending struct {
	Termination string   `json:"termination"`
	Rule        string   `json:"rule,omitempty"`
	Strength    Kind     `json:"strength"`
	Share       Estimate `json:"share"` // in percent of the games
}

// PieceUse has figures of a piece type in the games of both strengths.
type PieceUse struct {
	Piece    string   `json:"piece"`
	OnBoard  Estimate `json:"onBoard"`  // pieces per position
	Mobility Estimate `json:"mobility"` // legal moves per piece of the side to move
	Moves    Estimate `json:"moves"`    // percent of the moves played
	Captured Estimate `json:"captured"` // per game
}

// Heat says how often a piece type of a side stands on each square.
type Heat struct {
	Piece   string             `json:"piece"`
	Side    string             `json:"side"`
	Squares map[string]float64 `json:"squares"` // share of the positions; absent is never
}

// Ply has means over the games that reached a ply, of both strengths.
type Ply struct {
	Ply       int     `json:"ply"`
	Games     int     `json:"games"`
	Expected  float64 `json:"expected"`  // First's expected points in percent, by the evaluation
	Deviation float64 `json:"deviation"` // mean distance of the expected points from 50 %
	Branching float64 `json:"branching"`
}

// Finding is something to look at.
type Finding struct {
	Kind    string   `json:"kind"`
	Piece   string   `json:"piece,omitempty"`
	Side    string   `json:"side,omitempty"`
	Squares []string `json:"squares,omitempty"`
	Rule    string   `json:"rule,omitempty"`
	Line    []string `json:"line,omitempty"` // moves in UCI
	Text    string   `json:"text"`
}

// Opening is a sequence of first moves with the results of its games.
type Opening struct {
	Moves []string `json:"moves"`
	Score Estimate `json:"score"` // First's, in percent
}

// Line is a game to play through.
type Line struct {
	Why    string   `json:"why"`
	Number int      `json:"number"`
	Moves  []string `json:"moves"`
	Result string   `json:"result"`
	Ended  string   `json:"ended"`
}

// measurement collects a report.
type measurement struct {
	*Report
	rules *rules.Rules
	curve float64
	pieces
	rows  *valueRows
	plies []plySums
	never *never
}

// plySums has sums over the games that reached a ply.
type plySums struct {
	games                          int
	expected, deviation, branching float64
}

// Measure replays the games and reports what they and the starting position
// show. The error is from ctx, or about a game that the rules do not allow.
func (l *Lab) Measure(ctx context.Context, games []*Game) (*Report, error) {
	report, err := l.replay(ctx, games)
	if err == nil {
		err = l.inspect(ctx, report, ofKinds(games, Even, High))
	}
	return report, err
}

// ofKinds returns the games of some kinds.
func ofKinds(games []*Game, kinds ...Kind) []*Game {
	var out []*Game
	for _, g := range games {
		if slices.Contains(kinds, g.Kind) {
			out = append(out, g)
		}
	}
	return out
}

// replay reports what the games show.
func (l *Lab) replay(ctx context.Context, games []*Game) (*Report, error) {
	d := l.Rules.Definition()
	m := &measurement{
		Report: &Report{
			Variant: d.ID, Name: d.Name, Options: d.OptionText(), Revision: d.Revision(), Settings: l.Settings.Text(),
			Games: map[Kind]int{}, Nodes: map[Kind]int64{Even: int64(l.Settings.Nodes),
				High: int64(l.Settings.Nodes * highFactor), Odds: int64(l.Settings.Nodes)},
		},
		rules: l.Rules, pieces: newPieces(l.Rules), rows: newValueRows(l.Rules), never: newNever(l.Rules),
	}
	m.Board = Board{Files: l.Rules.Files(), Ranks: l.Rules.Ranks()}
	for at, start := rules.Square(0), l.Rules.Start(); int(at) < m.Board.Files*m.Board.Ranks; at++ {
		name := l.Rules.SquareName(at)
		if _, rank := l.Rules.Coordinates(at); l.Rules.Hexagons() && rank == 0 || start.At(at) == rules.Walled {
			name = ""
		}
		m.Board.Squares = append(m.Board.Squares, name)
	}
	seen := map[string]bool{}
	for _, g := range games {
		m.Games[g.Kind]++
		key := g.Start + fmt.Sprint(g.Moves)
		if seen[key] {
			m.Repeated++
		}
		seen[key] = true
	}
	even := ofKinds(games, Even, High)
	m.curve = curve(even, evaluation.Usual.Constant)
	branching, tree, clarity := map[Kind]*perGame{}, map[Kind]*perGame{}, map[Kind]*perGame{}
	for _, k := range []Kind{Even, High, Odds, Skill} {
		branching[k], tree[k], clarity[k] = &perGame{}, &perGame{}, &perGame{}
	}
	judge := newClarity(l)
	for _, g := range games {
		r := replay{measurement: m, game: g, narrow: judge}
		if err := r.run(); err != nil {
			return nil, err
		}
		branching[g.Kind].add(r.choices, float64(len(g.Moves)))
		tree[g.Kind].add(r.tree, 1)
		if r.judged > 0 {
			clarity[g.Kind].add(r.clear, r.judged)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	for _, k := range []Kind{Even, High} {
		of := ofKinds(games, k)
		if len(of) == 0 {
			continue
		}
		m.outcomes(k, of)
		m.ratio("branching", k, "", *branching[k], 1)
		m.ratio("gameTree", k, "", *tree[k], 1)
		m.tension(k, of)
		m.ratio("clarity", k, "%", *clarity[k], 100)
		m.endings(k, of)
	}
	if trace, levels, ok := skillTrace(games); ok {
		m.figure("skillTrace", "", "", trace, true)
		m.Levels = levels
	}
	slices.SortStableFunc(m.Figures, func(a, b Figure) int { return kindIndex(a.Name) - kindIndex(b.Name) })
	m.Unit, m.Values = m.rows.values()
	m.Pieces, m.Heat = m.use(), m.heat()
	m.byPly()
	for _, g := range even {
		m.Lengths = append(m.Lengths, len(g.Moves))
	}
	m.Never = m.never.findings(len(games))
	m.openings(even)
	m.samples(even)
	return m.Report, nil
}

func kindIndex(name string) int {
	return slices.IndexFunc(Kinds, func(k FigureKind) bool { return k.Name == name })
}

// Figure returns a figure of a report.
func (r *Report) Figure(name string, strength Kind) (Estimate, bool) {
	i := slices.IndexFunc(r.Figures, func(f Figure) bool { return f.Name == name && f.Strength == strength })
	if i < 0 {
		return Estimate{}, false
	}
	return r.Figures[i].Estimate, true
}

func (m *measurement) figure(name string, strength Kind, unit string, e Estimate, ok bool) {
	if ok {
		m.Figures = append(m.Figures, Figure{name, strength, unit, e})
	}
}

func (m *measurement) ratio(name string, strength Kind, unit string, of perGame, by float64) {
	e, ok := ratio(of.y, of.m)
	m.figure(name, strength, unit, e.scaled(by), ok)
}

// endings counts the ways in which games end.
func (m *measurement) endings(strength Kind, games []*Game) {
	type way struct{ termination, rule string }
	var ways []way
	for _, g := range games {
		if w := (way{g.Termination, g.Rule}); !slices.Contains(ways, w) {
			ways = append(ways, w)
		}
	}
	from := len(m.Endings)
	for _, w := range ways {
		y := make([]float64, len(games))
		for i, g := range games {
			if g.Termination == w.termination && g.Rule == w.rule {
				y[i] = 1
			}
		}
		e, _ := share(y)
		m.Endings = append(m.Endings, Ending{w.termination, w.rule, strength, e.scaled(100)})
	}
	slices.SortStableFunc(m.Endings[from:], func(a, b Ending) int {
		return cmp.Or(cmp.Compare(b.Share.Value, a.Share.Value),
			cmp.Compare(a.Termination+a.Rule, b.Termination+b.Rule))
	})
}

// byPly converts the sums of the plies. Plies that few games reached are left
// out.
func (m *measurement) byPly() {
	for i, s := range m.plies {
		if s.games < 2 || s.games*20 < m.plies[0].games {
			break
		}
		n := float64(s.games)
		m.Plies = append(m.Plies, Ply{i, s.games, 100 * s.expected / n, 100 * s.deviation / n, s.branching / n})
	}
}

// Openings of a report: their length, how many games one needs, and how many
// are listed at each end.
const (
	openingPlies = 2
	openingGames = 10
	openingsMost = 5
)

// openings lists the openings that are best and worst for First.
func (m *measurement) openings(games []*Game) {
	points := map[string][]float64{}
	for _, g := range games {
		if len(g.Moves) >= openingPlies && g.Start == "" {
			key := strings.Join(texts(m.rules.Start(), g.Moves[:openingPlies]), " ")
			points[key] = append(points[key], g.Points())
		}
	}
	for key, y := range points {
		if len(y) >= openingGames {
			e, _ := share(y)
			m.Openings = append(m.Openings, Opening{strings.Fields(key), e.scaled(100)})
		}
	}
	slices.SortFunc(m.Openings, func(a, b Opening) int {
		return cmp.Or(cmp.Compare(b.Score.Value, a.Score.Value), slices.Compare(a.Moves, b.Moves))
	})
	if n := len(m.Openings); n > 2*openingsMost {
		m.Openings = slices.Delete(m.Openings, openingsMost, n-openingsMost)
	}
}

// samples takes some games to play through.
func (m *measurement) samples(games []*Game) {
	if len(games) == 0 {
		return
	}
	sorted := slices.Clone(games)
	slices.SortStableFunc(sorted, func(a, b *Game) int { return len(a.Moves) - len(b.Moves) })
	for _, at := range []struct {
		why string
		at  int
	}{{"shortest", 0}, {"median length", len(games) / 2}, {"longest", len(games) - 1}} {
		g := sorted[at.at]
		m.Samples = append(m.Samples, Line{at.why, g.Number, texts(m.rules.Start(), g.Moves), g.Result, g.Termination})
	}
}
