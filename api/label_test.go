package api

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/api/records"
	"assay/api/search"
	"assay/index/query"
)

// TestLabels finds games by the labels of their positions, in any order of
// moves, with a folder of labels.
func TestLabels(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "own.yaml"), []byte("variant: chess\nlabels:\n"+
		"  - {name: Early castle, query: white king on g1 and ply < 12}\n  - {name: My Line, moves: a4 a5}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	a := opened(t, Config{Data: t.TempDir(), LabelsDir: folder})
	if _, err := a.Submit(t.Context(), "games.pgn", strings.NewReader(`
1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0

1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 0-1

1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1/2-1/2

1. a4 a5 *
`), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`label:"Sicilian Defence"`:       "[1 2]",
		`label:najdorf`:                  "[1 2]",
		`label:najdorf and result = 0-1`: "[2]",
		`label:sicilian and not label:"open sicilian accelerated"`: "",
		`label:"sicilian" and white bishop on g5`:                  "[2]",
		`not label:sicilian`:                                       "[3 4]",
		`label:"ruy lopez" or label:"my line"`:                     "[3 4]",
		`label:castle`:                                             "[3]",
		`label:"my line" then capture`:                             "[]",
		`mirrored(label:najdorf)`:                                  "",
		`label:"no such name"`:                                     "",
		`label:sicil`:                                              "",
		`label:sicil*`:                                             "[1 2]",
		`label:"ruy lo"* or label:"my li"*`:                        "[3 4]",
	} {
		found, err := a.Search(t.Context(), search.SearchQuery{Variant: "chess", Query: text})
		if want == "" {
			if !errors.As(err, new(*query.Error)) {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var games []int64
		for _, h := range found.Hits {
			games = append(games, h.Game)
		}
		if fmt.Sprint(games) != want || found.Total != len(games) {
			t.Errorf("%s: %v of %d, want %s", text, games, found.Total, want)
		}
	}
	if _, err := a.Search(t.Context(), search.SearchQuery{Query: "label:najdorf"}); !errors.As(err, new(*query.Error)) {
		t.Errorf("without a variant: %v", err)
	}
	explored, err := a.Explore(t.Context(), search.ExploreQuery{Variant: "chess",
		Position: "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"})
	if err != nil || explored.Label == nil || explored.Label.Code != "B20" || len(explored.Moves) != 1 ||
		explored.Moves[0].Label == nil {
		t.Errorf("%+v, %v", explored, err)
	}
}
