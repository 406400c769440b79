package sqlite

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"assay/fixtures/storetest"
	"assay/store"
	"assay/store/table"
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

// TestPlayerGamesReadsIndex: a player's games are read from an index alone.
func TestPlayerGamesReadsIndex(t *testing.T) {
	s := archive(t)
	for side, index := range []string{"games_of_first (first=?)", "games_of_second (second=?)"} {
		for _, names := range []int{1, 3} {
			rows, err := s.reader.Query(`EXPLAIN QUERY PLAN `+numbered(table.PlayerGamesQuery(side, names, wholeName)),
				slices.Repeat([]any{"Tal"}, names)...)
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			var plan []string
			for rows.Next() {
				var id, parent, unused int
				var step string
				if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
					t.Fatal(err)
				}
				if strings.Contains(step, "games") {
					plan = append(plan, step)
				}
			}
			if want := "SEARCH games USING COVERING INDEX " + index; len(plan) != 1 || plan[0] != want || rows.Err() != nil {
				t.Errorf("%d names: %q, %v, want %q", names, plan, rows.Err(), want)
			}
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
