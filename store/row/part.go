package row

import (
	"strconv"

	"assay/store"
)

// IndexRange is a contiguous range in the index of a list's sort column: games
// that meet all of its conditions.
type IndexRange []Bound

// Bound is a condition on the sort key or the ID.
type Bound struct {
	Key   bool
	Sign  string // SQL operator
	Value any    // int64 or string
}

// IndexRanges returns the consecutive index ranges of a list after a place. In
// text columns, an unknown value has the key "".
func IndexRanges(column string, down bool, from store.ListPosition) []IndexRange {
	further := ">"
	if down {
		further = "<"
	}
	id := Bound{false, further, from.Game}
	if column == store.ColumnID {
		if from.Game == 0 {
			return []IndexRange{nil}
		}
		return []IndexRange{{id}}
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
		return []IndexRange{nil}
	case column == store.ColumnPlies:
		return []IndexRange{{same, id}, {beyond}}
	case from.Game == 0:
		return []IndexRange{{known}, {unknown}}
	case from.Key == "":
		return []IndexRange{{unknown, id}}
	case down:
		return []IndexRange{{same, id}, {beyond, known}, {unknown}}
	}
	return []IndexRange{{same, id}, {beyond}, {unknown}}
}
