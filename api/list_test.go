package api

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/parser/word"
)

// scraps are what headers of the world are made of.
var scraps = []string{
	"第", "78", "期", "名人戦", "七番勝負", "羽生", "善治", "竜王", "データ", "ひふみん", "ｶﾞ", "胡荣华", "象棋", "서울", "한국기원", "Müller", "Straße", "Ōyama",
	"Иванов", "Ёлка", "ไทย", "2024.01.05", "1-0", "½", "U-20", "Ｆｕｌｌ", "e\u0301", "x", "・", " ", "　", ", ", "-", "/", "(", "々", "🙂",
}

// TestListAsSearch asks random words of random headers of lists and of searches:
// both find the same games, and every piece of a text finds it.
func TestListAsSearch(t *testing.T) {
	a := newArchive(t)
	random := rand.New(rand.NewPCG(1, 14))
	text := func(most int) string {
		var b strings.Builder
		for range 1 + random.IntN(most) {
			b.WriteString(scraps[random.IntN(len(scraps))])
		}
		return strings.TrimSpace(b.String())
	}
	const games = 60
	var records strings.Builder
	var events []string
	for n := range games {
		events = append(events, text(8))
		fmt.Fprintf(&records, "[Event \"%s\"]\n[White \"%s\"]\n[Black \"%s\"]\n[Annotator \"%s\"]\n[Round \"%d\"]\n\n1. e4 *\n\n", events[n], text(3), text(3), text(5), 1000+n)
	}
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(records.String()), Reading{}, false); err != nil {
		t.Fatal(err)
	}
	found := 0
	for range 400 {
		of := random.IntN(games)
		asked := []rune(events[of])
		if len(asked) == 0 {
			continue
		}
		from := random.IntN(len(asked))
		asked = asked[from : from+1+random.IntN(min(6, len(asked)-from))]
		if random.IntN(4) == 0 {
			asked = append(append(asked, ' '), []rune(text(2))...)
			of = -1
		}
		words := word.Split(string(asked))
		if len(words) == 0 {
			continue
		}
		listed, err := a.List(t.Context(), Filter{Query: string(asked)}, "", MaxLimit)
		if err != nil {
			t.Fatal(err)
		}
		query := `"` + strings.Join(words, `"* and "`) + `"*`
		searched, err := a.Search(t.Context(), SearchQuery{Query: query, Limit: MaxLimit})
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		var one, other []int64
		for i := range listed.Games {
			one = append(one, listed.Games[i].ID)
		}
		for i := range searched.Hits {
			other = append(other, searched.Hits[i].Game)
		}
		slices.Sort(other)
		if !slices.Equal(one, other) {
			t.Errorf("%q: the list has %d, the search %s %d", string(asked), one, query, other)
		}
		whole := of >= 0 && strings.ContainsFunc(string(asked), isChinese) && !strings.ContainsFunc(string(asked), func(r rune) bool { return !isChinese(r) })
		if whole && !slices.Contains(one, int64(of+1)) {
			t.Errorf("%q of %q is not found", string(asked), events[of])
		}
		found += len(one)
	}
	if found == 0 {
		t.Error("nothing was found")
	}
}

func isChinese(r rune) bool { return r >= '一' && r <= '鿿' }
