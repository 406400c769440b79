package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"assay/analysis/variant"
)

// module is a special rule of a definition. What it has a say in is told by
// the further interfaces below that it has.
type module interface {
	number() string       // of its ruling
	says(r *Rules) string // for a rule card, without the full stop
}

// ruled is the ruling number of a module.
type ruled struct{ ruling string }

func (r *ruled) number() string { return r.ruling }

func (r *ruled) cite(ruling string) { r.ruling = ruling }

// restrainer narrows the guard of a position.
type restrainer interface{ restrain(p *Position, g *guard) }

// safety judges the board after a move.
type safety interface {
	module
	safe(p *Position, v *view) bool
	// fault says what is wrong after an unsafe move.
	fault(p *Position) (reason, message string)
}

// exemption says when a royal may be left attacked.
type exemption interface {
	// exempt reports whether the royal of a side is not attacked on s, whatever
	// aims at it.
	exempt(p *Position, side Side, s Square) bool
}

// checker is a rule by which a side can be in check without a royal piece.
type checker interface {
	inCheck(p *Position, side Side) bool
}

// effect changes more of a position than the move itself does, right after it.
type effect interface{ apply(p *Position, u *undo) }

// ban judges a move that the pieces could make. That such moves are not
// generated is for its restrain to see to, which lets it be asked about each
// where a guard cannot tell (guard.each).
type ban interface {
	module
	bans(p *Position, m Move) bool
	fault(p *Position, m Move) (reason, message string)
}

// chooser leaves some of the moves that nothing else forbids.
type chooser interface {
	module
	generate(p *Position, k *sink)
	// admits reports whether a step is certain to leave some move legal.
	admits(p *Position, m Move) bool
	// objection says why a move is not among those left, "" if it is.
	objection(p *Position, m Move) (reason, message string)
}

// placer has something put on a second square with each move, or instead of
// moving.
type placer interface {
	module
	place(p *Position, k *sink, g *guard)
	// misplaced says why the second square of a move is not allowed, or is
	// missing, nil if neither.
	misplaced(p *Position, m Move) *Violation
	// instead reports whether it is put instead of moving.
	instead() bool
	// called is what it is called.
	called() string
	// squares is where it may be put with a move that has no second square, as
	// far as royals need not be safe.
	squares(p *Position, m Move) Bitboard
	// lifted is what leaves the board for it.
	lifted(p *Position) Bitboard
}

// passer lets a turn pass.
type passer interface {
	module
	allowed(p *Position) bool
	// refusal says why it is not allowed.
	refusal(p *Position) (reason, message string)
}

// ending ends a game by what the last ply did.
type ending interface {
	module
	// stands reports whether a position whose plies are not known is the end
	// of a game, and then whether the royal of the side that moved last may be
	// attacked.
	stands(p *Position) (over, exposed bool)
	outcome(p *Position) Outcome
}

// plyEnding is an ending of which the last ply tells more than its position.
type plyEnding interface {
	ending
	// ends reports whether the ply just played ended the game.
	ends(p *Position) bool
}

// endsBy is how to ask whether the ply just played ended a game by m.
func endsBy(m ending) func(p *Position) bool {
	if x, ok := m.(plyEnding); ok {
		return x.ends
	}
	return func(p *Position) bool {
		over, _ := m.stands(p)
		return over
	}
}

// stall decides the game of a side that has no legal move.
type stall interface {
	module
	stalled(p *Position) Outcome
}

// recurrence ends a game whose positions come back.
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
	// settle is the result, and a sentence on what it was reckoned from.
	settle(p *Position) (Outcome, string)
}

// related is a special rule that a position can be searched by.
type related interface{ relation() Relation }

// preparer looks at the tables of all pieces once they and all modules are
// there.
type preparer interface{ prepare(r *Rules) }

// ModuleKind is one kind of special rule that definitions can name.
type ModuleKind struct {
	Name   string
	Says   string      // what it does, for the reference of the definition language
	Params []Parameter // in the order in which the reference lists them
	make   func(c *moduleContext)
}

// Parameter is a key of a special rule.
type Parameter struct {
	Key  string
	Says string // its values and what they mean
}

// moduleOf is the kind of a module that is an M, whose parameters are its
// fields with the tags yaml, for the key, and says, for the reference. build
// looks at them, makes the module ready and adds it.
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

// pieces is a set of kinds by letters; unknown ones are reported.
func (c *moduleContext) pieces(letters []string) PieceTypeSet {
	var out PieceTypeSet
	for _, letter := range letters {
		out |= 1 << c.piece(letter)
	}
	return out &^ 1
}

// someOf returns a set of kinds by letters, and reports an empty list.
func (c *moduleContext) someOf(letters []string) PieceTypeSet {
	if len(letters) == 0 {
		c.report("pieces is missing")
	}
	return c.pieces(letters)
}

// piecesOr is a set of kinds by letters, usual where there is none.
func (c *moduleContext) piecesOr(letters []string, usual PieceTypeSet) PieceTypeSet {
	if len(letters) == 0 {
		return usual
	}
	return c.pieces(letters)
}

// piece is the kind of a letter, NoPieceType for an unknown one, which is
// reported.
func (c *moduleContext) piece(letter string) PieceType {
	t, ok := c.rules.letters[letter]
	if !ok {
		c.report("there is no piece %q", letter)
	}
	return t
}

// points are what kinds of piece count.
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

// region is the squares of a region for a side; an unknown one is reported.
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
		return Bitboard{} // the board is not known while modules alone are checked
	}
	return c.rules.region(name, side)
}

// regions are the squares of a region for either side.
func (c *moduleContext) regions(name string) [2]Bitboard {
	return [2]Bitboard{c.region(name, First), c.region(name, Second)}
}

// needsField reports games whose position texts lack a field.
func (c *moduleContext) needsField(field string) {
	if !slices.Contains(c.rules.definition.State, field) {
		c.report("needs %s in state", field)
	}
}

// party reports a word that is none for a side.
func (c *moduleContext) party(p variant.Party) {
	if !p.Known() {
		c.report("side is first or second, found %q", p)
	}
}

// oneRoyal reports games that do not have exactly one kind of royal piece,
// for modules that look after a single one.
func (c *moduleContext) oneRoyal() {
	if r := c.rules.royals; r == 0 || r&(r-1) != 0 {
		c.report("needs exactly one kind of royal piece; mark it with royal: true")
	}
}

// add enters a module wherever the engine asks for one of its kind.
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
