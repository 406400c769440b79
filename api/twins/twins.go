package twins

import (
	"cmp"
	"context"
	"slices"

	"assay/store"
)

// Store is the part of an archive's store that twins are found in.
type Store interface {
	store.PlayedGames
	Games(ctx context.Context, ids []int64) ([]*store.Game, error)
}

// Listing is the twins of an archive.
type Listing struct {
	Twins []Twin // most likely first
	// Frequent is the number of games that were not compared by their moves and
	// last position, because too many others have the same and the same
	// players.
	Frequent int
}

// chunk is the number of pairs that are read together.
const chunk = 250

// list finds the twins of an archive. Deleted, invalid, damaged and very short
// games have none.
func list(ctx context.Context, s Store) (*Listing, error) {
	pairs, frequent, err := candidates(ctx, s)
	if err != nil {
		return nil, err
	}
	l := &Listing{Frequent: frequent, Twins: []Twin{}}
	for part := range slices.Chunk(pairs, chunk) {
		var ids []int64
		for _, pair := range part {
			ids = append(ids, pair[0], pair[1])
		}
		slices.Sort(ids)
		games, err := s.Games(ctx, slices.Compact(ids))
		if err != nil {
			return nil, err
		}
		records := map[int64]*record{}
		for _, g := range games {
			if g.Damage == nil {
				records[g.ID] = newRecord(g)
			}
		}
		for _, pair := range part {
			a, b := records[pair[0]], records[pair[1]]
			if a == nil || b == nil {
				continue
			}
			if t, ok := compare(a, b); ok {
				l.Twins = append(l.Twins, t)
			}
		}
	}
	slices.SortFunc(l.Twins, byScore)
	return l, nil
}

// SimilarStore is the part of an archive's store in which Nearest looks.
type SimilarStore interface {
	SimilarGames(ctx context.Context, games []*store.Game) ([][]int64, error)
	Games(ctx context.Context, ids []int64) ([]*store.Game, error)
}

// Nearest returns for each game, archived or not, the archived one that is most
// likely the same, nil for none. Unlike a list of twins, it does not find games
// that differ in an early move.
func Nearest(ctx context.Context, s SimilarStore, games []*store.Game) ([]*Likely, error) {
	similar, err := s.SimilarGames(ctx, games)
	if err != nil {
		return nil, err
	}
	ids := slices.Concat(similar...)
	slices.Sort(ids)
	nearest := make([]*Likely, len(games))
	if len(ids) == 0 {
		return nearest, nil
	}
	others, err := s.Games(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	records := map[int64]*record{}
	for _, g := range others {
		if g.Damage == nil {
			records[g.ID] = newRecord(g)
		}
	}
	for i, g := range games {
		if len(similar[i]) == 0 {
			continue
		}
		unnumbered := *g
		unnumbered.ID = 0
		r := newRecord(&unnumbered)
		for _, id := range similar[i] {
			if records[id] == nil {
				continue
			}
			t, ok := compare(r, records[id])
			if best := nearest[i]; ok && (best == nil || t.Score > best.Score ||
				t.Score == best.Score && t.Kind == Same && best.Kind != Same) {
				nearest[i] = &Likely{Game: id, Kind: t.Kind, Score: t.Score, Reasons: t.Reasons}
			}
		}
	}
	return nearest, nil
}

// byScore sorts the most likely twins first.
func byScore(a, b Twin) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Twin, b.Twin))
}
