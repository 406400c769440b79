package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"assay/analysis/variant"
)

// module is a special rule of a definition. The interfaces below are its
// optional hooks.
type module interface {
	number() string       // rule ID
	says(r *Rules) string // for a rule card, without the full stop
}

// ruled implements the rule ID of a module.
type ruled struct{ ruling string }

func (r *ruled) number() string { return r.ruling }

func (r *ruled) cite(ruling string) { r.ruling = ruling }

// restrainer restricts the legality mask of a position.
type restrainer interface {
	restrain(p *Position, legal *guard)
}

// safety tests the board after a move.
type safety interface {
	module
	safe(p *Position, v *view) bool
	// fault describes an unsafe move.
	fault(p *Position) (reason, message string)
}

// exemption is a rule that lets a royal be left attacked.
type exemption interface {
	// exempt reports whether a side's royal on s counts as unattacked.
	exempt(p *Position, side Side, s Square) bool
}

// checker is a rule by which a side can be in check without a royal.
type checker interface {
	inCheck(p *Position, side Side) bool
}

// effect changes a position beyond the move itself, right after it.
type effect interface{ apply(p *Position, st *undo) }

// ban forbids pseudo-legal moves. Its restrict method must keep them from being
// generated, if only by having each move tested (legality.testBans).
type ban interface {
	module
	bans(p *Position, m Move) bool
	fault(p *Position, m Move) (reason, message string)
}

// chooser selects among the moves that are legal otherwise.
type chooser interface {
	module
	generate(p *Position, ml *sink)
	// admits reports whether a step proves that some move is legal.
	admits(p *Position, m Move) bool
	// objection says why a move is not selected, or "".
	objection(p *Position, m Move) (reason, message string)
}

// placer puts a wall on a second square with each move, or instead of moving.
type placer interface {
	module
	place(p *Position, ml *sink, legal *guard)
	// misplaced returns a violation if the move's second square is illegal or
	// missing.
	misplaced(p *Position, m Move) *Violation
	// instead reports whether walls are put instead of moving.
	instead() bool
	// called returns the name of a wall.
	called() string
	// squares returns the squares for a wall with a move, before royal safety.
	squares(p *Position, m Move) Bitboard
	// lifted returns the walls that a new one replaces.
	lifted(p *Position) Bitboard
}

// passer lets a side pass.
type passer interface {
	module
	allowed(p *Position) bool
	// refusal says why passing is illegal.
	refusal(p *Position) (reason, message string)
}

// ending ends a game by what the last ply did.
type ending interface {
	module
	// stands reports whether a position without a history is the end of a game,
	// and if so, whether the royal of the side that moved last may be attacked.
	stands(p *Position) (over, exposed bool)
	outcome(p *Position) Outcome
}

// plyEnding is an ending that also depends on the last ply, not on its position
// alone.
type plyEnding interface {
	ending
	// ends reports whether the ply just played ended the game.
	ends(p *Position) bool
}

// endsBy returns the function that tests whether the ply just played ended the
// game by m.
func endsBy(m ending) func(p *Position) bool {
	if x, ok := m.(plyEnding); ok {
		return x.ends
	}
	return func(p *Position) bool {
		over, _ := m.stands(p)
		return over
	}
}

// stall decides the game of a side without a legal move.
type stall interface {
	module
	stalled(p *Position) Outcome
}

// recurrence ends a game by repetition.
type recurrence interface {
	module
	recurred(p *Position) bool
	outcome(p *Position) Outcome
}

// reviser overturns the outcome of a checkmate.
type reviser interface {
	module
	revise(p *Position) (Outcome, bool)
}

// settlement is an ending that the players agree on.
type settlement interface {
	module
	// settle returns the result, and a sentence that explains it.
	settle(p *Position) (Outcome, string)
}

// related is a special rule with a relation that positions can be searched by.
type related interface{ relation() Relation }

// preparer is a module with tables to compute after all pieces and modules are
// compiled.
type preparer interface{ prepare(r *Rules) }

// ModuleKind describes a special rule that definitions can name.
type ModuleKind struct {
	Name   string
	Says   string      // description for the reference of the definition language
	Params []Parameter // in the reference's order
	make   func(c *moduleContext)
}

// Parameter is a key of a special rule.
type Parameter struct {
	Key  string
	Says string // its values and their meaning
}

// moduleOf returns the kind of the module type M. Its parameters are the fields
// with the tags yaml (key) and says (description). build validates them,
// completes the module and adds it.
func moduleOf[M any, P interface {
	*M
	cite(ruling string)
}](name, says string, build func(c *moduleContext, m P)) ModuleKind {
	return ModuleKind{
		Name: name, Says: says, Params: parametersOf[M](),
		make: func(c *moduleContext) {
			m := P(new(M))
			m.cite(c.rules.definition.Number(c.def.Rule))
			c.problems = append(c.problems, c.def.DecodeParams(c.rules.definition.ID, m)...)
			build(c, m)
		},
	}
}

