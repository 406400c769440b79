package postgres

import (
	"context"
	"fmt"
	"testing"
	"time"

	"assay/fixtures/postgrestest"
	"assay/fixtures/storetest"
	"assay/store"
)

// TestClockSkew sets the server's clock apart from the database's. Expiry
// times follow the database's clock, which all servers of an archive share.
func TestClockSkew(t *testing.T) {
	server := postgrestest.Shared(t)
	storetest.Clocks(t, func(t testing.TB) (store.Archive, func(time.Duration)) {
		address := server.Schema(t) + "%2Cpg_catalog"
		s, err := Open(context.Background(), address, Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s, func(ahead time.Duration) {
			server.Do(t, address, fmt.Sprintf(`CREATE OR REPLACE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
				AS $$ SELECT pg_catalog.clock_timestamp() + interval '%d seconds' $$`, int(ahead.Seconds())))
		}
	})
}
