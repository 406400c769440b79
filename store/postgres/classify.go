package postgres

import (
	"context"
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/store"
)

func (s *Archive) fault(ctx context.Context, err error) error { return Fault(ctx, s.name, err) }

// Fault wraps an error of the database name in a [store.Error] with its kind.
// Other errors are returned unchanged; if ctx has ended, the context's cause
// is.
func Fault(ctx context.Context, name string, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if _, ok := errors.AsType[*store.Error](err); ok {
		return err
	}
	if kind := kindOf(err); kind != nil {
		return &store.Error{Path: name, Kind: kind, Err: err}
	}
	return err
}

// kindsByCode are the error kinds by SQLSTATE code or class.
var kindsByCode = map[string]error{
	"28":    store.ErrDenied,
	"42501": store.ErrDenied,
	"3D000": store.ErrMissing,
	"25006": store.ErrReadOnly,
	"53100": store.ErrFull,
	"53200": store.ErrMemory,
	"53300": store.ErrBusy,
	"40":    store.ErrBusy, // serialization failure, or conflict on a standby
	"55P03": store.ErrBusy,
	"57014": store.ErrBusy,
	"57P":   store.ErrAway,
	"XX001": store.ErrCorrupt,
	"XX002": store.ErrCorrupt,
	"08":    store.ErrAway,
	"58":    store.ErrDisk,
}

// fatalSeverities are the severities of errors that close or prevent a
// connection. If the disk is full and the server cannot write its own files,
// the code alone is unspecific.
var fatalSeverities = map[string]bool{"FATAL": true, "PANIC": true}

func kindOf(err error) error {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		for _, n := range []int{5, 3, 2} {
			if kind := kindsByCode[e.Code[:min(n, len(e.Code))]]; kind != nil {
				return kind
			}
		}
		if fatalSeverities[e.SeverityUnlocalized] {
			return store.ErrAway
		}
		return nil
	}
	if errors.As(err, new(*pgconn.ConnectError)) || errors.As(err, new(net.Error)) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err) {
		return store.ErrAway
	}
	return nil
}
