package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/analysis"
	"assay/store"
)

// MaxAnnotations is how many annotations a game may have, deleted ones
// included.
const MaxAnnotations = 10_000

// maxAuthor is the longest name of an author in characters.
const maxAuthor = 100

// AnnotationKind says what an annotation is for.
type AnnotationKind string

// The kinds of annotations.
const (
	KindComment AnnotationKind = "comment" // anything; the zero value stands for it
	KindReport  AnnotationKind = "report"  // of an illegal move, in words alone: all that an ongoing game takes
)

// AnnotationInput is an annotation as somebody writes it.
type AnnotationInput struct {
	Author string         `json:"author"`
	Kind   AnnotationKind `json:"kind"`
	// Notation is one of Notations, or RecordNotation, in which the squares are
	// named; "" for the game's own names.
	Notation string `json:"notation,omitempty"`
	analysis.Annotation
}

// AnnotationView is an annotation at one of its revisions.
type AnnotationView struct {
	ID       int64 `json:"id"`
	Game     int64 `json:"game"`
	Revision int64 `json:"revision"` // from 1
	Tagged
	Author  string         `json:"author"` // of the first revision
	Editor  string         `json:"editor"` // of this revision
	Created time.Time      `json:"created"`
	Updated time.Time      `json:"updated"` // when this revision was saved
	Deleted bool           `json:"deleted"`
	Kind    AnnotationKind `json:"kind"`
	analysis.Annotation
}

// AnnotationPage is a page of a game's annotations.
type AnnotationPage struct {
	Annotations []*AnnotationView `json:"annotations"`
	Total       int               `json:"total"` // on all pages
	Next        string            `json:"next"`  // cursor of the next page, "" when there is none
}

// AnnotationHistory is all that an annotation ever said, the first revision
// first.
type AnnotationHistory struct {
	Revisions []*AnnotationView `json:"revisions"`
}

// AnnotationFilter says which annotations of a game a list has.
type AnnotationFilter = store.AnnotationFilter

// ConflictError says that an annotation has changed since its editor read it.
// Nothing was saved, and both texts are here.
type ConflictError struct {
	Yours   *AnnotationInput `json:"yours"` // nil for a deletion or a restoration
	Current *AnnotationView  `json:"current"`
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("annotation %d has changed: it is at revision %d, by %s", e.Current.ID, e.Current.Revision, e.Current.Editor)
}

// saidOf is what the archive keeps as an annotation's content.
type saidOf struct {
	Kind AnnotationKind `json:"kind"`
	analysis.Annotation
}

// Annotate saves an annotation of a game, proved. The error is a
// *store.GameError, a [*RefusedError] by the etiquette, an *InputError, an
// *analysis.AnnotationError, an *analysis.LineError for a side line or path
// that does not hold, or a [*LimitError].
func (a *Archive) Annotate(ctx context.Context, game int64, in AnnotationInput) (*AnnotationView, error) {
	draft, err := a.draft(ctx, game, &in)
	if err != nil {
		return nil, err
	}
	saved, err := a.store.Annotate(ctx, *draft, MaxAnnotations)
	return a.changed(ctx, saved, tooMany(err))
}

// tooMany names the limit where a game has no room for another annotation;
// other errors stay as they are.
func tooMany(err error) error {
	if _, ok := errors.AsType[*store.FieldError](err); ok {
		return &LimitError{What: "annotations of a game", Limit: MaxAnnotations}
	}
	return err
}

// changed shows an annotation that was saved, once it can be searched, or gives
// the error of what was to save it.
func (a *Archive) changed(ctx context.Context, saved *store.Annotation, err error) (*AnnotationView, error) {
	if err != nil {
		return nil, err
	}
	a.annotated.change()
	a.follow(ctx)
	return viewAnnotation(saved)
}

// EditAnnotation saves another content of an annotation that is at the revision
// given; 0 stands for whatever revision holds. The replaced content stays in
// its history. Its errors are those of Annotate, an *store.AnnotationError, and
// a [*ConflictError] with both texts where another revision holds.
func (a *Archive) EditAnnotation(ctx context.Context, game, id, revision int64, in AnnotationInput) (*AnnotationView, error) {
	if err := a.edits(ctx, game, id, &in.Author); err != nil {
		return nil, err
	}
	typed := in
	draft, err := a.draft(ctx, game, &in)
	if err != nil {
		// Who has written to a text that has changed meanwhile is to know it
		// before all else.
		now, found := a.store.Annotation(ctx, game, id)
		if found == nil && revision != store.AnyRevision && now.Revision != revision {
			return nil, conflict(&store.AnnotationChangedError{Revision: revision, Current: now}, &typed)
		}
		return nil, err
	}
	saved, err := a.store.Edit(ctx, id, revision, *draft)
	return a.changed(ctx, saved, conflict(err, &typed))
}

