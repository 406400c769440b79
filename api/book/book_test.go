package book

import (
	"bytes"
	"context"
	"encoding/binary"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/fixtures/games"
)

// TestPolyglotKey has the keys of the description of Polyglot's format.
func TestPolyglotKey(t *testing.T) {
	for _, row := range []struct {
		moves string
		key   uint64
	}{
		{"", 0x463b96181691fc9c},
		{"e2e4", 0x823c9b50fd114196},
		{"e2e4 d7d5", 0x0756b94461c50fb0},
		{"e2e4 d7d5 e4e5", 0x662fafb965db29d4},
		{"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78},
		{"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1},
		{"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9},
		{"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
		{"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560},
	} {
		p := games.Rules(t, "chess", "").Start()
		for _, move := range strings.Fields(row.moves) {
			p.Play(found(t, p, move))
		}
		if key, err := polyglotKey(p); err != nil || key != row.key {
			t.Errorf("after %s: %016x, %v, want %016x", row.moves, key, err, row.key)
		}
	}
}

// TestPolyglotKeyOfPinnedPawn: a key has the step past a pawn also if this pawn
// is pinned.
func TestPolyglotKeyOfPinnedPawn(t *testing.T) {
	change := func(king string) uint64 { // of the key, by the step c7 - c5
		p := games.Position(t, "chess", "3rk3/2p5/8/3P4/8/8/8/"+king+" b - - 0 1")
		p.Play(found(t, p, "c7c5"))
		stepped, err := polyglotKey(p)
		other, err2 := polyglotKey(games.Position(t, "chess", "3rk3/8/8/2pP4/8/8/8/"+king+" w - - 0 1"))
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		return stepped ^ other
	}
	if free, pinned := change("4K3"), change("3K4"); free == 0 || free != pinned {
		t.Errorf("a step past a free pawn changes the key by %016x, past a pinned one by %016x", free, pinned)
	}
}

// found returns a legal move of chess in UCI.
func found(t *testing.T, p *rules.Position, uci string) rules.Move {
	t.Helper()
	all, err := formats[0].collect(t.Context(), p, func(context.Context, *rules.Position, string) ([]Played, error) {
		return []Played{{Move: uci, Games: 1}}, nil
	}, Settings{Plies: 1, Games: 1})
	if err != nil || len(all) != 1 {
		t.Fatalf("%s: %v, %v", uci, all, err)
	}
	return all[0].played[0]
}

// TestWrite: books contain the moves of enough games that scored, in the order
// that engines expect.
func TestWrite(t *testing.T) {
	play := func(p string, played ...Played) map[string][]Played { return map[string][]Played{p: played} }
	for _, row := range []struct {
		name, variant, position string
		played                  map[string][]Played
		settings                Settings
		positions               int
		text                    string
		moves, weights          []uint16
	}{
		{
			name: "castling and promotion", variant: "chess", position: "r3k3/6P1/8/8/8/8/8/4K2R w Kq - 0 1",
			played: play("w", Played{Move: "e1g1", Games: 3, First: 1, Second: 1}, Played{Move: "g7g8n", Games: 2, Second: 1},
				Played{Move: "g7g8q", Games: 4, Second: 4}, Played{Move: "e1e2", Games: 1, First: 1}),
			settings: Settings{Plies: 1, Games: 2}, positions: 1,
			moves: []uint16{4<<6 | 7, 1<<12 | 54<<6 | 62}, weights: []uint16{3, 1},
		},
		{
			name: "Black's points", variant: "chess", position: "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1",
			played:   play("b", Played{Move: "e8c8", Games: 70_000, Second: 70_000}, Played{Move: "e8e7", Games: 2, First: 1}),
			settings: Settings{Plies: 1, Games: 1}, positions: 1,
			moves: []uint16{60<<6 | 56}, weights: []uint16{65535},
		},
		{
			name: "shogi", variant: "shogi",
			played: map[string][]Played{"w": {{Move: "7g7f", Games: 5}, {Move: "2g2f", Games: 3}, {Move: "9i9a", Games: 9}},
				"b": {{Move: "3c3d", Games: 2}}},
			settings: Settings{Plies: 2, Games: 2}, positions: 3,
			text: "#YANEURAOU-DB2016 1.00\n" +
				"sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n3c3d none 0 0 2\n" +
				"sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2\n3c3d none 0 0 2\n" +
				"sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n" +
				"7g7f none 0 0 5\n2g2f none 0 0 3\n",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := games.Rules(t, row.variant, "").Start()
			if row.position != "" {
				p = games.Position(t, row.variant, row.position)
			}
			explore := func(_ context.Context, at *rules.Position, _ string) ([]Played, error) {
				return row.played[map[rules.Side]string{rules.First: "w", rules.Second: "b"}[at.Side()]], nil
			}
			var out bytes.Buffer
			n, err := Write(t.Context(), &out, p, explore, row.settings)
			if err != nil || n != row.positions {
				t.Fatalf("%d positions, %v", n, err)
			}
			if row.text != "" {
				if out.String() != row.text {
					t.Errorf("%s", out.String())
				}
				return
			}
			entries := make([]entry, out.Len()/16)
			if err := binary.Read(&out, binary.BigEndian, entries); err != nil || len(entries) != len(row.moves) {
				t.Fatalf("%+v, %v", entries, err)
			}
			for i, e := range entries {
				if e.Move != row.moves[i] || e.Weight != row.weights[i] {
					t.Errorf("%+v, want move %d of weight %d", e, row.moves[i], row.weights[i])
				}
			}
		})
	}
	p := games.Rules(t, "xiangqi", "").Start()
	if _, err := Write(t.Context(), &bytes.Buffer{}, p, nil, Settings{}); err == nil {
		t.Error("a book of xiangqi is written")
	}
}
