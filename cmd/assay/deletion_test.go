package main

import (
	"strings"
	"testing"
)

// TestDeleteAndRestore takes games out of the archive and brings them back with
// their annotations.
func TestDeleteAndRestore(t *testing.T) {
	d := imported(t)
	d.done("annotate", "1", "--ply", "20", "--comment", "sound", "--author", "Ada")
	first := strings.SplitAfter(d.done("list"), "\n")[0]
	if got := d.done("delete", "1"); got != first {
		t.Errorf("deleted %q, want %q", got, first)
	}
	if got := d.done("list", "--deleted"); got != first {
		t.Errorf("among the deleted: %q", got)
	}
	if got := d.done("list"); strings.HasPrefix(got, "1:") {
		t.Errorf("still listed: %q", got)
	}
	for _, args := range []string{"show 1 --ply 1", "delete 1", "annotations 1", "export 1", "delete 99", "restore 99"} {
		if got := d.run("", strings.Fields(args)...); got.code != exitFaults || got.errors == "" {
			t.Errorf("%s: exit %d, %q", args, got.code, got.errors)
		}
	}
	for range 2 { // the second time it is there already
		if got := d.done("restore", "1"); got != first {
			t.Errorf("restored %q, want %q", got, first)
		}
	}
	if got := d.done("annotations", "1"); !strings.Contains(got, "sound") {
		t.Errorf("annotations %q", got)
	}
	for _, args := range []string{"delete", "delete x", "restore", "restore 0"} {
		if got := d.run("", strings.Fields(args)...); got.code != exitUsage {
			t.Errorf("%s: exit %d", args, got.code)
		}
	}
}
