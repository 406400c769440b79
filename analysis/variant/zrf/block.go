package zrf

import (
	"slices"
	"strings"

	"assay/analysis/variant"
)

// condition is what a square must hold for a move.
type condition uint8

const (
	empty condition = 1 << iota
	enemy
	friend
	anything = empty | enemy | friend
)

// zoneTest is a zone that a square must be in, or not.
type zoneTest struct {
	zone string
	at   variant.Vector
	not  bool
}

// ray is how a block travelled before its last square.
type ray uint8

const (
	direct  ray = iota // by single steps
	sliding            // over empty squares without limit
	hopping            // over one piece, with any number of empty squares around it
	landing            // over one piece, to the next square
)

// state is the state of a block that is run on an unknown board.
type state struct {
	at      variant.Vector // from the start of the move, or the step of a ray
	ray     ray
	holds   map[variant.Vector]condition
	last    condition // what the square at the end of a ray holds
	zones   []zoneTest
	steps   []step // those before a ray
	kinds   []kindTest
	passing bool // the move depends on the last one, as captures en passant do
	taken   int  // captures
}

// step is a step from a square.
type step struct {
	from variant.Vector
	*direction
}

// kindTest is a piece that a square must hold, or not.
type kindTest struct {
	piece string
	at    variant.Vector
	not   bool
}

func (s *state) clone() *state {
	c := *s
	c.holds = map[variant.Vector]condition{}
	for at, held := range s.holds {
		c.holds[at] = held
	}
	c.zones, c.steps, c.kinds = slices.Clone(s.zones), slices.Clone(s.steps), slices.Clone(s.kinds)
	return &c
}

// here returns what the current square may hold.
func (s *state) here() condition {
	if s.ray != direct {
		return s.last
	}
	if held, known := s.holds[s.at]; known {
		return held
	}
	return anything
}

// restrict notes that the current square holds one of a set. It reports whether
// that is possible.
func (s *state) restrict(to condition) bool {
	held := s.here() & to
	if s.ray != direct {
		s.last = held
	} else {
		s.holds[s.at] = held
	}
	return held != 0
}

// emission is a move that a block generates.
type emission struct {
	*state
	line    int
	becomes []string // pieces; nil for the piece itself
}

// runner runs blocks for a player.
type runner struct {
	directions map[string]*direction
	zones      map[string]bool
	out        []emission
}

// maxEmissions bounds what a piece generates.
const maxEmissions = 2000

// run runs instructions, and returns the states in which they end.
func (r *runner) run(list []*node, states []*state) ([]*state, *fault) {
	for _, n := range list {
		var next []*state
		for _, s := range states {
			after, err := r.step(n, s)
			if err != nil {
				return nil, err
			}
			next = append(next, after...)
		}
		if states = next; len(states) == 0 {
			break
		}
		if len(states)+len(r.out) > maxEmissions {
			return nil, faultAt(n.line, "a block with more than %d cases", maxEmissions)
		}
	}
	return states, nil
}

// step runs an instruction.
func (r *runner) step(n *node, s *state) ([]*state, *fault) {
	if n.atom != "" {
		return r.atom(n, s)
	}
	switch n.head() {
	case "verify":
		if len(n.list) != 2 {
			return nil, faultAt(n.line, "verify needs one condition: %s", n)
		}
		met, _, err := r.test(n.list[1], s)
		return met, err
	case "add":
		r.emit(n, s, n.list[1:])
		return []*state{s}, nil
	case "while":
		return r.loop(n, s)
	case "if":
		return r.branch(n, s)
	case "capture":
		s.taken++
		return []*state{s}, nil
	}
	if len(n.list) > 0 && n.head() == "" { // a list of instructions
		return r.run(n.list, []*state{s})
	}
	return nil, faultAt(n.line, "a definition cannot express the instruction %s", n)
}

