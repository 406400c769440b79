package rules

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"assay/analysis/spelling"
	"assay/analysis/variant"
)

// moduleMakers is the special rules by name. Each reads its own parameters.
var moduleMakers = map[string]func(c *moduleContext){
	"royal-safety":        makeRoyalSafety,
	"save-royals":         makeSaveRoyals,
	"indestructible-line": makeIndestructibleLine,
	"facing-royals":       makeFacingRoyals,
	"break-facing":        makeBreakFacing,
	"walled-royal":        makeWalledRoyal,
	"no-repetition":       makeNoRepetition,
	"full-hand":           makeFullHand,
	"drop-mate":           makeDropMate,
	"drop-attack":         makeDropAttack,
	"royal-capture":       makeRoyalCapture,
	"camp":                makeCamp,
	"no-moves":            makeNoMoves,
	"repetition":          makeRepetition,
	"impasse":             makeImpasse,
	"pass":                makePass,
}

// moduleContext is what the maker of a module works on.
type moduleContext struct {
	rules    *Rules
	def      *variant.Module
	ruled    ruled
	problems variant.Problems
}

func (c *moduleContext) report(format string, args ...any) {
	c.problems = append(c.problems, variant.Problem{
		File: c.rules.definition.ID, Line: c.def.Line,
		Message: c.def.Name + ": " + fmt.Sprintf(format, args...),
	})
}

func (c *moduleContext) params(into any) {
	c.problems = append(c.problems, c.def.DecodeParams(c.rules.definition.ID, into)...)
}

// pieces is a set of kinds by letters; unknown ones are reported.
func (c *moduleContext) pieces(letters []string) types {
	var out types
	for _, letter := range letters {
		t, ok := c.rules.letters[letter]
		if !ok {
			c.report("there is no piece %q", letter)
			continue
		}
		out |= 1 << t
	}
	return out
}

func (c *moduleContext) oneOf(key, value string, allowed ...string) {
	if !slices.Contains(allowed, value) {
		c.report("%s is one of %s, found %q", key, strings.Join(allowed, ", "), value)
	}
}

// add enters a module wherever the engine asks for one of its kind.
func (c *moduleContext) add(m module) {
	r := c.rules
	r.modules = append(r.modules, m)
	if x, ok := m.(restrainer); ok {
		r.restrainers = append(r.restrainers, x)
	}
	if x, ok := m.(safety); ok {
		r.safeties = append(r.safeties, x)
	}
	if x, ok := m.(ban); ok {
		r.bans = append(r.bans, x)
	}
	if x, ok := m.(related); ok {
		r.relations = append(r.relations, x.relation())
	}
}

// addModules makes the special rules and prepares those that look at the
// tables.
func (r *Rules) addModules() variant.Problems {
	problems := r.makeModules()
	for _, m := range r.modules {
		if d, ok := m.(*dropMate); ok && len(problems) == 0 {
			d.prepare(r)
		}
	}
	r.playToTest = r.attacks[First].typed || r.attacks[Second].typed
	r.onLines = r.attacksOnLines()
	return problems
}

func (r *Rules) makeModules() variant.Problems {
	var problems variant.Problems
	for i := range r.definition.Rules {
		def := &r.definition.Rules[i]
		maker, ok := moduleMakers[def.Name]
		if !ok {
			names := make([]string, 0, len(moduleMakers))
			for name := range moduleMakers {
				names = append(names, name)
			}
			sort.Strings(names)
			message := fmt.Sprintf("there is no rule module %q; the modules are %s", def.Name, strings.Join(names, ", "))
			if near, ok := spelling.Nearest(def.Name, names); ok {
				message = fmt.Sprintf("there is no rule module %q; %q was probably meant", def.Name, near)
			}
			problems = append(problems, variant.Problem{File: r.definition.ID, Line: def.Line, Message: message})
			continue
		}
		c := &moduleContext{rules: r, def: def, ruled: ruled{r.definition.Number(def.Rule)}}
		maker(c)
		problems = append(problems, c.problems...)
	}
	return problems
}

// CheckModules finds what is wrong with the special rules of a definition,
// which need not be sound otherwise.
func CheckModules(d *variant.Definition) variant.Problems {
	r := &Rules{geometry: &geometry{}, definition: d, letters: map[string]Type{}, names: map[string]Type{}}
	if d.Pieces.Len() > variant.MaxPieces {
		return nil
	}
	r.addKinds()
	if h := d.Hand; h != nil && len(h.Cells) == 2 {
		r.cells = len(h.Cells[0])
	}
	return r.makeModules()
}

// oneRoyal reports games that do not have exactly one kind of royal piece,
// for modules that look after a single one.
func (c *moduleContext) oneRoyal() {
	if r := c.rules.royals; r == 0 || r&(r-1) != 0 {
		c.report("needs exactly one kind of royal piece")
	}
}

func makeRoyalSafety(c *moduleContext) {
	c.oneRoyal()
	c.params(&struct{}{})
	m := &royalSafety{c.ruled}
	c.rules.royalSafety = m
	c.add(m)
}

func makeSaveRoyals(c *moduleContext) {
	var params saveRoyalsParams
	c.params(&params)
	guarded := c.pieces([]string{params.Guarded})
	m := &saveRoyals{ruled: c.ruled}
	if guarded != 0 {
		m.guarded = Type(trailing64(uint64(guarded)))
	}
	c.rules.selector = m
	c.add(m)
}

