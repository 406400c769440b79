package lab

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/analysis/engine/match"
	"assay/analysis/logistic"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures/games"
)

// chance is a player of random moves.
type chance struct{ random *rand.Rand }

func newChance(seed uint64) match.Player { return &chance{rand.New(rand.NewPCG(seed, 9))} }

func (c *chance) Begin() error { return nil }

func (c *chance) Move(_ context.Context, p *rules.Position) (match.Choice, error) {
	moves := p.Moves(nil)
	slices.Sort(moves)
	return match.Choice{Move: moves[c.random.IntN(len(moves))]}, nil
}

// random returns a laboratory of random games.
func random(t testing.TB, variant string, seed uint64) *Lab {
	return &Lab{Rules: games.Rules(t, variant, ""), Settings: Settings{Nodes: 1, Plies: 200, Seed: seed}, Workers: 2,
		newPlayer: newChance}
}

// played returns the first games of a laboratory.
func played(t testing.TB, l *Lab, n int) []*Game {
	t.Helper()
	var all []*Game
	if err := l.Play(t.Context(), 0, n, func(g *Game) error {
		all = append(all, g)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(all) != n {
		t.Fatalf("%d games, want %d", len(all), n)
	}
	return all
}

// exact returns the expected points of First, plies, and choices of random
// play.
func exact(p *rules.Position) (points, plies, choices float64) {
	if o, over := p.Outcome(); over {
		return map[string]float64{"1-0": 1, "1/2-1/2": 0.5}[o.Result], 0, 0
	}
	moves := p.Moves(nil)
	n := float64(len(moves))
	for _, m := range moves {
		p.Play(m)
		a, b, c := exact(p)
		p.Undo()
		points, plies, choices = points+a/n, plies+b/n, choices+c/n
	}
	return points, plies + 1, choices + n
}

// TestCoverage: in 200 runs of random hexapawn, the intervals contain the
// computed truth 92 to 98 times in 100.
func TestCoverage(t *testing.T) {
	points, plies, choices := exact(games.Rules(t, "hexapawn", "").Start())
	truth := map[string]float64{"firstPlayerScore": 100 * points, "length": plies, "branching": choices / plies,
		"firstPlayerWins": 100 * points}
	covered := map[string]int{}
	const runs = 200
	for seed := range uint64(runs) {
		l := random(t, "hexapawn", seed)
		report, err := l.replay(t.Context(), played(t, l, 120))
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range truth {
			e, ok := report.Figure(name, Even)
			if !ok || e.Low > e.Value || e.High < e.Value {
				t.Fatalf("%s: %+v", name, e)
			}
			if e.Low <= want && want <= e.High {
				covered[name]++
			}
		}
	}
	for name, n := range covered {
		if n < runs*92/100 || n > runs*98/100 {
			t.Errorf("%s: the interval contains %.3f in %d of %d runs", name, truth[name], n, runs)
		}
	}
}

// changed returns the rules of a definition that extends another one.
func changed(t testing.TB, extends, text string) *rules.Rules {
	t.Helper()
	d, err := variant.Embedded().Check("changed.yaml", []byte("id: changed\nname: Changed\nextends: "+extends+
		"\nversion: \"2\"\nsources: [here]\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPlanted finds an extra piece and an extra tempo that were planted, and no
// difference between two runs of one variant.
func TestPlanted(t *testing.T) {
	random := func(r *rules.Rules, seed uint64) *Report {
		l := &Lab{Rules: r, Settings: Settings{Nodes: 1, Plies: 200, Seed: seed}, Workers: 2, newPlayer: newChance}
		report, err := l.replay(t.Context(), played(t, l, 3000))
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	base := games.Rules(t, "hexapawn", "")
	here := random(base, 1)
	truth, _, _ := exact(base.Start())
	for _, c := range []struct{ name, start string }{
		{"nothing", "ppp/3/PPP w - - 0 1"},
		{"a pawn of First", "p1p/3/PPP w - - 0 1"},
		{"a pawn of Second", "ppp/3/P1P w - - 0 1"},
		{"a tempo of First", "ppp/P2/1PP w - - 0 1"},
		{"a tempo of Second", "pp1/2p/PPP w - - 0 1"},
	} {
		r := changed(t, "hexapawn", "start: "+c.start+"\n")
		planted, _, _ := exact(r.Start())
		if off := math.Abs(planted - truth); off != 0 && off < 0.08 {
			t.Fatalf("%s: random play shows it by %.3f only", c.name, off)
		}
		found := 0.0
		for _, d := range Compare(here, random(r, 2)) {
			switch {
			case !d.Significant:
			case planted == truth:
				t.Errorf("%s: %+v", c.name, d)
			case d.Name == "firstPlayerScore" && d.Strength == Even:
				found = d.Value
			}
		}
		if planted > truth && found <= 0 || planted < truth && found >= 0 {
			t.Errorf("%s: the score changes by %.1f %%, in truth by %.1f", c.name, found, 100*(planted-truth))
		}
	}
	l := &Lab{Rules: changed(t, "microchess", "start: 1bnk/p3/4/3P/RBNK w - - 0 1\n"),
		Settings: Settings{Nodes: 40, Plies: 100}, Workers: 2}
	report, err := l.replay(t.Context(), played(t, l, 60))
	if e, ok := report.Figure("firstPlayerScore", Even); err != nil || !ok || e.Low <= 50 {
		t.Errorf("a rook more, by the engine: %+v, %v", e, err)
	}
}

// TestValues makes up games whose results follow from known values. Their
// intervals contain the truth 92 to 98 times in 100, and without evidence of a
// pawn's value there is none.
func TestValues(t *testing.T) {
	r := games.Rules(t, "microchess", "")
	truth := map[string]float64{"Pawn": 1, "Knight": 2.5, "Bishop": 3, "Rook": 4.5, firstPlayer: 0.4}
	const runs, scale = 200, 0.8
	covered, known := map[string]int{}, 0
	for run := range uint64(runs) {
		random := rand.New(rand.NewPCG(mixed(run), 31))
		v := newValueRows(r)
		for v.games < 800 {
			row := logistic.Row{Game: v.games, Slopes: []logistic.Slope{{Factor: 0, By: 1}}}
			lead := truth[firstPlayer]
			for kind := rules.PieceType(1); int(kind) <= r.Types(); kind++ {
				if by := random.IntN(3) - 1; by != 0 && !r.Royal(kind) {
					row.Slopes = append(row.Slopes, logistic.Slope{Factor: v.board(kind), By: float64(by)})
					v.seen[v.board(kind)]++
					lead += float64(by) * truth[r.PieceName(kind)]
				}
			}
			if random.Float64() < logistic.Sigmoid(scale*lead) {
				row.Result = 1
			}
			for range 1 + random.IntN(4) { // positions of one game are not independent
				row.Weight = 1 + random.Float64()
				v.rows = append(v.rows, row)
			}
			v.seen[0]++
			v.games++
		}
		unit, values := v.values()
		if unit != "Pawn" {
			t.Fatalf("unit %q", unit)
		}
		if len(values) > 0 {
			known++
		}
		for _, one := range values {
			if e := one.Board; e.Low <= truth[one.Piece] && truth[one.Piece] <= e.High {
				covered[one.Piece]++
			}
		}
	}
	if known < runs*9/10 {
		t.Errorf("values in %d of %d runs", known, runs)
	}
	for _, piece := range []string{"Rook", "Knight", "Bishop", firstPlayer} {
		if n := covered[piece]; n < known*92/100 || n > known*98/100 {
			t.Errorf("%s: the interval contains %.1f in %d of %d runs", piece, truth[piece], n, known)
		}
	}
	v := newValueRows(r) // of games in which only rooks count
	for v.games < 200 {
		by, noise := float64(v.games%3-1), float64(v.games%2*2-1)
		row := logistic.Row{Game: v.games, Result: (by + 1) / 2, Weight: 1,
			Slopes: []logistic.Slope{{Factor: 0, By: 1}}}
		for kind := rules.PieceType(1); int(kind) <= r.Types(); kind++ {
			switch r.PieceName(kind) {
			case "Pawn":
				row.Slopes = append(row.Slopes, logistic.Slope{Factor: v.board(kind), By: noise})
				v.seen[v.board(kind)]++
			case "Rook":
				row.Slopes = append(row.Slopes, logistic.Slope{Factor: v.board(kind), By: by})
				v.seen[v.board(kind)]++
			}
		}
		slices.SortFunc(row.Slopes, func(a, b logistic.Slope) int { return a.Factor - b.Factor })
		v.rows = append(v.rows, row)
		v.games++
	}
	if unit, values := v.values(); unit != "Rook" || len(values) == 0 || !values[0].Unit && !values[1].Unit {
		t.Errorf("unit %q, %+v", unit, values)
	}
	if unit, values := newValueRows(r).values(); unit != "" || values != nil {
		t.Errorf("without games: unit %q, %+v", unit, values)
	}
	if _, _, ok := fieller(3, 1, 0.1, 0, 0.5, normal); ok {
		t.Error("an unknown pawn is a unit")
	}
}

// TestResume plays on where a file ends, so that a run in two parts has the
// games of a run in one.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	l := random(t, "hexapawn", 3)
	whole := played(t, l, 60)
	for _, until := range []int{25, 60} {
		f, err := OpenFile(path, l.Settings)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Play(t.Context(), len(f.Games), until, f.Add); err != nil {
			t.Fatal(err)
		}
		if until == 60 && !reflect.DeepEqual(f.Games, whole) {
			t.Error("a run in two parts has other games")
		}
		f.Close()
		// A killed process leaves part of a line, and other settings other
		// games.
		text, _ := os.ReadFile(path)
		other := strings.Replace(string(text[:strings.IndexByte(string(text), '\n')+1]), "seed=3", "seed=4", 1)
		if err := os.WriteFile(path, append(text, other+`{"run":"nodes`...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, []byte("{}\nno game\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFile(path, l.Settings); err == nil || !strings.Contains(err.Error(), path+":2: ") {
		t.Errorf("%v", err)
	}
}

// TestPlan: every kind of game comes early, and the stronger side of the skill
// trace plays each level with both colours.
func TestPlan(t *testing.T) {
	l := &Lab{Settings: Settings{Nodes: 100}}
	kinds, levels := map[Kind]int{}, map[[2]int]int{}
	for n := range 20 * 8 {
		p := l.planOf(n)
		kinds[p.kind]++
		if p.kind == Skill {
			first := 0
			if p.nodes[0] > p.nodes[1] {
				first = 1
			}
			if p.nodes[first]*2 != p.nodes[1-first] || min(p.nodes[0], p.nodes[1]) != 8<<p.level {
				t.Errorf("%+v", p)
			}
			levels[[2]int{p.level, first}]++
		}
	}
	if !reflect.DeepEqual(kinds, map[Kind]int{Even: 80, High: 24, Odds: 40, Skill: 16}) || len(levels) != 16 {
		t.Errorf("%v, %v", kinds, levels)
	}
}

// TestKeepNone: the zero File keeps games in memory only.
func TestKeepNone(t *testing.T) {
	var f File
	if err := f.Add(&Game{}); err != nil || len(f.Games) != 1 {
		t.Errorf("%d games, %v", len(f.Games), err)
	}
}
