package rules_test

import (
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
)

// ruleCase is a move in a position, the rule it breaks, and the outcome if it
// is legal.
type ruleCase struct {
	options, position, move string
	rule                    string // "" for a legal move
	result, ends, by        string // outcome after a legal move that ends the game
}

// TestRuleIDs tests every rule ID that applies within one position, with a move
// that respects it and one that breaks it.
func TestRuleIDs(t *testing.T) {
	registry := variant.Embedded()
	for id, rows := range map[string][]ruleCase{
		"chushogi":                  chuMoves,
		"nine-elder":                nineElderMoves,
		"pocket-shogi-copper":       pocketShogiMoves,
		"pocket-shogi-copper-prime": pocketShogiPrimeMoves,
		"all-classic":               allClassicMoves,
		"kyotoshogi":                kyotoMoves,
		"microshogi":                microMoves,
		"torishogi":                 toriMoves,
		"atomicduck":                atomicDuckMoves,
		"duck":                      duckMoves,
		"isolation":                 isolationMoves,
		"joust":                     joustMoves,
		"nuclear":                   nuclearMoves,
		"petrified":                 petrifiedMoves,
	} {
		t.Run(id, func(t *testing.T) {
			compiled := map[string]*rules.Rules{}
			for _, row := range rows {
				r, ok := compiled[row.options]
				if !ok {
					d, err := registry.Definition(id, row.options)
					if err != nil {
						t.Fatal(err)
					}
					if r, err = rules.Compile(d); err != nil {
						t.Fatal(err)
					}
					compiled[row.options] = r
				}
				checkRuledMove(t, r, row)
			}
		})
	}
}

func checkRuledMove(t *testing.T, r *rules.Rules, row ruleCase) {
	t.Helper()
	p, err := r.ParsePosition(row.position)
	if err != nil {
		t.Errorf("%s: %v", row.position, err)
		return
	}
	var numbered notation.Numbered
	m, _, _, fault := numbered.Read(p, row.move)
	broken := ""
	if fault != nil {
		broken = fault.Rule
	}
	if broken != row.rule {
		t.Errorf("%s %s %s: breaks %q, want %q (%v)", row.options, row.position, row.move, broken, row.rule, fault)
		return
	}
	if row.rule != "" {
		return
	}
	if text := numbered.Format(p, m); text != row.move {
		t.Errorf("%s %s %s: written back as %s", row.options, row.position, row.move, text)
	}
	p.Play(m)
	o, over := p.Outcome()
	if want := (rules.Outcome{Result: row.result, Termination: row.ends, Rule: row.by}); o != want || over != (row.result != "") {
		t.Errorf("%s %s %s: leads to %+v, want %+v", row.options, row.position, row.move, o, want)
	}
}

// TestStartingPositions tests AC-4, and variants without a rule on starting
// positions.
func TestStartingPositions(t *testing.T) {
	for _, row := range []struct {
		id, position string
		rule         string
	}{
		{"all-classic", "rmedxgahl/rnqkbjscf/pztpztpzt/9/9/9/9/PZTPZTPZT/RNQKBJSCF/RMEDXGAHL[] w", ""},
		{"all-classic", "rmedxgahl/rnqkbjscf/pztpztpzt/9/9/9/9/TTTZZZPPP/LHAXDBQKR/FCSRGJEMN[] w", ""},
		{"all-classic", "rmedxgahl/rnqkbjscf/pztpztpzt/9/9/9/9/PZTPZTPZT/RNQKBJSCF/RMXDEGAHL[] w", "AC-4"},
		{"all-classic", "rmgdxeahl/rnqkbjscf/pztpztpzt/9/9/9/9/PZTPZTPZT/RNQKBJSCF/RMEDXGAHL[] w", "AC-4"},
		{"all-classic", "rmedxgahl/rnqkbjscf/pztpztpzt/9/9/9/9/PZTPZTPZT/RNQDBJSCF/RMEKXGAHL[] w", "AC-4"},
		{"all-classic", "rmedxgahl/rnqkbjscf/pztpztpzt/9/9/9/9/PZTPZTPZL/RNQKBJSCF/RMEDXGAHT[] w", "AC-4"},
		{"all-classic", "rmedxgahl/rnqkbjscf/pztpztpzt/9/9/9/T8/1ZTPZTPZT/RNQKBJSCF/RMEDXGAHL[] w", "AC-4"},
		{"all-classic", "rmedxgahl/rnqkbjscf/pztpztpzt/9/9/9/9/PZTPZTPZT/RNQKBJSCF/RMEDXGA1L[H] w", "AC-4"},
		{"nine-elder", "j8/9/9/9/9/9/9/9/8J[] w", ""},
	} {
		d, err := variant.Embedded().Definition(row.id, "")
		if err != nil {
			t.Fatal(err)
		}
		r, err := rules.Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.ParsePosition(row.position)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if v := p.JudgeArray(); v != nil {
			got = v.Rule
		}
		if got != row.rule {
			t.Errorf("%s: breaks %q, want %q", row.position, got, row.rule)
		}
	}
}

