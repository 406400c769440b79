package sqlite

import (
	"fmt"
	"testing"
	"time"

	"assay/fixtures/storetest"
	"assay/store"
)

// TestResponseAge checks that stored responses expire after a day.
func TestResponseAge(t *testing.T) {
	ctx := t.Context()
	s := archive(t)
	result(s.Add(ctx, storetest.Samples(0, 1)))(t)
	call, other := store.IdempotencyKey{Key: "k", Digest: [32]byte{1}}, store.IdempotencyKey{Key: "k", Digest: [32]byte{2}}
	answer := func(a *store.Annotation) ([]byte, error) { return fmt.Appendf(nil, "%d %s", a.ID, a.Content), nil }
	result(s.AnnotateOnce(ctx, call, draft(1, 3, "Ada", "one"), 0, answer))(t)
	aged := time.Now().Add(-store.ResponseAge - time.Second).UnixMilli()
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
