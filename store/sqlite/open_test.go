package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mattn/go-sqlite3"

	"assay/analysis"
	"assay/fixtures/storetest"
	"assay/store"
)

// execute runs SQL on the file at path, bypassing the store.
func execute(t testing.TB, path, statements string, args ...any) {
	t.Helper()
	db := result(connect(path, Options{}, map[string][]string{}, unchecked))(t)
	defer db.Close()
	if _, err := db.Exec(statements, args...); err != nil {
		t.Fatal(err)
	}
}

// filled returns the path of a closed archive with some games.
func filled(t testing.TB, games int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "archive.db")
	s := result(Open(context.Background(), path, Options{}))(t)
	result(s.Add(context.Background(), storetest.Samples(0, games)))(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenRefuses(t *testing.T) {
	tests := []struct {
		name  string
		setup func(t *testing.T) string
		o     Options
		want  error
	}{
		{"text", func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "notes.txt")
			if err := os.WriteFile(path, bytes.Repeat([]byte("1. e4 e5\n"), 1000), 0o644); err != nil {
				t.Fatal(err)
			}
			return path
		}, Options{}, store.ErrNotArchive},
		{"somebody else's database", func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "other.db")
			execute(t, path, `CREATE TABLE photos (id INTEGER PRIMARY KEY)`)
			return path
		}, Options{}, store.ErrNotArchive},
		{"application of another kind", func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "other.db")
			execute(t, path, `PRAGMA application_id = 7`)
			return path
		}, Options{}, store.ErrNotArchive},
		{"folder", func(t *testing.T) string { return t.TempDir() }, Options{}, store.ErrNotArchive},
		{"newer schema", func(t *testing.T) string {
			path := filled(t, 1)
			execute(t, path, `PRAGMA user_version = 99`)
			return path
		}, Options{}, store.ErrNewer},
		{"older schema, for reading", func(t *testing.T) string {
			path := filled(t, 1)
			execute(t, path, `PRAGMA user_version = 1`)
			return path
		}, Options{ReadOnly: true}, store.ErrOlder},
		{"nothing there, for reading", func(t *testing.T) string {
			return filepath.Join(t.TempDir(), "archive.db")
		}, Options{ReadOnly: true}, store.ErrMissing},
		{"no folder for it", func(t *testing.T) string {
			return filepath.Join(t.TempDir(), "missing", "archive.db")
		}, Options{}, store.ErrMissing},
		{"cut in half", func(t *testing.T) string {
			path := filled(t, 200)
			if err := os.Truncate(path, result(os.Stat(path))(t).Size()/2/4096*4096); err != nil {
				t.Fatal(err)
			}
			return path
		}, Options{}, store.ErrCorrupt},
		{"cut within the first page", func(t *testing.T) string {
			path := filled(t, 1)
			if err := os.Truncate(path, 50); err != nil {
				t.Fatal(err)
			}
			return path
		}, Options{}, store.ErrCorrupt},
		{"locked", func(t *testing.T) string {
			path := filled(t, 1)
			lock(t, path)
			return path
		}, Options{BusyTimeout: 10 * time.Millisecond}, store.ErrBusy},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := tt.setup(t)
			before, _ := os.ReadFile(path)
			s, err := Open(context.Background(), path, tt.o)
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if err == nil {
				s.Close()
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("the refused file was changed")
			}
		})
	}
}

// lock holds the write lock of an archive until the test ends.
func lock(t testing.TB, path string) {
	t.Helper()
	db := result(connect(path, Options{}, map[string][]string{"_txlock": {"exclusive"}}, unchecked))(t)
	tx := result(db.Begin())(t)
	t.Cleanup(func() {
		tx.Rollback()
		db.Close()
	})
}

func TestOpenAccepts(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"new.db", "with space.db", "50%.db", "what?#.db", ":memory:", "棋譜.db"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(folder, name)
			for round := range 2 {
				s := open(t, path, Options{})
				added := result(s.Add(context.Background(), storetest.Samples(round, 2)))(t)
				if got, want := added[0].Existing, round > 0; got != want {
					t.Errorf("round %d: existing %v, want %v", round, got, want)
				}
			}
			if _, err := os.Stat(path); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("empty file", func(t *testing.T) {
		path := filepath.Join(folder, "empty.db")
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		result(open(t, path, Options{}).Add(context.Background(), storetest.Samples(0, 1)))(t)
	})
}

// TestConcurrentCreate creates one archive from several stores at the same
// time, as several processes would.
func TestConcurrentCreate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "archive.db")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			s, err := Open(context.Background(), path, Options{})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if _, err := s.Add(context.Background(), storetest.Samples(0, 10)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := result(open(t, path, Options{}).Count(context.Background(), store.Filter{}))(t); n != 10 {
		t.Errorf("%d games, want 10", n)
	}
}

