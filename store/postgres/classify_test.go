package postgres

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/store"
)

// TestKinds checks the kinds of database errors and that other errors are
// unchanged.
func TestKinds(t *testing.T) {
	for code, want := range map[string]error{
		"28P01": store.ErrDenied, "42501": store.ErrDenied, "3D000": store.ErrMissing, "53100": store.ErrFull,
		"53300": store.ErrBusy, "40001": store.ErrBusy, "40P01": store.ErrBusy, "55P03": store.ErrBusy, "57014": store.ErrBusy, "57P01": store.ErrAway, "58030": store.ErrDisk,
		"08006": store.ErrAway, "XX001": store.ErrCorrupt, "42P01": nil,
	} {
		err := Fault(t.Context(), "db", &pgconn.PgError{Code: code})
		var known *store.Error
		if errors.As(err, &known) != (want != nil) || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v", code, err)
		}
	}
	for severity, away := range map[string]bool{"ERROR": false, "FATAL": true, "PANIC": true} {
		err := Fault(t.Context(), "db", &pgconn.PgError{Code: "XX000", SeverityUnlocalized: severity})
		if errors.Is(err, store.ErrAway) != away {
			t.Errorf("%s: %v", severity, err)
		}
	}
	ended, stop := context.WithCancelCause(t.Context())
	stop(store.ErrNotFound)
	if err := Fault(ended, "db", &pgconn.PgError{Code: "57014"}); err != store.ErrNotFound {
		t.Errorf("cancelled by the caller: %v", err)
	}
}
