package search

import (
	"context"
	"errors"
	"slices"
	"time"

	"assay/analysis/crash"
	"assay/api/games"
	"assay/index"
	"assay/index/pattern"
	"assay/index/tape"
	"assay/store"
)

// SimilarQuery selects games with positions similar to one.
type SimilarQuery struct {
	Variant  string // ID, name or alias
	Options  string
	Position string // FEN
	Illegal  bool
	Limit    int           // 1 to MaxLimit; 0 is DefaultSimilar
	Within   time.Duration // as in SearchQuery
	Explain  bool
}

// DefaultSimilar is the default number of similar games.
const DefaultSimilar = 20

// SimilarResult lists the games with the most similar positions, best first.
type SimilarResult struct {
	Hits    []SimilarHit `json:"hits"`
	Cut     bool         `json:"cut,omitempty"`
	Damaged []int64      `json:"damaged,omitempty"` // games left out, as in [SearchResult]
	Lag
	Explain *Explanation `json:"explain,omitempty"`
}

// SimilarHit is a game with its most similar position.
type SimilarHit struct {
	Game     int64  `json:"game"`
	Ply      int    `json:"ply"`
	Position string `json:"position"`
	// Score is the similarity in thousandths: the weighted mean of the shares
	// below, 1000 for the same board and hands.
	Score     int               `json:"score"`
	Placement Share             `json:"placement"`       // the same pieces on the same squares
	Structure Share             `json:"structure"`       // squares occupied by the same side
	Hands     *Share            `json:"hands,omitempty"` // pieces in the same side's hand; null in variants without hands
	Summary   games.GameSummary `json:"summary"`
}

// Share counts the features that two positions have in common, and the features
// that either has.
type Share struct {
	Common int `json:"common"`
	Of     int `json:"of"`
}

// Similar ranks games by their similarity to a position. Every hit is replayed.
// The error matches index.ErrLocked while another process has the index; it may
// also be an [*request.InputError] or one of [define.Library.Position].
func (f *Finder) Similar(ctx context.Context, q SimilarQuery) (*SimilarResult, error) {
	start := time.Now()
	limit, err := limitOf(q.Limit, DefaultSimilar)
	if err != nil {
		return nil, err
	}
	timeLimit, err := timeLimitOf(q.Within)
	if err != nil {
		return nil, err
	}
	p, err := f.library.Played(q.Variant, q.Options, q.Position)
	if err != nil {
		return nil, err
	}
	verdicts := verdictsOf(q.Illegal)
	x, newest, err := f.syncedIndex(ctx)
	if err != nil {
		return nil, err
	}
	found, err := x.Similar(ctx, index.SimilarityQuery{
		Position: p, Verdicts: verdicts, Limit: limit, Within: timeLimit, Explain: q.Explain,
	})
	if err != nil {
		return nil, err
	}
	lookedUp := time.Now()
	result := &SimilarResult{Lag: lag(newest, found.Indexed), Hits: []SimilarHit{}, Cut: found.Cut}
	comparer := pattern.NewComparer(p)
	var left damagedGames
	left.add(found.Damaged...)
	for _, r := range found.Games {
		hit, err := f.confirmSimilar(ctx, comparer, r, verdicts)
		if left.addIfDamaged(r.Game, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if hit != nil {
			result.Hits = append(result.Hits, *hit)
		}
	}
	result.Damaged = left.ids()
	if q.Explain {
		result.Explain = explain("plies", "", &found.Work)
		result.Explain.Confirmed = len(result.Hits)
		result.Explain.setTimes(start, lookedUp)
	}
	return result, nil
}

// confirmSimilar replays a game that the index returned. If the game is less
// similar than the index reported, it is not a hit.
func (f *Finder) confirmSimilar(ctx context.Context, l *pattern.Comparer, r index.SimilarGame,
	verdicts []string) (hit *SimilarHit, err error) {
	defer crash.Handle(damage(r.Game, &err))
	g, err := f.existingGame(ctx, r.Game)
	if g == nil || err != nil {
		return nil, err
	}
	game, err := f.games.Playable(ctx, g)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if errors.Is(err, store.ErrCorrupt) {
		return nil, err
	}
	if err != nil || !slices.Contains(verdicts, g.Verdict) || r.Ply > len(game.Moves) {
		return nil, nil
	}
	p, err := game.At(r.Ply)
	if err != nil {
		return nil, err
	}
	s := l.Similarity(tape.StateOf(p))
	if s != r.Similarity {
		return nil, nil
	}
	hit = &SimilarHit{
		Game: r.Game, Ply: r.Ply, Position: p.Text(), Score: s.Score(),
		Placement: Share{s.Placement, s.PlacementOf}, Structure: Share{s.Structure, s.StructureOf},
		Summary: games.Summarize(&g.Summary),
	}
	if s.HandsOf >= 0 {
		hit.Hands = &Share{s.Hands, s.HandsOf}
	}
	return hit, nil
}
