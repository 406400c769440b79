package shogi

import (
	"slices"
	"strings"

	"assay/parser/format"
	"assay/parser/record"
	"assay/parser/source"
)

// The notations of shogi.
var (
	KIFRow = newKIFRow(KIF, format.Moves{
		Numbers: format.NumbersPlies, NumberRule: ruleKIF, Behind: true,
		Typed: []format.Typing{{Order: 4, Way: format.AsTyped}, {Order: 10, Way: format.ByWords}},
	})
	KI2Row = newKIFRow(KI2, format.Moves{
		Numbers: format.NoNumbers, Behind: true, Typed: []format.Typing{{Order: 5, Way: format.AsTyped}},
	}, record.PartTimes)
	CSARow = newRow(format.Row{
		Format: CSA, Detect: detectCSA, Open: openCSA, Print: printCSA,
		Files:   format.Files{Extension: "csa", Separator: "/\n", Declares: declaresUTF8},
		Headers: format.Headers{Keys: &csaKeys, Line: csaTagLine},
		Moves: format.Moves{Numbers: format.NoNumbers, Behind: true,
			Typed: []format.Typing{{Order: 3, Way: format.AsTyped}}, Machine: isEngineOutput},
		Endings: format.Endings{Ends: hasCSAWord, Claims: claimedResult},
		Lacks: append(machineParts, record.PartVariations, record.PartLongComments, record.PartResult,
			record.PartBookmarks),
	})
	JKFRow = newRow(format.Row{
		Format: JKF, Detect: detectJKF, Open: openJKF, Print: printJKF,
		Files:   format.Files{Extension: "jkf", MediaType: "application/json", Single: true},
		Headers: format.Headers{Keys: &kifKeys},
		Moves:   format.Moves{Numbers: format.NoNumbers, Behind: true},
		Endings: format.Endings{Ends: hasCSAWord, Claims: claimedResult},
		Lacks: append(machineParts, record.PartLongComments, record.PartCommentsFirst, record.PartSameTags,
			record.PartResult,
			record.PartBookmarks, record.PartFractions),
	})
	USIRow = newRow(format.Row{
		Format: USI, Detect: detectUSI, Open: openUSI, Print: printUSI,
		Files:   format.Files{Extension: "usi"},
		Moves:   format.Moves{Numbers: format.NoNumbers, Typed: []format.Typing{{Order: 2, Way: format.AsTyped}}},
		Endings: format.Endings{Ends: func(e *record.Ending) bool { return e.USI != "" }, Claims: claimedResult},
		Lacks: []record.Part{
			record.PartVariations, record.PartComments, record.PartGlyphs, record.PartMarks, record.PartClocks,
			record.PartTimes,
			record.PartEvaluations, record.PartCommands, record.PartBookmarks, record.PartTags, record.PartResult,
		},
	})
)

// machineParts are the parts that only programs could interpret in the comments
// of a notation.
var machineParts = slices.Clip([]record.Part{
	record.PartGlyphs, record.PartMarks, record.PartClocks, record.PartEvaluations, record.PartCommands,
})

// isEngineOutput reports whether a comment of CSA is the output of an engine.
func isEngineOutput(comment string) bool { return strings.HasPrefix(comment, "**") }

// newKIFRow returns the row of KIF or KI2.
func newKIFRow(f record.Format, moves format.Moves, lacks ...record.Part) format.Row {
	open := func(src *source.Source) func() (*record.Record, error) { return openKIF(src, f) }
	moves.Remark = isRemarkLine
	return newRow(format.Row{
		Format: f, Moves: moves, Open: open,
		Detect: func(prefix []byte) bool { return detectKIF(prefix) == f },
		Print:  func(r *record.Record) ([]byte, error) { return printKIF(r, f, open) },
		Files: format.Files{Extension: string(f), UnicodeExtension: string(f) + "u", Single: true,
			Declares: declaresUTF8},
		Headers: format.Headers{Keys: &kifKeys, UsualStart: "平手", Line: kifTagLine},
		Lacks: slices.Concat(machineParts, lacks,
			[]record.Part{record.PartNestedFirst, record.PartLongComments, record.PartReason, record.PartFractions}),
	})
}

// newRow adds what all shogi notations have in common.
func newRow(n format.Row) format.Row {
	n.File = n.Format
	n.Implies, n.NamesOptions, n.StartDay = impliedVariant, true, true
	n.Sfen, n.NoPass, n.Words = true, true, true
	n.Lacks = append(n.Lacks, record.PartSetup, record.PartEnding, record.PartTrailing)
	return n
}

// declaresUTF8 are the words of a first line that name the encoding.
const declaresUTF8 = "encoding=UTF-8"
