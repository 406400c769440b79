package sqlite

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"assay/fixtures/storetest"
	"assay/store"
)

// TestReplica checks what tools such as Litestream require, which copy the log
// while it is written. The archive is in WAL mode and takes a second
// connection, whose read transaction prevents a restart of the log. Copies of
// file and log form an archive with every acknowledged change. The log remains
// after the server has closed.
func TestReplica(t *testing.T) {
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "archive.db")
	s := open(t, path, Options{})
	result(s.Add(ctx, storetest.Samples(0, 10)))(t)

	var mode string
	follower := result(connect(path, Options{}, url.Values{}, unchecked))(t)
	defer follower.Close()
	reader := result(follower.Conn(ctx))(t)
	defer reader.Close()
	if err := reader.QueryRowContext(ctx, `PRAGMA journal_mode`).Scan(&mode); err != nil || mode != "wal" {
		t.Fatalf("journal %q, %v", mode, err)
	}
	for _, statement := range []string{`PRAGMA wal_autocheckpoint = 0`, `BEGIN`, `SELECT count(*) FROM games`} {
		if _, err := reader.ExecContext(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	const head = 32 // size of the log header, which identifies it
	log := func() []byte { return result(os.ReadFile(path + "-wal"))(t) }
	first := log()
	if len(first) < head {
		t.Fatalf("a log of %d bytes", len(first))
	}
	for i := 10; i < 400; i += 30 {
		result(s.Add(ctx, storetest.Samples(i, 30)))(t)
		if _, err := s.writer.Exec(`PRAGMA wal_checkpoint(PASSIVE)`); err != nil {
			t.Fatal(err)
		}
		now := log()
		if !bytes.HasPrefix(now, first[:head]) || len(now) < len(first) {
			t.Fatalf("after %d games another log began, of %d bytes", i+30, len(now))
		}
		first = now
	}
	games := result(s.Count(ctx, store.Filter{}))(t)

	copied := filepath.Join(t.TempDir(), "archive.db")
	for _, part := range []string{"", "-wal"} {
		if err := os.WriteFile(copied+part, result(os.ReadFile(path+part))(t), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	other := open(t, copied, Options{})
	if n := result(other.Count(ctx, store.Filter{}))(t); n != games || games < 400 {
		t.Errorf("%d games of %d were copied", n, games)
	}
	if faults := result(other.Check(ctx))(t); faults != nil {
		t.Errorf("faults: %v", faults)
	}

	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(log(), first[:head]) {
		t.Error("the log went with the server")
	}
}
