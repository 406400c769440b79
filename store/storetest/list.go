package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/analysis"
	"assay/store"
)

func testFilter(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	rows := []store.Summary{
		{Variant: "chess", First: "Carlsen, Magnus", Second: "Anand, Viswanathan", Result: "1-0", Event: "WCh 2013",
			Site: "Chennai IND", Date: "2013-11-16", Verdict: analysis.Legal},
		{Variant: "chess", First: "Anand, Viswanathan", Second: "Müller, Karsten", Result: "1/2-1/2",
			Event: "Bundesliga", Date: "2013-??-??", Verdict: analysis.Legal},
		{Variant: "csg-1", First: "Carla", Second: "Magnus", Result: "0-1", Event: "Board 1", Date: "", Verdict: analysis.Illegal},
		{Variant: "shogi", First: "羽生善治", Second: "ABE Kōru", Result: "*", Event: "名人戦", Date: "????-??-??",
			Verdict: analysis.Legal},
		{Variant: "nine-elder", Result: "*", Verdict: analysis.Unsupported, Date: "2014-02-??"},
		{Verdict: analysis.Unreadable, Date: "19??-05-05"},
	}
	tags := map[int][]store.Tag{
		0: {{Key: "ECO", Value: "B18"}, {Key: "Event", Value: "WCh 2013"}},
		4: {{Key: "Annotator", Value: "Carlsen"}, {Key: "Note", Value: "AND OR NOT NEAR/2 (brackets) \"quotes\" it's"}},
	}
	var games []*store.Game
	for i, row := range rows {
		games = append(games, &store.Game{Summary: row, Record: fmt.Appendf(nil, "record %d", i), Tags: tags[i]})
	}
	result(s.Add(ctx, games))(t)
	for _, tt := range []struct {
		filter store.Filter
		want   []int64
	}{
		{store.Filter{}, []int64{1, 2, 3, 4, 5, 6}},
		{store.Filter{Variant: "chess"}, []int64{1, 2}},
		{store.Filter{Variant: "Chess"}, nil},
		{store.Filter{Result: "*"}, []int64{4, 5}},
		{store.Filter{Result: "1/2-1/2"}, []int64{2}},
		{store.Filter{Verdict: analysis.Legal}, []int64{1, 2, 4}},
		{store.Filter{Verdict: analysis.Unsupported}, []int64{5}},
		{store.Filter{Verdict: "fine"}, nil},
		{store.Filter{Player: "carlsen"}, []int64{1}},
		{store.Filter{Player: "Carl"}, []int64{1, 3}},
		{store.Filter{Player: "arlsen"}, nil},
		{store.Filter{Player: "CARLSEN,M"}, []int64{1}},
		{store.Filter{Player: "Magnus"}, []int64{1, 3}},
		{store.Filter{Player: "Carla Magnus"}, nil}, // one player each
		{store.Filter{Player: "anand"}, []int64{1, 2}},
		{store.Filter{Player: "muller"}, []int64{2}},
		{store.Filter{Player: "MÜLLER karsten"}, []int64{2}},
		{store.Filter{Player: "羽生"}, []int64{4}},
		{store.Filter{Player: "koru"}, []int64{4}},
		{store.Filter{Player: "and"}, nil},
		{store.Filter{Event: "2013"}, []int64{1}},
		{store.Filter{Event: "wch"}, []int64{1}},
		{store.Filter{Event: "board 1"}, []int64{3}},
		{store.Filter{Event: "Chennai"}, nil},
		{store.Filter{Event: "名人戦"}, []int64{4}},
		{store.Filter{Query: "Chennai"}, []int64{1}},
		{store.Filter{Query: "b18 carlsen wch"}, []int64{1}},
		{store.Filter{Query: "carlsen"}, []int64{1, 5}},
		{store.Filter{Query: "AND"}, []int64{5}},
		{store.Filter{Query: "NOT near OR"}, []int64{5}},
		{store.Filter{Query: `"brackets) quotes`}, []int64{5}},
		{store.Filter{Query: "first:carlsen"}, nil},
		{store.Filter{Query: "carlsen", Player: "anand", Event: "wch", Variant: "chess", Result: "1-0"}, []int64{1}},
		{store.Filter{Query: "carlsen", Verdict: analysis.Unsupported}, []int64{5}},
		{store.Filter{Player: "anand", From: "2013-12"}, []int64{2}},
		{store.Filter{From: "2013", To: "2013"}, []int64{1, 2}},
		{store.Filter{From: "2013-11-16", To: "2013-11-16"}, []int64{1, 2}},
		{store.Filter{From: "2013-11-17"}, []int64{2, 5}},
		{store.Filter{To: "2013-11-15"}, []int64{2}},
		{store.Filter{To: "2012"}, nil},
		{store.Filter{From: "2014-02-28", To: "2014-02-28"}, []int64{5}},
		{store.Filter{From: "2014-03"}, nil},
		{store.Filter{From: "1900", To: "1999"}, nil}, // a year known in part is not known
		{store.Filter{From: "2014", To: "2013"}, nil},
		{store.Filter{Deleted: true}, nil},
	} {
		t.Run(fmt.Sprintf("%+v", tt.filter), func(t *testing.T) {
			for limit := 1; limit <= 3; limit++ {
				if got := ids(t, s, tt.filter, limit); !slices.Equal(got, tt.want) {
					t.Errorf("pages of %d: %v, want %v", limit, got, tt.want)
				}
			}
			if n := result(s.Count(ctx, tt.filter))(t); n != len(tt.want) {
				t.Errorf("count %d, want %d", n, len(tt.want))
			}
		})
	}
}

