package rules

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var perftLimit = flag.Uint64("perft.limit", 2_000_000, "prove published node counts up to this many `nodes`")

// publishedRow is one published node count.
type publishedRow struct {
	line           int
	variant, text  string
	depth          int
	nodes          uint64
	source         string
	contradictedBy *contradiction
}

// TestPerftData proves the published node counts that are kept beside the
// project.
func TestPerftData(t *testing.T) {
	file := filepath.Join(moduleRoot(t), "..", "shared", "data", "perft", "perft.tsv")
	rows, err := readPublished(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Logf("no published counts beside the project: %v", err)
		return
	}
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
		p, err := r.ParsePosition(row.text)
		if err != nil {
			t.Errorf("%s:%d: %s: %v", file, row.line, row.text, err)
			continue
		}
		want := row.nodes
		if c := row.contradictedBy; c != nil {
			want = c.nodes
			contradicted++
		}
		if got := p.Perft(row.depth); got != want {
			t.Errorf("%s:%d: %s %s depth %d: %d nodes, want %d (%s)", file, row.line, row.variant, row.text, row.depth, got, want, row.source)
			continue
		}
		proved++
		nodes += want
	}
	t.Logf("%d rows proved, %d million nodes; %d of them contradict the rules; %d beyond the limit", proved, nodes/1e6, contradicted, left)
}

func readPublished(file string) ([]publishedRow, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var rows []publishedRow
	lines := bufio.NewScanner(f)
	lines.Scan() // the heads of the columns
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
			contradictedBy: contradictions[contradictionKey{columns[1], depth}],
		})
	}
	return rows, lines.Err()
}

// moduleRoot is the folder of go.mod.
func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}

// contradiction is the number of nodes by the rules where a published count
// breaks one.
type contradiction struct {
	nodes  uint64
	reason string
}

type contradictionKey struct {
	text  string
	depth int
}

var contradictions = map[contradictionKey]*contradiction{}
