package parser

import (
	"fmt"
	"strings"
	"testing"

	"assay/parser/numbered"
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
		{&UnknownFormat{Format: "morse"}, `unknown record format "morse": want one of ` + fmt.Sprint(Formats())},
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

func TestFaultIn(t *testing.T) {
	r := readAll(t, []byte("Variant=x\n12. König e1 e2\n"), Options{})[0]
	_, _, fault := numbered.ParseActions(r.Moves[0].Text + " -")
	if fault == nil {
		t.Fatal("no fault")
	}
	want := Place{Line: 2, Column: 5, Offset: 14}
	if got := fault.In(r.Moves[0]).Place; got != want {
		t.Errorf("place %+v, want %+v", got, want)
	}
}
