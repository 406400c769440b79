package rules

import (
	"fmt"
	"strings"

	"assay/analysis/spelling"
	"assay/analysis/variant"
)

// ModuleKinds lists the special rules that a definition can name, by name.
func ModuleKinds() []ModuleKind {
	return []ModuleKind{
		aimedRoyalKind,
		bareRoyalKind,
		breakFacingKind,
		castlingGoalKind,
		checkCountKind,
		connectionKind,
		dropAttackKind,
		dropMateKind,
		dropPlaceKind,
		explosionKind,
		extinctionKind,
		facingRoyalsKind,
		fullBoardKind,
		fullHandKind,
		goalKind,
		impasseKind,
		indestructibleLineKind,
		lionTradeKind,
		mateByKind,
		mustCaptureKind,
		mustDropKind,
		noCheckKind,
		noMovesKind,
		noRepetitionKind,
		oppositeColoursKind,
		passKind,
		petrifyKind,
		repetitionKind,
		royalCaptureKind,
		royalSafetyKind,
		saveRoyalsKind,
		standFastKind,
		turnPiecesKind,
		walledRoyalKind,
		wallsKind,
	}
}

// addModules builds the special rules, and what depends on the tables.
func (r *Rules) addModules() variant.Problems {
	problems := r.makeModules()
	if len(problems) > 0 {
		return problems
	}
	r.addClaims()
	for _, m := range r.modules {
		if x, ok := m.(preparer); ok {
			x.prepare(r)
		}
	}
	r.prepareWalls()
	r.playToTest = r.playToTest || r.attacks[First].hurdlesMatter || r.attacks[Second].hurdlesMatter
	r.finishTables()
	r.attackersOnLines = r.findsAttackersOnLines()
	r.capturesAlwaysLegal = r.findsCapturesAlwaysLegal()
	r.checksByAttack = r.findsChecksByAttack()
	r.stepsNeedSafetyOnly = r.findsStepsNeedSafetyOnly()
	r.checksByLastMove = r.royalSafe && len(r.effectRules)+len(r.checkRules)+len(r.exemptionRules) == 0
	r.royalsUncapturable = r.findsRoyalsUncapturable()
	return nil
}

func (r *Rules) makeModules() variant.Problems {
	kinds := map[string]ModuleKind{}
	var names []string
	for _, k := range ModuleKinds() {
		kinds[k.Name] = k
		names = append(names, k.Name)
	}
	var problems variant.Problems
	for i := range r.definition.Rules {
		def := &r.definition.Rules[i]
		kind, ok := kinds[def.Name]
		if !ok {
			message := fmt.Sprintf("there is no rule module %q; the modules are %s", def.Name, strings.Join(names, ", "))
			if near, ok := spelling.Nearest(def.Name, names); ok {
				message = fmt.Sprintf("there is no rule module %q; %q was probably meant", def.Name, near)
			}
			problems = append(problems, variant.Problem{File: r.definition.ID, Line: def.Line, Message: message})
			continue
		}
		c := &moduleContext{rules: r, def: def}
		kind.make(c)
		problems = append(problems, c.problems...)
	}
	return problems
}

// CheckModules returns the errors of a definition's special rules. The rest of
// the definition may be invalid.
func CheckModules(d *variant.Definition) variant.Problems {
	r := &Rules{geometry: &geometry{}, definition: d, letters: map[string]PieceType{}, names: map[string]PieceType{}}
	if d.Pieces.Len() > variant.MaxPieces {
		return nil
	}
	r.addPieceTypes()
	if h := d.Hand; h != nil && len(h.Cells) == 2 {
		r.cells = len(h.Cells[0])
	}
	return r.makeModules()
}

// Special describes a special rule of a variant.
type Special struct {
	Rule string // rule ID
	Says string
	Ends bool // it is about the end of the game
}

// Specials describes the variant's special rules, in the order of the
// definition.
func (r *Rules) Specials() []Special {
	out := make([]Special, len(r.modules))
	for i, m := range r.modules {
		out[i] = Special{Rule: m.rule(), Says: m.describe(r)}
		switch m.(type) {
		case endingRule, noMoveRule, repetitionRule, agreedRule:
			out[i].Ends = true
		}
	}
	return out
}
