package row

import (
	"strconv"

	"assay/store"
)

// Part is a stretch of a sorted list that lies together in the index of its
// column: games that meet all of its conditions.
type Part []Bound

// Bound is a condition on the key by which a list is sorted, or on the numbers
// of its games.
type Bound struct {
	Key   bool
	Sign  string // of SQL
	Value any    // int64 or string
}

// Parts are what a list has behind a place, one behind the other. The key of a
// game of which nothing is known in a column of texts is "".
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
		plies, _ := strconv.ParseInt(from.Key, 10, 64) // which a cursor has, or is the beginning
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
