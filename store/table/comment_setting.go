package table

import (
	"context"

	"assay/store"
	"assay/store/row"
)

func (t Tables) SetComments(ctx context.Context, c store.CommentSetting) (*store.CommentSetting, error) {
	err := t.db.Write(ctx, 0, func(tx Transaction) error {
		if err := requireGame(ctx, tx, c.Game); err != nil {
			return err
		}
		c.Saved = row.Instant(savedAt(ctx, tx))
		return exec(ctx, tx, `INSERT INTO comment_settings (game, mode, author, reason, saved) VALUES ($1, $2, $3, $4, $5)`,
			c.Game, c.Mode, c.Author, c.Reason, c.Saved.UnixMilli())
	})
	return &c, err
}

func (t Tables) CommentSettings(ctx context.Context, game int64) ([]store.CommentSetting, error) {
	if err := t.requireGame(ctx, game); err != nil {
		return nil, err
	}
	return list(ctx, t, func(r Row) (*store.CommentSetting, error) {
		c := &store.CommentSetting{Game: game}
		var saved int64
		err := r.Scan(&c.Mode, &c.Author, &c.Reason, &saved)
		c.Saved = row.Instant(saved)
		return c, err
	}, `SELECT mode, author, reason, saved FROM comment_settings WHERE game = $1 ORDER BY id`, game)
}
