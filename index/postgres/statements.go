package postgres

import "strings"

// statements make the tables; that of games is left as it is where it is there.
func statements(games bool) string {
	if !games {
		return Schema
	}
	place, _, _ := strings.Cut(Schema, "\n\n")
	return place
}
