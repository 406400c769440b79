package api

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/api/account"
	"assay/api/annotate"
	"assay/api/events"
	"assay/api/records"
	"assay/api/request"
	"assay/store"
)

// TestUploadBytes loses no byte of a file with oversized or unreadable
// records.
func TestUploadBytes(t *testing.T) {
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
		d, err := a.Deliver(t.Context(), records.DeliveryInput{File: "x.pgn", Body: []byte(file)}, "")
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

// skewedClock is an archive whose clock is ahead of the server's.
type skewedClock struct {
	store.Archive
	ahead time.Duration
}

func (s skewedClock) Now(ctx context.Context) (time.Time, error) {
	now, err := s.Archive.Now(ctx)
	return now.Add(s.ahead), err
}

// TestDeadlines checks deadlines against the archive's clock, not the server's.
func TestDeadlines(t *testing.T) {
	for _, row := range []struct {
		ahead, deadline time.Duration
		passed          bool
	}{
		{0, -30 * time.Minute, true},
		{0, 30 * time.Minute, false},
		{time.Hour, 30 * time.Minute, true},
		{time.Hour, 90 * time.Minute, false},
		{-time.Hour, -30 * time.Minute, false},
		{-time.Hour, -90 * time.Minute, true},
	} {
		ctx, a := t.Context(), newArchive(t)
		a = NewArchive(a.Arbiter, skewedClock{a.store, row.ahead})
		deadline := time.Now().Add(row.deadline)
		if _, err := a.AddEvent(ctx, events.EventInput{Name: "Cup", EventSettings: events.EventSettings{Deadline: &deadline}}); err != nil {
			t.Fatal(err)
		}
		d, err := a.Deliver(ctx, records.DeliveryInput{File: "x.pgn", Event: "Cup", Body: []byte("1. e4 e5 *\n")}, "")
		if err != nil {
			t.Fatal(err)
		}
		s := d.Submissions[0]
		if late := s.State == store.SubmissionNew && len(s.Concerns) == 1 && s.Concerns[0].Kind == events.IssueLate; late != row.passed {
			t.Errorf("%+v: late %v: %+v", row, late, s)
		}
		if !row.passed {
			continue // it is archived, not queued
		}
		until := deadline.UTC().Format(time.RFC3339)
		if _, err := a.ActOnSubmission(ctx, s.ID, 0, records.StepInput{Action: events.ActAssign, Deadline: &until}); err != nil {
			t.Fatal(err)
		}
		one, err := a.Submission(ctx, s.ID, false)
		if err != nil || !one.Overdue {
			t.Errorf("%+v: %+v, %v", row, one, err)
		}
		page, err := a.Submissions(ctx, records.SubmissionFilter{}, "", 9)
		if err != nil || len(page.Submissions) != 1 || !page.Submissions[0].Overdue {
			t.Errorf("%+v: %+v, %v", row, page, err)
		}
	}
}

// TestTransitions checks every action in every state against the table.
func TestTransitions(t *testing.T) {
	arbiter := request.Caller{Name: "Ada", Rights: request.RightsOf(store.Arbiter)}
	bob, eve := request.Caller{Name: "Bob", Rights: request.RightsOf(store.Contributor)}, request.Caller{Name: "Eve", Rights: request.RightsOf(store.Annotator)}
	for _, row := range []struct {
		state store.SubmissionState
		who   request.Caller
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
		{store.SubmissionRefused, request.Caller{}, "[]"},
		{store.SubmissionRefused, request.Local, "[comment appeal reopen]"},
	} {
		if got := fmt.Sprint(events.PossibleActions(row.who, &store.Submission{State: row.state, Person: "Bob"})); got != row.can {
			t.Errorf("%s by %q: %s, want %s", row.state, row.who.Name, got, row.can)
		}
	}
	if got := fmt.Sprint(events.PossibleActions(bob, &store.Submission{State: store.SubmissionReturned, Person: "Bob", Appealed: true})); got != "[comment repair]" {
		t.Errorf("appealed before: %s", got)
	}
}

// TestArchiveClock uses the archive's clock for rulings and comment policies.
func TestArchiveClock(t *testing.T) {
	const ahead = 10 * 365 * 24 * time.Hour
	a := newArchive(t)
	submitAny(t, a, "[Date \""+time.Now().Format("2006.01.02")+"\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 *\n")
	if policy, err := a.Comments(t.Context(), 1); err != nil || policy.Comments != annotate.CommentsReports {
		t.Fatalf("today: %+v, %v", policy, err)
	}
	a = NewArchive(a.Arbiter, skewedClock{a.store, ahead})
	if policy, err := a.Comments(t.Context(), 1); err != nil || policy.Comments != annotate.CommentsOpen {
		t.Errorf("in ten years: %+v, %v", policy, err)
	}
	done, err := a.Rule(t.Context(), 1, records.RulingInput{Author: "Ada", Ply: 6, Ruling: "W-0", Reason: "nobody saw it"})
	if err != nil || time.Until(done.Ruling.Ruled) < ahead-time.Hour {
		t.Errorf("ruled %+v, %v", done, err)
	}
}

// TestDeletedSubmission submits the record of a deleted game. The accepted
// submission shows the game as deleted until it is restored.
func TestDeletedSubmission(t *testing.T) {
	ctx := t.Context()
	a := newArchive(t)
	submit(t, a, []string{scholars})
	const game = 1
	l := listen(t)
	if _, err := a.AddWebhook(ctx, account.WebhookInput{Address: l.URL, Kinds: []store.WebhookEventKind{store.SubmissionEventKind(store.SubmissionAccepted)}}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.AddEvent(ctx, events.EventInput{Name: "Cup", EventSettings: events.EventSettings{Approval: true}}); err != nil {
		t.Fatal(err)
	}
	if err := a.Delete(ctx, game); err != nil {
		t.Fatal(err)
	}
	deliver := func(event string) *records.SubmissionView {
		t.Helper()
		d, err := a.Deliver(ctx, records.DeliveryInput{File: "a.pgn", Event: event, Body: []byte(scholars)}, "")
		if err != nil || len(d.Submissions) != 1 {
			t.Fatal(d, err)
		}
		return d.Submissions[0]
	}
	told := deliver("")
	waits := deliver("Cup")
	if waits.Game != 0 || waits.Deleted {
		t.Errorf("what waits is %+v", waits)
	}
	stepped, err := a.ActOnSubmission(ctx, waits.ID, store.AnyRevision, records.StepInput{Action: events.ActAccept})
	if err != nil {
		t.Fatal(err)
	}
	deliverAll(t, a, post)
	says := func(deleted bool) {
		t.Helper()
		page, err := a.Submissions(ctx, records.SubmissionFilter{Game: game}, "", 10)
		if err != nil || len(page.Submissions) != 2 {
			t.Fatal(page, err)
		}
		one, err := a.Submission(ctx, told.ID, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range append(page.Submissions, one.SubmissionView) {
			if v.Game != game || v.Deleted != deleted {
				t.Errorf("submission %d: game %d, deleted %t, want %t", v.ID, v.Game, v.Deleted, deleted)
			}
		}
	}
	for _, v := range []*records.SubmissionView{told, stepped.SubmissionView} {
		if v.State != store.SubmissionAccepted || v.Game != game || !v.Existing || !v.Deleted {
			t.Errorf("the answer is %+v", v)
		}
	}
	says(true)
	if err := a.Restore(ctx, game); err != nil {
		t.Fatal(err)
	}
	says(false)
	deliver("")
	deliverAll(t, a, post)
	heard := ""
	for _, m := range l.heard {
		heard += fmt.Sprintf("%s %d %d %t\n", m.Type, m.Data.Game, m.Data.Submission, m.Data.Deleted)
	}
	if want := "submission.accepted 1 1 true\nsubmission.accepted 1 2 true\nsubmission.accepted 1 3 false\n"; heard != want || len(l.faults) > 0 {
		t.Errorf("heard\n%swant\n%s%v", heard, want, l.faults)
	}
}

// TestUploadContinues submits longer records of unfinished games. They become
// revisions if their sender submitted the game or is an arbiter, and wait
// otherwise until an arbiter accepts them.
func TestUploadContinues(t *testing.T) {
	a := newArchive(t)
	const ada, eve = "[White \"Ada\"]\n[Black \"Ben\"]\n[Result \"*\"]\n\n", "[White \"Eve\"]\n[Black \"Fay\"]\n[Result \"*\"]\n\n"
	const long = ada + "1. e4 e5 2. Nf3 *\n"
	caller := func(name string, role store.Role) context.Context {
		return request.WithCaller(t.Context(), request.Caller{Name: name, Rights: request.RightsOf(role)})
	}
	bob, cy, arbiter := caller("Bob", store.Contributor), caller("Cy", store.Contributor), caller("Ann", store.Arbiter)
	for _, row := range []struct {
		name string
		ctx  context.Context
		body string
		want string // state, game, revision
	}{
		{"new", bob, ada + "1. e4 *\n", "accepted 1 0"},
		{"by another", cy, ada + "1. e4 e5 *\n", "new 0 0"},
		{"by its submitter, twice", bob, ada + "1. e4 e5 *\n\n" + long, "accepted 1 2, accepted 1 3"},
		{"again", bob, long, "accepted 1 0"},
		{"the longer one first", bob, ada + "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n" + ada + "1. e4 e5 2. Nf3 Nc6 *\n",
			"accepted 1 4, accepted 2 0"},
		{"several games are the beginning", bob, ada + "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n", "accepted 3 0"},
		{"another game", bob, eve + "1. d4 *\n", "accepted 4 0"},
		{"other moves", bob, eve + "1. c4 c5 *\n", "accepted 5 0"},
		{"by an arbiter", arbiter, eve + "1. d4 d5 *\n", "accepted 4 2"},
		{"illegal", bob, eve + "1. d4 d5 2. d5 *\n", "new 0 0"},
	} {
		d, err := a.Deliver(row.ctx, records.DeliveryInput{File: "x.pgn", Body: []byte(row.body)}, "")
		if err != nil {
			t.Fatalf("%s: %v", row.name, err)
		}
		var got []string
		for _, s := range d.Submissions {
			got = append(got, fmt.Sprintf("%s %d %d", s.State, s.Game, s.Continued))
		}
		if all := strings.Join(got, ", "); all != row.want {
			t.Errorf("%s: %s, want %s", row.name, all, row.want)
		}
	}

	// The archive has the waiting record as a former revision, so accepting it
	// changes nothing; a longer one that waits becomes a revision.
	accepted, err := a.ActOnSubmission(arbiter, 2, store.AnyRevision, records.StepInput{Action: events.ActAccept})
	if err != nil || accepted.Game != 1 || accepted.Continued != 0 {
		t.Errorf("the former record: %+v, %v", accepted, err)
	}
	d := must(a.Deliver(cy, records.DeliveryInput{File: "x.pgn", Body: []byte(eve + "1. d4 d5 2. c4 1-0\n")}, ""))
	waiting := d.Submissions[0]
	if len(waiting.Concerns) != 1 || waiting.Concerns[0].Kind != events.IssueContinues {
		t.Fatalf("%+v", waiting)
	}
	accepted, err = a.ActOnSubmission(arbiter, waiting.ID, store.AnyRevision, records.StepInput{Action: events.ActAccept})
	if err != nil || accepted.Game != 4 || accepted.Continued != 3 {
		t.Errorf("%+v, %v", accepted, err)
	}
	checkSound(t, a)
}
