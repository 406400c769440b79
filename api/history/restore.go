package history

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/analysis"
	"assay/parser"
	"assay/store"
)

// TargetStore is the part of an archive's store to which a history is added.
type TargetStore interface {
	Store
	Game(ctx context.Context, id int64) (*store.Game, error)
}

// Target is the game that receives a history, with the use cases of its
// archive that verify what they save.
type Target struct {
	Store TargetStore
	Game  int64
	// Revise saves a revision of the record, Rule a ruling, Revoke its
	// revocation.
	Revise func(context.Context, *store.Revision) error
	Rule   func(context.Context, analysis.Ruling) error
	Revoke func(ctx context.Context, number int64, arbiter, reason string) error
	// Content checks the content of an annotation and returns it as it is
	// stored; Analysis checks the content of an analysis; Author checks a name.
	Content  func([]byte) ([]byte, error)
	Analysis func([]byte) error
	Author   func(string) error
	// MaxAnnotations bounds the annotations of the game.
	MaxAnnotations int
}

// restoration adds a history to a game.
type restoration struct {
	*Target
	history *History
	losses  []string
}

// Restore adds a history to a game. What the game has already is left as it
// is, so that an interrupted call can be repeated. losses are the parts that
// were not taken over.
func (h *History) Restore(ctx context.Context, t *Target) (losses []string, err error) {
	r := restoration{Target: t, history: h}
	before, err := t.Store.FormerVerifications(ctx, t.Game)
	if err != nil {
		return nil, err
	}
	verifications := func(ctx context.Context) error { return r.verifications(ctx, len(before) == 0) }
	for _, step := range []func(context.Context) error{
		r.record, verifications, r.settings, r.annotations, r.analysis, r.rest,
	} {
		if err := step(ctx); err != nil {
			return r.losses, err
		}
	}
	return r.losses, nil
}

func (r *restoration) lose(format string, values ...any) {
	r.losses = append(r.losses, fmt.Sprintf(format, values...))
}

// refused records what cannot be taken over because of its content. It returns
// errors of the archive unchanged.
func (r *restoration) refused(ctx context.Context, what string, err error) error {
	if _, broken := errors.AsType[*store.Error](err); err == nil || broken || ctx.Err() != nil {
		return err
	}
	r.lose("%s: %v", what, err)
	return nil
}

// change is a revision, a ruling or a revocation.
type change struct {
	at   time.Time
	what string
	do   func(context.Context) error
}

// record makes the revisions and rulings in the order of their times, because
// each is verified with those before it.
func (r *restoration) record(ctx context.Context) error {
	game, err := r.Store.Game(ctx, r.Game)
	if err != nil {
		return err
	}
	here, err := Of(ctx, r.Store, game)
	if err != nil {
		return err
	}
	var changes []change
	for i := range r.history.Revisions {
		v := &r.history.Revisions[i]
		what := fmt.Sprintf("revision %d of the record", i+1)
		if i < len(here.Revisions) {
			if own := &here.Revisions[i]; !bytes.Equal(own.Record(), v.Record()) && (i > 0 || len(here.Revisions) > 1) {
				r.lose("%s and later ones: this archive has another", what)
				break
			}
			continue
		}
		changes = append(changes, change{v.Saved, what, func(ctx context.Context) error {
			return cmpError(r.Author(v.Author), func() error {
				return r.Revise(ctx, &store.Revision{Record: v.Record(), Line: v.Line, Format: v.Format,
					Variant: v.Variant,
					Options: v.Options, Author: v.Author, Reason: v.Reason})
			})
		}})
	}
	for i := range r.history.Rulings {
		g := &r.history.Rulings[i]
		what, number, revoked := fmt.Sprintf("ruling %d", i+1), int64(i+1), false
		if i < len(here.Rulings) {
			own := &here.Rulings[i]
			if own.Ply != g.Ply || own.Rule != g.Rule || !own.Ruled.Equal(g.Ruled) || own.Arbiter != g.Arbiter {
				r.lose("%s and later ones: this archive has another", what)
				break
			}
			revoked = own.Revoked != nil
		} else {
			changes = append(changes, change{g.Ruled, what, func(ctx context.Context) error {
				return cmpError(r.Author(g.Arbiter), func() error { return r.Rule(ctx, g.Ruling) })
			}})
		}
		if g.Revoked != nil && !revoked {
			changes = append(changes, change{*g.Revoked, "revocation of " + what, func(ctx context.Context) error {
				return r.Revoke(ctx, number, g.RevokedBy, g.RevokedFor)
			}})
		}
	}
	slices.SortStableFunc(changes, func(a, b change) int { return a.at.Compare(b.at) })
	for _, c := range changes {
		if err := r.refused(ctx, c.what, c.do(store.SavedAt(ctx, c.at))); err != nil {
			return err
		}
	}
	return nil
}