var kyotoMoves = []ruleCase{
	{"", "4k/5/5/5/P3K[P] w", "Pawn a1 - a2 = Rook", "", "", "", ""},
	{"", "4k/5/5/5/P3K[P] w", "Pawn a1 - a2", "KY-2", "", "", ""},
	{"", "4k/5/5/5/+P3K[P] w", "Rook a1 - a4 = Pawn", "", "", "", ""},
	{"", "4k/5/5/5/+P3K[P] w", "Rook a1 - a4 = Silver", "KY-2", "", "", ""},
	{"", "4k/5/5/5/P3K[PL] w", "Pawn * a5", "", "", "", ""},
	{"", "4k/5/5/5/P3K[PL] w", "Pawn * c5 = Rook", "", "", "", ""},
	{"", "4k/5/5/5/P3K[PL] w", "Lance * c5 = LanceGold", "", "", "", ""},
	{"", "4k/5/5/5/P3K[PL] w", "Pawn * c5 = LanceGold", "KY-3", "", "", ""},
	{"", "4k/5/5/5/P3K[PL] w", "Rook * c5", "KY-3", "", "", ""},
	{"", "4k/5/5/5/P3K[L] w", "Pawn * c5 = Rook", "G-1", "", "", ""},
	{"", "4k/5/5/4p/P3K[PL] w", "Pawn * e2 = Rook", "G-5", "", "", ""},
	{"", "3nk/3nn/5/5/+P3K[P] w", "Pawn * e3 = Rook", "", "", "", ""},
}

var microMoves = []ruleCase{
	{"", "3k/4/4/1p2/1P1K[] w", "Pawn b1 x b2 Sente Pawn = Knight on b2", "", "", "", ""},
	{"", "3k/4/4/1p2/1P1K[] w", "Pawn b1 x b2 Sente Pawn", "MC-2", "", "", ""},
	{"", "3k/4/4/4/1P1K[] w", "Pawn b1 - b2", "", "", "", ""},
	{"", "3k/4/4/4/1P1K[] w", "Pawn b1 - b2 = Knight", "MC-2", "", "", ""},
}

var toriMoves = []ruleCase{
	{"", "k6/7/7/3S3/7/7/6K[S] w", "Swallow * d3", "", "", "", ""},
	{"", "k6/7/7/3S3/7/3S3/6K[S] w", "Swallow * d3", "TO-4", "", "", ""},
	{"", "k6/7/7/3S3/7/3+S3/6K[S] w", "Swallow * d3", "", "", "", ""},
}

