package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"assay/fixtures/storetest"
	"assay/store"
)

// TestConcurrentEdits edits one annotation concurrently. Each revision has
// exactly one successful edit, and the history has the text of all of them.
func TestConcurrentEdits(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "archive.db")
	stores := []*Archive{open(t, path, Options{}), open(t, path, Options{})}
	result(stores[0].Add(ctx, storetest.Samples(0, 1)))(t)
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
					if _, ok := errors.AsType[*store.AnnotationChangedError](err); ok {
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

// TestAnnotationRollback interrupts a change inside its transaction and checks
// that nothing is saved.
func TestAnnotationRollback(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, storetest.Samples(0, 1)))(t)
	result(s.Annotate(ctx, draft(1, 0, "Ada", "one"), 0))(t)
	broken, cancel := context.WithCancel(ctx)
	_, err := s.AnnotateOnce(broken, store.IdempotencyKey{Key: "k"}, draft(1, 0, "Ben", "two"), 0, func(*store.Annotation) ([]byte, error) {
		cancel()
		return []byte("{}"), nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if n := result(s.CountAnnotations(ctx, 1, store.AnnotationFilter{}))(t); n != 1 {
		t.Errorf("%d annotations", n)
	}
	wantError(t, s.Delete(ctx, 1), nil)
	wantError(t, s.Restore(ctx, 1), nil)
	if a := result(s.Annotation(ctx, 1, 1))(t); string(a.Content) != "one" {
		t.Errorf("after the game came back: %+v", a)
	}
}

// TestCheckRevisions checks that altered histories are found.
func TestCheckRevisions(t *testing.T) {
	for _, tamper := range []string{
		`DELETE FROM revisions WHERE revision = 2`,
		`UPDATE annotations SET revision = 2`,
		`UPDATE annotations SET deleted = 1`,
	} {
		ctx := context.Background()
		s := archive(t)
		result(s.Add(ctx, storetest.Samples(0, 1)))(t)
		result(s.Annotate(ctx, draft(1, 0, "Ada", "one"), 0))(t)
		for range 2 {
			result(s.Edit(ctx, 1, store.AnyRevision, draft(1, 0, "Ada", "more")))(t)
		}
		if _, err := s.writer.Exec(tamper); err != nil {
			t.Fatal(err)
		}
		faults := result(s.Check(ctx))(t)
		if len(faults) != 1 || faults[0].Kind != store.FaultRevision || faults[0].Game != 1 {
			t.Errorf("%s: %v", tamper, faults)
		}
	}
}

func draft(game int64, ply int, author, text string) store.Draft {
	return store.Draft{Game: game, Ply: ply, Author: author, Content: []byte(text)}
}
