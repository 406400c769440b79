package analyse

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"assay/analysis"
	"assay/api/request"
	"assay/fixtures/records"
)

// playSample plays all games of a sample.
func playSample(t *testing.T, a tested, game string, s Sample) []*SampledGame {
	t.Helper()
	p, err := a.Position(game, "", "")
	if err != nil {
		t.Fatal(err)
	}
	playing, err := a.Sample(p, s)
	if err != nil {
		t.Fatal(err)
	}
	var games []*SampledGame
	for {
		g, err := playing.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if g == nil {
			return games
		}
		games = append(games, g)
	}
}

// TestSample checks that the moves are legal, that the games end as reported,
// and that a seed reproduces them.
func TestSample(t *testing.T) {
	a := newTested(t)
	name, err := a.Try(t.Context(), []byte(records.Read(t, "../../fixtures/definitions/frog-pond.yaml")))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []Sample{
		{Games: 12, By: ByRandom, Nodes: 1, Plies: 300, Seed: 3},
		{Games: 2, By: ByEngine, Nodes: 60, Plies: 60, Seed: 3},
		{Games: 3, By: ByRandom, Nodes: 1, Plies: 5, Seed: 3},
		{Games: MaxSampled + 1, By: ByRandom, Nodes: 1, Plies: 5, Seed: 3, Time: time.Hour},
	} {
		games := playSample(t, a, name, s)
		summary := games[len(games)-1].Summary
		if len(games) != s.Games+1 || summary == nil || summary.Games != s.Games || summary.Cut ||
			summary.First+summary.Second+summary.Draws+summary.Unfinished != s.Games {
			t.Fatalf("%+v: %d games, %+v", s, len(games)-1, summary)
		}
		if summary.Interval[0] > summary.Score || summary.Interval[1] < summary.Score || s.Games < 20 && summary.Interval[1]-summary.Interval[0] < 10 {
			t.Errorf("%+v: score %.1f, %v", s, summary.Score, summary.Interval)
		}
		ended := 0
		for _, e := range summary.Endings {
			if e.Interval[0] > e.Share || e.Interval[1] < e.Share || math.Abs(e.Share-100*float64(e.Games)/float64(s.Games)) > 1e-9 {
				t.Errorf("%+v: %+v", s, e)
			}
			ended += e.Games
		}
		if ended != s.Games || summary.Longest > s.Plies || summary.Shortest > summary.Median || summary.Median > summary.Longest {
			t.Errorf("%+v: %+v", s, summary)
		}
		for _, g := range games[:s.Games] {
			p, err := a.Position(name, "", "")
			if err != nil {
				t.Fatal(err)
			}
			if err := analysis.PlayMoves(p, g.Moves, nil); err != nil || len(g.Moves) != g.Plies {
				t.Errorf("%+v: game %d: %v", s, g.Game, err)
			}
			o, over := p.Outcome()
			if g.Result == "*" && (over || g.Plies != s.Plies) || over && (o.Result != g.Result || o.Rule != string(g.Rule) || g.Rule == "") {
				t.Errorf("%+v: game %d ends by %+v, and is said to end %s by %s", s, g.Game, o, g.Result, g.Rule)
			}
		}
		if again := playSample(t, a, name, s); !reflect.DeepEqual(again, games) {
			t.Errorf("%+v: others by the same seed", s)
		}
		other := s
		other.Seed++
		if again := playSample(t, a, name, other); slices.Equal(again[0].Moves, games[0].Moves) {
			t.Errorf("%+v: the same by another seed", s)
		}
	}
}

// TestSampleBounds rejects values out of bounds, ends with its context, and
// reports that its time is over.
func TestSampleBounds(t *testing.T) {
	a := newTested(t)
	p, err := a.Position("chess", "", "")
	if err != nil {
		t.Fatal(err)
	}
	good := Sample{Games: 2, By: ByRandom, Nodes: 1, Plies: 10}
	for field, change := range map[string]func(s *Sample){
		"games": func(s *Sample) { s.Games = 0 },
		"plies": func(s *Sample) { s.Plies = 0 },
		"nodes": func(s *Sample) { s.Nodes = 0 },
		"by":    func(s *Sample) { s.By = "oracle" },
	} {
		s := good
		change(&s)
		var refused *request.InputError
		if _, err := a.Sample(p, s); !errors.As(err, &refused) || refused.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	playing, err := a.Sample(p, good)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if g, err := playing.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v %v", g, err)
	}
	playing.until = time.Now()
	if g, err := playing.Next(t.Context()); err != nil || g.Summary == nil || !g.Summary.Cut || g.Summary.Games != 0 {
		t.Errorf("%+v %v", g, err)
	}
}
