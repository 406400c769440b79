package parser

import (
	"bytes"
	"strings"
	"testing"

	"assay/parser/source"
)

// TestNumberedDepth nests variations up to the limit, and one deeper.
func TestNumberedDepth(t *testing.T) {
	deep := func(n int) string {
		return "Variant=x\n1. A a - b\n" + strings.Repeat("( 1. A a - b\n", n) + strings.Repeat(")\n", n)
	}
	r := readAll(t, []byte(deep(source.MaxDepth)), Options{})[0]
	var b bytes.Buffer
	if err := Write(&b, r); err != nil || r.Fault != nil || b.String() != deep(source.MaxDepth) {
		t.Errorf("%v, fault %v", err, r.Fault)
	}
	r = readAll(t, []byte(deep(source.MaxDepth+1)), Options{})[0]
	if r.Fault == nil || r.Fault.Rule != "NL-6" || r.Fault.Place.Line != source.MaxDepth+3 {
		t.Errorf("one deeper: fault %v", r.Fault)
	}
	r = readAll(t, []byte("Variant=x\n1. A a - b\n"+strings.Repeat("((", 100_000)), Options{})[0]
	if r.Fault == nil || len(r.Moves) != 1 {
		t.Errorf("brackets alone: %d plies, fault %v", len(r.Moves), r.Fault)
	}
}

// TestNumberedVariationWithoutBlank opens variations directly after a comment
// and after a number.
func TestNumberedVariationWithoutBlank(t *testing.T) {
	r := readAll(t, []byte("Variant=x\n1. A a - b {said}(1. A a - c)\n2. B b - c\n"), Options{})[0]
	if len(r.Moves) != 2 || r.Moves[0].Text != "A a - b" || len(r.Moves[0].Notes().Variations) != 1 || r.Fault != nil {
		t.Errorf("after a comment: %d plies, the first %+v, fault %v", len(r.Moves), r.Moves[0], r.Fault)
	}
	for _, text := range []string{"Variant=x\n1.(\n", "Variant=x\n1. (\n"} {
		if r := readAll(t, []byte(text), Options{})[0]; len(r.Moves) != 0 || r.Fault == nil || r.Fault.Message != "a number without a move" {
			t.Errorf("%q: %d plies, fault %v", text, len(r.Moves), r.Fault)
		}
	}
}
