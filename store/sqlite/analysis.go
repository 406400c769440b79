package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"assay/store"
)

func (s *Archive) SaveAnalysis(ctx context.Context, a store.Analysis, job int64) error {
	return s.write(ctx, int64(len(a.Content)), func(tx *sql.Tx) error {
		if job != 0 {
			if err := end(ctx, tx, job, store.JobDone, ""); err != nil {
				return err
			}
		}
		if err := living(ctx, tx, a.Game); err != nil {
			return err
		}
		now := time.Now().UnixMilli()
		_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO analyses
			(game, engine, version, variant_version, nodes, content, saved, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			a.Game, a.Engine, a.Version, a.VariantVersion, a.Nodes, present(a.Content), now, analysisChecksum(&a, now))
		if err != nil {
			return err
		}
		return touch(ctx, tx, a.Game)
	})
}

// analysisChecksum is that of a row of analyses, with the values of
// analysisSum.
func analysisChecksum(a *store.Analysis, saved int64) int64 {
	return checksum(a.Game, a.Engine, a.Version, a.VariantVersion, a.Nodes, a.Content, saved)
}

func (s *Archive) Analysis(ctx context.Context, game int64) (*store.Analysis, error) {
	if err := s.lives(ctx, game); err != nil {
		return nil, err
	}
	a := &store.Analysis{Game: game}
	var saved, sum int64
	err := s.reader.QueryRowContext(ctx, `SELECT engine, version, variant_version, nodes, content, saved, sum FROM analyses WHERE game = ?`, game).
		Scan(&a.Engine, &a.Version, &a.VariantVersion, &a.Nodes, &a.Content, &saved, &sum)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, s.fault(ctx, err)
	case sum != analysisChecksum(a, saved):
		return nil, errors.Join(&store.GameError{ID: game, Kind: store.ErrCorrupt}, errChecksum)
	}
	a.Saved = instant(saved)
	return a, nil
}
