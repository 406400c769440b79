package api

import (
	"errors"
	"testing"

	"assay/analysis"
	"assay/api/annotate"
	"assay/api/request"
)

// TestKeyInProgress rejects a request while the first one with its key has not
// ended.
func TestKeyInProgress(t *testing.T) {
	a := newArchive(t)
	submit(t, a, []string{scholars})
	in := annotate.AnnotationInput{Author: "Cy", Annotation: analysis.Annotation{Ply: 2, Comment: "c"}}
	first, err := a.BeginRequest(t.Context(), "held", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.AnnotateOnce(t.Context(), 1, in, "held"); !errors.Is(err, request.ErrKeyInProgress) {
		t.Errorf("%v", err)
	}
	first.Release()
	if _, err := a.AnnotateOnce(t.Context(), 1, in, "held"); err != nil {
		t.Error(err)
	}
}
