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
	rule() string             // rule ID
	describe(r *Rules) string // for a rule card, without the full stop
}

// specialRules are a variant's special rules, by hook.
type specialRules struct {
	modules      []module // in the order of the definition
	restrictors  []restrictor
	safety       []safetyRule
	exemptions   []exemptionRule
	checks       []checkRule
	effects      []effectRule
	bans         []banRule
	selections   []selectionRule // at most one
	walls        []wallRule      // at most one
	passes       []passRule
	endings      []endingRule
	endedByPly   []func(p *Position) bool // by ending: whether the ply just played ended the game
	noMoves      []noMoveRule
	repetitions  []repetitionRule
	mateRevisers []mateReviser
	agreed       []agreedRule
	relations    []Relation
}

// ruleCited implements the rule ID of a module.
type ruleCited struct{ ruleID string }

func (r *ruleCited) rule() string { return r.ruleID }

func (r *ruleCited) setRule(id string) { r.ruleID = id }

// restrictor restricts the legality mask of a position.
type restrictor interface {
	restrict(p *Position, legal *legality)
}

// safetyRule tests the board after a move.
type safetyRule interface {
	module
	safe(p *Position, v *boardView) bool
	// explain describes an unsafe move.
	explain(p *Position) (reason, message string)
}

// exemptionRule is a rule that lets a royal be left attacked.
type exemptionRule interface {
	// exempt reports whether a side's royal on s counts as unattacked.
	exempt(p *Position, side Side, s Square) bool
}

// checkRule is a rule by which a side can be in check without a royal.
type checkRule interface {
	inCheck(p *Position, side Side) bool
}

// effectRule changes a position beyond the move itself, right after it.
type effectRule interface {
	apply(p *Position, st *stateInfo)
}

// banRule forbids pseudo-legal moves. Its restrict method must keep such moves
// from being generated. The simplest way is to require a test of each move
// (legality.testBans).
type banRule interface {
	module
	forbids(p *Position, m Move) bool
	explain(p *Position, m Move) (reason, message string)
}

// selectionRule selects among the moves that are legal otherwise.
type selectionRule interface {
	module
	generate(p *Position, ml *moveList)
	// provesLegalMove reports whether a step proves that some move is legal.
	provesLegalMove(p *Position, m Move) bool
	// objection says why a move is not selected, or "".
	objection(p *Position, m Move) (reason, message string)
}

// wallRule puts a wall on a second square with each move, or instead of moving.
type wallRule interface {
	module
	generate(p *Position, ml *moveList, legal *legality)
	// judge returns a violation if the move's second square is illegal or
	// missing.
	judge(p *Position, m Move) *Violation
	// replacesMove reports whether walls are put instead of moving.
	replacesMove() bool
	// wallName returns the name of a wall.
	wallName() string
	// wallSquares returns the squares for a wall with a move, before royal
	// safety.
	wallSquares(p *Position, m Move) Bitboard
	// replacedWalls returns the walls that a new one replaces.
	replacedWalls(p *Position) Bitboard
}

// passRule lets a side pass.
type passRule interface {
	module
	allowed(p *Position) bool
	// objection says why passing is illegal.
	objection(p *Position) (reason, message string)
}

// endingRule ends a game because of the last ply.
type endingRule interface {
	module
	// isOver reports whether a position without a history is the end of a game,
	// and if so, whether the royal of the side that moved last may be attacked.
	isOver(p *Position) (over, exposed bool)
	outcome(p *Position) Outcome
}

// plyEndingRule is an ending that also depends on the last ply, not on its
// position alone.
type plyEndingRule interface {
	endingRule
	// endedByPly reports whether the ply just played ended the game.
	endedByPly(p *Position) bool
}

// endedByPlyOf returns a function that reports whether the ply just played
// ended the game by rule m.
func endedByPlyOf(m endingRule) func(p *Position) bool {
	if x, ok := m.(plyEndingRule); ok {
		return x.endedByPly
	}
	return func(p *Position) bool {
		over, _ := m.isOver(p)
		return over
	}
}

// noMoveRule decides the game of a side without a legal move.
type noMoveRule interface {
	module
	outcomeWithoutMove(p *Position) Outcome
}

// repetitionRule ends a game by repetition.
type repetitionRule interface {
	module
	reached(p *Position) bool
	outcome(p *Position) Outcome
}

// mateReviser overturns the outcome of a checkmate.
type mateReviser interface {
	module
	revise(p *Position) (Outcome, bool)
}

// agreedRule is an ending that the players agree on.
type agreedRule interface {
	module
	// settlement returns the result, and a sentence that explains it.
	settlement(p *Position) (Outcome, string)
}

// relationRule is a special rule that defines a relation for searches.
type relationRule interface{ relation() Relation }

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
	setRule(id string)
}](name, says string, build func(c *moduleContext, m P)) ModuleKind {
	return ModuleKind{
		Name: name, Says: says, Params: parametersOf[M](),
		make: func(c *moduleContext) {
			m := P(new(M))
			m.setRule(c.rules.definition.Number(c.def.Rule))
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

// requiredPieces is pieces for a parameter that must not be empty.
func (c *moduleContext) requiredPieces(letters []string) PieceTypeSet {
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
	t, ok := c.rules.names.byLetter[letter]
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

func (c *moduleContext) checkOneOf(key, value string, allowed ...string) {
	if !slices.Contains(allowed, value) {
		named := slices.DeleteFunc(slices.Clone(allowed), func(word string) bool { return word == "" })
		c.report("%s must be one of %s, found %q", key, strings.Join(named, ", "), value)
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

// checkParty reports an invalid name of a side.
func (c *moduleContext) checkParty(p variant.Party) {
	if !p.Known() {
		c.report("side must be first or second, found %q", p)
	}
}

// needsOneRoyal reports variants without exactly one type of royal, for modules
// that depend on it.
func (c *moduleContext) needsOneRoyal() {
	if r := c.rules.royals; r == 0 || r&(r-1) != 0 {
		c.report("needs exactly one kind of royal piece; mark it with royal: true")
	}
}

// add registers a module for each hook that it implements.
func (c *moduleContext) add(m module) {
	r := c.rules
	r.special.modules = append(r.special.modules, m)
	appendIf(&r.special.restrictors, m)
	appendIf(&r.special.safety, m)
	appendIf(&r.special.bans, m)
	appendIf(&r.special.exemptions, m)
	appendIf(&r.special.checks, m)
	appendIf(&r.special.effects, m)
	if appendIf(&r.special.selections, m); len(r.special.selections) > 1 {
		c.report("only one rule can select among the legal moves, and an earlier one does")
	}
	if appendIf(&r.special.walls, m); len(r.special.walls) > 1 {
		c.report("only one rule can put walls, and an earlier one does")
	}
	appendIf(&r.special.passes, m)
	if x, ok := m.(endingRule); ok {
		r.special.endings, r.special.endedByPly = append(r.special.endings, x),
			append(r.special.endedByPly, endedByPlyOf(x))
	}
	appendIf(&r.special.noMoves, m)
	appendIf(&r.special.repetitions, m)
	appendIf(&r.special.mateRevisers, m)
	appendIf(&r.special.agreed, m)
	if x, ok := m.(relationRule); ok {
		r.special.relations = append(r.special.relations, x.relation())
	}
}

func appendIf[T any](list *[]T, m module) {
	if x, ok := m.(T); ok {
		*list = append(*list, x)
	}
}

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
func (r *Rules) Relations() []Relation { return r.special.relations }
