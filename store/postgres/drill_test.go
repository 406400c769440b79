package postgres

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"assay/fixtures/postgrestest"
	"assay/fixtures/storetest"
)

// TestPointInTime restores an archive to a point before a mistake by the means
// of PostgreSQL: a base backup and the archived log. The restored archive is
// valid, has the former history, and continues with a different lineage.
func TestPointInTime(t *testing.T) {
	ctx := context.Background()
	s := postgrestest.Start(t, "wal_level=replica", "archive_mode=on", "archive_command=mkdir -p ../log && cp %p ../log/%f")
	address := s.Schema(t)
	a := drilled(t, address)
	add := func(to *Archive, from int) {
		t.Helper()
		if _, err := to.Add(ctx, storetest.Samples(from, 3)); err != nil {
			t.Fatal(err)
		}
	}
	add(a, 0)
	s.Run(t, "pg_basebackup", "-h", "127.0.0.1", "-p", strconv.Itoa(s.Port), "-U", "assay", "-D", "back", "-c", "fast", "--no-sync")
	add(a, 3)
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	must := func(statement string) {
		t.Helper()
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	must(`SELECT pg_create_restore_point('before')`)
	want, err := a.Lineage(ctx, 6)
	if err != nil {
		t.Fatal(err)
	}
	for id := range int64(6) {
		if err := a.Delete(ctx, id+1); err != nil {
			t.Fatal(err)
		}
	}
	must(`SELECT pg_switch_wal()`)
	left, err := a.Lineage(ctx, 7)
	if err != nil {
		t.Fatal(err)
	}

	signal := filepath.Join(s.Folder, "back", "recovery.signal")
	if err := os.WriteFile(signal, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	back := drilled(t, s.Beside(t, "back", "archive_mode=off", "restore_command=cp ../log/%f %p",
		"recovery_target_name=before", "recovery_target_action=promote").Address("archive1"))
	if last, err := back.Sequence(ctx); last != 6 || err != nil {
		t.Errorf("the last change is %d, %v", last, err)
	}
	if got, err := back.Lineage(ctx, 6); got != want || err != nil {
		t.Errorf("up to change 6 it is %s, %v; it was %s", got, err, want)
	}
	add(back, 6)
	if got, err := back.Lineage(ctx, 7); got == left || got == "" || err != nil {
		t.Errorf("it goes on as the one that was left did: %s, %v", got, err)
	}
	faults, err := back.Check(ctx)
	if err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
}

// TestDump copies an archive to another database with pg_dump and psql.
func TestDump(t *testing.T) {
	ctx := context.Background()
	s := postgrestest.Start(t)
	address := s.Schema(t)
	a := drilled(t, address)
	if _, err := a.Add(ctx, storetest.Samples(0, 5)); err != nil {
		t.Fatal(err)
	}
	where := []string{"-h", "127.0.0.1", "-p", strconv.Itoa(s.Port), "-U", "assay"}
	s.Run(t, "pg_dump", append(where, "-n", "archive1", "-f", "archive.sql", "postgres")...)
	s.Run(t, "createdb", append(where, "other")...)
	s.Run(t, "psql", append(where, "-q", "-v", "ON_ERROR_STOP=1", "-f", "archive.sql", "other")...)
	other := drilled(t, fmt.Sprintf("postgres://assay@127.0.0.1:%d/other?search_path=archive1", s.Port))
	want, err := a.Lineage(ctx, 5)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := other.Lineage(ctx, 5); got != want || err != nil {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	if faults, err := other.Check(ctx); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
}

// drilled opens an archive as soon as its database accepts writes.
func drilled(t *testing.T, address string) *Archive {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	for {
		var recovering bool
		conn, err := pgx.Connect(ctx, address)
		if err == nil {
			err = conn.QueryRow(ctx, `SELECT pg_is_in_recovery()`).Scan(&recovering)
			conn.Close(ctx)
		}
		if err == nil && !recovering {
			break
		}
		select {
		case <-ctx.Done():
			t.Fatalf("it takes no writes: %v", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
	a, err := Open(ctx, address, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}
