package api

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"assay/analysis/rules"
)

// outline writes a line of a tree with the moves as they are told, its side
// lines in parentheses.
func outline(line []*Node, move func(*Node) string) string {
	var b strings.Builder
	for i, n := range line {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(move(n))
		if !n.Holds {
			b.WriteString(" !")
		}
		for _, side := range n.Variations {
			fmt.Fprintf(&b, " (%s)", outline(side, move))
		}
	}
	return b.String()
}

func TestTree(t *testing.T) {
	a := newArchive(t)
	submit := func(text string) *Replay {
		t.Helper()
		s, err := a.Submit(t.Context(), "x.pgn", strings.NewReader(text), Reading{}, true)
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Replay(t.Context(), s.Games[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, row := range []struct{ moves, want, written string }{
		{"1. e4 e5", "Pawn e2 - e4, Pawn e7 - e5", "e4, e5"},
		{"1. e4 (1. d4 d5 (1... f5)) e5", "Pawn e2 - e4 (Pawn d2 - d4, Pawn d7 - d5 (Pawn f7 - f5)), Pawn e7 - e5", "e4 (d4, d5 (f5)), e5"},
		{"1. e4 (1. d5) e5", "Pawn e2 - e4 (d5 !), Pawn e7 - e5", "e4 (d5 !), e5"},
		{"1. e4 (1. d4 -- 2. c4) e5", "Pawn e2 - e4 (Pawn d2 - d4, Pass, Pawn c2 - c4), Pawn e7 - e5", "e4 (d4, --, c4), e5"},
		{"1. e2e4 e6 2. e6 Nf6", "Pawn e2 - e4, Pawn e7 - e6, e6 !", "e4, e6, e6 !"},
	} {
		seen := map[*Node]string{}
		r := submit("[Result \"*\"]\n\n" + row.moves + " *\n")
		tree, err := r.Tree(AnnotationsAll, func(n *Node, p *rules.Position) {
			if _, ok := seen[n.Parent]; n.Parent != nil && !ok {
				t.Errorf("%s: %s before its parent", row.moves, n.Move)
			}
			seen[n] = p.Text()
			if p.Ply() != n.Ply {
				t.Errorf("%s: ply %d at %d", row.moves, n.Ply, p.Ply())
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := outline(tree.Main, func(n *Node) string { return n.Move }); got != row.want {
			t.Errorf("%s: %s, want %s", row.moves, got, row.want)
		}
		if got := outline(tree.Main, func(n *Node) string { return n.Written }); got != row.written {
			t.Errorf("%s: written %s, want %s", row.moves, got, row.written)
		}
		for ply, n := range tree.Main[:r.Plies()] {
			p, err := r.Position(ply + 1)
			if err != nil {
				t.Fatal(err)
			}
			if seen[n] != p.Text() {
				t.Errorf("%s, ply %d: %s, want %s", row.moves, ply+1, seen[n], p.Text())
			}
		}
	}
	var unplayable *ReplayError
	if _, err := submit(unsupportedRecord).Tree(AnnotationsAll, nil); !errors.As(err, &unplayable) {
		t.Errorf("an unsupported record: %v", err)
	}
}

// TestTreeDeep reads side lines that lie thousands deep.
func TestTreeDeep(t *testing.T) {
	a := newArchive(t)
	const depth = 2000
	text := "[Result \"*\"]\n\n1. e4 " + strings.Repeat("(1. d4 ", depth) + strings.Repeat(") ", depth) + "*\n"
	s, err := a.Submit(t.Context(), "x.pgn", strings.NewReader(text), Reading{}, true)
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Replay(t.Context(), s.Games[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	if _, err := r.Tree(AnnotationsAll, func(*Node, *rules.Position) { n++ }); err != nil {
		t.Fatal(err)
	}
	if n < 2 {
		t.Errorf("%d plies", n)
	}
}
