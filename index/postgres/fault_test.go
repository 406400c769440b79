package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/fixtures/postgrestest"
	"assay/index"
	"assay/store"
)

// TestFaultKinds distinguishes errors of the index alone from errors of the
// archive in the same database.
func TestFaultKinds(t *testing.T) {
	away := &store.Error{Path: "db", Kind: store.ErrAway, Err: io.EOF}
	for _, row := range []struct {
		name string
		err  error
		want error
	}{
		{"nobody there", &net.OpError{Op: "dial", Err: errors.New("connection refused")}, store.ErrAway},
		{"cut off", io.ErrUnexpectedEOF, store.ErrAway},
		{"ended by its keeper", &pgconn.PgError{Code: "57P01", SeverityUnlocalized: "FATAL"}, store.ErrAway},
		{"starting", &pgconn.PgError{Code: "57P03", SeverityUnlocalized: "FATAL"}, store.ErrAway},
		{"a part ended by its keeper", &pgconn.PgError{Code: "57P01", SeverityUnlocalized: "ERROR"}, index.ErrUnusable},
		{"a part not reached", &pgconn.PgError{Code: "08001", SeverityUnlocalized: "ERROR"}, index.ErrUnusable},
		{"no table", &pgconn.PgError{Code: "42P01", SeverityUnlocalized: "ERROR"}, index.ErrUnusable},
		{"no room", &pgconn.PgError{Code: "53100", SeverityUnlocalized: "ERROR"}, index.ErrUnusable},
		{"said by the archive", away, store.ErrAway},
		{"said by the archive, of its server", &store.Error{Path: "db", Kind: store.ErrAway, Err: &pgconn.PgError{Code: "57P01"}}, store.ErrAway},
	} {
		x := &Index{name: "db"}
		err := x.unusable(t.Context(), row.err)
		if !errors.Is(err, row.want) || errors.Is(err, index.ErrUnusable) != (row.want == index.ErrUnusable) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// TestDatabaseAway ends the database under an open index: what is asked then is
// answered as the archive would, and answered again once it is back.
func TestDatabaseAway(t *testing.T) {
	server := postgrestest.Start(t)
	a := newArchive("a")
	a.put(1, index.Document{Verdict: "legal", Keys: []uint64{4}})
	x := opened(t, server.Schema(t), a, index.Options{})
	catchUp(t, x)
	key := uint64(4)
	ask := func() (uint64, error) {
		got, err := x.Games(context.Background(), index.Query{Key: &key, Limit: 1})
		return got.Total, err
	}
	// Processes of the server see a little later that it has ended, and
	// connections to them are found out one by one.
	const tries = 200
	until := func(what string, done func() bool) {
		t.Helper()
		for range tries {
			if done() {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Fatal(what)
	}
	server.Kill()
	until("it is answered without its database", func() bool {
		_, err := ask()
		return err != nil
	})
	if _, err := ask(); !errors.Is(err, store.ErrAway) || errors.Is(err, index.ErrUnusable) {
		t.Errorf("asked: %v", err)
	}
	a.put(2, index.Document{Verdict: "legal", Keys: []uint64{4}})
	if err := x.CatchUp(context.Background(), nil); !errors.Is(err, store.ErrAway) {
		t.Errorf("followed: %v", err)
	}
	server.Launch(t)
	until("it does not come back", func() bool {
		err := x.CatchUp(context.Background(), nil)
		if err != nil && !errors.Is(err, store.ErrAway) {
			t.Errorf("on its way back: %v", err)
		}
		return err == nil
	})
	if total, err := ask(); err != nil || total != 2 {
		t.Errorf("it is back: %d games, %v", total, err)
	}
}

// slow is an archive that is being read, until it may go on.
type slow struct {
	*archive
	read, on chan struct{}
}

func (s *slow) Changes(ctx context.Context, after int64, limit int) ([]index.Change, error) {
	close(s.read)
	<-s.on
	return s.archive.Changes(ctx, after, limit)
}

// TestStandstill has a server stand still while it holds the place: another
// takes the changes in once the patience with it is over, and it finds them
// taken.
func TestStandstill(t *testing.T) {
	a := newArchive("a")
	a.put(1, index.Document{Verdict: "legal", Keys: []uint64{4}})
	address := postgrestest.Shared(t).Schema(t)
	s := &slow{a, make(chan struct{}), make(chan struct{})}
	still, err := Open(t.Context(), address, s, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer still.Close()
	still.lockTimeout = 100 * time.Millisecond
	ended := make(chan error)
	go func() { ended <- still.CatchUp(t.Context(), nil) }()
	<-s.read
	soon, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	other := opened(t, address, a, index.Options{})
	if err := other.CatchUp(soon, nil); err != nil {
		t.Errorf("beside a server that stands still: %v", err)
	}
	close(s.on)
	if err := <-ended; !errors.Is(err, store.ErrAway) {
		t.Errorf("the server that stood still: %v", err)
	}
	if err := still.CatchUp(t.Context(), nil); err != nil {
		t.Errorf("once more: %v", err)
	}
	key := uint64(4)
	for _, x := range []*Index{still, other} {
		if got := games(t, x, index.Query{Key: &key, Limit: 9}); got.Total != 1 {
			t.Errorf("%d games are found", got.Total)
		}
	}
}

// late is a source that takes its time.
type late struct{ *archive }

func (l late) Changes(ctx context.Context, after int64, limit int) ([]index.Change, error) {
	time.Sleep(50 * time.Millisecond)
	return l.archive.Changes(ctx, after, limit)
}

// TestCheckUnhurried checks the index next to a slow archive, in a database
// that ends idle transactions.
func TestCheckUnhurried(t *testing.T) {
	a := newArchive("a")
	a.put(1, index.Document{Verdict: "legal", Keys: []uint64{4}})
	address := postgrestest.Shared(t).Schema(t)
	catchUp(t, opened(t, address, a, index.Options{}))
	x, err := Open(t.Context(), address+"&idle_in_transaction_session_timeout=10ms", late{a}, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if faults, err := x.Check(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
}

// TestBegunAnew searches while the index restarts for an archive with another
// history. Answers from emptied tables are marked as those of change 0.
func TestBegunAnew(t *testing.T) {
	address := postgrestest.Shared(t).Schema(t)
	before, after := newArchive("before"), newArchive("after")
	for game := range int64(3) {
		before.put(game+1, index.Document{Verdict: "legal", Keys: []uint64{4}})
		after.put(game+1, index.Document{Verdict: "legal", Keys: []uint64{4}})
	}
	x := opened(t, address, before, index.Options{})
	catchUp(t, x)
	s := &slow{after, make(chan struct{}), make(chan struct{})}
	other, err := Open(t.Context(), address, s, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ended, asked := make(chan error, 1), make(chan error, 1)
	go func() { ended <- other.CatchUp(t.Context(), nil) }()
	<-s.read
	go func() {
		key := uint64(4)
		got, err := x.Games(t.Context(), index.Query{Key: &key, Limit: 9})
		if err == nil && got.Total < 3 && got.Indexed != 0 {
			err = fmt.Errorf("%d games of change %d", got.Total, got.Indexed)
		}
		asked <- err
	}()
	for waits := false; !waits && len(asked) == 0; time.Sleep(10 * time.Millisecond) {
		if err := x.pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted
			AND relation = 'index_games'::regclass)`).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	close(s.on)
	for _, err := range []error{<-asked, <-ended} {
		if err != nil {
			t.Error(err)
		}
	}
}
