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

// SimilarityQuery asks for positions similar to one.
type SimilarityQuery struct {
	Position *rules.Position
	// Verdicts are the wanted verdicts; empty means legal records.
	Verdicts []string
	// Limit is the largest number of games to return.
	Limit int
	// Within is the time limit; 0 means none.
	Within time.Duration
	// Explain requests the number of games of each lookup.
	Explain bool
}

// Similar is the result of a similarity search.
type Similar struct {
	// Games holds each game once, with its most similar position, the most
	// similar first.
	Games []SimilarGame
	Cut   bool
	// Damaged are the games that cannot be read.
	Damaged []int64
	// Indexed is the last change included in the result.
	Indexed int64
	Work    Work
}

// SimilarGame is a game with its most similar position.
type SimilarGame struct {
	Game int64
	Ply  int
	pattern.Similarity
}

// MostSimilar ranks main-line positions by their similarity to a position.
func MostSimilar(ctx context.Context, l Reader, of SimilarityQuery) (Similar, error) {
	verdicts := of.Verdicts
	if len(verdicts) == 0 {
		verdicts = analysis.Proved
	}
	r := of.Position.Rules()
	w := Filter{Rules: r, Explain: of.Explain,
		Conditions: []Condition{{Field: RulesField, Terms: []string{RulesName(r)}},
			{Field: VerdictField, Terms: verdicts}}}
	similar := Similar{Indexed: l.Cursor(), Damaged: l.Damaged()}
	var mu sync.Mutex
	var read, plies uint64
	var err error
	similar.Work, similar.Cut, err = run(ctx, l, w, of.Within, func(ctx context.Context, next func() (Batch, bool)) {
		r := newRanker(of)
		for b, ok := next(); ok; b, ok = next() {
			for n := range b.Len() {
				if ctx.Err() != nil {
					break // next reports it
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

func byLikeness(a, b SimilarGame) int {
	return cmp.Or(cmp.Compare(b.Score(), a.Score()), cmp.Compare(a.Game, b.Game))
}

// ranker keeps the best games it is shown.
type ranker struct {
	likeness    *pattern.Comparer
	player      *tape.Player
	limit       int
	best        []SimilarGame
	read, plies uint64
}

func newRanker(l SimilarityQuery) *ranker {
	return &ranker{likeness: pattern.NewComparer(l.Position), player: tape.NewPlayer(l.Position.Rules()),
		limit: l.Limit}
}

func (r *ranker) rank(game int64, e *Entry) {
	if e.tape == nil {
		return
	}
	if _, err := r.player.Load(e.tape); err != nil {
		return
	}
	r.read++
	best := SimilarGame{Game: game, Ply: -1}
	r.player.Begin(0)
	for more := true; more; more = r.player.Next() {
		if s := r.likeness.Similarity(&r.player.State); best.Ply < 0 || s.Score() > best.Score() {
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
