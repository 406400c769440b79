package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"assay/fixtures/postgrestest"
	"assay/index"
	"assay/index/pattern"
)

// archive is a source in memory.
type archive struct {
	mu       sync.Mutex
	name     string
	sequence int64
	games    map[int64]index.Change
}

func newArchive(name string) *archive {
	return &archive{name: name, games: map[int64]index.Change{}}
}

func (a *archive) put(game int64, d index.Document) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sequence++
	a.games[game] = index.Change{Sequence: a.sequence, Game: game, Deleted: d.Verdict == "", Document: d}
}

func (a *archive) Changes(ctx context.Context, after int64, limit int) ([]index.Change, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var all []index.Change
	for _, c := range a.games {
		if c.Sequence > after {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(b, c index.Change) int { return int(b.Sequence - c.Sequence) })
	return all[:min(limit, len(all))], ctx.Err()
}

func (a *archive) Outline(ctx context.Context, after int64, limit int) ([]index.Change, error) {
	return a.Changes(ctx, after, limit)
}

func (a *archive) Sequence(context.Context) (int64, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.sequence, nil
}

func (a *archive) Lineage(_ context.Context, sequence int64) (string, error) {
	return fmt.Sprintf("%s %d", a.name, sequence), nil
}

func opened(t *testing.T, address string, a *archive, o index.Options) *Index {
	t.Helper()
	x, err := Open(t.Context(), address, a, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func catchUp(t *testing.T, x *Index) {
	t.Helper()
	if err := x.CatchUp(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

func games(t *testing.T, x *Index, q index.Query) index.Result {
	t.Helper()
	r, err := x.Games(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func header(name, words string, prefix bool) *index.Match {
	return &index.Match{Condition: pattern.Header{Name: name, Words: strings.Fields(words), Prefix: prefix}}
}

func reached(keys ...uint64) *index.Match {
	return &index.Match{Condition: pattern.Reached{Keys: keys}}
}

// TestIndex asks one index in one database after another change of its archive.
func TestIndex(t *testing.T) {
	server := postgrestest.Start(t)
	t.Run("lookups", func(t *testing.T) { testLookups(t, server.Schema(t)) })
	t.Run("changes", func(t *testing.T) { testChanges(t, server.Schema(t)) })
	t.Run("another archive", func(t *testing.T) { testForeign(t, server.Schema(t)) })
	t.Run("faults", func(t *testing.T) { testFaults(t, server.Schema(t)) })
	t.Run("followers", func(t *testing.T) { testFollowers(t, server.Schema(t)) })
	ranges := func() string {
		address := server.Schema(t)
		_, games, _ := strings.Cut(Schema, "\n\n")
		server.Do(t, address, games, `ALTER TABLE index_games RENAME TO index_games_0`,
			`CREATE TABLE index_games (LIKE index_games_0 INCLUDING INDEXES INCLUDING STORAGE) PARTITION BY RANGE (game)`,
			`ALTER TABLE index_games ATTACH PARTITION index_games_0 FOR VALUES FROM (MINVALUE) TO (4)`,
			`CREATE TABLE index_games_1 PARTITION OF index_games FOR VALUES FROM (4) TO (700)`,
			`CREATE TABLE index_games_2 PARTITION OF index_games FOR VALUES FROM (700) TO (MAXVALUE)`)
		return address
	}
	t.Run("lookups in ranges", func(t *testing.T) { testLookups(t, ranges()) })
	t.Run("changes in ranges", func(t *testing.T) { testChanges(t, ranges()) })
	t.Run("faults in ranges", func(t *testing.T) { testFaults(t, ranges()) })
	t.Run("another server that is gone", func(t *testing.T) { testGone(t, server, server.Schema(t)) })
	t.Run("another format", func(t *testing.T) { testFormat(t, server.Schema(t)) })
}

func testLookups(t *testing.T, address string) {
	a := newArchive("a")
	shared, own, side := uint64(7), uint64(1<<63+8), uint64(9)
	many := strings.Builder{}
	for n := range 80_000 {
		fmt.Fprintf(&many, "word%d ", n)
	}
	a.put(1, index.Document{Variant: "chess", Verdict: "legal", Keys: []uint64{shared, shared, own}, SideKeys: []uint64{side}})
	a.put(2, index.Document{Variant: "chess", Verdict: "illegal", Keys: []uint64{shared}, Headers: map[string]string{"player1": "Kasparov, G", "event": "O'Hara's"}})
	a.put(3, index.Document{Variant: "shogi", Verdict: "legal", Keys: []uint64{shared, side}, Headers: map[string]string{"Kasp": "arov"}})
	a.put(4, index.Document{Verdict: "unreadable", Headers: map[string]string{"White Elo": "2700"}, Comments: many.String()})
	a.put(5, index.Document{Verdict: index.Damaged})
	x := opened(t, address, a, index.Options{})
	catchUp(t, x)
	legal := []string{"legal"}
	for _, row := range []struct {
		name  string
		query index.Query
		want  []int64
		total uint64
		next  int64
	}{
		{"legal only", index.Query{Key: &shared, Limit: 10}, []int64{1, 3}, 2, 0},
		{"illegal", index.Query{Key: &shared, Verdicts: []string{"illegal"}, Limit: 10}, []int64{2}, 1, 0},
		{"two verdicts", index.Query{Key: &shared, Verdicts: []string{"illegal", "legal"}, Limit: 10}, []int64{1, 2, 3}, 3, 0},
		{"a variant", index.Query{Key: &shared, Variant: "shogi", Limit: 10}, []int64{3}, 1, 0},
		{"a great key", index.Query{Key: &own, Limit: 10}, []int64{1}, 1, 0},
		{"main lines", index.Query{Key: &side, Limit: 10}, []int64{3}, 1, 0},
		{"side lines", index.Query{Key: &side, Variations: true, Limit: 10}, []int64{1, 3}, 2, 0},
		{"first page", index.Query{Key: &shared, Limit: 1}, []int64{1}, 2, 1},
		{"last page", index.Query{Key: &shared, Limit: 1, After: 1}, []int64{3}, 2, 0},
		{"total only", index.Query{Variant: "chess"}, nil, 2, 0},
		{"any word", index.Query{Match: header("", "kasparov", false), Limit: 9}, []int64{2}, 1, 0},
		{"a beginning, not of a header's name", index.Query{Match: header("", "kasp", true), Limit: 9}, []int64{2}, 1, 0},
		{"of a player", index.Query{Match: header("player", "g kas", true), Limit: 9}, []int64{2}, 1, 0},
		{"of another header", index.Query{Match: header("event", "kas", true), Limit: 9}, nil, 0, 0},
		{"a verdict and words", index.Query{Match: header("player", "g", false), Verdicts: legal, Limit: 9}, nil, 0, 0},
		{"one of very many words", index.Query{Match: header("comment", "word79999", false), Limit: 9}, []int64{4}, 1, 0},
		{"none of very many words", index.Query{Match: header("comment", "word80000", false), Limit: 9}, nil, 0, 0},
		{"a label", index.Query{Match: reached(own, side, shared), Verdicts: legal, Limit: 9}, []int64{1, 3}, 2, 0},
		{"a label of a side line", index.Query{Match: reached(side), Limit: 9}, []int64{3}, 1, 0},
		{"a label or a word", index.Query{Match: &index.Match{Condition: pattern.Or{Of: []pattern.Node{reached(own).Condition, header("", "kasparov", false).Condition}}}, Limit: 9}, []int64{1, 2}, 2, 0},
		{"not a label", index.Query{Match: &index.Match{Condition: pattern.Not{Of: reached(own, 5).Condition}}, Verdicts: []string{"legal", "illegal", "unreadable"}, Limit: 9}, []int64{2, 3, 4}, 3, 0},
		{"not", index.Query{Match: &index.Match{Condition: pattern.Not{Of: pattern.Header{Name: "comment", Words: []string{"word5"}}}}, Verdicts: []string{"unreadable", "illegal"}, Limit: 9}, []int64{2}, 1, 0},
	} {
		got := games(t, x, row.query)
		if !slices.Equal(got.Games, row.want) || got.Total != row.total || got.Next != row.next || got.Indexed != 5 || !slices.Equal(got.Damaged, []int64{5}) {
			t.Errorf("%s: %+v, want %v of %d, next %d", row.name, got, row.want, row.total, row.next)
		}
	}
	for _, q := range []index.Query{{Key: &shared}, {Match: header("", "kasparov", false)}} {
		q.Within = 1
		if got := games(t, x, q); !got.Cut || got.Total != 0 {
			t.Errorf("in no time: %+v", got)
		}
	}
	explained := games(t, x, index.Query{Key: &shared, Variant: "chess", Explain: true})
	if terms := explained.Work.Terms; len(terms) != 3 || terms[0].Games != 3 || terms[1].Games != 2 || terms[2].Games != 2 {
		t.Errorf("explained: %+v", explained.Work.Terms)
	}
	if faults, err := x.Check(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("checked: %v, %v", faults, err)
	}
}

func testChanges(t *testing.T, address string) {
	a := newArchive("a")
	key := uint64(5)
	for game := range int64(1500) {
		a.put(game+1, index.Document{Variant: "chess", Verdict: "legal", Keys: []uint64{key, uint64(game) + 100}})
	}
	x := opened(t, address, a, index.Options{BatchPositions: 500})
	rounds := 0
	if err := x.CatchUp(t.Context(), func(done, total int64) {
		if rounds++; done > total || total != 1500 {
			t.Errorf("%d of %d", done, total)
		}
	}); err != nil || rounds < 3 {
		t.Fatal(err, rounds)
	}
	a.put(7, index.Document{}) // deleted
	a.put(8, index.Document{Variant: "chess", Verdict: "legal", Keys: []uint64{6}})
	if got := games(t, x, index.Query{Key: &key}); got.Total != 1500 || got.Indexed != 1500 {
		t.Errorf("before: %+v", got)
	}
	catchUp(t, x)
	if got := games(t, x, index.Query{Key: &key, Limit: 2, After: 5}); got.Total != 1498 || got.Indexed != 1502 || !slices.Equal(got.Games, []int64{6, 9}) || got.Next != 9 {
		t.Errorf("after: %+v", got)
	}
	if s := x.State(); s.Cursor != 1502 || s.Rebuilding || s.Fault != nil {
		t.Errorf("state %+v", s)
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
	if _, err := x.Games(t.Context(), index.Query{}); !errors.Is(err, index.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	if again := opened(t, address, a, index.Options{}); again.State().Cursor != 1502 {
		t.Errorf("opened again: %+v", again.State())
	}
}

func testForeign(t *testing.T, address string) {
	a, b := newArchive("a"), newArchive("b")
	for game := range int64(5) {
		a.put(game+1, index.Document{Verdict: "legal"})
	}
	b.put(9, index.Document{Verdict: "legal"})
	catchUp(t, opened(t, address, a, index.Options{}))
	var reported []error
	x := opened(t, address, b, index.Options{Report: func(err error) { reported = append(reported, err) }})
	catchUp(t, x)
	if got := games(t, x, index.Query{Limit: 9}); !slices.Equal(got.Games, []int64{9}) || got.Indexed != 1 || len(reported) != 1 || !errors.Is(reported[0], index.ErrForeign) {
		t.Errorf("%+v, reported %v", got, reported)
	}
}

func testFaults(t *testing.T, address string) {
	a := newArchive("a")
	for game := range int64(6) {
		a.put(game+1, index.Document{Variant: "chess", Verdict: "legal", Keys: []uint64{uint64(game)}, Headers: map[string]string{"event": "Open"}})
	}
	x := opened(t, address, a, index.Options{})
	catchUp(t, x)
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	testMerged(t, conn)
	for _, statement := range []string{
		`DELETE FROM index_games WHERE game = 1`,
		`UPDATE index_games SET keys = '{77}' WHERE game = 2`,
		`UPDATE index_games SET words = 'other' WHERE game = 3`,
		`INSERT INTO index_games SELECT 70, sequence, 0, variant, rules, verdict, thought, keys, sides, terms, words, extra, entry FROM index_games WHERE game = 4`,
	} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	want := []index.Fault{{Kind: index.Missing, Game: 1}, {Kind: index.Stale, Game: 2}, {Kind: index.Stale, Game: 3}, {Kind: index.Extra, Game: 70}}
	if faults, err := x.Check(t.Context()); err != nil || !slices.Equal(faults, want) {
		t.Errorf("%v, %v", faults, err)
	}
	if err := x.Rebuild(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if faults, err := x.Check(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("after a rebuild: %v, %v", faults, err)
	}
	if _, err := conn.Exec(t.Context(), `UPDATE index_games SET entry = 'x' WHERE game = 5`); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Games(t.Context(), index.Query{Match: header("event", "open", false)}); !errors.Is(err, index.ErrDamaged) {
		t.Errorf("a damaged row: %v", err)
	}
}

// testFollowers has three servers follow one archive at once while it changes.
func testFollowers(t *testing.T, address string) {
	a := newArchive("a")
	var servers []*Index
	for range 3 {
		servers = append(servers, opened(t, address, a, index.Options{BatchPositions: 40}))
	}
	var working sync.WaitGroup
	for i, x := range servers {
		working.Go(func() {
			for n := range int64(60) {
				a.put(1+n*3+int64(i), index.Document{Verdict: "legal", Keys: []uint64{3}})
				if n%20 == 19 {
					if err := x.CatchUp(t.Context(), nil); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	working.Wait()
	catchUp(t, servers[0])
	for _, x := range servers {
		if got := games(t, x, index.Query{}); got.Total != 180 || got.Indexed != 180 {
			t.Errorf("%+v", got)
		}
	}
	if faults, err := servers[1].Check(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
}

// testMerged holds the lists of GIN to have nothing left to merge.
func testMerged(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	var lists, pages int64
	err := conn.QueryRow(t.Context(), `SELECT count(*), coalesce(sum(gin_clean_pending_list(c.oid)), 0)
		FROM pg_class AS c JOIN pg_am AS a ON a.oid = c.relam
		WHERE a.amname = 'gin' AND c.relkind = 'i' AND c.relnamespace = current_schema()::regnamespace`).Scan(&lists, &pages)
	if err != nil || lists == 0 || pages > 0 {
		t.Errorf("%d pages of %d lists were not merged, %v", pages, lists, err)
	}
}

// testGone puts some games on an unreachable server. Searches report it, and
// find all games once it is back.
func testGone(t *testing.T, server *postgrestest.Server, address string) {
	other := postgrestest.Start(t)
	there := other.Schema(t)
	_, games, _ := strings.Cut(Schema, "\n\n")
	other.Do(t, there, games)
	options := fmt.Sprintf(`host '127.0.0.1', port '%d', dbname 'postgres'`, other.Port)
	server.Do(t, address, games, `ALTER TABLE index_games RENAME TO index_games_0`,
		`CREATE TABLE index_games (LIKE index_games_0) PARTITION BY HASH (game)`,
		`ALTER TABLE index_games ATTACH PARTITION index_games_0 FOR VALUES WITH (MODULUS 2, REMAINDER 0)`,
		`CREATE EXTENSION IF NOT EXISTS postgres_fdw SCHEMA public`,
		`CREATE SERVER gone FOREIGN DATA WRAPPER postgres_fdw OPTIONS (`+options+`)`,
		`CREATE USER MAPPING FOR assay SERVER gone OPTIONS (user 'assay', password_required 'false')`,
		`CREATE FOREIGN TABLE index_games_1 PARTITION OF index_games FOR VALUES WITH (MODULUS 2, REMAINDER 1)
			SERVER gone OPTIONS (schema_name '`+strings.TrimPrefix(there[strings.Index(there, "search_path="):], "search_path=")+`', table_name 'index_games')`)
	a := newArchive("a")
	for game := range int64(20) {
		a.put(game+1, index.Document{Verdict: "legal", Keys: []uint64{4}})
	}
	x := opened(t, address, a, index.Options{})
	catchUp(t, x)
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	testMerged(t, conn)
	key := uint64(4)
	all := func() (index.Result, error) { return x.Games(t.Context(), index.Query{Key: &key, Limit: 30}) }
	if got, err := all(); err != nil || got.Total != 20 || len(got.Games) != 20 {
		t.Fatalf("both servers: %+v, %v", got, err)
	}
	server.Do(t, address, `ALTER SERVER gone OPTIONS (SET port '1')`)
	if got, err := all(); !errors.Is(err, index.ErrUnusable) {
		t.Errorf("one is gone: %+v, %v", got, err)
	}
	a.put(21, index.Document{Verdict: "legal", Keys: []uint64{4}})
	if err := x.CatchUp(t.Context(), nil); !errors.Is(err, index.ErrUnusable) || x.State().Fault == nil {
		t.Errorf("followed: %v", err)
	}
	server.Do(t, address, fmt.Sprintf(`ALTER SERVER gone OPTIONS (SET port '%d')`, other.Port))
	catchUp(t, x)
	if got, err := all(); err != nil || got.Total != 21 || x.State().Fault != nil {
		t.Errorf("it is back: %+v, %v", got, err)
	}
	server.Do(t, address, `INSERT INTO index_games SELECT game + 100, sequence, 0, variant, rules, verdict, thought, keys, sides, terms, words, extra, entry
		FROM index_games`)
	if err := x.Rebuild(t.Context(), nil); err != nil {
		t.Error(err)
	}
	if faults, err := x.Check(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
}

func testFormat(t *testing.T, address string) {
	a := newArchive("a")
	x := opened(t, address, a, index.Options{})
	if _, err := x.pool.Exec(t.Context(), `UPDATE index_place SET format = 99`); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), address, a, index.Options{}); !errors.Is(err, index.ErrVersion) {
		t.Errorf("opened: %v", err)
	}
	if err := x.CatchUp(t.Context(), nil); !errors.Is(err, index.ErrVersion) || !errors.Is(x.State().Fault, index.ErrVersion) {
		t.Errorf("followed: %v", err)
	}
}