// DeleteAnnotation makes an annotation a tombstone, which RestoreAnnotation
// brings back. Its errors are those of EditAnnotation but for the content.
func (a *Archive) DeleteAnnotation(ctx context.Context, game, id, revision int64, author string) (*AnnotationView, error) {
	if err := a.edits(ctx, game, id, &author); err != nil {
		return nil, err
	}
	saved, err := a.store.Withdraw(ctx, game, id, revision, author)
	return a.changed(ctx, saved, conflict(err, nil))
}

// RestoreInput says what is to be brought back.
type RestoreInput struct {
	Author   string `json:"author"`
	Revision int64  `json:"revision"` // whose content is to hold again; 0 is what was deleted
}

// RestoreAnnotation makes a deleted annotation, or any earlier revision of one,
// hold again, as a new revision. An annotation that is not deleted stays as it
// is where no revision is named. Its errors are those of EditAnnotation.
func (a *Archive) RestoreAnnotation(ctx context.Context, game, id, revision int64, in RestoreInput) (*AnnotationView, error) {
	if err := a.edits(ctx, game, id, &in.Author); err != nil {
		return nil, err
	}
	if in.Revision < 0 {
		return nil, &InputError{Field: "revision", Value: fmt.Sprint(in.Revision), Want: "the number of a revision"}
	}
	policy, err := a.Comments(ctx, game)
	if err != nil {
		return nil, err
	}
	saved, err := a.store.Reinstate(ctx, game, id, revision, in.Revision, in.Author, func(content []byte) error {
		var said saidOf
		if err := json.Unmarshal(content, &said); err != nil {
			return err
		}
		return policy.take(said.Kind)
	})
	return a.changed(ctx, saved, conflict(err, nil))
}

// Annotation gives one annotation. A deleted one is a *store.AnnotationError of
// kind store.ErrGone.
func (a *Archive) Annotation(ctx context.Context, game, id int64) (*AnnotationView, error) {
	found, err := a.store.Annotation(ctx, game, id)
	if err != nil {
		return nil, err
	}
	if found.Deleted {
		return nil, &store.AnnotationError{Game: game, ID: id, Kind: store.ErrGone}
	}
	return viewAnnotation(found)
}

// AnnotationHistory gives all revisions of an annotation, deleted or not.
func (a *Archive) AnnotationHistory(ctx context.Context, game, id int64) (*AnnotationHistory, error) {
	found, err := a.store.Revisions(ctx, game, id)
	if err != nil {
		return nil, err
	}
	views, err := viewAnnotations(found)
	return &AnnotationHistory{Revisions: views}, err
}

// Annotations gives a page of a game's annotations, by ply and then by number.
// limit goes from 1 to MaxLimit; an empty cursor is the first page.
func (a *Archive) Annotations(ctx context.Context, game int64, f AnnotationFilter, cursor string, limit int) (*AnnotationPage, error) {
	found, next, err := a.store.Annotations(ctx, game, f, cursor, limit)
	if err != nil {
		return nil, err
	}
	total, err := a.store.CountAnnotations(ctx, game, f)
	if err != nil {
		return nil, err
	}
	views, err := viewAnnotations(found)
	return &AnnotationPage{Annotations: views, Total: total, Next: next}, err
}

// said gives all annotations of a game that a filter has.
func (a *Archive) said(ctx context.Context, game int64, f AnnotationFilter) (all []*store.Annotation, err error) {
	for cursor := ""; ; {
		found, next, err := a.store.Annotations(ctx, game, f, cursor, store.MaxLimit)
		if all = append(all, found...); err != nil || next == "" {
			return all, err
		}
		cursor = next
	}
}

// annotations gives all that is said of a game.
func (a *Archive) annotations(ctx context.Context, game int64) ([]analysis.Annotation, error) {
	found, err := a.said(ctx, game, AnnotationFilter{})
	if err != nil {
		return nil, err
	}
	views, err := viewAnnotations(found)
	all := make([]analysis.Annotation, len(views))
	for i, v := range views {
		all[i] = v.Annotation
	}
	return all, err
}

