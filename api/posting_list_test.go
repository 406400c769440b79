package api

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/api/records"
	"assay/api/search"
	"assay/index"
)

// TestPostingLists compares queries that posting lists answer alone, and
// similar ones that they do not, with a replay of every game. The games have
// other starting positions, variations, and illegal plies. No more tapes are
// read than needed.
func TestPostingLists(t *testing.T) {
	t.Run("some set up", func(t *testing.T) { testPostingLists(t, true) })
	t.Run("none set up", func(t *testing.T) { testPostingLists(t, false) })
}

func testPostingLists(t *testing.T, setUp bool) {
	const ends = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	var texts strings.Builder
	for _, g := range []struct{ player, array, moves string }{
		{"Ada", "", "1. e4 e5 2. Nf3"},
		{"Bob", "", "1. e4 e5 2. Qh5"},
		{"Ada", "", "1. e4 (1. e3 e5 2. Qh5) 1... e5"},
		{"Bob", ends, "1. e4 Kd7"},
		{"Ada", ends, "1. Kd2 Kd7 2. Ke1 Ke8"},
		{"Bob", "4k3/8/8/7Q/8/8/8/4K3 w - - 0 1", "1. Qe5+ (1. Kd2)"},
		{"Ada", "", "1. f3 e5 2. g4 Qh4#"},
		{"Bob", "", "1. Nf3 Nf6 2. Ng1 Ng8 3. e4"},
		{"Ada", "", "1. e4 e5 2. Qh5 Qh4 3. Qxh7 Qxh8"},
	} {
		if g.array != "" && !setUp {
			continue
		}
		fmt.Fprintf(&texts, "[White \"%s\"]\n", g.player)
		if g.array != "" {
			fmt.Fprintf(&texts, "[SetUp \"1\"]\n[FEN \"%s\"]\n", g.array)
		}
		fmt.Fprintf(&texts, "\n%s *\n\n", g.moves)
	}
	a := newArchive(t)
	if _, err := a.Submit(t.Context(), "chess", strings.NewReader(texts.String()), records.Reading{}, true); err != nil {
		t.Fatal(err)
	}
	const all = -1      // all there are
	atStart := [2]int{} // games with another starting position than the variant's
	if setUp {
		atStart = [2]int{3, 3}
	}
	for _, row := range []struct {
		query string
		read  [2]int // tapes read, without and with variations
	}{
		{"white king on e1 and black king on e8", atStart},
		{"white king on e1 and check", [2]int{all, all}},
		{"check or white rook on a1", atStart},
		{"not white queen on h5", atStart},
		{"white to move and black queen on d8", atStart},
		{"black to move and black queen on d8", [2]int{all, all}},
		{"white king on e1 and ply >= 4", [2]int{all, all}},
		{"white king on e1 and move(queen)", [2]int{all, all}},
		{"white king on e1 then black queen on h4", [2]int{all, all}},
		{"white king on e1 for 2", [2]int{all, all}},
		{"white king on e1 and white queen on d1 and player:ada", [2]int{all, all}},
		{"white king on e1 and not player:ada", [2]int{all, all}},
		{"white king on e1 or player:ada", [2]int{all, all}},
		{"white queen on h5", [2]int{2, 0}},
		{"white queen on h5 and player:ada", [2]int{all, all}},
		{"white queen on h5 or black queen on h4", [2]int{2, 0}},
		{"white queen on h5 and black queen on h4", [2]int{all, all}},
		{"white queen on h5 for 2", [2]int{all, all}},
		{"queen(white) >= 1", [2]int{2, 0}},
		{"queen(white) >= 2", [2]int{all, all}},
		{"attackers(white any to f3) >= 3", [2]int{all, all}},
		{"moves >= 20", [2]int{all, all}},
	} {
		for side, variations := range []bool{false, true} {
			for _, illegal := range []bool{false, true} {
				q := search.SearchQuery{Variant: "chess", Query: row.query, Variations: variations, Illegal: illegal}
				name := fmt.Sprintf("%s, side lines %v, illegal %v", row.query, variations, illegal)
				want := must(indexless(a).Search(t.Context(), q))
				var text []string
				for _, hit := range want.Hits {
					text = append(text, responseText(t, hit))
				}
				found := 0
				for _, line := range allLines(t, must(a.SearchPages(t.Context(), q))) {
					if line.Hit != nil {
						found++
					}
				}
				if found != want.Total {
					t.Errorf("%s: %d games without a limit, want %d", name, found, want.Total)
				}
				for _, limit := range []int{1, 2, 50} {
					q.Limit, q.Cursor, q.Explain = limit, "", true
					for at, more := 0, true; more; {
						page, err := a.Search(t.Context(), q)
						if err != nil {
							t.Fatalf("%s: %v", name, err)
						}
						if page.Total != want.Total {
							t.Errorf("%s: %d games, want %d", name, page.Total, want.Total)
						}
						if read := row.read[side]; read != all && page.Explain.Read > uint64(read) {
							t.Errorf("%s: %d games were run through, want %d at most", name, page.Explain.Read, read)
						}
						if !setUp && row.read == atStart && slices.ContainsFunc(page.Explain.Lookups, func(l search.Lookup) bool { return l.Field == index.PlacedField }) {
							t.Errorf("%s: all games begin so, and pieces were looked up: %v", name, page.Explain.Lookups)
						}
						for _, hit := range page.Hits {
							if at >= len(text) || responseText(t, hit) != text[at] {
								t.Fatalf("%s: hit %d of pages of %d is not that of the scan", name, at+1, limit)
							}
							at++
						}
						q.Cursor = string(page.Next)
						if more = page.Next != ""; !more && at != len(text) {
							t.Errorf("%s: %d hits on pages of %d, want %d", name, at, limit, len(text))
						}
					}
				}
			}
		}
	}
}
