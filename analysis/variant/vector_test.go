package variant

import (
	"slices"
	"testing"
)

// TestPath follows the paths of lame leaps, such as the horse and the elephant
// of xiangqi and janggi.
func TestPath(t *testing.T) {
	for leap, want := range map[Vector][]Vector{
		{0, 1}:  nil,
		{1, 1}:  nil,
		{1, 2}:  {{0, 1}},
		{-2, 1}: {{-1, 0}},
		{2, 2}:  {{1, 1}},
		{2, -3}: {{0, -1}, {1, -2}},
		{0, -3}: {{0, -1}, {0, -2}},
	} {
		if got := leap.Path(); !slices.Equal(got, want) {
			t.Errorf("%v passes %v, not %v", leap, got, want)
		}
	}
}
