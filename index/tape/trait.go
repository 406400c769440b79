package tape

import "math/bits"

// Trait is a property of a game at some ply of some line: a count of pieces on
// the board, in hand or in a pocket, or a kind of ply. It has 15 bits.
type Trait uint16

// Kinds of plies, and check.
const (
	Capturing Trait = iota
	Dropping
	Promoting
	Checked
	counting // larger values are counts
)

// MostCounted represents itself and all larger counts.
const MostCounted = 15

// Counted returns the trait of a position with that count in its [Material] at
// an index.
func Counted(at, count int) Trait {
	return counting + Trait(at*(MostCounted+1)+min(count, MostCounted))
}

// Traits returns the traits of all lines of the loaded tape, ascending.
func (p *Player) Traits() []Trait {
	places := 6 * (p.rules.Types() + 1)
	had := make([]uint64, (int(Counted(places, 0))+63)/64)
	add := func(t Trait) { had[t/64] |= 1 << (t % 64) }
	m := make(Material, places)
	for line := range p.lines {
		p.Begin(line)
		for known, more := p.Material-1, true; more; more = p.Next() {
			if p.Material != known {
				known = p.Material
				p.weigh(m)
				for at, count := range m {
					add(Counted(at, int(count)))
				}
			}
			for trait, has := range [counting]bool{Capturing: p.Captures, Dropping: p.Drops, Promoting: p.Promotes,
				Checked: p.Check} {
				if has {
					add(Trait(trait))
				}
			}
		}
	}
	var all []Trait
	for i, word := range had {
		for ; word != 0; word &= word - 1 {
			all = append(all, Trait(64*i+bits.TrailingZeros64(word)))
		}
	}
	return all
}
