package api

import (
	"testing"
	"time"

	"assay/analysis"
	"assay/parser"
)

// TestLongAgo takes games of years ago to be over, unless they say otherwise.
func TestLongAgo(t *testing.T) {
	now := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		date, status, result string
		want                 CommentMode
	}{
		{"1955-??-??", "", "*", CommentsOpen},
		{"1955-??-??", "ongoing", "*", CommentsReports},
		{"1955-??-??", "In progress", "*", CommentsReports},
		{"2023-11-22", "", "*", CommentsOpen},
		{"2023-11-23", "", "*", CommentsReports},
		{"2023-??-??", "", "*", CommentsReports},
		{"2026-11-23", "", "*", CommentsReports},
		{"2030-01-01", "", "*", CommentsReports},
		{"", "", "*", CommentsReports},
		{"????-??-??", "", "*", CommentsReports},
		{"19??-??-??", "", "*", CommentsReports},
		{"2026-11-23", "", "1-0", CommentsOpen},
	} {
		policy := recordPolicy(&analysis.Report{Result: row.result}, []parser.Tag{{Key: "Status", Value: row.status}}, row.date, now)
		if policy.Comments != row.want {
			t.Errorf("%+v: %s, %s", row, policy.Comments, policy.Because)
		}
	}
}
