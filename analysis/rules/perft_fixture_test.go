package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/fixtures"
)

// perftFixture is a position of fixtures/perft with its perft counts.
type perftFixture struct {
	line             int
	variant, options string
	source, position string
	nodes            []depthNodes
}

type depthNodes struct {
	depth int
	nodes uint64
}

// TestPerftFixtures verifies the perft counts in the repository.
func TestPerftFixtures(t *testing.T) {
	files, err := filepath.Glob(fixtures.Path(t, "fixtures/perft/*.perft"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		fixtures, err := parsePerft(string(text))
		if err != nil {
			t.Errorf("%s:%v", file, err)
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, f := range fixtures {
				f.verify(t, compiled(t, f.variant, f.options))
			}
		})
	}
}

func (f *perftFixture) verify(t *testing.T, r *Rules) {
	p := r.Start()
	if f.position != "start" {
		var err error
		if p, err = r.ParsePosition(f.position); err != nil {
			t.Errorf("line %d: %v", f.line, err)
			return
		}
	}
	text, key := p.Text(), p.Key()
	for _, want := range f.nodes {
		if want.nodes > *perftLimit {
			continue
		}
		if got := p.Perft(want.depth); got != want.nodes {
			t.Errorf("line %d: %s depth %d: %d nodes, published %d (%s)", f.line, f.position, want.depth, got, want.nodes, f.source)
		}
	}
	if p.Text() != text || p.Key() != key {
		t.Errorf("line %d: counting left another position: %s, not %s", f.line, p.Text(), text)
	}
}

// parsePerft reads the format of fixtures/perft/README.md.
func parsePerft(text string) ([]perftFixture, error) {
	var out []perftFixture
	var now perftFixture
	for i, line := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "", "#":
		case "variant":
			now = perftFixture{variant: rest}
		case "options":
			now.options = rest
		case "source":
			now.source = rest
		case "position":
			now.position, now.line = rest, i+1
		case "nodes":
			nodes, err := parsePerftCounts(rest)
			if err != nil {
				return nil, fmt.Errorf("%d: %w", i+1, err)
			}
			if now.variant == "" || now.position == "" || now.source == "" {
				return nil, fmt.Errorf("%d: nodes without variant, source and position before them", i+1)
			}
			now.nodes = nodes
			out = append(out, now)
			now.position = ""
		default:
			return nil, fmt.Errorf("%d: unknown word %q", i+1, word)
		}
	}
	return out, nil
}

func parsePerftCounts(text string) ([]depthNodes, error) {
	var out []depthNodes
	for _, word := range strings.Fields(text) {
		depth, nodes, _ := strings.Cut(word, ":")
		d, err := strconv.Atoi(depth)
		if err != nil || d < 1 {
			return nil, fmt.Errorf("%q is no DEPTH:NODES", word)
		}
		n, err := strconv.ParseUint(nodes, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no DEPTH:NODES", word)
		}
		out = append(out, depthNodes{d, n})
	}
	return out, nil
}

func TestParsePerftRejects(t *testing.T) {
	for _, text := range []string{
		"variant a\nsource s\nposition start\nnodes 1",
		"variant a\nsource s\nposition start\nnodes 0:1",
		"variant a\nsource s\nposition start\nnodes 1:-1",
		"variant a\nsource s\nnodes 1:1",
		"variant a\nposition start\nnodes 1:1",
		"source s\nposition start\nnodes 1:1",
		"variant a\nsource s\nposition start\nnodes 1:1\nnodes 1:1",
		"variants a",
	} {
		if _, err := parsePerft(text); err == nil {
			t.Errorf("accepted: %q", text)
		}
	}
}
