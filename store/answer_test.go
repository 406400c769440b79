package store

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"
)

// TestAnnotateOnce sends a call again: nothing is made twice, whatever has become of it since.
func TestAnnotateOnce(t *testing.T) {
	ctx := t.Context()
	s := archive(t)
	result(s.Add(ctx, samples(0, 1)))(t)
	call := Once{Key: "k", Call: sha256.Sum256([]byte("one"))}
	answer := func(a *Annotation) ([]byte, error) { return fmt.Appendf(nil, "%d %s", a.ID, a.Content), nil }
	if kept := result(s.Answered(ctx, call))(t); kept != nil {
		t.Errorf("before: %q", kept)
	}
	fault := errors.New("no answer")
	if _, err := s.AnnotateOnce(ctx, call, draft(1, 3, "Ada", "lost"), 0, func(*Annotation) ([]byte, error) { return nil, fault }); !errors.Is(err, fault) {
		t.Errorf("an answer that fails: %v", err)
	}
	for range 3 {
		if kept := result(s.AnnotateOnce(ctx, call, draft(1, 3, "Ada", "one"), 0, answer))(t); string(kept) != "1 one" {
			t.Errorf("kept %q", kept)
		}
	}
	result(s.Withdraw(ctx, 1, 1, AnyRevision, "Ben"))(t)
	if kept := result(s.Answered(ctx, call))(t); string(kept) != "1 one" {
		t.Errorf("when it is deleted: %q", kept)
	}
	other := Once{Key: "k", Call: sha256.Sum256([]byte("two"))}
	if _, err := s.Answered(ctx, other); !errors.Is(err, ErrReused) {
		t.Errorf("another call: %v", err)
	}
	if _, err := s.AnnotateOnce(ctx, other, draft(1, 3, "Ada", "two"), 0, answer); !errors.Is(err, ErrReused) {
		t.Errorf("another call: %v", err)
	}
	if n := result(s.CountAnnotations(ctx, 1, AnnotationFilter{}))(t) + result(s.CountAnnotations(ctx, 1, AnnotationFilter{Deleted: true}))(t); n != 1 {
		t.Errorf("%d annotations", n)
	}

	aged := time.Now().Add(-AnswerAge - time.Second).UnixMilli()
	if _, err := s.writer.ExecContext(ctx, `UPDATE answers SET saved = ?`, aged); err != nil {
		t.Fatal(err)
	}
	if kept := result(s.AnnotateOnce(ctx, other, draft(1, 3, "Ada", "two"), 0, answer))(t); string(kept) != "2 two" {
		t.Errorf("a key of yesterday: %q", kept)
	}
	var rows int
	if err := s.reader.QueryRowContext(ctx, `SELECT count(*) FROM answers`).Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d answers are kept, %v", rows, err)
	}
}
