package records

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/api/analyse"
	"assay/api/annotate"
	"assay/api/games"
	"assay/api/history"
	"assay/api/present"
	"assay/api/request"
	"assay/parser"
	"assay/store"
)

// RevisionInput is a corrected record.
type RevisionInput struct {
	Author string `json:"author"`
	Reason string `json:"reason"`
	Text   string `json:"text"` // the whole record, in its current format
}

// RevertInput contains the author and the reason for restoring an earlier
// record.
type RevertInput struct {
	Author string `json:"author"`
	Reason string `json:"reason"`
	// Encoding is the encoding in which the record's bytes are read, by any
	// label of the WHATWG Encoding Standard. The new revision is their text in
	// UTF-8. If it is "", the bytes are restored unchanged.
	Encoding string `json:"encoding,omitempty"`
	// Variant is the ID of the variant by which the record is read. Its header
	// is changed or added, if the notation has headers. "" leaves it.
	Variant string `json:"variant,omitempty"`
	// Format is the notation in which the record is read; "" leaves it.
	Format string `json:"format,omitempty"`
}

// RevisionView is the current or an earlier record of a game.
type RevisionView struct {
	Revision int64         `json:"revision"` // from 1, the record as archived
	Author   optional.Text `json:"author"`   // none for the first
	Reason   optional.Text `json:"reason"`   // none for the first
	Created  time.Time     `json:"created"`
	Saved    time.Time     `json:"saved"` // former name of Created
	SHA256   string        `json:"sha256"`
	Size     int           `json:"size"` // in bytes
	Format   string        `json:"format"`
	Variant  string        `json:"variant"`
	Options  string        `json:"options"`
	Verdict  string        `json:"verdict"` // when it was created
	Plies    int           `json:"plies"`
}

// RevisionHistory lists all records of a game, oldest first; the last one is
// current.
type RevisionHistory struct {
	Game int64 `json:"game"`
	request.Tagged
	Revisions []RevisionView `json:"revisions"`
	request.Paged
}

// Revised is a game after a correction of its record.
type Revised struct {
	Game     int64 `json:"game"`
	Revision int64 `json:"revision"` // current revision
	request.Tagged
	Report *analysis.Report `json:"report"`
	// Unheld are the numbers of annotations whose ply or moves are no longer in
	// the record. They are kept unchanged.
	Unheld []int64 `json:"unheld"`
	// UnheldRulings are the numbers of rulings that no longer apply, because
	// the record lacks the ply, or because the ply breaks another rule or none.
	// They are kept unchanged.
	UnheldRulings []int64 `json:"unheldRulings"`
}

// RecordTag returns the entity tag of a game's record at a revision.
func RecordTag(game, revision int64) string { return fmt.Sprintf(`"record-%d-%d"`, game, revision) }

// Revise replaces the record of a game and verifies it, if the current revision
// is the one given; 0 is any. The replaced record is kept. Illegal records are
// accepted, as they can be corrected again.
//
// The error is a *store.GameError, an [*request.InputError], a [*RejectedError]
// for an unreadable text, a *store.RecordChangedError if another revision is
// current, or a *store.DuplicateRecordError if another game has this record.
func (k *Keeper) Revise(ctx context.Context, game, revision int64, in RevisionInput) (*Revised, error) {
	g, err := k.revisableGame(ctx, game, &in.Author, in.Reason)
	if err != nil {
		return nil, err
	}
	return k.revise(ctx, g, &store.Revision{
		Record: []byte(in.Text), Line: 1, Format: g.Format, Variant: g.Variant, Options: g.Options, Author: in.Author,
		Reason: in.Reason,
	}, revision)
}

// Revert restores an earlier record of a game as a new revision, optionally
// read in another encoding. It returns the errors of Revise, a
// *store.RevisionError or a *parser.UnknownEncoding.
func (k *Keeper) Revert(ctx context.Context, game, revision, past int64, in RevertInput) (*Revised, error) {
	g, err := k.revisableGame(ctx, game, &in.Author, in.Reason)
	if err != nil {
		return nil, err
	}
	r, err := k.store.RecordRevision(ctx, game, past)
	if err != nil {
		return nil, err
	}
	r.Author, r.Reason = in.Author, in.Reason
	if in.Variant != "" {
		r.Variant, r.Options = in.Variant, ""
	}
	r.Format = cmp.Or(in.Format, r.Format)
	r.Record, err = k.reread(r.Record, parser.Format(r.Format), in.Encoding, in.Variant)
	if err != nil && !errors.As(err, new(*parser.Unwritable)) { // without headers, the setting decides
		return nil, err
	}
	return k.revise(ctx, g, r, revision)
}

