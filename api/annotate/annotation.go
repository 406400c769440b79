package annotate

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"assay/analysis"
	"assay/api/present"
	"assay/api/request"
	"assay/parser/record"
	"assay/store"
)

// MaxAnnotations bounds the annotations of one game, including deleted ones.
const MaxAnnotations = 10_000

// AnnotationKind is the purpose of an annotation.
type AnnotationKind string

// The kinds of annotations.
const (
	KindComment AnnotationKind = "comment" // any content; the default
	KindReport  AnnotationKind = "report"  // text about an illegal move; also allowed while the game is in progress
)

// Store is the part of an archive's store that annotations need.
type Store interface {
	store.Annotations
	Sequence(ctx context.Context) (int64, error)
	Changes(ctx context.Context, after int64, limit int) ([]store.Change, error)
	Now(ctx context.Context) (time.Time, error)
}

// Games are the archived games to annotate.
type Games interface {
	// Replay returns a game.
	Replay(ctx context.Context, id int64) (*present.Replay, error)
	// MakeSearchable makes a saved annotation searchable.
	MakeSearchable(ctx context.Context)
}

// Annotator manages annotations and the comment policies of games.
type Annotator struct {
	keys  *request.IdempotencyKeys
	store Store
	games Games
	// Changes signals changes of annotations, also by other processes if the
	// store reports them.
	Changes   request.Broadcast
	snapshots snapshotCache
}

// NewAnnotator returns the annotations in a store.
func NewAnnotator(k *request.IdempotencyKeys, s Store, g Games) *Annotator {
	return &Annotator{keys: k, store: s, games: g}
}

// AnnotationInput is the content of an annotation to save.
type AnnotationInput struct {
	Author string         `json:"author"`
	Kind   AnnotationKind `json:"kind"`
	// Notation names the squares: one of Notations, or RecordNotation. If
	// empty, the variant's square names are used.
	Notation string `json:"notation,omitempty"`
	analysis.Annotation
}

// AnnotationView is one revision of an annotation.
type AnnotationView struct {
	ID       int64 `json:"id"`
	Game     int64 `json:"game"`
	Revision int64 `json:"revision"` // starting at 1
	request.Tagged
	Author  string         `json:"author"` // author of the first revision
	Editor  string         `json:"editor"` // author of this revision
	Created time.Time      `json:"created"`
	Updated time.Time      `json:"updated"` // time of this revision
	Deleted bool           `json:"deleted"`
	Kind    AnnotationKind `json:"kind"`
	analysis.Annotation
	Replayed bool `json:"-"` // it is the stored response of an earlier request
}

// Named returns the annotation with its squares translated for display; nil if
// v is nil.
func (v *AnnotationView) Named(n *present.SquareNames) *AnnotationView {
	if v == nil {
		return nil
	}
	out := *v
	out.Annotation = n.Out(v.Annotation)
	return &out
}

// AnnotationPage is a page of a game's annotations.
type AnnotationPage struct {
	Annotations []*AnnotationView `json:"annotations"`
	Total       int               `json:"total"` // on all pages
	request.Paged
}

// AnnotationHistory lists all revisions of an annotation, oldest first.
type AnnotationHistory struct {
	Revisions []*AnnotationView `json:"revisions"`
}

// AnnotationFilter selects annotations of a game.
type AnnotationFilter = store.AnnotationFilter

// ConflictError reports that an annotation has changed since it was read.
// Nothing was saved. It contains both versions.
type ConflictError struct {
	Yours   *AnnotationInput `json:"yours"` // nil for a deletion or a restoration
	Current *AnnotationView  `json:"current"`
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("annotation %d has changed: it is now at revision %d, by %s", e.Current.ID, e.Current.Revision,
		e.Current.Editor)
}

// storedAnnotation is the content of an annotation as stored.
type storedAnnotation struct {
	Kind AnnotationKind `json:"kind"`
	analysis.Annotation
}

// Annotate validates and saves an annotation of a game. The error is a
// *store.GameError, a [*RefusedError] from the comment policy, an *InputError,
// an *analysis.AnnotationError, an *analysis.LineError for an invalid variation
// or path, or a [*request.LimitError].
func (a *Annotator) Annotate(ctx context.Context, game int64, in AnnotationInput) (*AnnotationView, error) {
	draft, err := a.prepareAnnotation(ctx, game, &in)
	if err != nil {
		return nil, err
	}
	saved, err := a.store.Annotate(ctx, *draft, MaxAnnotations)
	return a.annotationSaved(ctx, saved, asLimitError(err))
}

