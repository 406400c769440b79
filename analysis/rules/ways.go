package rules

import "assay/analysis/variant"

// Path is the squares that a lame leap passes, relative to where it begins:
// the orthogonal steps come first, then the diagonal ones.
func Path(leap variant.Vector) []variant.Vector {
	var path []variant.Vector
	var at variant.Vector
	for files, ranks := leap.Files, leap.Ranks; ; {
		step := variant.Vector{Files: sign(files), Ranks: sign(ranks)}
		if size(files) > size(ranks) {
			step.Ranks = 0
		} else if size(ranks) > size(files) {
			step.Files = 0
		}
		files, ranks = files-step.Files, ranks-step.Ranks
		if files == 0 && ranks == 0 {
			return path
		}
		at.Files, at.Ranks = at.Files+step.Files, at.Ranks+step.Ranks
		path = append(path, at)
	}
}