// cmpError returns err, or else the result of next.
func cmpError(err error, next func() error) error {
	if err != nil {
		return err
	}
	return next()
}

// verifications takes over the former results of verification. If the game is
// new here, they replace those of the restored revisions and rulings.
func (r *restoration) verifications(ctx context.Context, isNew bool) error {
	var here History
	if err := here.readVerifications(ctx, r.Store, &store.Game{Summary: store.Summary{ID: r.Game}}); err != nil {
		return err
	}
	former := r.history.Verifications
	if slices.EqualFunc(here.Verifications, former, func(a, b Verification) bool {
		a.Report, b.Report = compact(a.Report), compact(b.Report)
		return fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b)
	}) {
		return nil
	}
	if !isNew {
		r.lose("%s: this archive has others", parser.Count(len(former), "former verification"))
		return nil
	}
	var all []store.FormerVerification
	for _, v := range former {
		all = append(all, store.FormerVerification{Replaced: v.Replaced, Verification: store.Verification{
			VariantVersion: v.VariantVersion, Verdict: v.Verdict, Plies: v.Plies, Result: v.Result,
			Termination: v.Termination, Start: v.Start, Final: v.Final, Report: compact(v.Report)}})
	}
	return r.refused(ctx, "the former verifications", r.Store.SetFormerVerifications(ctx, r.Game, all))
}

func (r *restoration) settings(ctx context.Context) error {
	here, err := r.Store.CommentSettings(ctx, r.Game)
	if err != nil {
		return err
	}
	for i, c := range r.history.Comments {
		if i < len(here) {
			if own := here[i]; own.Mode != c.Mode || own.Author != c.Author || !own.Saved.Equal(c.Saved) {
				r.lose("decisions about comments: this archive has others")
				break
			}
			continue
		}
		_, err := r.Store.SetComments(store.SavedAt(ctx, c.Saved),
			store.CommentSetting{Game: r.Game, Mode: c.Mode, Author: c.Author, Reason: c.Reason})
		if err != nil {
			return err
		}
	}
	return nil
}

// annotations adds the annotations that the game does not have yet, and the
// later revisions of the others.
func (r *restoration) annotations(ctx context.Context) error {
	here, err := annotations(ctx, r.Store, r.Game)
	if err != nil {
		return err
	}
	for i := range r.history.Annotations {
		a := &r.history.Annotations[i]
		first := &a.Revisions[0]
		k := slices.IndexFunc(here, func(own *store.Annotation) bool {
			return own.Author == a.Author && own.Created.Equal(first.Saved)
		})
		what := fmt.Sprintf("annotation of ply %d by %s", first.Ply, a.Author)
		var done []*store.Annotation
		if k >= 0 {
			if done, err = r.Store.Revisions(ctx, r.Game, here[k].ID); err != nil {
				return err
			}
			here = slices.Delete(here, k, k+1)
		}
		if err := r.refused(ctx, what, r.annotation(ctx, a, done)); err != nil {
			return err
		}
	}
	return nil
}

// annotation saves the revisions of an annotation after the existing ones.
func (r *restoration) annotation(ctx context.Context, a *Annotation, done []*store.Annotation) error {
	for i := range a.Revisions {
		v := &a.Revisions[i]
		content, err := r.Content(v.Content)
		if err == nil {
			err = r.Author(v.Editor)
		}
		if err != nil {
			return err
		}
		if i < len(done) {
			if own := done[i]; own.Editor != v.Editor || own.Deleted != v.Deleted ||
				!bytes.Equal(own.Content, content) {
				return fmt.Errorf("revision %d: this archive has another", i+1)
			}
			continue
		}
		saved, err := r.annotate(store.SavedAt(ctx, v.Saved), v, content, done)
		if err != nil {
			return err
		}
		done = append(done, saved)
	}
	return nil
}

