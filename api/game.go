package api

import (
	"cmp"
	"context"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"assay/analysis"
	"assay/store"
)

// Filter says which games a list has.
type Filter = store.Filter

// Order is how a list is sorted.
type Order = store.Order

// Orders are all that there are.
func Orders() []string { return store.Orders() }

// MaxLimit is the greatest page of a list or search.
const MaxLimit = store.MaxLimit

// GameSummary is what a list shows of an archived game.
type GameSummary struct {
	ID             int64      `json:"id"`
	Variant        string     `json:"variant"`
	Options        string     `json:"options"`
	VariantVersion string     `json:"variantVersion"` // revision of the definition it was verified under
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
	Number         int        `json:"number"` // of the game in its file
	Imported       time.Time  `json:"imported"`
	Revision       int64      `json:"revision"`  // of its record, from 1
	Corrected      bool       `json:"corrected"` // the record is not the one that was archived
	Deleted        *time.Time `json:"deleted,omitempty"`
}

// GamePage is a page of a list.
type GamePage struct {
	Games []GameSummary `json:"games"`
	Total int           `json:"total"` // on all pages
	Next  string        `json:"next"`  // cursor of the next page, "" when there is none
	// Damaged are the games of the page that are left out, because the archive
	// does not have them as they were written.
	Damaged []int64 `json:"damaged,omitempty"`
	// Coverage says how many games have a date, if the filter asks for days.
	Coverage []Coverage `json:"coverage,omitempty"`
}

// GameDetail is one archived game whole, but for its bytes.
type GameDetail struct {
	GameSummary
	Line   int              `json:"line"` // of the file at which the record begins
	SHA256 string           `json:"sha256"`
	Size   int              `json:"size"` // of the record in bytes
	Tags   []TagView        `json:"tags"`
	Start  string           `json:"start"`
	Final  string           `json:"final"` // after the last legal ply
	Report *analysis.Report `json:"report"`
}

// TagView is one header of a record.
type TagView struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// List gives a page of the games that match, in an order, the usual one being
// that in which they were archived. limit goes from 1 to MaxLimit; an empty
// cursor is the first page. The error is a *store.FieldError or
// store.ErrCursor.
func (a *Archive) List(ctx context.Context, f Filter, o Order, cursor string, limit int) (*GamePage, error) {
	f, err := a.filter(ctx, f)
	if err != nil {
		return nil, err
	}
	rows, next, err := a.store.List(ctx, f, o, cursor, limit)
	if err != nil {
		return nil, err
	}
	total, err := a.total(ctx, f)
	if err != nil {
		return nil, err
	}
	coverage, err := a.listCoverage(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &GamePage{Coverage: coverage, Games: make([]GameSummary, 0, len(rows)), Total: total, Next: next}
	for i := range rows {
		if rows[i].Damage != nil {
			page.Damaged = append(page.Damaged, rows[i].ID)
			continue
		}
		page.Games = append(page.Games, summarize(&rows[i]))
	}
	return page, nil
}

// Skip gives the cursor of the page that begins behind the first n games that
// match. The error is a *store.FieldError, or one of List.
func (a *Archive) Skip(ctx context.Context, f Filter, o Order, n int) (cursor string, err error) {
	f, err = a.filter(ctx, f)
	if err != nil {
		return "", err
	}
	return a.store.Skip(ctx, f, o, n)
}

// Count is the number of games that match.
func (a *Archive) Count(ctx context.Context, f Filter) (int, error) {
	f, err := a.filter(ctx, f)
	if err != nil {
		return 0, err
	}
	return a.total(ctx, f)
}

// FaultKind is how many games of a list have faults of one kind.
type FaultKind struct {
	Verdict string `json:"verdict"`
	Rule    string `json:"rule"`   // number of the ruling broken, "" for none
	Reason  string `json:"reason"` // "" where the verdict says all
	Games   int    `json:"games"`
}

// Ask is by what a filter asks for faults of the kind, "" for nothing but the
// verdict.
func (k FaultKind) Ask() string { return cmp.Or(k.Rule, k.Reason) }

// FaultSummary is what kinds of fault the games of a list have.
type FaultSummary struct {
	Kinds []FaultKind `json:"kinds"` // the most frequent first
}

// Faults counts the games that match and do not hold, by the kind of their
// fault. The error is one of List.
func (a *Archive) Faults(ctx context.Context, f Filter) (*FaultSummary, error) {
	f, err := a.filter(ctx, f)
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

// Results are those that a filter takes.
var Results = []string{"1-0", "0-1", "1/2-1/2", "0-0", "*"}

// filter checks the words of a filter that are one of a few. A variant may be
// named in any way; the error wraps variant.ErrUnknown where it is neither
// defined nor that of a game in the archive.
func (a *Archive) filter(ctx context.Context, f Filter) (Filter, error) {
	for _, word := range []struct {
		field, value string
		want         []string
	}{
		{"verdict", f.Verdict, analysis.Verdicts},
		{"result", f.Result, Results},
	} {
		if word.value != "" && !slices.Contains(word.want, word.value) {
			return f, &InputError{Field: word.field, Value: word.value, Want: strings.Join(word.want, ", ")}
		}
	}
	if f.Variant == "" {
		return f, nil
	}
	if id, ok := a.book.Registry().Find(f.Variant); ok {
		f.Variant = id
		return f, nil
	}
	games, err := a.store.Count(ctx, Filter{Variant: f.Variant})
	if err == nil && games == 0 {
		err = a.book.Registry().Unknown(f.Variant)
	}
	return f, err
}

// Game gives one game. The error is a *store.GameError.
func (a *Archive) Game(ctx context.Context, id int64) (*GameDetail, error) {
	g, report, err := a.reported(ctx, id)
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
	return d, nil
}

// Record gives the bytes of the record that a game has. The error is a
// *store.GameError.
func (a *Archive) Record(ctx context.Context, id int64) ([]byte, error) {
	return a.store.Record(ctx, id)
}

// Delete makes a game a tombstone that Restore brings back. The error is a
// *store.GameError.
func (a *Archive) Delete(ctx context.Context, id int64) error {
	return a.followed(ctx, a.store.Delete(ctx, id))
}

// Restore brings a deleted game back. The error is a *store.GameError.
func (a *Archive) Restore(ctx context.Context, id int64) error {
	return a.followed(ctx, a.store.Restore(ctx, id))
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
