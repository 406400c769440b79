package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/table"
)

func (s *Archive) Check(ctx context.Context) (faults []store.Fault, err error) {
	err = pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		c := table.Check(ctx, reading{tx})
		for _, part := range append(c.Parts(), func() error { return c.Numbers(told) }) {
			if err := part(); err != nil {
				return err
			}
		}
		faults = c.Faults
		return nil
	})
	return faults, s.fault(ctx, err)
}

// told asks for changes that the archive's number does not know of.
const told = `SELECT 0, 'change ' || newest || ' is the last, ' || coalesce(last, 0) || ' the one that is told'
	FROM (SELECT (SELECT coalesce(max(sequence), 0) FROM games) AS newest, (SELECT max(sequence) FROM assay) AS last) n
	WHERE last IS DISTINCT FROM newest`
