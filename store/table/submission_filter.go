package table

import "assay/store"

// submissionPage returns the end of a query for a page of submissions. mark
// adds an argument and returns its placeholder.
func submissionPage(f store.SubmissionFilter, order store.SubmissionOrder, after int64, limit int,
	mark func(any) string) string {
	column, sign, direction := "id", " > ", ""
	if order != store.ByNumber {
		column = "change"
	}
	if order == store.LastChanged {
		sign, direction = " < ", " DESC"
	}
	where := submissionWhere(f, mark)
	if after != 0 {
		where += " AND " + column + sign + mark(after)
	}
	return where + " ORDER BY " + column + direction + " LIMIT " + mark(limit)
}

// submissionWhere returns the condition of a filter; it is never empty.
func submissionWhere(f store.SubmissionFilter, mark func(any) string) string {
	where := " WHERE id > 0"
	for _, number := range []struct {
		column string
		value  int64
	}{{"event", f.Event}, {"delivery", f.Delivery}, {"game", f.Game}} {
		if number.value != 0 {
			where += " AND " + number.column + " = " + mark(number.value)
		}
	}
	for _, word := range []struct {
		column, value string
	}{{"state", string(f.State)}, {"assignee", f.Assignee}, {"person", f.Person}} {
		if word.value != "" {
			where += " AND " + word.column + " = " + mark(word.value)
		}
	}
	if f.Waiting {
		where += " AND state NOT IN ('accepted', 'refused')"
	}
	return where
}
