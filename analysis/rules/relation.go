package rules

// Relation is a fact that a special rule of a game is about, such as a
// complete line that protects its pieces.
type Relation struct {
	Name  string
	Sided bool   // holds for one side or the other
	Rule  string // the ruling that it is of
	holds func(p *Position, side Side) bool
}

// Holds reports whether the relation holds in a position, for a side where it
// is one of a side's.
func (r *Relation) Holds(p *Position, side Side) bool { return r.holds(p, side) }

// Relations are what the special rules of the game offer, in the order of the
// definition.
func (r *Rules) Relations() []Relation { return r.relations }

// Value is a kind's material value by the definition, in hundredths of a pawn.
func (r *Rules) Value(t PieceType) int { return r.pieceTypes[t].value }

// Region is the squares of a region of the definition for a side: First's as
// written, Second's with the ranks reflected. It is false where there is none
// of the name.
func (r *Rules) Region(name string, side Side) ([]Square, bool) {
	if _, ok := r.definition.Regions.Get(name); !ok {
		return nil, false
	}
	var out []Square
	for b := r.region(name, side); !b.Empty(); {
		out = append(out, b.Pop())
	}
	return out, true
}
