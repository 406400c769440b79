package api

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/api/games"
	"assay/api/records"
	"assay/api/request"
	"assay/api/search"
)

// TestSearchResumed deletes and damages games during a search, with the index
// and without. Each line's cursor is that of its own game, and a search from
// any cursor returns exactly the games after it.
func TestSearchResumed(t *testing.T) {
	for _, damagedFirst := range []bool{false, true} {
		t.Run(fmt.Sprintf("damaged before it is indexed %v", damagedFirst), func(t *testing.T) {
			folder := t.TempDir()
			a := openFolder(t, folder)
			var file strings.Builder
			for n := range 40 {
				fmt.Fprintf(&file, "[Event \"E%d\"]\n\n1. e4 e5 2. Nf3 {game %d} *\n\n", n, n)
			}
			if _, err := a.Submit(t.Context(), "x", strings.NewReader(file.String()), records.Reading{}, false); err != nil {
				t.Fatal(err)
			}
			if err := a.CatchUp(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			db := must(sql.Open("sqlite3", filepath.Join(folder, storeName)))
			defer db.Close()
			damage := func() {
				if _, err := db.Exec(`UPDATE contents SET moves = x'00' WHERE game IN (2, 20, 33)`); err != nil {
					t.Fatal(err)
				}
			}
			q := search.SearchQuery{Variant: "chess", Query: "white knight on f3"}
			if damagedFirst {
				damage()
				if err := a.Reindex(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
			}
			next, err := a.SearchPages(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			if !damagedFirst {
				damage()
			}
			for _, id := range []int64{1, 3, 17, 18, 39} { // after the index has returned them
				if err := a.Delete(t.Context(), id); err != nil {
					t.Fatal(err)
				}
			}
			lines := allLines(t, next)
			var ids []int64
			for _, line := range lines {
				if line.Lag != (search.Lag{}) {
					continue
				}
				id := lineGame(line)
				if line.Cursor != request.WriteCursor(id) {
					t.Errorf("the line of game %d has cursor %q, want %q", id, line.Cursor, request.WriteCursor(id))
				}
				ids = append(ids, id)
			}
			if len(ids) != 35 || !slices.IsSorted(ids) {
				t.Errorf("games %v, want 35 in order", ids)
			}
			for i, line := range lines[:len(ids)] {
				q.Cursor = line.Cursor
				next, err := a.SearchPages(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				var rest []int64
				for _, line := range allLines(t, next) {
					rest = append(rest, lineGame(line))
				}
				if !slices.Equal(rest, ids[i+1:]) {
					t.Errorf("behind game %d: %v, want %v", ids[i], rest, ids[i+1:])
				}
			}
			selected, err := a.Select(t.Context(), search.Selection{Filter: games.Filter{Variant: "chess"}, Search: search.SearchQuery{Query: q.Query}})
			if err != nil || !slices.Equal(selected, ids) {
				t.Errorf("selected %v, want %v; error %v", selected, ids, err)
			}
		})
	}
}

// lineGame returns the game of a line, 0 for none.
func lineGame(line search.HitLine) int64 {
	if line.Hit != nil {
		return line.Game
	}
	return line.Damaged
}

func allLines(t *testing.T, next func(context.Context) ([]search.HitLine, error)) []search.HitLine {
	t.Helper()
	var all []search.HitLine
	for {
		lines, err := next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if lines == nil {
			return all
		}
		all = append(all, lines...)
	}
}
