package parser

import (
	"bytes"
	"strings"
	"testing"
)

// TestNumberedDepth nests side lines as deep as they may, and one deeper.
func TestNumberedDepth(t *testing.T) {
	deep := func(n int) string {
		return "Variant=x\n1. A a - b\n" + strings.Repeat("( 1. A a - b\n", n) + strings.Repeat(")\n", n)
	}
	r := readAll(t, []byte(deep(MaxVariationDepth)), Options{})[0]
	var b bytes.Buffer
	if err := Write(&b, r); err != nil || r.Fault != nil || b.String() != deep(MaxVariationDepth) {
		t.Errorf("%v, fault %v", err, r.Fault)
	}
	r = readAll(t, []byte(deep(MaxVariationDepth+1)), Options{})[0]
	if r.Fault == nil || r.Fault.Rule != "NL-6" || r.Fault.Place.Line != MaxVariationDepth+3 {
		t.Errorf("one deeper: fault %v", r.Fault)
	}
	r = readAll(t, []byte("Variant=x\n1. A a - b\n"+strings.Repeat("((", 100_000)), Options{})[0]
	if r.Fault == nil || len(r.Moves) != 1 {
		t.Errorf("brackets alone: %d plies, fault %v", len(r.Moves), r.Fault)
	}
}
