package api

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/analysis"
	"assay/parser"
	"assay/store"
)

// RevisionInput is a record as somebody mends it.
type RevisionInput struct {
	Author string `json:"author"`
	Reason string `json:"reason"`
	Text   string `json:"text"` // of the whole record, in the format that it has
}

// RevertInput says who brings an earlier record back, and why.
type RevertInput struct {
	Author string `json:"author"`
	Reason string `json:"reason"`
}

// RevisionView is a record that a game has or had.
type RevisionView struct {
	Revision int64     `json:"revision"` // from 1, the record as it was archived
	Author   string    `json:"author"`   // "" of the first
	Reason   string    `json:"reason"`   // "" of the first
	Saved    time.Time `json:"saved"`
	SHA256   string    `json:"sha256"`
	Size     int       `json:"size"` // in bytes
	Format   string    `json:"format"`
	Variant  string    `json:"variant"`
	Options  string    `json:"options"`
	Verdict  string    `json:"verdict"` // when it was saved
	Plies    int       `json:"plies"`
}

// Tagged is what bears the entity tag of one of its revisions.
type Tagged struct {
	ETag string `json:"etag"` // of the revision that is told of, for If-Match
}

// Tag is the entity tag.
func (t Tagged) Tag() string { return t.ETag }

// RevisionHistory is all records that a game ever had, the first one first; the
// last one holds.
type RevisionHistory struct {
	Game int64 `json:"game"`
	Tagged
	Revisions []RevisionView `json:"revisions"`
}

// Revised is what became of a game whose record was mended.
type Revised struct {
	Game     int64 `json:"game"`
	Revision int64 `json:"revision"` // that holds now
	Tagged
	Report *analysis.Report `json:"report"`
	// Unheld are the annotations, by number, that speak of plies or moves which
	// the record does not have any more. They are kept as they are.
	Unheld []int64 `json:"unheld"`
	// UnheldRulings are the rulings, by number, that speak of a ply which the
	// record does not have any more, or which breaks no rule or another one.
	// They are kept as they are.
	UnheldRulings []int64 `json:"unheldRulings"`
}

// RecordTag is the entity tag of a game's record at a revision.
func RecordTag(game, revision int64) string { return fmt.Sprintf(`"record-%d-%d"`, game, revision) }

// Revise gives a game another record, proved, where its record is at the
// revision given; 0 stands for whichever holds. The replaced record is kept.
// One that is illegal is taken, as it may be mended further. The error is a
// *store.GameError, an [*InputError], a [*RejectedError] of a text that cannot
// be read, a *store.RecordChangedError where another revision holds, or a
// *store.DuplicateRecordError for a record that another game has.
func (a *Archive) Revise(ctx context.Context, game, revision int64, in RevisionInput) (*Revised, error) {
	g, err := a.revisable(ctx, game, &in.Author, in.Reason)
	if err != nil {
		return nil, err
	}
	return a.revise(ctx, g, &store.Revision{
		Record: []byte(in.Text), Line: 1, Format: g.Format, Variant: g.Variant, Options: g.Options, Author: in.Author, Reason: in.Reason,
	}, revision)
}

// Revert makes an earlier record of a game hold again, as a new revision. Its
// errors are those of Revise, or a *store.RevisionError.
func (a *Archive) Revert(ctx context.Context, game, revision, past int64, in RevertInput) (*Revised, error) {
	g, err := a.revisable(ctx, game, &in.Author, in.Reason)
	if err != nil {
		return nil, err
	}
	r, err := a.store.RecordRevision(ctx, game, past)
	if err != nil {
		return nil, err
	}
	r.Author, r.Reason = in.Author, in.Reason
	return a.revise(ctx, g, r, revision)
}

// revisable is a game whose record somebody may replace.
func (a *Archive) revisable(ctx context.Context, game int64, author *string, reason string) (*store.Game, error) {
	if err := signReason(ctx, author, reason); err != nil {
		return nil, err
	}
	return a.store.Game(ctx, game)
}

// checkReason refuses a reason that says nothing, or too much.
func checkReason(reason string) error {
	if strings.TrimSpace(reason) == "" || utf8.RuneCountInString(reason) > maxReason || !utf8.ValidString(reason) ||
		strings.ContainsFunc(reason, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) {
		return &InputError{Field: "reason", Value: strings.ToValidUTF8(reason, "\uFFFD"), Want: fmt.Sprintf("up to %d characters", maxReason)}
	}
	return nil
}

