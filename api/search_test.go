package api

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/present"
	"assay/api/records"
	"assay/api/request"
	"assay/api/search"
	"assay/index"
	"assay/parser"
)

// TestSearchEveryPly searches for every position of some games, and compares
// with a scan of positions (FEN) without the index.
func TestSearchEveryPly(t *testing.T) {
	a := newArchive(t)
	texts := append(randomRecords(t, 7, 30, 8), readFile(t, board1), readFile(t, board3))
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(strings.Join(texts, "\n")), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	type place struct {
		game int64
		ply  int
	}
	at := map[string][]place{} // by variant and position
	positions := map[string]search.SearchQuery{}
	for id := int64(1); id <= int64(len(texts)); id++ {
		replay, err := a.Replay(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for ply := range replay.Plies() + 1 {
			p, err := replay.Position(ply)
			if err != nil {
				t.Fatal(err)
			}
			key := replay.Report().Variant + " " + sortedBenches(t, p.Text())
			at[key] = append(at[key], place{id, ply})
			positions[key] = search.SearchQuery{Variant: replay.Report().Variant, Position: p.Text(), Limit: request.MaxLimit}
		}
	}
	for key, query := range positions {
		result, err := a.Search(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		var found []place
		for _, hit := range result.Hits {
			if hit.Ply != hit.Plies[0] {
				t.Errorf("%s: ply %d of %v", key, hit.Ply, hit.Plies)
			}
			for _, ply := range hit.Plies {
				found = append(found, place{hit.Game, ply})
			}
		}
		if !slices.Equal(found, at[key]) || result.Total != len(result.Hits) || result.Next != "" {
			t.Errorf("%s: found %v of %d, want %v", key, found, result.Total, at[key])
		}
	}
	if len(positions) < 400 {
		t.Errorf("only %d positions", len(positions))
	}
}

// sortedBenches returns a position (FEN) of Copper, Silver, Gold with its
// benches sorted: positions that differ only by cells are equal.
func sortedBenches(t *testing.T, text string) string {
	t.Helper()
	board, rest, _ := strings.Cut(text, "[")
	bench, side, ok := strings.Cut(rest, "]")
	if !ok {
		t.Fatalf("position %q", text)
	}
	pieces := strings.Split(strings.Trim(bench, "0123456789"), "")
	pieces = slices.DeleteFunc(pieces, func(s string) bool { return s >= "0" && s <= "9" })
	slices.Sort(pieces)
	return board + strings.Join(pieces, "") + side
}

func TestSearchPages(t *testing.T) {
	a := newArchive(t)
	texts := randomRecords(t, 8, 33, 3)
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(strings.Join(texts, "\n")), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	query := search.SearchQuery{Variant: "csg-2", Position: startText(t, a, "csg-2"), Limit: 4}
	var games []int64
	for {
		result, err := a.Search(t.Context(), query)
		if err != nil || result.Total != 11 || len(result.Hits) > 4 {
			t.Fatalf("%+v, %v", result, err)
		}
		for _, hit := range result.Hits {
			games = append(games, hit.Game)
		}
		if query.Cursor = string(result.Next); query.Cursor == "" {
			break
		}
	}
	if want := []int64{2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32}; !slices.Equal(games, want) {
		t.Errorf("%v, want %v", games, want)
	}
}

// TestSearchIllegal finds illegal records only on request, and up to their
// last legal ply.
func TestSearchIllegal(t *testing.T) {
	a := newArchive(t)
	if _, err := a.Submit(t.Context(), "bad", strings.NewReader(illegalRecord), records.Reading{}, true); err != nil {
		t.Fatal(err)
	}
	replay, err := a.Replay(t.Context(), 1)
	if err != nil || replay.Plies() != 2 {
		t.Fatalf("%d plies, %v", replay.Plies(), err)
	}
	last, err := replay.Position(2)
	if err != nil {
		t.Fatal(err)
	}
	for illegal, want := range map[bool]int{false: 0, true: 1} {
		result, err := a.Search(t.Context(), search.SearchQuery{Variant: "csg-1", Position: last.Text(), Illegal: illegal})
		if err != nil || result.Total != want || len(result.Hits) != want {
			t.Errorf("illegal %v: %+v, %v", illegal, result, err)
		}
	}
}

// TestSearchConfirms leaves out false positives of the index, and counts again.
func TestSearchConfirms(t *testing.T) {
	a := newArchive(t)
	texts := randomRecords(t, 9, 6, 3)
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(strings.Join(texts, "\n")), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	if err := a.store.Delete(t.Context(), 4); err != nil { // not yet indexed
		t.Fatal(err)
	}
	result, err := a.Search(t.Context(), search.SearchQuery{Variant: "csg-1", Position: startText(t, a, "csg-1")})
	if err != nil || result.Total != 1 || len(result.Hits) != 1 || result.Hits[0].Game != 1 {
		t.Errorf("%+v, %v", result, err)
	}
}

// TestSearchHeaders finds games by words, with a position and without.
func TestSearchHeaders(t *testing.T) {
	a := newArchive(t)
	for i, header := range []string{"Red=Ada Lovelace\nEvent=Spring Cup", "Players=Ada Byron - Charles Babbage", "First=Babbage\nDate=1843.7.1"} {
		text := fmt.Sprintf("Variant=csg-1\n%s\n1. Pawn f3 - f4\n", header)
		if _, err := a.Submit(t.Context(), fmt.Sprint(i), strings.NewReader(text), records.Reading{}, false); err != nil {
			t.Fatal(err)
		}
	}
	start := startText(t, a, "csg-1")
	for _, row := range []struct {
		query search.SearchQuery
		want  []int64
	}{
		{search.SearchQuery{Query: `"ada"`}, []int64{1, 2}},
		{search.SearchQuery{Query: "player1:ada"}, []int64{1, 2}},
		{search.SearchQuery{Query: "player2:babbage"}, []int64{2}},
		{search.SearchQuery{Query: "player:babbage"}, []int64{2, 3}},
		{search.SearchQuery{Query: `"bab"*`, Variant: "csg-1", Position: start}, []int64{2, 3}},
		{search.SearchQuery{Query: `"ada"`, Variant: "csg-2", Position: startText(t, a, "csg-2")}, nil},
		{search.SearchQuery{Query: "event:cup", Variant: "csg-1"}, []int64{1}},
	} {
		result, err := a.Search(t.Context(), row.query)
		if err != nil {
			t.Fatal(err)
		}
		var games []int64
		for _, hit := range result.Hits {
			games = append(games, hit.Game)
		}
		if !slices.Equal(games, row.want) || result.Total != len(row.want) {
			t.Errorf("%+v: %v of %d, want %v", row.query, games, result.Total, row.want)
		}
	}
	game, err := a.Game(t.Context(), 3)
	if err != nil || game.First != "Babbage" || game.Date != "1843-07-01" {
		t.Errorf("%+v, %v", game, err)
	}
}

func TestHeaders(t *testing.T) {
	a := newArchive(t)
	for _, row := range []struct{ text, first, second, date string }{
		{"Red=A\nCyan=B\nDate=2024.01.05", "A", "B", "2024-01-05"},
		{"White=A\nBlack=B\nDate=2024", "A", "B", "2024-??-??"},
		{"Players=A vs. B\nDate=2024.??.??", "A", "B", "2024-??-??"},
		{"Players=Smith, A - Jones, B\nDate=????.??.??", "Smith, A", "Jones, B", ""},
		{"Players=A; B\nDate=5 May 2024", "A", "B", "2024-05-05"},
		{"Players=A\nDate=2024-5", "", "", "2024-05-??"},
		{"First=?\nPlayer1=A\nDate=2024/12/31", "A", "", "2024-12-31"},
		{"Date=20x4.01.01", "", "", ""},
	} {
		archived, err := a.Submit(t.Context(), "", strings.NewReader("Variant=csg-1\n"+row.text+"\n1. Pawn f3 - f4\n"), records.Reading{}, false)
		if err != nil {
			t.Fatal(err)
		}
		game, err := a.Game(t.Context(), int64(archived.Games[0].ID))
		if err != nil || game.First != row.first || game.Second != row.second || game.Date != row.date {
			t.Errorf("%q: %q %q %q, %v", row.text, game.First, game.Second, game.Date, err)
		}
	}
}

// TestExportNumbered verifies exported games: the same plies, legal again, and
// the same text if exported again.
func TestExportNumbered(t *testing.T) {
	a := newArchive(t)
	texts := append(randomRecords(t, 10, 12, 60),
		readFile(t, board1), illegalRecord,
		"Variant=csg-1\nRed=A\nCyan=B\nEvent=Cup\nResult=1-0\nTermination=resigned\n{Before.}\n1. Pawn f3 - f4 {Good; or not?}\n1. Pawn a7 - a6\n",
		"VariantName=Copper, Silver, Gold (board 2)\nSetup="+strings.Replace(startText(t, a, "csg-2"), " w", " b", 1)+"\n1... Pawn a6 - a5\n2. Pawn a4 - a5 Red Pawn z2\n",
	)
	for i, text := range texts {
		s, err := a.Submit(t.Context(), fmt.Sprint(i), strings.NewReader(text), records.Reading{}, true)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		exported := export(t, a, int64(s.Games[0].ID))
		again, err := a.Submit(t.Context(), "exported", strings.NewReader(exported), records.Reading{}, false)
		if err != nil {
			t.Fatalf("%v\n%s", err, exported)
		}
		was, is := s.Games[0].Report, again.Games[0].Report
		if is.Verdict != analysis.Legal || is.Plies != was.Plies || is.Start != was.Start || is.Final != was.Final || len(is.Warnings) > 0 {
			t.Errorf("game %d: %+v became %+v", i, was, is)
		}
		if again := export(t, a, int64(again.Games[0].ID)); again != exported {
			t.Errorf("game %d: exported twice it became\n%s\nfrom\n%s", i, again, exported)
		}
		for _, kept := range []string{"Before.", "Good; or not?", "Red=A", "Event=Cup", "Termination=resigned"} {
			if strings.Contains(text, kept) && !strings.Contains(exported, kept) {
				t.Errorf("game %d: %q is lost", i, kept)
			}
		}
	}
}

// TestExportUnsupported returns records that cannot be replayed unchanged.
func TestExportUnsupported(t *testing.T) {
	a := newArchive(t)
	if _, err := a.Submit(t.Context(), "torus", strings.NewReader(unsupportedRecord), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	if got := export(t, a, 1); got != unsupportedRecord {
		t.Errorf("%q", got)
	}
	replay, err := a.Replay(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	var document strings.Builder
	if losses, err := replay.Export(&document, present.ExportOptions{Format: present.ExportJSON}); err != nil || len(losses) > 0 ||
		!strings.Contains(document.String(), `"plies":[{"number":1,"text":"Pawn e2 - e4"}]`) {
		t.Errorf("%s, %v, %v", document.String(), losses, err)
	}
	var unplayed *present.ReplayError
	if _, err := replay.Export(io.Discard, present.ExportOptions{Format: "pgn"}); !errors.As(err, &unplayed) {
		t.Errorf("as PGN: %v", err)
	}
	var unplayable *present.ReplayError
	if _, err := replay.View(0, ""); !errors.As(err, &unplayable) {
		t.Errorf("position of it: %v", err)
	}
}

// TestReplayRecord takes one record of a file.
func TestReplayRecord(t *testing.T) {
	a, err := NewArbiter(Config{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "two.txt")
	writeFile(t, file, []byte(illegalRecord+"\n"+readFile(t, board3)))
	replay, err := a.ReplayRecord(t.Context(), file, nil, 2, records.Reading{})
	if err != nil || replay.Plies() != 199 {
		t.Errorf("game 2: %v", err)
	}
	var none *records.RecordError
	if _, err := a.ReplayRecord(t.Context(), file, nil, 3, records.Reading{}); !errors.As(err, &none) || none.Games != 2 {
		t.Errorf("game 3: %v", err)
	}
	var input *request.InputError
	if _, err := a.ReplayRecord(t.Context(), file, nil, 0, records.Reading{}); !errors.As(err, &input) {
		t.Errorf("game 0: %v", err)
	}
	var unread *present.ReplayError
	if _, err := a.ReplayRecord(t.Context(), file+".none", nil, 1, records.Reading{}); !errors.As(err, &unread) {
		t.Errorf("no file: %v", err)
	}
	var unknown *parser.UnknownFormat
	if _, err := a.ReplayRecord(t.Context(), file, nil, 1, records.Reading{Format: "papyrus"}); !errors.As(err, &unknown) {
		t.Errorf("no format: %v", err)
	}
}

// TestSearchWithoutIndex finds the same while another process has the index.
func TestSearchWithoutIndex(t *testing.T) {
	folder := t.TempDir()
	a := openFolder(t, folder)
	texts := append(randomRecords(t, 12, 20, 4), illegalRecord)
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(strings.Join(texts, "\n")), records.Reading{}, true); err != nil {
		t.Fatal(err)
	}
	other := openFolder(t, folder)
	if err := other.CatchUp(t.Context(), nil); !errors.Is(err, index.ErrLocked) {
		t.Fatalf("catch up: %v", err)
	}
	for _, illegal := range []bool{false, true} {
		query := search.SearchQuery{Variant: "csg-1", Position: startText(t, a, "csg-1"), Limit: 3, Illegal: illegal}
		for pages := 1; ; pages++ {
			want, err := a.Search(t.Context(), query)
			if err != nil {
				t.Fatal(err)
			}
			got, err := other.Search(t.Context(), query)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v, %v, want %+v", got, err, want)
			}
			if query.Cursor = string(got.Next); query.Cursor == "" {
				if pages != 3 {
					t.Errorf("%d pages", pages)
				}
				break
			}
		}
	}
	for _, q := range []search.SearchQuery{
		{Query: `"random"`, Limit: 3},
		{Query: "pawn(red) >= 9 and ply >= 2", Variant: "csg-1", Limit: 3},
		{Query: "capture then drop", Variant: "csg-1", Limit: 3},
	} {
		want, err := a.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := other.Search(t.Context(), q); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", q.Query, got, err, want)
		}
	}
	if _, err := other.Explore(t.Context(), search.ExploreQuery{Variant: "csg-1"}); !errors.Is(err, index.ErrLocked) {
		t.Errorf("explorer: %v", err)
	}
}

// TestSearchCounted counts games by the same parameters as the explorer.
func TestSearchCounted(t *testing.T) {
	a := newArchive(t)
	record := "[White \"%s\"]\n[Black \"%s\"]\n[Date \"%s\"]\n[Result \"%s\"]\n%s\n1. e4 %s %s\n"
	submit(t, a, []string{
		fmt.Sprintf(record, "Tal, Mikhail", "Botvinnik", "1960.05.07", "1-0", "[WhiteElo \"2700\"]\n[BlackElo \"2650?\"]\n", "e5", "1-0"),
		fmt.Sprintf(record, "Botvinnik", "Tal, Mikhail", "1961.??.??", "0-1", "[WhiteElo \"2640\"]\n[BlackElo \"2710\"]\n", "c5", "0-1"),
		fmt.Sprintf(record, "Smyslov", "Talbot", "1960.06.01", "1-0", "[WhiteElo \"2690\"]\n[BlackElo \"?\"]\n", "c5", "1-0"),
	})
	const position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	for _, row := range []struct {
		filter search.GameFilter
		games  string
	}{
		{search.GameFilter{}, "[1 2 3]"},
		{search.GameFilter{Player: "tal"}, "[1 2 3]"},
		{search.GameFilter{Player: "mikhail tal"}, "[1 2]"},
		{search.GameFilter{Player: "M. Tal"}, "[1 2]"},
		{search.GameFilter{Player: "tal smy"}, "[]"},
		{search.GameFilter{Player: "tal", Result: "1-0"}, "[1 3]"},
		{search.GameFilter{From: "1960-06"}, "[2 3]"},
		{search.GameFilter{From: "1960-06", To: "1960"}, "[3]"},
		{search.GameFilter{To: "1959"}, "[]"},
		{search.GameFilter{RatingFrom: 1}, "[1 2]"},
		{search.GameFilter{RatingFrom: 2675}, "[1 2]"},
		{search.GameFilter{RatingTo: 2674}, "[]"},
		{search.GameFilter{RatingTo: 9999, Result: "0-1"}, "[2]"},
	} {
		for _, q := range []search.SearchQuery{{Variant: "chess", Position: position}, {Variant: "chess", Query: "ply = 1 and turn(black)"}} {
			q.Games = row.filter
			found, err := a.Search(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			games := []int64{}
			for _, hit := range found.Hits {
				games = append(games, hit.Game)
			}
			if fmt.Sprint(games) != row.games || found.Total != len(games) {
				t.Errorf("%+v: %v of %d, want %s", q, games, found.Total, row.games)
			}
		}
		explored, err := a.Explore(t.Context(), search.ExploreQuery{Variant: "chess", Games: row.filter})
		if err != nil || fmt.Sprint(explored.Games) != fmt.Sprint(len(strings.Fields(strings.Trim(row.games, "[]")))) {
			t.Errorf("%+v: explored %+v, %v", row.filter, explored, err)
		}
	}
	for _, wrong := range []search.GameFilter{{Player: "..."}, {Result: "2-0"}, {From: "yesterday"}, {To: "1960-13"}, {From: "1960 or player:tal"}, {Result: "1-0 or player:tal"}, {RatingFrom: -1}, {RatingTo: 10000}} {
		if _, err := a.Search(t.Context(), search.SearchQuery{Variant: "chess", Position: position, Games: wrong}); err == nil {
			t.Errorf("%+v is no fault", wrong)
		}
	}
}

// TestRatings searches for ratings in records, also of games in which Black
// moves first.
func TestRatings(t *testing.T) {
	a := newArchive(t)
	for _, record := range []string{
		"[WhiteElo \"2700\"]\n[BlackElo \"2500\"]\n\n1. e4 e5 *\n",
		"[WhiteElo \"2100.5\"]\n[BlackElo \"-\"]\n\n1. d4 d5 *\n",
		"Variant=shogi\nSenteRating=1900\nGoteRating=2100\n1. Pawn g3 - g4\n",
		"[Variant \"xiangqi\"]\n[RedElo \"2300\"]\n[BlackElo \"2250\"]\n\n1. C2.5 *\n",
		"1. e4 e5 2. Nf3 *\n",
	} {
		submit(t, a, []string{record})
	}
	for query, want := range map[string]string{
		"rating > 2000":                         "[1 4]",
		"rating >= 2000":                        "[1 3 4]",
		"rating(first) in 1900..2100":           "[2 3]",
		"rating(first) - rating(second) > 50":   "[1]",
		"rating(second) > rating(first)":        "[3]",
		"not rating(second) > 1":                "[2 5]",
		"rating(second) != 2500":                "[3 4]",
		"rating = 2600 or rating(first) = 2100": "[1 2]",
		"rating(second) <= 2100 and result = *": "[3]",
		"3 * rating(first) < 3800 + rating":     "[3]",
		"rating < 99 or rating(second) > 10000": "[]",
	} {
		found, err := a.Search(t.Context(), search.SearchQuery{Query: query})
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		games := []int64{}
		for _, hit := range found.Hits {
			games = append(games, hit.Game)
		}
		if fmt.Sprint(games) != want {
			t.Errorf("%s: %v, want %s", query, games, want)
		}
	}
}

// TestHitSquares names the squares that match a query.
func TestHitSquares(t *testing.T) {
	a := newArchive(t)
	submit(t, a, []string{"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"})
	for query, want := range map[string]string{
		"white queen on h5":                                      "h5",
		"white queen on h5 and black king on e8":                 "h5 e8",
		"black pawn on every {f7, g7} and not white queen on d1": "f7 g7",
		"white pawn on {e4, e5} or black knight on f6":           "e4",
		"check and white queen on f7":                            "f7",
		"not white queen on d1":                                  "",
		"player:nobody or check":                                 "",
		"attack(white queen takes black pawn)":                   "e5 h5 f7 h7",
		"attackers(white any to f7) >= 2":                        "c4 h5 f7",
		"pin(black pawn)":                                        "h5 f7 e8",
		"ray(white queen, black pawn, royal along up-left)":      "h5 f7 e8",
		"legal(Q takes p)":                                       "e5 h5 f7 h7",
		"legal(mates)":                                           "h5 f7",
		"mate":                                                   "e8",
		"moves = 0 and not stalemate":                            "",
		"shifted(attack(white bishop from a1 to d4))":            "c4 f7",
	} {
		found, err := a.Search(t.Context(), search.SearchQuery{Variant: "chess", Query: query})
		if err != nil || len(found.Hits) != 1 {
			t.Errorf("%s: %+v, %v", query, found, err)
			continue
		}
		if got := strings.Join(found.Hits[0].Squares, " "); got != want {
			t.Errorf("%s at ply %d: %q, want %q", query, found.Hits[0].Ply, got, want)
		}
	}
}