// asLimitError converts the store's error for too many annotations to a
// [*request.LimitError]. It returns other errors unchanged.
func asLimitError(err error) error {
	if _, ok := errors.AsType[*store.FieldError](err); ok {
		return &request.LimitError{What: "annotations of a game", Limit: MaxAnnotations}
	}
	return err
}

// annotationSaved makes a saved annotation searchable and returns its view.
func (a *Annotator) annotationSaved(ctx context.Context, saved *store.Annotation, err error) (*AnnotationView, error) {
	if err != nil {
		return nil, err
	}
	a.Changes.Notify()
	a.games.MakeSearchable(ctx)
	return viewAnnotation(saved)
}

// EditAnnotation saves a new revision of an annotation that is at the given
// revision; 0 accepts any revision. The history keeps the old content. The
// errors are as for Annotate, *store.AnnotationError, and [*ConflictError] if
// the annotation is at another revision.
func (a *Annotator) EditAnnotation(ctx context.Context, game, id, revision int64, in AnnotationInput) (*AnnotationView,
	error) {
	if err := a.authorizeEdit(ctx, game, id, &in.Author); err != nil {
		return nil, err
	}
	original := in
	draft, err := a.prepareAnnotation(ctx, game, &in)
	if err != nil {
		// Report a conflict before a validation error.
		current, readErr := a.store.Annotation(ctx, game, id)
		if readErr == nil && revision != store.AnyRevision && current.Revision != revision {
			return nil, asConflict(&store.AnnotationChangedError{Revision: revision, Current: current}, &original)
		}
		return nil, err
	}
	saved, err := a.store.Edit(ctx, id, revision, *draft)
	return a.annotationSaved(ctx, saved, asConflict(err, &original))
}

// DeleteAnnotation marks an annotation as deleted. RestoreAnnotation undoes it.
// The errors are as for EditAnnotation.
func (a *Annotator) DeleteAnnotation(ctx context.Context, game, id, revision int64, author string) (*AnnotationView,
	error) {
	if err := a.authorizeEdit(ctx, game, id, &author); err != nil {
		return nil, err
	}
	saved, err := a.store.Withdraw(ctx, game, id, revision, author)
	return a.annotationSaved(ctx, saved, asConflict(err, nil))
}

// RestoreInput says which revision to restore.
type RestoreInput struct {
	Author   string `json:"author"`
	Revision int64  `json:"revision"` // revision to copy; 0 for the one that was deleted
}

// RestoreAnnotation restores a deleted annotation, or an earlier revision, as a
// new revision. If the annotation is not deleted and no revision is named, it
// changes nothing. The errors are as for EditAnnotation.
func (a *Annotator) RestoreAnnotation(ctx context.Context, game, id, revision int64, in RestoreInput) (*AnnotationView,
	error) {
	if err := a.authorizeEdit(ctx, game, id, &in.Author); err != nil {
		return nil, err
	}
	if in.Revision < 0 {
		return nil, &request.InputError{Field: "revision", Value: fmt.Sprint(in.Revision),
			Want: "the number of a revision"}
	}
	policy, err := a.Comments(ctx, game)
	if err != nil {
		return nil, err
	}
	saved, err := a.store.Reinstate(ctx, game, id, revision, in.Revision, in.Author, func(content []byte) error {
		var stored storedAnnotation
		if err := json.Unmarshal(content, &stored); err != nil {
			return err
		}
		return policy.check(stored.Kind)
	})
	return a.annotationSaved(ctx, saved, asConflict(err, nil))
}

// Annotation returns one annotation. If it was deleted, the error is a
// *store.AnnotationError of kind store.ErrGone.
func (a *Annotator) Annotation(ctx context.Context, game, id int64) (*AnnotationView, error) {
	found, err := a.store.Annotation(ctx, game, id)
	if err != nil {
		return nil, err
	}
	if found.Deleted {
		return nil, &store.AnnotationError{Game: game, ID: id, Kind: store.ErrGone}
	}
	return viewAnnotation(found)
}

// AnnotationHistory returns all revisions of an annotation, even if it is
// deleted.
func (a *Annotator) AnnotationHistory(ctx context.Context, game, id int64) (*AnnotationHistory, error) {
	found, err := a.store.Revisions(ctx, game, id)
	if err != nil {
		return nil, err
	}
	views, err := ViewAnnotations(found)
	return &AnnotationHistory{Revisions: views}, err
}

// Annotations returns a page of a game's annotations, sorted by ply, then by
// ID. limit is 1 to MaxLimit. An empty cursor requests the first page.
func (a *Annotator) Annotations(ctx context.Context, game int64, f AnnotationFilter, cursor string,
	limit int) (*AnnotationPage, error) {
	found, next, err := a.store.Annotations(ctx, game, f, cursor, limit)
	if err != nil {
		return nil, err
	}
	total, err := a.store.CountAnnotations(ctx, game, f)
	if err != nil {
		return nil, err
	}
	views, err := ViewAnnotations(found)
	return &AnnotationPage{Annotations: views, Total: total, Paged: request.Paged{Next: request.Cursor(next)}}, err
}

