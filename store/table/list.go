package table

import (
	"strconv"

	"assay/store"
	"assay/store/row"
)

// List returns a page of a list. read calls add for at most most games of a
// part, with SummaryColumns and the sort key.
func List(o store.Order, cursor string, limit int,
	read func(part row.IndexRange, most int, add func(Row) error) error) (rows []store.Summary, next string,
	err error) {
	if err := store.CheckLimit(limit); err != nil {
		return nil, "", err
	}
	from, err := o.ReadCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	column, down, err := o.Column()
	if err != nil {
		return nil, "", err
	}
	rows = make([]store.Summary, 0, limit+1)
	add := func(r Row) error {
		var g store.Game
		var key []byte // may be cut inside a character
		err := ScanSummary(&g, r, &key)
		g.Key = string(key)
		rows = append(rows, g.Summary)
		return err
	}
	for _, part := range row.IndexRanges(column, down, from) {
		if err := read(part, limit+1-len(rows), add); err != nil {
			return nil, "", err
		}
		if len(rows) > limit {
			rows = rows[:limit]
			last := &rows[limit-1]
			return rows, o.Cursor(store.ListPosition{Key: last.Key, Game: last.ID}), nil
		}
	}
	return rows, "", nil
}

// Skip returns the cursor after the first n games of a list. passed returns the
// place of the n-th game of a part; if the part has fewer games, it returns
// their number.
func Skip(o store.Order, n int,
	passed func(part row.IndexRange, n int) (last *store.ListPosition, total int, err error)) (cursor string,
	err error) {
	if n < 0 {
		return "", &store.FieldError{Field: "skip", Value: strconv.Itoa(n), Want: "0 or more"}
	}
	column, down, err := o.Column()
	if err != nil || n == 0 {
		return "", err
	}
	for _, part := range row.IndexRanges(column, down, store.ListPosition{}) {
		last, total, err := passed(part, n)
		switch {
		case err != nil:
			return "", err
		case last != nil:
			return o.Cursor(*last), nil
		}
		n = max(n-total, 1) // games may have been added meanwhile
	}
	return o.Cursor(o.End()), nil
}
