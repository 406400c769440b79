package variant

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestParseBetza(t *testing.T) {
	tests := []struct {
		text    string
		vectors int // over all components
		parts   int
	}{
		{"W", 4, 1}, {"F", 4, 1}, {"N", 8, 1}, {"K", 8, 2}, {"Q", 8, 2},
		{"fW", 1, 1}, {"fF", 2, 1}, {"WfF", 6, 2}, {"FfW", 5, 2}, {"fWfFbW", 4, 3},
		{"sRvW", 4, 2}, {"ffN", 2, 1}, {"fsN", 2, 1}, {"bbN", 2, 1}, {"fN", 4, 1}, {"vN", 4, 1}, {"sN", 4, 1}, {"hlN", 4, 1}, {"hrffN", 5, 1},
		{"flF", 1, 1}, {"frFblF", 2, 2}, {"lrW", 2, 1}, {"rbN", 6, 1},
		{"aK", 8, 2}, {"KNADaK", 32, 7}, {"favW", 1, 1}, {"fabF", 2, 1}, {"mRcpR", 8, 2}, {"nAnN", 12, 2}, {"R3", 4, 1}, {"NN", 8, 1}, {"gQ", 8, 2}, {"pA", 4, 1}, {"C", 8, 1}, {"Z", 8, 1},
	}
	for _, test := range tests {
		parts, err := ParseBetza(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		n := 0
		for _, c := range parts {
			n += len(c.Vectors)
		}
		if n != test.vectors || len(parts) != test.parts {
			t.Errorf("%s: %d components with %d vectors, want %d with %d", test.text, len(parts), n, test.parts, test.vectors)
		}
	}
}

func TestParseBetzaRefuses(t *testing.T) {
	tests := []struct {
		text   string
		column int
	}{
		{"", 1}, {"  ", 1}, {"J", 1}, {"WL", 2}, {"xW", 1}, {"iW", 1}, {"jD", 1}, {"f", 2}, {"W W", 2},
		{"pN", 1}, {"ppR", 2}, {"pR3", 1}, {"W999", 2}, {"aaW", 2}, {"maW", 1}, {"aN", 1}, {"aR", 1}, {"aW2", 1}, {"aflF", 1}, {"aJ", 2}, {"é", 1}, {"Wé", 2}, {"E", 1}, {"hN", 1}, {"hlF", 1},
	}
	for _, test := range tests {
		_, err := ParseBetza(test.text)
		var at *BetzaError
		if !errors.As(err, &at) || at.Column != test.column {
			t.Errorf("%q: %v, want an error in column %d", test.text, err, test.column)
		}
	}
}

func FuzzParseBetza(f *testing.F) {
	for _, seed := range []string{"K", "fRfBbRK", "mRcpR", "DnAnN", "ffN", "R3N0", "pA", "flF", "hlNhrC", "KNADaK", "favW"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parts, err := ParseBetza(text)
		if err != nil {
			return
		}
		var written strings.Builder
		for _, part := range parts {
			written.WriteString(part.String())
		}
		again, err := ParseBetza(written.String())
		if err != nil || !reflect.DeepEqual(parts, again) {
			t.Fatalf("%q is written %q, which reads as %v, %v", text, &written, again, err)
		}
	})
}
