// Package drill has the use cases of training by spaced repetition: which cards
// of a deck are due, and when a card is due again after a review.
package drill

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"assay/analysis/optional"
	"assay/api/puzzles"
	"assay/api/repertoires"
	"assay/api/request"
	"assay/store"
)

// PuzzleDeck is the deck of the archive's puzzles. Other decks are named by the
// number of a repertoire.
const PuzzleDeck = "puzzles"

// Store is the part of an archive's store that training needs.
type Store interface {
	store.Training
	Now(ctx context.Context) (time.Time, error)
}

// Trainer finds the cards that are due, and notes reviews.
type Trainer struct {
	store       Store
	repertoires *repertoires.Collection
	puzzles     *puzzles.Collection
}

// NewTrainer returns a trainer of an archive.
func NewTrainer(s Store, r *repertoires.Collection, z *puzzles.Collection) *Trainer {
	return &Trainer{s, r, z}
}

// Query asks for the cards of a deck.
type Query struct {
	Deck    string `json:"deck"`
	Variant string `json:"variant,omitempty"` // of puzzles
	Theme   string `json:"theme,omitempty"`   // of puzzles
	// Progress is what a caller remembers whose progress is not stored, by
	// card; ignored for others.
	Progress map[string]*Memory `json:"progress,omitempty"`
	Limit    int                `json:"limit"`
}

// MaxCards is the largest limit.
const MaxCards = 50

// Session is the cards of a deck that are due now, followed by new ones.
type Session struct {
	Cards []Card `json:"cards"`
	Counts
	Stored bool `json:"stored"` // whether the archive stores the progress; if not, the browser keeps it
}

// Counts is the progress in a deck.
type Counts struct {
	Total   int        `json:"total"`   // cards of the deck
	Seen    int        `json:"seen"`    // that were reviewed before
	Due     int        `json:"due"`     // of these, that are due
	NextDue *time.Time `json:"nextDue"` // when the next one is due after now; null for none
}

// Card is a position and the moves that were learnt in it.
type Card struct {
	ID       string        `json:"id"`
	Variant  string        `json:"variant"`
	Options  string        `json:"options"`
	Position string        `json:"position"`
	Moves    []string      `json:"moves"`  // the expected move, or a puzzle's solution, in UCI
	Also     []string      `json:"also"`   // moves as good as the last one, in UCI
	Line     optional.Text `json:"line"`   // the expected moves, as people write them
	Before   optional.Text `json:"before"` // position before the move that led here
	Played   optional.Text `json:"played"` // that move, in UCI
	Kind     optional.Text `json:"kind"`   // of a puzzle
	Goal     optional.Text `json:"goal"`   // of a puzzle
	Memory   *Memory       `json:"memory"` // null for a new card
}

// deck is the cards of a deck.
type deck struct {
	id    int64
	total int
	// next returns further IDs in the order of learning, none after the last.
	next func() ([]string, error)
	// has reports whether the deck has a card that was reviewed before.
	has func(id string) (bool, error)
	// card returns a card; nil if the deck lacks it.
	card func(id string) (*Card, error)
}

// deckOf returns a deck. The error is [store.ErrNoRepertoire], an
// [*request.InputError], or wraps variant.ErrUnknown.
func (t *Trainer) deckOf(ctx context.Context, q *Query) (*deck, error) {
	if q.Deck == PuzzleDeck {
		return t.puzzleDeck(ctx, q)
	}
	id, err := strconv.ParseInt(q.Deck, 10, 64)
	if err != nil || id < 1 {
		return nil, &request.InputError{Field: "deck", Value: q.Deck,
			Want: PuzzleDeck + ", or the number of a repertoire"}
	}
	g, err := t.repertoires.Graph(ctx, id)
	if err != nil {
		return nil, err
	}
	ids, known := g.Cards(), map[string]struct{}{}
	for _, id := range ids {
		known[id] = struct{}{}
	}
	def, total := g.Rules().Definition(), len(ids)
	return &deck{id: id, total: total, next: func() (all []string, err error) {
		all, ids = ids, nil
		return all, nil
	}, has: func(id string) (bool, error) {
		_, ok := known[id]
		return ok, nil
	}, card: func(id string) (*Card, error) {
		place, before, played, ok := g.Card(id)
		if !ok {
			return nil, nil
		}
		c := &Card{ID: id, Variant: def.ID, Options: def.OptionText(), Position: place.Position, Also: []string{},
			Before: optional.Text(before), Played: optional.Text(played)}
		for i, choice := range place.Choices {
			if i == 0 {
				c.Moves, c.Line = []string{choice.Move}, optional.Text(choice.Text)
			} else {
				c.Also = append(c.Also, choice.Move)
				c.Line += optional.Text(", " + choice.Text)
			}
		}
		return c, nil
	}}, nil
}

