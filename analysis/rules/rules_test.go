package rules

import (
	"testing"

	"assay/analysis/variant"
)

func compiled(t testing.TB, id, options string) *Rules {
	t.Helper()
	d, err := variant.Embedded().Definition(id, options)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPublishedNodeCounts proves every count that a definition carries.
func TestPublishedNodeCounts(t *testing.T) {
	registry := variant.Embedded()
	for _, id := range registry.IDs() {
		d, err := registry.Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range d.NodeCounts {
			r := compiled(t, id, row.Options)
			p := r.Start()
			if row.Position != "" {
				if p, err = r.ParsePosition(row.Position); err != nil {
					t.Fatalf("%s: %v", id, err)
				}
			}
			for i, want := range row.Nodes {
				if got := p.Perft(i + 1); got != want {
					t.Errorf("%s %s %s depth %d: %d nodes, published %d", id, row.Options, row.Position, i+1, got, want)
				}
			}
		}
	}
}
