package rules

// Relation is a condition on positions defined by a special rule, such as a
// complete line that protects its pieces.
type Relation struct {
	Name  string
	Sided bool   // it applies to one side or the other
	Rule  string // rule ID
	holds func(p *Position, side Side) bool
}

// Holds reports whether the relation applies in a position, and for Sided ones,
// to that side.
func (r *Relation) Holds(p *Position, side Side) bool { return r.holds(p, side) }

// Relations returns the relations of the variant's special rules, in the order
// of the definition.
func (r *Rules) Relations() []Relation { return r.relations }

// Value returns a type's material value by the definition, in centipawns.
func (r *Rules) Value(t PieceType) int { return r.pieceTypes[t].value }

// Region returns a region's squares for a side: First's as written, Second's
// with the ranks mirrored. It is false if there is no such region.
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