func (t *Trainer) puzzleDeck(ctx context.Context, q *Query) (*deck, error) {
	f := puzzles.Filter{Variant: q.Variant, Theme: q.Theme}
	found, err := t.puzzles.Resolve(f)
	if err != nil {
		return nil, err
	}
	page, err := t.puzzles.List(ctx, f, "", request.MaxLimit)
	if err != nil {
		return nil, err
	}
	d := &deck{total: page.Total, next: func() (ids []string, err error) {
		for page != nil && len(ids) == 0 {
			for _, z := range page.Puzzles {
				ids = append(ids, z.ID)
			}
			if page.Next == "" {
				page = nil
			} else if page, err = t.puzzles.List(ctx, f, string(page.Next), request.MaxLimit); err != nil {
				return nil, err
			}
		}
		return ids, nil
	}, card: func(id string) (*Card, error) {
		if puzzles.IsMistake(id) {
			return nil, nil
		}
		z, err := t.puzzles.Find(ctx, id)
		if err != nil {
			return nil, err
		}
		if found.Variant != "" && z.Variant != found.Variant || q.Theme != "" && !slices.Contains(z.Themes, q.Theme) {
			return nil, nil
		}
		return &Card{ID: id, Variant: z.Variant, Options: z.Options, Position: z.Position, Moves: z.Moves, Also: z.Also,
			Line: z.Line, Before: z.Before, Played: z.Played, Kind: optional.Text(z.Kind), Goal: z.Goal}, nil
	}}
	d.has = func(id string) (bool, error) {
		if f == (puzzles.Filter{}) {
			return !puzzles.IsMistake(id), nil
		}
		c, err := d.card(id)
		if errors.Is(err, store.ErrNoPuzzle) {
			return false, nil
		}
		return c != nil, err
	}
	return d, nil
}

// Next returns up to the limit of cards to train now. The errors are
// [store.ErrNoRepertoire], an [*request.InputError], or from the archive.
func (t *Trainer) Next(ctx context.Context, q Query) (*Session, error) {
	if err := request.CheckBounds(request.Range("limit", q.Limit, 1, MaxCards)); err != nil {
		return nil, err
	}
	d, err := t.deckOf(ctx, &q)
	if err != nil {
		return nil, err
	}
	now, err := t.store.Now(ctx)
	if err != nil {
		return nil, err
	}
	caller := request.CallerOf(ctx)
	progress, kept := q.Progress, stores(caller)
	if kept {
		if progress, err = t.progress(ctx, caller.PersonID, d.id); err != nil {
			return nil, err
		}
	}
	s := &Session{Cards: []Card{}, Counts: Counts{Total: d.total}, Stored: kept}
	var seen []string
	for id, m := range progress {
		if m == nil || m.check() != nil {
			return nil, &request.InputError{Field: "progress", Value: id,
				Want: "memories as earlier reviews returned them"}
		}
		seen = append(seen, id)
	}
	slices.SortFunc(seen, func(a, b string) int {
		return cmp.Or(progress[a].Due.Compare(progress[b].Due), cmp.Compare(a, b))
	})
	for _, id := range seen {
		due := progress[id].Due
		if has, err := d.has(id); err != nil {
			return nil, err
		} else if !has { // no longer in the deck
			continue
		}
		if s.Seen++; due.After(now) {
			if s.NextDue == nil {
				s.NextDue = &due
			}
			continue
		}
		if s.Due++; len(s.Cards) < q.Limit {
			c, err := d.card(id)
			if errors.Is(err, store.ErrNoPuzzle) { // a guest's, from another archive
				s.Seen, s.Due = s.Seen-1, s.Due-1
				continue
			}
			if err != nil {
				return nil, err
			}
			c.Memory = progress[id]
			s.Cards = append(s.Cards, *c)
		}
	}
	for len(s.Cards) < q.Limit {
		ids, err := d.next()
		if err != nil || ids == nil {
			return s, err
		}
		for _, id := range ids {
			if progress[id] != nil || len(s.Cards) == q.Limit {
				continue
			}
			c, err := d.card(id)
			if err != nil {
				return nil, err
			}
			s.Cards = append(s.Cards, *c)
		}
	}
	return s, nil
}