// draft proves what somebody wrote, puts it in its usual form, and makes of it
// what is saved.
func (a *Archive) draft(ctx context.Context, game int64, in *AnnotationInput) (*store.Draft, error) {
	if err := sign(ctx, &in.Author); err != nil {
		return nil, err
	}
	switch in.Kind {
	case "":
		in.Kind = KindComment
	case KindComment:
	case KindReport:
		words := analysis.Annotation{Ply: in.Ply, Comment: in.Comment}
		if in.Ply < 1 || in.Comment == "" || !sameSaying(&words, &in.Annotation) {
			return nil, &InputError{Field: "kind", Value: string(in.Kind), Want: "a comment on a ply, and nothing else"}
		}
	default:
		return nil, &InputError{Field: "kind", Value: string(in.Kind), Want: "comment or report"}
	}
	replay, err := a.Replay(ctx, game)
	if err != nil {
		return nil, err
	}
	policy, err := a.policy(ctx, replay)
	if err != nil {
		return nil, err
	}
	if err := policy.take(in.Kind); err != nil {
		return nil, err
	}
	record, err := replay.record()
	if err != nil {
		return nil, err
	}
	if in.Notation != "" {
		names, err := replay.squareNames(in.Notation)
		if err != nil {
			return nil, err
		}
		if err := names.In(in); err != nil {
			return nil, err
		}
	}
	if err := replay.game.Annotate(record, &in.Annotation); err != nil {
		return nil, err
	}
	content, err := json.Marshal(saidOf{Kind: in.Kind, Annotation: in.Annotation})
	if err != nil {
		return nil, err
	}
	return &store.Draft{Game: game, Ply: in.Ply, Author: in.Author, Content: content}, nil
}

// edits signs a change of an annotation, which takes its author, or somebody
// who may arbitrate.
func (a *Archive) edits(ctx context.Context, game, id int64, author *string) error {
	if err := sign(ctx, author); err != nil {
		return err
	}
	c := CallerOf(ctx)
	if c.May(Arbitrate) {
		return nil
	}
	now, err := a.store.Annotation(ctx, game, id)
	if err != nil {
		return err
	}
	if now.Author != c.Name {
		return c.Need(Arbitrate)
	}
	return nil
}

// sameSaying reports whether two annotations hold the same parts.
func sameSaying(x, y *analysis.Annotation) bool {
	return x.Ply == y.Ply && x.Comment == y.Comment && x.Before == y.Before && x.Evaluation == y.Evaluation &&
		len(x.Path)+len(x.NAGs)+len(x.Marks)+len(x.Arrows)+len(x.Lines) == len(y.Path)+len(y.NAGs)+len(y.Marks)+len(y.Arrows)+len(y.Lines)
}

// checkAuthor takes a name of one line.
func checkAuthor(name string) error {
	if strings.TrimSpace(name) == "" || strings.TrimSpace(name) != name || utf8.RuneCountInString(name) > maxAuthor ||
		!utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return &InputError{Field: "author", Value: strings.ToValidUTF8(name, "\uFFFD"), Want: fmt.Sprintf("a name of up to %d characters", maxAuthor)}
	}
	return nil
}

// conflict gives both texts where an editor was late; other errors stay as
// they are.
func conflict(err error, yours *AnnotationInput) error {
	stale, late := errors.AsType[*store.AnnotationChangedError](err)
	if !late {
		return err
	}
	current, err := viewAnnotation(stale.Current)
	if err != nil {
		return err
	}
	if yours != nil {
		yours.Fill()
		yours.Kind = cmp.Or(yours.Kind, KindComment)
	}
	return &ConflictError{Yours: yours, Current: current}
}

func viewAnnotation(a *store.Annotation) (*AnnotationView, error) {
	v := &AnnotationView{
		ID: a.ID, Game: a.Game, Revision: a.Revision, Tagged: Tagged{AnnotationTag(a.ID, a.Revision)}, Author: a.Author, Editor: a.Editor,
		Created: a.Created, Updated: a.Saved, Deleted: a.Deleted,
	}
	var said saidOf
	content := json.NewDecoder(bytes.NewReader(a.Content))
	content.DisallowUnknownFields()
	err := content.Decode(&said)
	if err == nil && said.Kind != KindComment && said.Kind != KindReport {
		err = fmt.Errorf("an annotation of kind %q", said.Kind)
	}
	if err != nil {
		return nil, errors.Join(&store.GameError{ID: a.Game, Kind: store.ErrCorrupt}, err)
	}
	v.Kind, v.Annotation = said.Kind, said.Annotation
	v.Fill()
	return v, nil
}

func viewAnnotations(list []*store.Annotation) ([]*AnnotationView, error) {
	views := make([]*AnnotationView, len(list))
	for i, a := range list {
		var err error
		if views[i], err = viewAnnotation(a); err != nil {
			return nil, err
		}
	}
	return views, nil
}

// AnnotationTag is the entity tag of an annotation at a revision.
func AnnotationTag(id, revision int64) string { return fmt.Sprintf(`"%d-%d"`, id, revision) }
