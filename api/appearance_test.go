package api

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/define"
	"assay/api/diagram"
	"assay/api/present"
	"assay/api/records"
)

// appearances lists variants with their usual appearance.
var appearances = []struct {
	variant, position string
	look              present.Look
	flip              bool
}{
	{variant: "chess", position: "r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"},
	{variant: "crazyhouse", position: "r1bk4/ppp2Q~pp/8/8/8/8/PPP2PPP/R3K2R[QNPPbn] b KQ - 0 20"},
	{variant: "duck"},
	{variant: "shogi", position: "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL[GPPPPrggsnpppp] w 0 1"},
	{variant: "minishogi", flip: true},
	{variant: "chushogi"},
	{variant: "xiangqi"},
	{variant: "janggi"},
	{variant: "makruk"},
	{variant: "flipello"},
	{variant: "csg-1"},
	{variant: "shogi", look: present.Look{Set: "signs", Board: "checks"}},
	{variant: "xiangqi", look: present.Look{Set: "xiangqi-simplified", Board: "squares"}, flip: true},
}

// TestAppearances compares diagrams with their golden files.
func TestAppearances(t *testing.T) {
	registry := variant.Embedded()
	for _, tc := range appearances {
		name := strings.Trim(tc.variant+"-"+tc.look.Set, "-")
		t.Run(name, func(t *testing.T) {
			r := compile(t, registry, tc.variant)
			p := r.Start()
			if tc.position != "" {
				p = must(r.ParsePosition(tc.position))
			}
			s := present.Scene(p, tc.look)
			s.Flip = tc.flip
			var got bytes.Buffer
			if err := diagram.Write(&got, s); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", "appearance", name+".svg")
			if *update {
				if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want := must(os.ReadFile(file)); !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s differs from what is drawn; look at the picture, then run with -update", file)
			}
		})
	}
}

func compile(t *testing.T, registry *variant.Registry, id string) *rules.Rules {
	t.Helper()
	d, err := registry.Definition(id, "")
	if err != nil {
		t.Fatal(err)
	}
	return must(rules.Compile(d))
}

