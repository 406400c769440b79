package table

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"assay/store"
	"assay/store/row"
)

// puzzleColumns are the columns of a puzzle.
const puzzleColumns = `id, variant, options, game, ply, position, kind, themes, rating, content, saved, sum`

// scanPuzzle reads puzzleColumns. It returns an altered puzzle with its error.
func scanPuzzle(r Row) (*store.Puzzle, error) {
	z := new(store.Puzzle)
	var themes string
	var saved, sum int64
	err := r.Scan(&z.ID, &z.Variant, &z.Options, &z.Game, &z.Ply, &z.Position, &z.Kind, &themes, &z.Rating, &z.Content,
		&saved, &sum)
	z.Themes, z.Saved = strings.Fields(themes), row.Instant(saved)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return z, store.ErrNoPuzzle
	case err == nil && sum != row.PuzzleSum(z, saved):
		err = fmt.Errorf("puzzle %s: %w", z.ID, errors.Join(store.ErrCorrupt, row.ErrChecksum))
	}
	return z, err
}

func (t Tables) AddPuzzles(ctx context.Context, all []store.Puzzle) ([]bool, error) {
	var size int64
	for i := range all {
		size += int64(len(all[i].Content))
	}
	added := make([]bool, len(all))
	err := t.db.Write(ctx, size, func(tx Transaction) error {
		saved := tx.Now()
		for i := range all {
			z := &all[i]
			n, err := tx.Exec(ctx, `INSERT INTO puzzles (`+puzzleColumns+`)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (id) DO NOTHING`,
				z.ID, z.Variant, z.Options, z.Game, z.Ply, z.Position, z.Kind, strings.Join(z.Themes, " "), z.Rating,
				row.Present(z.Content), saved, row.PuzzleSum(z, saved))
			if err != nil {
				return err
			}
			added[i] = n > 0
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

func (t Tables) Puzzle(ctx context.Context, id string) (*store.Puzzle, error) {
	z, err := scanPuzzle(t.db.Row(ctx, `SELECT `+puzzleColumns+` FROM puzzles WHERE id = $1`, id))
	return classified(ctx, t, z, err)
}

// puzzlesOf is the condition of a filter whose values are the first arguments.
// A theme is found as a word of the list, upper and lower case apart.
const puzzlesOf = `(variant = $1 OR $1 = '')
	AND ($2 = '' OR replace(' ' || themes || ' ', ' ' || $2 || ' ', '') <> ' ' || themes || ' ')
	AND ($3 = 0 OR game = $3) AND ($4 = 0 OR rating >= $4) AND ($5 = 0 OR rating <= $5)`

func puzzleArguments(f *store.PuzzleFilter, more ...any) []any {
	return append([]any{f.Variant, f.Theme, f.Game, f.MinRating, f.MaxRating}, more...)
}

func (t Tables) ListPuzzles(ctx context.Context, f store.PuzzleFilter, after string, limit int) ([]store.Puzzle,
	error) {
	return list(ctx, t, scanPuzzle, `SELECT `+puzzleColumns+` FROM puzzles WHERE `+puzzlesOf+` AND id > $6
		ORDER BY id LIMIT $7`, puzzleArguments(&f, after, limit)...)
}

func (t Tables) ChangePuzzle(ctx context.Context, id string, change func(z *store.Puzzle) error) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		z, err := scanPuzzle(tx.Row(ctx, `SELECT `+puzzleColumns+` FROM puzzles WHERE id = $1`, id))
		if err == nil {
			err = change(z)
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE puzzles SET themes = $2, rating = $3, content = $4, sum = $5 WHERE id = $1`, id,
			strings.Join(z.Themes, " "), z.Rating, row.Present(z.Content), row.PuzzleSum(z, z.Saved.UnixMilli()))
		return err
	})
}

func (t Tables) CountPuzzles(ctx context.Context, f store.PuzzleFilter) (n int, err error) {
	err = t.db.Row(ctx, `SELECT count(*) FROM puzzles WHERE `+puzzlesOf, puzzleArguments(&f)...).Scan(&n)
	return n, t.db.Fault(ctx, err)
}
