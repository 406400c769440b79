package sqlite

import (
	"context"
	"encoding/json"

	"assay/store"
)

func (s *Archive) Games(ctx context.Context, ids []int64) ([]*store.Game, error) {
	asked, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	return s.GamesWhere(ctx, `deleted IS NULL AND games.id IN (SELECT value FROM json_each($1)) ORDER BY games.id`,
		string(asked))
}

func (s *Archive) Contents(ctx context.Context, ids []int64) ([]store.Contents, error) {
	asked, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	return s.ContentsWhere(ctx, `game IN (SELECT value FROM json_each($1))`, string(asked))
}