func parametersOf[M any]() []Parameter {
	var out []Parameter
	for _, field := range reflect.VisibleFields(reflect.TypeFor[M]()) {
		if key := field.Tag.Get("yaml"); key != "" {
			out = append(out, Parameter{key, field.Tag.Get("says")})
		}
	}
	return out
}

// moduleContext is what a module is built from.
type moduleContext struct {
	rules    *Rules
	def      *variant.Module
	problems variant.Problems
}

func (c *moduleContext) report(format string, args ...any) {
	c.problems = append(c.problems, variant.Problem{
		File: c.rules.definition.ID, Line: c.def.Line,
		Message: c.def.Name + ": " + fmt.Sprintf(format, args...),
	})
}

// pieces returns the types with the given letters, and reports unknown ones.
func (c *moduleContext) pieces(letters []string) PieceTypeSet {
	var out PieceTypeSet
	for _, letter := range letters {
		out |= 1 << c.piece(letter)
	}
	return out &^ 1
}

// someOf is pieces for a parameter that must not be empty.
func (c *moduleContext) someOf(letters []string) PieceTypeSet {
	if len(letters) == 0 {
		c.report("pieces is missing")
	}
	return c.pieces(letters)
}

// piecesOr is pieces with a default for an empty list.
func (c *moduleContext) piecesOr(letters []string, usual PieceTypeSet) PieceTypeSet {
	if len(letters) == 0 {
		return usual
	}
	return c.pieces(letters)
}

// piece returns the type of a letter. It reports an unknown one and returns
// NoPieceType.
func (c *moduleContext) piece(letter string) PieceType {
	t, ok := c.rules.letters[letter]
	if !ok {
		c.report("there is no piece %q", letter)
	}
	return t
}

// points returns the points of each type.
func (c *moduleContext) points(by variant.Ordered[int]) (out [maxTypes]int) {
	for _, letter := range by.Keys {
		if t := c.piece(letter); t != NoPieceType {
			out[t], _ = by.Get(letter)
		}
	}
	return out
}

func (c *moduleContext) oneOf(key, value string, allowed ...string) {
	if !slices.Contains(allowed, value) {
		c.report("%s is one of %s, found %q", key, strings.Join(allowed, ", "), value)
	}
}

// region returns a region's squares for a side, and reports an unknown region.
func (c *moduleContext) region(name string, side Side) Bitboard {
	if _, ok := c.rules.definition.Regions.Get(name); !ok {
		switch {
		case side == Second:
		case name == "":
			c.report("the name of its region is missing")
		default:
			c.report("there is no region %q", name)
		}
		return Bitboard{}
	}
	if c.rules.squares == 0 {
		return Bitboard{} // modules are validated without a board
	}
	return c.rules.region(name, side)
}

// regions returns a region's squares for either side.
func (c *moduleContext) regions(name string) [2]Bitboard {
	return [2]Bitboard{c.region(name, First), c.region(name, Second)}
}

// needsField reports a missing field in the definition's state.
func (c *moduleContext) needsField(field string) {
	if !slices.Contains(c.rules.definition.State, field) {
		c.report("needs %s in state", field)
	}
}

// party reports an invalid name of a side.
func (c *moduleContext) party(p variant.Party) {
	if !p.Known() {
		c.report("side is first or second, found %q", p)
	}
}

// oneRoyal reports variants without exactly one type of royal, for modules that
// depend on it.
func (c *moduleContext) oneRoyal() {
	if r := c.rules.royals; r == 0 || r&(r-1) != 0 {
		c.report("needs exactly one kind of royal piece; mark it with royal: true")
	}
}

// add registers a module for each hook that it implements.
func (c *moduleContext) add(m module) {
	r := c.rules
	r.modules = append(r.modules, m)
	enter(&r.restrainers, m)
	enter(&r.safeties, m)
	enter(&r.bans, m)
	enter(&r.exemptions, m)
	enter(&r.checkers, m)
	enter(&r.effects, m)
	if enter(&r.choosers, m); len(r.choosers) > 1 {
		c.report("only one rule can choose among the legal moves, and there is another before")
	}
	if enter(&r.placers, m); len(r.placers) > 1 {
		c.report("only one rule can put something beside a move, and there is another before")
	}
	enter(&r.passers, m)
	if x, ok := m.(ending); ok {
		r.endings, r.ends = append(r.endings, x), append(r.ends, endsBy(x))
	}
	enter(&r.stalls, m)
	enter(&r.recurrences, m)
	enter(&r.revisers, m)
	enter(&r.settlements, m)
	if x, ok := m.(related); ok {
		r.relations = append(r.relations, x.relation())
	}
}

func enter[T any](list *[]T, m module) {
	if x, ok := m.(T); ok {
		*list = append(*list, x)
	}
}
