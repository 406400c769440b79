package row

import (
	"time"

	"assay/store"
)

// EventSum is the checksum of an event; created and saved are in milliseconds
// since 1970.
func EventSum(e *store.Event, created, saved int64) int64 {
	return Checksum(e.ID, e.Revision, e.Name, store.PersonKey(e.Name), e.Author, Present(e.Content), created, saved)
}

// DeliverySum is the checksum of a delivery, of whose file Pack has made packed
// and size; sent is in milliseconds since 1970.
func DeliverySum(d *store.Delivery, packed []byte, size any, sent int64) int64 {
	return Checksum(d.ID, d.Person, d.Name, Number(d.Event), d.Comment, Present(d.Reading), d.Hash[:], packed, size, d.Size, sent)
}

// SubmissionSum is the checksum of a submission; created and changed are in
// milliseconds since 1970.
func SubmissionSum(s *store.Submission, created, changed int64) int64 {
	appealed := 0
	if s.Appealed {
		appealed = 1
	}
	return Checksum(s.ID, s.Delivery, s.Number, Number(s.Event), s.Person, string(s.State), s.Assignee, Time(s.Deadline), appealed,
		Number(s.Game), s.Verdict, Present(s.Content), s.Revision, s.Text, s.Change, created, changed)
}

// StepSum is the checksum of a step, of whose record Pack has made packed and
// size, nil for none; at is in milliseconds since 1970.
func StepSum(s *store.Step, packed, size any, at int64) int64 {
	return Checksum(s.Change, s.Submission, s.Number, s.Person, s.Action, string(s.State), s.Reason, packed, size, Present(s.Content), at)
}

// PackStep is Pack of the record of a step, nil for none.
func PackStep(s *store.Step) (packed, size any) {
	if s.Record == nil {
		return nil, nil
	}
	return Pack(s.Record)
}

// Number is a number as it is kept that is 0 for none: nil.
func Number(n int64) any {
	if n == 0 {
		return nil
	}
	return n
}

// Time is a time as it is kept that is zero for none: nil, or milliseconds
// since 1970.
func Time(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// SubmissionPage is the end of a query for a page of submissions, behind its
// table. mark keeps a value and gives the mark that stands for it.
func SubmissionPage(f store.SubmissionFilter, order store.SubmissionOrder, behind int64, limit int, mark func(any) string) string {
	column, sign, way := "id", " > ", ""
	if order != store.ByNumber {
		column = "change"
	}
	if order == store.LastChanged {
		sign, way = " < ", " DESC"
	}
	where := SubmissionWhere(f, mark)
	if behind != 0 {
		where += " AND " + column + sign + mark(behind)
	}
	return where + " ORDER BY " + column + way + " LIMIT " + mark(limit)
}

// SubmissionWhere is the condition of a filter, of which there always is one.
func SubmissionWhere(f store.SubmissionFilter, mark func(any) string) string {
	where := " WHERE id > 0"
	for _, number := range []struct {
		column string
		value  int64
	}{{"event", f.Event}, {"delivery", f.Delivery}, {"game", f.Game}} {
		if number.value != 0 {
			where += " AND " + number.column + " = " + mark(number.value)
		}
	}
	for _, word := range []struct{ column, value string }{{"state", string(f.State)}, {"assignee", f.Assignee}, {"person", f.Person}} {
		if word.value != "" {
			where += " AND " + word.column + " = " + mark(word.value)
		}
	}
	if f.Waiting {
		where += " AND state NOT IN ('accepted', 'refused')"
	}
	return where
}

// StepGaps asks for submissions that are not at their last step, or lack one:
// which, at which step each is, the last one, and how many are kept.
const StepGaps = `SELECT s.id, s.revision, coalesce(max(t.number), 0), count(t.number)
	FROM submissions s LEFT JOIN steps t ON t.submission = s.id
	GROUP BY s.id, s.revision, s.state, s.change, s.text
	HAVING coalesce(max(t.number), 0) <> s.revision OR count(t.number) <> s.revision
		OR NOT EXISTS (SELECT 1 FROM steps h WHERE h.submission = s.id AND h.number = s.revision AND h.state = s.state AND h.change = s.change)
		OR NOT EXISTS (SELECT 1 FROM steps h WHERE h.submission = s.id AND h.number = s.text AND h.record IS NOT NULL)`
