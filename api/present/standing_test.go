package present

import (
	"reflect"
	"testing"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/analysis/variant"
)

// TestStanding reads points and counts of positions.
func TestStanding(t *testing.T) {
	for _, row := range []struct {
		variant, position string
		moves             []string
		want              Standing
	}{
		{"chess", "", nil, Standing{}},
		{"janggi", "", nil, Standing{Points: []string{"72", "73.5"}}},
		{"janggi", "4k4/9/9/9/9/9/9/9/4A4/R2K5 w - - 0 1", nil, Standing{Points: []string{"16", "1.5"}}},
		{"makruk", "", nil, Standing{}},
		{"makruk", "8/8/8/4k3/8/8/8/KR3n2 b - - 0 1", []string{"e5e4", "a1a2"}, Standing{Counted: 1, CountTo: 64}},
	} {
		d, err := variant.Embedded().Definition(row.variant, "")
		if err != nil {
			t.Fatal(err)
		}
		r, err := rules.Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		p := r.Start()
		if row.position != "" {
			if p, err = r.ParsePosition(row.position); err != nil {
				t.Fatal(err)
			}
		}
		if err := analysis.PlayMoves(p, row.moves, nil); err != nil {
			t.Fatal(err)
		}
		if got := StandingOf(p); !reflect.DeepEqual(got, row.want) {
			t.Errorf("%s %q: %+v, want %+v", row.variant, row.position, got, row.want)
		}
	}
}
