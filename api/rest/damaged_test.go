package rest

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// spoil changes the database of an open archive directly.
func spoil(t testing.TB, folder, statement string, args ...any) {
	t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(folder, storeName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement, args...); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedGameIsLeftOut flips a bit of a game's plies before and after it
// was indexed: every response names the game and includes the others.
func TestDamagedGameIsLeftOut(t *testing.T) {
	for _, indexedBefore := range []bool{true, false} {
		t.Run(fmt.Sprintf("indexed before %v", indexedBefore), func(t *testing.T) {
			folder := t.TempDir()
			a := openFolder(t, folder)
			c := start(t, a, ServerConfig{})
			for n := range 3 {
				c.post("/api/v1/games", fmt.Sprintf("[Event \"E%d\"]\n[Variant \"chess\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 *\n", n))
			}
			spoil(t, folder, `UPDATE contents SET moves = cast(x'00' || substr(moves, 2) AS BLOB) WHERE game = 2`)
			if !indexedBefore {
				if err := a.Reindex(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
			}
			e5 := "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
			after := "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 4 5"
			for _, call := range []struct{ name, method, path, body string }{
				{"position", "POST", "/api/v1/positions/search", `{"variant":"chess","position":"` + e5 + `"}`},
				{"query", "POST", "/api/v1/positions/search", `{"variant":"chess","query":"white knight on f3"}`},
				{"headers", "POST", "/api/v1/positions/search", `{"query":"event:e1 or event:e2 or event:e0"}`},
				{"similar", "POST", "/api/v1/positions/similar", `{"variant":"chess","position":"` + e5 + `"}`},
				{"explorer", "GET", "/api/v1/explorer?variant=chess&position=" + strings.ReplaceAll(after, " ", "+"), ""},
			} {
				var answer struct {
					Hits    []struct{ Game int64 }
					Games   *int
					Damaged []int64
				}
				got := c.call(call.method, call.path, strings.NewReader(call.body))
				if err := json.Unmarshal(got.body, &answer); err != nil || got.status != http.StatusOK {
					t.Fatalf("%s: %d %s", call.name, got.status, got.body)
				}
				found := []int64{}
				for _, h := range answer.Hits {
					found = append(found, h.Game)
				}
				if answer.Games == nil && !slices.Equal(found, []int64{1, 3}) || answer.Games != nil && *answer.Games != 2 {
					t.Errorf("%s: %s", call.name, got.body)
				}
				if !slices.Equal(answer.Damaged, []int64{2}) {
					t.Errorf("%s: damaged %v", call.name, answer.Damaged)
				}
			}
			for _, path := range []string{"/api/v1/games/2", "/api/v1/games/2/positions/1", "/api/v1/games/2/export?as=pgn"} {
				if got := c.get(path); got.status != 500 || !strings.Contains(string(got.body), "game-damaged") || !strings.Contains(string(got.body), "game 2") {
					t.Errorf("%s: %d %s", path, got.status, got.body)
				}
			}
			if got := c.get("/api/v1/games/2/record"); got.status != 200 {
				t.Errorf("record: %d %s", got.status, got.body)
			}
			for _, path := range []string{"/api/v1/export?games=1,2,3&as=pgn", "/api/v1/export?variant=chess&as=pgn", "/api/v1/export?query=event:e*&as=pgn"} {
				got := c.get(path)
				if got.status != 200 || strings.Count(string(got.body), "[Event ") != 2 || !strings.Contains(got.header.Get("Assay-Losses"), "game 2: left out") {
					t.Errorf("%s: %d %v %s", path, got.status, got.header, got.body)
				}
			}
			damage, err := a.Check(t.Context())
			if err != nil || len(damage) != 1 || damage[0].Game != 2 || damage[0].Kind != "checksum" {
				t.Errorf("check: %v, %v", damage, err)
			}
			spoil(t, folder, `UPDATE games SET first = 'x' WHERE id = 1`)
			if got := c.get("/api/v1/games"); got.status != 200 || !strings.Contains(string(got.body), `"damaged":[1]`) {
				t.Errorf("list: %d %s", got.status, got.body)
			}
		})
	}
}
