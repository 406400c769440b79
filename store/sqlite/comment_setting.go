package sqlite

import (
	"context"
	"database/sql"
	"time"

	"assay/store"
	"assay/store/row"
)

func (s *Archive) SetComments(ctx context.Context, c store.CommentSetting) (*store.CommentSetting, error) {
	saved := time.Now().UnixMilli()
	err := s.write(ctx, 0, func(tx *sql.Tx) error {
		if err := living(ctx, tx, c.Game); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO comment_settings (game, mode, author, reason, saved) VALUES (?, ?, ?, ?, ?)`,
			c.Game, c.Mode, c.Author, c.Reason, saved)
		return err
	})
	c.Saved = row.Instant(saved)
	return &c, err
}

func (s *Archive) CommentSettings(ctx context.Context, game int64) ([]store.CommentSetting, error) {
	if err := s.lives(ctx, game); err != nil {
		return nil, err
	}
	rows, err := s.reader.QueryContext(ctx, `SELECT mode, author, reason, saved FROM comment_settings WHERE game = ? ORDER BY id`, game)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	var all []store.CommentSetting
	for rows.Next() {
		c := store.CommentSetting{Game: game}
		var saved int64
		if err := rows.Scan(&c.Mode, &c.Author, &c.Reason, &saved); err != nil {
			return nil, s.fault(ctx, err)
		}
		c.Saved = row.Instant(saved)
		all = append(all, c)
	}
	return all, s.fault(ctx, rows.Err())
}
