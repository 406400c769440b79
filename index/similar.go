package index

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/index/pattern"
	"assay/index/tape"
)

// Likeness says to which position others are wanted that are like it.
type Likeness struct {
	Position *rules.Position
	// Verdicts are the verdicts wanted on the records; legal ones where there
	// are none.
	Verdicts []string
	// Limit is the greatest number of games wanted.
	Limit int
	// Within is how long it may take, 0 for as long as it takes.
	Within time.Duration
}

// Similar are the games with the positions most like one.
type Similar struct {
	// Games holds each game once, with its most similar position, the most
	// similar first.
	Games []Resembling
	Cut   bool
	// Damaged are the games that nothing can be said of.
	Damaged []int64
	// Indexed is the last change that the answer knows of.
	Indexed int64
	Work    Work
}

// Resembling is a position that is like another.
type Resembling struct {
	Game int64
	Ply  int
	pattern.Similarity
}

// Similar ranks the positions of the main lines by their likeness to a
// position.
func (x *Index) Similar(ctx context.Context, l Likeness) (Similar, error) {
	verdicts := l.Verdicts
	if len(verdicts) == 0 {
		verdicts = []string{analysis.Legal}
	}
	conditions := []condition{{field: rulesField, terms: []string{rulesName(l.Position.Rules())}}, {field: verdictField, terms: verdicts}}
	v, err := x.look(ctx)
	if err != nil {
		return Similar{}, err
	}
	defer v.release()
	parts, work, err := x.gather(ctx, v, conditions, l.Position.Rules())
	if err != nil {
		return Similar{}, err
	}
	limited, cancel := bounded(ctx, l.Within)
	defer cancel()
	similar := Similar{Indexed: v.cursor, Damaged: v.damaged}
	var mu sync.Mutex
	similar.Cut, err = share(limited, len(parts), func(next func() (int, bool)) {
		r := newRanker(l)
		for i, ok := next(); ok; i, ok = next() {
			for _, d := range parts[i].documents {
				if limited.Err() != nil {
					break // which next tells of
				}
				r.rank(parts[i].content.games[d], &parts[i].content.entries[d])
			}
		}
		mu.Lock()
		defer mu.Unlock()
		similar.Games = append(similar.Games, r.best...)
		work.Read += r.read
		work.Plies += r.plies
	})
	if err := cmp.Or(ctx.Err(), x.suspect(err)); err != nil {
		return Similar{}, err
	}
	slices.SortFunc(similar.Games, byLikeness)
	similar.Games = similar.Games[:min(l.Limit, len(similar.Games))]
	similar.Work = work
	return similar, nil
}

func byLikeness(a, b Resembling) int {
	return cmp.Or(cmp.Compare(b.Score(), a.Score()), cmp.Compare(a.Game, b.Game))
}

// ranker keeps the best games of those it is shown.
type ranker struct {
	likeness    *pattern.Likeness
	player      *tape.Player
	limit       int
	best        []Resembling
	read, plies uint64
}

func newRanker(l Likeness) *ranker {
	return &ranker{likeness: pattern.LikenessTo(l.Position), player: tape.NewPlayer(l.Position.Rules()), limit: l.Limit}
}

func (r *ranker) rank(game int64, e *entry) {
	if e.tape == nil {
		return
	}
	if _, err := r.player.Load(e.tape); err != nil {
		return
	}
	r.read++
	best := Resembling{Game: game, Ply: -1}
	r.player.Begin(0)
	for more := true; more; more = r.player.Next() {
		if s := r.likeness.Of(&r.player.State); best.Ply < 0 || s.Score() > best.Score() {
			best.Ply, best.Similarity = r.player.Ply, s
		}
		r.plies++
	}
	r.best = append(r.best, best)
	if len(r.best) > 2*r.limit+chunk {
		slices.SortFunc(r.best, byLikeness)
		r.best = r.best[:r.limit]
	}
}