func TestReadOnly(t *testing.T) {
	ctx := context.Background()
	path := filled(t, 3)
	s := open(t, path, Options{ReadOnly: true})
	if got := string(result(s.Record(ctx, 2))(t)); got != string(storetest.Sample(1).Record) {
		t.Errorf("record %q", got)
	}
	for name, call := range map[string]func() error{
		"Add":     func() error { _, err := s.Add(ctx, storetest.Samples(9, 1)); return err },
		"Delete":  func() error { return s.Delete(ctx, 1) },
		"Restore": func() error { return s.Restore(ctx, 1) },
		"Update":  func() error { return s.Update(ctx, store.Verification{Game: 1, Verdict: analysis.Legal}) },
	} {
		if err := call(); !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("%s: error %v, want %v", name, err, store.ErrReadOnly)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left := result(filepath.Glob(path + "*"))(t); len(left) != 1 {
		t.Errorf("beside the archive are left %v", left)
	}
}

func TestDiskFull(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, storetest.Samples(0, 10)))(t)
	var pages int
	if err := s.writer.QueryRow(`PRAGMA page_count`).Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := s.writer.Exec(fmt.Sprintf(`PRAGMA max_page_count = %d`, pages+2)); err != nil {
		t.Fatal(err)
	}
	_, err := s.Add(ctx, storetest.Samples(10, 500))
	if !errors.Is(err, store.ErrFull) {
		t.Errorf("error %v, want %v", err, store.ErrFull)
	}
	var driver sqlite3.Error
	if !errors.As(err, &driver) || driver.Code != sqlite3.ErrFull {
		t.Errorf("error %v hides the driver's", err)
	}
	if n := result(s.Count(ctx, store.Filter{}))(t); n != 10 {
		t.Errorf("%d games, want the 10 of before", n)
	}
	if faults := result(s.Check(ctx))(t); faults != nil {
		t.Errorf("faults: %v", faults)
	}
}

func TestBusyWhileWriting(t *testing.T) {
	path := filled(t, 2)
	s := open(t, path, Options{BusyTimeout: 10 * time.Millisecond})
	lock(t, path)
	if _, err := s.Add(context.Background(), storetest.Samples(5, 1)); !errors.Is(err, store.ErrBusy) {
		t.Errorf("error %v, want %v", err, store.ErrBusy)
	}
	if _, err := s.Game(context.Background(), 1); err != nil {
		t.Errorf("reading beside another process's write: %v", err)
	}
}

// TestWriteDuringBusyWriter writes while another process writes almost
// continuously.
func TestWriteDuringBusyWriter(t *testing.T) {
	path := filled(t, 2)
	s := open(t, path, Options{BusyTimeout: 2 * time.Second})
	other := result(connect(path, Options{BusyTimeout: time.Second}, map[string][]string{"_txlock": {"immediate"}}, unchecked))(t)
	defer other.Close()
	done := make(chan struct{})
	var busy sync.WaitGroup
	defer busy.Wait()
	defer close(done)
	busy.Go(func() {
		for ended := false; !ended; time.Sleep(5 * time.Millisecond) {
			tx, err := other.Begin()
			if err != nil {
				t.Error(err)
				return
			}
			time.Sleep(250 * time.Millisecond)
			tx.Rollback()
			select {
			case <-done:
				ended = true
			default:
			}
		}
	})
	for n := range 4 {
		time.Sleep(50 * time.Millisecond) // let the other writer continue
		if _, err := s.Add(t.Context(), storetest.Samples(5+n, 1)); err != nil {
			t.Errorf("write %d: %v", n, err)
		}
	}
}

func TestCancel(t *testing.T) {
	s := archive(t)
	reason := errors.New("interrupted")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(reason)
	if _, err := s.Add(ctx, storetest.Samples(0, 1)); !errors.Is(err, reason) {
		t.Errorf("Add: error %v, want %v", err, reason)
	}
	if _, err := s.Count(ctx, store.Filter{}); !errors.Is(err, reason) {
		t.Errorf("Count: error %v, want %v", err, reason)
	}
	if _, err := Open(ctx, filepath.Join(t.TempDir(), "archive.db"), Options{}); !errors.Is(err, reason) {
		t.Errorf("Open: error %v, want %v", err, reason)
	}

	ctx, stop := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer stop()
	if _, err := s.Add(ctx, storetest.Samples(0, 20_000)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Add: error %v, want %v", err, context.DeadlineExceeded)
	}
	if n := result(s.Count(context.Background(), store.Filter{}))(t); n != 0 {
		t.Errorf("%d games of a batch that was cut short", n)
	}
}

