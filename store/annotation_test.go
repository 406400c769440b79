package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func draft(game int64, ply int, author, text string) Draft {
	return Draft{Game: game, Ply: ply, Author: author, Content: []byte(text)}
}

// TestAnnotationLife writes, edits, deletes and restores: every text stays in the history.
func TestAnnotationLife(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, samples(0, 2)))(t)
	a := result(s.Annotate(ctx, draft(1, 12, "Ada", "one"), 0))(t)
	if a.ID != 1 || a.Revision != 1 || a.Author != "Ada" || a.Editor != "Ada" || a.Ply != 12 || a.Deleted || string(a.Content) != "one" {
		t.Fatalf("saved %+v", a)
	}
	a = result(s.Edit(ctx, 1, 1, draft(1, 13, "Ben", "two")))(t)
	if a.Revision != 2 || a.Author != "Ada" || a.Editor != "Ben" || a.Ply != 13 {
		t.Errorf("edited %+v", a)
	}
	var stale *StaleError
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
		"edit":     func() error { _, err := s.Edit(ctx, 1, AnyRevision, draft(1, 1, "Cy", "x")); return err },
		"withdraw": func() error { _, err := s.Withdraw(ctx, 1, 1, 3, "Cy"); return err },
	} {
		var missing *AnnotationError
		if err := call(); !errors.Is(err, ErrGone) || !errors.As(err, &missing) || missing.ID != 1 {
			t.Errorf("%s of a tombstone: %v", name, err)
		}
	}
	if live, _, err := s.Annotations(ctx, 1, AnnotationFilter{}, "", 10); err != nil || len(live) != 0 {
		t.Errorf("a tombstone is listed: %v %v", live, err)
	}
	if dead, _, err := s.Annotations(ctx, 1, AnnotationFilter{Deleted: true}, "", 10); err != nil || len(dead) != 1 {
		t.Errorf("%d tombstones, %v", len(dead), err)
	}
	fine := func([]byte) error { return nil }
	if a = result(s.Reinstate(ctx, 1, 1, AnyRevision, 0, "Ada", fine))(t); a.Deleted || string(a.Content) != "two" || a.Revision != 4 {
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
	if _, err := s.Reinstate(ctx, 1, 1, 5, 9, "Ada", fine); !errors.Is(err, ErrNotFound) {
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

// TestAnnotationsChangeTheGame makes every change of an annotation one of its
// game, for those who follow the archive.
func TestAnnotationsChangeTheGame(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, samples(0, 2)))(t)
	last := result(s.Sequence(ctx))(t)
	for _, step := range []struct {
		name      string
		change    func() (*Annotation, error)
		annotated bool
	}{
		{"annotate", func() (*Annotation, error) { return s.Annotate(ctx, draft(1, 1, "Ada", "one"), 0) }, true},
		{"edit", func() (*Annotation, error) { return s.Edit(ctx, 1, 1, draft(1, 1, "Ada", "two")) }, true},
		{"withdraw", func() (*Annotation, error) { return s.Withdraw(ctx, 1, 1, 2, "Ada") }, false},
		{"reinstate", func() (*Annotation, error) {
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

// TestAnnotationsOfNothing looks for games and annotations that are not there.
func TestAnnotationsOfNothing(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, samples(0, 3)))(t)
	result(s.Annotate(ctx, draft(1, 0, "Ada", "x"), 0))(t)
	result(s.Annotate(ctx, draft(3, 0, "Ada", "x"), 0))(t)
	wantError(t, s.Delete(ctx, 3), nil)
	fine := func([]byte) error { return nil }
	for _, row := range []struct {
		game, id int64
		want     error
	}{{9, 1, ErrNotFound}, {2, 1, ErrNotFound}, {1, 9, ErrNotFound}, {3, 2, ErrGone}} {
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
		"list":     func() error { _, _, err := s.Annotations(ctx, 3, AnnotationFilter{}, "", 1); return err },
		"annotate": func() error { _, err := s.Annotate(ctx, draft(3, 0, "x", ""), 0); return err },
		"settings": func() error { _, err := s.CommentSettings(ctx, 3); return err },
		"set":      func() error { _, err := s.SetComments(ctx, CommentSetting{Game: 3, Mode: "x"}); return err },
	} {
		if err := call(); !errors.Is(err, ErrGone) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var full *FieldError
	if _, err := s.Annotate(ctx, draft(1, 0, "x", ""), 1); !errors.As(err, &full) || full.Field != "annotations" {
		t.Errorf("one more than allowed: %v", err)
	}
}

// TestAnnotationPages pages through many, in the order of the plies.
func TestAnnotationPages(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, samples(0, 2)))(t)
	for i := range 50 {
		result(s.Annotate(ctx, draft(int64(1+i%2), (i*7)%13, "x", ""), 0))(t)
	}
	var last *Annotation
	seen, cursor := 0, ""
	for {
		page, next, err := s.Annotations(ctx, 1, AnnotationFilter{}, cursor, 4)
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
	for _, wrong := range []string{"!", "AQ", "AQEB", "AA", "gAE", strings.Repeat("A", 99)} {
		if _, _, err := s.Annotations(ctx, 1, AnnotationFilter{}, wrong, 4); !errors.Is(err, ErrCursor) {
			t.Errorf("cursor %q: %v", wrong, err)
		}
	}
	if n := result(s.CountAnnotations(ctx, 1, AnnotationFilter{}))(t); seen != 25 || n != 25 {
		t.Errorf("%d seen, %d counted", seen, n)
	}
	ply := 7
	of7, _, err := s.Annotations(ctx, 1, AnnotationFilter{Ply: &ply}, "", 50)
	if err != nil {
		t.Fatal(err)
	}
	if n := result(s.CountAnnotations(ctx, 1, AnnotationFilter{Ply: &ply}))(t); n != len(of7) || n == 0 || of7[0].Ply != 7 {
		t.Errorf("%d and %d of ply 7", len(of7), n)
	}
}

// TestEditorsAtOnce lets many edit one annotation at once: each revision has one winner, who is told so, and
// every winner's text is in the history.
func TestEditorsAtOnce(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "archive.db")
	stores := []*Store{open(t, path, Options{}), open(t, path, Options{})}
	result(stores[0].Add(ctx, samples(0, 1)))(t)
	result(stores[0].Annotate(ctx, draft(1, 0, "Ada", "first"), 0))(t)
	const editors, rounds = 6, 10
	var mu sync.Mutex
	won := map[int64]string{1: "first"}
	var editing sync.WaitGroup
	for e := range editors {
		editing.Go(func() {
			s := stores[e%2]
			for r := range rounds {
				text := fmt.Sprintf("%d of %d", r, e)
				for {
					now, err := s.Annotation(ctx, 1, 1)
					if err != nil {
						t.Error(err)
						return
					}
					saved, err := s.Edit(ctx, 1, now.Revision, draft(1, 0, "x", text))
					var stale *StaleError
					if errors.As(err, &stale) {
						continue
					}
					if err != nil {
						t.Error(err)
						return
					}
					mu.Lock()
					if other, taken := won[saved.Revision]; taken {
						t.Errorf("revision %d was given for %q and %q", saved.Revision, other, text)
					}
					won[saved.Revision] = text
					mu.Unlock()
					break
				}
			}
		})
	}
	editing.Wait()
	history := result(stores[1].Revisions(ctx, 1, 1))(t)
	if len(history) != 1+editors*rounds {
		t.Fatalf("%d revisions", len(history))
	}
	for _, r := range history {
		if won[r.Revision] != string(r.Content) {
			t.Errorf("revision %d is %q, not %q", r.Revision, r.Content, won[r.Revision])
		}
	}
}

// TestAnnotationRollback breaks a change off inside its transaction: nothing of it stays.
func TestAnnotationRollback(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, samples(0, 1)))(t)
	result(s.Annotate(ctx, draft(1, 0, "Ada", "one"), 0))(t)
	broken, cancel := context.WithCancel(ctx)
	_, err := s.change(broken, 1, 1, 1, func(tx *sql.Tx, now *Annotation) (*Draft, bool, error) {
		if _, err := revise(ctx, tx, 1, 2, draft(1, 0, "Ben", "two"), false); err != nil {
			t.Fatal(err)
		}
		cancel()
		return nil, false, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if h := result(s.Revisions(ctx, 1, 1))(t); len(h) != 1 || string(h[0].Content) != "one" {
		t.Errorf("%d revisions", len(h))
	}
	wantError(t, s.Delete(ctx, 1), nil)
	wantError(t, s.Restore(ctx, 1), nil)
	if a := result(s.Annotation(ctx, 1, 1))(t); string(a.Content) != "one" {
		t.Errorf("after the game came back: %+v", a)
	}
}

// TestCommentSettings keeps every decision.
func TestCommentSettings(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, samples(0, 1)))(t)
	if all := result(s.CommentSettings(ctx, 1))(t); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	for _, mode := range []string{"closed", "open"} {
		if c := result(s.SetComments(ctx, CommentSetting{Game: 1, Mode: mode, Author: "Ada", Reason: "asked"}))(t); c.Saved.IsZero() || c.Mode != mode {
			t.Errorf("%+v", c)
		}
	}
	all := result(s.CommentSettings(ctx, 1))(t)
	if len(all) != 2 || all[0].Mode != "closed" || all[1].Mode != "open" || all[1].Author != "Ada" {
		t.Errorf("%+v", all)
	}
}

// TestCheckRevisions finds histories that were tampered with.
func TestCheckRevisions(t *testing.T) {
	for _, tamper := range []string{
		`DELETE FROM revisions WHERE revision = 2`,
		`UPDATE annotations SET revision = 2`,
		`UPDATE annotations SET deleted = 1`,
	} {
		ctx := context.Background()
		s := archive(t)
		result(s.Add(ctx, samples(0, 1)))(t)
		result(s.Annotate(ctx, draft(1, 0, "Ada", "one"), 0))(t)
		for range 2 {
			result(s.Edit(ctx, 1, AnyRevision, draft(1, 0, "Ada", "more")))(t)
		}
		if _, err := s.writer.Exec(tamper); err != nil {
			t.Fatal(err)
		}
		faults := result(s.Check(ctx))(t)
		if len(faults) != 1 || faults[0].Kind != FaultRevision || faults[0].Game != 1 {
			t.Errorf("%s: %v", tamper, faults)
		}
	}
}
