package api

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/evaluation"
	"assay/analysis/rules"
	"assay/api/analyse"
	"assay/api/present"
	"assay/api/records"
	"assay/api/request"
	"assay/api/search"
	"assay/fixtures"
	"assay/fixtures/archives"
	"assay/fixtures/brute"
	"assay/index/pattern"
	"assay/index/query"
	"assay/parser"
	"assay/parser/word"
)

var (
	truthQueries = flag.Int("truth.queries", fixtures.Rounds(6, 30, 150), "random queries of each variant that are compared with a scan")
	kindsQueries = flag.Int("truth.kinds", fixtures.Rounds(6, 12, 136), "the same of archives of other kinds")
	truthSeed    = flag.Uint64("truth.seed", 1, "what the random games and queries of that comparison come from")
)

// searcher searches an archive: it returns the plies of each game found, of all
// lines if variations are searched, and the number of games.
type searcher interface {
	Search(variant, query string, variations bool) (plies map[int64][]int, total int, err error)
}

// archiveSearcher searches an archive page by page.
type archiveSearcher struct {
	t         testing.TB
	archive   *Archive
	reference *Archive // must return the same; nil for none
}

func (s archiveSearcher) Search(variant, query string, variations bool) (map[int64][]int, int, error) {
	found := map[int64][]int{}
	s.t.Helper()
	onGames, err := conditionOnGames(s.archive, variant, query) // matches at every ply; hits do not list them
	if err != nil {
		return nil, 0, err
	}
	q := search.SearchQuery{Variant: variant, Query: query, Variations: variations, Limit: 7}
	for {
		page, err := s.archive.Search(s.t.Context(), q)
		if err == nil && s.reference != nil {
			err = s.compare(q, page)
		}
		if err != nil {
			return nil, 0, err
		}
		for _, hit := range page.Hits {
			plies := hit.Plies
			for _, side := range hit.Side {
				plies = append(plies, side.Plies...)
			}
			if onGames {
				plies = s.everyPly(hit.Game, variations)
			}
			slices.Sort(plies)
			found[hit.Game] = slices.Compact(plies)
		}
		if q.Cursor = string(page.Next); q.Cursor == "" {
			return found, page.Total, nil
		}
	}
}

// compare compares a page with that of the twin, byte for byte.
func (s archiveSearcher) compare(q search.SearchQuery, page *search.SearchResult) error {
	other, err := s.reference.Search(s.t.Context(), q)
	if err != nil {
		return err
	}
	if got, want := responseText(s.t, page), responseText(s.t, other); got != want {
		return fmt.Errorf("%s, and the twin has %s", got, want)
	}
	return nil
}

// imported matches the archiving time, which differs.
var imported = regexp.MustCompile(`"imported":"[^"]*",`)

// responseText returns a response as JSON, without archiving times.
func responseText(t testing.TB, answer any) string {
	t.Helper()
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	return imported.ReplaceAllString(string(text), "")
}

// conditionOnGames reports whether a query has no condition on positions.
func conditionOnGames(a *Archive, variant, text string) (bool, error) {
	r, err := a.Rules(variant, "")
	if err != nil {
		return false, err
	}
	tree, err := query.Parse(text)
	if err != nil {
		return false, err
	}
	bound, err := query.Bind(tree, r)
	return err == nil && pattern.OnGame(bound), err
}

