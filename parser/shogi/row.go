package shogi

import (
	"assay/parser/format"
	"assay/parser/record"
)

// The notations, with what there is to know of each.
var (
	KIFRow = row(format.Row{
		Format: KIF, Detect: detectKIF, Open: openKIF, Print: printKIF,
		Files:   format.Files{Extension: "kif", Single: true},
		Headers: format.Headers{Keys: &kifKeys, UsualStart: "平手", Line: kifTagLine},
		Moves: format.Moves{
			Numbers: format.NumbersPlies, NumberRule: ruleKIF, Behind: true,
			Typed: []format.Typing{{Order: 4, Way: format.AsTyped}, {Order: 10, Way: format.ByWords}},
		},
		Lacks: []record.Part{record.PartNestedFirst, record.PartLongComments, record.PartReason},
	})
	KI2Row = row(format.Row{
		Format: KI2, Detect: detectKI2, Open: openKI2, Print: printKI2,
		Files:   format.Files{Extension: "ki2", Single: true},
		Headers: format.Headers{Keys: &kifKeys, UsualStart: "平手", Line: kifTagLine},
		Moves:   format.Moves{Numbers: format.NoNumbers, Behind: true, Typed: []format.Typing{{Order: 5, Way: format.AsTyped}}},
		Lacks:   []record.Part{record.PartNestedFirst, record.PartLongComments, record.PartTimes, record.PartReason},
	})
	CSARow = row(format.Row{
		Format: CSA, Detect: detectCSA, Open: openCSA, Print: printCSA,
		Files:   format.Files{Extension: "csa", Separator: "/\n"},
		Headers: format.Headers{Keys: &csaKeys, Line: csaTagLine},
		Moves:   format.Moves{Numbers: format.NoNumbers, Behind: true, Typed: []format.Typing{{Order: 3, Way: format.AsTyped}}},
		Endings: format.Endings{Ends: hasCSAWord, Claims: shogiClaim},
		Lacks:   []record.Part{record.PartSideLines, record.PartLongComments, record.PartResult},
	})
	JKFRow = row(format.Row{
		Format: JKF, Detect: detectJKF, Open: openJKF, Print: printJKF,
		Files:   format.Files{Extension: "jkf", MediaType: "application/json", Single: true},
		Headers: format.Headers{Keys: &kifKeys},
		Moves:   format.Moves{Numbers: format.NoNumbers, Behind: true},
		Endings: format.Endings{Ends: hasCSAWord, Claims: shogiClaim},
		Lacks:   []record.Part{record.PartLongComments, record.PartCommentsFirst, record.PartSameTags, record.PartResult},
	})
	USIRow = row(format.Row{
		Format: USI, Detect: detectUSI, Open: openUSI, Print: printUSI,
		Files:   format.Files{Extension: "usi"},
		Moves:   format.Moves{Numbers: format.NoNumbers, Typed: []format.Typing{{Order: 2, Way: format.AsTyped}}},
		Endings: format.Endings{Ends: func(e *record.Ending) bool { return e.USI != "" }, Claims: shogiClaim},
		Lacks: []record.Part{
			record.PartSideLines, record.PartComments, record.PartGlyphs, record.PartMarks, record.PartClocks, record.PartTimes,
			record.PartEvaluations, record.PartCommands, record.PartTags, record.PartResult,
		},
	})
)

// row completes a row by what all notations of shogi have in common.
func row(n format.Row) format.Row {
	n.File = n.Format
	n.Implies, n.NamesOptions, n.StartDay = impliedGame, true, true
	n.Sfen, n.NoPass, n.Words = true, true, true
	n.Lacks = append(n.Lacks, record.PartSetup, record.PartEnding, record.PartTrailing)
	return n
}
