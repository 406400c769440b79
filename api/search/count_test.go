package search

import (
	"testing"

	"assay/fixtures/records"
)

// TestCountIsCut counts positions longer than allowed.
func TestCountIsCut(t *testing.T) {
	r, err := records.Book().Rules("chess", "")
	if err != nil {
		t.Fatal(err)
	}
	count := NewCount(r.Start())
	count.spent, count.depth = maxCountTime, 4
	defer count.Close()
	if line, err := count.Next(t.Context()); err != nil || !line.Cut || line.Done {
		t.Errorf("after its time: %+v %v", line, err)
	}
}
