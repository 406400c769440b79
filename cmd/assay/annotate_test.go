package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnnotateCommand adds, edits, deletes and restores annotations.
func TestAnnotateCommand(t *testing.T) {
	d := imported(t)
	got := d.done("annotate", "1", "--ply", "20", "--comment", "sound", "--nag", "!?", "--nag", "14", "--arrow", "g3-f3:red", "--mark", "x1:blue",
		"--eval", "0.5,8", "--line", "11. Pawn a3 - a4 11. Pawn a6 - a5", "--author", "Ada")
	if want := "1: ply 20, revision 1, by Ada: !?, $14, sound, evaluated 0.5,8, x1:blue, g3-f3:red, then 11. Pawn a3 - a4 11. Pawn a6 - a5\n"; got != want {
		t.Errorf("saved %q, want %q", got, want)
	}
	view := objects(t, d.done("annotate", "1", "--json", "--ply", "20", "--path", "Pawn a3 - a4; Pawn a6 - a5", "--report", "--comment", "x", "--author", "Ben", "--report=false"))[0]
	if path := view["path"].([]any); view["etag"] != `"2-1"` || len(path) != 2 || path[1] != "Pawn a6 - a5" {
		t.Errorf("%v", view)
	}
	if got := d.done("annotations", "1"); strings.Count(got, "\n") != 2 {
		t.Errorf("listed %q", got)
	}
	if got := d.done("annotations", "1", "--ply", "21"); got != "" {
		t.Errorf("of ply 21: %q", got)
	}
	for _, tag := range []string{"1", `"1-2"`, "*"} {
		d.done("annotate", "1", "--edit", "1", "--if-match", tag, "--ply", "21", "--comment", "after "+tag, "--author", "Ben")
	}
	late := d.run("", "annotate", "1", "--edit", "1", "--if-match", "2", "--ply", "21", "--comment", "mine", "--author", "Cy")
	if late.code != exitFaults || !strings.Contains(late.errors, "after *") || !strings.Contains(late.errors, "yours: mine") {
		t.Errorf("late: exit %d %s", late.code, late.errors)
	}
	late = d.run("", "annotate", "1", "--json", "--edit", "1", "--if-match", "2", "--ply", "21", "--comment", "mine", "--author", "Cy")
	if both := objects(t, late.out)[0]; late.code != exitFaults || both["yours"].(map[string]any)["comment"] != "mine" || both["current"].(map[string]any)["comment"] != "after *" {
		t.Errorf("late: exit %d %s", late.code, late.out)
	}
	d.done("annotate", "1", "--delete", "1", "--if-match", "4", "--author", "Cy")
	if got := d.done("annotations", "1", "--deleted"); !strings.HasPrefix(got, "1: ply 21, revision 5, deleted, by Ada, edited by Cy: after *") {
		t.Errorf("deleted: %q", got)
	}
	if got := d.done("annotate", "1", "--restore", "1", "--revision", "1", "--author", "Ada"); !strings.HasPrefix(got, "1: ply 20, revision 6, by Ada: !?") {
		t.Errorf("restored: %q", got)
	}
	if got := d.done("annotations", "1", "--history", "1"); strings.Count(got, "\n") != 6 {
		t.Errorf("history %q", got)
	}
	all, none := d.done("export", "1"), d.done("export", "1", "--annotations", "none")
	if !strings.Contains(all, "( 11. Pawn a3 - a4\n11. Pawn a6 - a5\n{Ben: x}\n)") || !strings.Contains(all, "{[%csl Bx1] [%cal Rg3f3] [%eval 0.5,8] [%nag 5 14]}\n{Ada: sound}") || strings.Contains(none, "{") {
		t.Errorf("exported\n%s", all)
	}
}

