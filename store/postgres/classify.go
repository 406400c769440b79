package postgres

import (
	"context"
	"errors"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/store"
)

// fault gives an error of the database its kind; others, cancellation among
// them, pass unchanged.
func (s *Archive) fault(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var known *store.Error
	if errors.As(err, &known) {
		return err
	}
	if kind := kindOf(err); kind != nil {
		return &store.Error{Path: s.name, Kind: kind, Err: err}
	}
	return err
}

// kinds are what PostgreSQL's codes of errors, or their classes, mean to an
// archive.
var kinds = map[string]error{
	"28":    store.ErrDenied,
	"42501": store.ErrDenied,
	"3D000": store.ErrMissing,
	"25006": store.ErrReadOnly,
	"53100": store.ErrFull,
	"53200": store.ErrMemory,
	"53300": store.ErrBusy,
	"55P03": store.ErrBusy,
	"57P03": store.ErrBusy,
	"XX001": store.ErrCorrupt,
	"XX002": store.ErrCorrupt,
	"08":    store.ErrDisk,
	"57":    store.ErrDisk,
	"58":    store.ErrDisk,
}

func kindOf(err error) error {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		if kind := kinds[e.Code]; kind != nil {
			return kind
		}
		return kinds[e.Code[:min(2, len(e.Code))]]
	}
	if errors.As(err, new(*pgconn.ConnectError)) || errors.As(err, new(net.Error)) || pgconn.SafeToRetry(err) {
		return store.ErrDisk
	}
	return nil
}
