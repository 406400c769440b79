package api

import (
	"cmp"
	"context"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"assay/analysis"
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
	Deleted        *time.Time `json:"deleted,omitempty"`
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
func (a *Archive) List(ctx context.Context, f Filter, o Order, cursor string, limit int) (*GamePage, error) {
	f, err := a.resolveFilter(ctx, f)
	if err != nil {
		return nil, err
	}
	rows, next, err := a.store.List(ctx, f, o, cursor, limit)
	if err != nil {
		return nil, err
	}
	total, err := a.countGames(ctx, f)
	if err != nil {
		return nil, err
	}
	coverage, err := a.listCoverage(ctx, f)
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
		page.Games = append(page.Games, summarize(&rows[i]))
	}
	return page, nil
}

// ListGames returns the given games in ascending order, and the numbers of
// those that do not exist. The error is a [*request.InputError] for more than
// MaxLimit games.
func (a *Archive) ListGames(ctx context.Context, ids []int64) (*GamePage, error) {
	if err := request.CheckBounds(request.Range("ids", len(ids), 1, request.MaxLimit)); err != nil {
		return nil, err
	}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	found, err := a.store.Games(ctx, ids)
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
		page.Games = append(page.Games, summarize(&g.Summary))
	}
	page.Missing = rest
	return page, nil
}

// ChangePage is a page of the changes of an archive.
type ChangePage struct {
	Changes []ChangeView `json:"changes"`
	Last    int64        `json:"last"` // number of the archive's last change
	request.Paged
}

// ChangeView is the last change of a game.
type ChangeView struct {
	Number   int64      `json:"number"`
	Game     int64      `json:"game"`
	Kind     string     `json:"kind"` // what the game's state shows
	Revision int64      `json:"revision"`
	Verdict  string     `json:"verdict"`
	Imported time.Time  `json:"imported"`
	Deleted  *time.Time `json:"deleted"`
}

// The kinds of changes. Of several that apply to a game, the first is reported.
const (
	ChangeDeleted   = "deleted"
	ChangeDamaged   = "damaged"
	ChangeCorrected = "corrected"
	ChangeAnnotated = "annotated"
	ChangeArchived  = "archived"
)

// ChangeKinds lists the kinds of changes.
var ChangeKinds = []string{ChangeDeleted, ChangeDamaged, ChangeCorrected, ChangeAnnotated, ChangeArchived}

// ChangesAfter returns a page of the changes after a cursor, in order. A game
// that changed several times appears once, at its last change. The error is
// [store.ErrCursor] or an [*request.InputError].
func (a *Archive) ChangesAfter(ctx context.Context, cursor string, limit int) (*ChangePage, error) {
	after, err := request.ReadNumberCursor(cursor)
	if err != nil {
		return nil, err
	}
	if err := request.CheckBounds(request.Range("limit", limit, 1, request.MaxLimit)); err != nil {
		return nil, err
	}
	last, err := a.store.Sequence(ctx)
	if err != nil {
		return nil, err
	}
	games, err := a.store.ChangedGames(ctx, after, limit)
	if err != nil {
		return nil, err
	}
	page := &ChangePage{Changes: make([]ChangeView, len(games)), Last: last}
	for i, g := range games {
		page.Changes[i] = viewChange(g)
	}
	if len(games) == limit && games[limit-1].Sequence < last {
		page.Next = request.NumberCursor(games[limit-1].Sequence)
	}
	return page, nil
}

func viewChange(g *store.Game) ChangeView {
	v := ChangeView{Number: g.Sequence, Game: g.ID, Deleted: g.Deleted, Kind: ChangeArchived}
	switch {
	case g.Deleted != nil:
		v.Kind = ChangeDeleted
	case g.Damage != nil:
		v.Kind = ChangeDamaged
	case g.Revision > 1:
		v.Kind = ChangeCorrected
	case g.Annotated:
		v.Kind = ChangeAnnotated
	}
	if g.Damage == nil {
		v.Revision, v.Verdict, v.Imported = g.Revision, g.Verdict, g.Imported
	}
	return v
}

// Skip returns the cursor of the page after the first n matching games. The
// error is a *store.FieldError, or as for List.
func (a *Archive) Skip(ctx context.Context, f Filter, o Order, n int) (cursor string, err error) {
	f, err = a.resolveFilter(ctx, f)
	if err != nil {
		return "", err
	}
	return a.store.Skip(ctx, f, o, n)
}

// Count returns the number of matching games.
func (a *Archive) Count(ctx context.Context, f Filter) (int, error) {
	f, err := a.resolveFilter(ctx, f)
	if err != nil {
		return 0, err
	}
	return a.countGames(ctx, f)
}

// FaultKind counts the games of a list that have the same kind of error.
type FaultKind struct {
	Verdict string `json:"verdict"`
	Rule    string `json:"rule"`   // rule ID, or ""
	Reason  string `json:"reason"` // "" if the verdict says everything
	Games   int    `json:"games"`
}

