package variant

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParseBetza(t *testing.T) {
	tests := []struct {
		text    string
		vectors int // of all components
		parts   int
	}{
		{"W", 4, 1}, {"F", 4, 1}, {"N", 8, 1}, {"K", 8, 2}, {"Q", 8, 2},
		{"fW", 1, 1}, {"fF", 2, 1}, {"WfF", 6, 2}, {"FfW", 5, 2}, {"fWfFbW", 4, 3},
		{"sRvW", 4, 2}, {"ffN", 2, 1}, {"fsN", 2, 1}, {"bbN", 2, 1}, {"fN", 2, 1}, {"fhN", 4, 1}, {"vN", 4, 1}, {"sN", 4, 1}, {"hlN", 4, 1},
		{"flF", 1, 1}, {"lfF", 1, 1}, {"frFblF", 2, 2}, {"lrW", 2, 1}, {"rbN", 1, 1},
		{"mcaK", 8, 2}, {"KNADmcaKmcabK", 32, 7}, {"fmcavW", 1, 1}, {"fmcabF", 2, 1}, {"mRcpR", 8, 2}, {"nAnN", 12, 2}, {"R3", 4, 1}, {"NN", 8, 1}, {"gQ", 8, 2}, {"pA", 4, 1}, {"C", 8, 1}, {"Z", 8, 1},
		{"FyafsF", 12, 2}, {"yafsW", 8, 1}, {"afsK", 16, 2}, {"fmasW", 2, 1}, {"aK", 8 * 7, 2}, {"aabaW", 4*9 - 12, 1}, {"aaaW", 4*27 - 8, 1},
	}
	for _, test := range tests {
		parts, err := ParseBetza(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		n := 0
		for _, c := range parts {
			n += len(c.Vectors) + len(c.Paths)
		}
		if n != test.vectors || len(parts) != test.parts {
			t.Errorf("%s: %d components with %d vectors, want %d with %d", test.text, len(parts), n, test.parts, test.vectors)
		}
	}
}

// TestDirections compares the leaps that direction letters select with XBetza,
// as files and ranks sorted as text.
func TestDirections(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"fW", "0,1"}, {"fsW", "-1,0 0,1 1,0"}, {"lfD", "-2,0 0,2"}, {"vH", "0,-3 0,3"}, {"ffW", "0,1"},
		{"fF", "-1,1 1,1"}, {"lF", "-1,-1 -1,1"}, {"flF", "-1,1"}, {"lfF", "-1,1"}, {"rbA", "2,-2"}, {"brA", "2,-2"},
		{"fbF", "-1,-1 -1,1 1,-1 1,1"}, {"sF", "-1,-1 -1,1 1,-1 1,1"}, {"flbF", "-1,-1 -1,1 1,-1"}, {"frblG", "-3,-3 3,3"}, {"flfrF", "-1,1 1,1"},
		{"fN", "-1,2 1,2"}, {"ffN", "-1,2 1,2"}, {"bN", "-1,-2 1,-2"}, {"lN", "-2,-1 -2,1"}, {"rrN", "2,-1 2,1"},
		{"fsN", "-2,1 2,1"}, {"bsN", "-2,-1 2,-1"}, {"lvN", "-1,-2 -1,2"}, {"rvC", "1,-3 1,3"},
		{"fhN", "-1,2 -2,1 1,2 2,1"}, {"rhN", "1,-2 1,2 2,-1 2,1"}, {"vN", "-1,-2 -1,2 1,-2 1,2"}, {"sN", "-2,-1 -2,1 2,-1 2,1"},
		{"rfN", "1,2"}, {"frN", "2,1"}, {"lfZ", "-2,3"}, {"flZ", "-3,2"}, {"rbN", "1,-2"}, {"brN", "2,-1"}, {"frrfN", "1,2 2,1"},
		{"fbN", "-1,-2 -1,2 1,-2 1,2"}, {"hrN", "-1,-2 -2,1 1,2 2,-1"}, {"hlN", "-1,2 -2,-1 1,-2 2,1"},
	} {
		parts, err := ParseBetza(row.text)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		var got []string
		for _, v := range parts[0].Vectors {
			got = append(got, fmt.Sprintf("%d,%d", v.Files, v.Ranks))
		}
		slices.Sort(got)
		if text := strings.Join(got, " "); text != row.want {
			t.Errorf("%s: %s, want %s", row.text, text, row.want)
		}
	}
}

