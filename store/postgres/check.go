package postgres

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
	"assay/store/table"
)

// SnapshotTx starts a read-only snapshot without the timeouts of the database's
// configuration.
var SnapshotTx = pgx.TxOptions{BeginQuery: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
	SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`}

func (s *Archive) Check(ctx context.Context) (faults []store.Fault, err error) {
	err = pgx.BeginTxFunc(ctx, s.pool, SnapshotTx, func(tx pgx.Tx) error {
		c := table.Check(ctx, reader{tx})
		for _, part := range append(c.Checks(), func() error { return words(c) },
			func() error { return c.AddSequenceFaults(sequenceMismatch) }) {
			if err := part(); err != nil {
				return err
			}
		}
		faults = c.Faults
		return nil
	})
	return faults, s.fault(ctx, err)
}

// words finds games with a full-text index that differs from their headers.
func words(c *table.Checker) error {
	return c.Each(func(r table.Row) error {
		g := new(store.Game)
		var tags []byte
		var kept string
		if err := table.ScanSummary(g, r, &tags, &kept); err != nil || g.Damage != nil {
			return err
		}
		var err error
		if g.Tags, err = row.ReadTags(tags); err != nil {
			return nil // reported by the check of headers
		}
		if !slices.Equal(slices.Sorted(strings.FieldsSeq(kept)), slices.Sorted(strings.FieldsSeq(wordsOf(g)))) {
			c.Add(store.FaultChecksum, g.ID, "its full-text index differs from its headers")
		}
		return nil
	}, `SELECT `+table.SummaryColumns+
		`, tags, words::text FROM games JOIN contents ON game = games.id ORDER BY games.id`)
}

// sequenceMismatch compares the last change of a game with the archive's change
// number.
const sequenceMismatch = `SELECT 0, 'change ' || newest || ' is the last, ' || coalesce(last, 0) || ' is the one announced'
	FROM (SELECT (SELECT coalesce(max(sequence), 0) FROM games) AS newest, (SELECT max(sequence) FROM assay) AS last) n
	WHERE last IS DISTINCT FROM newest`
