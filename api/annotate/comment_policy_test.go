package annotate

import (
	"testing"
	"time"

	"assay/analysis"
	"assay/parser"
)

// TestLongAgo treats games of years ago as over, unless a header says
// otherwise.
func TestLongAgo(t *testing.T) {
	now := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		date, event, status, result string
		want                        CommentMode
	}{
		{"1955-??-??", "", "", "*", CommentsOpen},
		{"1955-??-??", "", "ongoing", "*", CommentsReports},
		{"1955-??-??", "", "In progress", "*", CommentsReports},
		{"2023-11-22", "", "", "*", CommentsOpen},
		{"2023-11-23", "", "", "*", CommentsReports},
		{"2023-??-??", "", "", "*", CommentsReports},
		{"2026-11-23", "", "", "*", CommentsReports},
		{"2030-01-01", "", "", "*", CommentsReports},
		{"", "", "", "*", CommentsReports},
		{"", "5 Ram Cup Xiangqi Championship 1997", "", "*", CommentsOpen},
		{"????-??-??", "The season of 1997/1998", "", "*", CommentsOpen},
		{"", "Cup 1997", "ongoing", "*", CommentsReports},
		{"", "League 2025/2026, founded 1997", "", "*", CommentsReports},
		{"2026-11-23", "Memorial of 1997", "", "*", CommentsReports},
		{"", "Room 19971", "", "*", CommentsReports},
		{"", "Round 1204", "", "*", CommentsReports},
		{"????-??-??", "", "", "*", CommentsReports},
		{"19??-??-??", "", "", "*", CommentsReports},
		{"2026-11-23", "", "", "1-0", CommentsOpen},
	} {
		policy := recordPolicy(&analysis.Report{Result: row.result}, []parser.Tag{{Key: "Status", Value: row.status}, {Key: "Event", Value: row.event}}, row.date, now)
		if policy.Comments != row.want {
			t.Errorf("%+v: %s, %s", row, policy.Comments, policy.Because)
		}
	}
}
