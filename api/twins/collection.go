package twins

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"assay/api/present"
	"assay/api/request"
	"assay/parser"
	"assay/store"
)

// Archive is what decisions about twins need of an archive besides its store.
type Archive interface {
	// WithHeaders returns a game's record with changed headers, verified.
	WithHeaders(ctx context.Context, g *store.Game, changes []parser.Tag) (*store.Correction, error)
	// AtRevision returns an earlier record of a game, verified.
	AtRevision(ctx context.Context, g *store.Game, past int64) (*store.Correction, error)
	// ReplayOf returns the positions of a game that may be deleted.
	ReplayOf(ctx context.Context, g *store.Game) (*present.Replay, error)
	// Matching returns the games that a query finds, ascending.
	Matching(ctx context.Context, variant, query string) ([]int64, error)
	// Variant returns the ID of a variant by its ID, name or alias.
	Variant(name string) (string, error)
	// MakeSearchable makes a change searchable.
	MakeSearchable(ctx context.Context)
}

// CollectionStore is the part of an archive's store that decisions need.
type CollectionStore interface {
	Store
	store.Twins
	Sequence(ctx context.Context) (int64, error)
	CountAnnotations(ctx context.Context, game int64, f store.AnnotationFilter) (int, error)
}

// Collection is the twins of an archive and what people decided about them.
type Collection struct {
	store   CollectionStore
	archive Archive

	mu       sync.Mutex // held during a search for twins, so that there is one at a time
	listing  *Listing   // of the archive at the change sequence
	sequence int64
}

// NewCollection returns the twins of an archive.
func NewCollection(s CollectionStore, a Archive) *Collection {
	return &Collection{store: s, archive: a}
}

// Filter selects pairs of which at least one game meets all its conditions.
type Filter struct {
	Variant string // ID, name or alias
	Query   string
}

// Entry is a pair of games in a list.
type Entry struct {
	Twin
	Games [2]Side `json:"games"`
}

// Side is one of two games.
type Side struct {
	ID          int64      `json:"id"`
	First       string     `json:"first"`
	Second      string     `json:"second"`
	Event       string     `json:"event"`
	Date        string     `json:"date"`
	Result      string     `json:"result"`
	Plies       int        `json:"plies"`
	Format      string     `json:"format"`
	Revision    int64      `json:"revision"` // of the record
	Annotations int        `json:"annotations"`
	Deleted     *time.Time `json:"deleted,omitempty"`
}

// Page is a page of the list of twins.
type Page struct {
	Twins []Entry `json:"twins"` // most likely first
	Total int     `json:"total"` // on all pages
	// Frequent is the number of games that were only compared in part, because
	// too many others have the same moves and players.
	Frequent int `json:"frequent"`
	request.Paged
}

// all returns the twins that nobody has decided on, of the archive as it is.
func (c *Collection) all(ctx context.Context) (*Listing, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	sequence, err := c.store.Sequence(ctx)
	if err != nil {
		return nil, err
	}
	if c.listing == nil || c.sequence != sequence {
		l, err := list(ctx, c.store)
		if err != nil {
			return nil, err
		}
		c.listing, c.sequence = l, sequence
	}
	decisions, err := c.store.TwinDecisions(ctx)
	if err != nil {
		return nil, err
	}
	decided := map[[2]int64]bool{}
	for _, d := range decisions {
		decided[[2]int64{d.Game, d.Twin}] = true
	}
	open := &Listing{Frequent: c.listing.Frequent, Twins: []Twin{}}
	for _, t := range c.listing.Twins {
		if !decided[[2]int64{t.Game, t.Twin}] {
			open.Twins = append(open.Twins, t)
		}
	}
	return open, nil
}

// cursorForm is the form of a cursor: the last pair of a page and its score.
const cursorForm = "%d-%d-%d"

func cursorOf(t *Twin) string { return fmt.Sprintf(cursorForm, int(t.Score*100+0.5), t.Game, t.Twin) }

// readCursor returns the last pair of a page.
func readCursor(cursor string) (*Twin, error) {
	var score int
	t := new(Twin)
	if _, err := fmt.Sscanf(cursor, cursorForm, &score, &t.Game, &t.Twin); err != nil || score < 0 {
		return nil, store.ErrCursor
	}
	if t.Score = float64(score) / 100; cursorOf(t) != cursor {
		return nil, store.ErrCursor
	}
	return t, nil
}

// List returns up to limit pairs that nobody has decided on, after a cursor, ""
// for the first page. The error is [store.ErrCursor], or one about the filter.
func (c *Collection) List(ctx context.Context, f Filter, cursor string, limit int) (*Page, error) {
	if err := store.CheckLimit(limit); err != nil {
		return nil, err
	}
	after := &Twin{Score: 2}
	if cursor != "" {
		var err error
		if after, err = readCursor(cursor); err != nil {
			return nil, err
		}
	}
	found, err := c.Selected(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &Page{Twins: []Entry{}, Total: len(found.Twins), Frequent: found.Frequent}
	rest := slices.DeleteFunc(found.Twins, func(t Twin) bool { return byScore(t, *after) <= 0 })
	if len(rest) > limit {
		rest = rest[:limit]
		page.Next = request.Cursor(cursorOf(&rest[limit-1]))
	}
	sides := map[int64]Side{}
	for _, t := range rest {
		sides[t.Game], sides[t.Twin] = Side{}, Side{}
	}
	ids := make([]int64, 0, len(sides))
	for id := range sides {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	games, err := c.store.Games(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		if g.Damage != nil {
			continue
		}
		if sides[g.ID], err = c.side(ctx, g); err != nil {
			return nil, err
		}
	}
	for _, t := range rest {
		// A game that was deleted meanwhile has no twins.
		if e := (Entry{t, [2]Side{sides[t.Game], sides[t.Twin]}}); e.Games[0].ID > 0 && e.Games[1].ID > 0 {
			page.Twins = append(page.Twins, e)
		}
	}
	return page, nil
}

// Selected returns the twins of a filter that nobody has decided on.
func (c *Collection) Selected(ctx context.Context, f Filter) (*Listing, error) {
	if f.Variant != "" {
		var err error
		if f.Variant, err = c.archive.Variant(f.Variant); err != nil {
			return nil, err
		}
	}
	var matching []int64
	if f.Query != "" {
		var err error
		if matching, err = c.archive.Matching(ctx, f.Variant, f.Query); err != nil {
			return nil, err
		}
	}
	found, err := c.all(ctx)
	if err != nil {
		return nil, err
	}
	matches := func(game int64) bool {
		_, is := slices.BinarySearch(matching, game)
		return is
	}
	found.Twins = slices.DeleteFunc(found.Twins, func(t Twin) bool {
		return f.Variant != "" && t.Variant != f.Variant || f.Query != "" && !matches(t.Game) && !matches(t.Twin)
	})
	return found, nil
}

// side returns what lists show of a game.
func (c *Collection) side(ctx context.Context, g *store.Game) (Side, error) {
	s := Side{ID: g.ID, First: g.First, Second: g.Second, Event: g.Event, Date: g.Date, Result: g.Result,
		Plies: g.Plies, Format: g.Format, Revision: g.Revision, Deleted: g.Deleted}
	n, err := c.store.CountAnnotations(ctx, g.ID, store.AnnotationFilter{})
	s.Annotations = n
	if gone := new(store.GameError); errors.As(err, &gone) && g.Deleted != nil {
		err = nil
	}
	return s, err
}
