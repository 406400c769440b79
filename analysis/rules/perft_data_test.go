package rules

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/analysis/variant"
	"assay/fixtures"
)

var perftLimit = flag.Uint64("perft.limit", uint64(fixtures.Rounds(50_000, 2_000_000, 2_000_000)), "prove published node counts up to this many `nodes`")

// publishedRow is one published perft count.
type publishedRow struct {
	line          int
	variant, text string
	depth         int
	nodes         uint64
	source        string
}

// TestPerftData verifies the published perft counts in the data directory
// outside the repository.
func TestPerftData(t *testing.T) {
	rows, err := readPublished(fixtures.Shared(t, "data/perft/perft.tsv")[0])
	if err != nil {
		t.Fatal(err)
	}
	compiledOnce := map[string]*Rules{}
	var proved, contradicted, left int
	var nodes uint64
	for _, row := range rows {
		if row.nodes > *perftLimit {
			left++
			continue
		}
		r := compiledOnce[row.variant]
		if r == nil {
			r = compiled(t, row.variant, "")
			compiledOnce[row.variant] = r
		}
		if c := row.contradicted(); c != nil {
			c.verify(t, r, &row)
			contradicted++
			continue
		}
		p, err := r.ParsePosition(row.text)
		if err != nil {
			t.Errorf("line %d: %s: %v", row.line, row.text, err)
			continue
		}
		if got := p.Perft(row.depth); got != row.nodes {
			t.Errorf("line %d: %s %s depth %d: %d nodes, published %d (%s)", row.line, row.variant, row.text, row.depth, got, row.nodes, row.source)
			continue
		}
		proved++
		nodes += row.nodes
	}
	t.Logf("%d rows proved, %d million nodes; %d rows contradict the rules; %d are beyond the limit", proved, nodes/1e6, contradicted, left)
}

func readPublished(file string) ([]publishedRow, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var rows []publishedRow
	lines := bufio.NewScanner(f)
	lines.Scan() // the header
	for n := 2; lines.Scan(); n++ {
		columns := strings.Split(lines.Text(), "\t")
		if len(columns) != 5 {
			return nil, fmt.Errorf("%s:%d: %d columns, not 5", file, n, len(columns))
		}
		depth, err := strconv.Atoi(columns[2])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		nodes, err := strconv.ParseUint(columns[3], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		rows = append(rows, publishedRow{
			line: n, variant: columns[0], text: columns[1], depth: depth, nodes: nodes, source: columns[4],
		})
	}
	return rows, lines.Err()
}

// contradiction describes a published count that contradicts the rules.
type contradiction struct {
	nodes   uint64 // by the rules; 0 if the position is invalid
	without string // the rule module without which the published count is reproduced
}

type contradictionKey struct {
	text  string
	depth int // 0 for every depth
}

// contradictions are the published counts that contradict the rules: of a
// source that allows mate by a dropped pawn, and of positions in which the side
// to move could capture the king.
var contradictions = map[contradictionKey]*contradiction{
	{"k4/5/5/5/4K[RBGSPrbgsp] w - - 0 1", 3}:                 {nodes: 822_598, without: "drop-mate"},
	{"5k4/4P5/10/10/10/10/10/5K4 w - - 0 1", 0}:              {},
	{"4k/4P/5/5/4K[] w - - 0 1", 0}:                          {},
	{"4k/4S/5/5/4K[] w - - 0 1", 0}:                          {},
	{"rbsgk/5/5/5/KGSBR[Pp] w - - 0 1", 0}:                   {},
	{"4k4/PPPPPPPPP/9/9/9/9/9/ppppppppp/4K4[] w - - 0 1", 0}: {},
	{"k8/9/9/9/9/9/9/9/LR2K4[P] w - - 0 1", 0}:               {},
	{"4k4/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", 0}:               {},
}

// contradicted returns the contradiction of a row, or nil.
func (row *publishedRow) contradicted() *contradiction {
	if c := contradictions[contradictionKey{row.text, 0}]; c != nil {
		return c
	}
	return contradictions[contradictionKey{row.text, row.depth}]
}

// verify verifies the count by the rules, and the published count without the
// module that the source lacks.
func (c *contradiction) verify(t *testing.T, r *Rules, row *publishedRow) {
	p, err := r.ParsePosition(row.text)
	if c.nodes == 0 {
		if err == nil {
			t.Errorf("line %d: %s: a position that cannot arise is accepted", row.line, row.text)
		}
		return
	}
	if err != nil {
		t.Errorf("line %d: %s: %v", row.line, row.text, err)
		return
	}
	if got := p.Perft(row.depth); got != c.nodes {
		t.Errorf("line %d: %s depth %d: %d nodes, by the rules %d", row.line, row.text, row.depth, got, c.nodes)
	}
	loose := *r.definition
	loose.Rules = slices.DeleteFunc(slices.Clone(loose.Rules), func(m variant.Module) bool { return m.Name == c.without })
	other, err := Compile(&loose)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = other.ParsePosition(row.text); err != nil {
		t.Fatal(err)
	}
	if got := p.Perft(row.depth); got != row.nodes {
		t.Errorf("line %d: %s depth %d without %s: %d nodes, published %d", row.line, row.text, row.depth, c.without, got, row.nodes)
	}
}
