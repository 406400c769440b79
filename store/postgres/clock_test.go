package postgres

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"assay/fixtures/postgrestest"
	"assay/fixtures/storetest"
	"assay/store"
)

// TestClocksApart has the database's clock go an hour ahead of the server's,
// and then an hour behind: what ends by time ends by the database's, which all
// servers of an archive share.
func TestClocksApart(t *testing.T) {
	server := postgrestest.Shared(t)
	for _, apart := range []time.Duration{time.Hour, -time.Hour} {
		t.Run(apart.String(), func(t *testing.T) {
			ctx, address := context.Background(), server.Schema(t)+"%2Cpg_catalog"
			set := func(apart time.Duration) {
				t.Helper()
				server.Do(t, address, fmt.Sprintf(`CREATE OR REPLACE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
					AS $$ SELECT pg_catalog.clock_timestamp() + interval '%d seconds' $$`, int(apart.Seconds())))
			}
			s, err := Open(ctx, address, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			set(apart)
			if _, err := s.Add(ctx, storetest.Samples(0, 1)); err != nil {
				t.Fatal(err)
			}
			ada, err := s.AddPerson(ctx, store.Person{Name: "Ada", Role: store.Administrator})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.AddGrant(ctx, store.Grant{Hash: []byte("link"), Kind: store.Link, Person: ada.ID, Expires: time.Now().Add(10 * time.Minute)}); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Enqueue(ctx, store.Job{Game: 1, Request: []byte("{}")}, 0); err != nil {
				t.Fatal(err)
			}
			taken, err := s.TakeJob(ctx, 10*time.Minute)
			if err != nil || taken == nil {
				t.Fatalf("%+v, %v", taken, err)
			}
			for _, row := range []struct {
				passed time.Duration
				ended  bool
			}{{0, false}, {9 * time.Minute, false}, {11 * time.Minute, true}} {
				set(apart + row.passed)
				if _, _, err := s.Granted(ctx, []byte("link")); errors.Is(err, store.ErrNoGrant) != row.ended || err != nil && !row.ended {
					t.Errorf("after %v the link: %v", row.passed, err)
				}
				again, err := s.TakeJob(ctx, 10*time.Minute)
				if err != nil || (again != nil) != row.ended {
					t.Errorf("after %v the job is taken again: %+v, %v", row.passed, again, err)
				}
			}
		})
	}
}
