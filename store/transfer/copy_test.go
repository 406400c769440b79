package transfer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/fixtures/postgrestest"
	"assay/fixtures/storetest"
	"assay/store"
	"assay/store/postgres"
	"assay/store/sqlite"
	"assay/store/transfer"
)

// archive is an archive that a test uses and copies.
type archive interface {
	store.Archive
	transfer.Endpoint
}

func inFile(t *testing.T) archive {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "archive.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func inDatabase(t *testing.T, server *postgrestest.Server) archive {
	t.Helper()
	s, err := postgres.Open(t.Context(), server.Schema(t), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// fill writes some data of every kind.
func fill(t *testing.T, s store.Archive) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	games := storetest.Samples(1, 450)
	games[3].First, games[3].Tags = "zero \x00, mark \x1a, none \xff", append(games[3].Tags, store.Tag{Key: "Annotator", Value: "Ünïcode 将棋"})
	games[4].Record = []byte(strings.Repeat("long enough to be compressed ", 200))
	_, err := s.Add(ctx, games, store.Import{Path: "a.pgn", Size: 7, Line: 3, Games: 2, Done: true},
		store.Import{Path: "caf\xe9.pgn"}, store.Import{Path: "cafz.pgn"}) // in Latin-1, sorted by bytes
	must(err)
	for _, game := range []int64{1, 250} {
		a, err := s.Annotate(ctx, store.Draft{Game: game, Ply: 2, Author: "Ada", Content: []byte("one")}, 0)
		must(err)
		_, err = s.Edit(ctx, a.ID, a.Revision, store.Draft{Game: game, Ply: 2, Author: "Bob", Content: []byte("two")})
		must(err)
	}
	a, err := s.Annotate(ctx, store.Draft{Game: 2, Author: "Ada", Content: []byte{}}, 0)
	must(err)
	_, err = s.Withdraw(ctx, 2, a.ID, a.Revision, "Ada")
	must(err)
	_, err = s.SetComments(ctx, store.CommentSetting{Game: 2, Mode: "closed", Author: "Ada", Reason: "over"})
	must(err)
	must(s.Update(ctx, store.Verification{Game: 7, VariantVersion: "2", Verdict: "illegal", Plies: 3, Result: "*"}))
	at, err := s.Sequence(ctx)
	must(err)
	ruling := analysis.Ruling{Ply: 4, Rule: "CSG-7", Move: "Pawn a3 - a9", Text: "Pawn \x00", Arbiter: "Ada", Reason: "unseen", Ruled: time.UnixMilli(7)}
	_, err = s.Rule(ctx, 7, ruling, at, store.Verification{Game: 7, VariantVersion: "2", Verdict: "ruled", Plies: 9, Result: "*"})
	must(err)
	_, err = s.RevokeRuling(ctx, 7, 1, "Ben", "seen", at+1, store.Verification{Game: 7, VariantVersion: "2", Verdict: "illegal", Plies: 3, Result: "*"})
	must(err)
	must(s.Delete(ctx, 450))
	_, err = s.DecideTwins(ctx, store.TwinDecision{Game: 2, Twin: 250, State: store.TwinsMerged, Kept: 2, Author: "Ada"},
		store.TwinChange{Move: func(*store.Annotation) (*store.Draft, error) { return nil, nil }})
	must(err)
	must(s.NamePlayer(ctx, 0, []store.PlayerName{{Name: "zero \x00", Player: "Ünï", Author: "Ada"}}))
	deck, err := s.SaveRepertoire(ctx, store.Repertoire{Name: "ü \x00", Variant: "chess", Side: 1, Content: bytes.Repeat([]byte("e2e4 "), 999)})
	must(err)
	_, err = s.ChangeCard(ctx, 0, deck.ID, "a", func([]byte, time.Time) (time.Time, []byte, error) {
		return time.UnixMilli(7), []byte{0, 255}, nil
	})
	must(err)
	must(s.SaveAnalysis(ctx, store.Analysis{Game: 9, Engine: "assay", Version: "1", VariantVersion: "1", Nodes: 5, Content: []byte("x")}, 0))
	_, err = s.Enqueue(ctx, store.Job{Game: 9, Batch: true, Request: []byte("y")}, store.JobBounds{})
	must(err)
	job, err := s.TakeJob(ctx, time.Hour)
	must(err)
	must(s.SaveProgress(ctx, job.ID, job.Turn, 3, 9))
	for i, name := range []string{"b", "B", "ü \x1a"} {
		_, _, err = s.AddExternal(ctx, store.ExternalID{Source: "site", Name: name}, games[i])
		must(err)
	}
	_, err = s.SaveDefinition(ctx, store.Definition{Draft: "d", Version: 0, Author: "Ada", Text: "id: x"}, 0)
	must(err)
	must(s.Publish(ctx, "d", 1, "x", "r1"))
	_, err = s.SaveStudy(ctx, []store.StudyPart{{Study: "s", Author: "Ada \x1a", Content: []byte("\x00{}")}, {Study: "s", Chapter: 1, Content: make([]byte, 1<<13)}}, 0)
	must(err)
	hook, err := s.AddWebhook(ctx, store.Webhook{URL: "https://club.example", Secret: "s", Kinds: "game.restored"})
	must(err)
	must(s.Restore(ctx, 450))
	must(s.SaveWebhookDelivery(ctx, store.WebhookDelivery{Webhook: hook.ID, Event: 1, Attempts: 1, State: store.DeliveryRetrying, Message: "no"}, func(w *store.Webhook, now time.Time) { w.Failing = now }))
	must(s.Delete(ctx, 450))
	_, err = s.AddPerson(ctx, store.Person{Name: "Ada", Role: store.Administrator}, store.MailIdentity("ada@club.example"), store.Identity{Issuer: "https://club.example", Subject: "1"})
	must(err)
	event, err := s.AddEvent(ctx, store.Event{Name: "Cup \x1a", Author: "Ada", Content: []byte("{}")})
	must(err)
	for i := range 9 {
		_, err = s.AddUpload(ctx, nil, store.Upload{Person: "Bob", Name: "a.pgn", Event: event.ID * int64(i%2), File: fmt.Appendf(nil, "file %d", i)}, []store.UploadedRecord{
			{Submission: store.Submission{Number: 1, Event: event.ID}, Step: store.Step{Action: "submit", State: store.SubmissionAccepted, Record: games[i].Record, Archive: games[i]}},
			{Submission: store.Submission{Number: 2}, Step: store.Step{Action: "submit", State: store.SubmissionNew, Reason: "\x00", Record: []byte{}}},
		}, func(*store.Upload, []store.Submission, []store.Added) ([]byte, error) { return nil, nil })
		must(err)
	}
	_, _, err = s.Advance(ctx, 2, 1, func(now *store.Submission) (*store.Step, error) {
		now.Deadline, now.Appealed = time.UnixMilli(7), true
		return &store.Step{Person: "Ada", Action: "return", State: store.SubmissionReturned}, nil
	})
	must(err)
}

func none(int64, int64) {}

// copied copies an archive and checks that the copy is valid and equal.
func copied(t *testing.T, from, to archive) {
	t.Helper()
	tally, err := transfer.Copy(t.Context(), from, to, none)
	if err != nil || tally.Games != 450 {
		t.Fatalf("%+v, %v", tally, err)
	}
	faults, err := to.Check(t.Context())
	if err != nil || len(faults) > 0 {
		t.Fatalf("the copy is not sound: %v, %v", faults, err)
	}
	last, err := from.Sequence(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int64{0, 450, last} {
		want, err := from.Lineage(t.Context(), at)
		got, err2 := to.Lineage(t.Context(), at)
		if err := errors.Join(err, err2); err != nil || got != want {
			t.Errorf("lineage at %d: %s, want %s, %v", at, got, want, err)
		}
	}
	for _, f := range []store.Filter{{}, {Query: "Candidates 1951"}, {Player: "Family7"}, {Query: "将棋"}} {
		want, err := from.Count(t.Context(), f)
		got, err2 := to.Count(t.Context(), f)
		if err := errors.Join(err, err2); err != nil || got != want || want == 0 {
			t.Errorf("%+v finds %d, want %d, %v", f, got, want, err)
		}
	}
	// The copy can be written like any other archive.
	if _, err := to.Add(t.Context(), storetest.Samples(900, 2)); err != nil {
		t.Error(err)
	}
	if _, err := to.Annotate(t.Context(), store.Draft{Game: 1, Author: "Cyd", Content: []byte("new")}, 0); err != nil {
		t.Error(err)
	}
	if _, err := to.Enqueue(t.Context(), store.Job{Game: 1}, store.JobBounds{}); err != nil {
		t.Error(err)
	}
	if _, err := to.SetComments(t.Context(), store.CommentSetting{Game: 1, Mode: "open", Author: "Cyd"}); err != nil {
		t.Error(err)
	}
}

func TestCopy(t *testing.T) {
	file := inFile(t)
	fill(t, file)
	t.Run("file to file", func(t *testing.T) { copied(t, file, inFile(t)) })
	t.Run("by a database", func(t *testing.T) {
		server := postgrestest.Start(t)
		base := inDatabase(t, server)
		if _, err := transfer.Copy(t.Context(), file, base, none); err != nil {
			t.Fatal(err)
		}
		copied(t, base, inFile(t))
		copied(t, base, inDatabase(t, server))
		copied(t, file, base)
	})
}

// failing fails after some writes.
type failing struct {
	archive
	puts int
}

var errCut = errors.New("cut short")

func (f *failing) Put(ctx context.Context, parts []transfer.Batch) error {
	if f.puts--; f.puts < 0 {
		return errCut
	}
	return f.archive.Put(ctx, parts)
}

// TestResume continues a copy that was interrupted after any of its writes.
func TestResume(t *testing.T) {
	from := inFile(t)
	fill(t, from)
	to := inFile(t)
	for puts := range 7 {
		_, err := transfer.Copy(t.Context(), from, &failing{to, min(puts, 1)}, none)
		if want := puts < 6; errors.Is(err, errCut) != want {
			t.Fatalf("the copy after %d writes: %v", puts, err)
		}
	}
	tally, err := transfer.Copy(t.Context(), from, to, none)
	if err != nil || tally != (transfer.Summary{Games: 450, There: 450}) {
		t.Errorf("once more: %+v, %v", tally, err)
	}
}

// TestUnfinished checks that an interrupted copy can only be opened to continue
// it.
func TestUnfinished(t *testing.T) {
	from := inFile(t)
	fill(t, from)
	path, address := filepath.Join(t.TempDir(), "archive.db"), postgrestest.Shared(t).Schema(t)
	for name, open := range map[string]func(unfinished bool) (archive, error){
		"a file": func(unfinished bool) (archive, error) {
			return sqlite.Open(t.Context(), path, sqlite.Options{Unfinished: unfinished})
		},
		"a database": func(unfinished bool) (archive, error) {
			return postgres.Open(t.Context(), address, postgres.Options{Unfinished: unfinished})
		},
	} {
		t.Run(name, func(t *testing.T) {
			copyTo := func(unfinished bool, puts int) error {
				t.Helper()
				to, err := open(unfinished)
				if err != nil {
					t.Fatal(err)
				}
				defer to.Close()
				_, err = transfer.Copy(t.Context(), from, &failing{to, puts}, none)
				return err
			}
			for range 2 {
				if err := copyTo(true, 1); !errors.Is(err, errCut) {
					t.Fatal(err)
				}
				if _, err := open(false); !errors.Is(err, store.ErrUnfinished) {
					t.Errorf("it was opened: %v", err)
				}
			}
			if err := copyTo(true, 100); err != nil {
				t.Fatal(err)
			}
			if err := copyTo(false, 0); err != nil {
				t.Errorf("once more: %v", err)
			}
		})
	}
}

// TestFinished checks that a finished copy is not written again after the
// source has changed, since readers would see an incomplete state.
func TestFinished(t *testing.T) {
	server := postgrestest.Shared(t)
	for name, to := range map[string]archive{"a file": inFile(t), "a database": inDatabase(t, server)} {
		t.Run(name, func(t *testing.T) {
			from := inFile(t)
			for _, more := range []bool{false, true} {
				if _, err := from.Add(t.Context(), storetest.Samples(map[bool]int{true: 200}[more], 200)); err != nil {
					t.Fatal(err)
				}
				if _, err := transfer.Copy(t.Context(), from, to, none); errors.Is(err, transfer.ErrDifferent) != more {
					t.Errorf("more games %t: %v", more, err)
				}
				if n, err := to.LastGame(t.Context()); n != 200 || err != nil {
					t.Errorf("more games %t: the copy has %d, %v", more, n, err)
				}
			}
		})
	}
}

// TestRefused checks that a target with other contents is rejected, and that a
// difference is found.
func TestRefused(t *testing.T) {
	from := inFile(t)
	fill(t, from)
	other := inFile(t)
	if _, err := other.Add(t.Context(), storetest.Samples(1, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := transfer.Copy(t.Context(), from, other, none); !errors.Is(err, transfer.ErrOther) {
		t.Errorf("onto another archive: %v", err)
	}
	drafts := inFile(t)
	if _, err := drafts.SaveDefinition(t.Context(), store.Definition{Draft: "e", Author: "Ada", Text: "id: y"}, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := transfer.Copy(t.Context(), from, drafts, none); !errors.Is(err, transfer.ErrOther) {
		t.Errorf("onto drafts: %v", err)
	}
	sent := inFile(t)
	unread := store.UploadedRecord{Submission: store.Submission{Number: 1}, Step: store.Step{Action: "submit", State: store.SubmissionNew, Record: []byte("x")}}
	if _, err := sent.AddUpload(t.Context(), nil, store.Upload{Person: "Bob", Name: "a"}, []store.UploadedRecord{unread},
		func(*store.Upload, []store.Submission, []store.Added) ([]byte, error) { return nil, nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := transfer.Copy(t.Context(), from, sent, none); !errors.Is(err, transfer.ErrOther) {
		t.Errorf("onto what was submitted: %v", err)
	}
	twin := inFile(t)
	if _, err := transfer.Copy(t.Context(), from, twin, none); err != nil {
		t.Fatal(err)
	}
	if err := twin.Delete(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	if _, err := transfer.Copy(t.Context(), from, twin, none); !errors.Is(err, transfer.ErrDifferent) || !strings.Contains(fmt.Sprint(err), "table games") {
		t.Errorf("onto a copy that was changed: %v", err)
	}
	changed := func(int64, int64) {
		if _, err := from.Annotate(t.Context(), store.Draft{Game: 1, Author: "Eve", Content: []byte("late")}, 0); err != nil {
			t.Error(err)
		}
	}
	if _, err := transfer.Copy(t.Context(), from, inFile(t), changed); !errors.Is(err, transfer.ErrChanged) && !errors.Is(err, transfer.ErrDifferent) {
		t.Errorf("of an archive that is written: %v", err)
	}
}
