package tape_test

import (
	"bytes"
	"testing"

	"assay/analysis/rules"
	"assay/fixtures/definitions"
	"assay/index/tape"
)

// TestBytes holds plies to the bytes that archives keep.
func TestBytes(t *testing.T) {
	for _, row := range []struct {
		variant, position, from, to string
		want                        []byte
	}{
		{"chess", "", "e2", "e4", []byte{0, 12, 28}},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P", "e5", []byte{0x23, 0xff, 36, 1, 36, 2, 1, 1, 0}},
		{"great-plain", "", "e4", "e6", []byte{0, 52, 84, 0}},
		{"great-plain", "", "p13", "p12", []byte{0, 79, 63, 3}},
		{"great-plain", "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15[P] w - - 0 1", "P", "p8", []byte{0x23, 0xff, 127, 4, 1, 127, 20, 1, 10, 0}},
	} {
		d, err := definitions.Registry().Definition(row.variant, "")
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
		} else if row.from == "p13" {
			p.Play(p.Moves(nil)[0])
		}
		to, _ := r.SquareNamed(row.to)
		for _, m := range p.Moves(nil) {
			from := ""
			if m.Kind() == rules.Drop {
				from = r.Letter(p.Moved(m).Type())
			} else {
				from = r.SquareName(m.From())
			}
			if from == row.from && m.To() == to {
				if got := tape.OpOf(p, m); !bytes.Equal(got, row.want) {
					t.Errorf("%s %s-%s: %v, want %v", row.variant, row.from, row.to, got, row.want)
				}
			}
		}
	}
}
