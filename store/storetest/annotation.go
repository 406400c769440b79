package storetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"assay/store"
)

func draft(game int64, ply int, author, text string) store.Draft {
	return store.Draft{Game: game, Ply: ply, Author: author, Content: []byte(text)}
}

// testAnnotationLife writes, edits, deletes and restores: every text stays in the history.
func testAnnotationLife(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	result(s.Add(ctx, Samples(0, 2)))(t)
	a := result(s.Annotate(ctx, draft(1, 12, "Ada", "one"), 0))(t)
	if a.ID != 1 || a.Revision != 1 || a.Author != "Ada" || a.Editor != "Ada" || a.Ply != 12 || a.Deleted || string(a.Content) != "one" {
		t.Fatalf("saved %+v", a)
	}
	a = result(s.Edit(ctx, 1, 1, draft(1, 13, "Ben", "two")))(t)
	if a.Revision != 2 || a.Author != "Ada" || a.Editor != "Ben" || a.Ply != 13 {
		t.Errorf("edited %+v", a)
	}
	var stale *store.StaleError
	if _, err := s.Edit(ctx, 1, 1, draft(1, 1, "Cy", "lost")); !errors.As(err, &stale) || string(stale.Current.Content) != "two" || stale.Current.Revision != 2 {
		t.Errorf("a stale edit: %v", err)
	}
	if _, err := s.Withdraw(ctx, 1, 1, 1, "Cy"); !errors.As(err, &stale) {
		t.Errorf("a stale deletion: %v", err)
	}
	if gone := result(s.Withdraw(ctx, 1, 1, 2, "Cy"))(t); !gone.Deleted || gone.Revision != 3 || string(gone.Content) != "two" {
		t.Errorf("deleted %+v", gone)
	}
	for name, call := range map[string]func() error{
		"edit":     func() error { _, err := s.Edit(ctx, 1, store.AnyRevision, draft(1, 1, "Cy", "x")); return err },
		"withdraw": func() error { _, err := s.Withdraw(ctx, 1, 1, 3, "Cy"); return err },
	} {
		var missing *store.AnnotationError
		if err := call(); !errors.Is(err, store.ErrGone) || !errors.As(err, &missing) || missing.ID != 1 {
			t.Errorf("%s of a tombstone: %v", name, err)
		}
	}
	if live, _, err := s.Annotations(ctx, 1, store.AnnotationFilter{}, "", 10); err != nil || len(live) != 0 {
		t.Errorf("a tombstone is listed: %v %v", live, err)
	}
	if dead, _, err := s.Annotations(ctx, 1, store.AnnotationFilter{Deleted: true}, "", 10); err != nil || len(dead) != 1 {
		t.Errorf("%d tombstones, %v", len(dead), err)
	}
	fine := func([]byte) error { return nil }
	if a = result(s.Reinstate(ctx, 1, 1, store.AnyRevision, 0, "Ada", fine))(t); a.Deleted || string(a.Content) != "two" || a.Revision != 4 {
		t.Errorf("restored %+v", a)
	}
	if a = result(s.Reinstate(ctx, 1, 1, 4, 0, "Ada", fine))(t); a.Revision != 4 {
		t.Errorf("restored twice %+v", a)
	}
	if a = result(s.Reinstate(ctx, 1, 1, 4, 1, "Ada", fine))(t); string(a.Content) != "one" || a.Ply != 12 || a.Revision != 5 {
		t.Errorf("an earlier revision %+v", a)
	}
	refusal := errors.New("refused")
	if _, err := s.Reinstate(ctx, 1, 1, 5, 2, "Ada", func([]byte) error { return refusal }); !errors.Is(err, refusal) {
		t.Errorf("refused: %v", err)
	}
	if _, err := s.Reinstate(ctx, 1, 1, 5, 9, "Ada", fine); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("revision 9: %v", err)
	}
	var told []string
	for _, r := range result(s.Revisions(ctx, 1, 1))(t) {
		told = append(told, fmt.Sprintf("%d %s %s %v", r.Revision, r.Editor, r.Content, r.Deleted))
	}
	if got := strings.Join(told, "; "); got != "1 Ada one false; 2 Ben two false; 3 Cy two true; 4 Ada two false; 5 Ada one false" {
		t.Errorf("history %s", got)
	}
	if faults := result(s.Check(ctx))(t); len(faults) != 0 {
		t.Errorf("faults %v", faults)
	}
}

