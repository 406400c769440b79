package parser

import (
	"fmt"
	"strings"
	"testing"
)

func TestErrorMessages(t *testing.T) {
	place := Place{Line: 3, Column: 4, Offset: 50}
	for _, row := range []struct {
		err  error
		want string
	}{
		{&Fault{Place: place, Rule: "NL-1", Message: "no ply", Text: "a\nb"}, `3:4: NL-1: no ply: "a\nb"`},
		{&Fault{Place: place, Rule: "NL-1", Message: "no ply", Text: strings.Repeat("ß", 1000)}, `3:4: NL-1: no ply: "` + strings.Repeat("ß", 80) + `…"`},
		{&Unreadable{Reason: "the file is empty"}, "unreadable: the file is empty"},
		{&TooLarge{Game: 2, Place: place, Limit: 100}, "3:4: record 2 is larger than the limit of 100 bytes for one record"},
		{&UnknownFormat{Format: "morse"}, `unknown record format "morse": expected one of ` + fmt.Sprint(Formats())},
		{&Unwritable{Format: Numbered, Message: "ply 2", Text: "x"}, `not expressible as numbered: ply 2: "x"`},
	} {
		if got := row.err.Error(); got != row.want {
			t.Errorf("%q, want %q", got, row.want)
		}
	}
}

func TestRecordTag(t *testing.T) {
	r := Record{Tags: []Tag{{Key: "Event", Value: "first"}, {Key: "event", Value: "second"}}}
	if value, ok := r.Tag("EVENT"); !ok || value != "first" {
		t.Errorf("Event is %q, %v", value, ok)
	}
	if value, ok := r.Tag("Even"); ok || value != "" {
		t.Errorf("Even is %q, %v", value, ok)
	}
}
