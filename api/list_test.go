package api

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/api/games"
	"assay/api/records"
	"assay/api/request"
	"assay/api/search"
	"assay/parser/word"
)

// scraps are fragments that occur in real headers.
var scraps = []string{
	"第", "78", "期", "名人戦", "七番勝負", "羽生", "善治", "竜王", "データ", "ひふみん", "ｶﾞ", "胡荣华", "象棋", "서울", "한국기원", "Müller", "Straße", "Ōyama",
	"Иванов", "Ёлка", "ไทย", "2024.01.05", "1-0", "½", "U-20", "Ｆｕｌｌ", "e\u0301", "x", "・", " ", "　", ", ", "-", "/", "(", "々", "🙂",
}

// TestListAsSearch compares lists and searches for random words of random
// headers: both must find the same games, and every substring of a text must
// find it.
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
	const count = 60
	var texts strings.Builder
	var events []string
	for n := range count {
		events = append(events, text(8))
		fmt.Fprintf(&texts, "[Event \"%s\"]\n[White \"%s\"]\n[Black \"%s\"]\n[Annotator \"%s\"]\n[Round \"%d\"]\n\n1. e4 *\n\n", events[n], text(3), text(3), text(5), 1000+n)
	}
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(texts.String()), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	found := 0
	for range 400 {
		source := random.IntN(count)
		excerpt := []rune(events[source])
		if len(excerpt) == 0 {
			continue
		}
		from := random.IntN(len(excerpt))
		excerpt = excerpt[from : from+1+random.IntN(min(6, len(excerpt)-from))]
		if random.IntN(4) == 0 {
			excerpt = append(append(excerpt, ' '), []rune(text(2))...)
			source = -1
		}
		words := word.Split(string(excerpt))
		if len(words) == 0 {
			continue
		}
		listed, err := a.List(t.Context(), games.Filter{Query: string(excerpt)}, "", "", request.MaxLimit)
		if err != nil {
			t.Fatal(err)
		}
		query := `"` + strings.Join(words, `"* and "`) + `"*`
		searched, err := a.Search(t.Context(), search.SearchQuery{Query: query, Limit: request.MaxLimit})
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
			t.Errorf("%q: the list has %d, the search %s %d", string(excerpt), one, query, other)
		}
		whole := source >= 0 && strings.ContainsFunc(string(excerpt), isChinese) && !strings.ContainsFunc(string(excerpt), func(r rune) bool { return !isChinese(r) })
		if whole && !slices.Contains(one, int64(source+1)) {
			t.Errorf("%q of %q is not found", string(excerpt), events[source])
		}
		found += len(one)
	}
	if found == 0 {
		t.Error("nothing was found")
	}
}

// TestOddWords searches for words that tokenizers split differently. A row is a
// player's name and an event, the query, and whether it matches.
func TestOddWords(t *testing.T) {
	rows := []struct {
		text, query string
		found       bool
	}{
		{"O'Brien", "o'brien", true}, {"O'Brien", "brien", true}, {"O'Brien", "obrien", false}, {"O’Brien", "O'Brien", true},
		{"N'Guessan d'Aïtô", "aito", true}, {"Jean-Luc", "jean luc", true}, {"Jean-Luc", "jeanluc", false},
		{"MÜLLER", "muller", true}, {"Müller", "MÜLLER", true}, {"Straße", "STRASSE", true}, {"Łukasz", "lukasz", true}, {"Kvaløy", "kvaloy", true}, {"Þór Æsir", "thor aesir", true}, {"ŁUKASZ", "łuk", true},
		{"İstanbul", "istanbul", true}, {"ΟΔΥΣΣΕΥΣ", "οδυσσευς", true}, {"Ёлка", "елка", true}, {"Ｆｕｌｌ Ｗｉｄｔｈ", "full width", true},
		{"羽生善治", "羽生", true}, {"羽生善治", "善治 羽生", true}, {"羽生善治", "生羽", false}, {"羽生 善治", "羽生善治", true}, {"胡荣华", "荣", true},
		{"ｶﾞｯﾂ", "ガッツ", true}, {"カッツ", "ガッツ", false}, {"データ", "データ", true}, {"데이터", "데이", true}, {"हिन्दी", "हिन्दी", true}, {"ไทยแลนด์", "ไทย", true},
		{"2024.01.05", "2024.01", true}, {"2024.01.05", "01.05", false}, {"1/2-1/2", "1/2-1/2", true}, {"½", "½", true}, {"½", "2", false}, {"U-20", "u 20", true},
		{"v2.0", "v2", true}, {"3½", "3", true}, {"x² + y³", "y3", true}, {"٣٤", "٣٤", true}, {"№ 5", "no 5", true}, {"a_b", "a b", true}, {"a_b", "ab", false},
		{"AND OR NOT", "and or not", true}, {"first:x*", "first x", true}, {"c\x00d", "c d", true}, {"C++", "c", true}, {"🙂 x", "x", true},
	}
	a := newArchive(t)
	for i, row := range rows {
		record := fmt.Sprintf("[White \"%s\"]\n[Event \"%s\"]\n[Round \"%d\"]\n\n1. e4 *\n", row.text, row.text, i)
		if _, err := a.Submit(t.Context(), "games", strings.NewReader(record), records.Reading{}, false); err != nil {
			t.Fatal(err)
		}
	}
	for i, row := range rows {
		for name, filter := range map[string]games.Filter{"player": {Player: row.query}, "event": {Event: row.query}, "": {Query: row.query}} {
			var parts []string
			for _, w := range word.Split(row.query) {
				part := fmt.Sprintf("%q*", w)
				if name != "" {
					part = name + ":" + part
				}
				parts = append(parts, part)
			}
			listed, err := a.List(t.Context(), filter, "", "", request.MaxLimit)
			if err != nil {
				t.Fatal(err)
			}
			searched, err := a.Search(t.Context(), search.SearchQuery{Query: strings.Join(parts, " and "), Limit: request.MaxLimit})
			if err != nil {
				t.Fatal(err)
			}
			list := slices.ContainsFunc(listed.Games, func(g games.GameSummary) bool { return g.ID == int64(i+1) })
			search := slices.ContainsFunc(searched.Hits, func(h search.Hit) bool { return h.Game == int64(i+1) })
			if list != row.found || search != row.found || listed.Total != searched.Total {
				t.Errorf("%q in the %s %q: list %v, search %v, want %v; %d and %d in all", row.query, name, row.text, list, search, row.found, listed.Total, searched.Total)
			}
		}
	}
}

func isChinese(r rune) bool { return r >= '一' && r <= '鿿' }
