package postgres

import (
	"context"

	"assay/store"
)

func (s *Archive) Games(ctx context.Context, ids []int64) ([]*store.Game, error) {
	return s.GamesWhere(ctx, `deleted IS NULL AND games.id = ANY($1) ORDER BY games.id`, ids)
}

func (s *Archive) Contents(ctx context.Context, ids []int64) ([]store.Contents, error) {
	return s.ContentsWhere(ctx, `game = ANY($1)`, ids)
}