// everyPly returns the plies of all lines of a game.
func (s archiveSearcher) everyPly(id int64, variations bool) []int {
	g, err := s.archive.Replay(s.t.Context(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	longest := len(g.Game.Moves)
	if variations {
		tree, _, err := g.TreeWith(present.AnnotationsAll)
		if err != nil {
			s.t.Fatal(err)
		}
		sides, err := tree.Variations()
		if err != nil {
			s.t.Fatal(err)
		}
		for _, side := range sides {
			longest = max(longest, side.From+len(side.Moves))
		}
	}
	plies := make([]int, longest+1)
	for ply := range plies {
		plies[ply] = ply
	}
	return plies
}

// truthVariants are the variants to search, with games of the shared data if
// available.
var truthVariants = map[string]string{
	"all-classic":         "games/all-classic/*.txt",
	"capablanca":          "",
	"chess":               "chess/corpus/Capablanca.pgn.gz",
	"crazyhouse":          "variants/zh.pgn",
	"csg-1":               "games/csg-1/*.txt",
	"duck":                "",
	"seirawan":            "",
	"csg-3":               "games/csg-3/*.txt",
	"janggi":              "",
	"makruk":              "",
	"great-plain":         "",
	"nine-elder":          "games/nine-elder/*.txt",
	"pocket-shogi-copper": "games/pocket-shogi-copper/*.txt",
	"shogi":               "",
	"xiangqi":             "xiangqi/Hu*.pgn.gz",
}

// TestTruth compares random queries with a scan that shares no code with the
// index.
func TestTruth(t *testing.T) {
	a := newArchiveWith(t, definitionFolder)
	games := map[string][]*brute.Game{}
	for id, data := range truthVariants {
		games[id] = append(archiveRandom(t, a, id, fixtures.Rounds(20, 40, 40)), archiveShared(t, a, id, data, fixtures.Rounds(12, 25, 25))...)
		saveRandomAnalyses(t, a, games[id])
	}
	s := archiveSearcher{t: t, archive: a}
	for id := range truthVariants {
		t.Run(id, func(t *testing.T) {
			for _, difference := range differences(s, id, games[id], *truthSeed, *truthQueries) {
				t.Error(difference)
			}
		})
	}
}

// TestTruthOfArchives runs the same random queries on archives of every kind.
// It compares the results with the scan and, byte for byte, with those of an
// archive in a folder with a Bleve index. A short run has the index in one
// database alone, a long one all kinds, one of hours all variants.
func TestTruthOfArchives(t *testing.T) {
	variants, kinds := map[string]string{"csg-3": "", "crazyhouse": ""}, []archives.Kind{archives.Postgres}
	if fixtures.Rounds(0, 1, 1) == 1 {
		kinds = []archives.Kind{archives.Database, archives.Postgres, archives.Parts}
	}
	if fixtures.Rounds(0, 0, 1) == 1 {
		variants = truthVariants
	}
	fill := func(a *Archive) map[string][]*brute.Game {
		games := map[string][]*brute.Game{}
		for _, id := range slices.Sorted(maps.Keys(variants)) {
			games[id] = append(archiveRandom(t, a, id, fixtures.Rounds(12, 20, 40)), archiveShared(t, a, id, variants[id], 25)...)
			saveRandomAnalyses(t, a, games[id])
		}
		return games
	}
	folder := opened(t, Config{Data: t.TempDir(), VariantsDir: definitionFolder})
	games := fill(folder)
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) {
			a, err := openAs(t, kind, Config{Data: t.TempDir(), VariantsDir: definitionFolder})
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			fill(a)
			s := archiveSearcher{t, a, folder}
			for id := range variants {
				for _, difference := range differences(s, id, games[id], *truthSeed, *kindsQueries) {
					t.Error(difference)
				}
			}
			samePositions(t, a, folder, games)
			checkSound(t, a)
			if err := a.Reindex(t.Context(), nil); err != nil {
				t.Error(err)
			}
			samePositions(t, a, folder, games)
			checkSound(t, a)
		})
	}
}

