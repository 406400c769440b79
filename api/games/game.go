package games

import (
	"cmp"
	"context"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"assay/analysis"
	"assay/analysis/label"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/api/history"
	"assay/api/present"
	"assay/api/request"
	"assay/store"
)

// Filter selects the games of a list.
type Filter = store.Filter

// Order is the sort order of a list.
type Order = store.Order

// Orders returns the names of the sort orders.
func Orders() []string { return store.Orders() }

// GameSummary describes an archived game in a list.
type GameSummary struct {
	ID             int64      `json:"id"`
	Variant        string     `json:"variant"`
	Options        string     `json:"options"`
	VariantVersion string     `json:"variantVersion"` // definition's revision used for verification
	Verdict        string     `json:"verdict"`
	Plies          int        `json:"plies"`
	Result         string     `json:"result"`
	Termination    *string    `json:"termination"`
	First          string     `json:"first"` // players
	Second         string     `json:"second"`
	Event          string     `json:"event"`
	Site           string     `json:"site"`
	Date           string     `json:"date"` // YYYY-MM-DD, unknown digits as ?
	Format         string     `json:"format"`
	File           string     `json:"file"`
	Number         int        `json:"number"` // number of the game in its file
	Imported       time.Time  `json:"imported"`
	Revision       int64      `json:"revision"`  // of the record, starting at 1
	Corrected      bool       `json:"corrected"` // the record was changed since it was archived
	Deleted        *time.Time `json:"deleted"`
	// Label is the name of the last named position, if the list was asked for
	// labels and there is one.
	Label *label.Label `json:"label,omitempty"`
}

// GamePage is a page of a list.
type GamePage struct {
	Games []GameSummary `json:"games"`
	Total int           `json:"total"` // on all pages
	request.Paged
	// Missing are requested games that do not exist or are deleted.
	Missing []int64 `json:"missing,omitempty"`
	// Damaged lists the damaged games omitted from this page.
	Damaged []int64 `json:"damaged,omitempty"`
	// Coverage counts the games that have a date, if the filter has dates.
	Coverage []Coverage `json:"coverage,omitempty"`
}

// GameDetail is an archived game without the bytes of its record.
type GameDetail struct {
	GameSummary
	Line   int              `json:"line"` // line of the file at which the record starts
	SHA256 string           `json:"sha256"`
	Size   int              `json:"size"` // of the record, in bytes
	Tags   []TagView        `json:"tags"`
	Start  string           `json:"start"`
	Final  string           `json:"final"` // position after the last legal ply
	Report *analysis.Report `json:"report"`
	// External are the game's IDs in other systems.
	External []ExternalID `json:"external"`
}

