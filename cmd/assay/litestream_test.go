package main

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/fixtures"
)

// TestLitestream replicates an archive with Litestream while a server archives
// games, kills the server, and restores the copy. All acknowledged games must
// be there and valid.
func TestLitestream(t *testing.T) {
	program, err := exec.LookPath(cmp.Or(os.Getenv("LITESTREAM"), "litestream"))
	if err != nil {
		fixtures.Lacks(t, "litestream, which LITESTREAM names: %v", err)
	}
	d := newDesk(t)
	address, stop := serving(t, d.data, both)
	folder := t.TempDir()
	replica := "file://" + filepath.ToSlash(filepath.Join(folder, "replica"))
	replicate := exec.Command(program, "replicate", filepath.Join(d.data, "archive.db"), replica)
	var said bytes.Buffer
	replicate.Stdout, replicate.Stderr = &said, &said
	if err := replicate.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { replicate.Process.Kill() })
	const games = 60
	for i := range games {
		record := fmt.Sprintf("[Event \"Copied\"]\n[Round \"%d\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n", i)
		answer, err := http.Post("http://"+address+"/api/v1/games", "text/plain", strings.NewReader(record))
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body.Close(); answer.StatusCode != http.StatusCreated {
			t.Fatalf("game %d: status %d", i, answer.StatusCode)
		}
		if i == games/2 { // archive the rest once there is a copy
			deadline := time.Now().Add(2 * time.Minute)
			for !holdsFiles(t, folder) {
				if time.Now().After(deadline) {
					t.Fatal("nothing is copied")
				}
				time.Sleep(20 * time.Millisecond)
			}
		}
	}
	if err := stop(syscall.SIGKILL); err == nil {
		t.Error("the server was not killed")
	}
	if err := replicate.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	replicate.Wait() // some versions exit with the signal's status

	copied := filepath.Join(t.TempDir(), "restored.db")
	restore := exec.Command(program, "restore", "-o", copied, replica)
	if out, err := restore.CombinedOutput(); err != nil {
		t.Fatalf("restore: %v\n%s\nwhen it was copied\n%s", err, out, &said)
	}
	restored := desk{t, filepath.Join(t.TempDir(), "restored")}
	restored.done("recover", copied)
	if got := restored.run("", "check"); got.code != exitDone {
		t.Errorf("check: exit %d: %s%s", got.code, got.out, got.errors)
	}
	if lines := objects(t, restored.done("list", "--json", "--limit", "500")); len(lines) != games+2 {
		t.Errorf("%d games are restored, want %d\n%s", len(lines), games+2, &said)
	}
	if hits := objects(t, restored.done("search", "--json", "--record", board1, "--ply", "20")); len(hits) != 1 {
		t.Errorf("found in what was restored: %v", hits)
	}
}

// holdsFiles reports whether a folder contains a file.
func holdsFiles(t *testing.T, folder string) (found bool) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if os.IsNotExist(err) { // a file that was replaced
			return nil
		}
		found = found || err == nil && entry.Type().IsRegular() && !strings.HasSuffix(path, ".tmp")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
