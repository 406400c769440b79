package api

import (
	"strings"
	"testing"

	"assay/analysis"
)

// TestSnapshotAnnotations reads the annotations of a game once for all
// watchers, and again after a change.
func TestSnapshotAnnotations(t *testing.T) {
	a, ctx := newArchive(t), t.Context()
	if _, err := a.Submit(ctx, "x", strings.NewReader("1. e4 e5 1-0\n"), Reading{}, false); err != nil {
		t.Fatal(err)
	}
	read := func() *annotationSnapshot {
		t.Helper()
		change, err := a.store.Sequence(ctx)
		if err != nil {
			t.Fatal(err)
		}
		all, err := a.snapshotAnnotations(ctx, 1, change)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	none := read()
	if read() != none {
		t.Error("read again where nothing changed")
	}
	if _, err := a.Annotate(ctx, 1, AnnotationInput{Author: "Cy", Annotation: analysis.Annotation{Ply: 1, Comment: "x"}}); err != nil {
		t.Fatal(err)
	}
	if first := read(); len(first.annotations) != 1 || first.annotations[0].Revision != 1 || len(none.annotations) != 0 {
		t.Errorf("behind an annotation: %d, before it: %d", len(first.annotations), len(none.annotations))
	}
	if _, err := a.DeleteAnnotation(ctx, 1, 1, 1, "Cy"); err != nil {
		t.Fatal(err)
	}
	if missing := read(); len(missing.annotations) != 1 || missing.annotations[0].Revision != 2 {
		t.Errorf("behind its deletion: %d", len(missing.annotations))
	}
}
