package store

import "testing"

func TestKnown(t *testing.T) {
	for date, want := range map[string]string{
		"":           "",
		"1955-??-??": "1955",
		"1955-07-??": "1955-07",
		"1955-07-02": "1955-07-02",
		"1955-??-02": "1955-??-02",
		"195?-??-??": "195?",
		"????-??-??": "",
		"????-07-??": "????-07",
	} {
		if got := Known(date); got != want {
			t.Errorf("%s: %q, want %q", date, got, want)
		}
	}
}