// ids pages through a list to its end.
func ids(t testing.TB, s store.Archive, f store.Filter, limit int) []int64 {
	t.Helper()
	var all []int64
	for cursor := ""; ; {
		rows, next, err := s.List(context.Background(), f, cursor, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range rows {
			all = append(all, g.ID)
		}
		if next == "" {
			return all
		}
		if len(rows) != limit {
			t.Fatalf("a page of %d before the last, want %d", len(rows), limit)
		}
		cursor = next
	}
}

func testListRefuses(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	for _, tt := range []struct {
		filter store.Filter
		limit  int
		field  string
	}{
		{store.Filter{}, 0, "limit"},
		{store.Filter{}, -1, "limit"},
		{store.Filter{}, store.MaxLimit + 1, "limit"},
		{store.Filter{From: "13"}, 1, "from"},
		{store.Filter{From: "2013-??-??"}, 1, "from"},
		{store.Filter{To: "2013/11/16"}, 1, "to"},
		{store.Filter{To: "2013-11-"}, 1, "to"},
		{store.Filter{Player: "?"}, 1, "player"},
		{store.Filter{Event: " * "}, 1, "event"},
		{store.Filter{Query: strings.Repeat("a ", 65)}, 1, "q"},
	} {
		_, _, err := s.List(ctx, tt.filter, "", tt.limit)
		var field *store.FieldError
		if !errors.As(err, &field) || field.Field != tt.field {
			t.Errorf("%+v: error %v, want one about %s", tt.filter, err, tt.field)
		}
	}
	for _, cursor := range []string{"?", "no cursor"} {
		if _, _, err := s.List(ctx, store.Filter{}, cursor, 1); !errors.Is(err, store.ErrCursor) {
			t.Errorf("cursor %q: error %v, want %v", cursor, err, store.ErrCursor)
		}
	}
}

// testFilterModel compares random filters with a search that reads every game.
func testFilterModel(t *testing.T, open Opener) {
	const many = 6000 // above what Store.sparse calls few
	ctx := context.Background()
	s := open(t)
	games := Samples(0, many)
	for i, g := range games {
		g.Variant = []string{"chess", "chess", "chess", "xiangqi"}[i%4]
		if i%97 == 0 {
			g.Verdict = analysis.Illegal
		}
		if i%5 == 0 {
			g.Date = g.Date[:4] + "-??-??"
		}
	}
	result(s.Add(ctx, games))(t)
	r := rand.New(rand.NewPCG(3, 4))
	maybe := func(values ...string) string { return append(values, "", "")[r.IntN(len(values)+2)] }
	for range 100 {
		f := store.Filter{
			Variant: maybe("chess", "xiangqi"),
			Player:  maybe(fmt.Sprintf("family%d given%d", r.IntN(997), r.IntN(9)), "Family12", "given3"),
			Result:  maybe("1-0", "1/2-1/2"),
			Event:   maybe("candidates", fmt.Sprint("tournament ", 1950+r.IntN(70))),
			Verdict: maybe(analysis.Legal, analysis.Illegal),
			From:    maybe(fmt.Sprint(1950+r.IntN(70)), fmt.Sprintf("%d-0%d", 1950+r.IntN(70), 1+r.IntN(9))),
			To:      maybe(fmt.Sprint(1950+r.IntN(70)), fmt.Sprintf("%d-0%d-1%d", 1950+r.IntN(70), 1+r.IntN(9), r.IntN(9))),
			Query:   maybe("family77", fmt.Sprintf("b%02d city1", r.IntN(100))),
		}
		var want []int64
		for i, g := range games {
			if matches(f, g) {
				want = append(want, int64(i+1))
			}
		}
		if got := ids(t, s, f, 500); !slices.Equal(got, want) {
			t.Errorf("%+v: %d games, want %d", f, len(got), len(want))
		}
		skip := r.IntN(len(want) + 3)
		rows, _, err := s.List(ctx, f, result(s.Skip(ctx, f, skip))(t), 5)
		var behind []int64
		for _, g := range rows {
			behind = append(behind, g.ID)
		}
		if skip = min(skip, len(want)); err != nil || !slices.Equal(behind, want[skip:min(skip+5, len(want))]) {
			t.Errorf("%+v behind %d: %d, want %d, %v", f, skip, behind, want[skip:min(skip+5, len(want))], err)
		}
		if n := result(s.Count(ctx, f))(t); n != len(want) {
			t.Errorf("%+v: count %d, want %d", f, n, len(want))
		}
	}
}

// matches is the slow way to the same answer, for games of sample.
func matches(f store.Filter, g *store.Game) bool {
	has := func(words string, texts ...string) bool {
		var all []string
		for _, text := range texts {
			all = append(all, strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
				return strings.ContainsRune(" ,-/.", r)
			})...)
		}
		for word := range strings.FieldsSeq(strings.ToLower(words)) {
			if !slices.ContainsFunc(all, func(w string) bool { return strings.HasPrefix(w, word) }) {
				return false
			}
		}
		return true
	}
	values := []string{g.First, g.Second, g.Event, g.Site}
	for _, tag := range g.Tags {
		values = append(values, tag.Value)
	}
	var from, to = true, true
	if f.From != "" {
		from = strings.ReplaceAll(g.Date, "?", "9") >= f.From
	}
	if f.To != "" {
		to = strings.ReplaceAll(g.Date, "?", "0") <= f.To+"-99-99"
	}
	return (f.Variant == "" || f.Variant == g.Variant) && (f.Result == "" || f.Result == g.Result) &&
		(f.Verdict == "" || f.Verdict == g.Verdict) && (has(f.Player, g.First) || has(f.Player, g.Second)) &&
		has(f.Event, g.Event) && has(f.Query, values...) && from && to
}

