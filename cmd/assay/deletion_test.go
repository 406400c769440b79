package main

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"assay/api"
	"assay/api/present"
	"assay/api/search"
	"assay/store"
)

// TestDeleteAndRestore deletes games and restores them with their annotations.
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
	for range 2 { // the second time it is already there
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

// TestDeletedMeanwhile deletes a game while a command runs. The command skips
// it, unless it was named.
func TestDeletedMeanwhile(t *testing.T) {
	for _, row := range []struct {
		name      string
		selection search.Selection
		want      error
	}{
		{"among all", search.Selection{}, nil},
		{"named", search.Selection{Games: []int64{1, 2}}, store.ErrGone},
	} {
		p := &program{stderr: io.Discard, settings: defaults}
		p.settings.Data = imported(t).data
		var seen []int64
		err := p.ofSelected(t.Context(), toWrite, row.selection, nil, nil, func(a *api.Archive, r *present.Replay, _ portion) error {
			seen = append(seen, r.ID())
			return a.Delete(t.Context(), 2)
		})
		if !slices.Equal(seen, []int64{1}) || !errors.Is(err, row.want) {
			t.Errorf("%s: games %d, %v, want %v", row.name, seen, err, row.want)
		}
	}
}
