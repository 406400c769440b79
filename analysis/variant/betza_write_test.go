package variant

import (
	"strings"
	"testing"
)

// TestWriteBetza reads Betza texts and writes them again.
func TestWriteBetza(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"K", ""}, {"Q", ""}, {"R", ""}, {"B", ""}, {"N", ""}, {"WF", "K"}, {"BR", "Q"}, {"BN", ""}, {"fWfF", ""}, {"mfWcfF", "fmWfcF"},
		{"FpD", ""}, {"fW", ""}, {"NN", ""}, {"DD", ""}, {"W3", ""}, {"F2", ""}, {"nN", ""}, {"gQ", "gQ"}, {"pR", ""}, {"mRcpR", ""},
		{"ffN", "fN"}, {"rfN", ""}, {"frN", ""}, {"fsN", ""}, {"NC", ""}, {"CZ", ""}, {"KAD", ""}, {"nD", ""}, {"fmnD", ""}, {"vWF", ""}, {"bWfF", ""}, {"G", ""}, {"H", ""},
		{"fBbR", ""}, {"flF", ""}, {"hlN", ""},
	} {
		read, err := ParseBetza(row.text)
		if err != nil {
			t.Fatal(err)
		}
		want := row.want
		if want == "" {
			want = row.text
		}
		if got, err := WriteBetza(Reaches(read)); err != nil || got != want {
			t.Errorf("%s: %s %v", row.text, got, err)
		}
	}
	for _, row := range []struct {
		reach Reach
		says  string
	}{
		{Reach{Vector: Vector{4, 1}, Range: 1, Quiet: true, Capture: true}, "4 squares one way and 1"},
		{Reach{Vector: Vector{1, 0}, Range: 1}, "neither"},
		{Reach{Vector: Vector{1, 0}, Range: 100, Quiet: true}, "0 to 99"},
		{Reach{Vector: Vector{1, 2}, Range: 1, Hop: HopOver, Quiet: true}, "cannot express"},
	} {
		if _, err := WriteBetza([]Reach{row.reach}); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%v: %v", row.reach, err)
		}
	}
}

// FuzzWriteBetza writes what it reads of any text: the meaning stays.
func FuzzWriteBetza(f *testing.F) {
	for _, text := range []string{"K", "FpD", "mfWcfF", "rfNlbN", "nNN", "fhNbhC"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, err := ParseBetza(text)
		if err != nil || len(text) > 12 {
			return
		}
		reaches := Reaches(read)
		written, err := WriteBetza(reaches)
		if err != nil {
			return
		}
		again, err := ParseBetza(written)
		if err != nil || !sameReaches(Reaches(again), reaches) {
			t.Errorf("%s: %s %v", text, written, err)
		}
	})
}
