package selftest

import (
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// written is a notation that can write moves of the variant.
type written struct {
	format   parser.Format
	notation notation.Notation
}

func notationsOf(r *rules.Rules) []written {
	var out []written
	for _, format := range parser.Formats() {
		if n, ok := notation.ForFormat(format, r); ok {
			out = append(out, written{format, n})
		}
	}
	return out
}

// text formats a move as in numbered lists.
func (t *trial) text(m rules.Move) string { return notation.Numbered{}.Format(t.position, m) }

// texts writes every legal move in every notation and reads it back.
func (t *trial) texts(p *rules.Position) {
	for _, w := range t.notations {
		meant := make(map[string]rules.Move, len(t.moves))
		for _, m := range t.moves {
			t.at(m)
			text := string(w.notation.Append(nil, p, m))
			if other, taken := meant[text]; taken {
				t.report("move text", t.slow.lineOf(p, m), "%s writes it %q, the same as %s", w.format, text, t.text(other))
			}
			meant[text] = m
			switch read, _, _, f := w.notation.Read(p, text); {
			case f != nil:
				t.report("move text", t.slow.lineOf(p, m), "%s writes it %q but cannot read that: %s", w.format, text, f.Message)
			case read != m:
				t.report("move text", t.slow.lineOf(p, m), "%s writes it %q but reads that as another move", w.format, text)
			}
		}
	}
	t.moving = false
}
