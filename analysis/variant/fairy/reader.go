package fairy

import "assay/analysis/variant"

// Reader converts the .ini files of a folder of definitions.
var Reader = variant.Reader{Ending: ".ini", Read: func(file string, text []byte) ([]variant.Made, variant.Problems) {
	games, refusals := Convert(file, string(text))
	made := make([]variant.Made, len(games))
	for i, g := range games {
		made[i] = variant.Made{Of: g.Name, Line: g.Line, Key: g.key, YAML: g.YAML}
	}
	var problems variant.Problems
	for _, r := range refusals {
		problems = append(problems, variant.Problem{File: file, Line: r.Line, Message: r.Error()})
	}
	return made, problems
}}
