package rest

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"assay/store"
)

// TestBackgroundErrors logs errors of background tasks: an unreachable archive
// once, and all others.
func TestBackgroundErrors(t *testing.T) {
	var log strings.Builder
	f := errorLog{log: newLog(&log, LogText)}
	away := func(n int) error {
		return &store.Error{Path: "db", Kind: store.ErrAway, Err: fmt.Errorf("dialled %d", n)}
	}
	full := errors.New("no room")
	jobs, hooks := f.reporter("analysis"), f.reporter("webhooks")
	for i, row := range []struct {
		task func(error)
		err  error
		said string // "" for nothing
	}{
		{f.indexed, nil, ""},
		{jobs, full, "ERROR analysis"}, {jobs, full, "ERROR analysis"},
		{hooks, away(1), "ERROR webhooks"}, {hooks, away(1), ""}, {jobs, away(2), ""}, {f.indexed, away(3), ""}, {f.indexed, away(4), ""},
		{hooks, full, "ERROR webhooks"},
		{f.indexed, nil, `INFO "the archive answers again"`}, {f.indexed, nil, ""},
		{f.indexed, away(3), "ERROR index"}, {hooks, away(1), ""},
		{f.indexed, nil, `INFO "the archive answers again"`},
		{f.indexed, full, "ERROR index"}, {f.indexed, full, ""}, {f.indexed, nil, ""}, {f.indexed, full, "ERROR index"},
	} {
		log.Reset()
		row.task(row.err)
		want := ""
		if row.said != "" {
			level, message, _ := strings.Cut(row.said, " ")
			want = "level=" + level + " msg=" + message
		}
		if got := log.String(); (got == "") != (want == "") || !regexp.MustCompile(`^(time=\S+ )?`+regexp.QuoteMeta(want)).MatchString(got) {
			t.Errorf("row %d: %q, want %q", i, got, want)
		}
	}
}
