package rules

// passing lets a side stay where it is, unless its royal is attacked.
type passing struct {
	ruled
	facing bool // also then, where the royals face each other
}

type passingParams struct {
	Facing bool `yaml:"facing"`
}

func (m *passing) allowed(p *Position) bool {
	return m.facing && p.royalsFace() || !p.InCheck(p.side)
}
