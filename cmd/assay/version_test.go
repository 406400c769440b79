package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSecondServer starts a second server of an archive: it names the first,
// also after that was killed and replaced.
func TestSecondServer(t *testing.T) {
	d := newDesk(t)
	for range 2 {
		address, stop := serving(t, d.data, both)
		got := d.run("", "serve", "--listen", "127.0.0.1:0")
		if got.code != exitUsage || !strings.Contains(got.errors, "is served already: at http://"+address+", by process ") {
			t.Errorf("exit %d: %s", got.code, got.errors)
		}
		d.done("list")
		if err := stop(syscall.SIGKILL); err == nil {
			t.Error("not killed")
		}
	}
}

// TestRelease: the changelog starts with the version of the program.
func TestRelease(t *testing.T) {
	_, after, _ := strings.Cut(string(mustRead(t, "../../CHANGELOG.md")), "\n## ")
	heading, _, _ := strings.Cut(after, "\n")
	number, unreleased := strings.CutSuffix(release, "-dev")
	if !strings.HasPrefix(heading, number+" ") || strings.Contains(heading, "Unreleased") != unreleased {
		t.Errorf("version %s, newest entry %q", release, heading)
	}
}

func TestVersion(t *testing.T) {
	d := newDesk(t)
	if got := d.done("version"); !strings.HasPrefix(got, "assay ") || !strings.Contains(got, "go1.") {
		t.Error(got)
	}
	if got := objects(t, d.done("version", "--json")); len(got) != 1 || got[0]["version"] != version() {
		t.Error(got)
	}
	got := objects(t, d.done("version", "--sbom"))
	if len(got) != 1 || got[0]["bomFormat"] != "CycloneDX" || len(got[0]["components"].([]any)) < 1 {
		t.Error(got)
	}
	folder := t.TempDir()
	d.done("man", folder)
	for _, page := range []string{"assay.1", "assay-serve.1", "assay-backup.1"} {
		if text := string(mustRead(t, filepath.Join(folder, page))); !strings.Contains(text, ".TH") || !strings.Contains(text, "--data") {
			t.Errorf("%s: %.200s", page, text)
		}
	}
	if got := d.run("", "man", filepath.Join(folder, "none")); got.code != exitUsage || !strings.Contains(got.errors, "FOLDER") {
		t.Errorf("exit %d: %s", got.code, got.errors)
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if got := d.done("completion", shell); !strings.Contains(got, "assay") {
			t.Errorf("%s: %.100s", shell, got)
		}
	}
}

// TestBackupFolder keeps the last backups of a folder and removes nothing else.
// The last one contains the archive.
func TestBackupFolder(t *testing.T) {
	d := newDesk(t)
	d.done("import", both)
	folder := t.TempDir()
	other := filepath.Join(folder, "archive-notes.txt")
	if err := os.WriteFile(other, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		d.done("backup", folder, "--keep", "2")
	}
	kept, err := filepath.Glob(filepath.Join(folder, "*.db"))
	if err != nil || len(kept) != 2 {
		t.Fatalf("%v, %v", kept, err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
	d.done("recover", kept[1])
	d.done("check")
	for _, args := range [][]string{{"backup", filepath.Join(folder, "new.db"), "--keep", "2"}, {"backup", folder, "--keep", "-1"}} {
		if got := d.run("", args...); got.code != exitUsage || !strings.Contains(got.errors, "--keep") {
			t.Errorf("%v: exit %d: %s", args, got.code, got.errors)
		}
	}
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
