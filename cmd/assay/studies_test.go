package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStudiesCommands imports a study, lists it and exports the same file.
func TestStudiesCommands(t *testing.T) {
	d := newDesk(t)
	text := "[StudyName \"Traps\"]\n[ChapterName \"One\"]\n\n{ Look. [%cal Ge2e4] }\n1. e4 e5 (1... c5) 2. Nf3 *\n\n\n[StudyName \"Traps\"]\n[ChapterName \"Two\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 *\n\n\n"
	file := filepath.Join(t.TempDir(), "x.pgn")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	id, says, _ := strings.Cut(d.done("studies", "import", "--author", "Ada", file), ": ")
	if says != "Traps, 2 chapters, private, by Ada\n" {
		t.Errorf("imported %q", says)
	}
	if got := d.done("studies", "list"); !strings.HasPrefix(got, id+": Traps") {
		t.Errorf("listed %q", got)
	}
	if got := d.done("studies", "export", id); got != text {
		t.Errorf("exported\n%s", got)
	}
	if got := d.done("studies", "export", "--as", "markdown", id); !strings.Contains(got, "# Traps") || !strings.Contains(got, "Two") {
		t.Errorf("as Markdown:\n%s", got)
	}
	for _, row := range []struct {
		code int
		says string
		args []string
	}{
		{exitFaults, "no such study", []string{"export", "nothing"}},
		{exitUsage, "private, unlisted or public", []string{"import", "--author", "Ada", "--access", "x", file}},
		{exitUsage, "--as", []string{"export", "--as", "svg", id}},
	} {
		if got := d.run("", append([]string{"studies"}, row.args...)...); got.code != row.code || !strings.Contains(got.errors, row.says) {
			t.Errorf("%v: %d %s", row.args, got.code, got.errors)
		}
	}
}