// revise proves a record, and gives it to a game.
func (a *Archive) revise(ctx context.Context, g *store.Game, r *store.Revision, revision int64) (*Revised, error) {
	s := submission{keepIllegal: true}
	rulings, err := a.standing(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	reading := Reading{Format: parser.Format(r.Format), Variant: r.Variant, Options: r.Options, rulings: &rulings}
	if err := a.prove(ctx, one(g.File, bytes.NewReader(r.Record)), reading, &s); err != nil {
		return nil, err
	}
	switch {
	case s.rejected:
		return nil, &RejectedError{Reports: s.reports()}
	case len(s.games) != 1:
		return nil, &InputError{Field: "text", Value: parser.Count(len(s.games), "record"), Want: "one record"}
	}
	next := s.games[0]
	next.ID, next.Record, next.Line = g.ID, r.Record, r.Line
	report := s.results[0].Report
	relocate(report, &store.Game{Summary: store.Summary{Number: g.Number}, Line: r.Line})
	if next.Report, err = encodeFindings(report); err != nil {
		return nil, err
	}
	number, err := a.store.Revise(ctx, store.Correction{Game: next, Author: r.Author, Reason: r.Reason}, revision)
	if err != nil {
		return nil, err
	}
	a.makeSearchable(ctx)
	unheld, err := a.unheld(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	return &Revised{
		Game: g.ID, Revision: number, Tagged: Tagged{RecordTag(g.ID, number)},
		Report: report, Unheld: unheld, UnheldRulings: idle(rulings, report),
	}, nil
}

// unheld are the annotations of a game that its record does not bear out.
func (a *Archive) unheld(ctx context.Context, game int64) ([]int64, error) {
	numbers := []int64{}
	replay, err := a.Replay(ctx, game)
	_, none := errors.AsType[*ReplayError](err)
	if err != nil && !none {
		return nil, err
	}
	all, err := a.allAnnotations(ctx, game, AnnotationFilter{})
	if err != nil {
		return nil, err
	}
	views, err := viewAnnotations(all)
	for _, v := range views {
		if !none {
			record, err := replay.record()
			if err == nil && replay.game.Annotate(record, &v.Annotation) == nil {
				continue
			}
		}
		numbers = append(numbers, v.ID)
	}
	return numbers, err
}

// Revisions gives all records that a game had, without their bytes. The error
// is a *store.GameError.
func (a *Archive) Revisions(ctx context.Context, game int64) (*RevisionHistory, error) {
	found, err := a.store.RecordRevisions(ctx, game)
	if err != nil {
		return nil, err
	}
	h := &RevisionHistory{Game: game, Tagged: Tagged{RecordTag(game, found[len(found)-1].Number)}, Revisions: make([]RevisionView, len(found))}
	for i, r := range found {
		h.Revisions[i] = RevisionView{
			Revision: r.Number, Author: r.Author, Reason: r.Reason, Saved: r.Saved, SHA256: hex.EncodeToString(r.Hash[:]),
			Size: r.Size, Format: r.Format, Variant: r.Variant, Options: r.Options, Verdict: r.Verdict, Plies: r.Plies,
		}
	}
	return h, nil
}

// RecordRevision gives the bytes of a record that a game has or had. The error
// is a *store.GameError or a *store.RevisionError.
func (a *Archive) RecordRevision(ctx context.Context, game, number int64) ([]byte, error) {
	r, err := a.store.RecordRevision(ctx, game, number)
	if err != nil {
		return nil, err
	}
	return r.Record, nil
}

// Difference says by what lines two records of a game differ. Its errors are
// those of RecordRevision.
func (a *Archive) Difference(ctx context.Context, game, from, to int64) (*Difference, error) {
	g, err := a.store.Game(ctx, game)
	if err != nil {
		return nil, err
	}
	texts := [2]string{}
	for i, number := range []int64{from, to} {
		r, err := a.store.RecordRevision(ctx, game, number)
		if err != nil {
			return nil, err
		}
		texts[i] = parser.Text(r.Record, parser.Format(r.Format), g.Encoding)
	}
	return &Difference{Game: game, From: from, To: to, Lines: diffLines(texts[0], texts[1])}, nil
}