// Ask returns the filter value for this kind of error, or "" if a filter by
// verdict suffices.
func (k FaultKind) Ask() string { return cmp.Or(k.Rule, k.Reason) }

// FaultSummary counts the errors of a list's games by kind.
type FaultSummary struct {
	Kinds []FaultKind `json:"kinds"` // most frequent first
}

// Faults counts the invalid games that match the filter, by kind of error. The
// error is as for List.
func (a *Archive) Faults(ctx context.Context, f Filter) (*FaultSummary, error) {
	f, err := a.resolveFilter(ctx, f)
	if err != nil {
		return nil, err
	}
	counts, err := a.store.Faults(ctx, f)
	if err != nil {
		return nil, err
	}
	s := &FaultSummary{Kinds: make([]FaultKind, len(counts))}
	for i, c := range counts {
		s.Kinds[i] = FaultKind(c)
	}
	return s, nil
}

// Results lists the results that a filter accepts.
var Results = []string{"1-0", "0-1", "1/2-1/2", "0-0", "*"}

// resolveFilter validates a filter and replaces the variant's name by its ID,
// and the colour by store.First or store.Second.
// The error wraps variant.ErrUnknown if the variant is neither defined nor in
// the archive.
func (a *Archive) resolveFilter(ctx context.Context, f Filter) (Filter, error) {
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
	id, defined := a.Book().Registry().Find(f.Variant)
	if f.Colour != "" {
		var r *rules.Rules
		if defined {
			r, _ = a.Rules(id, "")
		}
		side, err := colourSide(r, f.Colour, f.Player)
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
	games, err := a.store.Count(ctx, Filter{Variant: f.Variant})
	if err == nil && games == 0 {
		err = a.Book().Registry().Unknown(f.Variant)
	}
	return f, err
}

// Game returns a game. The error is a *store.GameError.
func (a *Archive) Game(ctx context.Context, id int64) (*GameDetail, error) {
	g, report, err := a.gameAndReport(ctx, id)
	if err != nil {
		return nil, err
	}
	d := &GameDetail{
		GameSummary: summarize(&g.Summary), Line: g.Line, SHA256: hex.EncodeToString(g.Hash[:]), Size: len(g.Record),
		Tags: make([]TagView, len(g.Tags)), Start: g.Start, Final: g.Final, Report: report,
	}
	for i, t := range g.Tags {
		d.Tags[i] = TagView{Key: t.Key, Value: t.Value}
	}
	d.External, err = a.ExternalIDs(ctx, id)
	return d, err
}

// Record returns the bytes of a game's record. The error is a *store.GameError.
func (a *Archive) Record(ctx context.Context, id int64) ([]byte, error) {
	return a.store.Record(ctx, id)
}

// Delete marks a game as deleted. Restore undoes it. The error is a
// *store.GameError.
func (a *Archive) Delete(ctx context.Context, id int64) error {
	return a.afterWrite(ctx, a.store.Delete(ctx, id))
}

// Restore restores a deleted game. The error is a *store.GameError.
func (a *Archive) Restore(ctx context.Context, id int64) error {
	return a.afterWrite(ctx, a.store.Restore(ctx, id))
}

func summarize(s *store.Summary) GameSummary {
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

// Replay returns an archived game. It returns the errors of [Archive.Game].
func (a *Archive) Replay(ctx context.Context, id int64) (*present.Replay, error) {
	g, report, err := a.gameAndReport(ctx, id)
	if err != nil {
		return nil, err
	}
	r, err := a.replay(ctx, g)
	if err != nil {
		return nil, err
	}
	r.Game.Report = *report
	return r, nil
}

// replay returns an archived game without its verification report. The error
// may be a [*present.ReplayError] if nothing can be replayed; the rest of the
// game is returned with it.
func (a *Archive) replay(ctx context.Context, g *store.Game) (*present.Replay, error) {
	r := &present.Replay{Game: new(analysis.Game), Stored: g, Cause: func() error { return context.Cause(ctx) }}
	r.Annotations = func() ([]analysis.Annotation, error) { return a.Merged(ctx, g.ID) }
	r.History = func() ([]byte, error) {
		h, err := history.Of(ctx, a.store, g)
		if err != nil {
			return nil, err
		}
		return h.Encode()
	}
	r.SavedEvaluations = func() ([]analysis.Annotation, int, error) {
		found, err := a.Analysis(ctx, g.ID)
		if err != nil || found == nil || len(found.Plies) != len(r.Game.Moves)+1 {
			return nil, 0, err
		}
		annotations, lines := found.Evaluations(r.Game.Start().Side())
		return annotations, lines, nil
	}
	if g.Start == "" {
		return r, nil
	}
	game, err := a.playableGame(ctx, g)
	if err == nil {
		r.Game = game
	}
	return r, err
}