// AllAnnotations returns all annotations of a game that match the filter.
func (a *Annotator) AllAnnotations(ctx context.Context, game int64, f AnnotationFilter) (all []*store.Annotation,
	err error) {
	for cursor := ""; ; {
		found, next, err := a.store.Annotations(ctx, game, f, cursor, store.MaxLimit)
		if all = append(all, found...); err != nil || next == "" {
			return all, err
		}
		cursor = next
	}
}

// Merged returns the current annotations of a game, to merge into its record.
func (a *Annotator) Merged(ctx context.Context, game int64) ([]analysis.Annotation, error) {
	found, err := a.AllAnnotations(ctx, game, AnnotationFilter{})
	if err != nil {
		return nil, err
	}
	views, err := ViewAnnotations(found)
	all := make([]analysis.Annotation, len(views))
	for i, v := range views {
		all[i] = v.Annotation
		all[i].By = v.by()
	}
	return all, err
}

// by returns who wrote the annotation, and when.
func (v *AnnotationView) by() *record.Author {
	a := &record.Author{Name: v.Author, Saved: v.Updated, Revision: v.Revision}
	if v.Editor != v.Author {
		a.Editor = v.Editor
	}
	return a
}

// prepareAnnotation validates and normalizes an annotation and returns the row
// to store.
func (a *Annotator) prepareAnnotation(ctx context.Context, game int64, in *AnnotationInput) (*store.Draft, error) {
	invalid := request.SetAuthor(ctx, &in.Author)
	reject := func(want string) {
		invalid = request.Joined(invalid, &request.InputError{Field: "kind", Value: string(in.Kind), Want: want})
	}
	switch in.Kind {
	case "":
		in.Kind = KindComment
	case KindComment:
	case KindReport:
		commentOnly := analysis.Annotation{Ply: in.Ply, Comment: in.Comment}
		if in.Ply < 1 || in.Comment == "" || !sameParts(&commentOnly, &in.Annotation) {
			reject("a comment on a ply, and nothing else")
		}
	default:
		reject("comment or report")
	}
	replay, err := a.games.Replay(ctx, game)
	if err != nil {
		return nil, err
	}
	policy, err := a.policy(ctx, replay)
	if err != nil {
		return nil, err
	}
	if invalid == nil {
		if err := policy.check(in.Kind); err != nil {
			return nil, err
		}
	}
	record, err := replay.Record()
	if err != nil {
		return nil, err
	}
	if in.Notation != "" {
		names, err := replay.SquareNames(in.Notation)
		if err == nil {
			err = names.In(&in.Annotation)
		}
		if err != nil {
			return nil, request.Joined(invalid, err)
		}
	}
	if err := request.Joined(invalid, replay.Game.Annotate(record, &in.Annotation)); err != nil {
		return nil, err
	}
	content, err := json.Marshal(storedAnnotation{Kind: in.Kind, Annotation: in.Annotation})
	if err != nil {
		return nil, err
	}
	return &store.Draft{Game: game, Ply: in.Ply, Author: in.Author, Content: content}, nil
}

// authorizeEdit sets the author of a change to an annotation. Only the
// annotation's author and arbiters may change it.
func (a *Annotator) authorizeEdit(ctx context.Context, game, id int64, author *string) error {
	if err := request.SetAuthor(ctx, author); err != nil {
		return err
	}
	c := request.CallerOf(ctx)
	if c.May(request.Arbitrate) {
		return nil
	}
	current, err := a.store.Annotation(ctx, game, id)
	if err != nil {
		return err
	}
	if current.Author != c.Name {
		return c.Need(request.Arbitrate)
	}
	return nil
}

// sameParts reports whether two annotations have the same parts.
func sameParts(x, y *analysis.Annotation) bool {
	return x.Ply == y.Ply && x.Comment == y.Comment && x.Before == y.Before && x.Evaluation == y.Evaluation &&
		len(x.Path)+len(x.NAGs)+len(x.Marks)+len(x.Arrows)+len(x.Lines) == len(y.Path)+len(y.NAGs)+len(y.Marks)+
			len(y.Arrows)+len(y.Lines)
}