// testAnnotationsChangeTheGame makes every change of an annotation one of its
// game, for those who follow the archive.
func testAnnotationsChangeTheGame(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	result(s.Add(ctx, Samples(0, 2)))(t)
	last := result(s.Sequence(ctx))(t)
	for _, step := range []struct {
		name      string
		change    func() (*store.Annotation, error)
		annotated bool
	}{
		{"annotate", func() (*store.Annotation, error) { return s.Annotate(ctx, draft(1, 1, "Ada", "one"), 0) }, true},
		{"edit", func() (*store.Annotation, error) { return s.Edit(ctx, 1, 1, draft(1, 1, "Ada", "two")) }, true},
		{"withdraw", func() (*store.Annotation, error) { return s.Withdraw(ctx, 1, 1, 2, "Ada") }, false},
		{"reinstate", func() (*store.Annotation, error) {
			return s.Reinstate(ctx, 1, 1, 3, 1, "Ada", func([]byte) error { return nil })
		}, true},
	} {
		result(step.change())(t)
		changed := result(s.ChangedGames(ctx, last, 10))(t)
		if len(changed) != 1 || changed[0].ID != 1 || changed[0].Annotated != step.annotated {
			t.Fatalf("%s: %d games have changed: %+v", step.name, len(changed), changed)
		}
		last = changed[0].Sequence
	}
	if g := result(s.Game(ctx, 2))(t); g.Annotated {
		t.Error("the other game is annotated too")
	}
}

