package puzzles

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/analysis/engine"
	"assay/analysis/puzzle"
	"assay/api/define"
	"assay/api/request"
	"assay/store"
)

// Collection is the puzzles of an archive.
type Collection struct {
	library *define.Library
	store   store.Puzzles
	games   Archived
	fits    engine.Fits
	workers int
	themes  Themes
}

// NewCollection returns the puzzles in a store. fits are tuned evaluations, and
// workers the number of games searched at a time.
func NewCollection(l *define.Library, s store.Puzzles, g Archived, fits engine.Fits, workers int) *Collection {
	return &Collection{l, s, g, fits, max(workers, 1), BuiltInThemes()}
}

// SetThemes replaces the themes that are tested. It must be called before
// puzzles are made or imported.
func (c *Collection) SetThemes(t Themes) { c.themes = t }

// Filter selects puzzles that meet all its non-zero conditions.
type Filter struct {
	Variant    string // ID, name or alias
	Theme      string
	Game       int64
	RatingFrom int
	RatingTo   int
}

// maxRating is the greatest rating in filters.
const maxRating = 9999

// resolve checks a filter. The error is an [*request.InputError], or wraps
// variant.ErrUnknown.
func (c *Collection) Resolve(f Filter) (store.PuzzleFilter, error) {
	err := request.CheckBounds(request.Range("ratingFrom", f.RatingFrom, 0, maxRating),
		request.Range("ratingTo", f.RatingTo, 0, maxRating))
	if err == nil && f.RatingTo > 0 && f.RatingFrom > f.RatingTo {
		err = &request.InputError{Field: "ratingFrom", Value: strconv.Itoa(f.RatingFrom),
			Want: fmt.Sprintf("at most the greatest rating, %d", f.RatingTo)}
	}
	if strings.ContainsFunc(f.Theme, func(r rune) bool { return r == ' ' || r > '~' }) {
		err = &request.InputError{Field: "theme", Value: f.Theme, Want: "one theme, such as fork or mateIn2"}
	}
	if id, ok := c.library.Book().Registry().Find(f.Variant); ok {
		f.Variant = id
	} else if f.Variant != "" && err == nil {
		err = c.library.Book().Registry().Unknown(f.Variant)
	}
	return store.PuzzleFilter{Variant: f.Variant, Theme: f.Theme, Game: f.Game, MinRating: f.RatingFrom,
		MaxRating: f.RatingTo}, err
}

// Page is a page of puzzles.
type Page struct {
	Puzzles []*Puzzle `json:"puzzles"`
	Total   int       `json:"total"` // of the filter
	request.Paged
}

// List returns up to limit matching puzzles after a cursor, "" for the
// first. Their order is stable and arbitrary. The error is an
// [*request.InputError], or [store.ErrCursor].
func (c *Collection) List(ctx context.Context, f Filter, cursor string, limit int) (*Page, error) {
	found, err := c.Resolve(f)
	if err == nil {
		err = store.CheckLimit(limit)
	}
	if err != nil {
		return nil, err
	}
	if cursor != "" && len(cursor) != idLength {
		return nil, store.ErrCursor
	}
	rows, err := c.store.ListPuzzles(ctx, found, cursor, limit+1)
	if err != nil {
		return nil, err
	}
	page := &Page{Puzzles: []*Puzzle{}}
	if len(rows) > limit {
		rows = rows[:limit]
		page.Next = request.Cursor(rows[limit-1].ID)
	}
	for i := range rows {
		v, err := c.read(&rows[i])
		if err != nil {
			return nil, err
		}
		page.Puzzles = append(page.Puzzles, v)
	}
	page.Total, err = c.store.CountPuzzles(ctx, found)
	return page, err
}

// IsMistake reports whether an ID names an exercise, not an archived
// puzzle.
func IsMistake(id string) bool { return strings.Contains(id, "-") }

// Find returns a puzzle, or an exercise of [Collection.Mistakes]. The error is
// [store.ErrNoPuzzle].
func (c *Collection) Find(ctx context.Context, id string) (*Puzzle, error) {
	if IsMistake(id) {
		v, _, err := c.mistake(ctx, id)
		return v, err
	}
	z, err := c.store.Puzzle(ctx, id)
	if err != nil {
		return nil, err
	}
	return c.read(z)
}

// Daily returns one matching puzzle for a day of UTC, the same for
// everyone. Further puzzles of the archive seldom change it. The error is
// [store.ErrNoPuzzle], or an [*request.InputError].
func (c *Collection) Daily(ctx context.Context, f Filter, day time.Time) (*Puzzle, error) {
	found, err := c.Resolve(f)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(day.UTC().Format(time.DateOnly)))
	return c.after(ctx, found, idEncoding.EncodeToString(sum[:])[:idLength])
}

// Following returns the matching puzzle after another one, and after the last
// one the first. The error is [store.ErrNoPuzzle], or an [*request.InputError].
func (c *Collection) Following(ctx context.Context, f Filter, id string) (*Puzzle, error) {
	if IsMistake(id) {
		_, next, err := c.mistake(ctx, id)
		return next, err
	}
	found, err := c.Resolve(f)
	if err != nil {
		return nil, err
	}
	return c.after(ctx, found, id)
}

func (c *Collection) after(ctx context.Context, f store.PuzzleFilter, id string) (*Puzzle, error) {
	rows, err := c.store.ListPuzzles(ctx, f, id, 1)
	if err == nil && len(rows) == 0 {
		rows, err = c.store.ListPuzzles(ctx, f, "", 1)
	}
	if err == nil && len(rows) == 0 {
		err = store.ErrNoPuzzle
	}
	if err != nil {
		return nil, err
	}
	return c.read(&rows[0])
}

// FindThemes finds the themes of all archived puzzles again, and stores those
// that differ. report receives each changed puzzle. A puzzle of a variant that
// is not defined, or has other rules now, keeps its themes.
func (c *Collection) FindThemes(ctx context.Context, report func(*Puzzle) error) (searched int, err error) {
	const pageSize = 200
	themer := &themer{themes: c.themes}
	for after := ""; ; {
		rows, err := c.store.ListPuzzles(ctx, store.PuzzleFilter{}, after, pageSize)
		if err != nil || len(rows) == 0 {
			return searched, err
		}
		for i := range rows {
			v, err := c.read(&rows[i])
			if err != nil {
				return searched, err
			}
			searched++
			p, err := c.library.Position(v.Variant, v.Options, v.Position)
			if err != nil {
				continue
			}
			z := &puzzle.Puzzle{Kind: v.Kind, Position: p}
			if z.Moves, err = play(p, v.Moves); err != nil {
				continue
			}
			z.FindThemes()
			if err := themer.add(z); err != nil {
				return searched, err
			}
			if slices.Equal(z.Themes, v.Themes) {
				continue
			}
			v.Themes = z.Themes
			if err := c.store.ChangePuzzle(ctx, v.ID, func(z *store.Puzzle) error {
				z.Themes = v.Themes
				return nil
			}); err != nil {
				return searched, err
			}
			if err := report(v); err != nil {
				return searched, err
			}
		}
		after = rows[len(rows)-1].ID
	}
}

// add archives a puzzle and reports whether it is new.
func (c *Collection) add(ctx context.Context, v *Puzzle) (bool, error) {
	z, err := v.stored()
	if err != nil {
		return false, err
	}
	added, err := c.store.AddPuzzles(ctx, []store.Puzzle{z})
	return err == nil && added[0], err
}
