package rules

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"assay/analysis/spelling"
	"assay/analysis/variant"
)

// ModuleKinds lists the special rules that a definition can name, by name.
func ModuleKinds() []ModuleKind {
	return []ModuleKind{
		absorbKind,
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
		fileLimitKind,
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
		rebirthKind,
		repetitionKind,
		royalCaptureKind,
		royalSafetyKind,
		saveRoyalsKind,
		standFastKind,
		turnAttackedKind,
		turnCaptorKind,
		turnPiecesKind,
		walledRoyalKind,
		wallsKind,
	}
}

// addModules builds the special rules and the data that depend on them.
func (r *Rules) addModules() variant.Problems {
	problems := r.makeModules()
	if len(problems) > 0 {
		return problems
	}
	r.addClaims()
	for _, m := range r.special.modules {
		if x, ok := m.(preparer); ok {
			x.prepare(r)
		}
	}
	r.addWallKeys()
	r.makePlan()
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
			message := fmt.Sprintf("there is no rule module %q; the modules are %s", def.Name,
				strings.Join(names, ", "))
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
	r := &Rules{geometry: &geometry{}, definition: d, names: newNameIndex()}
	if d.Pieces.Len() > variant.MaxPieces {
		return nil
	}
	r.addPieceTypes()
	if h := d.Hand; h != nil && len(h.Cells) == 2 {
		r.hands.cells = len(h.Cells[0])
	}
	return r.makeModules()
}

// Special describes a special rule of a variant.
type Special struct {
	Rule    string // rule ID
	Says    string
	Ends    bool // it is about the end of the game
	Forbids bool // it forbids some moves
}

// Specials describes the variant's special rules, in the order of the
// definition.
func (r *Rules) Specials() []Special {
	out := make([]Special, len(r.special.modules))
	for i, m := range r.special.modules {
		out[i] = Special{Rule: m.rule(), Says: m.describe(r)}
		switch m.(type) {
		case endingRule, noMoveRule, repetitionRule, agreedRule:
			out[i].Ends = true
		}
		switch m.(type) {
		case safetyRule, banRule:
			out[i].Forbids = true
		}
	}
	return out
}

// WriteReference writes the reference of the definition language in Markdown:
// all keys, and the special rules with their parameters.
func WriteReference(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, m := range variant.Reference() {
		if len(m.Keys) == 0 {
			continue
		}
		title := "A definition"
		if m.Path != "" {
			title = "`" + m.Path + "`"
		}
		fmt.Fprintf(out, "### %s\n\n| key | value | |\n|---|---|---|\n", title)
		for _, k := range m.Keys {
			fmt.Fprintf(out, "| `%s` | %s | %s |\n", k.Name, k.Form, codeSpans(k.Says))
		}
		fmt.Fprintln(out)
	}
	fmt.Fprint(out, "## Special rules\n")
	for _, k := range ModuleKinds() {
		fmt.Fprintf(out, "\n### `%s`\n\n%s\n", k.Name, k.Says)
		if len(k.Params) > 0 {
			fmt.Fprint(out, "\n| key | |\n|---|---|\n")
		}
		for _, p := range k.Params {
			fmt.Fprintf(out, "| `%s` | %s |\n", p.Key, codeSpans(p.Says))
		}
	}
	return out.Flush()
}

// codeSpans turns words in single quotes, as in struct tags, into code spans. A
// quote after a letter is an apostrophe.
func codeSpans(says string) string {
	var b strings.Builder
	open := false
	for i, r := range says {
		if r == '\'' && (open && !startsWord(says[i+1:]) || i == 0 || says[i-1] == ' ') {
			open = !open
			r = '`'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func startsWord(rest string) bool {
	return rest != "" && (rest[0] >= 'a' && rest[0] <= 'z')
}
