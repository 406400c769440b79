package players

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"assay/api/request"
	"assay/parser/word"
	"assay/store"
)

// Page is a page of the list of players.
type Page struct {
	Players []Player `json:"players"` // most games first
	Total   int      `json:"total"`   // on all pages
	request.Paged
}

// SuggestionPage is a page of the suggestions for merges.
type SuggestionPage struct {
	Suggestions []Suggestion `json:"suggestions"` // most likely first
	Total       int          `json:"total"`       // on all pages
	// Frequent is the number of names that were only compared with their own
	// spellings, because too many others begin alike.
	Frequent int `json:"frequent"`
	request.Paged
}

// listed is the list of players after a change and a decision.
type listed struct {
	*Listing
	sequence, last int64
	words          []string // of all names of each player, each after a space
	made           time.Time
	took           time.Duration
}

// A list that takes longer than slowListing is used for listingReuse times as
// long, even if games were added meanwhile.
const (
	slowListing  = 100 * time.Millisecond
	listingReuse = 10
)

// all returns the list of players.
func (r *Roster) all(ctx context.Context) (*listed, error) {
	r.listing.Lock()
	defer r.listing.Unlock()
	known := r.listed
	sequence, err := r.store.Sequence(ctx)
	if err != nil {
		return nil, err
	}
	m, err := r.current(ctx)
	if err != nil {
		return nil, err
	}
	if known != nil && known.last == m.last && (known.sequence == sequence ||
		known.took > slowListing && time.Since(known.made) < listingReuse*known.took) {
		return known, nil
	}
	began := time.Now()
	found, err := List(ctx, r.store, m.names)
	if err != nil {
		return nil, err
	}
	l := &listed{Listing: found, sequence: sequence, last: m.last, words: make([]string, len(found.Players))}
	for i, p := range found.Players {
		names := p.Names
		if names == nil {
			names = []string{p.Name}
		}
		for _, name := range names {
			l.words[i] += " " + strings.Join(word.All(name), " ")
		}
	}
	l.made, l.took = time.Now(), time.Since(began)
	r.listed = l
	return l, nil
}

func (p *Player) cursor() request.Cursor {
	return request.Cursor(base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", p.Games, p.Name)))
}

// List returns up to limit players whose names have all words, after a cursor,
// "" for the first page. The error may be [store.ErrCursor] or a
// [*store.FieldError].
func (r *Roster) List(ctx context.Context, text, cursor string, limit int) (*Page, error) {
	if err := store.CheckLimit(limit); err != nil {
		return nil, err
	}
	var words []string
	if text != "" {
		var err error
		if words, err = store.Words("q", text); err != nil {
			return nil, err
		}
	}
	after := Player{Games: -1}
	if cursor != "" {
		b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
		games, name, _ := strings.Cut(string(b), " ")
		if _, scan := fmt.Sscan(games, &after.Games); err != nil || scan != nil {
			return nil, store.ErrCursor
		}
		if after.Name = name; string(after.cursor()) != cursor {
			return nil, store.ErrCursor
		}
	}
	all, err := r.all(ctx)
	if err != nil {
		return nil, err
	}
	begin := 0
	if after.Games >= 0 {
		begin = sort.Search(len(all.Players), func(i int) bool { return byGames(all.Players[i], after) > 0 })
	}
	page := &Page{Players: []Player{}}
	for i, p := range all.Players {
		if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all.words[i], " "+w) }) {
			continue
		}
		page.Total++
		switch {
		case i < begin || page.Next != "":
		case len(page.Players) < limit:
			page.Players = append(page.Players, p)
		default:
			page.Next = page.Players[limit-1].cursor()
		}
	}
	return page, nil
}

// Suggestions returns up to limit suggestions for merges after a cursor, ""
// for the first page. The error may be [store.ErrCursor] or a
// [*store.FieldError].
func (r *Roster) Suggestions(ctx context.Context, cursor string, limit int) (*SuggestionPage, error) {
	if err := store.CheckLimit(limit); err != nil {
		return nil, err
	}
	var begin int64
	if cursor != "" {
		var err error
		if begin, err = request.ReadNumberCursor(cursor); err != nil {
			return nil, err
		}
	}
	all, err := r.all(ctx)
	if err != nil {
		return nil, err
	}
	page := &SuggestionPage{Suggestions: []Suggestion{}, Total: len(all.Suggestions), Frequent: all.Frequent}
	rest := all.Suggestions[min(int(begin), len(all.Suggestions)):]
	page.Suggestions = append(page.Suggestions, rest[:min(limit, len(rest))]...)
	if len(rest) > limit {
		page.Next = request.NumberCursor(begin + int64(limit))
	}
	return page, nil
}

// Decision merges names into a player, or splits them off again.
type Decision struct {
	Author   string   `json:"author"`
	Decision string   `json:"decision"`         // merge or split
	Player   string   `json:"player,omitempty"` // into which names are merged
	Names    []string `json:"names"`
}

// Decisions are what a [Decision] can say.
var Decisions = []string{"merge", "split"}

// MaxNames is the maximum number of names of a decision.
const MaxNames = 100

// Merged are the names of a player after a decision.
type Merged struct {
	Name  string   `json:"name"`
	Names []string `json:"names"`
}

// Decide merges or splits names and returns the names of the player, after a
// split of the first name. The error is as for [Merge].
func (r *Roster) Decide(ctx context.Context, d Decision) (*Merged, error) {
	if err := request.CheckBounds(request.Range("names", len(d.Names), 1, MaxNames)); err != nil {
		return nil, err
	}
	player := d.Player
	var err error
	switch d.Decision {
	case Decisions[0]:
		err = Merge(ctx, r.store, d.Author, d.Player, d.Names...)
	case Decisions[1]:
		player = d.Names[0]
		err = Split(ctx, r.store, d.Author, d.Names...)
	default:
		err = &request.InputError{Field: "decision", Value: d.Decision, Want: strings.Join(Decisions, " or ")}
	}
	if err != nil {
		return nil, err
	}
	names, err := r.Names(ctx)
	if err != nil {
		return nil, err
	}
	all := names.Of(names.Player(player))
	return &Merged{Name: all[0], Names: all}, nil
}
