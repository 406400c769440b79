package ratings

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/players"
	"assay/store"
)

// TestGlickman computes the example of Glickman's paper, and players that it
// does not have.
func TestGlickman(t *testing.T) {
	opponents := [][2]float64{{1400, 30}, {1550, 100}, {1700, 300}}
	of := func(rating, deviation float64) strength {
		return strength{(rating - initialRating) / scale, deviation / scale, initialVolatility}
	}
	after := func(s strength, scores ...float64) strength {
		var e evidence
		for i, score := range scores {
			o := of(opponents[i][0], opponents[i][1])
			e.add(weight(o.deviation), s.rating-o.rating, score)
		}
		return s.after(e)
	}
	for _, row := range []struct {
		got                           strength
		rating, deviation, volatility float64
	}{
		{after(of(1500, 200), 1, 0, 0), 1464.06, 151.52, 0.05999},
		{after(of(1500, 200)), 1500, 200.27, 0.06},
	} {
		if rating, deviation := row.got.points(); math.Abs(rating-row.rating) > 0.01 ||
			math.Abs(deviation-row.deviation) > 0.01 || math.Abs(row.got.volatility-row.volatility) > 0.00001 {
			t.Errorf("%.4f %.4f %.6f, want %g %g %g", rating, deviation, row.got.volatility, row.rating, row.deviation,
				row.volatility)
		}
	}
	s := of(1500, 30)
	if got := after(s, 0, 0, 0); got.volatility <= initialVolatility {
		t.Errorf("three losses of an established player: %v", got)
	}
	if got := s.idle(1e6); got.deviation != unknown.deviation || got.rating != s.rating {
		t.Errorf("after a long time %v", got)
	}
}

// shelf is a store of outcomes.
type shelf struct {
	store.Players
	outcomes []store.Outcome
	names    []store.PlayerName
	sequence int64
	reads    int
}

func (s *shelf) Outcomes(_ context.Context, each func(store.Outcome) error) error {
	s.reads++
	for _, o := range s.outcomes {
		if err := each(o); err != nil {
			return err
		}
	}
	return nil
}

func (s *shelf) PlayerNames(context.Context) ([]store.PlayerName, error) { return s.names, nil }
func (s *shelf) LastPlayerName(context.Context) (int64, error)           { return int64(len(s.names)), nil }
func (s *shelf) Sequence(context.Context) (int64, error)                 { return s.sequence, nil }

// planted returns games of players with known strengths.
func planted(r *rand.Rand, count, games int, advantage float64) (all []store.Outcome, truth map[string]float64) {
	truth = map[string]float64{}
	name := func(i int) string { return fmt.Sprintf("Player %03d", i) }
	for i := range count {
		truth[name(i)] = 250 / scale * r.NormFloat64()
	}
	for i := range games {
		a := r.IntN(count)
		b := (a + 1 + r.IntN(count-1)) % count
		first, second := name(a), name(b)
		result := "0-1"
		if expected := 1 / (1 + math.Exp(-(truth[first] - truth[second] + advantage/scale))); r.Float64() < expected {
			result = "1-0"
		}
		all = append(all, store.Outcome{Variant: "chess", First: first, Second: second, Result: result,
			Date: fmt.Sprintf("%d-%02d-%02d", 2000+i*4/games, 1+r.IntN(12), 1+r.IntN(28))})
	}
	return all, truth
}

