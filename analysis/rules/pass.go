package rules

// passing lets a side stay where it is, unless its royal is attacked.
type passing struct{ ruled }

func (passing) move(p *Position) (Move, bool) {
	return NewMove(Pass, 0, 0, NoType), !p.InCheck(p.side)
}
