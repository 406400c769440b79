package publish

import "strconv"

// Numeric annotation glyphs that request a diagram, or mark a decisive move.
const (
	nagBrilliant      = 3
	nagBlunder        = 4
	nagDiagram        = 220
	nagDiagramFlipped = 221
)

// glyph is the printed sign and the spoken text of an annotation glyph.
type glyph struct{ sign, words string }

// nags are the glyphs of the PGN standard that have a usual sign, by number.
var nags = map[int]glyph{
	1: {"!", "good move"}, 2: {"?", "mistake"}, 3: {"!!", "brilliant move"}, 4: {"??", "blunder"},
	5: {"!?", "interesting move"}, 6: {"?!", "dubious move"}, 7: {"□", "only move"}, 8: {"□", "singular move"},
	10: {"=", "equal"}, 11: {"=", "equal, quiet"}, 12: {"=", "equal, active"}, 13: {"∞", "unclear"},
	14: {"+/=", "First is slightly better"}, 15: {"=/+", "Second is slightly better"},
	16: {"±", "First is better"}, 17: {"∓", "Second is better"},
	18: {"+−", "First is winning"}, 19: {"−+", "Second is winning"},
	22: {"⊙", "zugzwang"}, 23: {"⊙", "zugzwang"}, 26: {"○", "space"}, 27: {"○", "space"},
	32: {"↻", "development"}, 33: {"↻", "development"}, 36: {"↑", "initiative"}, 37: {"↑", "initiative"},
	40: {"→", "attack"}, 41: {"→", "attack"}, 44: {"=∞", "compensation"}, 45: {"=∞", "compensation"},
	132: {"⇆", "counterplay"}, 133: {"⇆", "counterplay"}, 138: {"⊕", "time trouble"}, 139: {"⊕", "time trouble"},
	140: {"∆", "with the idea"}, 141: {"∇", "aimed against"}, 142: {"better:", "better is"},
	145: {"RR", "editorial remark"}, 146: {"N", "novelty"},
}

// glyphsOf returns a ply's annotation glyphs, without requests for diagrams.
func glyphsOf(numbers []int) []glyph {
	var out []glyph
	for _, n := range numbers {
		switch g, known := nags[n]; {
		case known:
			out = append(out, g)
		case n != 0 && n != nagDiagram && n != nagDiagramFlipped:
			out = append(out, glyph{"$" + strconv.Itoa(n), "glyph " + strconv.Itoa(n)})
		}
	}
	return out
}

// glyphText returns a ply's glyphs as printed after the move. A judgement of
// the move follows without a space, other glyphs after one.
func glyphText(numbers []int) string {
	out := ""
	for _, g := range glyphsOf(numbers) {
		if g.sign[0] != '!' && g.sign[0] != '?' {
			out += " "
		}
		out += g.sign
	}
	return out
}
