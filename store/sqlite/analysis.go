package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"assay/store"
	"assay/store/row"
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
		now := clock().UnixMilli()
		_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO analyses
			(game, engine, version, variant_version, nodes, content, saved, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			a.Game, a.Engine, a.Version, a.VariantVersion, a.Nodes, row.Present(a.Content), now, row.AnalysisSum(&a, now))
		if err != nil {
			return err
		}
		return touch(ctx, tx, a.Game)
	})
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
	case sum != row.AnalysisSum(a, saved):
		return nil, errors.Join(&store.GameError{ID: game, Kind: store.ErrCorrupt}, row.ErrChecksum)
	}
	a.Saved = row.Instant(saved)
	return a, nil
}