// samePositions compares the explorer, position searches and similar positions
// of two archives.
func samePositions(t *testing.T, a, twin *Archive, games map[string][]*brute.Game) {
	t.Helper()
	random := rand.New(rand.NewPCG(*truthSeed, 5))
	for _, id := range slices.Sorted(maps.Keys(games)) {
		for range fixtures.Rounds(3, 5, 20) {
			game := games[id][random.IntN(len(games[id]))]
			line := game.Lines[random.IntN(len(game.Lines))]
			position := line.At(random.IntN(min(line.Plies(), 12) + 1)).Text()
			for name, ask := range map[string]func(*Archive) (any, error){
				"exact": func(a *Archive) (any, error) {
					return a.Search(t.Context(), search.SearchQuery{Variant: id, Position: position, Variations: true, Limit: 5})
				},
				"explorer": func(a *Archive) (any, error) {
					return a.Explore(t.Context(), search.ExploreQuery{Variant: id, Position: position})
				},
				"similar": func(a *Archive) (any, error) {
					return a.Similar(t.Context(), search.SimilarQuery{Variant: id, Position: position, Limit: 7})
				},
			} {
				var texts [2]string
				for i, of := range []*Archive{a, twin} {
					answer, err := ask(of)
					if err != nil {
						t.Fatalf("%s, %s of %s: %v", name, id, position, err)
					}
					texts[i] = responseText(t, answer)
				}
				if texts[0] != texts[1] {
					t.Errorf("%s, %s of %s: %s, and the twin has %s", name, id, position, texts[0], texts[1])
				}
			}
		}
	}
}

// TestTruthPositions compares position searches (exact, without hands, without
// side) and the explorer with the results of replaying random games.
func TestTruthPositions(t *testing.T) {
	a := newArchiveWith(t, filepath.Join("..", "fixtures", "definitions"))
	for _, id := range []string{"csg-1", "crazyhouse", "pocket-shogi-copper", "shogi", "chess", "nine-elder", "great-plain"} {
		games := archiveRandom(t, a, id, 30)
		random := rand.New(rand.NewPCG(*truthSeed, 8))
		for range fixtures.Rounds(4, 30, 30) {
			game := games[random.IntN(len(games))]
			line := game.Lines[random.IntN(len(game.Lines))]
			p := line.At(random.IntN(min(line.Plies(), 12) + 1))
			for n := range 8 {
				query, side := brute.Like{Hands: n&1 == 0, Side: n&2 == 0}, n&4 != 0
				want := flatten(brute.Positions(games, p, query, side))
				q := search.SearchQuery{
					Variant: id, Position: p.Text(), WithoutHands: !query.Hands, WithoutSide: !query.Side, Variations: side, Limit: request.MaxLimit,
				}
				page, err := a.Search(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				found := map[int64][]int{}
				for _, hit := range page.Hits {
					plies := hit.Plies
					for _, in := range hit.Side {
						plies = append(plies, in.Plies...)
					}
					slices.Sort(plies)
					found[hit.Game] = slices.Compact(plies)
				}
				if !reflect.DeepEqual(found, want) || page.Total != len(want) {
					t.Fatalf("%s, %+v, side lines %v: %v of %d, want %v", p.Text(), query, side, found, page.Total, want)
				}
			}
			filter, counted := randomFilter(random, games)
			explored, err := a.Explore(t.Context(), search.ExploreQuery{Variant: id, Position: p.Text(), Games: filter})
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]int{}
			for _, c := range brute.Explore(counted, p) {
				want[fmt.Sprint(c.Position.Key())] = len(c.Games)
			}
			got := map[string]int{}
			for _, m := range explored.Moves {
				next, err := p.Rules().ParsePosition(m.Position)
				if err != nil {
					t.Fatal(err)
				}
				got[fmt.Sprint(next.Key())] = m.Games
			}
			if opening := brute.CommonOpening(counted, p); !reflect.DeepEqual(got, want) || string(explored.Opening.Name) != opening {
				t.Fatalf("%s, %+v: explored %v, %q, want %v, %q", p.Text(), filter, got, explored.Opening.Name, want, opening)
			}
		}
	}
}