// olderArchive returns the path of a closed archive of the first schema with
// some games.
func olderArchive(t testing.TB, games int) string {
	t.Helper()
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "archive.db")
	db := result(connect(path, Options{}, map[string][]string{"_journal_mode": {"WAL"}}, unchecked))(t)
	if err := migrate(ctx, db, result(migrations())(t)[:1], nil); err != nil {
		t.Fatal(err)
	}
	all := result(prepare(storetest.Samples(0, games)))(t)
	if err := transact(ctx, db, func(tx *sql.Tx) error {
		for i := range all {
			r, g := &all[i], all[i].Game
			if _, err := tx.Exec(`INSERT INTO games (id, hash, variant, options, variant_version, verdict, plies, result,
					termination, format, encoding, file, number, line, first, second, event, site, date, sequence, imported)
				VALUES (?1, ?2, 'chess', '', '1', 'legal', 88, '1-0', '', 'pgn', 'utf-8', 'f', 1, 1, ?3, ?4, ?5, '', '', ?1, 1)`,
				i+1, r.Hash[:], g.First, g.Second, g.Event); err != nil {
				return err
			}
			if _, err := tx.Exec(`INSERT INTO contents (game, record, start, final, moves, tags, words, report)
				VALUES (?, ?, '', '', ?, ?, '', x'')`, i+1, r.Record, g.Moves, r.Tags); err != nil {
				return err
			}
			_, err := tx.Exec(`INSERT INTO words (docid, first, second, event, rest) VALUES (?, ?, ?, ?, '')`, i+1, g.First, g.Second, g.Event)
			if err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestMigrate(t *testing.T) {
	ctx := context.Background()
	known := result(migrations())(t)
	path := olderArchive(t, 1)
	want := storetest.Sample(0)
	s := open(t, path, Options{})
	if got := result(s.Game(ctx, 1))(t); !bytes.Equal(got.Record, want.Record) {
		t.Errorf("record %q after migration", got.Record)
	}
	if n := result(s.Count(ctx, store.Filter{Player: want.First, Event: want.Event}))(t); n != 1 {
		t.Errorf("%d games of its player and event are found after migration", n)
	}
	result(s.Add(ctx, storetest.Samples(1, 1), store.Import{Path: "a", Modified: time.Unix(1, 0)}))(t)
	if faults := result(s.Check(ctx))(t); faults != nil {
		t.Errorf("faults: %v", faults)
	}

	broken := append(known[:len(known):len(known)],
		migration{"good", `CREATE TABLE more (id INTEGER PRIMARY KEY)`}, migration{"bad", `CREATE TABLE more (id)`})
	if err := migrate(ctx, s.writer, broken, func(int) error { return nil }); err == nil {
		t.Fatal("a migration that fails was applied")
	}
	var version, tables int
	err := s.writer.QueryRow(`SELECT user_version, (SELECT count(*) FROM sqlite_schema WHERE name = 'more')
		FROM pragma_user_version`).Scan(&version, &tables)
	if err != nil || version != len(known) || tables != 0 {
		t.Errorf("after a failed migration: version %d, %d tables of it, %v", version, tables, err)
	}
	if err := migrate(ctx, s.writer, known[:1], nil); !errors.Is(err, store.ErrNewer) {
		t.Errorf("error %v, want %v", err, store.ErrNewer)
	}
}

// TestMigrateFails checks that a failed migration leaves no copy.
func TestMigrateFails(t *testing.T) {
	path := olderArchive(t, 2)
	broken := append(result(migrations())(t), migration{"bad", `CREATE TABLE games (id)`})
	for range 2 {
		_, err := openWith(t.Context(), path, Options{}, func(s *Archive, ctx context.Context, o Options) (err error) {
			if s.writer, err = s.connect(o, map[string][]string{"_journal_mode": {"WAL"}, "_txlock": {"immediate"}}); err != nil {
				return err
			}
			return s.migrate(ctx, broken)
		})
		if err == nil {
			t.Error("a migration that fails was applied")
		}
	}
	if copies := result(filepath.Glob(filepath.Join(filepath.Dir(path), "*-schema-*")))(t); copies != nil {
		t.Errorf("there are %v", copies)
	}
}

// TestMigrateKeepsCopy opens an archive of a former schema. Opening it for
// reading is rejected with advice, and it can be copied unchanged. A migration
// keeps a copy unless there are no games.
func TestMigrateKeepsCopy(t *testing.T) {
	ctx := context.Background()
	path := olderArchive(t, 3)
	before := result(os.ReadFile(path))(t)
	_, err := Open(ctx, path, Options{ReadOnly: true})
	if !errors.Is(err, store.ErrOlder) || !strings.Contains(err.Error(), "opened for writing") {
		t.Errorf("error %v", err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := Copy(ctx, path, copied); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, result(os.ReadFile(path))(t)) {
		t.Error("the archive was changed by copying it")
	}
	kept := filepath.Join(filepath.Dir(path), "archive-schema-1.db")
	for _, from := range []string{copied, kept} {
		open(t, path, Options{})
		older := open(t, from, Options{})
		if g := result(older.Game(ctx, 3))(t); !bytes.Equal(g.Record, storetest.Sample(2).Record) {
			t.Errorf("%s: record %q", from, g.Record)
		}
	}

	empty := olderArchive(t, 0)
	open(t, empty, Options{})
	if copies := result(filepath.Glob(filepath.Join(filepath.Dir(empty), "*schema*")))(t); copies != nil {
		t.Errorf("copies of an archive without games: %v", copies)
	}
}