// TagView is a header of a record.
type TagView struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// List returns a page of the games that match the filter. The default order is
// the order of archiving. limit is 1 to MaxLimit. An empty cursor requests the
// first page. The error is a *store.FieldError or store.ErrCursor.
func (c *Collection) List(ctx context.Context, f Filter, o Order, cursor string, limit int) (*GamePage, error) {
	f, err := c.resolveFilter(ctx, f)
	if err != nil {
		return nil, err
	}
	rows, next, err := c.store.List(ctx, f, o, cursor, limit)
	if err != nil {
		return nil, err
	}
	total, err := c.countGames(ctx, f)
	if err != nil {
		return nil, err
	}
	coverage, err := c.ListCoverage(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &GamePage{Coverage: coverage, Games: make([]GameSummary, 0, len(rows)), Total: total,
		Paged: request.Paged{Next: request.Cursor(next)}}
	for i := range rows {
		if rows[i].Damage != nil {
			page.Damaged = append(page.Damaged, rows[i].ID)
			continue
		}
		page.Games = append(page.Games, Summarize(&rows[i]))
	}
	return page, nil
}

// ListGames returns the given games in ascending order, and the numbers of
// those that do not exist. The error is a [*request.InputError] for more than
// MaxLimit games.
func (c *Collection) ListGames(ctx context.Context, ids []int64) (*GamePage, error) {
	if err := request.CheckBounds(request.Range("ids", len(ids), 1, request.MaxLimit)); err != nil {
		return nil, err
	}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	found, err := c.store.Games(ctx, ids)
	if err != nil {
		return nil, err
	}
	page := &GamePage{Games: []GameSummary{}, Total: len(found)}
	rest := slices.Clone(ids)
	for _, g := range found {
		rest = slices.DeleteFunc(rest, func(id int64) bool { return id == g.ID })
		if g.Damage != nil {
			page.Damaged = append(page.Damaged, g.ID)
			continue
		}
		page.Games = append(page.Games, Summarize(&g.Summary))
	}
	page.Missing = rest
	return page, nil
}

// Skip returns the cursor of the page after the first n matching games. The
// error is a *store.FieldError, or as for List.
func (c *Collection) Skip(ctx context.Context, f Filter, o Order, n int) (cursor string, err error) {
	f, err = c.resolveFilter(ctx, f)
	if err != nil {
		return "", err
	}
	return c.store.Skip(ctx, f, o, n)
}

// Count returns the number of matching games.
func (c *Collection) Count(ctx context.Context, f Filter) (int, error) {
	f, err := c.resolveFilter(ctx, f)
	if err != nil {
		return 0, err
	}
	return c.countGames(ctx, f)
}

// FaultKind counts the games of a list that have the same kind of error.
type FaultKind struct {
	Verdict string        `json:"verdict"`
	Rule    optional.Text `json:"rule"`   // rule ID
	Reason  optional.Text `json:"reason"` // none if the verdict says everything
	Games   int           `json:"games"`
}

// Ask returns the filter value for this kind of error, or "" if a filter by
// verdict suffices.
func (k FaultKind) Ask() string { return string(cmp.Or(k.Rule, k.Reason)) }

// FaultSummary counts the errors of a list's games by kind.
type FaultSummary struct {
	Kinds []FaultKind `json:"kinds"` // most frequent first
}

// Faults counts the invalid games that match the filter, by kind of error. The
// error is as for List.
func (c *Collection) Faults(ctx context.Context, f Filter) (*FaultSummary, error) {
	f, err := c.resolveFilter(ctx, f)
	if err != nil {
		return nil, err
	}
	counts, err := c.store.Faults(ctx, f)
	if err != nil {
		return nil, err
	}
	s := &FaultSummary{Kinds: make([]FaultKind, len(counts))}
	for i, count := range counts {
		s.Kinds[i] = FaultKind{count.Verdict, optional.Text(count.Rule), optional.Text(count.Reason), count.Games}
	}
	return s, nil
}

// Results lists the results that a filter accepts.
var Results = []string{"1-0", "0-1", "1/2-1/2", "0-0", "*"}

// resolveFilter validates a filter and replaces the variant's name by its ID,
// and the colour by store.First or store.Second.
// The error wraps variant.ErrUnknown if the variant is neither defined nor in
// the archive.
func (c *Collection) resolveFilter(ctx context.Context, f Filter) (Filter, error) {
	for _, word := range []struct {
		field, value string
		want         []string
	}{
		{"verdict", f.Verdict, analysis.Verdicts},
		{"result", f.Result, Results},
	} {
		if word.value != "" && !slices.Contains(word.want, word.value) {
			return f, &request.InputError{Field: word.field, Value: word.value, Want: strings.Join(word.want, ", ")}
		}
	}
	if f.Player != "" {
		words, err := store.Words("player", f.Player)
		if err != nil {
			return f, err
		}
		names, err := c.players.Spellings(ctx, words, len(words))
		if err != nil {
			return f, err
		}
		f.Spellings = strings.Join(names, "\n")
	}
	if f.Mine {
		names, err := c.players.Own(ctx)
		if err != nil {
			return f, err
		}
		f.Own = strings.Join(names, "\n")
	}
	id, defined := c.library.Book().Registry().Find(f.Variant)
	if f.Colour != "" {
		var r *rules.Rules
		if defined {
			r, _ = c.library.Rules(id, "")
		}
		side, err := ColourSide(r, f.Colour, f.Player != "" || f.Mine)
		if err != nil {
			return f, err
		}
		f.Colour = [2]string{store.First, store.Second}[side]
	}
	if f.Variant == "" {
		return f, nil
	}
	if defined {
		f.Variant = id
		return f, nil
	}
	games, err := c.store.Count(ctx, Filter{Variant: f.Variant})
	if err == nil && games == 0 {
		err = c.library.Book().Registry().Unknown(f.Variant)
	}
	return f, err
}

// Game returns a game. The error is a *store.GameError.
func (c *Collection) Game(ctx context.Context, id int64) (*GameDetail, error) {
	g, report, err := c.GameAndReport(ctx, id)
	if err != nil {
		return nil, err
	}
	d := &GameDetail{
		GameSummary: Summarize(&g.Summary), Line: g.Line, SHA256: hex.EncodeToString(g.Hash[:]), Size: len(g.Record),
		Tags: make([]TagView, len(g.Tags)), Start: g.Start, Final: g.Final, Report: report,
	}
	for i, t := range g.Tags {
		d.Tags[i] = TagView{Key: t.Key, Value: t.Value}
	}
	d.External, err = c.ExternalIDs(ctx, id)
	return d, err
}

// Record returns the bytes of a game's record. The error is a *store.GameError.
func (c *Collection) Record(ctx context.Context, id int64) ([]byte, error) {
	return c.store.Record(ctx, id)
}

// Delete marks a game as deleted. Restore undoes it. The error is a
// *store.GameError.
func (c *Collection) Delete(ctx context.Context, id int64) error {
	return c.afterWrite(ctx, c.store.Delete(ctx, id))
}

// Restore restores a deleted game. The error is a *store.GameError.
func (c *Collection) Restore(ctx context.Context, id int64) error {
	return c.afterWrite(ctx, c.store.Restore(ctx, id))
}

func Summarize(s *store.Summary) GameSummary {
	return GameSummary{
		ID: s.ID, Variant: s.Variant, Options: s.Options, VariantVersion: s.VariantVersion, Verdict: s.Verdict,
		Plies: s.Plies, Result: s.Result, Termination: orNull(s.Termination), First: s.First, Second: s.Second,
		Event: s.Event, Site: s.Site, Date: s.Date, Format: s.Format, File: s.File, Number: s.Number,
		Imported: s.Imported, Revision: s.Revision, Corrected: s.Corrected, Deleted: s.Deleted,
	}
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Replay returns an archived game. It returns the errors of [Collection.Game].
func (c *Collection) Replay(ctx context.Context, id int64) (*present.Replay, error) {
	g, report, err := c.GameAndReport(ctx, id)
	if err != nil {
		return nil, err
	}
	r, err := c.ReplayOf(ctx, g)
	if err != nil {
		return nil, err
	}
	r.Game.Report = *report
	return r, nil
}

// ReplayOf returns an archived game without its verification report. The error
// may be a [*present.ReplayError] if nothing can be replayed; the rest of the
// game is returned with it.
func (c *Collection) ReplayOf(ctx context.Context, g *store.Game) (*present.Replay, error) {
	r := &present.Replay{Game: new(analysis.Game), Stored: g, Cause: func() error { return context.Cause(ctx) }}
	r.Annotations = func() ([]analysis.Annotation, error) { return c.annotations.Merged(ctx, g.ID) }
	r.History = func() ([]byte, error) {
		h, err := history.Of(ctx, c.store, g)
		if err != nil {
			return nil, err
		}
		return h.Encode()
	}
	r.SavedEvaluations = func() ([]analysis.Annotation, int, error) {
		found, err := c.analyses.Analysis(ctx, g.ID)
		if err != nil || found == nil || len(found.Plies) != len(r.Game.Moves)+1 {
			return nil, 0, err
		}
		annotations, lines := found.Evaluations(r.Game.Start().Side())
		return annotations, lines, nil
	}
	if g.Start == "" {
		return r, nil
	}
	game, err := c.Playable(ctx, g)
	if err == nil {
		r.Game = game
	}
	return r, err
}

// ColourSide returns a player's side by the colour that a filter names. r may
// be nil. player says whether the filter has a player. The error is an
// [*request.InputError].
func ColourSide(r *rules.Rules, colour string, player bool) (rules.Side, error) {
	side, ok := analysis.SideNamed(r, colour)
	switch {
	case !ok && r != nil:
		return 0, &request.InputError{Field: "colour", Value: colour,
			Want: r.SideName(rules.First) + ", " + r.SideName(rules.Second) + ", first or second"}
	case !ok:
		return 0, &request.InputError{Field: "colour", Value: colour,
			Want: "white, black, first, second, or the variant and its name of a side"}
	case !player:
		return 0, &request.InputError{Field: "colour", Value: colour, Want: "the player too, whose colour it is"}
	}
	return side, nil
}

// ListLine is a game of a list, or the number of a damaged one.
type ListLine struct {
	*GameSummary
	Damaged int64  `json:"damaged,omitempty"`
	Cursor  string `json:"cursor"`
}

// ListPage returns the next part of a list, and the cursor of the part after it
// ("" for none). It returns the errors of [Collection.List].
func (c *Collection) ListPage(ctx context.Context, f Filter, o Order, cursor string) (lines []ListLine, next string,
	err error) {
	if f, err = c.resolveFilter(ctx, f); err != nil {
		return nil, "", err
	}
	rows, next, err := c.store.List(ctx, f, o, cursor, request.MaxLimit)
	lines = make([]ListLine, len(rows))
	for i := range rows {
		lines[i].Cursor = o.Cursor(store.ListPosition{Key: rows[i].Key, Game: rows[i].ID})
		if rows[i].Damage != nil {
			lines[i].Damaged = rows[i].ID
			continue
		}
		summary := Summarize(&rows[i])
		lines[i].GameSummary = &summary
	}
	return lines, next, err
}

// afterWrite updates the index after a successful change.
func (c *Collection) afterWrite(ctx context.Context, err error) error {
	if err == nil {
		c.index.MakeSearchable(ctx)
	}
	return err
}