// randomFilter makes a random filter from the records, empty half of the
// time, and returns the games that it matches.
func randomFilter(random *rand.Rand, games []*brute.Game) (f search.GameFilter, left []*brute.Game) {
	if random.IntN(2) == 0 {
		return f, games
	}
	filter := games[random.IntN(len(games))]
	var all brute.And
	if random.IntN(2) == 0 {
		for _, tag := range filter.Headers {
			if strings.EqualFold(tag.Name, "Player1") {
				f.Player = word.Split(tag.Value)[0]
			}
		}
		words := []string{f.Player}
		sides := []brute.Query{
			brute.Header{Name: "player1", Words: words, Prefix: true}, brute.Header{Name: "player2", Words: words, Prefix: true},
		}
		if side := random.IntN(4); side < 2 && f.Player != "" {
			f.Colour = []string{"first", "second"}[side]
			sides = sides[side : side+1]
		}
		all.Of = append(all.Of, brute.Or{Of: sides})
	}
	if random.IntN(2) == 0 {
		f.Result = filter.Result
		all.Of = append(all.Of, brute.Result{Text: filter.Result})
	}
	if year := 1955 + random.IntN(60); random.IntN(2) == 0 {
		f.From = fmt.Sprint(year)
		all.Of = append(all.Of, brute.Dated{Op: ">=", Year: year})
	}
	if year := 1955 + random.IntN(60); random.IntN(3) == 0 {
		f.To = fmt.Sprintf("%d-06", year)
		all.Of = append(all.Of, brute.Dated{Op: "<=", Year: year, Month: 6})
	}
	if random.IntN(4) == 0 {
		f.RatingFrom = 1000 + random.IntN(1500)
		all.Of = append(all.Of, rated(">=", f.RatingFrom))
	}
	if random.IntN(4) == 0 {
		f.RatingTo = 1500 + random.IntN(1500)
		all.Of = append(all.Of, rated("<=", f.RatingTo))
	}
	for _, g := range games {
		if len(g.Plies(g.Lines[0], all)) > 0 {
			left = append(left, g)
		}
	}
	return f, left
}

// rated compares the mean of both players' ratings.
func rated(op string, than int) brute.Query {
	return brute.Compare{Left: brute.Sum{{Number: 100, Quantity: brute.Rating{}}}, Op: op, Right: brute.Sum{{Number: 100 * than}}}
}

// differences runs random queries, every other one with variations, and returns
// the differences from the scan.
func differences(s searcher, variant string, games []*brute.Game, seed uint64, queries int) []string {
	var wrong []string
	source := brute.NewSource(games, seed)
	for n := range queries {
		query, text := source.Next()
		variations := n%2 == 1
		found, total, err := s.Search(variant, text, variations)
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("%s: %v", text, err))
			continue
		}
		want := flatten(brute.Search(games, query, variations))
		if total != len(want) {
			wrong = append(wrong, fmt.Sprintf("%s: %d games, want %d", text, total, len(want)))
		}
		ids := slices.Sorted(maps.Keys(want))
		for id := range found {
			if _, ok := want[id]; !ok {
				ids = append(ids, id)
			}
		}
		for _, id := range ids {
			if !slices.Equal(found[id], want[id]) {
				wrong = append(wrong, fmt.Sprintf("%s: in game %d at %v, want %v (side lines %v)", text, id, found[id], want[id], variations))
				break
			}
		}
	}
	return wrong
}

// flatten joins the plies of all lines of each game.
func flatten(lines map[int64][][]int) map[int64][]int {
	all := map[int64][]int{}
	for id, plies := range lines {
		plies := slices.Sorted(slices.Values(slices.Concat(plies...)))
		all[id] = slices.Compact(plies)
	}
	return all
}

