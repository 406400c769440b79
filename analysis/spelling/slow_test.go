package spelling

import (
	"strings"
	"testing"
)

// slow computes the distance from its definition.
func slow(a, b []rune) int {
	switch {
	case len(a) == 0 || len(b) == 0:
		return len(a) + len(b)
	case a[0] == b[0]:
		return slow(a[1:], b[1:])
	}
	return 1 + min(slow(a[1:], b), slow(a, b[1:]), slow(a[1:], b[1:]))
}

// TestDistanceBesideSlow compares the distances of all short words with the
// definition.
func TestDistanceBesideSlow(t *testing.T) {
	words := []string{""}
	for i := 0; len(words) < 121; i++ { // up to four letters
		for _, letter := range "ab将" {
			words = append(words, words[i]+string(letter))
		}
	}
	for _, a := range words {
		for _, b := range words {
			if got, want := Distance(a, b), slow([]rune(a), []rune(b)); got != want {
				t.Fatalf("%q and %q: %d, want %d", a, b, got, want)
			}
		}
	}
}

// TestNearestBounds checks the largest accepted distance for each length.
func TestNearestBounds(t *testing.T) {
	for length := range 12 {
		word := strings.Repeat("x", length)
		most := -1
		for changed := range length + 1 {
			other := strings.Repeat("y", changed) + word[changed:]
			if near, ok := Nearest(word, []string{"far from it", other}); ok && near == other {
				most = changed
			}
		}
		if want := []int{-1, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4}[length]; most != want {
			t.Errorf("%d letters: %d may differ, want %d", length, most, want)
		}
	}
	for _, row := range []struct {
		word       string
		candidates []string
		want       string
	}{
		{"abcdef", []string{"abcdxx", "abcdex", "abcdey"}, "abcdex"},
		{"abcdef", []string{"abcdex", "abcdef"}, "abcdef"},
		{"ab", []string{"abc"}, "abc"},
		{"ab", []string{"ac"}, ""},
		{"将棋王", []string{"将棋玉"}, "将棋玉"},
		{"x", []string{""}, ""},
	} {
		if got, ok := Nearest(row.word, row.candidates); got != row.want || ok != (row.want != "") {
			t.Errorf("%q among %q: %q %v, want %q", row.word, row.candidates, got, ok, row.want)
		}
	}
}
