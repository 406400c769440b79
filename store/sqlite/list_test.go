package sqlite

import (
	"context"
	"errors"
	"strings"
	"testing"

	"assay/fixtures/storetest"
	"assay/store"
)

// TestCursors checks that invalid cursors are rejected.
func TestCursors(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, storetest.Samples(0, 1)))(t)
	for _, cursor := range []string{"AA", "zzzzzzzzzzzzzzzzzz", "gAE=", "gICA", store.Cursor(-1), "AQE", "gQA"} {
		if _, _, err := s.List(ctx, store.Filter{}, "", cursor, 1); !errors.Is(err, store.ErrCursor) {
			t.Errorf("cursor %q: error %v, want %v", cursor, err, store.ErrCursor)
		}
	}
	for _, cursor := range []string{"AQ", "AQEB", "AA", "gAE"} {
		if _, _, err := s.Annotations(ctx, 1, store.AnnotationFilter{}, cursor, 4); !errors.Is(err, store.ErrCursor) {
			t.Errorf("cursor %q of annotations: error %v, want %v", cursor, err, store.ErrCursor)
		}
	}
}

func FuzzFilter(f *testing.F) {
	f.Add("Carlsen, M", "2013-11", "", "AA")
	f.Add(`"x* AND (NOT first:y^`, "????", "9999-99-99", "")
	f.Add(strings.Repeat("a ", 64), "", "", "")
	f.Add("हिन्दी \x00 İ ß", "0000", "0000-00-00", "_")
	s := archive(f)
	result(s.Add(context.Background(), storetest.Samples(0, 5)))(f)
	f.Fuzz(func(t *testing.T, words, from, to, cursor string) {
		filter := store.Filter{Player: words, Event: words, Query: words, From: from, To: to}
		_, _, err := s.List(context.Background(), filter, "", cursor, 10)
		var field *store.FieldError
		if err != nil && !errors.As(err, &field) && !errors.Is(err, store.ErrCursor) {
			t.Errorf("%q: %v", words, err)
		}
	})
}