// archiveRandom archives random games.
func archiveRandom(t *testing.T, a *Archive, variant string, n int) []*brute.Game {
	t.Helper()
	r, err := a.Book().Rules(variant, "")
	if err != nil {
		t.Fatal(err)
	}
	texts := brute.RandomRecords(r, *truthSeed, n, 60)
	var body bytes.Buffer
	for _, record := range texts {
		body.Write(record.Text)
	}
	done, err := a.Submit(t.Context(), variant, &body, records.Reading{}, true)
	if err != nil {
		t.Fatal(err)
	}
	if len(done.Games) != n {
		t.Fatalf("%s: %d games of %d", variant, len(done.Games), n)
	}
	games := make([]*brute.Game, n)
	for i, g := range done.Games {
		games[i] = texts[i].Game
		games[i].ID = int64(g.ID)
	}
	return games
}

// saveRandomAnalyses saves made-up analyses of half of the games.
func saveRandomAnalyses(t *testing.T, a *Archive, games []*brute.Game) {
	t.Helper()
	random := rand.New(rand.NewPCG(*truthSeed, 14))
	for n, game := range games {
		if game.Verdict != analysis.Legal || n%2 == 1 {
			continue
		}
		found := &analyse.GameAnalysis{Engine: analyse.EngineName, Version: analyse.EngineVersion, Summary: evaluation.Summary{}}
		game.Thoughts = make([]brute.Thought, game.Lines[0].Plies()+1)
		for ply := range game.Thoughts {
			position, thinking := analyse.PlyAnalysis{Ply: ply, Line: []string{}, Win: 100 * random.Float64()}, &game.Thoughts[ply]
			second := game.Lines[0].At(ply).Side() == rules.Second
			thinking.Win = position.Win
			if random.IntN(4) == 0 {
				mate := 2*random.IntN(2) - 1
				if thinking.Pawns = float64(100 * mate); second {
					mate = -mate
				}
				position.Mate = &mate
			} else {
				cp := random.IntN(1200) - 600
				if thinking.Pawns = float64(cp) / 100; second {
					cp = -cp
				}
				position.CP = &cp
			}
			if ply > 0 {
				thinking.Judged = randomJudgement(random, &position, game.Thoughts[ply-1].Pawns, thinking.Pawns, second)
			}
			found.Plies = append(found.Plies, position)
		}
		accuracies := [2]float64{100 * random.Float64(), 100 * random.Float64()}
		game.Accuracy, found.Summary.First.Accuracy, found.Summary.Second.Accuracy = accuracies, &accuracies[0], &accuracies[1]
		if err := a.SaveAnalysis(t.Context(), must(a.Replay(t.Context(), game.ID)), found, 0); err != nil {
			t.Fatal(err)
		}
	}
}

// randomJudgement makes up a judgement of a ply, and returns how it changed
// forced wins: those are worth 100 pawns.
func randomJudgement(random *rand.Rand, ply *analyse.PlyAnalysis, before, after float64, first bool) (judged []string) {
	if j := []evaluation.Judgement{"", evaluation.Inaccuracy, evaluation.Mistake, evaluation.Blunder}[random.IntN(4)]; j != "" {
		ply.Judgement = &j
		judged = append(judged, string(j))
	}
	if !first {
		before, after = -before, -after
	}
	switch {
	case before == 100 && after < 100:
		judged = append(judged, "missed-mate")
	case before > -100 && before < 100 && after == -100:
		judged = append(judged, "allowed-mate")
	}
	return judged
}

// archiveShared archives the main lines of up to n games of the shared data,
// none if it is not available.
func archiveShared(t *testing.T, a *Archive, variant, pattern string, n int) []*brute.Game {
	t.Helper()
	if pattern == "" {
		return nil
	}
	files := fixtures.Beside(t, "data/"+pattern)
	r, err := a.Book().Rules(variant, "")
	if err != nil {
		t.Fatal(err)
	}
	var games []*brute.Game
	verifier := analysis.NewVerifier(a.Book())
	for _, file := range files {
		for record := range recordsOf(t, file) {
			if len(games) == n {
				return games
			}
			g := verifier.Verify(record, analysis.Settings{Variant: variant})
			if g.Rules != r { // of another variant, or with other options
				continue
			}
			done, err := a.Submit(t.Context(), file, bytes.NewReader(record.Bytes), records.Reading{Variant: variant}, true)
			if err != nil || len(done.Games) != 1 || done.Games[0].Existing {
				continue
			}
			games = append(games, bruteGame(int64(done.Games[0].ID), record, g))
		}
	}
	return games
}

