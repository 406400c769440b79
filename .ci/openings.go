//go:build ignore

// Openings writes the built-in labels of chess from the tab-separated files of
// lichess-org/chess-openings (CC0 1.0): codes, names and moves.
//
//	cat [a-e].tsv | go run .ci/openings.go > analysis/label/names/chess.yaml.gz
package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/variant"
)

const head = `# Names and codes of openings, after lichess-org/chess-openings (CC0 1.0).
variant: chess
source: https://github.com/lichess-org/chess-openings (CC0 1.0)
labels:
`

func main() {
	r, err := analysis.NewRulebook(variant.Embedded()).Rules("chess", "")
	if err != nil {
		log.Fatal(err)
	}
	type row struct{ code, name, position string }
	var rows []row
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		if len(f) != 3 || f[0] == "eco" {
			continue
		}
		moves := slices.DeleteFunc(strings.Fields(f[2]), func(w string) bool { return strings.HasSuffix(w, ".") })
		p := r.Start()
		if err := analysis.PlayMoves(p, moves, notation.StyleNamed("")); err != nil {
			log.Fatalf("%s: %v", f[1], err)
		}
		rows = append(rows, row{f[0], f[1], strings.Join(strings.Fields(p.Text())[:4], " ")})
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.code, b.code), cmp.Compare(a.name, b.name))
	})
	z, err := gzip.NewWriterLevel(os.Stdout, gzip.BestCompression)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprint(z, head)
	for _, w := range rows {
		fmt.Fprintf(z, "- {name: %q, code: %s, position: %s}\n", w.name, w.code, w.position)
	}
	if err := z.Close(); err != nil {
		log.Fatal(err)
	}
}