// testAnnotationsOfNothing looks for games and annotations that are not there.
func testAnnotationsOfNothing(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	result(s.Add(ctx, Samples(0, 3)))(t)
	result(s.Annotate(ctx, draft(1, 0, "Ada", "x"), 0))(t)
	result(s.Annotate(ctx, draft(3, 0, "Ada", "x"), 0))(t)
	wantError(t, s.Delete(ctx, 3), nil)
	fine := func([]byte) error { return nil }
	for _, row := range []struct {
		game, id int64
		want     error
	}{{9, 1, store.ErrNotFound}, {2, 1, store.ErrNotFound}, {1, 9, store.ErrNotFound}, {3, 2, store.ErrGone}} {
		for name, call := range map[string]func() error{
			"get":      func() error { _, err := s.Annotation(ctx, row.game, row.id); return err },
			"history":  func() error { _, err := s.Revisions(ctx, row.game, row.id); return err },
			"edit":     func() error { _, err := s.Edit(ctx, row.id, 1, draft(row.game, 0, "x", "")); return err },
			"withdraw": func() error { _, err := s.Withdraw(ctx, row.game, row.id, 1, "x"); return err },
			"restore":  func() error { _, err := s.Reinstate(ctx, row.game, row.id, 1, 0, "x", fine); return err },
		} {
			if err := call(); !errors.Is(err, row.want) {
				t.Errorf("%s of %d in game %d: %v", name, row.id, row.game, err)
			}
		}
	}
	for name, call := range map[string]func() error{
		"list":     func() error { _, _, err := s.Annotations(ctx, 3, store.AnnotationFilter{}, "", 1); return err },
		"annotate": func() error { _, err := s.Annotate(ctx, draft(3, 0, "x", ""), 0); return err },
		"settings": func() error { _, err := s.CommentSettings(ctx, 3); return err },
		"set":      func() error { _, err := s.SetComments(ctx, store.CommentSetting{Game: 3, Mode: "x"}); return err },
	} {
		if err := call(); !errors.Is(err, store.ErrGone) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var full *store.FieldError
	if _, err := s.Annotate(ctx, draft(1, 0, "x", ""), 1); !errors.As(err, &full) || full.Field != "annotations" {
		t.Errorf("one more than allowed: %v", err)
	}
}

// testAnnotationPages pages through many, in the order of the plies.
func testAnnotationPages(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	result(s.Add(ctx, Samples(0, 2)))(t)
	for i := range 50 {
		result(s.Annotate(ctx, draft(int64(1+i%2), (i*7)%13, "x", ""), 0))(t)
	}
	var last *store.Annotation
	seen, cursor := 0, ""
	for {
		page, next, err := s.Annotations(ctx, 1, store.AnnotationFilter{}, cursor, 4)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range page {
			if last != nil && (a.Ply < last.Ply || a.Ply == last.Ply && a.ID <= last.ID) {
				t.Errorf("%d of ply %d follows %d of ply %d", a.ID, a.Ply, last.ID, last.Ply)
			}
			last = a
			seen++
		}
		if cursor = next; cursor == "" {
			break
		}
	}
	for _, wrong := range []string{"!", strings.Repeat("A", 99)} {
		if _, _, err := s.Annotations(ctx, 1, store.AnnotationFilter{}, wrong, 4); !errors.Is(err, store.ErrCursor) {
			t.Errorf("cursor %q: %v", wrong, err)
		}
	}
	if n := result(s.CountAnnotations(ctx, 1, store.AnnotationFilter{}))(t); seen != 25 || n != 25 {
		t.Errorf("%d seen, %d counted", seen, n)
	}
	ply := 7
	of7, _, err := s.Annotations(ctx, 1, store.AnnotationFilter{Ply: &ply}, "", 50)
	if err != nil {
		t.Fatal(err)
	}
	if n := result(s.CountAnnotations(ctx, 1, store.AnnotationFilter{Ply: &ply}))(t); n != len(of7) || n == 0 || of7[0].Ply != 7 {
		t.Errorf("%d and %d of ply 7", len(of7), n)
	}
}

// testCommentSettings keeps every decision.
func testCommentSettings(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	result(s.Add(ctx, Samples(0, 1)))(t)
	if all := result(s.CommentSettings(ctx, 1))(t); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	for _, mode := range []string{"closed", "open"} {
		if c := result(s.SetComments(ctx, store.CommentSetting{Game: 1, Mode: mode, Author: "Ada", Reason: "asked"}))(t); c.Saved.IsZero() || c.Mode != mode {
			t.Errorf("%+v", c)
		}
	}
	all := result(s.CommentSettings(ctx, 1))(t)
	if len(all) != 2 || all[0].Mode != "closed" || all[1].Mode != "open" || all[1].Author != "Ada" {
		t.Errorf("%+v", all)
	}
}

// testAnnotateOnce sends a call again: nothing is made twice, whatever has become of it since.
func testAnnotateOnce(t *testing.T, open Opener) {
	ctx := t.Context()
	s := open(t)
	result(s.Add(ctx, Samples(0, 1)))(t)
	call := store.Once{Key: "k", Call: sha256.Sum256([]byte("one"))}
	answer := func(a *store.Annotation) ([]byte, error) { return fmt.Appendf(nil, "%d %s", a.ID, a.Content), nil }
	if kept := result(s.Answered(ctx, call))(t); kept != nil {
		t.Errorf("before: %q", kept)
	}
	fault := errors.New("no answer")
	if _, err := s.AnnotateOnce(ctx, call, draft(1, 3, "Ada", "lost"), 0, func(*store.Annotation) ([]byte, error) { return nil, fault }); !errors.Is(err, fault) {
		t.Errorf("an answer that fails: %v", err)
	}
	for range 3 {
		if kept := result(s.AnnotateOnce(ctx, call, draft(1, 3, "Ada", "one"), 0, answer))(t); string(kept) != "1 one" {
			t.Errorf("kept %q", kept)
		}
	}
	result(s.Withdraw(ctx, 1, 1, store.AnyRevision, "Ben"))(t)
	if kept := result(s.Answered(ctx, call))(t); string(kept) != "1 one" {
		t.Errorf("when it is deleted: %q", kept)
	}
	other := store.Once{Key: "k", Call: sha256.Sum256([]byte("two"))}
	if _, err := s.Answered(ctx, other); !errors.Is(err, store.ErrReused) {
		t.Errorf("another call: %v", err)
	}
	if _, err := s.AnnotateOnce(ctx, other, draft(1, 3, "Ada", "two"), 0, answer); !errors.Is(err, store.ErrReused) {
		t.Errorf("another call: %v", err)
	}
	if n := result(s.CountAnnotations(ctx, 1, store.AnnotationFilter{}))(t) + result(s.CountAnnotations(ctx, 1, store.AnnotationFilter{Deleted: true}))(t); n != 1 {
		t.Errorf("%d annotations", n)
	}
}