// TestPlanted finds planted strengths and advantages, whatever the order of the
// games.
func TestPlanted(t *testing.T) {
	for _, advantage := range []float64{0, 40, -80} {
		r := rand.New(rand.NewPCG(1, uint64(int64(advantage))))
		games, truth := planted(r, 200, 20_000, advantage)
		l, err := rate(t.Context(), &shelf{outcomes: games}, nil)
		if err != nil {
			t.Fatal(err)
		}
		v := &l.Variants[0]
		if a := v.Advantage; math.Abs(a.Value-advantage) > 8 || a.Low > advantage || a.High < advantage ||
			a.High-a.Low > 25 {
			t.Errorf("planted %g, found %+v", advantage, a)
		}
		inside, mean := 0, 0.0
		for _, p := range v.Ratings {
			mean += (p.Rating - initialRating - scale*truth[p.Name]) / float64(len(v.Ratings))
		}
		for _, p := range v.Ratings {
			if low, high := Interval(p.Rating-mean, p.Deviation); low <= initialRating+scale*truth[p.Name] &&
				high >= initialRating+scale*truth[p.Name] {
				inside++
			}
		}
		if share := float64(inside) / float64(len(v.Ratings)); share < 0.9 || len(v.Ratings) != 200 {
			t.Errorf("%.0f %% of %d intervals have the planted strength", 100*share, len(v.Ratings))
		}
		r.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		if again, err := rate(t.Context(), &shelf{outcomes: games}, nil); err != nil || !reflect.DeepEqual(l, again) {
			t.Errorf("another order gives other ratings, %v", err)
		}
	}
}

