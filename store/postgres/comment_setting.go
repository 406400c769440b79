package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
)

func (s *Archive) SetComments(ctx context.Context, c store.CommentSetting) (*store.CommentSetting, error) {
	saved := time.Now().UnixMilli()
	err := s.write(ctx, func(w *writing) error {
		if err := living(ctx, w, c.Game); err != nil {
			return err
		}
		return w.exec(`INSERT INTO comment_settings (game, mode, author, reason, saved) VALUES ($1, $2, $3, $4, $5)`,
			c.Game, text(c.Mode), text(c.Author), text(c.Reason), saved)
	})
	c.Saved = row.Instant(saved)
	return &c, err
}

func (s *Archive) CommentSettings(ctx context.Context, game int64) (all []store.CommentSetting, err error) {
	if err := s.lives(ctx, game); err != nil {
		return nil, err
	}
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		c := store.CommentSetting{Game: game}
		var saved int64
		err := rows.Scan((*text)(&c.Mode), (*text)(&c.Author), (*text)(&c.Reason), &saved)
		c.Saved = row.Instant(saved)
		all = append(all, c)
		return err
	}, `SELECT mode, author, reason, saved FROM comment_settings WHERE game = $1 ORDER BY id`, game)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}