// atom runs a word: a direction, or an instruction without parameters.
func (r *runner) atom(n *node, s *state) ([]*state, *fault) {
	if d, ok := r.directions[n.atom]; ok {
		v := d.vector
		switch {
		case d.uneven:
			return nil, faultAt(n.line, "the direction %s, whose links are not all the same step", n.atom)
		case s.ray == direct:
			s.steps = append(s.steps, step{s.at, d})
			s.at = variant.Vector{Files: s.at.Files + v.Files, Ranks: s.at.Ranks + v.Ranks}
		case v == s.at && s.ray == sliding && s.last&empty == 0 && !s.tested():
			s.ray, s.last = landing, anything
		default:
			return nil, faultAt(n.line, "a step after a slide, other than over the piece at its end")
		}
		return []*state{s}, nil
	}
	switch n.atom {
	case "add":
		r.emit(n, s, nil)
		return []*state{s}, nil
	case "capture":
		if s.here()&enemy == 0 || s.here()&^enemy != 0 {
			return nil, faultAt(n.line, "capture on a square that need not hold an enemy")
		}
		s.taken++
		return []*state{s}, nil
	}
	return nil, faultAt(n.line, "a definition cannot express the instruction %s", n.atom)
}

// emit notes a move.
func (r *runner) emit(n *node, s *state, becomes []*node) {
	e := emission{state: s.clone(), line: n.line}
	for _, b := range becomes {
		e.becomes = append(e.becomes, b.atom)
	}
	r.out = append(r.out, e)
}

// loop runs `while empty?`, whose body is one direction with or without a move.
func (r *runner) loop(n *node, s *state) ([]*state, *fault) {
	unknown := faultAt(n.line, "a loop other than over empty squares in one direction: %s", n)
	if len(n.list) < 3 || n.list[1].String() != "empty?" && n.list[1].String() != "(empty?)" {
		return nil, unknown
	}
	direction := n.list[len(n.list)-1].atom
	d, ok := r.directions[direction]
	switch {
	case !ok || d.uneven || slices.ContainsFunc(n.list[2:], verifies):
		return nil, unknown
	case !d.whole:
		return nil, faultAt(n.line, "a slide along %s, whose links do not go from edge to edge", direction)
	case s.tested():
		return nil, faultAt(n.line, "a slide whose first square is tested")
	case s.ray == direct && d.vector == s.at && s.holds[s.at] == 0:
		s.ray = sliding
	case s.ray == landing && d.vector == s.at:
		s.ray = hopping
	default:
		return nil, faultAt(n.line, "a slide that begins elsewhere than one step from the piece, in its direction")
	}
	delete(s.holds, s.at)
	inside := s.clone()
	inside.last = empty
	if _, err := r.run(n.list[2:len(n.list)-1], []*state{inside}); err != nil {
		return nil, err
	}
	s.last = anything &^ empty
	return []*state{s}, nil
}

// tested reports whether the current square is tested for a zone or a piece.
func (s *state) tested() bool {
	return slices.ContainsFunc(s.zones, func(z zoneTest) bool { return z.at == s.at }) ||
		slices.ContainsFunc(s.kinds, func(k kindTest) bool { return k.at == s.at })
}

// verifies reports whether an instruction may end its block.
func verifies(n *node) bool {
	return n.head() == "verify" || slices.ContainsFunc(n.list, verifies)
}

// branch runs `if CONDITION … else …`.
func (r *runner) branch(n *node, s *state) ([]*state, *fault) {
	if len(n.list) < 2 {
		return nil, faultAt(n.line, "an if without a condition")
	}
	then, other := n.list[2:], []*node(nil)
	for i, one := range then {
		if one.atom == "else" {
			then, other = then[:i], then[i+1:]
			break
		}
	}
	met, unmet, err := r.test(n.list[1], s)
	if err != nil {
		return nil, err
	}
	after, err := r.run(then, met)
	if err != nil {
		return nil, err
	}
	more, err := r.run(other, unmet)
	return append(after, more...), err
}

