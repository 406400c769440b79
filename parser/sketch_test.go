package parser

import (
	"fmt"
	"strings"

	"assay/parser/numbered"
)

// sketch prints a record without its places.
func sketch(r *Record) string {
	var b strings.Builder
	for _, tag := range numbered.Tags(r) {
		fmt.Fprintf(&b, "%s=%q\n", tag.Key, tag.Value)
	}
	for _, p := range r.Setup {
		fmt.Fprintf(&b, "(%q %q %q)\n", p.Side, p.Piece, p.Square)
	}
	for _, c := range r.Comments {
		fmt.Fprintf(&b, "{%q}\n", c.Text)
	}
	for _, ply := range r.Moves {
		fmt.Fprintf(&b, "%d %q", ply.Number, ply.Text)
		for _, c := range ply.Notes().Comments {
			fmt.Fprintf(&b, " {%q}", c.Text)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "result %q\n", r.Result)
	return b.String()
}
