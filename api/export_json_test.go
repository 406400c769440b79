package api

import (
	"strings"
	"testing"
)

// TestJSONExportTwice archives a JSON export and exports it again: the bytes
// are the same.
func TestJSONExportTwice(t *testing.T) {
	a := newArchive(t)
	for i, text := range append(randomRecords(t, 12, 6, 40), illegalRecord, "[Event \"x\"]\n\n1. e4! {[%clk 0:01:00] b} (1. d4 (1. c4)) e5 2. Nf3 1-0\n") {
		if _, err := a.Submit(t.Context(), "first", strings.NewReader(text), Reading{}, true); err != nil {
			t.Fatal(i, err)
		}
	}
	for id := int64(1); id <= 8; id++ {
		once := exportAs(t, a, id, ExportJSON)
		s, err := a.Submit(t.Context(), "again", strings.NewReader(once), Reading{}, true)
		if err != nil {
			t.Fatal(err)
		}
		if twice := exportAs(t, a, s.Games[0].ID, ExportJSON); twice != once {
			t.Errorf("game %d: exported twice it became\n%s\nfrom\n%s", id, twice, once)
		}
	}
}
