package external

import (
	"math/rand/v2"
	"os"
	"testing"

	"assay/analysis/engine"
	"assay/fixtures"
)

// TestPeers plays a little with engines of others, whose every move is to be
// legal, from the start and from arrays given as texts.
func TestPeers(t *testing.T) {
	for _, row := range []struct {
		path, protocol string
		games          []string
	}{
		{"/usr/games/fairy-stockfish", "uci",
			[]string{"chess", "chess960", "xiangqi", "shogi", "crazyhouse", "minishogi", "capablanca", "makruk",
				"3check", "janggi", "seirawan", "grand", "clobber"}},
		{"/usr/games/fairy-stockfish", "usi", []string{"shogi", "minishogi"}},
		{"/usr/games/fairy-stockfish", "ucci", []string{"xiangqi"}},
		{"/usr/games/stockfish", "uci", []string{"chess", "chess960"}},
	} {
		t.Run(row.path+" "+row.protocol, func(t *testing.T) {
			if _, err := os.Stat(row.path); err != nil {
				fixtures.Lacks(t, "%v", err)
			}
			e := opened(t, Config{Name: "peer", Path: row.path, Protocol: row.protocol, Memory: 4096})
			random := rand.New(rand.NewPCG(1, 2))
			for _, id := range row.games {
				p := start(t, id)
				if id == "chess960" {
					var err error
					if p, err = p.Rules().ParsePosition(
						"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"); err != nil {
						t.Fatal(err)
					}
				}
				for range 12 {
					if p.Plies() == 6 { // from here on as a text
						again, err := p.Rules().ParsePosition(p.Text())
						if err != nil {
							t.Fatal(err)
						}
						p = again
					}
					result, err := e.Search(t.Context(), p, engine.Limits{Nodes: 300}, nil)
					if err != nil {
						t.Fatalf("%s: %v", id, err)
					}
					if len(result.Lines) == 0 {
						break
					}
					if result.Lines[0].Depth == 0 {
						t.Errorf("%s: no opinion: %+v", id, result.Lines[0])
					}
					m := result.Lines[0].Moves[0]
					if legal := p.Moves(nil); random.IntN(2) == 0 {
						m = legal[random.IntN(len(legal))]
					}
					p.Play(m)
				}
			}
		})
	}
}

// TestPeerLimits asks for lines, a depth and a mate.
func TestPeerLimits(t *testing.T) {
	const path = "/usr/games/fairy-stockfish"
	if _, err := os.Stat(path); err != nil {
		fixtures.Lacks(t, "%v", err)
	}
	e := opened(t, Config{Name: "peer", Path: path})
	p := start(t, "chess")
	result, err := e.Search(t.Context(), p, engine.Limits{Depth: 3, MultiPV: 3}, nil)
	if err != nil || len(result.Lines) != 3 || result.Lines[0].Depth != 3 {
		t.Errorf("%+v, %v", result, err)
	}
	p, err = p.Rules().ParsePosition("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	result, err = e.Search(t.Context(), p, engine.Limits{Mate: 1}, nil)
	if err != nil || result.Lines[0].Mate != 1 {
		t.Errorf("%+v, %v", result, err)
	}
}
