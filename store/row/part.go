package row

import (
	"strconv"

	"assay/store"
)

// Part is a contiguous range in the index of a list's sort column: games that
// meet all of its conditions.
type Part []Bound

// Bound is a condition on the sort key or the ID.
type Bound struct {
	Key   bool
	Sign  string // SQL operator
	Value any    // int64 or string
}

// Parts returns the consecutive ranges of a list after a place. In text
// columns, the key of an unknown value is "".
func Parts(column string, down bool, from store.Place) []Part {
	further := ">"
	if down {
		further = "<"
	}
	id := Bound{false, further, from.Game}
	if column == store.ColumnID {
		if from.Game == 0 {
			return []Part{nil}
		}
		return []Part{{id}}
	}
	var key any = from.Key
	if column == store.ColumnPlies {
		plies, _ := strconv.ParseInt(from.Key, 10, 64) // valid, as a cursor was checked
		key = plies
	}
	same, beyond := Bound{true, "=", key}, Bound{true, further, key}
	known, unknown := Bound{true, ">", ""}, Bound{true, "=", ""}
	switch {
	case column == store.ColumnPlies && from.Game == 0:
		return []Part{nil}
	case column == store.ColumnPlies:
		return []Part{{same, id}, {beyond}}
	case from.Game == 0:
		return []Part{{known}, {unknown}}
	case from.Key == "":
		return []Part{{unknown, id}}
	case down:
		return []Part{{same, id}, {beyond, known}, {unknown}}
	}
	return []Part{{same, id}, {beyond}, {unknown}}
}
