package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis/variant"
	"assay/api"
	"assay/api/define"
	"assay/store/sqlite"
)

// TestPublishedGames uses variants published in the archive in commands without
// an archive, also when the archive cannot be read.
func TestPublishedGames(t *testing.T) {
	d := newDesk(t)
	text, err := variant.New("our-game")
	if err != nil {
		t.Fatal(err)
	}
	d.done("import", "../../fixtures/csg")
	arbiter, err := api.NewArbiter(api.Config{Data: d.data})
	if err != nil {
		t.Fatal(err)
	}
	s, err := sqlite.Open(t.Context(), archiveFile(d.data), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := api.NewArchive(arbiter, s)
	draft, err := a.SaveDraft(t.Context(), "", 0, define.DraftInput{Text: text})
	if err == nil {
		_, err = a.PublishDraft(t.Context(), draft.ID, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	calls := [][]string{
		{"variants", "our-game"},
		{"moves", "--variant", "our-game"},
		{"perft", "1", "--variant", "our-game"},
		{"sample", "--variant", "our-game", "--games", "1", "--plies", "4"},
		{"analyse", "--variant", "our-game", "--nodes", "100"},
		{"match", "assay:nodes=50", "formula:nodes=50", "--variant", "our-game", "--games", "2", "--plies", "6"},
	}
	for _, args := range calls {
		d.done(args...)
	}
	record := "Variant=our-game\n1. " + strings.SplitN(d.done("moves", "--variant", "our-game"), "\n", 2)[0] + "\n"
	if o := d.run(record, "verify", "-"); o.code != exitDone {
		t.Errorf("verify: %+v", o)
	}
	if o := d.run("uci\nsetoption name UCI_Variant value our-game\nposition startpos\ngo nodes 50\n", "engine"); !strings.Contains(o.out, "bestmove ") {
		t.Errorf("engine: %+v", o)
	}
	above := filepath.Join(t.TempDir(), "above.yaml")
	for text, want := range map[string]string{
		"id: above\nextends: our-game\nname: Above\n":                "above is a valid definition\n",
		"id: above\nextends: our-game\nname: Above\nstart: [a, b]\n": ":4: expected a word, found a list",
		"id: above\nextends: our-gane\nname: Above\n":                `extends "our-gane", which is not defined`,
	} {
		writeFile(t, above, text)
		if o := d.run("", "variants", "--check", above); !strings.Contains(o.out, want) {
			t.Errorf("%s is checked: %+v", text, o)
		}
	}
	d.spoil(`UPDATE definitions SET text = text || '#'`)
	for args, want := range map[string]int{"list": exitDone, "import ../../fixtures/csg": exitDone, "search --variant csg-1 --query capture": exitDone, "check": exitFaults} {
		o := d.run("", strings.Fields(args)...)
		if o.code != want || !strings.Contains(o.errors, "published definition: our-game: archive is damaged") {
			t.Errorf("%s with a damaged definition: %+v", args, o)
		}
	}
	if err := os.WriteFile(filepath.Join(d.data, "archive.db"), []byte("no database"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range calls {
		if o := d.run("", args...); o.code == exitDone || !strings.Contains(o.errors, "the variants published in "+d.data+" are not available") {
			t.Errorf("%v of an archive that cannot be read: %+v", args, o)
		}
	}
	if o := d.run("", "moves", "--variant", "chess"); o.code != exitDone || !strings.Contains(o.out, "e2") {
		t.Errorf("another game: %+v", o)
	}
}
