package api

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"assay/api/events"
	"assay/api/records"
	"assay/store"
)

// TestContradictions submits records to an event whose result contradicts
// the final position or the record. They are queued for an arbiter, who may
// accept them. Without an event they are archived with a warning.
func TestContradictions(t *testing.T) {
	const mate = "1. f3 e5 2. g4 Qh4# "
	for _, row := range []struct{ name, headers, moves, says string }{
		{"the board says otherwise", `[Result "1-0"]`, mate + "1-0", "the record says 1-0, but the result on the board is 0-1 (checkmate) after ply 4, Qh4#"},
		{"stalemate", `[Result "1-0"][FEN "7k/5Q2/8/8/8/8/8/K7 w - - 0 1"]`, "1. Kb1 1-0", "the record says 1-0, but the result on the board is 1/2-1/2 (stalemate) after ply 1, Kb1"},
		{"the moves alone", "", mate + "1/2-1/2", "the record says 1/2-1/2"},
		{"the header alone", `[Result "1/2-1/2"]`, mate + "*", "the record says 1/2-1/2"},
		{"the header against moves and board", `[Result "1-0"]`, mate + "0-1", "the record says 1-0"},
		{"the header against the moves", `[Result "1-0"]`, "1. e4 e5 0-1", "the header says 1-0, but the moves end with 0-1"},
		{"as it stands", `[Result "0-1"]`, mate + "0-1", ""},
		{"open", `[Result "*"]`, mate + "*", ""},
		{"resigned", `[Result "1-0"]`, "1. e4 1-0", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			a := newArchive(t)
			if _, err := a.AddEvent(t.Context(), events.EventInput{Name: "Cup"}); err != nil {
				t.Fatal(err)
			}
			for _, event := range []string{"Cup", ""} {
				record := "[Event \"" + event + "\"]\n" + strings.ReplaceAll(row.headers, "][", "]\n[") + "\n\n" + row.moves + "\n"
				d, err := a.Deliver(t.Context(), records.DeliveryInput{Author: "Ann", File: "x.pgn", Body: []byte(record)}, "")
				if err != nil {
					t.Fatal(err)
				}
				s := d.Submissions[0]
				waits := event != "" && row.says != ""
				if (s.State == store.SubmissionNew) != waits {
					t.Errorf("event %q: %s, %+v", event, s.State, s.Concerns)
				}
				if row.says != "" && len(s.Warnings) == 0 {
					t.Errorf("event %q: no warning", event)
				}
				if !waits {
					continue
				}
				if len(s.Concerns) != 1 || s.Concerns[0].Kind != events.IssueResult || !strings.HasPrefix(s.Concerns[0].Message, row.says) {
					t.Errorf("concerns %+v, want %q", s.Concerns, row.says)
				}
				detail, err := a.Submission(t.Context(), s.ID, false)
				if err != nil || !slices.Contains(detail.Actions, events.ActAccept) {
					t.Errorf("actions %v, error %v", detail.Actions, err)
				}
				if _, err := a.ActOnSubmission(t.Context(), s.ID, store.AnyRevision, records.StepInput{Action: events.ActAccept, Author: "Ada"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestUnacceptableRecords allows accepting a record only if that archives it,
// and shows the ply and move of its error.
func TestUnacceptableRecords(t *testing.T) {
	for _, row := range []struct {
		name, record, says string
		accepts            bool
	}{
		{"illegal", "1. e4 e5 2. Nf3 Nc6 3. Bb6 *\n", "ply 5 (move 3 of White), Bb6: ", false},
		{"unreadable", "{", "", false},
		{"unsupported", unsupportedRecord, "", true},
	} {
		a := newArchive(t)
		d, err := a.Deliver(t.Context(), records.DeliveryInput{Author: "Ann", File: "x", Body: bytes.Clone([]byte(row.record))}, "")
		if err != nil {
			t.Fatal(err)
		}
		s := d.Submissions[0]
		if len(s.Concerns) == 0 || !strings.HasPrefix(s.Concerns[0].Message, row.says) {
			t.Errorf("%s: concerns %+v", row.name, s.Concerns)
		}
		detail, err := a.Submission(t.Context(), s.ID, false)
		if err != nil || slices.Contains(detail.Actions, events.ActAccept) != row.accepts {
			t.Errorf("%s: actions %v, error %v", row.name, detail.Actions, err)
		}
		_, err = a.ActOnSubmission(t.Context(), s.ID, store.AnyRevision, records.StepInput{Action: events.ActAccept, Author: "Ada"})
		if (err == nil) != row.accepts {
			t.Errorf("%s: accepted with error %v", row.name, err)
		}
	}
}
