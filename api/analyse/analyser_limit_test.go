package analyse

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// wide is a variant on 16 by 16 squares with long-range pieces, the slowest
// possible.
const wide = `id: wide
name: Wide
version: "1"
rulings: WD
summary: A test.
board: {files: 16, ranks: 16}
sides: [{name: White}, {name: Black}]
pieces:
  K: {name: King, royal: true, moves: K}
  Q: {name: Queen, moves: [Q, N, C, Z]}
start: KQQQQQQQQQQQQQQQ/QQQQQQQQQQQQQQQQ/16/16/16/16/16/16/16/16/16/16/16/16/qqqqqqqqqqqqqqqq/qqqqqqqqqqqqqqqk w
rules:
  - {module: royal-safety}
  - {module: no-moves, attacked: loss, free: draw}
`

// TestNodeLimit analyses positions of several variants with a node limit,
// with one thread and several. No analysis exceeds it, verification of mates
// included.
func TestNodeLimit(t *testing.T) {
	a := newTested(t)
	analyser := a.NewAnalyser(1)
	for _, id := range []string{"chess", "shogi", "crazyhouse", "xiangqi", "csg-1", "atomic"} {
		r, err := a.Rules(id, "")
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(4) {
			p, random := r.Start(), rand.New(rand.NewPCG(seed, 1))
			for range 10 * seed {
				if moves := p.Moves(nil); len(moves) > 0 {
					p.Play(moves[random.IntN(len(moves))])
				}
			}
			if _, over := p.Outcome(); over {
				continue
			}
			for _, nodes := range []uint64{1, 2, 3, 4, 5, 30, 100, 300, 1000, 3000} {
				for _, limits := range []AnalysisLimits{{Nodes: nodes}, {Nodes: nodes, MultiPV: 3}, {Nodes: nodes, Threads: 4}, {Nodes: nodes, Mate: 7}} {
					if found, err := analyser.AnalysePosition(t.Context(), p, limits, nil); err != nil || found.Nodes > nodes {
						t.Errorf("%s %s, %+v: %d nodes, %v", id, p.Text(), limits, found.Nodes, err)
					}
				}
			}
		}
	}
}

// TestMateWithinNodes verifies a mate that only the engine finds with the
// remaining nodes.
func TestMateWithinNodes(t *testing.T) {
	a := newTested(t)
	for _, row := range []struct {
		id, position string
		nodes        uint64
		mate         int
	}{
		{"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 300, 1},
		{"chess", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 1000, 1},
		{"chess", "k7/8/2K5/8/8/8/8/7Q b - - 0 1", 1000, -4},
		{"chess", "8/8/8/8/8/1K6/7R/k7 b - - 0 1", 1000, -2},
	} {
		p, err := a.Position(row.id, "", row.position)
		if err != nil {
			t.Fatal(err)
		}
		found, err := a.NewAnalyser(1).AnalysePosition(t.Context(), p, AnalysisLimits{Nodes: row.nodes}, nil)
		if err != nil || found.Mate == nil || *found.Mate != row.mate || found.Nodes > row.nodes {
			t.Errorf("%s: %+v, %v", row.position, found, err)
		}
	}
}

// TestTimeLimit searches the largest board with many nodes and little time.
func TestTimeLimit(t *testing.T) {
	a := newTested(t)
	name, err := a.Try(t.Context(), []byte(wide))
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Position(name, "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, limits := range []AnalysisLimits{{}, {Mate: 200}, {MultiPV: 5}} {
		limits.Nodes, limits.Seconds = MaxJobNodes, 0.2
		began := time.Now()
		found, err := a.NewAnalyser(1).AnalysePosition(t.Context(), p, limits, nil)
		if took := time.Since(began); err != nil || took > 3*time.Second {
			t.Errorf("%+v: %v, %v", limits, took, err)
		} else if limits.Mate == 0 && len(found.Line) == 0 {
			t.Errorf("%+v: no line: %s", limits, strings.Join(found.Line, " "))
		}
	}
}
