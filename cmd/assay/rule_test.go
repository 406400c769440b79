package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestRule lets an illegal ply of an archived game stand, undoes that, and
// lists both.
func TestRule(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(t.TempDir(), "unseen.pgn")
	writeFile(t, file, "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 4. d3 Kxf7 *\n")
	d.run("", "import", file)
	for _, row := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"rule", "1"}, exitDone, ""},
		{[]string{"rule", "1", "--ruling", "W-0", "--reason", "r"}, exitUsage, "--ply"},
		{[]string{"rule", "1", "--ply", "6", "--reason", "r"}, exitUsage, "--rule"},
		{[]string{"rule", "1", "--ply", "6", "--ruling", "W-0"}, exitUsage, "--reason"},
		{[]string{"rule", "1", "--ply", "6", "--undo", "1", "--reason", "r"}, exitUsage, "--undo"},
		{[]string{"rule", "1", "--ply", "5", "--ruling", "W-0", "--reason", "r", "--author", "Ada"}, exitUsage, "--ply"},
		{[]string{"rule", "1", "--ply", "6", "--ruling", "W-5", "--reason", "r", "--author", "Ada"}, exitUsage, "W-0, the rule that ply 6 breaks"},
		{[]string{"rule", "1", "--ply", "6", "--ruling", "W-0", "--move", "Pawn a5 - a6", "--reason", "r", "--author", "Ada"}, exitFaults, "no piece stands on a5"},
		{[]string{"rule", "9", "--ply", "6", "--ruling", "W-0", "--reason", "r", "--author", "Ada"}, exitFaults, "9"},
		{[]string{"rule", "1", "--ply", "6", "--ruling", "W-0", "--reason", "nobody saw it", "--author", "Ada"}, exitDone,
			"ruled, 8 plies, *, ruling 1\n    ply 6 stands, Pawn a7 - a6: W-0: it leaves the King attacked; by Ada: nobody saw it"},
		{[]string{"list", "--verdict", "ruled"}, exitDone, "ruled"},
		{[]string{"search", "--query", "verdict=ruled", "--variant", "chess"}, exitDone, "ruled"},
		{[]string{"check", "--reverify", "--all"}, exitDone, ""},
		{[]string{"rule", "1", "--undo", "2", "--reason", "seen", "--author", "Ben"}, exitFaults, "ruling 2 on game 1"},
		{[]string{"rule", "1", "--undo", "1", "--reason", "seen", "--author", "Ben"}, exitFaults, "illegal at ply 6"},
		{[]string{"rule", "1"}, exitDone, "W-0 Ada: nobody saw it; undone "},
	} {
		if got := d.run("", row.args...); got.code != row.code || !strings.Contains(got.out+got.errors, row.says) {
			t.Errorf("%q: exit %d, %s%s", row.args, got.code, got.out, got.errors)
		}
	}
	if all := objects(t, d.done("rule", "1", "--json")); len(all) != 1 || len(all[0]["rulings"].([]any)) != 1 {
		t.Errorf("got %v", all)
	}
}
