package api

import (
	"strings"

	"assay/analysis/rules"
	"assay/parser"
)

// player is the name of a side's player by a record's headers: under the side's
// own name, a usual one, or its half of `Players`.
func player(record *parser.Record, r *rules.Rules, side rules.Side) string {
	keys := [2][]string{{"First", "Player1", "White", "Sente"}, {"Second", "Player2", "Black", "Gote"}}[side]
	if r != nil {
		// The names of the sides stand before the usual ones: Black moves first
		// in some games.
		keys = append([]string{r.SideName(side)}, keys...)
		other := r.SideName(side.Other())
		keys = remove(keys, other)
	}
	for _, key := range keys {
		if name, ok := record.Tag(key); ok && known(name) {
			return name
		}
	}
	both, _ := record.Tag("Players")
	for _, separator := range []string{" vs. ", " vs ", " - ", " – ", ";", "/", ","} {
		if names := strings.Split(both, separator); len(names) == 2 {
			return strings.TrimSpace(names[side])
		}
	}
	return ""
}

func remove(words []string, word string) []string {
	var kept []string
	for _, w := range words {
		if !strings.EqualFold(w, word) {
			kept = append(kept, w)
		}
	}
	return kept
}

// known reports whether a header says anything.
func known(value string) bool { return value != "" && value != "?" && value != "-" }

// header is a record's value of a key, "" where it says nothing.
func header(record *parser.Record, key string) string {
	value, _ := record.Tag(key)
	if !known(value) {
		return ""
	}
	return value
}

// date is a record's day as YYYY-MM-DD, each unknown digit a ?, and "" where it
// is not written as year, month and day.
func date(record *parser.Record) string {
	value := header(record, "Date")
	parts := strings.FieldsFunc(value, func(r rune) bool { return r == '.' || r == '-' || r == '/' })
	if len(parts) == 0 || len(parts) > 3 || len(parts[0]) != 4 {
		return ""
	}
	out := parts[0]
	for i := 1; i < 3; i++ {
		part := "??"
		if i < len(parts) {
			part = parts[i]
		}
		switch len(part) {
		case 1:
			part = "0" + part
		case 2:
		default:
			return ""
		}
		out += "-" + part
	}
	if strings.Trim(out, "0123456789?-") != "" || strings.Trim(out, "?-") == "" {
		return ""
	}
	return out
}
