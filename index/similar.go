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
	// Explain asks for the numbers of games of the lookups.
	Explain bool
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

// MostSimilar ranks the positions of the main lines by their likeness to a
// position.
func MostSimilar(ctx context.Context, l Lists, of Likeness) (Similar, error) {
	verdicts := of.Verdicts
	if len(verdicts) == 0 {
		verdicts = analysis.Proved
	}
	r := of.Position.Rules()
	w := Wanted{Rules: r, Explain: of.Explain, Conditions: []Condition{{Field: RulesField, Terms: []string{RulesName(r)}}, {Field: VerdictField, Terms: verdicts}}}
	similar := Similar{Indexed: l.Cursor(), Damaged: l.Damaged()}
	var mu sync.Mutex
	var read, plies uint64
	var err error
	similar.Work, similar.Cut, err = run(ctx, l, w, of.Within, func(ctx context.Context, next func() (Batch, bool)) {
		r := newRanker(of)
		for b, ok := next(); ok; b, ok = next() {
			for n := range b.Len() {
				if ctx.Err() != nil {
					break // which next tells of
				}
				r.rank(b.Game(n), b.Entry(n))
			}
		}
		mu.Lock()
		defer mu.Unlock()
		similar.Games = append(similar.Games, r.best...)
		read += r.read
		plies += r.plies
	})
	if err != nil {
		return Similar{}, err
	}
	similar.Work.Read, similar.Work.Plies = read, plies
	slices.SortFunc(similar.Games, byLikeness)
	similar.Games = similar.Games[:min(of.Limit, len(similar.Games))]
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

func (r *ranker) rank(game int64, e *Entry) {
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
