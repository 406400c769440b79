package postgres

import (
	"slices"
	"testing"

	"assay/fixtures/postgrestest"
	"assay/fixtures/storetest"
	"assay/store"
)

// TestPooler connects two servers and a reading command through a pooler in
// transaction mode.
func TestPooler(t *testing.T) {
	address := postgrestest.Shared(t).Pooled(t)
	one, two := open(t, address, Options{}), open(t, address, Options{})
	reader := open(t, address, Options{ReadOnly: true})
	for i := range 10 {
		for at, s := range []*Archive{one, two} {
			added, err := s.Add(t.Context(), storetest.Samples(2*i+at, 1))
			if err != nil || added[0].ID != int64(2*i+at+1) {
				t.Fatalf("game %d: %+v, %v", 2*i+at+1, added, err)
			}
		}
		for _, s := range []*Archive{one, two, reader} {
			all, _, err := s.List(t.Context(), store.Filter{Verdict: "legal"}, "", "", 100)
			if err != nil || len(all) == 0 {
				t.Fatalf("%d games are listed, %v", len(all), err)
			}
			if n, err := s.Count(t.Context(), store.Filter{}); n != 2*i+2 || err != nil {
				t.Fatalf("%d games, %v", n, err)
			}
		}
	}
}

// TestParameters checks that every pooler accepts the startup parameters.
func TestParameters(t *testing.T) {
	pool, err := Connect(t.Context(), "postgres://assay@127.0.0.1:1/games", Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	taken := []string{"application_name", "client_encoding", "datestyle", "timezone", "standard_conforming_strings"}
	for name := range pool.Config().ConnConfig.RuntimeParams {
		if !slices.Contains(taken, name) {
			t.Errorf("pgbouncer refuses connections that say %s", name)
		}
	}
}

// TestConnections checks the settings of connections, which must not depend on
// the database's configuration.
func TestConnections(t *testing.T) {
	server := postgrestest.Shared(t)
	for name, address := range map[string]string{
		"at once":     server.Schema(t) + "&gin_fuzzy_search_limit=50&client_encoding=LATIN1&default_transaction_isolation=serializable",
		"by a pooler": server.Pooled(t),
	} {
		pool, err := Connect(t.Context(), address, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		for setting, want := range map[string]string{
			"jit": "off", "effective_io_concurrency": "256", "gin_fuzzy_search_limit": "0", "client_encoding": "UTF8",
			"default_transaction_isolation": "read committed",
		} {
			var got string
			if err := pool.QueryRow(t.Context(), `SELECT current_setting($1)`, setting).Scan(&got); err != nil || got != want {
				t.Errorf("%s: %s is %q, %v", name, setting, got, err)
			}
		}
	}
}