// TestAnnotateSquares names squares as in the record, and in another requested
// notation. Stored annotations have the variant's own names.
func TestAnnotateSquares(t *testing.T) {
	d := newDesk(t)
	path := filepath.Join(t.TempDir(), "iccs.pgn")
	if err := os.WriteFile(path, []byte("[Variant \"xiangqi\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 1-0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d.done("import", path)
	note := []string{"annotate", "1", "--author", "Ada", "--ply", "1"}
	if got, want := d.done(append(note, "--arrow", "h2-e2", "--mark", "h0")...), "1: ply 1, revision 1, by Ada: h0:green, h2-e2:green\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := d.done(append(note, "--mark", "h10", "--notation", "uci")...), "2: ply 1, revision 1, by Ada: h10:green\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := d.run("", append(note, "--mark", "h10")...); got.code != exitUsage || !strings.Contains(got.errors, "such as a0") {
		t.Errorf("h10 where ranks are counted from 0: exit %d %s", got.code, got.errors)
	}
	for notation, want := range map[string]string{"": "h0:green, h2-e2:green", "uci": "h1:green, h3-e3:green"} {
		args := []string{"annotations", "1"}
		if notation != "" {
			args = append(args, "--notation", notation)
		}
		if got := d.done(args...); !strings.Contains(got, want) {
			t.Errorf("in %q: %s, want %s", notation, got, want)
		}
	}
	kept := objects(t, d.done("annotations", "1", "--json"))[0]["arrows"].([]any)[0].(map[string]any)
	if kept["from"] != "h3" || kept["to"] != "e3" {
		t.Errorf("kept as %v", kept)
	}
	if got := d.done("export", "1", "--as", "iccs"); !strings.Contains(got, "[%csl Gh0,Gh9] [%cal Gh2e2]") && !strings.Contains(got, "[%csl Gh0] [%cal Gh2e2]") {
		t.Errorf("exported as %s", got)
	}
	if got := d.run("", append(note, "--mark", "h3", "--notation", "kif")...); got.code != exitUsage || !strings.Contains(got.errors, "--notation") {
		t.Errorf("a notation that does not suit: exit %d %s", got.code, got.errors)
	}
}

// TestAnnotateFaults passes invalid annotations and checks the exit codes.
func TestAnnotateFaults(t *testing.T) {
	d := imported(t)
	game := filepath.Join(t.TempDir(), "a.txt")
	writeFile(t, game, "Variant=csg-1\n1. Pawn f3 - f4\n1. Pawn f7 - f6\n")
	d.done("import", game)
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"1"}, exitUsage, "--ply"},
		{[]string{"--ply", "1"}, exitUsage, "GAME"},
		{[]string{"1", "2", "--ply", "1"}, exitUsage, "GAME"},
		{[]string{"1", "--ply", "1"}, exitUsage, "--comment"},
		{[]string{"1", "--ply", "111", "--comment", "x"}, exitUsage, "--ply"},
		{[]string{"1", "--ply", "1", "--nag", "bad"}, exitUsage, "--nag"},
		{[]string{"1", "--ply", "1", "--nag", "256"}, exitUsage, "--nag"},
		{[]string{"1", "--ply", "1", "--mark", "a0"}, exitUsage, "--mark"},
		{[]string{"1", "--ply", "1", "--mark", "a1:mauve"}, exitUsage, "--mark"},
		{[]string{"1", "--ply", "1", "--arrow", "a1"}, exitUsage, "--arrow"},
		{[]string{"1", "--ply", "1", "--eval", "good"}, exitUsage, "--eval"},
		{[]string{"1", "--ply", "1", "--comment", "x", "--author", "a\nb"}, exitUsage, "--author"},
		{[]string{"1", "--ply", "1", "--comment", "x", "--edit", "1"}, exitUsage, "--if-match"},
		{[]string{"1", "--edit", "1", "--delete", "1", "--if-match", "*"}, exitUsage, "--delete"},
		{[]string{"1", "--ply", "1", "--comment", "x", "--if-match", "1"}, exitUsage, "--if-match"},
		{[]string{"1", "--delete", "1", "--if-match", "new"}, exitUsage, "--if-match"},
		{[]string{"1", "--delete", "-1", "--if-match", "*"}, exitUsage, "--delete"},
		{[]string{"1", "--edit", "0", "--ply", "3", "--comment", "x"}, exitUsage, `--edit: "0": expected a number of at least 1`},
		{[]string{"1", "--delete", "1", "--revision", "1", "--if-match", "*"}, exitUsage, "--revision"},
		{[]string{"1", "--delete", "1", "--if-match", "*"}, exitFaults, "annotation 1"},
		{[]string{"1", "--delete", "1", "--if-match", "*", "--comment", "x"}, exitUsage, "--comment"},
		{[]string{"1", "--restore", "1", "--ply", "2"}, exitUsage, "--ply"},
		{[]string{"3", "--ply", "1", "--report", "--comment", "x", "--nag", "1"}, exitUsage, "--report: expected a comment on a ply"},
		{[]string{"3", "--ply", "1", "--comment", "x"}, exitFaults, "pass --report"},
		{[]string{"9", "--ply", "1", "--comment", "x"}, exitFaults, "game 9"},
		{[]string{"1", "--ply", "20", "--line", "11. Pawn a3 - a9"}, exitFaults, "nearest legal"},
		{[]string{"3", "--ply", "1", "--comment", "x"}, exitFaults, "rule 2"},
	} {
		author := []string{"annotate", "--author", "Ada"}
		if got := d.run("", append(author, c.args...)...); got.code != c.code || !strings.Contains(got.errors, c.says) || got.out != "" {
			t.Errorf("%v: exit %d, %q %s, want %d, %q", c.args, got.code, got.out, got.errors, c.code, c.says)
		}
	}
	if got := d.run("", "annotate", "--author", "Ada", "--json", "1", "--ply", "20", "--line", "11. Pawn a3 - a9"); got.code != exitFaults ||
		objects(t, got.out)[0]["error"].(map[string]any)["ply"] != float64(21) {
		t.Errorf("exit %d %s", got.code, got.out)
	}
	if got := d.done("annotate", "3", "--ply", "1", "--report", "--comment", "x", "--author", "Ada"); got != "1: ply 1, revision 1, a report, by Ada: x\n" {
		t.Errorf("reported %q", got)
	}
	if got := d.run("", "annotate", "1", "--ply", "1", "--comment", "x"); got.code != exitUsage || !strings.Contains(got.errors, "--author") {
		t.Errorf("without an author: exit %d %s", got.code, got.errors)
	}
}

