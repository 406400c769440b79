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

// later are the statements for what versions before did not have, by the name
// of what they make.
func later() map[string]string {
	return map[string]string{
		"index_counts":      statements(true),
		"index_stays":       statements(true),
		"index_games_range": Schema[strings.LastIndex(Schema, "\n\n"):],
	}
}
