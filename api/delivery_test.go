package api

import (
	"fmt"
	"strings"
	"testing"

	"assay/store"
)

// TestDeliveryBytes loses no byte of a file of which parts are too large, or
// cannot be read.
func TestDeliveryBytes(t *testing.T) {
	a := opened(t, Config{Data: t.TempDir(), MaxRecord: 2000})
	const game = "[White \"%d\"]\n[Black \"Bo\"]\n\n1. e4 e5 *\n\n"
	one, two, three := fmt.Sprintf(game, 1), fmt.Sprintf(game, 2), fmt.Sprintf(game, 3)
	large := "[White \"Large\"]\n\n1. e4 {" + strings.Repeat("so ", 2000) + "} *\n\n"
	for _, row := range []struct {
		parts  []string
		states string
	}{
		{[]string{one, two, three}, "accepted accepted accepted"},
		{[]string{fmt.Sprintf(game, 4), large, fmt.Sprintf(game, 5)}, "accepted new accepted"},
		{[]string{large, fmt.Sprintf(game, 6)}, "new accepted"},
		{[]string{fmt.Sprintf(game, 7), large}, "accepted new"},
	} {
		file := strings.Join(row.parts, "")
		d, err := a.Deliver(t.Context(), DeliveryInput{File: "x.pgn", Body: []byte(file)}, "")
		if err != nil {
			t.Fatal(err)
		}
		var states []string
		whole := ""
		for _, s := range d.Submissions {
			states = append(states, string(s.State))
			record, err := a.SubmissionRecord(t.Context(), s.ID, 0)
			if err != nil {
				t.Fatal(err)
			}
			whole += string(record)
		}
		if got := strings.Join(states, " "); got != row.states || whole != file {
			t.Errorf("%d parts are %s, want %s; of %d bytes %d are kept", len(row.parts), got, row.states, len(file), len(whole))
		}
		if _, kept, err := a.DeliveryFile(t.Context(), d.Submissions[0].ID); err != nil || string(kept) != file {
			t.Errorf("the file: %d bytes, %v", len(kept), err)
		}
	}
}

// TestTransitions goes through the table: each action leads where it says, and
// nowhere from any other state.
func TestTransitions(t *testing.T) {
	arbiter := Caller{Name: "Ada", Rights: rightsOf(store.Arbiter)}
	bob, eve := Caller{Name: "Bob", Rights: rightsOf(store.Contributor)}, Caller{Name: "Eve", Rights: rightsOf(store.Annotator)}
	for _, row := range []struct {
		state store.SubmissionState
		who   Caller
		can   string
	}{
		{store.SubmissionNew, arbiter, "[comment assign return repair rule accept refuse]"},
		{store.SubmissionReturned, arbiter, "[comment assign repair rule accept refuse]"},
		{store.SubmissionRepaired, arbiter, "[comment assign return repair rule accept refuse]"},
		{store.SubmissionRuled, arbiter, "[comment assign return repair rule lift accept refuse]"},
		{store.SubmissionAccepted, arbiter, "[comment]"},
		{store.SubmissionRefused, arbiter, "[comment reopen]"},
		{store.SubmissionNew, bob, "[comment]"},
		{store.SubmissionReturned, bob, "[comment repair appeal]"},
		{store.SubmissionRefused, bob, "[comment appeal]"},
		{store.SubmissionAccepted, bob, "[comment]"},
		{store.SubmissionReturned, eve, "[]"},
		{store.SubmissionRefused, Caller{}, "[]"},
		{store.SubmissionRefused, Local, "[comment appeal reopen]"},
	} {
		if got := fmt.Sprint(possible(row.who, &store.Submission{State: row.state, Person: "Bob"})); got != row.can {
			t.Errorf("%s by %q: %s, want %s", row.state, row.who.Name, got, row.can)
		}
	}
	if got := fmt.Sprint(possible(bob, &store.Submission{State: store.SubmissionReturned, Person: "Bob", Appealed: true})); got != "[comment repair]" {
		t.Errorf("appealed before: %s", got)
	}
}