// TestFitOfFew keeps the advantage within bounds if it could be infinite, or
// cannot be told from the strength of players.
func TestFitOfFew(t *testing.T) {
	same := func(n int, first, second, result string) []store.Outcome {
		return slices.Repeat([]store.Outcome{{Variant: "chess", First: first, Second: second, Result: result}}, n)
	}
	for _, row := range []struct {
		games     []store.Outcome
		low, high float64 // of the advantage
	}{
		{same(1, "A", "B", "1-0"), 1, 40}, {same(1, "A", "B", "1/2-1/2"), 0, 0}, {same(1, "A", "B", "0-1"), -40, -1},
		{same(1000, "A", "B", "1-0"), 100, 1200},
		{append(same(500, "A", "B", "1-0"), same(500, "B", "A", "0-1")...), -1, 1},
	} {
		l, err := rate(t.Context(), &shelf{outcomes: row.games}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if a := l.Variants[0].Advantage; a.Value < row.low || a.Value > row.high || a.Low >= a.High {
			t.Errorf("%d times %s: %+v", len(row.games), row.games[0].Result, a)
		}
	}
}

type book struct{ *analysis.Rulebook }

func (b book) Rules(name, options string) (*rules.Rules, error) {
	id, ok := b.Registry().Find(name)
	if !ok {
		return nil, b.Registry().Unknown(name)
	}
	return b.Rulebook.Rules(id, options)
}

// TestList selects ratings, which are computed again after changes only.
func TestList(t *testing.T) {
	s := new(shelf)
	for _, row := range [][5]string{
		{"chess", "Tal", "Ben", "1-0", "1960-03-01"}, {"chess", "Ben", "Tal, M", "0-1", "1961"},
		{"chess", "Ben", "Cid", "1/2-1/2", "1961-12-31"}, {"chess", "Cid", "Ben", "1-0", ""},
		{"shogi", "羽生善治", "Tal", "1-0", "19??-05-05"}, {"chess", "?", "Ben", "1-0", "1960"}, {"chess", "Tal", "Tal", "1-0", ""},
		{"gone", "Dee", "Ann", "1-0", "2001-02-??"},
	} {
		s.outcomes = append(s.outcomes, store.Outcome{Variant: row[0], First: row[1], Second: row[2], Result: row[3], Date: row[4]})
	}
	c := NewCollection(s, book{analysis.NewRulebook(variant.Embedded())})
	show := func(f Filter) (text string) {
		l, err := c.List(t.Context(), f)
		if err != nil {
			return err.Error()
		}
		for _, v := range l.Variants {
			text += fmt.Sprintf("%s %d %d %s;", v.Variant, v.Games, v.Undated, v.Last)
			for _, r := range v.Ratings {
				text += fmt.Sprintf(" %d %s %d+%d=%d-%d %s", r.Place, r.Name, r.Games, r.Won, r.Drawn, r.Lost, r.Last)
				for _, h := range r.History {
					text += fmt.Sprintf(" (%s %d)", h.Month, h.Games)
				}
			}
			text += "\n"
		}
		return fmt.Sprint(text, l.Unrated)
	}
	all := "chess 4 1 1961-12; 1 Tal, M 1+1=0-0 1961-12 2 Tal 1+1=0-0 1960-03 3 Cid 2+1=1-0 1961-12 4 Ben 4+0=1-3 1961-12\n" +
		"gone 1 0 2001-02; 1 Dee 1+1=0-0 2001-02 2 Ann 1+0=0-1 2001-02\nshogi 1 1 ; 1 羽生善治 1+1=0-0  2 Tal 1+0=0-1 \n2"
	for f, want := range map[Filter]string{
		{}:                                     all,
		{Variant: "Shogi", Limit: 1}:           "shogi 1 1 ; 1 羽生善治 1+1=0-0 \n2",
		{Variant: "xiangqi"}:                   "2",
		{Variant: "chess", Player: "Ben"}:      "chess 4 1 1961-12; 4 Ben 4+0=1-3 1961-12 ( 1) (1960-03 1) (1961-12 2)\n2",
		{Variant: "chess", Player: "m tal"}:    "chess 4 1 1961-12; 1 Tal, M 1+1=0-0 1961-12 (1961-12 1)\n2",
		{Player: "Tal", Variant: "shogi"}:      "shogi 1 1 ; 2 Tal 1+0=0-1  ( 1)\n2",
		{Player: "Nobody"}:                     "2",
		{Player: "?"}:                          "2",
		{Variant: "chess", Player: "Tal, Mik"}: "2",
	} {
		if got := show(f); got != want {
			t.Errorf("%+v:\n%s\nwant\n%s", f, got, want)
		}
	}
	if got := show(Filter{Variant: "chss"}); !strings.Contains(got, "chss") {
		t.Error(got)
	}
	if s.reads != 1 {
		t.Errorf("read %d times", s.reads)
	}
	s.names = []store.PlayerName{{Name: "Tal, M", Player: "Tal"}}
	if got := show(Filter{Variant: "chess", Player: "Tal, M"}); !strings.Contains(got, "1 Tal 2+2=0-0 1961-12 (1960-03 1) (1961-12 1)") {
		t.Error(got)
	}
	s.outcomes[0].First = "=1+1"
	s.sequence++
	var csv bytes.Buffer
	l, err := c.List(t.Context(), Filter{Variant: "chess"})
	if err == nil {
		err = l.WriteCSV(&csv)
	}
	if err != nil || strings.Count(csv.String(), "\n") != 5 || !strings.Contains(csv.String(), ",'=1+1,") {
		t.Errorf("%v:\n%s", err, csv.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := rate(ctx, s, players.Names{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestPeriods(t *testing.T) {
	for date, want := range map[string]string{"2024-05-17": "2024-05", "2024-05-??": "2024-05", "2024-??-??": "2024-12", "2024": "2024-12",
		"20??-05-05": "", "": "", "????-??-??": "", "0987-01-01": "0987-01"} {
		if got := periodText(periodOf(date)); got != want {
			t.Errorf("%s is in %q, want %q", date, got, want)
		}
	}
}

// BenchmarkMillion rates a million games of 50,000 players in four years.
func BenchmarkMillion(b *testing.B) {
	games, _ := planted(rand.New(rand.NewPCG(1, 2)), 50_000, 1_000_000, 40)
	for b.Loop() {
		l, err := rate(b.Context(), &shelf{outcomes: games}, nil)
		if err != nil || math.Abs(l.Variants[0].Advantage.Value-40) > 5 {
			b.Fatal(l.Variants[0].Advantage, err)
		}
	}
}
