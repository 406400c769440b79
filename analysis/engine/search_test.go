package engine

import (
	"context"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures/games"
)

func position(t testing.TB, r *rules.Rules, text string) *rules.Position {
	t.Helper()
	if text == "" {
		return r.Start()
	}
	p, err := r.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// playable fails if a move of a line is illegal.
func playable(t testing.TB, p *rules.Position, line Line) {
	t.Helper()
	p = p.Clone()
	if len(line.Moves) == 0 {
		t.Errorf("%s: a line without a move", p.Text())
	}
	for i, m := range line.Moves {
		if v := p.Judge(m); v != nil {
			t.Fatalf("%s: move %d of the line %v: %v", p.Text(), i+1, line.Moves, v)
		}
		p.Play(m)
	}
}

func TestMatesFound(t *testing.T) {
	for _, tc := range []struct {
		id, position string
		mate         int
	}{
		{"chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1},
		{"chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 3},
		{"chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3},
		{"shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w 0 1", 1},
		{"csg-1", "3g1g3/2c2kcs1/2j2p3/p1HQ1j1p1/2C3S2/4q4/PJG1wG2P/6C2/1CS1K4[CSPPCPGPzppp1pwcppzjzzp] b", 3},
		{"csg-1", "3g1g3/2c2kcs1/2j2p3/p1HQ1S1p1/2C6/4q4/PJG1wG2P/4w1C2/1CS1K4[CSPPCPGPJzppp1p1cppzjzzp] b", 1},
	} {
		r := games.Rules(t, tc.id, "")
		p := position(t, r, tc.position)
		result := New(4).Search(context.Background(), p, Limits{Nodes: 200_000, Mate: tc.mate}, nil)
		if len(result.Lines) == 0 || result.Lines[0].Mate != tc.mate {
			t.Errorf("%s %s: %+v, want mate in %d plies", tc.id, tc.position, result.Lines, tc.mate)
			continue
		}
		playable(t, p, result.Lines[0])
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, id := range []string{"chess", "crazyhouse", "shogi", "xiangqi", "csg-1"} {
		b.Run(id, func(b *testing.B) {
			p := games.Rules(b, id, "").Start()
			var nodes uint64
			for b.Loop() {
				result := New(64).Search(context.Background(), p, Limits{Nodes: 300_000}, nil)
				nodes += result.Nodes
				b.Log(result.Lines[0].Depth, result.Lines[0].CP)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e3, "knodes/s")
		})
	}
}

// TestFewNodes: a search that ends before its first iteration has an opinion
// all the same.
func TestFewNodes(t *testing.T) {
	p := position(t, games.Rules(t, "chess", ""), "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	result := New(1).Search(context.Background(), p, Limits{Nodes: 1}, nil)
	if len(result.Lines) != 1 || result.Lines[0].Depth != 0 || result.Lines[0].CP < 500 {
		t.Errorf("a queen up: %+v", result.Lines)
	}
}

// TestRowsOfCaptures searches one ply in a position with many hanging pieces
// and full benches. The search took 200,000 nodes while quiescence tried all
// captures.
func TestRowsOfCaptures(t *testing.T) {
	p := position(t, games.Rules(t, "csg-3", ""), "2tzkht2/5gsc1/c1sgg1zc1/9/3CC4/1tCS1G1g1/3SJ1Z2/1t1G1GS2/z1SHKHT1d[GGWZZCJZCGCzc1cs] w")
	if n := New(1).Search(context.Background(), p, Limits{Depth: 1}, nil).Nodes; n > 20_000 {
		t.Errorf("%d nodes", n)
	}
}

// TestLinesInOrder checks that several lines are sorted by score, however early
// the search ends after its first iteration.
func TestLinesInOrder(t *testing.T) {
	for _, row := range []struct{ id, position string }{
		{"ataxx", "7/2P2p1/PP4p/7/1p2p1P/7/p6 w - - 1 8"},
		{"chess", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"},
		{"shogi", "4k4/9/4P4/9/9/9/9/9/4K4[GGRS] w - - 0 1"},
	} {
		p := position(t, games.Rules(t, row.id, ""), row.position)
		for nodes := uint64(250); nodes < 8000; nodes += nodes / 4 {
			check := func(before, after Line) {
				if before.Depth > 1 && (after.Depth != before.Depth || after.value() > before.value()) {
					t.Errorf("%s, %d nodes: line %d has depth %d and is worth %d, line %d depth %d and %d", row.id, nodes,
						before.MultiPV, before.Depth, before.value(), after.MultiPV, after.Depth, after.value())
				}
			}
			var last Line
			lines := New(1).Search(context.Background(), p, Limits{Nodes: nodes, MultiPV: 4}, func(l Line) {
				if l.MultiPV > 1 {
					check(last, l)
				}
				last = l
			}).Lines
			for i := range lines[1:] {
				check(lines[i], lines[i+1])
			}
		}
	}
}

// value is a line's worth as one number.
func (l *Line) value() int {
	switch {
	case l.Mate > 0:
		return mate - l.Mate
	case l.Mate < 0:
		return -mate - l.Mate
	}
	return l.CP
}

// TestUnfinishedIteration stops a search at every node of the iteration after
// the one that finds the best move. That move must be played.
func TestUnfinishedIteration(t *testing.T) {
	r := games.Rules(t, "chess", "")
	p := position(t, r, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	best, nodes := 0, 0
	for n := uint64(1); ; n++ {
		result := New(1).Search(context.Background(), p, Limits{Nodes: n, Depth: 1}, nil)
		if result.Nodes < n {
			break // the iteration came to its end
		}
		nodes++
		if r.SquareName(result.Lines[0].Moves[0].To()) == "a8" {
			best++
		} else if best > 0 {
			t.Errorf("%d nodes: the mate is found and not played", n)
		}
	}
	if best == 0 || best == nodes {
		t.Errorf("the mate is played after %d of %d nodes", best, nodes)
	}
}

// TestOneRank searches moves on a board of one rank, on which pawns move
// sideways and promote to much stronger pieces.
func TestOneRank(t *testing.T) {
	d, err := variant.Embedded().Check("rank.yaml", []byte(`id: rank
name: One rank
version: "1"
rulings: OR
sources: ["Made for a test"]
summary: Kings and pawns on a single rank.
board: {files: 12, ranks: 1}
sides:
  - name: Left
  - name: Right
regions:
  end: [l1, k1]
pieces:
  K: {name: King, moves: K, royal: true, rule: OR-1, glyph: king}
  P: {name: Pawn, moves: rW, rule: OR-2, glyph: pawn}
  Q: {name: Queen, moves: RDH, rule: OR-3, glyph: queen}
start: 1K1P4p1k1 w
promotion:
  - pieces: {P: [Q]}
    zone: end
    on: end
    always: true
    rule: OR-4
rules:
  - {module: royal-safety, rule: OR-5}
  - {module: no-moves, result: loss, rule: OR-5}
node-counts:
  - nodes: [3]
`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	result := New(1).Search(context.Background(), p, Limits{Nodes: 3000}, nil)
	if len(result.Lines) != 1 {
		t.Fatalf("%+v", result)
	}
	playable(t, p, result.Lines[0])
}

// TestLinesOfFewNodes checks that lines are sorted if the first iteration is
// unfinished.
func TestLinesOfFewNodes(t *testing.T) {
	for _, row := range []struct{ id, position string }{
		{"chess", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3"},
		{"csg-3", "ss1ckh3/1ctgg1sCd/4tggc1/2jd4D/zz4s2/1Gz5C/CCJG1SSh1/ZDS2GS1D/1G1H1KT1Z[GSC1szzz] b"},
	} {
		p, err := games.Rules(t, row.id, "").ParsePosition(row.position)
		if err != nil {
			t.Fatal(err)
		}
		for nodes := uint64(1); nodes < 3000; nodes += 1 + nodes/2 {
			lines := New(1).Search(t.Context(), p, Limits{Nodes: nodes, MultiPV: 2}, nil).Lines
			if len(lines) != 2 || lines[0].Mate == 0 && lines[1].CP > lines[0].CP {
				t.Errorf("%s, %d nodes: %+v", row.id, nodes, lines)
			}
		}
	}
}