// TestBetzaHints checks the advice on text with another meaning in XBetza, and
// on ambiguous text.
func TestBetzaHints(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"ffrN", "rfN"}, {"fslN", "frN"}, {"bblN", "rfN"}, {"frlN", "rfN"}, {"rflN", "rfN"},
		{"caK", "mcaK"}, {"KNADcaKmcabK", "mcaK"}, {"mcacK", "second step"}, {"mcaaK", "two single steps"}, {"mcyaK", "two single steps"},
		{"acaW", "only the last leg captures"}, {"yaaW", "write y before the last a"}, {"aaaaaaaaW", "at most 8 legs"}, {"aaaaaaaK", "ways"}, {"anW", "after a, expected directions"}, {"afvhW", "after a"}, {"abW", "lead back"}, {"aR", "single steps"}, {"yaN", "single steps"}, {"nafW", "cannot be combined"},
		{"fK", "fWfF"}, {"sQ", "sRsB"}, {"fhK", "fhWfhF"}, {"fmrF", "frmF"}, {"fsF", "fF"}, {"hN", "fh"}, {"fhF", "oblique"}, {"hrffN", "only hl or hr"}, {"shN", "fh"},
		{"iW", "from:"}, {"jD", "pD"}, {"fceF", "passing"}, {"O2", "castling"}, {"tFR", "special moves"}, {"yW", "right before a"}, {"ayfW", "right before a"}, {"[FR]", "FyafsF"}, {"W-F", "bent"}, {"zB", "special moves"},
		{"(4,1)", "numbers"}, {"NX", "longer leaps"}, {"W03", "up to three"}, {"J", "write C"}, {"wW", "unknown modifier"}, {"E", "unknown atom"},
	} {
		if _, err := ParseBetza(row.text); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want advice with %q", row.text, err, row.want)
		}
	}
}

func TestParseBetzaRefuses(t *testing.T) {
	tests := []struct {
		text   string
		column int
	}{
		{"", 1}, {"  ", 1}, {"J", 1}, {"WL", 2}, {"xW", 1}, {"iW", 1}, {"jD", 1}, {"f", 2}, {"W W", 2},
		{"pN", 1}, {"ppR", 2}, {"pR3", 1}, {"W999", 2}, {"aR", 1}, {"mcaN", 1}, {"mcaR", 1}, {"mcaW2", 1}, {"mcaflF", 1}, {"mcaJ", 4}, {"é", 1}, {"Wé", 2}, {"E", 1}, {"hN", 1}, {"hlF", 1},
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
	for _, seed := range []string{"K", "fRfBbRK", "mRcpR", "DnAnN", "ffN", "R3N0", "pA", "flF", "hlNhrC", "KNADmcaKmcabK", "fmcavW", "FyafsF", "afafsKaflmafrK", "lfFrfN", "fhZ"} {
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

// TestReread finds text whose meaning differs from earlier versions, which
// changes a definition's digest.
func TestReread(t *testing.T) {
	for text, want := range map[string]bool{"N": false, "ffN": false, "bsN": false, "vN": false, "fhN": false, "hlN": false, "flF": false, "fsW": false,
		"fN": true, "rbN": true, "frZ": true, "llN": true, "lfF": true, "rbB": true} {
		parts, err := ParseBetza(text)
		if err != nil || parts[0].reread != want {
			t.Errorf("%s: %v, %v, want %v", text, parts, err, want)
		}
	}
}