// TestRecordNotationLabels labels a board next to a record in the record's
// notation, unless another one is selected.
func TestRecordNotationLabels(t *testing.T) {
	a := newArchive(t)
	for _, row := range []struct {
		name, record string
		chosen       string
		move, square string // first move and its target square
		edges        string // file and rank at the left of the lowest rank
		coordinates  diagram.Coordinates
	}{
		{"CSA", "V2.2\nPI\n+\n+7776FU\n", "", "+7776FU", "76", "9 9", diagram.CoordinatesPlain},
		{"KIF", "手合割：平手\n   1 ７六歩(77)\n", "", "７六歩(77)", "７六", "", diagram.CoordinatesShogi},
		{"numbered from KIF", "手合割：平手\n   1 ７六歩(77)\n", "numbered", "Pawn c3 - c4", "c4", "", diagram.CoordinatesPlain},
		{"USI", "position startpos moves 7g7f\n", "", "7g7f", "7f", "9 i", diagram.CoordinatesPlain},
		{"another is chosen", "V2.2\nPI\n+\n+7776FU\n", "usi", "7g7f", "7f", "9 i", diagram.CoordinatesPlain},
		{"PGN from 0", "[Variant \"Xiangqi\"]\n\n1. h2e2 h9g7 2. h0g2 *\n", "", "H2-E2", "e2", "a 0", diagram.CoordinatesPlain},
		{"PGN from 1", "[Variant \"Xiangqi\"]\n\n1. h3e3 h10g8 *\n", "", "Che3", "e3", "", diagram.CoordinatesPlain},
		{"PGN by files", "[Variant \"Xiangqi\"]\n\n1. C2.5 H8+7 *\n", "", "C2.5", "e2", "", diagram.CoordinatesXiangqi},
		{"chess", "1. e4 e5 *\n", "", "e4", "e4", "", diagram.CoordinatesPlain},
	} {
		file := filepath.Join(t.TempDir(), "record")
		if err := os.WriteFile(file, []byte(row.record), 0o644); err != nil {
			t.Fatal(err)
		}
		err := a.ReplayRecords(t.Context(), file, nil, records.Reading{}, func(r *present.Replay) error {
			tree, p := must(r.Tree()), must(r.Position(1))
			look := present.Look{Notation: row.chosen}.Beside(tree)
			s := present.Scene(p, look)
			m, _ := p.LastMove()
			edges, square := "", p.Rules().SquareName(m.To())
			if s.EdgeFiles != nil {
				edges = s.EdgeFiles[0] + " " + s.EdgeRanks[0]
			}
			if s.SquareNames != nil {
				square = s.SquareNames[m.To()]
			}
			if move := look.Written(tree, must(r.Position(0)), &tree.Main.Nodes[0]); move != row.move || square != row.square || edges != row.edges || s.Coordinates != row.coordinates {
				t.Errorf("%s: %s to %s, edges %q, coordinates %d", row.name, move, square, edges, s.Coordinates)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// TestAppearanceValues accepts only known values for the appearance of a
// variant.
func TestAppearanceValues(t *testing.T) {
	got, want := slices.Sorted(slices.Values(present.Sets())), slices.Sorted(slices.Values(variant.DressSets))
	if !slices.Equal(got, want) {
		t.Errorf("sets %v, definitions know %v", got, want)
	}
	if n := len(variant.DressBoards); n != int(diagram.StylePoints)+1 {
		t.Errorf("%d boards", n)
	}
	if n := len(variant.DressCoordinates); n != int(diagram.CoordinatesXiangqi)+1 {
		t.Errorf("%d coordinates", n)
	}
}

// TestPieceSets offers the piece sets that draw the variant's pieces.
func TestPieceSets(t *testing.T) {
	registry := variant.Embedded()
	for id, want := range map[string]string{
		"chess":               "figures families signs letters",
		"shogi":               "figures kanji kanji-one families signs letters",
		"xiangqi":             "figures xiangqi xiangqi-simplified janggi families signs letters",
		"csg-1":               "figures families signs letters",
		"pocket-shogi-copper": "figures kanji kanji-one families signs letters",
		"makruk":              "figures makruk families signs letters",
		"torishogi":           "kanji kanji-one letters",
		"dobutsu":             "letters own",
	} {
		var got []string
		for _, set := range present.Looks(compile(t, registry, id)) {
			got = append(got, string(set))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", id, got, want)
		}
	}
}

// TestEveryPieceSet draws every variant with every piece set on every board.
func TestEveryPieceSet(t *testing.T) {
	registry := variant.Embedded()
	for _, id := range []string{"csg-1", "all-classic", "chushogi", "duck", "minixiangqi", "cannonshogi", "dobutsu"} {
		r := compile(t, registry, id)
		for _, set := range present.Sets() {
			for _, board := range variant.DressBoards {
				if err := diagram.Write(&bytes.Buffer{}, present.Scene(r.Start(), present.Look{Set: set, Board: board})); err != nil {
					t.Errorf("%s in %s on %s: %v", id, set, board, err)
				}
			}
		}
	}
}

// TestAppearanceKeepsRevision keeps the revision of a variant when only its
// theme changes.
func TestAppearanceKeepsRevision(t *testing.T) {
	text := must(os.ReadFile("../fixtures/definitions/frog-pond.yaml"))
	registry := variant.Embedded()
	one := must(registry.Check("one.yaml", text))
	other := must(registry.Check("other.yaml", bytes.Replace(text, []byte("dress: {"), []byte("dress: {board: points, "), 1)))
	if one.Revision() != other.Revision() || other.Appearance.Board != "points" {
		t.Errorf("%s, then %s", one.Revision(), other.Revision())
	}
	for was, fault := range map[string]string{
		`dress: {set: runes, `:         `frog-pond.yaml:13: dress: unknown set "runes"; known: signs, figures`,
		`dress: {board: hexagons, `:    `frog-pond.yaml:13: dress: unknown board "hexagons"`,
		`dress: {coordinates: polar, `: `frog-pond.yaml:13: dress: unknown coordinates "polar"`,
	} {
		_, err := registry.Check("frog-pond.yaml", bytes.Replace(text, []byte("dress: {"), []byte(was), 1))
		if err == nil || !strings.HasPrefix(err.Error(), fault) {
			t.Errorf("%v, want %s", err, fault)
		}
	}
	for _, colours := range []string{`["#2e7d32"]`, `["#2E7D32", "#8a5a2b"]`, `[green, brown]`} {
		_, err := registry.Check("frog-pond.yaml", bytes.Replace(text, []byte(`["#2e7d32", "#8a5a2b"]`), []byte(colours), 1))
		if err == nil || !strings.Contains(err.Error(), "dress: ") {
			t.Errorf("colours %s: %v", colours, err)
		}
	}
}

// TestContrast checks that the colours of definitions have enough contrast.
func TestContrast(t *testing.T) {
	registry := variant.Embedded()
	text := must(os.ReadFile("../fixtures/definitions/frog-pond.yaml"))
	for _, set := range present.Sets() {
		for _, colours := range []string{`["#ffff00", "#ffffff"]`, `["#000000", "#2e7d32"]`} {
			d := must(registry.Check("pond.yaml", bytes.Replace(text, []byte(`["#2e7d32", "#8a5a2b"]`), []byte(colours), 1)))
			if err := diagram.Write(&bytes.Buffer{}, present.Scene(must(rules.Compile(d)).Start(), present.Look{Set: set})); err != nil {
				t.Errorf("%s of %s: %v", set, colours, err)
			}
		}
	}
}

// TestPlyNumber numbers the plies of shogi one by one.
func TestPlyNumber(t *testing.T) {
	registry := variant.Embedded()
	for id, want := range map[string][2]int{"shogi": {1, 2}, "chess": {1, 1}} {
		p := compile(t, registry, id).Start()
		for i, number := range want {
			got, second := present.PlyNumber(p)
			if got != number || second != (i == 1 && id == "chess") {
				t.Errorf("%s: ply %d is number %d, second %v", id, i+1, got, second)
			}
			p.Play(define.LegalMoves(p, define.Numbered)[0].Move)
		}
	}
}

// TestShogiLabels labels a shogi board only with 9 to 1 and 一 to 九.
func TestShogiLabels(t *testing.T) {
	a := newArchive(t)
	p := must(a.Position("shogi", "", ""))
	for _, look := range []present.Look{{}, {Notation: "kif"}, {Notation: "ki2"}, {Notation: "kif", Set: "figures"}} {
		var picture bytes.Buffer
		if err := present.WriteDiagram(&picture, p, look); err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`>([a-i])</text>`).FindAllStringSubmatch(picture.String(), -1) {
			t.Errorf("%+v: the edge has %q", look, m[1])
		}
		for n := 1; n <= 9; n++ {
			if got := strings.Count(picture.String(), fmt.Sprintf(">%d</text>", n)); got != 1 {
				t.Errorf("%+v: the edges have %d %d times", look, n, got)
			}
		}
	}
}