var nineElderMoves = []ruleCase{
	{"", "j8/9/9/9/4P4/9/9/7J1/4N4[] w", "Cannon e1 - e7 = Iron", "", "", "", ""},
	{"", "j8/9/9/9/4P4/9/9/7J1/4N4[] w", "Cannon e1 - e4", "NE-3", "", "", ""},
	{"", "j8/9/9/9/4P4/9/9/7J1/4V4[] w", "Van e1 - e4", "", "", "", ""},
	{"", "j8/9/9/9/4P4/9/9/7J1/4V4[] w", "Van e1 - e7 = Copper", "NE-4", "", "", ""},
	{"", "j8/9/9/9/9/9/4P4/7J1/4C4[] w", "Cassia e1 - f3", "", "", "", ""},
	{"", "j8/9/9/9/9/9/9/4P2J1/4C4[] w", "Cassia e1 - f3", "NE-5", "", "", ""},
	{"", "j8/9/9/9/4+I4/9/9/7J1/9[] w", "Dragon e5 - d4", "", "", "", ""},
	{"", "j8/9/9/9/4+I4/9/9/7J1/9[] w", "Dragon e5 - c3", "NE-6", "", "", ""},
	{"", "j8/9/9/9/5+A3/9/9/7J1/9[] w", "Horse f5 - f4", "", "", "", ""},
	{"", "j8/9/9/9/5+A3/9/9/7J1/9[] w", "Horse f5 - f3", "NE-7", "", "", ""},
	{"", "j8/9/4p4/9/4+V4/9/9/7J1/9[] w", "Copper e5 - e8", "", "", "", ""},
	{"", "j8/9/4p4/9/4+V4/9/9/7J1/9[] w", "Copper e5 x e7 First Pawn", "NE-8", "", "", ""},
	{"", "j8/9/9/9/4+P4/9/9/7J1/9[] w", "Gilding e5 - e4", "", "", "", ""},
	{"", "j8/9/9/9/4+P4/9/9/7J1/9[] w", "Gilding e5 - d4", "NE-9", "", "", ""},
	{"", "j8/9/9/9/9/9/9/7J1/1I7[] w", "Incense b1 - e1", "", "", "", ""},
	{"", "j8/9/9/9/9/9/9/7J1/1I7[] w", "Incense b1 - c2", "NE-0", "", "", ""},
	{"", "j8/9/9/S8/9/9/9/7J1/9[] w", "Silver a6 - b7", "NE-10", "", "", ""},
	{"", "j8/9/9/S8/9/9/9/7J1/9[] w", "Silver a6 - b7 = PromotedSilver", "", "", "", ""},
	{"", "j8/9/9/G8/9/9/9/7J1/9[] w", "Gold a6 - b7", "", "", "", ""},
	{"", "j8/9/9/G8/9/9/9/7J1/9[] w", "Gold a6 - b7 = Gilding", "NE-10", "", "", ""},
	{"", "j8/9/4P4/9/9/9/9/7J1/9[] w", "Pawn e7 - e8 = Gilding", "", "", "", ""},
	{"", "j8/9/9/9/9/9/9/7J1/9[S] w", "PromotedSilver * e5", "NE-11", "", "", ""},
	{"", "j8/9/9/9/9/9/9/7J1/9[S] w", "Silver * e8 = PromotedSilver", "NE-11", "", "", ""},
	{"", "j8/9/9/9/9/9/9/7J1/9[S] w", "Silver * e9", "", "", "", ""},
	{"", "j8/9/9/9/9/9/9/1P5J1/9[P] w", "Pawn * b5", "NE-12", "", "", ""},
	{"", "j8/9/9/9/9/9/9/1+P5J1/9[P] w", "Pawn * b5", "", "", "", ""},
	{"", "j8/9/9/9/9/9/9/1p5J1/9[P] w", "Pawn * b5", "", "", "", ""},
	{"", "j8/9/9/9/9/9/9/7J1/9[P] w", "Pawn * b9", "NE-12", "", "", ""},
	{"", "j8/9/S8/9/9/9/9/7J1/1I7[G] w", "Gold * a8", "NE-13", "", "", ""},
	{"", "j8/9/9/9/9/9/9/7J1/1I7[G] w", "Gold * a8", "", "", "", ""},
	// The drop gives the Cannon a hurdle, so it checks.
	{"", "j8/9/9/9/9/9/9/7J1/NI7[G] w", "Gold * a5", "NE-13", "", "", ""},
	// The only answer to the check would be a drop that itself gives mate.
	{"", "j4i3/C1S6/1S7/9/9/9/9/6PP1/6JP1[Na] w", "Cannon * a6", "NE-13", "", "", ""},
	{"", "j4i3/C1S6/1S7/9/9/9/9/6PP1/6JP1[Ng] w", "Cannon * a6", "", "", "", ""},
	{"", "j8/9/SG7/9/9/9/9/9/1I5J1[] w", "Gold b7 - b8", "", "1-0", "checkmate", "NE-14"},
	{"", "j8/7I1/2S6/9/9/9/9/9/1I5J1[] w", "Jade h1 - h2", "", "1-0", "no legal move", "NE-14"},
	{"", "j8/9/9/9/9/9/9/i5GJ1/9[] w", "Gold g2 - g3", "NE-14", "", "", ""},
	{"", "j8/9/9/9/9/9/9/i5GJ1/9[] w", "Gold g2 - f2", "", "", "", ""},
}