// reread returns a record in UTF-8, read in another encoding, and with the
// header of another variant. "" changes nothing. If the notation has no such
// header, it also returns the record, with a *parser.Unwritable.
func (k *Keeper) reread(record []byte, f parser.Format, encoding, variant string) ([]byte, error) {
	text := ""
	switch {
	case encoding != "":
		var err error
		if text, err = parser.TextIn(record, encoding); err != nil {
			return nil, err
		}
		if before, _, wrong := strings.Cut(text, "\uFFFD"); wrong {
			return nil, &request.InputError{Field: "encoding", Value: encoding,
				Want: fmt.Sprintf("an encoding that fits all bytes; line %d has others", 1+strings.Count(before, "\n"))}
		}
	case variant != "":
		text = parser.Text(record, f, "")
	default:
		return record, nil
	}
	if variant == "" {
		return []byte(text), nil
	}
	if _, known := k.library.Book().Registry().Find(variant); !known {
		return nil, k.library.Book().Registry().Unknown(variant)
	}
	tagged, err := parser.Retag(text, f, []parser.Tag{{Key: "Variant", Value: variant}})
	return []byte(cmp.Or(tagged, text)), err
}

// revisableGame checks author and reason of a revision, and returns the game.
func (k *Keeper) revisableGame(ctx context.Context, game int64, author *string, reason string) (*store.Game, error) {
	if err := request.CheckSigned(ctx, author, reason); err != nil {
		return nil, err
	}
	return k.store.Game(ctx, game)
}

// verifiedRevision verifies a record that is to become a game's.
func (k *Keeper) verifiedRevision(ctx context.Context, g *store.Game, r *store.Revision) (next *store.Game,
	report *analysis.Report, rulings []analysis.Ruling, err error) {
	s := recordSink{keepIllegal: true}
	if rulings, err = k.rulingsInForce(ctx, g.ID); err != nil {
		return nil, nil, nil, err
	}
	reading := Reading{Format: parser.Format(r.Format), Variant: r.Variant, Options: r.Options, rulings: &rulings}
	if err := k.verifyAll(ctx, storedInput(g.File, r.Record), reading, &s); err != nil {
		return nil, nil, nil, err
	}
	switch {
	case s.rejected > 0:
		return nil, nil, nil, &RejectedError{Reports: s.reports()}
	case len(s.games) != 1:
		return nil, nil, nil, &request.InputError{Field: "text", Value: parser.Count(len(s.games), "record"),
			Want: "one record"}
	}
	next = s.games[0]
	next.ID, next.Record, next.Line, next.Revision = g.ID, r.Record, r.Line, g.Revision
	report = s.results[0].Report
	relocate(report, &store.Game{Summary: store.Summary{Number: g.Number}, Line: r.Line})
	next.Report, err = games.EncodeFindings(report)
	return next, report, rulings, err
}

