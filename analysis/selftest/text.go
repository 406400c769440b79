package selftest

import (
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// textNotation is a notation that can write moves of the variant.
type textNotation struct {
	format   parser.Format
	notation notation.Notation
}

func notationsOf(r *rules.Rules) []textNotation {
	var out []textNotation
	for _, format := range parser.Formats() {
		if n, ok := notation.ForFormat(format, r); ok {
			out = append(out, textNotation{format, n})
		}
	}
	return out
}

// text formats a move as in numbered lists.
func (t *tester) text(m rules.Move) string { return notation.Numbered{}.Format(t.position, m) }

// checkTexts writes every legal move in every notation and reads it back.
func (t *tester) checkTexts(p *rules.Position) {
	for _, w := range t.notations {
		meant := make(map[string]rules.Move, len(t.moves))
		for _, m := range t.moves {
			t.setMove(m)
			text := string(w.notation.Append(nil, p, m))
			if other, taken := meant[text]; taken {
				t.report("move text", t.reference.lineOf(p, m), "%s writes it %q, the same as %s", w.format, text,
					t.text(other))
			}
			meant[text] = m
			switch read, _, _, f := w.notation.Read(p, text); {
			case f != nil:
				t.report("move text", t.reference.lineOf(p, m), "%s writes it %q but cannot read that: %s", w.format,
					text, f.Message)
			case read != m:
				t.report("move text", t.reference.lineOf(p, m), "%s writes it %q but reads that as another move",
					w.format, text)
			}
		}
	}
	t.moving = false
}
