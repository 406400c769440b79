package sqlite

import (
	"context"
	"strings"
	"testing"

	"assay/store"
)

// TestCheckSubmissions checks that events and submissions that were altered
// outside the program are found.
func TestCheckSubmissions(t *testing.T) {
	ctx := context.Background()
	for statement, want := range map[string]string{
		`UPDATE events SET name = 'other'`:                                 "checksum: event 1",
		`UPDATE deliveries SET file = x'00'`:                               "checksum: upload 1",
		`UPDATE submissions SET person = 'Eve'`:                            "checksum: submission 1",
		`UPDATE steps SET reason = 'x' WHERE number = 1`:                   "checksum: step 1 of submission 1",
		`DELETE FROM steps WHERE number = 1`:                               "revision: submission 1 is at step 2; 1 are saved, the last is 2",
		`DELETE FROM steps WHERE number = 2`:                               "revision: submission 1 is at step 2; 1 are saved, the last is 1",
		`UPDATE steps SET state = 'refused' WHERE number = 2`:              "revision: submission 1 is at step 2; 2 are saved, the last is 2",
		`PRAGMA foreign_keys = off; DELETE FROM deliveries`:                "reference",
		`UPDATE steps SET record = x'28b52ffd', size = 9 WHERE change = 1`: "checksum: step 1 of submission 1",
	} {
		path := filled(t, 1)
		s := open(t, path, Options{})
		e := result(s.AddEvent(ctx, store.Event{Name: "Cup"}))(t)
		sent := []store.UploadedRecord{{Submission: store.Submission{Number: 1, Event: e.ID}, Step: store.Step{Action: "submit", State: store.SubmissionNew, Record: []byte("1. e4")}}}
		result(s.AddUpload(ctx, nil, store.Upload{Person: "Bob", Event: e.ID, File: []byte("1. e4")}, sent, func(*store.Upload, []store.Submission, []store.Added) ([]byte, error) { return nil, nil }))(t)
		if _, _, err := s.Advance(ctx, 1, 1, func(now *store.Submission) (*store.Step, error) {
			return &store.Step{Person: "Ada", Action: "comment", State: now.State, Reason: "why"}, nil
		}); err != nil {
			t.Fatal(err)
		}
		if faults := result(s.Check(ctx))(t); len(faults) > 0 {
			t.Fatalf("before: %v", faults)
		}
		s.Close()
		execute(t, path, statement)
		told := ""
		for _, f := range result(open(t, path, Options{ReadOnly: true}).Check(ctx))(t) {
			told += f.String() + "\n"
		}
		if !strings.Contains(told, want) {
			t.Errorf("%s: %q, want %q", statement, told, want)
		}
	}
}
