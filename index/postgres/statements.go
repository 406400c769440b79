package postgres

import "strings"

// statements returns the SQL that creates the tables; the table of games is
// optional.
func statements(games bool) string {
	if !games {
		return Schema
	}
	place, _, _ := strings.Cut(Schema, "\n\n")
	return place
}

// later returns the SQL for objects that earlier versions lacked, by object
// name.
func later() map[string]string {
	return map[string]string{
		"index_counts":      statements(true),
		"index_stays":       statements(true),
		"index_games_range": Schema[strings.LastIndex(Schema, "\n\n"):],
	}
}
