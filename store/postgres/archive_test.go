package postgres

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"assay/fixtures/postgrestest"
	"assay/fixtures/storetest"
	"assay/store"

	"github.com/jackc/pgx/v5"
)

func open(t testing.TB, address string, o Options) *Archive {
	t.Helper()
	s, err := Open(context.Background(), address, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestContract(t *testing.T) {
	server := postgrestest.Shared(t)
	storetest.Run(t, func(t testing.TB) store.Archive { return open(t, server.Schema(t), Options{}) })
}

// TestHungServer stops a server while it has locked the archive's row. Another
// server's write waits only for the idle timeout. The write of the first server
// is neither saved nor acknowledged.
func TestHungServer(t *testing.T) {
	ctx := t.Context()
	address := postgrestest.Shared(t).Schema(t)
	still, other := open(t, address, Options{}), open(t, address, Options{})
	still.idleTimeout = 100 * time.Millisecond
	held, on, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		all, err := prepare(storetest.Samples(0, 1))
		if err == nil {
			err = still.write(ctx, func(w *writeTransaction) error {
				close(held)
				<-on
				_, err := w.add(all, nil)
				return err
			})
		}
		ended <- err
	}()
	<-held
	soon, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	added, err := other.Add(soon, storetest.Samples(1, 1))
	if err != nil || added[0].Sequence != 1 {
		t.Errorf("beside a server that stands still: %v, %v", added, err)
	}
	close(on)
	if err := <-ended; !errors.Is(err, store.ErrAway) {
		t.Errorf("the server that stood still: %v", err)
	}
	if last, err := still.Sequence(ctx); last != 1 || err != nil {
		t.Errorf("the last change is %d, %v", last, err)
	}
	if _, err := still.Add(ctx, storetest.Samples(0, 1)); err != nil {
		t.Errorf("once more: %v", err)
	}
}

// TestCancelDuringCommit ends the context during the commit. The write succeeds
// and is acknowledged.
func TestCancelDuringCommit(t *testing.T) {
	server := postgrestest.Shared(t)
	address := server.Schema(t)
	s := open(t, address, Options{})
	server.Do(t, address, `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(4); RETURN NULL; END'`,
		`CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON games DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow()`)
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	if added, err := s.Add(ctx, storetest.Samples(0, 1)); err != nil || len(added) != 1 {
		t.Errorf("%v, %v", added, err)
	}
	if last, err := s.Sequence(t.Context()); last != 1 || err != nil {
		t.Errorf("the last change is %d, %v", last, err)
	}
}

// TestReadersDuringWrites starts more writers than there are connections while
// another server holds the lock. Readers wait for none of them.
func TestReadersDuringWrites(t *testing.T) {
	address := postgrestest.Shared(t).Schema(t)
	s := open(t, address, Options{Connections: 3})
	held, err := open(t, address, Options{}).pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.Exec(t.Context(), `SELECT FROM assay FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	const writers = 6
	ended := make(chan error, writers)
	for n := range writers {
		go func() {
			_, err := s.Add(t.Context(), storetest.Samples(n, 1))
			ended <- err
		}()
	}
	waiting := func() (n int) {
		if err := held.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for waiting() == 0 {
		time.Sleep(time.Millisecond)
	}
	for range 50 { // the other writers start meanwhile
		soon, stop := context.WithTimeout(t.Context(), 10*time.Second)
		if _, err := s.Sequence(soon); err != nil {
			t.Errorf("a reader: %v", err)
			stop()
			break
		}
		stop()
		time.Sleep(time.Millisecond)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := s.Add(gone, storetest.Samples(writers, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("a writer who has gone: %v", err)
	}
	if err := held.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range writers {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// TestOrderOfChanges follows an archive with several writers. Change numbers
// appear in order and without gaps.
func TestOrderOfChanges(t *testing.T) {
	const writers, batches, batch = 6, 15, 4
	ctx := t.Context()
	address := postgrestest.Shared(t).Schema(t)
	reader := open(t, address, Options{})
	var writing sync.WaitGroup
	for w := range writers {
		s := open(t, address, Options{})
		writing.Go(func() {
			for b := range batches {
				if _, err := s.Add(ctx, storetest.Samples(1000*w+b*batch, batch)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() {
		writing.Wait()
		close(done)
	}()
	for last, ended := int64(0), false; !ended; {
		select {
		case <-done:
			ended = true
		default:
		}
		changes, err := reader.Changes(ctx, last, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			if c.Sequence != last+1 {
				t.Fatalf("change %d follows %d", c.Sequence, last)
			}
			last = c.Sequence
		}
		ended = ended && len(changes) == 0
		if ended && last != writers*batches*batch {
			t.Errorf("%d changes, want %d", last, writers*batches*batch)
		}
	}
}

func TestOpen(t *testing.T) {
	ctx := t.Context()
	server := postgrestest.Shared(t)
	foreign, newer := server.Schema(t), server.Schema(t)
	for address, statement := range map[string]string{foreign: `CREATE TABLE other ()`, newer: `UPDATE assay SET schema = 99, compatible = 98`} {
		if address == newer {
			open(t, address, Options{}).Close()
		}
		conn, err := pgx.Connect(ctx, address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
		conn.Close(ctx)
	}
	server.Do(t, newer, `CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`)
	for _, tt := range []struct {
		name, address string
		options       Options
		want          error
	}{
		{"texts in another encoding", strings.Replace(server.Address("public"), "/postgres?", "/latin?", 1), Options{}, store.ErrNotArchive},
		{"tables of others", foreign, Options{}, store.ErrNotArchive},
		{"an empty one, to be read", server.Schema(t), Options{ReadOnly: true}, store.ErrNotArchive},
		{"a newer one", newer, Options{}, store.ErrNewer},
		{"none", strings.Replace(newer, "/postgres?", "/nosuch?", 1), Options{}, store.ErrMissing},
		{"no schema", server.Address("nosuch"), Options{}, store.ErrMissing},
		{"no schema, to be read", server.Address("nosuch"), Options{ReadOnly: true}, store.ErrMissing},
		{"no address", "postgres://a:secret@[", Options{}, store.ErrMissing},
		{"nobody there", "postgres://assay@127.0.0.1:1/archive", Options{}, store.ErrAway},
	} {
		_, err := Open(ctx, tt.address, tt.options)
		if !errors.Is(err, tt.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	address := server.Schema(t)
	open(t, address, Options{})
	readOnly := open(t, address, Options{ReadOnly: true})
	if _, err := readOnly.Add(ctx, storetest.Samples(0, 1)); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("written through a reader: %v", err)
	}
	standby := open(t, address+"&default_transaction_read_only=on", Options{})
	if j, err := standby.TakeJob(ctx, time.Minute); j != nil || err != nil {
		t.Errorf("where nothing can be written, and no job waits: %v, %v", j, err)
	}
	if _, err := standby.Add(ctx, storetest.Samples(0, 1)); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("written where nothing can be: %v", err)
	}
}

// TestCheckIgnoresTimeouts checks an archive in a database with short idle and
// statement timeouts.
func TestCheckIgnoresTimeouts(t *testing.T) {
	ctx := t.Context()
	address := postgrestest.Shared(t).Schema(t)
	s := open(t, address, Options{})
	if _, err := s.Add(ctx, storetest.Samples(0, 500)); err != nil {
		t.Fatal(err)
	}
	hurried := open(t, address+"&idle_in_transaction_session_timeout=1ms&statement_timeout=200ms", Options{ReadOnly: true})
	lock, err := s.pool.Begin(ctx)
	if err == nil {
		_, err = lock.Exec(ctx, `LOCK games`)
	}
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(400*time.Millisecond, func() { lock.Rollback(ctx) })
	if faults, err := hurried.Check(ctx); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
}

// TestCheckFinds alters rows outside the program and checks that each
// alteration is found.
func TestCheckFinds(t *testing.T) {
	ctx := t.Context()
	server := postgrestest.Shared(t)
	for statement, want := range map[string]string{
		`UPDATE games SET first = 'nobody' WHERE id = 2`:                           store.FaultChecksum,
		`UPDATE contents SET final = 'nowhere' WHERE game = 2`:                     store.FaultChecksum,
		`UPDATE contents SET record = '\x00' WHERE game = 2`:                       store.FaultRecord,
		`UPDATE contents SET tags = '\xff' WHERE game = 2`:                         store.FaultTags,
		`DELETE FROM contents WHERE game = 2`:                                      store.FaultContents,
		`UPDATE revisions SET content = 'other'`:                                   store.FaultChecksum,
		`UPDATE annotations SET ply = 7`:                                           store.FaultRevision,
		`UPDATE analyses SET nodes = 7`:                                            store.FaultChecksum,
		`UPDATE assay SET sequence = 1`:                                            store.FaultSequence,
		`DELETE FROM lineage`:                                                      store.FaultSequence,
		`UPDATE people SET name = 'Eve'`:                                           store.FaultChecksum,
		`UPDATE people SET key = 'eve'`:                                            store.FaultChecksum,
		`UPDATE events SET key = 'other'`:                                          store.FaultChecksum,
		`UPDATE games SET words = words || 'anobody' WHERE id = 2`:                 store.FaultChecksum,
		`UPDATE games SET words = ts_delete(words, (tsvector_to_array(words))[1])`: store.FaultChecksum,
	} {
		s, games := open(t, server.Schema(t), Options{}), storetest.Samples(0, 3)
		games[2].First, games[2].Event = "O'Neil\\ 名人戦 ½ it's", "a\x00b \xff 'c' 1/2-1/2"
		if _, err := s.Add(ctx, games); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Annotate(ctx, store.Draft{Game: 1, Content: []byte("one")}, 0); err != nil {
			t.Fatal(err)
		}
		if err := s.SaveAnalysis(ctx, store.Analysis{Game: 1}, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := s.AddPerson(ctx, store.Person{Name: "Ada", Role: store.Administrator}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.AddEvent(ctx, store.Event{Name: "Spring", Author: "Ada"}); err != nil {
			t.Fatal(err)
		}
		if faults, err := s.Check(ctx); err != nil || faults != nil {
			t.Fatalf("before: %v, %v", faults, err)
		}
		if _, err := s.pool.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
		faults, err := s.Check(ctx)
		if err != nil || len(faults) == 0 || faults[0].Kind != want {
			t.Errorf("%s: %v, %v; want %s", statement, faults, err, want)
		}
	}
}

// TestInvalidTextKeys pages by names that are not valid text in PostgreSQL,
// with sort keys cut at any byte.
func TestInvalidTextKeys(t *testing.T) {
	server := postgrestest.Shared(t)
	server.Do(t, server.Address("public"), `CREATE DATABASE bytes TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`)
	address := server.Schema(t)
	oddKeys(t, address)
	oddKeys(t, strings.Replace(server.Address("public"), "/postgres?", "/bytes?", 1))
	foreign := store.Order("first").Cursor(store.ListPosition{Key: "a\xff", Game: 1})
	if _, _, err := open(t, address, Options{}).List(t.Context(), store.Filter{}, "first", foreign, 1); !errors.Is(err, store.ErrCursor) {
		t.Errorf("behind bytes that are no text: %v", err)
	}
}

func oddKeys(t *testing.T, address string) {
	ctx := t.Context()
	s := open(t, address, Options{})
	var games []*store.Game
	for n := 58; n < 68; n++ {
		for _, odd := range []string{"\xff", "\x1a", "\x00", "é"} {
			g := storetest.Sample(len(games))
			g.First = strings.Repeat("a", n) + odd + "b"
			games = append(games, g)
		}
	}
	if _, err := s.Add(ctx, games); err != nil {
		t.Fatal(err)
	}
	for _, order := range []store.Order{"first", "-first"} {
		seen := map[int64]bool{}
		for cursor := ""; ; {
			rows, next, err := s.List(ctx, store.Filter{}, order, cursor, 1)
			if err != nil || len(rows) != 1 || seen[rows[0].ID] || rows[0].First != games[rows[0].ID-1].First {
				t.Fatalf("%s, behind %d games: %v, %v", order, len(seen), rows, err)
			}
			seen[rows[0].ID] = true
			if cursor = next; next == "" {
				break
			}
			behind, err := s.Skip(ctx, store.Filter{}, order, len(seen))
			if err != nil || behind != next {
				t.Errorf("%s, behind %d games: the cursor is %s, %v; want %s", order, len(seen), behind, err, next)
			}
		}
		if len(seen) != len(games) {
			t.Errorf("%s: %d games of %d", order, len(seen), len(games))
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"", "a\x00b", "\xff\x1a\x1a00", "名人戦", "\x1a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		stored, err := text(s).Value()
		if err != nil || !utf8.ValidString(stored.(string)) || strings.Contains(stored.(string), "\x00") {
			t.Fatalf("%q is stored as %q, %v", s, stored, err)
		}
		var again text
		if err := again.Scan(stored); err != nil || string(again) != s {
			t.Errorf("%q came back as %q, %v", s, again, err)
		}
	})
}