// testPagingWhileAdding pages through a list while games are added and deleted: every game that was there all
// the time is shown once.
func testPagingWhileAdding(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	result(s.Add(ctx, Samples(0, 300)))(t)
	for _, f := range []store.Filter{{}, {Variant: "chess"}, {Query: "candidates"}} {
		from := int(result(s.Sequence(ctx))(t))
		seen := map[int64]int{}
		for cursor := ""; ; {
			rows, next, err := s.List(ctx, f, cursor, 20)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range rows {
				seen[g.ID]++
			}
			if next == "" {
				break
			}
			cursor = next
			if len(seen) < 300 {
				result(s.Add(ctx, Samples(1000+from+len(seen), 3)))(t)
			}
		}
		for id := range int64(300) {
			if seen[id+1] != 1 {
				t.Errorf("%+v: game %d was shown %d times", f, id+1, seen[id+1])
			}
		}
	}
}

// testReadersBesideWriter has several goroutines read while one writes batches: each sees whole batches only.
func testReadersBesideWriter(t *testing.T, open Opener) {
	const batch = 25
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	s := open(t)
	result(s.Add(ctx, Samples(0, batch)))(t)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for last := 0; ; {
				n, err := s.Count(ctx, store.Filter{Query: "candidates"})
				if err != nil || n%batch != 0 || n < last {
					t.Errorf("%d games after %d, %v", n, last, err)
					return
				}
				last = n
				g, err := s.Game(ctx, int64(n))
				if err != nil || !reflect.DeepEqual(g.Record, Sample(n-1).Record) {
					t.Errorf("game %d of %d: %v", n, n, err)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for i := 1; i < 20; i++ {
		result(s.Add(ctx, Samples(i*batch, batch)))(t)
	}
	close(done)
	readers.Wait()
}

// testListWords finds words within texts that are written without spaces, and words with signs in them.
func testListWords(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	game := func(n int, first, event, site string) *store.Game {
		g := Sample(n)
		g.First, g.Second, g.Event, g.Site, g.Tags = first, "", event, site, nil
		return g
	}
	result(s.Add(ctx, []*store.Game{
		game(0, "羽生善治", "第78期名人戦七番勝負", "東京"), game(1, "羽生　善治", "人名 vs. 戦", "ﾄｳｷｮｳ"),
		game(2, "Łukasz Müller", "2024.01.05 1/2-1/2", "ソウル・서울"),
	}))(t)
	for _, tt := range []struct {
		filter store.Filter
		want   []int64
	}{
		{store.Filter{Query: "名人戦"}, []int64{1}}, {store.Filter{Event: "７８期名人"}, []int64{1}}, {store.Filter{Event: "名人"}, []int64{1}},
		{store.Filter{Event: "名"}, []int64{1, 2}}, {store.Filter{Event: "戦"}, []int64{1, 2}}, {store.Filter{Query: "人戦 羽生"}, []int64{1}},
		{store.Filter{Player: "羽生"}, []int64{1, 2}}, {store.Filter{Player: "羽生善治"}, []int64{1, 2}}, {store.Filter{Player: "善治 羽生"}, []int64{1, 2}},
		{store.Filter{Player: "生羽"}, nil}, {store.Filter{Player: "名人"}, nil}, {store.Filter{Query: "トウキョウ"}, []int64{2}},
		{store.Filter{Query: "mull"}, []int64{3}}, {store.Filter{Query: "2024.01"}, []int64{3}}, {store.Filter{Query: "2024"}, []int64{3}}, {store.Filter{Query: "1/2-1/2"}, []int64{3}},
		{store.Filter{Query: "01.05"}, nil}, {store.Filter{Query: "第78期名人戦七番勝負 東京 羽生善治"}, []int64{1}}, {store.Filter{Query: "第78期名人戦七番勝負 東京 善治郎"}, nil},
		{store.Filter{Player: "羽 生 善 治 羽生 生善 善治 羽生善治"}, []int64{1, 2}}, {store.Filter{Player: "羽 生 善 治 羽 生 善 治 名人"}, nil}, {store.Filter{Query: "서"}, []int64{3}}, {store.Filter{Query: "울"}, nil}, {store.Filter{Query: "ソウル"}, []int64{3}},
	} {
		rows, _, err := s.List(ctx, tt.filter, "", 10)
		var got []int64
		for i := range rows {
			got = append(got, rows[i].ID)
		}
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%+v: %d, %v, want %d", tt.filter, got, err, tt.want)
		}
	}
	if faults := result(s.Check(ctx))(t); faults != nil {
		t.Errorf("%v", faults)
	}
}