func makeIndestructibleLine(c *moduleContext) {
	var params indestructibleLineParams
	c.params(&params)
	m := &indestructibleLine{ruled: c.ruled}
	if len(params.Groups) != len(m.groups) {
		c.report("groups are three lists of pieces, found %d", len(params.Groups))
	}
	for i := range min(len(params.Groups), len(m.groups)) {
		m.groups[i] = c.pieces(params.Groups[i])
	}
	c.add(m)
}

func makeFacingRoyals(c *moduleContext) {
	c.oneRoyal()
	c.params(&struct{}{})
	c.add(&facingRoyals{c.ruled})
}

func makeBreakFacing(c *moduleContext) {
	c.oneRoyal()
	c.params(&struct{}{})
	c.add(&breakFacing{c.ruled})
}

func makeWalledRoyal(c *moduleContext) {
	c.oneRoyal()
	c.params(&struct{}{})
	c.add(&walledRoyal{c.ruled})
}

func makeNoRepetition(c *moduleContext) {
	c.params(&struct{}{})
	c.rules.trackHistory = true
	c.add(&noRepetition{c.ruled})
}

func makeFullHand(c *moduleContext) {
	c.params(&struct{}{})
	if c.rules.cells == 0 {
		c.report("needs a hand with cells")
	}
	c.add(&fullHand{c.ruled})
}

func makeDropMate(c *moduleContext) {
	var params dropMateParams
	c.params(&params)
	c.oneRoyal()
	c.oneOf("effect", params.Effect, "forbidden", "loses")
	m := &dropMate{ruled: c.ruled, pieces: c.pieces(params.Pieces), loses: params.Effect == "loses"}
	if len(params.Pieces) == 0 {
		m.pieces = anyType
	}
	if m.loses {
		c.rules.modules = append(c.rules.modules, m)
		return
	}
	c.add(m)
}

func makeDropAttack(c *moduleContext) {
	var params dropAttackParams
	c.params(&params)
	c.add(&dropAttack{ruled: c.ruled, pieces: c.pieces(params.Pieces)})
}

func makeRoyalCapture(c *moduleContext) {
	c.params(&struct{}{})
	if c.rules.royals == 0 {
		c.report("needs a royal piece")
	}
	m := &royalCapture{c.ruled}
	c.rules.royalCapture = m
	c.add(m)
}

func makeCamp(c *moduleContext) {
	var params campParams
	c.params(&params)
	c.oneRoyal()
	m := &camp{ruled: c.ruled, goal: [2]Square{NoSquare, NoSquare}}
	if len(params.Goals) != 2 {
		c.report("goals are two squares, First's first")
		return
	}
	for side := range 2 {
		s, ok := c.rules.SquareNamed(params.Goals[side])
		if !ok {
			c.report("%q is no square of this board", params.Goals[side])
		}
		m.goal[side] = s
	}
	c.rules.camp = m
	c.add(m)
}

func makeNoMoves(c *moduleContext) {
	var params noMovesParams
	c.params(&params)
	if params.Result != "" {
		params.Attacked, params.Free = params.Result, params.Result
	}
	c.oneOf("attacked", params.Attacked, "loss", "draw")
	c.oneOf("free", params.Free, "loss", "draw")
	m := &noMoves{ruled: c.ruled, attacked: params.Attacked, free: params.Free}
	if params.Royal != "" {
		if royal := c.pieces([]string{params.Royal}); royal != 0 {
			m.royal = Type(trailing64(uint64(royal)))
		}
	}
	c.rules.noMoves = m
	c.add(m)
}

func makeRepetition(c *moduleContext) {
	var params repetitionParams
	c.params(&params)
	c.oneOf("perpetual-check", params.PerpetualCheck, "", "loses")
	if params.Count < 2 {
		c.report("count is the number of occurrences that ends the game, 2 or more")
	}
	m := &repetition{ruled: c.ruled, count: params.Count, perpetual: params.PerpetualCheck == "loses"}
	c.rules.repetition = m
	c.rules.trackHistory = true
	c.add(m)
}

func makeImpasse(c *moduleContext) {
	var params impasseParams
	c.params(&params)
	m := &impasse{ruled: c.ruled, least: params.Least}
	for t := Type(1); int(t) < len(c.rules.kinds); t++ {
		if !c.rules.royals.has(t) {
			m.points[t] = params.Others
		}
	}
	for _, letter := range params.Points.Keys {
		points, _ := params.Points.Get(letter)
		t, ok := c.rules.letters[letter]
		if !ok {
			c.report("there is no piece %q", letter)
			continue
		}
		m.points[t] = points
	}
	c.rules.impasse = m
	c.add(m)
}

func makePass(c *moduleContext) {
	var params passingParams
	c.params(&params)
	if params.Facing {
		c.oneRoyal()
	}
	m := &passing{ruled: c.ruled, facing: params.Facing, ends: params.Points.Len() > 0, second: params.Second}
	for _, letter := range params.Points.Keys {
		points, _ := params.Points.Get(letter)
		if t, ok := c.rules.letters[letter]; ok {
			m.points[t] = points
		} else {
			c.report("there is no piece %q", letter)
		}
	}
	c.rules.passes = m
	c.add(m)
}