// annotate saves a revision of an annotation after others.
func (r *restoration) annotate(ctx context.Context, v *AnnotationRevision, content []byte,
	done []*store.Annotation) (*store.Annotation, error) {
	d := store.Draft{Game: r.Game, Ply: v.Ply, Author: v.Editor, Content: content}
	if len(done) == 0 {
		if v.Deleted {
			return nil, errors.New("deleted before it was written")
		}
		return r.Store.Annotate(ctx, d, r.MaxAnnotations)
	}
	last := done[len(done)-1]
	switch {
	case v.Deleted:
		return r.Store.Withdraw(ctx, r.Game, last.ID, last.Revision, v.Editor)
	case !last.Deleted:
		return r.Store.Edit(ctx, last.ID, last.Revision, d)
	}
	past := slices.IndexFunc(done, func(own *store.Annotation) bool {
		return own.Ply == v.Ply && bytes.Equal(own.Content, content)
	})
	if past < 0 {
		return nil, errors.New("restored with a content that it never had")
	}
	return r.Store.Reinstate(ctx, r.Game, last.ID, last.Revision, done[past].Revision, v.Editor,
		func([]byte) error { return nil })
}

func (r *restoration) analysis(ctx context.Context) error {
	a := r.history.Analysis
	if a == nil {
		return nil
	}
	here, err := r.Store.Analysis(ctx, r.Game)
	switch {
	case err != nil:
		return err
	case here != nil && bytes.Equal(compact(here.Content), compact(a.Content)):
		return nil
	case here != nil:
		r.lose("the analysis: this archive has another")
		return nil
	}
	err = r.Target.Analysis(a.Content)
	if err == nil {
		err = r.Store.SaveAnalysis(store.SavedAt(ctx, a.Saved), store.Analysis{Game: r.Game, Engine: a.Engine,
			Version: a.Version, VariantVersion: a.VariantVersion, Nodes: a.Nodes, Content: a.Content}, 0)
	}
	return r.refused(ctx, "the analysis", err)
}

func compact(text []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return text
	}
	return b.Bytes()
}

// rest lists what every archive has of its own.
func (r *restoration) rest(ctx context.Context) error {
	game, err := r.Store.Game(ctx, r.Game)
	if err != nil {
		return err
	}
	h := r.history
	if game.ID != h.ID {
		r.lose("the ID %d", h.ID)
	}
	if !game.Imported.Equal(h.Imported) {
		r.lose("the time of import")
	}
	if game.Verdict != h.Verdict || game.Plies != h.Plies {
		r.lose("the verdict %s after %s: this archive's is %s after %s", h.Verdict, parser.Count(h.Plies, "ply"),
			game.Verdict, parser.Count(game.Plies, "ply"))
	}
	if v := h.VariantVersion; v != "" && game.VariantVersion != v {
		r.lose("version %s of the definition, which verified the game: this archive has %s", v, game.VariantVersion)
	}
	if n := len(h.External); n > 0 {
		r.lose("%s", parser.Count(n, "external ID"))
	}
	if n := len(h.Annotations); n > 0 {
		r.lose("IDs of %s", parser.Count(n, "annotation"))
	}
	if names := h.people(); len(names) > 0 {
		r.lose("accounts of %s, whose names are kept", strings.Join(names, ", "))
	}
	return nil
}

// people returns the names of all who changed the game.
func (h *History) people() []string {
	var names []string
	for i := range h.Revisions {
		names = append(names, h.Revisions[i].Author)
	}
	for i := range h.Rulings {
		names = append(names, h.Rulings[i].Arbiter, h.Rulings[i].RevokedBy)
	}
	for i := range h.Annotations {
		for k := range h.Annotations[i].Revisions {
			names = append(names, h.Annotations[i].Revisions[k].Editor)
		}
	}
	for _, c := range h.Comments {
		names = append(names, c.Author)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}
