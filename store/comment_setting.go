package store

import (
	"context"
	"database/sql"
	"time"
)

// CommentSetting is what somebody decided on comments to a game.
type CommentSetting struct {
	Game   int64
	Mode   string // in the caller's words
	Author string
	Reason string
	Saved  time.Time
}

// SetComments decides on comments to a game that is there. What was decided before stays in the history.
func (s *Store) SetComments(ctx context.Context, c CommentSetting) (*CommentSetting, error) {
	saved := time.Now().UnixMilli()
	err := s.write(ctx, 0, func(tx *sql.Tx) error {
		if err := living(ctx, tx, c.Game); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO comment_settings (game, mode, author, reason, saved) VALUES (?, ?, ?, ?, ?)`,
			c.Game, c.Mode, c.Author, c.Reason, saved)
		return err
	})
	c.Saved = instant(saved)
	return &c, err
}

// CommentSettings gives what was decided on comments to a game, the first decision first; the last one holds.
func (s *Store) CommentSettings(ctx context.Context, game int64) ([]CommentSetting, error) {
	if err := s.lives(ctx, game); err != nil {
		return nil, err
	}
	rows, err := s.reader.QueryContext(ctx, `SELECT mode, author, reason, saved FROM comment_settings WHERE game = ? ORDER BY id`, game)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	var all []CommentSetting
	for rows.Next() {
		c := CommentSetting{Game: game}
		var saved int64
		if err := rows.Scan(&c.Mode, &c.Author, &c.Reason, &saved); err != nil {
			return nil, s.fault(ctx, err)
		}
		c.Saved = instant(saved)
		all = append(all, c)
	}
	return all, s.fault(ctx, rows.Err())
}