// recordsOf yields the records of a file that have no variations.
func recordsOf(t *testing.T, file string) func(func(*parser.Record) bool) {
	return func(yield func(*parser.Record) bool) {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var text io.Reader = f
		if strings.HasSuffix(file, ".gz") {
			if text, err = gzip.NewReader(f); err != nil {
				t.Fatal(err)
			}
		}
		for reader := parser.NewReader(text, parser.Options{}); ; {
			record, err := reader.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			branches := slices.ContainsFunc(record.Moves, func(ply parser.Ply) bool { return len(ply.Notes().Variations) > 0 })
			if record.Fault == nil && !branches && !yield(record) {
				return
			}
		}
	}
}

// bruteGame converts a verified record for the scan.
func bruteGame(id int64, record *parser.Record, g *analysis.Game) *brute.Game {
	b := &brute.Game{
		ID: id, Rules: g.Rules, Verdict: g.Report.Verdict, Result: g.Report.Result, Date: parser.Day(record),
		Lines: []*brute.Line{brute.NewLine(g.Start(), g.Moves)},
	}
	add := func(name, value string) {
		if value != "" && value != "?" {
			b.Headers = append(b.Headers, brute.Tag{Name: name, Value: value})
		}
	}
	for _, tag := range record.Tags {
		add(tag.Key, tag.Value)
		add(parser.TagKey(tag.Key, parser.PGN), tag.Value)
	}
	add("player1", analysis.Player(record, g.Rules, 0))
	add("player2", analysis.Player(record, g.Rules, 1))
	add("result", g.Report.Result)
	for side, key := range []string{"WhiteElo", "BlackElo"} {
		value, _ := record.Tag(key)
		b.Ratings[side], _ = strconv.Atoi(value)
	}
	if g.Report.Termination != nil {
		add("termination", *g.Report.Termination)
	}
	comments := func(of []parser.Comment) {
		for _, c := range of {
			b.Comments = append(b.Comments, c.Text)
		}
	}
	comments(record.Comments)
	for _, ply := range record.Moves {
		comments(ply.Notes().Before)
		comments(ply.Notes().Comments)
	}
	return b
}

// faultySearcher answers as the scan does, except that for one query in several
// it leaves out a game or a ply, or counts one game too many.
type faultySearcher struct {
	source *brute.Source
	games  []*brute.Game
	every  int
	asked  int
	lied   int
}

func (l *faultySearcher) Search(_, text string, variations bool) (map[int64][]int, int, error) {
	query, own := l.source.Next()
	if own != text {
		return nil, 0, fmt.Errorf("not the query %s", own)
	}
	found := flatten(brute.Search(l.games, query, variations))
	total := len(found)
	if l.asked++; l.every == 0 || l.asked%l.every != 0 || total == 0 {
		return found, total, nil
	}
	id := slices.Sorted(maps.Keys(found))[0]
	switch l.lied % 3 {
	case 0:
		delete(found, id)
	case 1:
		found[id] = found[id][1:]
	case 2:
		total++
	}
	l.lied++
	return found, total, nil
}

// TestDifferences checks that the comparison accepts correct results, and finds
// every wrong one.
func TestDifferences(t *testing.T) {
	games := archiveRandom(t, newArchive(t), "csg-1", 15)
	for _, every := range []int{0, 4} {
		l := &faultySearcher{source: brute.NewSource(games, 1), games: games, every: every}
		if wrong := differences(l, "csg-1", games, 1, 40); len(wrong) != l.lied || (every > 0) != (l.lied > 0) {
			t.Errorf("%d lies found of %d: %q", len(wrong), l.lied, wrong)
		}
	}
}
