package mate

import "testing"

// TestHands compares hands kind by kind.
func TestHands(t *testing.T) {
	const a, b = 0x0102_0003, 0x0200_0005
	for _, row := range []struct {
		name      string
		got, want uint64
	}{
		{"the most of each", most(a, b), 0x0202_0005},
		{"the least of each", least(a, b), 0x0100_0003},
		{"kinds not held", none(a), 0xffffffff_0000ff00},
		{"a drop needs what is dropped", carried(0, 0x0002, 0x0003), 0x0001},
		{"a capture gives what is needed", carried(0x0102, 0x0102, 0x0101), 0x0101},
		{"more than needed is captured", carried(0, 0x0001, 0), 0},
		{"no bound stays none", carried(anyHand, 0x0001, 0), anyHand},
	} {
		if row.got != row.want {
			t.Errorf("%s: %x, want %x", row.name, row.got, row.want)
		}
	}
	if !covers(b|0x0100_0000, 0x0200_0005) || covers(a, b) || covers(b, a) || !covers(anyHand, a) {
		t.Error("hands are not compared kind by kind")
	}
}
