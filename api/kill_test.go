package api

import (
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

	"assay/api/games"
	"assay/api/records"
	"assay/api/request"
	"assay/fixtures"
	"assay/index"
)

// The environment of the process that is killed.
const (
	killedData  = "ASSAY_TEST_DATA"
	killedPaths = "ASSAY_TEST_PATHS"

	killedAnnotating = "ASSAY_TEST_ANNOTATING"
)

// TestMain also runs the process to be killed: it imports or annotates, and
// reports when it begins.
func TestMain(m *testing.M) {
	if data := os.Getenv(killedData); data != "" {
		work := func() error { return importPaths(data, os.Getenv(killedPaths)) }
		if os.Getenv(killedAnnotating) != "" {
			work = func() error { return annotateForever(data) }
		}
		if err := work(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func importPaths(data, paths string) error {
	a, err := open(context.Background(), Config{Data: data})
	if err != nil {
		return err
	}
	fmt.Println("begun")
	_, err = a.Import(context.Background(), filepath.SplitList(paths), records.ImportOptions{})
	return errors.Join(err, a.Close())
}

// TestKill kills an import of thousands of records at random moments, also
// while the index is built, and imports again. Every record must be there
// exactly once, and archive and index must be valid.
func TestKill(t *testing.T) {
	kills, games := fixtures.Rounds(3, 20, 100), fixtures.Rounds(800, 5000, 5000)
	records := randomRecords(t, 4, games, 12)
	folder, data := t.TempDir(), t.TempDir()
	writeFile(t, filepath.Join(folder, "a-large.txt"), []byte(strings.Join(records[:games*3/5], "\n")))
	writeFile(t, filepath.Join(folder, "b-zipped.gz"), zipped(t, strings.Join(records[games*3/5:games*4/5], "\n")))
	for i, record := range records[games*4/5:] {
		writeFile(t, filepath.Join(folder, "c", fmt.Sprintf("%04d.txt", i)), []byte(record))
	}
	dead, whole := killImport(t, t.TempDir(), folder, time.Minute)
	if dead {
		t.Fatalf("an import took more than %v", whole)
	}
	random := rand.New(rand.NewPCG(5, 1))
	archives := 0
	for killed, round := 0, 0; killed < kills; round++ {
		if round > 4*kills {
			t.Fatalf("only %d of %d processes were killed before they ended", killed, round)
		}
		// Squared, so that most kills hit the archiving, which comes first.
		part := random.Float64()
		dead, _ := killImport(t, data, folder, time.Duration(part*part*float64(whole)))
		if dead {
			killed++
		}
		if !dead || killed%5 == 0 {
			checkKilled(t, data, folder, records)
			data, archives = t.TempDir(), archives+1
		}
	}
	t.Logf("%d kills of imports that take %v, in %d archives", kills, whole, archives)
}

// checkKilled imports again and checks the archive.
func checkKilled(t *testing.T, data, folder string, texts []string) {
	t.Helper()
	a, err := open(t.Context(), Config{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	tally, err := a.Import(t.Context(), []string{folder}, records.ImportOptions{})
	if err != nil || tally.Games+tally.Resumed != len(texts) {
		t.Fatalf("the last import: %+v, %v", tally, err)
	}
	t.Logf("before the last import there were %d, %d of them in files that it went on with", len(texts)-tally.Added, tally.Resumed)
	checkOnce(t, a, texts)
	checkSound(t, a)
	checkRebuilt(t, a)
}

// killImport starts an import and kills it after a time. It returns false if
// the import ended first.
func killImport(t *testing.T, data, folder string, after time.Duration) (dead bool, lasted time.Duration) {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), killedData+"="+data, killedPaths+"="+folder)
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 6)); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	timer := time.AfterFunc(after, func() { command.Process.Kill() })
	defer timer.Stop()
	err = command.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == -1 {
		return true, time.Since(began)
	}
	if err != nil {
		t.Fatal(err)
	}
	return false, time.Since(began)
}

// checkOnce checks that every record is in the archive exactly once.
func checkOnce(t *testing.T, a *Archive, records []string) {
	t.Helper()
	due := map[string]int{}
	for _, record := range records {
		due[strings.TrimSpace(record)]++
	}
	cursor, total := "", 0
	for {
		page, err := a.List(t.Context(), games.Filter{}, "", cursor, request.MaxLimit)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range page.Games {
			record, err := a.Record(t.Context(), g.ID)
			if err != nil {
				t.Fatal(err)
			}
			due[strings.TrimSpace(string(record))]--
			total++
		}
		if cursor = string(page.Next); cursor == "" {
			break
		}
	}
	if total != len(records) {
		t.Errorf("%d games archived, want %d", total, len(records))
	}
	for record, n := range due {
		if n != 0 {
			t.Errorf("%+d times too few: %.80q", n, record)
		}
	}
}

// checkRebuilt compares search results with a rebuilt index.
func checkRebuilt(t *testing.T, a *Archive) {
	t.Helper()
	rebuilt, err := index.Open(t.Context(), t.TempDir(), a.Feed(), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer rebuilt.Close()
	if err := rebuilt.CatchUp(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	grown, err := a.OpenedIndex(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if rebuilt.State().Cursor != grown.State().Cursor {
		t.Errorf("cursor %d, rebuilt %d", grown.State().Cursor, rebuilt.State().Cursor)
	}
	for _, id := range []string{"csg-1", "csg-2", "csg-3"} {
		p, err := a.Position(id, "", "")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Moves(nil) {
			p.Play(m)
			key := p.Key()
			p.Undo()
			q := index.Query{Variant: id, Key: &key, Limit: 1000}
			want, err := rebuilt.Games(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			got, err := grown.Games(t.Context(), q)
			if err != nil || got.Total != want.Total || fmt.Sprint(got.Games) != fmt.Sprint(want.Games) {
				t.Errorf("%s: %d games, rebuilt %d, %v", id, got.Total, want.Total, err)
			}
		}
	}
}
