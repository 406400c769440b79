package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/fixtures"
)

// Environment variables of the process to be killed: its operation and its
// folder.
const (
	killedDoing  = "ASSAY_TEST_KILLED_DOING"
	killedFolder = "ASSAY_TEST_KILLED_FOLDER"
)

// TestMain also runs as the process to be killed.
func TestMain(m *testing.M) {
	doing := os.Getenv(killedDoing)
	if doing == "" {
		os.Exit(m.Run())
	}
	folder := os.Getenv(killedFolder)
	path, backup := filepath.Join(folder, "archive.db"), filepath.Join(folder, "copy.db")
	fmt.Println("begun")
	for n := 0; ; n++ {
		var err error
		switch doing {
		case "backup":
			err = Copy(context.Background(), path, filepath.Join(folder, fmt.Sprintf("copy-%d.db", n)))
		case "recover":
			_, err = Recover(context.Background(), path, backup)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// kill starts a process with an operation in a folder and kills it soon.
func kill(t *testing.T, doing, folder string) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), killedDoing+"="+doing, killedFolder+"="+folder)
	child.Stderr = os.Stderr
	out := result(child.StdoutPipe())(t)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	result(out.Read(make([]byte, 6)))(t)
	time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
	if err := child.Process.Kill(); err != nil {
		t.Error(err)
	}
	if err := child.Wait(); err == nil || child.ProcessState.Exited() {
		t.Errorf("the process ended by itself: %v", err)
	}
}

func kills() int { return fixtures.Rounds(2, 5, 100) }

// TestKilledBackup kills backups. Named files are complete, and the next backup
// removes the rest.
func TestKilledBackup(t *testing.T) {
	const games = 300
	for range kills() {
		folder := filepath.Dir(filled(t, games))
		kill(t, "backup", folder)
		last := filepath.Join(folder, "last.db")
		if err := Copy(t.Context(), filepath.Join(folder, "archive.db"), last); err != nil {
			t.Fatal(err)
		}
		copies := result(filepath.Glob(filepath.Join(folder, "copy-*.db")))(t)
		for _, path := range append(copies, last) {
			checkGames(t, path, games)
		}
		checkSwept(t, folder)
	}
}

// TestKilledRecovery kills recoveries. Afterwards the path holds the old
// archive, the new one, or none with the old one set aside, but never one with
// the log of the other.
func TestKilledRecovery(t *testing.T) {
	const old, fresh = 12, 7
	for range kills() {
		folder := t.TempDir()
		path, backup := filepath.Join(folder, "archive.db"), filepath.Join(folder, "copy.db")
		crashed(t, path, 100, old)
		if err := os.Rename(filled(t, fresh), backup); err != nil {
			t.Fatal(err)
		}
		kill(t, "recover", folder)
		kept := result(filepath.Glob(filepath.Join(folder, "archive-replaced-*.db")))(t)
		// The first kept file is the old archive. Names of the same second
		// differ by a number at the end.
		slices.SortFunc(kept, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
		for i, path := range kept {
			checkGames(t, path, []int{old, fresh}[min(i, 1)])
		}
		if _, err := os.Stat(path); err != nil && len(kept) == 0 {
			t.Errorf("neither the archive nor what it was is there: %v", err)
		} else if err == nil && len(kept) > 1 {
			checkGames(t, path, fresh)
		}
		result(Recover(t.Context(), path, backup))(t)
		checkGames(t, path, fresh)
		checkSwept(t, folder)
	}
}

func checkSwept(t *testing.T, folder string) {
	t.Helper()
	for _, file := range result(os.ReadDir(folder))(t) {
		if strings.HasPrefix(file.Name(), scratchPrefix) {
			t.Errorf("left: %v", file)
		}
	}
}
