package query

import (
	"maps"
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/index/pattern"
)

// spatialCount binds a count of attacks, pins, rays or legal moves.
func (b *binder) spatialCount(q *quantity) pattern.Count {
	switch q.what {
	case "attackers":
		return pattern.Attackers{Attack: b.attack(q.action)}
	case "attacked":
		return pattern.Attacked{Attack: b.attack(q.action)}
	case "pinned":
		return b.pin(q)
	case "rays":
		return b.ray(q)
	case "moves":
		if q.action == nil {
			return pattern.Legal{}
		}
		return b.legal(q.action)
	}
	structure := pattern.Structured{How: structures[q.what], Pieces: b.pieces(q.pieces),
		Squares: b.places([]place{{how: "board"}})}
	if q.place != nil {
		structure.Squares = b.places(q.place)
	}
	return structure
}

var structures = map[string]pattern.Structure{"passed": pattern.Passed, "isolated": pattern.Isolated,
	"doubled": pattern.Doubled}

func (b *binder) attack(n *action) pattern.Attack {
	return pattern.Attack{Pieces: b.anyPieces(n.pieces), From: b.anyPlaces(n.from), To: b.anyPlaces(n.to),
		Takes: b.anyPieces(n.takes)}
}

func (b *binder) pin(q *quantity) pattern.Count {
	n := q.action
	p := pattern.Pinned{Pieces: b.anyPieces(n.pieces), Squares: b.anyPlaces(n.on), By: b.anyPieces(n.by)}
	if n.against != nil {
		p.Against = b.pieces(n.against)
		return p
	}
	r := b.names.rules
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if r.Royal(t) {
			p.Against.Add(rules.NewPiece(t, rules.First))
			p.Against.Add(rules.NewPiece(t, rules.Second))
		}
	}
	if p.Against.Len() == 0 {
		b.fail(q.at, "", "%s has no royal piece: \"against\" is to say what the pin is against", r.Definition().ID)
	}
	return p
}

func (b *binder) ray(q *quantity) pattern.Count {
	n := q.ray
	r := pattern.Rays{Within: n.within, Directions: pattern.AllDirections(b.names.rules)}
	for _, s := range n.stops {
		r.Stops = append(r.Stops, pattern.Stop{Pieces: b.pieces(s.pieces), Squares: b.anyPlaces(s.place)})
	}
	if n.along != nil {
		r.Directions = 0
		for _, word := range n.along {
			steps := directions[word]
			if b.names.rules.Hexagons() {
				if steps = hexDirections[word]; steps == nil {
					b.fail(q.at, "", "on hexagons there is no direction %q: they are %s", word,
						strings.Join(slices.Sorted(maps.Keys(hexDirections)), ", "))
				}
			}
			for _, d := range steps {
				r.Directions |= 1 << d
			}
		}
	}
	return r
}

func (b *binder) legal(n *action) pattern.Legal {
	return pattern.Legal{Moved: b.moved(n), Checks: n.outcome == "checks", Mates: n.outcome == "mates"}
}

// unplayed binds a condition on a legal move together with the condition that
// the next ply is a different one.
func (b *binder) unplayed(n unplayed) pattern.Node {
	legal := b.legal(&n.action)
	var next pattern.Node = legal.Moved
	switch {
	case legal.Mates:
		next = pattern.And{Of: []pattern.Node{legal.Moved, pattern.Stuck{Attacked: true}}}
	case legal.Checks:
		next = pattern.And{Of: []pattern.Node{legal.Moved, pattern.Check{}}}
	}
	return pattern.And{Of: []pattern.Node{
		pattern.Sum{Terms: []pattern.Term{{Weight: 100, Of: legal}}, Op: pattern.GreaterEqual, Than: 100},
		pattern.Not{Of: pattern.Then{First: pattern.And{}, Next: next, Within: 1}},
	}}
}
