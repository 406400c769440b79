package define

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestNamer names positions by position and by query, whatever the query is.
func TestNamer(t *testing.T) {
	l, err := NewLibrary(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ variant, position, want string }{
		{"chess", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "Sicilian Defense"},
		{"chess", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2", ""},
		{"shogi", "4k4/9/9/9/9/9/PPSGP4/1KG6/LN5NL[] b", "Yagura (矢倉)"},
		{"shogi", "4k4/9/9/9/9/9/PPP6/2K6/LN5NL[] b", ""},
		{"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b", ""},
		{"shogi", "4k4/9/9/9/9/9/5PPPP/5SK2/3G1G1NL[] b", ""},
		{"shogi", "4k4/9/9/9/9/9/4PPPPP/4G1SK1/5G1NL[] b", "Mino (美濃囲い)"},
		{"csg-1", "", ""},
	} {
		r, err := l.Rules(row.variant, "")
		if err != nil {
			t.Fatal(err)
		}
		p := r.Start()
		if row.position != "" {
			if p, err = r.ParsePlayed(row.position); err != nil {
				t.Fatal(err)
			}
		}
		if got, ok := l.Namer(r).At(p); got.Name != row.want || ok != (row.want != "") {
			t.Errorf("%s %s: %q, want %q", row.variant, row.position, got.Name, row.want)
		}
		if skipped := l.Labels().Of(r).Skipped; len(skipped) > 0 {
			t.Errorf("%s: %v", row.variant, skipped[0])
		}
	}
}

// TestShogiLabels names castles and strategies of either side by its pieces on
// squares as shogi numbers them.
func TestShogiLabels(t *testing.T) {
	l, err := NewLibrary(Config{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.Rules("shogi", "")
	if err != nil {
		t.Fatal(err)
	}
	n := l.Namer(r)
	named := map[string]bool{}
	for want, pieces := range map[string]string{
		"Diamond mino (ダイヤモンド美濃)":        "K28 S38 G49 G58 S47",
		"Mino (美濃囲い)":                    "K28 S38 G49 G58",
		"High mino (高美濃囲い)":              "K28 S38 G49 G47",
		"Half mino (片美濃囲い)":              "K28 S38 G49",
		"Silver crown (銀冠)":              "K28 S27 G38 G47",
		"Left mino (左美濃)":                "K88 S78 G69 G58",
		"Tower mino (天守閣美濃)":             "K87 S78 G69 G58",
		"Yagura (矢倉)":                    "K88 G78 G67 S77",
		"Silver yagura (銀矢倉)":            "K88 G78 S67 S77",
		"Anaguma (穴熊)":                   "K19 S28 L18",
		"Static rook anaguma (居飛車穴熊)":    "K99 S88 L98",
		"Boat castle (舟囲い)":              "K78 G69 G58 S79 B88",
		"Elmo castle (エルモ囲い)":            "K78 S68 G79",
		"Crab castle (カニ囲い)":             "K69 G78 G58 S68",
		"Snow roof (雁木)":                 "K69 G78 G58 S67 S57",
		"Central castle (中住まい)":          "K58 G78 G38",
		"Right king (右玉)":                "K38 G48 S47 R29",
		"Ishida (石田流)":                   "R76 P75 N77",
		"Climbing silver (棒銀)":           "R28 S26 P25",
		"Side pawn capture (横歩取り)":       "R34 G78",
		"Gokigen central rook (ゴキゲン中飛車)": "R58 P56 P76 B88",
		"Central rook (中飛車)":             "R58",
		"Right fourth-file rook (右四間飛車)": "R48",
		"Fourth-file rook (四間飛車)":        "R68",
		"Third-file rook (三間飛車)":         "R78",
		"Opposing rook (向かい飛車)":          "R88",
		"":                               "K59 R28 G49 G69 S39 S79",
	} {
		named[want] = true
		for _, side := range []string{"w", "b"} {
			for missing := range len(strings.Fields(pieces)) + 1 {
				board := [9][9]string{}
				board[0][4], board[8][4] = "k", "K"
				for i, p := range strings.Fields(pieces) {
					file, rank, piece := int(p[1]-'0'), int(p[2]-'0'), p[:1]
					if side == "b" {
						file, rank, piece = 10-file, 10-rank, strings.ToLower(piece)
					}
					if piece == "K" || piece == "k" {
						board[map[string]int{"k": 0, "K": 8}[piece]][4] = ""
					}
					if i+1 != missing {
						board[rank-1][9-file] = piece
					} else if piece == "K" || piece == "k" {
						board[map[string]int{"k": 0, "K": 8}[piece]][4] = piece
					}
				}
				var rows []string
				for _, row := range board {
					text := ""
					for _, piece := range row {
						text += cmp.Or(piece, ".")
					}
					for empty := 9; empty > 0; empty-- {
						text = strings.ReplaceAll(text, strings.Repeat(".", empty), strconv.Itoa(empty))
					}
					rows = append(rows, text)
				}
				p, err := r.ParsePlayed(strings.Join(rows, "/") + "[] " + map[string]string{"w": "b", "b": "w"}[side])
				if err != nil {
					t.Fatal(want, err)
				}
				if got, _ := n.At(p); missing == 0 && got.Name != want || missing > 0 && want != "" && got.Name == want {
					t.Errorf("%s of %s without %d: %q", want, side, missing, got.Name)
				}
			}
		}
	}
	for _, label := range l.Labels().Of(r).Named {
		if !named[label.Name] {
			t.Errorf("%s has no position", label.Name)
		}
	}
}

// TestCheckLabels reports labels that cannot be used, once, with file and line.
func TestCheckLabels(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"a.yaml": "variant: chess\nlabels:\n  - {name: Good, moves: a4 a5}\n  - {name: No move, moves: e5}\n" +
			"  - {name: No piece, query: white elephant on g1}\n  - {name: Nested, query: 'label:good'}\n",
		"b.yaml": "variant: Chess\nlabels: [{name: A, moves: e4}]\n",
		"c.yaml": "variant: nonesuch\nlabels: [{name: A, moves: e4}]\n",
		"d.yaml": "variant: chess\n  labels: 1\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var reported []string
	l, err := NewLibrary(Config{LabelsDir: folder, Report: func(err error) { reported = append(reported, err.Error()) }})
	if err != nil {
		t.Fatal(err)
	}
	l.CheckLabels()
	slices.Sort(reported)
	want := []string{
		`labels_dir: a.yaml: line 4: No move: move 1: W-0: the Pawn on e2 does not go to e5`,
		`labels_dir: a.yaml: line 5: No piece: column 7: chess has no piece "elephant"`,
		`labels_dir: a.yaml: line 6: Nested: column 1: chess has no label with these words: "good"`,
		`labels_dir: b.yaml: name the variant by its ID, chess, not Chess`,
		`labels_dir: c.yaml: variant is not defined: "nonesuch"`,
		`labels_dir: d.yaml: yaml: line 2: mapping values are not allowed in this context`,
	}
	if !slices.Equal(reported, want) {
		t.Errorf("%q, want %q", reported, want)
	}
	reported = nil
	r, err := l.Rules("chess", "")
	if err != nil || l.Namer(r) == nil || len(reported) > 0 {
		t.Errorf("%v, reported again: %q", err, reported)
	}
}
