package spelling

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, row := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"same", "same", 0}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2},
		{"Nf3", "Nf6", 1}, {"ab", "ba", 2}, {"炮二平五", "炮二平四", 1}, {"名人戦", "棋戦", 2}, {"３四歩", "", 3}, {long, long, 0}, {long + "y", long, 1}, {long, "y" + long, 1}, {"", strings.Repeat("y", 256), 256},
	} {
		if got := Distance(row.a, row.b); got != row.want {
			t.Errorf("%.20q and %.20q: %d, want %d", row.a, row.b, got, row.want)
		}
		if got := Distance(row.b, row.a); got != row.want {
			t.Errorf("%.20q and %.20q: %d, want %d", row.b, row.a, got, row.want)
		}
	}
}

func TestNearest(t *testing.T) {
	candidates := []string{"camp", "pass", "Pocket", "royal-safety"}
	for _, row := range []struct {
		word, want string
	}{
		{"kamp", "camp"}, {"POCKET", "Pocket"}, {"royal-safty", "royal-safety"}, {"bass", "pass"}, {"castling", ""}, {"lsit", ""}, {"P", ""}, {"supercamp", ""}, {"", ""}, {"x", ""},
	} {
		if got, ok := Nearest(row.word, candidates); got != row.want || ok != (row.want != "") {
			t.Errorf("%q: %q %v, want %q", row.word, got, ok, row.want)
		}
	}
	if _, ok := Nearest("camp", nil); ok {
		t.Error("nothing is near to anything")
	}
}