// asConflict converts a revision conflict to a [*ConflictError] with both
// versions. It returns other errors unchanged.
func asConflict(err error, edited *AnnotationInput) error {
	changed, ok := errors.AsType[*store.AnnotationChangedError](err)
	if !ok {
		return err
	}
	current, err := viewAnnotation(changed.Current)
	if err != nil {
		return err
	}
	if edited != nil {
		edited.Fill()
		edited.Kind = cmp.Or(edited.Kind, KindComment)
	}
	return &ConflictError{Yours: edited, Current: current}
}

func viewAnnotation(a *store.Annotation) (*AnnotationView, error) {
	v := &AnnotationView{
		ID: a.ID, Game: a.Game, Revision: a.Revision, Tagged: request.Tagged{ETag: AnnotationTag(a.ID, a.Revision)},
		Author:  a.Author,
		Editor:  a.Editor,
		Created: a.Created, Updated: a.Saved, Deleted: a.Deleted,
	}
	stored, err := decodeAnnotation(a.Content)
	if err != nil {
		return nil, errors.Join(&store.GameError{ID: a.Game, Kind: store.ErrCorrupt}, err)
	}
	v.Kind, v.Annotation = stored.Kind, stored.Annotation
	v.Fill()
	return v, nil
}

// maxAnnotationContent bounds the stored form of an imported annotation, in
// bytes.
const maxAnnotationContent = 4 << 20

// CheckStored checks the content of an annotation from another archive,
// and returns it in the stored form.
func CheckStored(content []byte) ([]byte, error) {
	if len(content) > maxAnnotationContent {
		return nil, &request.LimitError{What: "bytes of an annotation", Limit: maxAnnotationContent}
	}
	stored, err := decodeAnnotation(content)
	if err != nil {
		return nil, err
	}
	return json.Marshal(stored)
}

// Shift returns the content of a stored annotation some plies later, with its
// ply.
func Shift(content []byte, plies int) (shifted []byte, ply int, err error) {
	stored, err := decodeAnnotation(content)
	if err != nil {
		return nil, 0, err
	}
	stored.Ply += plies
	shifted, err = json.Marshal(stored)
	return shifted, stored.Ply, err
}

func decodeAnnotation(content []byte) (stored storedAnnotation, err error) {
	in := json.NewDecoder(bytes.NewReader(content))
	in.DisallowUnknownFields()
	err = in.Decode(&stored)
	if err == nil && stored.Kind != KindComment && stored.Kind != KindReport {
		err = fmt.Errorf("unknown annotation kind %q", stored.Kind)
	}
	return stored, err
}

// ViewAnnotations returns the views of stored annotations.
func ViewAnnotations(list []*store.Annotation) ([]*AnnotationView, error) {
	views := make([]*AnnotationView, len(list))
	for i, a := range list {
		var err error
		if views[i], err = viewAnnotation(a); err != nil {
			return nil, err
		}
	}
	return views, nil
}

// AnnotationTag returns the entity tag (ETag) of a revision of an annotation.
func AnnotationTag(id, revision int64) string { return fmt.Sprintf(`"%d-%d"`, id, revision) }

// AnnotateOnce is an idempotent [Annotator.Annotate]: for a day, a repeated
// request with the same key returns the stored response. An empty key makes it
// a plain Annotate. The error may also match [store.ErrKeyReused] or
// [request.ErrKeyInProgress].
func (a *Annotator) AnnotateOnce(ctx context.Context, game int64, in AnnotationInput, key string) (*AnnotationView,
	error) {
	if key == "" {
		return a.Annotate(ctx, game, in)
	}
	request, err := a.keys.BeginRequest(ctx, key, fmt.Sprintf("annotate %d", game), in)
	if err != nil {
		return nil, err
	}
	defer request.Release()
	v := &AnnotationView{Replayed: request.Response != nil}
	if request.Response == nil {
		draft, err := a.prepareAnnotation(ctx, game, &in)
		if err != nil {
			return nil, err
		}
		request.Response, err = a.store.AnnotateOnce(ctx, request.IdempotencyKey, *draft, MaxAnnotations,
			func(saved *store.Annotation) ([]byte, error) {
				v, err := viewAnnotation(saved)
				if err != nil {
					return nil, err
				}
				return json.Marshal(v)
			})
		if err != nil {
			return nil, asLimitError(err)
		}
		a.Changes.Notify()
		a.games.MakeSearchable(ctx)
	}
	return v, json.Unmarshal(request.Response, v)
}

// SquareNames returns the square names in a notation, one of Notations or
// RecordNotation. The error is an [*request.InputError] for an unknown or
// unsuitable notation.
func (a *Annotator) SquareNames(ctx context.Context, game int64, name string) (*present.SquareNames, error) {
	replay, err := a.games.Replay(ctx, game)
	if err != nil {
		return nil, err
	}
	return replay.SquareNames(name)
}
