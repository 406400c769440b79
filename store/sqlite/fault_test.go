package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"assay/fixtures"
	"assay/fixtures/faultfs"
	"assay/fixtures/storetest"
	"assay/store"
)

// ledger records the operations that were acknowledged in a run.
type ledger struct {
	games []int // indexes of the samples whose archiving was acknowledged
	notes []string
}

// faultyRun performs various operations on the archive at path. It continues
// after errors, as a server does, and returns all of them.
func faultyRun(path, backup string, done *ledger) (faults []error) {
	ctx := context.Background()
	met := func(what string, err error) bool {
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", what, err))
		}
		return err == nil
	}
	s, err := Open(ctx, path, Options{BusyTimeout: time.Millisecond, Readers: 2})
	if !met("open", err) {
		return faults
	}
	for batch := range 3 {
		games := storetest.Samples(batch*4, 4)
		games[0].Record = bytes.Repeat(games[0].Record, 20) // several pages long
		if _, err := s.Add(ctx, games); met("add", err) {
			for i := range games {
				done.games = append(done.games, batch*4+i)
			}
		}
	}
	for i := range min(2, len(done.games)) {
		note := fmt.Sprintf("note %d", i)
		if _, err := s.Annotate(ctx, store.Draft{Game: 1, Author: "Ada", Content: []byte(note)}, 0); met("annotate", err) {
			done.notes = append(done.notes, note)
		}
	}
	for i, game := range done.games {
		rows, _, err := s.List(ctx, store.Filter{Player: storetest.Sample(game).First}, "", "", 10)
		if met("list", err) && len(rows) == 0 {
			met("list", fmt.Errorf("game %d is not found by its player", game))
		}
		if g, err := s.Game(ctx, int64(i+1)); met("game", err) && len(g.Record) < 100 {
			met("game", fmt.Errorf("game %d has a record of %d bytes", i+1, len(g.Record)))
		}
	}
	found, err := s.Check(ctx)
	if met("check", err) && found != nil {
		met("check", fmt.Errorf("it says %v", found))
	}
	if met("backup", s.Backup(ctx, backup)) {
		if _, err := os.Stat(backup); err != nil {
			met("backup", err)
		}
	}
	met("close", s.Close())
	return faults
}

// TestFaults makes the n-th operation of every kind fail while an archive is
// created, filled, read, checked and copied. Every error has a kind. Afterwards
// the archive is valid and has every acknowledged change once.
func TestFaults(t *testing.T) {
	var path, backup string
	var done ledger
	everyFault(t, func(t *testing.T) []error {
		folder := t.TempDir()
		path, backup, done = filepath.Join(folder, "archive.db"), filepath.Join(folder, "copy.db"), ledger{}
		return faultyRun(path, backup, &done)
	}, func(t *testing.T) { checkFaulty(t, path, backup, done) })
}

