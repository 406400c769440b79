package api

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/annotate"
	"assay/api/records"
	"assay/index"
	"assay/store"
)

// TestPendingDocuments compares cached index data of new games with data from a
// replay. The cache returns nothing for games that have changed.
func TestPendingDocuments(t *testing.T) {
	a := newArchive(t)
	b := indexless(a)
	text := "[Result \"1-0\"]\n\n1. e4 {Best.} (1. d4 d5 (1... f5 2. c4) (1... z9)) e5 (1... c5) 1-0\n\n[Result \"*\"]\n\n1. e4 e4 *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 Kd7 *\n"
	if _, err := b.Submit(t.Context(), "x.pgn", strings.NewReader(text), records.Reading{}, true); err != nil {
		t.Fatal(err)
	}
	replayed, err := a.Feed().Changes(t.Context(), 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := b.Feed().Changes(t.Context(), 0, 10)
	if err != nil || len(kept) != 3 {
		t.Fatalf("%d games, %v", len(kept), err)
	}
	for i := range kept {
		for _, c := range []*index.Change{&kept[i], &replayed[i]} {
			for _, keys := range [][]uint64{c.Document.Keys, c.Document.SideKeys} {
				slices.Sort(keys)
			}
		}
		if len(kept[i].Document.Keys) == 0 || !reflect.DeepEqual(kept[i], replayed[i]) {
			t.Errorf("game %d: kept %+v, replayed %+v", i+1, kept[i], replayed[i])
		}
	}
	submit(t, b, []string{scholars})
	last := kept[len(kept)-1]
	in := annotate.AnnotationInput{Author: "Ada", Annotation: analysis.Annotation{Comment: "A word."}}
	if _, err := b.Annotate(t.Context(), last.Game+1, in); err != nil {
		t.Fatal(err)
	}
	now, err := b.Feed().Changes(t.Context(), last.Sequence, 10)
	if err != nil || !slices.ContainsFunc(now, func(c index.Change) bool { return strings.Contains(c.Document.Comments, "A word.") }) {
		t.Errorf("%+v, %v", now, err)
	}
}

// failingOver is a store that may be replaced by its standby.
type failingOver struct{ store.Archive }

// TestPendingDocumentsAfterFailover fails over to a standby that lacks the
// latest game. A new game with the same number and change must be replayed.
func TestPendingDocumentsAfterFailover(t *testing.T) {
	first, standby := newArchive(t), newArchive(t)
	s := &failingOver{first.store}
	a := indexless(NewArchive(first.Arbiter, s))
	submit(t, a, []string{scholars})
	submit(t, standby, []string{"1. d4 d5 *\n"})
	s.Archive = standby.store
	got, err := a.Feed().Changes(t.Context(), 0, 10)
	if err != nil || len(got) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	if n := len(got[0].Document.Keys); n != 3 {
		t.Errorf("game %d of change %d has %d positions, want 3", got[0].Game, got[0].Sequence, n)
	}
}