// tests are the conditions on what a square holds.
var tests = map[string]condition{"empty?": empty, "enemy?": enemy, "friend?": friend}

// test returns the states in which a condition is met, and in which not.
func (r *runner) test(n *node, s *state) (met, unmet []*state, err *fault) {
	word := n.atom
	var arguments []*node
	if word == "" {
		word = n.head()
		if len(n.list) > 0 {
			arguments = n.list[1:]
		}
		if word == "" && len(n.list) == 1 {
			return r.test(n.list[0], s)
		}
	}
	if word == "not" && len(arguments) == 1 {
		met, unmet, err = r.test(arguments[0], s)
		return unmet, met, err
	}
	if word == "or" { // not (not … and not …)
		all := &node{line: n.line, list: []*node{{line: n.line, atom: "and"}}}
		for _, one := range arguments {
			all.list = append(all.list, &node{line: n.line, list: []*node{{line: n.line, atom: "not"}, one}})
		}
		unmet, met, err = r.test(all, s)
		return met, unmet, err
	}
	if word == "and" {
		met = []*state{s}
		for _, one := range arguments {
			var next []*state
			for _, m := range met {
				yes, no, err := r.test(one, m)
				if err != nil {
					return nil, nil, err
				}
				next, unmet = append(next, yes...), append(unmet, no...)
			}
			met = next
		}
		return met, unmet, nil
	}
	plain, negated := strings.CutPrefix(word, "not-")
	if condition, ok := tests[plain]; ok {
		return r.holds(s, condition, negated, arguments, n)
	}
	switch plain {
	case "in-zone?":
		if len(arguments) != 1 || !r.zones[arguments[0].atom] {
			return nil, nil, faultAt(n.line, "an unknown zone: %s", n)
		}
		yes, no := s.clone(), s.clone()
		yes.zones = append(yes.zones, zoneTest{arguments[0].atom, s.at, negated})
		no.zones = append(no.zones, zoneTest{arguments[0].atom, s.at, !negated})
		return []*state{yes}, []*state{no}, nil
	case "last-to?", "last-from?":
		s.passing = true
		return []*state{s}, nil, nil
	case "piece?":
		if len(arguments) == 1 {
			yes, no := s.clone(), s.clone()
			yes.kinds = append(yes.kinds, kindTest{arguments[0].atom, s.at, false})
			no.kinds = append(no.kinds, kindTest{arguments[0].atom, s.at, true})
			if yes.restrict(anything &^ empty) {
				met = []*state{yes}
			}
			unmet = []*state{no}
			if negated {
				met, unmet = unmet, met
			}
			return met, unmet, nil
		}
	case "on-board?":
		if len(arguments) == 0 && !negated {
			return []*state{s}, nil, nil // every move ends on the board
		}
	}
	return nil, nil, faultAt(n.line, "a definition cannot express the condition %s", n)
}

// holds tests what the current square holds, or one a step away.
func (r *runner) holds(s *state, want condition, negated bool, arguments []*node, n *node) (met, unmet []*state,
	err *fault) {
	if negated {
		want = anything &^ want
	}
	yes, no := s.clone(), s.clone()
	back := s.at
	for _, a := range arguments {
		d, ok := r.directions[a.atom]
		if !ok || s.ray != direct || !d.whole || d.uneven {
			return nil, nil, faultAt(n.line, "a definition cannot express the condition %s", n)
		}
		for _, one := range []*state{yes, no} {
			one.at = variant.Vector{Files: one.at.Files + d.vector.Files, Ranks: one.at.Ranks + d.vector.Ranks}
		}
	}
	if yes.restrict(want) {
		yes.at = back
		met = []*state{yes}
	}
	if no.restrict(anything &^ want) {
		no.at = back
		unmet = []*state{no}
	}
	return met, unmet, nil
}
