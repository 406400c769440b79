package table

import (
	"context"
	"database/sql"
	"errors"

	"assay/store"
	"assay/store/row"
)

// analysisColumns are the columns of an analysis.
const analysisColumns = `game, engine, version, variant_version, nodes, content, saved, sum`

// scanAnalysis reads analysisColumns. It returns an altered analysis with its
// error.
func scanAnalysis(r Row) (*store.Analysis, error) {
	a := new(store.Analysis)
	var saved, sum int64
	err := r.Scan(&a.Game, &a.Engine, &a.Version, &a.VariantVersion, &a.Nodes, &a.Content, &saved, &sum)
	if err == nil && sum != row.AnalysisSum(a, saved) {
		err = errors.Join(&store.GameError{ID: a.Game, Kind: store.ErrCorrupt}, row.ErrChecksum)
	}
	a.Saved = row.Instant(saved)
	return a, err
}

func (t Tables) SaveAnalysis(ctx context.Context, a store.Analysis, job int64) error {
	return t.db.Write(ctx, int64(len(a.Content)), func(tx Transaction) error {
		if job != 0 {
			if err := endJob(ctx, tx, job, 0, store.JobDone, ""); err != nil {
				return err
			}
		}
		if err := requireGame(ctx, tx, a.Game); err != nil {
			return err
		}
		var current int64
		if err := tx.Row(ctx, `SELECT revision FROM games WHERE id = $1`, a.Game).Scan(&current); err != nil {
			return err
		}
		if a.Revision != store.AnyRevision && a.Revision != current {
			return &store.RecordChangedError{Game: a.Game, Revision: a.Revision, Current: current}
		}
		now := savedAt(ctx, tx)
		if err := exec(ctx, tx, `INSERT INTO analyses (`+analysisColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
			ON CONFLICT (game) DO UPDATE SET engine = excluded.engine, version = excluded.version, variant_version = excluded.variant_version,
			nodes = excluded.nodes, content = excluded.content, saved = excluded.saved, sum = excluded.sum`,
			a.Game, a.Engine, a.Version, a.VariantVersion, a.Nodes, row.Present(a.Content), now,
			row.AnalysisSum(&a, now)); err != nil {
			return err
		}
		_, err := markChanged(ctx, tx, a.Game)
		return err
	})
}

func (t Tables) Analysis(ctx context.Context, game int64) (*store.Analysis, error) {
	if err := t.requireGame(ctx, game); err != nil {
		return nil, err
	}
	a, err := scanAnalysis(t.db.Row(ctx, `SELECT `+analysisColumns+` FROM analyses WHERE game = $1`, game))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return classified(ctx, t, a, err)
}
