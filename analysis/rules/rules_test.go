package rules

import (
	"testing"

	"assay/analysis/variant"
	"assay/fixtures/definitions"
)

func compiled(t testing.TB, id, options string) *Rules {
	t.Helper()
	d, err := definitions.Registry().Definition(id, options)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPublishedPerft verifies the perft counts in definitions.
func TestPublishedPerft(t *testing.T) {
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

// TestPerftUpTo counts with limits below, at and above the number of leaves.
func TestPerftUpTo(t *testing.T) {
	p := compiled(t, "chess", "").Start()
	text := p.Text()
	for _, row := range []struct{ most, least, greatest uint64 }{
		{0, 1, 20}, {100, 101, 120}, {8901, 8902, 8902}, {8902, 8902, 8902}, {9000, 8902, 8902},
	} {
		if got := p.PerftUpTo(3, row.most); got < row.least || got > row.greatest || p.Text() != text {
			t.Errorf("up to %d: %d, want %d to %d", row.most, got, row.least, row.greatest)
		}
	}
}