// progress returns what a person remembers of a deck.
func (t *Trainer) progress(ctx context.Context, person, deck int64) (map[string]*Memory, error) {
	rows, err := t.store.Cards(ctx, person, deck)
	if err != nil {
		return nil, err
	}
	all := map[string]*Memory{}
	for i := range rows {
		m := new(Memory)
		if err := json.Unmarshal(rows[i].Content, m); err != nil {
			return nil, fmt.Errorf("card %s of deck %d: %w", rows[i].ID, deck, err)
		}
		all[rows[i].ID] = m
	}
	return all, nil
}

// Answer is a review of a card.
type Answer struct {
	Deck   string  `json:"-"`
	Card   string  `json:"-"`
	Rating int     `json:"rating"`
	Memory *Memory `json:"memory,omitempty"` // of a guest before the review; nil for a new card
}

// stores reports whether the archive stores the caller's progress: guests, and
// callers without the right to write, keep theirs.
func stores(c request.Caller) bool { return !c.Guest() && c.May(request.Contribute) }

// Review returns what is remembered after a review. It is stored unless the
// caller is a guest or may not write. If it is stored, the first review of a
// puzzle also counts for the puzzle's rating. The error is an
// [*request.InputError], [store.ErrNoRepertoire] or [store.ErrNoPuzzle].
func (t *Trainer) Review(ctx context.Context, a Answer) (*Memory, error) {
	if err := request.CheckBounds(request.Range("rating", a.Rating, int(Again), int(Easy))); err != nil {
		return nil, err
	}
	d, err := t.deckOf(ctx, &Query{Deck: a.Deck})
	if err != nil {
		return nil, err
	}
	c, err := d.card(a.Card)
	if err == nil && c == nil {
		err = &request.InputError{Field: "card", Value: a.Card, Want: "a card of the deck"}
	}
	if err != nil {
		return nil, err
	}
	caller := request.CallerOf(ctx)
	if !stores(caller) {
		if a.Memory != nil {
			if err := a.Memory.check(); err != nil {
				return nil, err
			}
		}
		now, err := t.store.Now(ctx)
		return review(a.Memory, Rating(a.Rating), now), err
	}
	var after *Memory
	isNew := false
	_, err = t.store.ChangeCard(ctx, caller.PersonID, d.id, a.Card, func(content []byte, now time.Time) (time.Time,
		[]byte, error) {
		var m *Memory
		if isNew = content == nil; !isNew {
			if err := json.Unmarshal(content, &m); err != nil {
				return now, nil, fmt.Errorf("card %s of deck %d: %w", a.Card, d.id, err)
			}
		}
		after = review(m, Rating(a.Rating), now)
		text, err := json.Marshal(after)
		return after.Due, text, err
	})
	if err == nil && isNew && a.Deck == PuzzleDeck {
		err = t.puzzles.CountAttempt(ctx, a.Card, Rating(a.Rating) > Again)
	}
	return after, err
}