// TestFaultsOfMigration makes operations fail while an archive of a former
// schema is opened for writing.
func TestFaultsOfMigration(t *testing.T) {
	older := result(os.ReadFile(olderArchive(t, 5)))(t)
	var path string
	everyFault(t, func(t *testing.T) []error {
		path = filepath.Join(t.TempDir(), "archive.db")
		if err := os.WriteFile(path, older, 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := Open(t.Context(), path, Options{BusyTimeout: time.Millisecond, Readers: 1})
		if err != nil {
			return []error{err}
		}
		s.Close()
		return nil
	}, func(t *testing.T) {
		open(t, path, Options{})
		copies := result(filepath.Glob(filepath.Join(filepath.Dir(path), "archive-schema-1*.db")))(t)
		if len(copies) == 0 {
			t.Error("no copy is kept")
		}
		for _, file := range append(copies, path) {
			checkGames(t, file, 5)
		}
	})
}

// TestFaultsOfRecovery makes operations fail while a backup replaces a crashed
// archive. Afterwards one of the two is complete at the path, and the other one
// is where it should be.
func TestFaultsOfRecovery(t *testing.T) {
	backup := filled(t, 3)
	template := filepath.Join(t.TempDir(), "archive.db")
	crashed(t, template, 100, 5)
	var path string
	var done *Recovered
	everyFault(t, func(t *testing.T) []error {
		path = filepath.Join(t.TempDir(), "archive.db")
		for _, part := range []string{"", "-wal"} {
			if err := os.WriteFile(path+part, result(os.ReadFile(template+part))(t), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		var err error
		if done, err = Recover(t.Context(), path, backup); err != nil {
			return []error{err}
		}
		return nil
	}, func(t *testing.T) {
		if done == nil {
			checkGames(t, path, 5)
			return
		}
		checkGames(t, path, 3)
		checkGames(t, done.Kept, 5)
	})
}

// checkGames checks that an archive is valid and has the given number of games.
func checkGames(t *testing.T, path string, games int) {
	t.Helper()
	s := result(Open(context.Background(), path, Options{}))(t)
	defer s.Close()
	if n := result(s.Count(context.Background(), store.Filter{}))(t); n != games {
		t.Errorf("%s: %d games, want %d", filepath.Base(path), n, games)
	}
	if found := result(s.Check(context.Background()))(t); found != nil {
		t.Errorf("%s: %v", filepath.Base(path), found)
	}
}

// everyFault repeats do with a fault at each place and calls look after each
// run.
func everyFault(t *testing.T, do func(t *testing.T) []error, look func(t *testing.T)) {
	named := []error{store.ErrDisk, store.ErrFull, store.ErrMemory, store.ErrDenied, store.ErrReadOnly, store.ErrBusy}
	for kind := range faultfs.Kind(faultfs.Kinds) {
		t.Run(kind.String(), func(t *testing.T) {
			faultfs.Arm(kind, -1, false)
			faults := do(t)
			operations, _ := faultfs.Disarm()
			if faults != nil {
				t.Fatalf("without a fault: %v", faults)
			}
			stride := max(1, operations/fixtures.Rounds(4, 12, operations))
			for n := 1; n <= operations && !t.Failed(); n += stride {
				for _, forGood := range []bool{false, true} {
					t.Run(fmt.Sprintf("%d of %d, for good %v", n, operations, forGood), func(t *testing.T) {
						faultfs.Arm(kind, n, forGood)
						faults := do(t)
						faultfs.Disarm()
						for _, err := range faults {
							if !slices.ContainsFunc(named, func(want error) bool { return errors.Is(err, want) }) {
								t.Errorf("an error without a name: %v", err)
							}
						}
						look(t)
					})
				}
			}
		})
	}
}

// checkFaulty checks the archive and the backup after a run with faults.
func checkFaulty(t *testing.T, path, backup string, done ledger) {
	t.Helper()
	ctx := context.Background()
	for _, file := range []string{path, backup} {
		if _, err := os.Stat(file); err != nil {
			if file == path && done.games != nil {
				t.Errorf("%v", err)
			}
			continue
		}
		s, err := Open(ctx, file, Options{})
		if err != nil {
			t.Errorf("opened again: %v", err)
			return
		}
		found, err := s.Check(ctx)
		if err != nil || found != nil {
			t.Errorf("%s: %v, %v", filepath.Base(file), found, err)
		}
		if file == path {
			checkLedger(t, s, done)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%v", err)
		}
	}
	for _, file := range result(os.ReadDir(filepath.Dir(path)))(t) {
		if file.IsDir() {
			t.Errorf("left: %v", file)
		}
	}
}

func checkLedger(t *testing.T, s *Archive, done ledger) {
	t.Helper()
	ctx := context.Background()
	times := map[int]int{}
	rows, _, err := s.List(ctx, store.Filter{}, "", "", store.MaxLimit)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range rows {
		times[g.Number-1]++
	}
	for _, number := range done.games {
		if times[number] == 0 {
			t.Errorf("game %d was acknowledged and is not there", number)
		}
	}
	for number, n := range times {
		if n != 1 {
			t.Errorf("game %d is there %d times", number, n)
		}
	}
	if len(rows)%4 != 0 {
		t.Errorf("%d games, want whole batches of 4", len(rows))
	}
	if len(done.notes) == 0 {
		return
	}
	notes, _, err := s.Annotations(ctx, 1, store.AnnotationFilter{}, "", store.MaxLimit)
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range done.notes {
		if !slices.ContainsFunc(notes, func(a *store.Annotation) bool { return string(a.Content) == note }) {
			t.Errorf("%s was acknowledged and is not there", note)
		}
	}
}
