package sqlite

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/fixtures"
	"assay/fixtures/storetest"
	"assay/store"
)

const (
	crashFiles   = 40
	gamesPerFile = 125
	crashBatch   = 40 // batches begin and end within files, and some span two
)

// importAll imports the files of the crash test, or the rest of them, and calls
// committed after every batch.
func importAll(s *Archive, committed func()) error {
	ctx := context.Background()
	modified := time.Unix(1_700_000_000, 0)
	var games []*store.Game
	touched := map[string]store.Import{}
	commit := func() error {
		var imports []store.Import
		for _, i := range touched {
			imports = append(imports, i)
		}
		added, err := s.Add(ctx, games, imports...)
		if err != nil {
			return err
		}
		for _, a := range added {
			if a.Existing {
				return fmt.Errorf("game %d was read twice", a.ID)
			}
		}
		games, touched = nil, map[string]store.Import{}
		committed()
		return nil
	}
	for file := range crashFiles {
		path := fmt.Sprintf("file%02d", file)
		at, err := s.Import(ctx, path)
		switch {
		case errors.Is(err, store.ErrNotFound):
			at = store.Import{Path: path, Modified: modified}
		case err != nil:
			return err
		}
		for !at.Done {
			games = append(games, storetest.Sample(file*gamesPerFile+at.Games))
			at.Games++
			at.Done = at.Games == gamesPerFile
			touched[path] = at
			if len(games) == crashBatch {
				if err := commit(); err != nil {
					return err
				}
			}
		}
	}
	return commit()
}

// TestKilledImport kills an importing process repeatedly at random moments and
// lets the last one finish. Every game is archived once and was read once.
func TestKilledImport(t *testing.T) {
	const variable = "ASSAY_TEST_IMPORT"
	if path := os.Getenv(variable); path != "" {
		s := result(Open(context.Background(), path, Options{}))(t)
		fmt.Println("open")
		if err := importAll(s, func() { fmt.Println("batch") }); err != nil {
			t.Fatal(err)
		}
		return // without Close, like a killed process
	}
	for range fixtures.Rounds(1, 1, 5) {
		killImports(t, fixtures.Rounds(6, 20, 20), variable)
	}
}

// killImports kills rounds imports into a new archive, lets the next one finish
// and checks the result. variable is the environment variable with the
// archive's path.
func killImports(t *testing.T, rounds int, variable string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "archive.db")
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	var log strings.Builder
	for round := range rounds + 1 {
		child := exec.Command(os.Args[0], "-test.run=^TestKilledImport$")
		child.Env = append(os.Environ(), variable+"="+path)
		child.Stderr = &log
		output := result(child.StdoutPipe())(t)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		if round < rounds {
			lines := bufio.NewScanner(output)
			for range r.IntN(6) {
				lines.Scan()
			}
			time.Sleep(time.Duration(r.IntN(4000)) * time.Microsecond)
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			var exit *exec.ExitError
			if err := child.Wait(); !errors.As(err, &exit) || exit.Exited() {
				t.Fatalf("round %d ended before it was killed: %v\n%s", round, err, log.String())
			}
			continue
		}
		text := new(strings.Builder)
		if _, err := bufio.NewReader(output).WriteTo(text); err != nil {
			t.Fatal(err)
		}
		if err := child.Wait(); err != nil {
			t.Fatalf("last round: %v\n%s%s", err, text, log.String())
		}
	}

	ctx := context.Background()
	s := open(t, path, Options{})
	want := map[string]bool{}
	for i := range crashFiles * gamesPerFile {
		want[string(storetest.Sample(i).Record)] = true
	}
	games := result(s.ChangedGames(ctx, 0, 2*len(want)))(t)
	if len(games) != len(want) {
		t.Errorf("%d games, want %d", len(games), len(want))
	}
	for _, g := range games {
		record := string(result(s.Record(ctx, g.ID))(t))
		if !want[record] {
			t.Errorf("game %d is unknown or there twice", g.ID)
		}
		delete(want, record)
	}
	for file := range crashFiles {
		if i := result(s.Import(ctx, fmt.Sprintf("file%02d", file)))(t); !i.Done || i.Games != gamesPerFile {
			t.Errorf("bookkeeping %+v", i)
		}
	}
	if faults := result(s.Check(ctx))(t); faults != nil {
		t.Errorf("faults: %v", faults)
	}
}