var pocketShogiMoves = []ruleCase{
	{"", "k8/9/9/9/2+G6/9/9/9/4K4[] w -/-", "Platinum c5 - b4", "", "", "", ""},
	{"", "k8/9/9/9/2+G6/9/9/9/4K4[] w -/-", "Platinum c5 - c4", "PSC-3", "", "", ""},
	{"", "k8/9/9/9/2+L6/9/9/9/4K4[] w -/-", "SideMover c5 - h5", "", "", "", ""},
	{"", "k8/9/9/9/2+L6/9/9/9/4K4[] w -/-", "SideMover c5 - c7", "PSC-4", "", "", ""},
	{"", "k8/9/9/9/2+N6/9/9/9/4K4[] w -/-", "PromotedKnight c5 - b3", "", "", "", ""},
	{"", "k8/9/9/9/2+N6/9/9/9/4K4[] w -/-", "PromotedKnight c5 - b4", "PSC-5", "", "", ""},
	{"", "k8/9/9/9/1G7/9/9/9/4K4[] w -/-", "Gold b5 - pocket", "", "", "", ""},
	{"", "k8/9/9/9/1G7/9/9/9/4K4[] w P/-", "Gold b5 - pocket", "G-5", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[] w -/-", "King e1 - pocket", "PSC-7", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[] w P/-", "King e1 - pocket", "PSC-7", "", "", ""},
	{"", "k8/9/9/1P7/1L7/9/9/9/4K4[] w -/-", "Lance b5 - pocket", "PSC-7", "", "", ""},
	{"", "k3r4/9/9/9/9/9/9/4P4/4K4[] w -/-", "Pawn e2 - pocket", "PSC-7", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[] w +B/-", "DragonHorse pocket - c3", "", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[] w +B/-", "Bishop pocket - c3", "PSC-8", "", "", ""},
	{"", "k8/9/9/9/1S7/9/9/9/4K4[] w -/-", "Silver b5 - pocket = PromotedSilver", "PSC-8", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[C] w -/-", "Copper * pocket", "PSC-9", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[] w C/-", "Copper * c3", "PSC-9", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[C] w C/-", "Copper * c3", "", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[C] w C/-", "Copper pocket - c3", "", "", "", ""},
	{"", "k8/9/2G6/9/9/9/9/9/4K4[] w -/-", "Gold c7 - c6 = Platinum", "", "", "", ""},
	{"", "k8/9/9/2G6/9/9/9/9/4K4[] w -/-", "Gold c6 - d6 = Platinum", "PSC-10", "", "", ""},
	{"", "k8/2+C6/2C6/9/9/9/9/9/4K4[] w -/-", "Copper c7 - c6 = PromotedCopper", "PSC-10", "", "", ""},
	{"", "k8/9/9/2N6/9/9/9/9/4K4[] w -/-", "Knight c6 - d8", "PSC-10", "", "", ""},
	{"", "k8/9/9/2N6/9/9/9/9/4K4[] w -/-", "Knight c6 - d8 = PromotedKnight", "", "", "", ""},
	{"", "k8/3C5/9/9/9/9/9/9/4K4[] w -/-", "Copper d8 - d9", "", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[P] w -/-", "Tokin * c5", "PSC-11", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[L] w -/-", "Lance * c9", "PSC-12", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[N] w -/-", "Knight * c8", "PSC-12", "", "", ""},
	{"", "k8/9/9/9/9/9/2P6/9/4K4[] w P/-", "Pawn pocket - c5", "PSC-12", "", "", ""},
	{"", "k8/9/9/9/9/9/2P6/9/4K4[] w +P/-", "Tokin pocket - c5", "", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[P] w -/-", "Pawn * c8 = Tokin", "PSC-12", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[P] w -/-", "Pawn * a8", "", "", "", ""},
	{"", "k8/9/G8/9/9/9/9/9/1R2K4[P] w -/-", "Pawn * a8", "", "0-1", "pawn-drop mate", "PSC-13"},
	{"", "k8/9/G8/9/9/9/9/9/1R2K4[] w P/-", "Pawn pocket - a8", "", "0-1", "pawn-drop mate", "PSC-13"},
	{"", "k8/9/G8/9/9/9/9/9/1R2K4[] w +P/-", "Tokin pocket - a8", "", "1-0", "checkmate", "PSC-14"},
	{"", "k8/7R1/9/9/9/9/9/9/1R2K4[P] w -/-", "Pawn * h2", "", "1-0", "no legal move", "PSC-14"},
	{"", "k8/9/9/9/4r4/9/9/4G4/4K4[] w -/-", "Gold e2 - d2", "PSC-14", "", "", ""},
	{"", "k8/4K4/9/9/9/9/9/9/9[] w -/-", "King e8 - e9", "", "1-0", "camp mate", "PSC-15"},
	{"", "k8/3K5/9/9/9/9/9/9/9[] w -/-", "King d8 - d9", "", "", "", ""},
	{"", "9/9/9/9/9/9/9/4k4/K8[] b -/-", "King e2 - e1", "", "0-1", "camp mate", "PSC-15"},
	{"", "k3K4/9/9/9/9/9/9/9/9[] b -/-", "King a9 - a8", "G-3", "", "", ""},
}

var pocketShogiPrimeMoves = []ruleCase{
	{"", "k8/3C5/9/9/9/9/9/9/4K4[] w -/-", "Copper d8 - d9", "PSC-10", "", "", ""},
	{"", "k8/3C5/9/9/9/9/9/9/4K4[] w -/-", "Copper d8 - d9 = PromotedCopper", "", "", "", ""},
	{"", "k8/9/9/9/9/9/9/9/4K4[C] w -/-", "Copper * d9", "", "", "", ""},
}

var allClassicMoves = []ruleCase{
	{"", "4k4/9/9/9/9/9/9/9/9/K7R[] w - -", "Rook i1 - i9", "", "", "", ""},
	{"", "4k4/9/9/9/9/9/9/9/9/K7R[] w - -", "Rook i1 - h2", "AC-0", "", "", ""},
	{"", "4x4/9/9/9/9/9/9/9/9/K3R4[] w - -", "Rook e1 x e10", "", "1-0", "all royals captured", "AC-5"},
	{"", "4x3j/9/9/9/9/9/9/9/9/K3R4[] w - -", "Rook e1 x e10", "", "", "", ""},
	{"", "9/9/9/9/9/9/9/9/9/K3R4[] b - -", "Rook e1 - e2", "G-3", "", "", ""},
	{"", "4x3k/9/9/9/9/9/9/9/9/K3X4[] w - -", "General e1 x e10", "", "", "", ""},
	{"", "4x3k/9/9/9/4M4/9/9/9/9/K3X4[] w - -", "General e1 x e10", "AC-6", "", "", ""},
	{"", "8k/9/9/9/9/9/9/9/9/5X3[] w - -", "General f1 - g1", "AC-6", "", "", ""},
	{"", "8k/9/9/9/9/9/9/9/9/5X3[] w - -", "General f1 - e2", "AC-0", "", "", ""},
	{"", "8k/3D5/9/9/9/9/9/9/9/5X3[] w - -", "Advisor d9 - e10", "", "", "", ""},
	{"", "8k/3D5/9/9/9/9/9/9/9/5X3[] w - -", "Advisor d9 - c8", "AC-6", "", "", ""},
	{"", "8k/9/9/9/9/2E6/9/9/9/5X3[] w - -", "Elephant c5 - e3", "", "", "", ""},
	{"", "8k/9/9/9/9/2E6/9/9/9/5X3[] w - -", "Elephant c5 - e7", "AC-6", "", "", ""},
	{"", "8k/9/9/9/9/2E6/3M5/9/9/5X3[] w - -", "Elephant c5 - e3", "AC-6", "", "", ""},
	{"", "8k/9/4E4/9/9/9/9/9/9/5X3[] w - -", "Elephant e8 - c6", "", "", "", ""},
	{"", "8k/9/9/9/9/2ME5/9/9/9/5X3[] w - -", "Mao c5 - b7", "", "", "", ""},
	{"", "8k/9/9/9/9/2ME5/9/9/9/5X3[] w - -", "Mao c5 - e6", "AC-6", "", "", ""},
	{"", "8k/r8/9/9/9/9/9/9/F8/K7J[] w - -", "FlyingChariot a2 - b2", "AC-7", "", "", ""},
	{"", "8k/r8/9/9/9/9/9/9/F8/K7J[] w - -", "FlyingChariot a2 - a5", "", "", "", ""},
	{"", "7k1/3r5/9/9/9/9/9/6b2/6F2/3X4J[] w - -", "FlyingChariot g2 - d2", "", "", "", ""},
	{"", "7k1/3r5/9/9/9/9/9/6b2/6F2/3X4J[] w - -", "FlyingChariot g2 - f2", "AC-7", "", "", ""},
	{"", "9/r8/9/9/9/9/9/9/F6k1/K8[] w - -", "FlyingChariot a2 x h2", "", "1-0", "all royals captured", "AC-5"},
	{"", "k8/7R1/9/9/9/9/9/9/9/KR7[] w - -", "King a1 - a2", "", "1/2-1/2", "stalemate", "AC-8"},
	{"", "9/9/9/9/9/K8/9/9/3t5/3xt4[] w - -", "King a5 - a6", "", "1-0", "no legal move", "AC-8"},
	{"", "9/r2k5/9/9/9/9/9/9/R2K5/9[] w AQaq -", "King d2 - b2", "", "", "", ""},
	{"", "9/r2k5/9/9/9/9/9/9/R2K5/9[] w - -", "King d2 - b2", "AC-9", "", "", ""},
	{"", "9/3k5/9/9/9/2r6/9/9/R2K5/9[] w Q -", "King d2 - b2", "AC-9", "", "", ""},
	{"", "9/3k5/9/9/9/3r5/9/9/R2K5/9[] w Q -", "King d2 - b2", "AC-9", "", "", ""},
	{"", "9/3k5/9/9/9/r8/9/9/R2K5/9[] w Q -", "King d2 - b2", "", "", "", ""},
	{"", "9/3k5/9/9/9/9/9/9/RN1K5/9[] w Q -", "King d2 - b2", "AC-9", "", "", ""},
	{"", "9/3k5/9/9/9/9/9/9/1R1K5/9[] w - -", "King d2 - b2", "AC-9", "", "", ""},
	{"", "8k/9/9/9/9/9/9/2P6/9/K8[] w - -", "ChessPawn c3 - c5", "", "", "", ""},
	{"", "8k/9/9/9/9/9/9/9/2P6/K8[] w - -", "ChessPawn c2 - c4", "AC-10", "", "", ""},
	{"", "8k/9/9/9/9/2p6/2P6/9/9/K8[] w - -", "ChessPawn c4 x c5", "AC-10", "", "", ""},
	{"", "8k/9/9/9/2pP5/9/9/9/9/K8[] w - c7", "ChessPawn d6 x c7", "", "", "", ""},
	{"", "8k/9/9/2pP5/9/9/9/9/9/K8[] w - -", "ChessPawn d7 - c8", "AC-10", "", "", ""},
	{"drops=shogi-captor", "8k/9/2pP5/9/9/9/9/9/9/K8[] w - c9", "ChessPawn d8 x c9 = Queen on c9", "", "", "", ""},
	{"drops=shogi-captor", "8k/9/2pP5/9/9/9/9/9/9/K8[] w - c9", "ChessPawn d8 x c9", "", "", "", ""},
	{"drops=shogi-captor", "8k/9/2pP5/9/9/9/9/9/9/K8[] w - c9", "ChessPawn d8 x c9 = Mao on c9", "AC-12", "", "", ""},
	{"", "8k/9/2P6/9/9/9/9/9/9/K8[] w - -", "ChessPawn c8 - c9", "", "", "", ""},
	{"", "8k/9/2P6/9/9/9/9/9/9/K8[] w - -", "ChessPawn c8 - c9 = Rook", "", "", "", ""},
	{"", "8k/2P6/9/9/9/9/9/9/9/K8[] w - -", "ChessPawn c9 - c10", "AC-11", "", "", ""},
	{"", "8k/9/9/2P6/9/9/9/9/9/K8[] w - -", "ChessPawn c7 - c8 = Queen", "AC-11", "", "", ""},
	{"", "8k/2P6/9/9/9/9/9/9/9/K8[] w - -", "ChessPawn c9 - c10 = Mao", "AC-12", "", "", ""},
	{"promotion=any", "8k/2P6/9/9/9/9/9/9/9/K8[] w - -", "ChessPawn c9 - c10 = Mao", "", "", "", ""},
	{"promotion=any", "8k/2P6/9/9/9/9/9/9/9/K8[] w - -", "ChessPawn c9 - c10 = Horse", "AC-12", "", "", ""},
	{"promotion=any", "8k/2P6/9/9/9/9/9/9/9/K8[] w - -", "ChessPawn c9 - c10 = Lance", "AC-12", "", "", ""},
	{"promotion=any", "8k/9/2P6/9/9/9/9/9/9/K8[] w - -", "ChessPawn c8 - c9 = Lance", "", "", "", ""},
	{"", "8k/9/9/9/2Z6/9/9/9/9/K8[] w - -", "XiangqiPawn c6 - d6", "", "", "", ""},
	{"", "8k/9/9/9/9/2Z6/9/9/9/K8[] w - -", "XiangqiPawn c5 - d5", "AC-13", "", "", ""},
	{"", "8k/9/9/9/9/9/9/2Z6/9/K8[] w - -", "XiangqiPawn c3 - c5", "AC-13", "", "", ""},
	{"", "8k/2Z6/9/9/9/9/9/9/9/K8[] w - -", "XiangqiPawn c9 - c10 = Queen", "AC-13", "", "", ""},
	{"xq-double=on", "8k/9/9/9/9/9/9/2Z6/9/K8[] w - -", "XiangqiPawn c3 - c5", "", "", "", ""},
	{"xq-double=on", "8k/9/9/2zZ5/9/9/9/9/9/K8[] w - -", "XiangqiPawn d7 x c8", "AC-13", "", "", ""},
	{"xq-double=on", "8k/9/9/3Z5/2z6/9/9/9/9/K8[] w - c7", "XiangqiPawn d7 x c7", "", "", "", ""},
	{"xq-double=on", "8k/9/9/3Z5/2z6/9/9/9/9/K8[] w - c7", "XiangqiPawn d7 - c7", "", "", "", ""},
	{"", "8k/9/9/9/2T6/9/9/9/9/K8[] w - -", "ShogiPawn c6 - d7", "AC-14", "", "", ""},
	{"", "8k/9/2F6/9/9/9/9/9/9/K8[] w - -", "FlyingChariot c8 - c2 = DragonKing", "", "", "", ""},
	{"", "8k/9/9/2H6/9/9/9/9/9/K8[] w - -", "Horse c7 - d9", "AC-15", "", "", ""},
	{"", "8k/9/9/2G6/9/9/9/9/9/K8[] w - -", "Gold c7 - c8 = PromotedSilver", "AC-15", "", "", ""},
	{"", "8k/2+t6/9/9/9/9/9/9/9/K1R6[] w - -", "Rook c1 x c9 White ShogiPawn", "", "", "", ""},
	{"drops=shogi-captor", "8k/2q6/9/9/9/9/9/9/9/K1F6[] w - -", "FlyingChariot c1 x c9 White Queen", "", "", "", ""},
	{"drops=shogi-captor", "8k/2+t6/9/9/9/9/9/9/9/K1R6[] w - -", "Rook c1 x c9 White ShogiPawn", "NL-3", "", "", ""},
	{"", "8k/9/9/9/9/9/9/9/9/K8[T] w - -", "Tokin * c5", "AC-16", "", "", ""},
	{"drops=shogi-captor", "9/8k/9/9/9/9/9/9/9/K8[P] w - -", "ChessPawn * c10", "AC-17", "", "", ""},
	{"drops=shogi-captor", "9/8k/9/9/9/9/9/9/9/K8[Z] w - -", "XiangqiPawn * c10", "", "", "", ""},
	{"drops=shogi-captor", "9/8k/9/9/9/9/9/9/9/K8[D] w - -", "Advisor * e2", "", "", "", ""},
	{"drops=shogi-captor", "9/8k/9/9/9/9/9/9/9/K8[D] w - -", "Advisor * e9", "AC-17", "", "", ""},
	{"drops=shogi-captor", "9/8k/9/9/9/9/9/9/9/K8[E] w - -", "Elephant * e5", "AC-17", "", "", ""},
	{"drops=shogi-captor", "9/8K/9/9/9/9/9/9/9/k8[e] b - -", "Elephant * e8", "", "", "", ""},
	{"", "9/8k/9/9/9/9/9/2T6/9/K8[T] w - -", "ShogiPawn * c8", "AC-17", "", "", ""},
	{"", "9/8k/9/9/9/9/9/2+T6/9/K8[T] w - -", "ShogiPawn * c8", "", "", "", ""},
	{"drops=shogi-captor", "8k/9/9/9/9/9/9/9/9/K1P6[] w - -", "ChessPawn c1 - c3", "", "", "", ""},
	{"drops=shogi-captor", "8k/9/9/9/9/9/2P6/9/9/K8[] w - -", "ChessPawn c4 - c6", "AC-18", "", "", ""},
	{"drops=shogi-captor", "8k/9/9/9/9/9/9/9/9/K1Z6[] w - -", "XiangqiPawn c1 - c3", "AC-13", "", "", ""},
	{"drops=shogi-captor xq-double=on", "8k/9/9/9/9/9/9/9/9/K1Z6[] w - -", "XiangqiPawn c1 - c3", "", "", "", ""},
	{"drops=shogi-captor xq-double=on", "8k/9/9/9/9/9/2Z6/9/9/K8[] w - -", "XiangqiPawn c4 - c6", "AC-18", "", "", ""},
	{"", "8k/9/8G/9/9/9/9/9/7F1/K8[T] w - -", "ShogiPawn * i9", "AC-19", "", "", ""},
	{"", "8k/9/8G/9/9/9/9/9/9/K8[T] w - -", "ShogiPawn * i9", "", "", "", ""},
	// Another royal under attack does not matter: only the attacked one counts.
	{"", "8k/9/8G/9/9/9/9/8r/7F1/J8[T] w - -", "ShogiPawn * i9", "AC-19", "", "", ""},
}
