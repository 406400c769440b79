package postgres

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"

	"github.com/jackc/pgx/v5"

	"assay/store"
)

func (s *Archive) Sequence(ctx context.Context) (last int64, err error) {
	err = s.pool.QueryRow(ctx, `SELECT sequence FROM assay`).Scan(&last)
	return last, s.fault(ctx, err)
}

// channel is the notification channel. The payload is the schema, because
// archives may share a database.
const channel = "assay"

func (s *Archive) Listen(ctx context.Context, notify func()) error {
	c, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return s.fault(ctx, err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	var schema string
	if err := c.QueryRow(ctx, `SELECT current_schema()`).Scan(&schema); err != nil {
		return s.fault(ctx, err)
	}
	if _, err := c.Exec(ctx, `LISTEN `+channel); err != nil {
		return s.fault(ctx, err)
	}
	notify() // for changes before the subscription
	for {
		n, err := c.WaitForNotification(ctx)
		if err != nil {
			return s.fault(ctx, err)
		}
		if n.Payload == schema {
			notify()
		}
	}
}

func (s *Archive) Lineage(ctx context.Context, sequence int64) (string, error) {
	var identity, value []byte
	err := s.pool.QueryRow(ctx, `SELECT identity, (SELECT value FROM lineage
		WHERE lineage.sequence >= $1 AND $1 > 0 ORDER BY lineage.sequence LIMIT 1) FROM assay`, sequence).
		Scan(&identity, &value)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", &store.Error{Path: s.name, Kind: store.ErrCorrupt, Err: errors.New("it has no identity")}
	case err != nil:
		return "", s.fault(ctx, err)
	case sequence > 0 && value == nil:
		return "", nil
	}
	return hex.EncodeToString(identity) + "-" + hex.EncodeToString(value), nil
}
