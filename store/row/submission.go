package row

import (
	"strings"
	"time"

	"assay/store"
)

// PuzzleSum returns the checksum of a puzzle; saved is in milliseconds since
// 1970.
func PuzzleSum(z *store.Puzzle, saved int64) int64 {
	return Checksum(z.ID, z.Variant, z.Options, z.Game, z.Ply, z.Position, z.Kind, strings.Join(z.Themes, " "),
		z.Rating, Present(z.Content), saved)
}

// RepertoireSum returns the checksum of a repertoire; saved is in milliseconds
// since 1970.
func RepertoireSum(v *store.Repertoire, saved int64) int64 {
	return Checksum(v.ID, v.Revision, v.Person, v.Name, v.Variant, v.Options, v.Side, Present(v.Content), saved)
}

// CardSum returns the checksum of a card.
func CardSum(c *store.Card) int64 {
	return Checksum(c.Person, c.Deck, c.ID, c.Due.UnixMilli(), Present(c.Content))
}

// EventSum returns the checksum of an event; created and saved are in
// milliseconds since 1970.
func EventSum(e *store.Event, created, saved int64) int64 {
	return Checksum(e.ID, e.Revision, e.Name, store.FormerKey(e.Name), e.Author, Present(e.Content), created, saved)
}

// UploadSum returns the checksum of an upload; packed and size are from Pack,
// sent is in milliseconds since 1970.
func UploadSum(d *store.Upload, packed []byte, size any, sent int64) int64 {
	return Checksum(d.ID, d.Person, d.Name, Number(d.Event), d.Comment, Present(d.Reading), d.Hash[:], packed, size,
		d.Size, sent)
}

// SubmissionSum returns the checksum of a submission; created and changed are
// in milliseconds since 1970.
func SubmissionSum(s *store.Submission, created, changed int64) int64 {
	appealed := 0
	if s.Appealed {
		appealed = 1
	}
	return Checksum(s.ID, s.Delivery, s.Number, Number(s.Event), s.Person, string(s.State), s.Assignee,
		Time(s.Deadline), appealed,
		Number(s.Game), s.Verdict, Present(s.Content), s.Revision, s.Text, s.Change, created, changed)
}

// StepSum returns the checksum of a step; packed and size are from PackStep, at
// is in milliseconds since 1970.
func StepSum(s *store.Step, packed, size any, at int64) int64 {
	return Checksum(s.Change, s.Submission, s.Number, s.Person, s.Action, string(s.State), s.Reason, packed, size,
		Present(s.Content), at)
}

// PackStep is Pack for the record of a step; nil without one.
func PackStep(s *store.Step) (packed, size any) {
	if s.Record == nil {
		return nil, nil
	}
	return Pack(s.Record)
}

// Number returns a column value: nil for 0.
func Number(n int64) any {
	if n == 0 {
		return nil
	}
	return n
}

// Time returns a column value: nil for a zero time, otherwise milliseconds
// since 1970.
func Time(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}