// TestCommentsCommand opens and closes games for comments.
func TestCommentsCommand(t *testing.T) {
	d := imported(t)
	if got := d.done("comments", "1"); !strings.HasPrefix(got, "open: ") {
		t.Errorf("%q", got)
	}
	if got := d.done("comments", "1", "closed", "--author", "Ada", "--reason", "asked"); !strings.HasPrefix(got, "closed: ") || !strings.Contains(got, "rule 3)") {
		t.Errorf("%q", got)
	}
	if got := d.run("", "annotate", "1", "--ply", "1", "--comment", "x", "--author", "Ben"); got.code != exitFaults || !strings.Contains(got.errors, "rule 3") {
		t.Errorf("exit %d %s", got.code, got.errors)
	}
	if m := objects(t, d.done("comments", "1", "--json"))[0]; m["setting"] != "closed" || m["reason"] != "asked" || m["author"] != "Ada" {
		t.Errorf("%v", m)
	}
	if got := d.done("comments", "1", "auto", "--author", "Ada"); !strings.HasPrefix(got, "open: ") {
		t.Errorf("%q", got)
	}
	for args, says := range map[string]string{"comments": "GAME", "comments 1 shut --author Ada": "MODE: \"shut\": expected auto", "comments one": "GAME"} {
		if got := d.run("", strings.Fields(args)...); got.code != exitUsage || !strings.Contains(got.errors, says) {
			t.Errorf("%s: exit %d %s", args, got.code, got.errors)
		}
	}
}
