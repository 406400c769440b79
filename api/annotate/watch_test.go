package annotate

import (
	"context"
	"testing"

	"assay/store"
)

// fewAnnotations is a store that counts how often it is read.
type fewAnnotations struct {
	Store
	all, deleted []*store.Annotation
	reads        int
}

func (s *fewAnnotations) Annotations(_ context.Context, _ int64, f store.AnnotationFilter, _ string,
	_ int) ([]*store.Annotation, string, error) {
	if f.Deleted {
		return s.deleted, "", nil
	}
	s.reads++
	return s.all, "", nil
}

// TestSnapshotAnnotations reads the annotations of a game once for all
// watchers, and again after a change.
func TestSnapshotAnnotations(t *testing.T) {
	s := new(fewAnnotations)
	a := NewAnnotator(nil, s, nil)
	first := &store.Annotation{ID: 1, Game: 1, Revision: 1}
	deleted := &store.Annotation{ID: 1, Game: 1, Revision: 2, Deleted: true}
	for i, row := range []struct {
		game, change      int64
		all, deleted      []*store.Annotation
		reads, length, at int
	}{
		{1, 1, nil, nil, 1, 0, 0},
		{1, 1, nil, nil, 1, 0, 0},
		{1, 2, []*store.Annotation{first}, nil, 2, 1, 1},
		{1, 2, []*store.Annotation{first}, nil, 2, 1, 1},
		{1, 3, nil, []*store.Annotation{deleted}, 3, 1, 2},
		{2, 3, nil, nil, 4, 0, 0},
	} {
		s.all, s.deleted = row.all, row.deleted
		found, err := a.snapshotAnnotations(t.Context(), row.game, row.change)
		if err != nil || s.reads != row.reads || len(found.annotations) != row.length ||
			row.length > 0 && found.annotations[0].Revision != int64(row.at) {
			t.Errorf("read %d: %+v after %d reads, %v", i, found, s.reads, err)
		}
	}
}