// revise verifies a record and saves it as a game's new revision.
func (k *Keeper) revise(ctx context.Context, g *store.Game, r *store.Revision, revision int64) (*Revised, error) {
	next, report, rulings, err := k.verifiedRevision(ctx, g, r)
	if err != nil {
		return nil, err
	}
	number, err := k.store.Revise(ctx, store.Correction{Game: next, Author: r.Author, Reason: r.Reason}, revision)
	if err != nil {
		return nil, err
	}
	k.finder.MakeSearchable(ctx)
	unheld, err := k.invalidAnnotations(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	return &Revised{
		Game: g.ID, Revision: number, Tagged: request.Tagged{ETag: RecordTag(g.ID, number)},
		Report: report, Unheld: unheld, UnheldRulings: ineffectiveRulings(rulings, report),
	}, nil
}

// invalidAnnotations returns the numbers of a game's annotations that do not
// fit its record.
func (k *Keeper) invalidAnnotations(ctx context.Context, game int64) ([]int64, error) {
	numbers := []int64{}
	replay, err := k.games.Replay(ctx, game)
	_, none := errors.AsType[*present.ReplayError](err)
	if err != nil && !none {
		return nil, err
	}
	all, err := k.annotations.AllAnnotations(ctx, game, annotate.AnnotationFilter{})
	if err != nil {
		return nil, err
	}
	views, err := annotate.ViewAnnotations(all)
	for _, v := range views {
		if !none {
			record, err := replay.Record()
			if err == nil && replay.Game.Annotate(record, &v.Annotation) == nil {
				continue
			}
		}
		numbers = append(numbers, v.ID)
	}
	return numbers, err
}

// Revisions returns all records of a game, without their bytes. The error is a
// *store.GameError.
func (k *Keeper) Revisions(ctx context.Context, game int64) (*RevisionHistory, error) {
	found, err := k.store.RecordRevisions(ctx, game)
	if err != nil {
		return nil, err
	}
	h := &RevisionHistory{Game: game, Tagged: request.Tagged{ETag: RecordTag(game, found[len(found)-1].Number)},
		Revisions: make([]RevisionView, len(found))}
	for i, r := range found {
		h.Revisions[i] = RevisionView{
			Revision: r.Number, Author: optional.Text(r.Author), Reason: optional.Text(r.Reason),
			Created: r.Saved, Saved: r.Saved, SHA256: hex.EncodeToString(r.Hash[:]),
			Size: r.Size, Format: r.Format, Variant: r.Variant, Options: r.Options, Verdict: r.Verdict,
			Plies: r.Plies,
		}
	}
	return h, nil
}

// RecordRevision returns the bytes of a current or earlier record. The error is
// a *store.GameError or a *store.RevisionError.
func (k *Keeper) RecordRevision(ctx context.Context, game, number int64) ([]byte, error) {
	r, err := k.store.RecordRevision(ctx, game, number)
	if err != nil {
		return nil, err
	}
	return r.Record, nil
}

// Difference compares two records of a game by lines. It returns the errors of
// RecordRevision.
func (k *Keeper) Difference(ctx context.Context, game, from, to int64) (*present.Difference, error) {
	g, err := k.store.Game(ctx, game)
	if err != nil {
		return nil, err
	}
	texts := [2]string{}
	for i, number := range []int64{from, to} {
		r, err := k.store.RecordRevision(ctx, game, number)
		if err != nil {
			return nil, err
		}
		encoding := g.Encoding
		if name, _ := parser.EncodingNamed(encoding); name == "utf-8" {
			encoding = "" // of the current record; an earlier one may have another
		}
		texts[i] = parser.Text(r.Record, parser.Format(r.Format), encoding)
	}
	return &present.Difference{Game: game, From: from, To: to, Lines: present.DiffLines(texts[0], texts[1])}, nil
}

// takeHistory adds the history of an exported game to the game that was
// imported from it. It has the rights of an arbiter, because it adds what
// others wrote.
func (k *Keeper) takeHistory(ctx context.Context, i *Imported) error {
	switch {
	case i.history == nil || i.ID == 0:
		return nil
	case i.Deleted:
		i.Losses = append(i.Losses, "the history, because the game is deleted here")
		return nil
	case !request.CallerOf(ctx).May(request.Arbitrate):
		i.Losses = append(i.Losses, "the history: only arbiters can add what others wrote")
		return nil
	}
	ctx = request.WithCaller(ctx, request.Local)
	losses, err := i.history.Restore(ctx, &history.Target{
		Store: k.store, Game: int64(i.ID), MaxAnnotations: annotate.MaxAnnotations, Author: request.CheckAuthor,
		Content:  annotate.CheckStored,
		Analysis: func(content []byte) error { return json.Unmarshal(content, new(analyse.GameAnalysis)) },
		Revise: func(ctx context.Context, r *store.Revision) error {
			g, err := k.store.Game(ctx, int64(i.ID))
			if err == nil {
				_, err = k.revise(ctx, g, r, g.Revision)
			}
			return err
		},
		Rule: func(ctx context.Context, ruling analysis.Ruling) error {
			_, err := k.applyRuling(ctx, int64(i.ID), func(c *rulingWorksheet) (*store.Ruling, error) {
				return c.save(ctx, k.store, ruling)
			})
			return err
		},
		Revoke: func(ctx context.Context, number int64, arbiter, reason string) error {
			_, err := k.RevokeRuling(ctx, int64(i.ID), number, RevokeInput{Author: arbiter, Reason: reason})
			return err
		},
	})
	if i.Losses = append(i.Losses, losses...); err != nil {
		return err
	}
	k.annotations.Changes.Notify()
	_, i.Report, err = k.games.GameAndReport(ctx, int64(i.ID))
	return err
}
