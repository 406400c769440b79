package rules

import "testing"

// TestMoveNumbers checks that packed moves have the values stored in archives,
// and unpacks them again.
func TestMoveNumbers(t *testing.T) {
	for _, row := range []struct {
		move     Move
		number   uint64
		from, to Square
		slot     HandSlot
	}{
		{NewMove(Step, 12, 28, NoPieceType), 0xe0c, 12, 28, 12},
		{NewMove(Castle, 99, 97, NoPieceType), 0x130e3, 99, 97, 99},
		{NewMove(Step, 52, 60, 5), 0x141e34, 52, 60, 52},
		{NewMove(EnPassant, 127, 118, 62), 0xf97b7f, 127, 118, 127},
		{NewDrop(7, 80, NoPieceType), 0x6807, 7, 80, 7},
		{NewMove(Step, 128, 127, NoPieceType), 0x1003f80, 128, 127, 0},
		{NewMove(Step, 255, 240, 1), 0x304387f, 255, 240, 127},
	} {
		m := row.move
		if uint64(m) != row.number || m.From() != row.from || m.To() != row.to || m.Slot() != row.slot {
			t.Errorf("%#x from %d, %d to %d, want %+v", uint64(m), m.From(), m.Slot(), m.To(), row)
		}
	}
	plain := NewMove(Step, 12, 28, NoPieceType)
	for _, row := range []struct {
		use    SecondUse
		second Square
		gated  PieceType
		number uint64
	}{
		{NoSecond, 0, NoPieceType, 0xe0c},
		{Wall, 9, NoPieceType, 0x10024000e0c},
		{Gate, 255, 63, 0x2fffc000e0c},
		{Via, 128, NoPieceType, 0x30200000e0c},
	} {
		m := plain.With(row.use, row.second, row.gated)
		if uint64(m) != row.number || m.Plain() != plain || m.From() != 12 || m.To() != 28 ||
			m.Use() != row.use || m.Second() != row.second || m.Gated() != row.gated {
			t.Errorf("%#x, want %+v", uint64(m), row)
		}
	}
}
