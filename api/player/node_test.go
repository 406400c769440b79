package player

import (
	"fmt"
	"testing"
)

// TestChanges checks the differences between two lists of occupied places.
func TestChanges(t *testing.T) {
	from := []Filled{{0, 1, 1}, {3, 2, 2}, {5, 1, 1}}
	to := []Filled{{0, 1, 1}, {3, 2, 1}, {4, 0, 1}}
	got := Changes(from, to)
	want := []Filled{{3, 2, 1}, {4, 0, 1}, {5, -1, 0}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}
